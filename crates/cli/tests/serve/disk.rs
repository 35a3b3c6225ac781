//! A disk that fails: whoever plays is told, nothing that was acknowledged is lost, and nothing is damaged.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use crate::server::guest::Guest;
use crate::server::{Server, arguments};
use rustix::process::{Pid, Resource, Rlimit, prlimit};
use serde_json::{Value, json};

/// Lets no file of a process grow beyond this: to the process that is a disk that takes no more.
fn limit_files(server: &Server, bytes: Option<u64>) {
    let pid = Pid::from_raw(server.id().try_into().unwrap());
    prlimit(pid, Resource::Fsize, Rlimit { current: bytes, maximum: None }).unwrap();
}

/// A house that does not end when one of its files may not grow: the system sends a signal then that would end it.
fn start(folder: &Path) -> Server {
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' XFSZ; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_cafe")]);
    Server::of(shell.args(arguments(folder)).args(["--log", "info"]))
}

/// Waits until somebody who asks whether the house is ready hears this.
async fn ready(server: &Server, status: u16) {
    for _ in 0..600 {
        if reqwest::get(server.url("/readyz")).await.unwrap().status() == status {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("/readyz never answers {status}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_takes_no_more_is_noticed_before_anybody_plays() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path());
    ready(&server, 200).await;
    limit_files(&server, Some(0));
    ready(&server, 503).await;
    limit_files(&server, None);
    ready(&server, 200).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_takes_no_more_loses_nothing_and_the_house_goes_on_when_it_does() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path());
    let ann = Guest::arrive(&server, "Ann").await;
    let bots = json!([{ "seat": 0, "level": "novice" }, { "seat": 1, "level": "novice" }]);
    let bots_only = ann.open("card", bots).await;
    let table = ann.open("card", json!([{ "seat": 1, "level": "novice" }])).await;
    let mut talk = ann.join(&table).await;
    talk.must(json!({ "do": "sit", "seat": 0 })).await;
    ann.join(&bots_only).await.must(json!({ "do": "start" })).await;
    let before = talk.must(json!({ "do": "say", "text": "before" })).await;

    let log = fs::metadata(folder.path().join("cafe.sqlite-wal")).unwrap().len();
    limit_files(&server, Some(log));
    // The bots next door may have begun a new log in the old one: then there is still some room.
    let refused = loop {
        let told = talk.ask(json!({ "do": "say", "text": "while there is no room" })).await;
        if told["tell"] == "refused" {
            break told;
        }
    };
    assert_eq!(refused["code"], "not_stored", "{refused}");
    assert_eq!(refused["message"], "the house could not write this down; nothing has changed, try again");
    let (status, told) = ann.get("/readyz").await;
    assert_eq!((status, &told["error"]["code"]), (503, &json!("not_stored")));
    assert_eq!(ann.send("GET", "/healthz", None).await.0, 200);
    let (_, metrics) = ann.send("GET", "/metrics", None).await;
    assert!(metrics.contains("cafe_store_writable 0\n"), "{metrics}");
    assert!(metrics.contains(r#"cafe_refused_total{at="socket",reason="not_stored"}"#), "{metrics}");
    // What needs no writing goes on.
    assert_eq!(ann.get(&format!("/api/v1/tables/{table}")).await.0, 200);
    let body = json!({ "options": { "game": "card", "players": 2 } });
    assert_eq!(ann.send("POST", "/api/v1/tables", Some(body)).await.0, 503);

    limit_files(&server, None);
    ready(&server, 200).await;
    let after = talk.must(json!({ "do": "say", "text": "after" })).await;
    // The bots had to wait, and have played on.
    while ann.get(&format!("/api/v1/tables/{bots_only}")).await.1["over"] != true {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let said = server.kill();
    assert!(said.contains("nothing can be stored") && said.contains("look at its space"), "{said}");
    assert!(said.contains("stored again"), "{said}");

    let server = Server::start(folder.path());
    let happened = ann.at(&server).join(&table).await.everything().await;
    for told in [&before, &after] {
        let last = told["happened"].as_array().unwrap().last().unwrap();
        assert!(happened.contains(last), "{last} is lost");
    }
    let numbers: Vec<u64> = happened.iter().map(|one| one["n"].as_u64().unwrap()).collect();
    assert!(numbers.is_sorted_by(|one, next| one + 1 == *next), "{numbers:?}");
}

/// The program where everybody may start it, and how somebody starts it for whom permissions hold: root asks another.
fn as_somebody_with_permissions(place: &Path) -> Command {
    let program = place.join("cafe");
    fs::copy(env!("CARGO_BIN_EXE_cafe"), &program).unwrap();
    fs::set_permissions(place, Permissions::from_mode(0o755)).unwrap();
    let mut command = Command::new(program);
    if rustix::process::geteuid().is_root() {
        command.uid(65_534).gid(65_534);
    }
    command
}

fn refusal(mut command: Command, folder: &Path) -> String {
    let mut child =
        command.args(arguments(folder)).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    for _ in 0..600 {
        if let Some(status) = child.try_wait().unwrap() {
            assert_eq!(status.code(), Some(1));
            return std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    let _ = child.kill();
    panic!("it opens all the same");
}

/// A folder with a house that was closed in good order.
fn closed_house() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(Server::start(folder.path()).stop("TERM").code, Some(0));
    let file = folder.path().join("cafe.sqlite");
    (folder, file)
}

#[test]
fn a_file_that_may_only_be_read_is_refused_before_anybody_comes() {
    let (folder, file) = closed_house();
    let place = tempfile::tempdir().unwrap();
    for one in fs::read_dir(folder.path()).unwrap() {
        let one = one.unwrap();
        let mode = if one.file_name() == "cafe.lock" { 0o666 } else { 0o444 };
        fs::set_permissions(one.path(), Permissions::from_mode(mode)).unwrap();
    }
    fs::set_permissions(folder.path(), Permissions::from_mode(0o777)).unwrap();
    let before = fs::read(&file).unwrap();
    let said = refusal(as_somebody_with_permissions(place.path()), folder.path());
    assert!(said.contains("cafe.sqlite: the file may only be read; change its permissions"), "{said}");
    assert_eq!(fs::read(&file).unwrap(), before);
}

#[test]
fn a_folder_that_may_not_be_written_is_refused_with_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let place = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), Permissions::from_mode(0o555)).unwrap();
    let said = refusal(as_somebody_with_permissions(place.path()), folder.path());
    assert!(said.contains("Permission denied") && said.contains("may you write to it?"), "{said}");
    assert!(said.contains(folder.path().to_str().unwrap()), "{said}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_folder_where_the_file_should_be_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("cafe.sqlite")).unwrap();
    let said = refusal(Command::new(env!("CARGO_BIN_EXE_cafe")), folder.path());
    assert!(said.contains("cafe.sqlite cannot be opened"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_with_a_torn_page_is_refused_and_a_backup_put_in_its_place_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let ann = Guest::arrive(&server, "Ann").await;
    let mut tables = Vec::new();
    for _ in 0..30 {
        tables.push(ann.open("card", json!([{ "seat": 1, "level": "novice" }])).await);
    }
    let backup = folder.path().join("backup.sqlite");
    let admin = |arguments: &[&str]| -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cafe"));
        command
            .arg("admin")
            .args(["--data", folder.path().to_str().unwrap()])
            .args(arguments)
            .output()
            .unwrap()
    };
    let output = admin(&["backup", backup.to_str().unwrap()]);
    assert!(output.status.success(), "{output:?}");
    // The log becomes part of the file; a page in the middle is then torn.
    assert_eq!(server.stop("TERM").code, Some(0));
    let file = folder.path().join("cafe.sqlite");
    let mut bytes = fs::read(&file).unwrap();
    let page = 4096;
    assert!(bytes.len() > 8 * page, "{} bytes", bytes.len());
    for torn in (page..bytes.len()).step_by(page) {
        bytes[torn..torn + 64].fill(0x5a);
    }
    fs::write(&file, &bytes).unwrap();
    let said = refusal(Command::new(env!("CARGO_BIN_EXE_cafe")), folder.path());
    assert!(said.contains("is damaged") && said.contains("put back a backup"), "{said}");
    assert_eq!(fs::read(&file).unwrap(), bytes, "it was left as it is");
    // What is damaged is no backup of anything.
    let useless = folder.path().join("useless.sqlite");
    let output = admin(&["backup", useless.to_str().unwrap()]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("is damaged"), "{said}");
    assert!(!useless.exists());
    fs::rename(&file, folder.path().join("damaged.sqlite")).unwrap();
    fs::rename(&backup, &file).unwrap();
    let server = Server::start(folder.path());
    let (_, listed): (u16, Value) = ann.at(&server).get(&format!("/api/v1/tables/{}", tables[29])).await;
    assert_eq!(listed["id"], tables[29].as_str());
}
