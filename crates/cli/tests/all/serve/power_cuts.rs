//! Power cuts: only what was synced is left for certain, and nothing that was acknowledged is lost.
//!
//! `CAFE_POWER_CUTS=50 cargo test -p cafe --test all power_cuts -- --nocapture` sets the number of power cuts.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use super::acknowledged_games::AcknowledgedGames;
use super::server_process::{ServerProcess, serve_arguments};
use super::simulated_disk::SimulatedDisk;

/// Number of power cuts in the usual run of the tests.
const POWER_CUTS: usize = 10;

/// Starts a server on a simulated disk.
fn start(disk: &SimulatedDisk, folder: &Path, arguments: &[&str]) -> ServerProcess {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cafe"));
    command.args(serve_arguments(folder)).args(["--log", "error"]).args(arguments);
    ServerProcess::spawn(disk.attach(&mut command))
}

#[tokio::test(flavor = "multi_thread")]
async fn power_cut_loses_nothing_acknowledged() {
    let cuts = std::env::var("CAFE_POWER_CUTS").ok().and_then(|text| text.parse().ok()).unwrap_or(POWER_CUTS);
    let mut rng = fastrand::Rng::with_seed(10);
    let mut games = AcknowledgedGames::new(10);
    let mut folder = tempfile::tempdir().unwrap();
    let mut failed_syncs = 0;
    for cut in 0..cuts {
        let disk = SimulatedDisk::new(folder.path());
        let server = start(&disk, folder.path(), &[]);
        let players = games.play(&server).await;
        games.until_updates(rng.usize(0..100)).await;
        if cut % 2 == 1 {
            // A disk that does not confirm writes for a while.
            disk.fail_syncs(&["cafe.sqlite-wal"]);
            tokio::time::sleep(Duration::from_millis(rng.u64(10..100))).await;
            if rng.bool() {
                disk.fail_syncs(&[]);
                tokio::time::sleep(Duration::from_millis(rng.u64(10..1500))).await;
            }
        }
        server.kill();
        players.end().await;
        failed_syncs += disk.failed_syncs("cafe.sqlite-wal");
        folder = disk.cut_power(&mut rng);
    }
    let server = ServerProcess::start(folder.path());
    let events = games.check(&server).await;
    println!("{cuts} power cuts, {failed_syncs} failed syncs, {events} acknowledged events");
    assert!(events > 10 * cuts, "only {events} events were acknowledged");
    assert!(cuts < 2 || failed_syncs > 0);
}

/// Shows that the test above can fail: a server that does not wait for the disk loses what it acknowledged.
#[tokio::test(flavor = "multi_thread")]
async fn power_cut_without_syncs_loses_events() {
    let mut rng = fastrand::Rng::with_seed(3);
    let folder = tempfile::tempdir().unwrap();
    // The games are opened and stored, so that only what is played on the simulated disk can be lost.
    let mut games = AcknowledgedGames::new(3);
    let server = ServerProcess::start(folder.path());
    let players = games.play(&server).await;
    games.until_updates(10).await;
    server.kill();
    players.end().await;
    let disk = SimulatedDisk::new(folder.path());
    let server = start(&disk, folder.path(), &["--test-seed", "1"]);
    let players = games.play(&server).await;
    games.until_updates(50).await;
    server.kill();
    players.end().await;
    let after = disk.cut_power(&mut rng);
    // The folder may even be damaged.
    let checked = tokio::spawn(async move {
        let server = ServerProcess::start(after.path());
        games.check(&server).await
    });
    assert!(checked.await.is_err(), "nothing was lost");
}
