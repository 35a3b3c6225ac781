//! Start and shutdown of the server.

use std::path::Path;
use std::time::Duration;

use tokio::net::TcpListener;

use crate::admin::AdminKeyFile;
use crate::http::router;
use crate::listener::Listener;
use crate::room_actor::RoomCommand;
use crate::state::AppState;

/// Time between two checks for rooms without viewers in which a turn has run out of time or a bot has to play.
const TIMER_INTERVAL: Duration = Duration::from_secs(1);
/// Time that requests in progress get at shutdown.
const REQUEST_GRACE: Duration = Duration::from_secs(3);
/// Maximum number of rooms that the timer loads at a time. After a restart in the middle of many games the others wait until some
/// of these have played.
const TIMER_BATCH_SIZE: usize = 256;

/// Serves until `stop` resolves, then notifies all clients, stores pending writes and returns within seconds, however the clients
/// behave. The key for `cafe admin` is written to `admin_folder`.
///
/// # Errors
/// If the listener has no local address.
pub async fn serve(
    state: AppState,
    listener: TcpListener,
    admin_folder: &Path,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let key_file = AdminKeyFile::write(admin_folder, &state, listener.local_addr()?);
    let _key_file =
        key_file.inspect_err(|error| tracing::warn!(%error, "`cafe admin` cannot reach this server")).ok();
    let timers = tokio::spawn(wake_due_rooms(state.clone()));
    let expiry = tokio::spawn(state.clone().expire_regularly());
    let stop = async {
        stop.await;
        tracing::info!("shutting down");
        state.begin_shutdown();
    };
    let grace_over = async {
        state.shutdown_started().await;
        tokio::time::sleep(REQUEST_GRACE).await;
    };
    tokio::select! {
        () = Listener::new(state.clone(), router(state.clone())).serve(listener, stop) => {}
        // Otherwise a client that sent half a request would delay the shutdown.
        () = grace_over => {}
    }
    for task in [timers, expiry] {
        task.abort();
        let _ = task.await;
    }
    state.shut_down().await;
    tracing::info!("shut down");
    Ok(())
}

/// Wakes the rooms whose timers are due.
pub(crate) async fn wake_due_rooms(state: AppState) {
    let mut interval = tokio::time::interval(TIMER_INTERVAL);
    loop {
        interval.tick().await;
        if let Some(jump_ms) = state.wall_clock.take_jump() {
            state.metrics.clock_jumps.inc();
            tracing::warn!(
                jump_ms,
                "the system clock jumped; the server keeps its own time until it is restarted"
            );
        }
        match state.store.due_rooms(state.now(), TIMER_BATCH_SIZE).await {
            Ok(due) => {
                for room in due {
                    // A room with a full queue is busy and checks its timers itself; waiting for it would stop all clocks.
                    state.rooms.try_send(&state, &room.id, RoomCommand::CheckTimers);
                }
            }
            Err(error) => tracing::error!(%error, "cannot read the timers of rooms"),
        }
    }
}
