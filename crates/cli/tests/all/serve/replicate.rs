//! `cafe admin replicate`: a second folder from which a server can start when the first is lost.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use super::acknowledged_games::AcknowledgedGames;
use super::server_process::ServerProcess;
use super::simulated_disk::SimulatedDisk;
use super::test_client::AcknowledgedChat;

fn arguments<'a>(folder: &'a Path, target: &'a Path) -> [&'a str; 5] {
    ["admin", "--data", folder.to_str().unwrap(), "replicate", target.to_str().unwrap()]
}

fn cafe(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cafe"));
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn replicate_once(folder: &Path, target: &Path) -> Output {
    cafe(&arguments(folder, target)).arg("--once").output().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn copy_survives_kills_and_power_cuts() {
    let (folder, target) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut rng = fastrand::Rng::with_seed(21);
    let mut games = AcknowledgedGames::new(21);
    let server = ServerProcess::start(folder.path());
    let players = games.play(&server).await;
    for _ in 0..5 {
        let chat = AcknowledgedChat::send(&server, "before the copy").await;
        let disk = SimulatedDisk::new(target.path());
        let mut command = cafe(&arguments(folder.path(), target.path()));
        let output = disk.attach(command.arg("--once")).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let mut replicating =
            disk.attach(&mut cafe(&arguments(folder.path(), target.path()))).spawn().unwrap();
        tokio::time::sleep(Duration::from_millis(rng.u64(0..700))).await;
        replicating.kill().unwrap();
        replicating.wait().unwrap();
        // Not only the process ends, but also the machine.
        let copy = disk.cut_power(&mut rng);
        chat.check_on(&ServerProcess::start(copy.path())).await;
    }
    server.kill();
    players.end().await;
    let output = replicate_once(folder.path(), target.path());
    assert!(output.status.success(), "{output:?}");
    drop(folder);
    let server = ServerProcess::start(target.path());
    assert!(games.check(&server).await > 50);
}

#[tokio::test(flavor = "multi_thread")]
async fn interrupted_copy_is_complete() {
    let (folder, target) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = ServerProcess::start(folder.path());
    let earlier = AcknowledgedChat::send(&server, "before the first copy").await;
    let replicating = cafe(&arguments(folder.path(), target.path())).spawn().unwrap();
    let mut copied = false;
    for _ in 0..600 {
        copied = target.path().join("cafe.sqlite").is_file();
        if copied {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(copied, "there is a first copy");
    let later = AcknowledgedChat::send(&server, "while it is copied").await;
    let interrupted = Command::new("kill").args(["-s", "INT", &replicating.id().to_string()]).status();
    assert!(interrupted.unwrap().success());
    let output = replicating.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("is complete"), "{text}");
    let server_on_copy = ServerProcess::start(target.path());
    earlier.check_on(&server_on_copy).await;
    later.check_on(&server_on_copy).await;
    // The copy has a server of its own now.
    let output = replicate_once(folder.path(), target.path());
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(error.contains("not empty and not a copy; name an empty folder"), "{error}");
    let output = replicate_once(folder.path(), folder.path());
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("is the data folder itself"), "{error}");
}
