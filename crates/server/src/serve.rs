//! Opening and closing the house.

use std::time::Duration;

use tokio::net::TcpListener;

use crate::admin::KeyFile;
use crate::entrance::Entrance;
use crate::house::House;
use crate::http::router;
use crate::table::Command;

/// How often somebody looks for tables where a time is up, or a bot is to play, while nobody looks at them.
const ROUND: Duration = Duration::from_secs(1);
/// How long requests that are under way are waited for when the house closes.
const LAST_REQUESTS: Duration = Duration::from_secs(3);
/// So many such tables are woken at a time: when a house opens that was closed in the middle of many games, the others wait
/// until some of these have played.
const WOKEN: usize = 256;

/// Serves until told to stop; then tells everybody, stores what is under way, and closes. However its visitors behave,
/// that takes no longer than some seconds.
///
/// # Errors
/// If nobody can listen there.
pub async fn serve(
    house: House,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    // Removed when the house is closed; without it the house can be run all the same, but not from outside.
    let key = KeyFile::write(&house, listener.local_addr()?);
    let _key = key.inspect_err(|error| tracing::warn!(%error, "`cafe admin` will not be heard")).ok();
    let clock = tokio::spawn(look_at_clocks(house.clone()));
    let broom = tokio::spawn(house.clone().keep_sweeping());
    let entrance = Entrance::new(house.clone(), router(house.clone()));
    let stop = async {
        stop.await;
        tracing::info!("closing");
        house.begin_to_close();
    };
    let too_long = async {
        house.closes().await;
        tokio::time::sleep(LAST_REQUESTS).await;
    };
    tokio::select! {
        () = entrance.serve(listener, stop) => {}
        // Whoever has sent half a request would keep the house open for long.
        () = too_long => {}
    }
    for task in [clock, broom] {
        task.abort();
        let _ = task.await;
    }
    house.close().await;
    tracing::info!("closed");
    Ok(())
}

/// Wakes the tables where something is to happen by itself.
async fn look_at_clocks(house: House) {
    let mut round = tokio::time::interval(ROUND);
    loop {
        round.tick().await;
        match house.store.overdue(house.now(), WOKEN).await {
            Ok(overdue) => {
                for table in overdue {
                    house.hall.tell(&house, &table.id, Command::Wake).await;
                }
            }
            Err(fault) => tracing::error!(%fault, "the clocks cannot be read"),
        }
    }
}
