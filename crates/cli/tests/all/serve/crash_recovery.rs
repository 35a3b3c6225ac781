//! The server is killed at random moments and loses nothing that it acknowledged.
//!
//! `CAFE_KILLS=1000 cargo test -p cafe --test all crash_recovery -- --nocapture` sets the number of kills.

use std::time::Duration;

use super::acknowledged_games::AcknowledgedGames;
use super::server_process::ServerProcess;

/// Number of servers that are killed at the same time, each on a data folder of its own.
const SERVERS: usize = 2;
/// Number of kills in the usual run of the tests.
const KILLS: usize = 50;

/// Kills the servers of one folder, one after the other. Returns the number of events that were acknowledged.
async fn kill_repeatedly(kills: usize, seed: u64) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut games = AcknowledgedGames::new(seed);
    for _ in 0..kills {
        let server = ServerProcess::start(folder.path());
        let players = games.play(&server).await;
        games.until_updates(rng.usize(0..60)).await;
        tokio::time::sleep(Duration::from_micros(rng.u64(0..10_000))).await;
        server.kill();
        players.end().await;
    }
    let server = ServerProcess::start(folder.path());
    let events = games.check(&server).await;
    server.kill();
    events
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_server_loses_nothing_acknowledged() {
    let kills = std::env::var("CAFE_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(KILLS);
    let share = |server: usize| kills / SERVERS + usize::from(server < kills % SERVERS);
    let servers: Vec<_> =
        (0..SERVERS).map(|server| tokio::spawn(kill_repeatedly(share(server), server as u64))).collect();
    let mut events = 0;
    for server in servers {
        // Fails if an event was lost.
        events += server.await.unwrap();
    }
    println!("{kills} kills, {events} acknowledged events");
    assert!(events > 10 * kills, "only {events} events were acknowledged");
}
