//! Opening and closing the house.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::net::TcpListener;

use crate::admin::KeyFile;
use crate::house::{House, now};
use crate::http::router;
use crate::table::Command;

/// How often somebody looks for tables whose time is up while nobody looks at them.
const ROUND: Duration = Duration::from_secs(1);
/// How long requests that are under way are waited for when the house closes.
const LAST_REQUESTS: Duration = Duration::from_secs(3);
/// So many such tables are woken at a time.
const WOKEN: usize = 256;

/// Serves until told to stop; then tells everybody, stores what is under way, and closes. However its visitors behave,
/// that takes no longer than some seconds.
///
/// # Errors
/// If the listener fails.
pub async fn serve(
    house: House,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    // Removed when the house is closed; without it the house can be run all the same, but not from outside.
    let key = KeyFile::write(&house, listener.local_addr()?);
    let _key = key.inspect_err(|error| tracing::warn!(%error, "`cafe admin` will not be heard")).ok();
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
        closing.begin_to_close();
    });
    let too_long = async {
        house.closes().await;
        tokio::time::sleep(LAST_REQUESTS).await;
    };
    let result = tokio::select! {
        result = served.into_future() => result,
        // Whoever has sent half a request would keep the house open for ever.
        () = too_long => Ok(()),
    };
    clock.abort();
    let _ = clock.await;
    house.close().await;
    tracing::info!("closed");
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
