//! `cafe admin replicate`: a second folder from which a server can start when the first is lost.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use super::acknowledged_games::AcknowledgedGames;
use super::server_process::{ServerProcess, run_cafe};
use super::test_client::AcknowledgedChat;

fn arguments<'a>(folder: &'a Path, target: &'a Path) -> [&'a str; 5] {
    ["admin", "--data", folder.to_str().unwrap(), "replicate", target.to_str().unwrap()]
}

fn replicate_once(folder: &Path, target: &Path) -> Output {
    let mut all = arguments(folder, target).to_vec();
    all.push("--once");
    run_cafe(&all)
}

fn start_replicating(folder: &Path, target: &Path) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cafe"));
    command.args(arguments(folder, target)).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn copy_files(folder: &Path) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        fs::copy(entry.path(), copy.path().join(entry.file_name())).unwrap();
    }
    copy
}

#[tokio::test(flavor = "multi_thread")]
async fn server_starts_on_the_copy_whenever_replicating_is_killed() {
    let (folder, target) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut rng = fastrand::Rng::with_seed(21);
    let mut games = AcknowledgedGames::new(21);
    let server = ServerProcess::start(folder.path());
    let players = games.play(&server).await;
    let first = replicate_once(folder.path(), target.path());
    assert!(first.status.success(), "{first:?}");
    for _ in 0..5 {
        let chat = AcknowledgedChat::send(&server, "before the copy").await;
        let output = replicate_once(folder.path(), target.path());
        assert!(output.status.success(), "{output:?}");
        let mut replicating = start_replicating(folder.path(), target.path());
        tokio::time::sleep(Duration::from_millis(rng.u64(0..700))).await;
        replicating.kill().unwrap();
        replicating.wait().unwrap();
        let copy = copy_files(target.path());
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
    let replicating = start_replicating(folder.path(), target.path());
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
