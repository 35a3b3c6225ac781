//! Faults of the disk: players get an error, nothing acknowledged is lost, and nothing is damaged.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use super::server_process::{ServerProcess, run_cafe, serve_arguments};
use super::test_client::{TestPlayer, chat, take_seat};
use cafe_client::ClientError;
use cafe_client::reqwest::{self, Method};
use cafe_room::RoomRequest;
use cafe_rules::Kind;
use rustix::process::{Pid, Resource, Rlimit, prlimit};

/// Limits the size of the files of a process, which then behaves as if the disk were full.
fn limit_file_size(server: &ServerProcess, bytes: Option<u64>) {
    let pid = Pid::from_raw(server.id().try_into().unwrap());
    prlimit(pid, Resource::Fsize, Rlimit { current: bytes, maximum: None }).unwrap();
}

/// Starts a server that ignores the signal which the system sends when a file reaches its limit.
fn start(folder: &Path) -> ServerProcess {
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' XFSZ; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_cafe")]);
    ServerProcess::spawn(shell.args(serve_arguments(folder)).args(["--log", "info"]))
}

/// Waits until `/readyz` has this status.
pub(super) async fn until_ready_status(server: &ServerProcess, status: u16) {
    for _ in 0..600 {
        if reqwest::get(server.url("/readyz")).await.unwrap().status() == status {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("/readyz never returns {status}");
}

#[tokio::test(flavor = "multi_thread")]
async fn full_disk_is_noticed_without_requests() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path());
    until_ready_status(&server, 200).await;
    limit_file_size(&server, Some(0));
    until_ready_status(&server, 503).await;
    limit_file_size(&server, None);
    until_ready_status(&server, 200).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn full_disk_loses_nothing_and_the_server_recovers() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path());
    let ann = TestPlayer::create(&server, "Ann").await;
    let bots_only = ann.open_room(Kind::Card, &[0, 1]).await;
    let room_id = ann.open_room(Kind::Card, &[1]).await;
    let mut connection = ann.connect(&room_id).await;
    connection.accept(take_seat(0)).await;
    ann.connect(&bots_only).await.accept(RoomRequest::Start {}).await;
    let before = connection.accept(chat("before")).await;

    let wal_bytes = fs::metadata(folder.path().join("cafe.sqlite-wal")).unwrap().len();
    limit_file_size(&server, Some(wal_bytes));
    // The bots may have restarted the write-ahead log, which leaves some room in it.
    let error = loop {
        if let Err(error) = connection.request(chat("while the disk is full")).await {
            break error;
        }
    };
    assert_eq!(error.code(), Some("not_stored"), "{error}");
    assert!(error.to_string().contains("nothing has changed, try again"), "{error}");
    let ready = server.client().check_ready().await.unwrap_err();
    assert_eq!((ready.status(), ready.code()), (Some(503), Some("not_stored")));
    assert_eq!(ann.http(Method::GET, "/healthz", None).await.0, 200);
    let (_, metrics) = ann.http(Method::GET, "/metrics", None).await;
    assert!(metrics.contains("cafe_store_writable 0\n"), "{metrics}");
    assert!(metrics.contains(r#"cafe_refused_total{at="socket",code="not_stored"}"#), "{metrics}");
    // Reading still works.
    let room = ann.session.room(&room_id).await.unwrap();
    let opened = ann.session.open_room(room.options, Vec::new()).await;
    assert!(matches!(opened, Err(ClientError::Http { status: 503, .. })), "{opened:?}");

    limit_file_size(&server, None);
    until_ready_status(&server, 200).await;
    let after = connection.accept(chat("after")).await;
    // The bots had to wait and then finished their game.
    while !ann.session.room(&bots_only).await.unwrap().over {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let log = server.kill();
    assert!(log.contains("writes to the store fail") && log.contains("check its space"), "{log}");
    assert!(log.contains("writes to the store succeed again"), "{log}");

    let server = ServerProcess::start(folder.path());
    let events = ann.on(&server).connect(&room_id).await.next_update().await.events;
    for update in [&before, &after] {
        let acknowledged = update.events.last().unwrap();
        assert!(events.contains(acknowledged), "{acknowledged:?} is lost");
    }
    let numbers: Vec<u64> = events.iter().map(|event| event.number).collect();
    assert!(numbers.is_sorted_by(|number, next| number + 1 == *next), "{numbers:?}");
}

/// Returns a command that runs a copy of the program as a user for whom permissions matter: not as root.
fn unprivileged_cafe(place: &Path) -> Command {
    let program = place.join("cafe");
    fs::copy(env!("CARGO_BIN_EXE_cafe"), &program).unwrap();
    fs::set_permissions(place, Permissions::from_mode(0o755)).unwrap();
    let mut command = Command::new(program);
    if rustix::process::geteuid().is_root() {
        command.uid(65_534).gid(65_534);
    }
    command
}

/// Returns the error of a server that cannot start.
fn start_error(mut command: Command, folder: &Path) -> String {
    let mut child =
        command.args(serve_arguments(folder)).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    for _ in 0..600 {
        if let Some(status) = child.try_wait().unwrap() {
            assert_eq!(status.code(), Some(1));
            return std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    let _ = child.kill();
    panic!("the server starts");
}

/// Returns the data folder and the database of a server that was stopped.
fn stopped_server() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(ServerProcess::start(folder.path()).stop("TERM").code, Some(0));
    let file = folder.path().join("cafe.sqlite");
    (folder, file)
}

#[test]
fn read_only_file_is_refused_at_start() {
    let (folder, file) = stopped_server();
    let place = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(folder.path()).unwrap() {
        let entry = entry.unwrap();
        let mode = if entry.file_name() == "cafe.lock" { 0o666 } else { 0o444 };
        fs::set_permissions(entry.path(), Permissions::from_mode(mode)).unwrap();
    }
    fs::set_permissions(folder.path(), Permissions::from_mode(0o777)).unwrap();
    let before = fs::read(&file).unwrap();
    let error = start_error(unprivileged_cafe(place.path()), folder.path());
    assert!(error.contains("cafe.sqlite: the file is read-only; change its permissions"), "{error}");
    assert_eq!(fs::read(&file).unwrap(), before);
}

#[test]
fn read_only_folder_is_refused_with_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let place = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), Permissions::from_mode(0o555)).unwrap();
    let error = start_error(unprivileged_cafe(place.path()), folder.path());
    assert!(error.contains("Permission denied") && error.contains("you may write to it"), "{error}");
    assert!(error.contains(folder.path().to_str().unwrap()), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn folder_in_place_of_the_database_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("cafe.sqlite")).unwrap();
    let error = start_error(Command::new(env!("CARGO_BIN_EXE_cafe")), folder.path());
    assert!(error.contains("cafe.sqlite cannot be opened"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn damaged_file_is_refused_and_a_backup_can_replace_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let ann = TestPlayer::create(&server, "Ann").await;
    let mut room_ids = Vec::new();
    for _ in 0..30 {
        room_ids.push(ann.open_room(Kind::Card, &[1]).await);
    }
    let back_up = |target: &Path| -> Output {
        let folder = folder.path().to_str().unwrap();
        run_cafe(&["admin", "--data", folder, "backup", target.to_str().unwrap()])
    };
    let backup = folder.path().join("backup.sqlite");
    let output = back_up(&backup);
    assert!(output.status.success(), "{output:?}");
    // At shutdown the write-ahead log is merged into the file. Then the start of every page but the first is overwritten.
    assert_eq!(server.stop("TERM").code, Some(0));
    let file = folder.path().join("cafe.sqlite");
    let mut bytes = fs::read(&file).unwrap();
    let page_bytes = 4096;
    assert!(bytes.len() > 8 * page_bytes, "{} bytes", bytes.len());
    for page in (page_bytes..bytes.len()).step_by(page_bytes) {
        bytes[page..page + 64].fill(0x5a);
    }
    fs::write(&file, &bytes).unwrap();
    let error = start_error(Command::new(env!("CARGO_BIN_EXE_cafe")), folder.path());
    assert!(error.contains("the file is damaged") && error.contains("restore a backup"), "{error}");
    assert_eq!(fs::read(&file).unwrap(), bytes, "the file is unchanged");
    // There is no backup of a damaged file.
    let useless = folder.path().join("useless.sqlite");
    let output = back_up(&useless);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && error.contains("the file is damaged"), "{error}");
    assert!(!useless.exists());
    fs::rename(&file, folder.path().join("damaged.sqlite")).unwrap();
    fs::rename(&backup, &file).unwrap();
    let server = ServerProcess::start(folder.path());
    assert_eq!(ann.on(&server).session.room(&room_ids[29]).await.unwrap().id, room_ids[29]);
}
