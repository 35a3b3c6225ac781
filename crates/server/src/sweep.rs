//! Sweeping: tables that wait for nobody are closed.

use std::time::Duration;

use tokio::sync::oneshot;

use crate::house::House;
use crate::room::Millis;
use crate::store::StoreFault;
use crate::table::Command;

/// How often somebody sweeps.
const ROUND: Duration = Duration::from_secs(10 * 60);
/// So many tables are closed at a time.
const AT_ONCE: usize = 256;

impl House {
    /// Closes tables that have waited too long for somebody to look at them.
    ///
    /// # Errors
    /// If nobody can find out which.
    pub async fn sweep(&self) -> Result<(), StoreFault> {
        let then = self.now() - self.rules.waiting.as_millis() as Millis;
        for table in self.store.waiting_since(then, AT_ONCE).await? {
            let (answer, when_answered) = oneshot::channel();
            self.hall.tell(self, &table.id, Command::Expire(then, answer)).await;
            // One that cannot be read does not answer; the log has it.
            let _ = when_answered.await;
        }
        Ok(())
    }

    /// Sweeps now and again.
    pub(crate) async fn keep_sweeping(self) {
        let mut round = tokio::time::interval(ROUND);
        loop {
            round.tick().await;
            if let Err(fault) = self.sweep().await {
                tracing::error!(%fault, "the tables that wait cannot be read");
            }
        }
    }
}
