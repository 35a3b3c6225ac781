//! Reaching a house: the server that is open on a folder, or else the file itself, under the same lock.

use std::path::{Path, PathBuf};
use std::time::Duration;

use cafe_server::admin::{Key, NotDone};
use cafe_server::store::{Look, Store, StoreFault};
use cafe_server::{House, HouseRules, TableId, VisitorId};
use serde_json::{Value, json};

/// So often a server that is just opening or closing is tried again.
const TRIES: u32 = 50;
const BETWEEN_TRIES: Duration = Duration::from_millis(100);

/// Somebody who looks after a house.
pub(super) struct Keeper {
    runtime: tokio::runtime::Runtime,
    data: PathBuf,
    reached: Reached,
}

enum Reached {
    /// Nobody has the folder: it is ours as long as we have the lock.
    Alone(Box<House>),
    /// A server is open there.
    Open { client: reqwest::Client, key: Key },
}

impl Keeper {
    /// Reaches the house in a folder.
    ///
    /// # Errors
    /// Why it cannot be reached.
    pub(super) fn reach(data: &Path) -> Result<Keeper, String> {
        let about = |fault: StoreFault| fault.about(&Store::file(data));
        // A folder without a house must not get one by being looked at.
        Look::open(data).map_err(about)?;
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|error| error.to_string())?;
        let client = reqwest::Client::builder().no_proxy().build().map_err(|error| error.to_string())?;
        for _ in 0..TRIES {
            match Store::open(data) {
                Ok(store) => {
                    let _inside = runtime.enter();
                    let house = Box::new(House::new(store, HouseRules::default()));
                    return Ok(Keeper { runtime, data: data.to_owned(), reached: Reached::Alone(house) });
                }
                Err(StoreFault::InUse(_)) => {}
                Err(fault) => return Err(about(fault)),
            }
            if let Some(key) = Key::read(data)
                && runtime.block_on(answers(&client, &key))
            {
                let reached = Reached::Open { client, key };
                return Ok(Keeper { runtime, data: data.to_owned(), reached });
            }
            std::thread::sleep(BETWEEN_TRIES);
        }
        Err(format!(
            "{} is in use, but the café there does not answer; are you its user, and is it not just closing?",
            Store::file(data).display()
        ))
    }

    /// Ends a table.
    ///
    /// # Errors
    /// Why it goes on.
    pub(super) fn end(self, table: &TableId, why: Option<&str>) -> Result<(), String> {
        let done = match &self.reached {
            Reached::Alone(house) => self.alone(house, house.end_table(table, why.map(str::to_owned))),
            Reached::Open { client, key } => {
                let at = format!("http://{}/admin/v1/tables/{table}/end", key.address);
                self.ask(client.post(at).json(&json!({ "why": why })), key)
            }
        };
        done.map_err(|why| format!("{table}: {why}; `cafe admin tables --all` lists the tables"))
    }

    /// Forgets a visitor.
    ///
    /// # Errors
    /// Why not.
    pub(super) fn forget(self, visitor: &VisitorId) -> Result<(), String> {
        let done = match &self.reached {
            Reached::Alone(house) => self.alone(house, house.forget(visitor)),
            Reached::Open { client, key } => {
                let at = format!("http://{}/admin/v1/visitors/{visitor}", key.address);
                self.ask(client.delete(at), key)
            }
        };
        done.map_err(|why| format!("{visitor}: {why}; `cafe admin visitors` lists the visitors"))
    }

    fn alone(&self, house: &House, task: impl Future<Output = Result<(), NotDone>>) -> Result<(), String> {
        let done = self.runtime.block_on(async {
            let done = task.await;
            house.close().await;
            done
        });
        done.map_err(|why| match why {
            NotDone::Store(fault) => fault.about(&Store::file(&self.data)),
            why => why.to_string(),
        })
    }

    fn ask(&self, request: reqwest::RequestBuilder, key: &Key) -> Result<(), String> {
        self.runtime.block_on(async {
            let answer = request.bearer_auth(&key.token).send().await;
            let answer =
                answer.map_err(|error| format!("the café does not answer ({})", error.without_url()))?;
            if answer.status().is_success() {
                return Ok(());
            }
            let status = answer.status();
            let told: Value = answer.json().await.unwrap_or_default();
            Err(told["error"]["message"].as_str().map_or_else(|| status.to_string(), str::to_owned))
        })
    }
}

async fn answers(client: &reqwest::Client, key: &Key) -> bool {
    let asked = client.get(format!("http://{}/healthz", key.address)).timeout(Duration::from_secs(5));
    asked.send().await.is_ok_and(|answer| answer.status().is_success())
}
