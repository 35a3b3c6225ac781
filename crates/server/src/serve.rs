//! Opening and closing the house.

use std::net::SocketAddr;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::net::TcpListener;

use crate::house::{House, now};
use crate::http::router;
use crate::store::Change;
use crate::table::Command;

/// How often somebody looks for tables whose time is up while nobody looks at them.
const ROUND: Duration = Duration::from_secs(1);
/// How long the house waits for those who are still there when it closes.
const FAREWELL: Duration = Duration::from_secs(5);
/// So many such tables are woken at a time.
const WOKEN: usize = 256;

/// Serves until told to stop; then tells everybody, stores what is under way, and closes.
///
/// # Errors
/// If the listener fails.
pub async fn serve(
    house: House,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let clock = tokio::spawn(look_at_clocks(house.clone()));
    let app = router(house.clone()).into_make_service_with_connect_info::<SocketAddr>();
    let closing = house.clone();
    let listener = axum::serve::ListenerExt::tap_io(listener, |stream| {
        // Moves are small and must not wait for each other.
        let _ = stream.set_nodelay(true);
    });
    let served = axum::serve(listener, app).with_graceful_shutdown(async move {
        stop.await;
        tracing::info!("closing");
        for table in closing.hall.everyone() {
            let _ = table.send(Command::HouseCloses).await;
        }
    });
    let result = served.await;
    clock.abort();
    let _ = clock.await;
    // Sockets outlive the requests that opened them: they get a moment to say goodbye.
    let farewell = tokio::time::timeout(FAREWELL, async {
        while house.metrics.sockets.load(Ordering::Relaxed) > 0
            || house.metrics.tables_in_memory.load(Ordering::Relaxed) > 0
        {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
    if farewell.await.is_err() {
        tracing::warn!("some did not say goodbye");
    }
    let _ = house.store.write(Change::Nothing).await;
    result
}

/// Wakes the tables whose time is up.
async fn look_at_clocks(house: House) {
    let mut round = tokio::time::interval(ROUND);
    loop {
        round.tick().await;
        match house.store.overdue(now(), WOKEN).await {
            Ok(overdue) => {
                for table in overdue {
                    house.hall.tell(&house, &table.id, Command::Wake).await;
                }
            }
            Err(fault) => tracing::error!(%fault, "the clocks cannot be read"),
        }
    }
}
