//! A disk that does not confirm writes: the server says so, answers nothing that it does not know, and goes on by itself.

use std::path::Path;
use std::process::Command;

use super::disk_faults::until_ready_status;
use super::server_process::{ServerProcess, serve_arguments};
use super::simulated_disk::SimulatedDisk;
use super::test_client::{AcknowledgedChat, TestConnection, chat};
use cafe_client::reqwest::Method;
use cafe_room::messages::{RoomEventKind, ServerMessage};

const LOG: &str = "cafe.sqlite-wal";

fn start(disk: &SimulatedDisk, folder: &Path) -> ServerProcess {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cafe"));
    command.args(serve_arguments(folder)).args(["--log", "info"]);
    ServerProcess::spawn(disk.attach(&mut command))
}

/// Waits for the answer to a request that is refused.
async fn refusal(connection: &mut TestConnection) -> String {
    loop {
        match connection.next().await.unwrap() {
            ServerMessage::Refused { code, .. } => return code,
            ServerMessage::Update(update) => assert!(update.events.is_empty(), "{:?}", update.events),
            _ => {}
        }
    }
}

/// Returns the texts of the chat of a room.
async fn chat_texts(server: &ServerProcess, acknowledged: &AcknowledgedChat) -> Vec<String> {
    let ann = acknowledged.ann.on(server);
    let events = ann.connect(&acknowledged.room_id).await.next_update().await.events;
    let text = |kind| match kind {
        RoomEventKind::Chat { text, .. } => Some(text),
        _ => None,
    };
    events.into_iter().filter_map(|event| text(event.kind)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_sync_is_reported_and_settled_before_it_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    let disk = SimulatedDisk::new(folder.path());
    let server = start(&disk, folder.path());
    let mut acknowledged = AcknowledgedChat::send(&server, "before").await;
    disk.fail_syncs(&[LOG]);
    acknowledged.connection.0.send(chat("refused")).await.unwrap();
    until_ready_status(&server, 503).await;
    let (_, metrics) = acknowledged.ann.http(Method::GET, "/metrics", None).await;
    assert!(metrics.contains("cafe_store_writable 0\n"), "{metrics}");
    assert!(metrics.contains("cafe_store_failed_syncs_total 1\n"), "{metrics}");
    assert_eq!(acknowledged.ann.http(Method::GET, "/healthz", None).await.0, 200);
    disk.fail_syncs(&[]);
    assert_eq!(refusal(&mut acknowledged.connection).await, "not_stored");
    until_ready_status(&server, 200).await;
    acknowledged.connection.accept(chat("after")).await;
    assert_eq!(chat_texts(&server, &acknowledged).await, ["before", "after"]);
    let log = server.kill();
    assert!(log.contains("writes to the store fail") && log.contains("check the disk"), "{log}");
    assert!(log.contains("database opened again after a failed sync"), "{log}");
    for seed in 0..4 {
        let after = disk.cut_power(&mut fastrand::Rng::with_seed(seed));
        let server = ServerProcess::start(after.path());
        assert_eq!(chat_texts(&server, &acknowledged).await, ["before", "after"], "seed {seed}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn server_with_a_broken_disk_can_be_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let disk = SimulatedDisk::new(folder.path());
    let server = start(&disk, folder.path());
    let mut acknowledged = AcknowledgedChat::send(&server, "before").await;
    disk.fail_syncs(&[LOG, "cafe.sqlite"]);
    acknowledged.connection.0.send(chat("not answered")).await.unwrap();
    until_ready_status(&server, 503).await;
    let exited = tokio::task::spawn_blocking(move || server.stop("TERM")).await.unwrap();
    assert_eq!(exited.code, Some(0), "{}", exited.log);
    assert!(exited.log.contains("store closed after a failed sync"), "{}", exited.log);
    while let Ok(message) = acknowledged.connection.next().await {
        assert!(!matches!(message, ServerMessage::Refused { .. }), "nobody knows whether it is stored");
    }
    // The next start does not trust the log either.
    let mut command = Command::new(env!("CARGO_BIN_EXE_cafe"));
    let output = disk.attach(command.args(serve_arguments(folder.path()))).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && error.contains("the disk did not confirm a write"), "{error}");
    disk.fail_syncs(&[]);
    let server = start(&disk, folder.path());
    let texts = chat_texts(&server, &acknowledged).await;
    assert_eq!(texts.first().map(String::as_str), Some("before"), "{texts:?}");
    // Nothing was said about the other, so it may be there.
    assert!(texts.len() == 1 || texts == ["before", "not answered"], "{texts:?}");
}
