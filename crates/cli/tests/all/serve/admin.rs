//! `cafe admin`, with and without a running server.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::server_process::{ServerProcess, run_cafe};
use super::test_client::{AcknowledgedChat, TestConnection, TestPlayer, chat, play};
use cafe_client::reqwest::Method;
use cafe_room::RoomRequest;
use cafe_room::messages::{RoomEventKind, RoomUpdate};
use cafe_rules::Kind;
use serde_json::{Value, json};

fn admin(folder: &Path, arguments: &[&str]) -> Output {
    let mut all = vec!["admin", "--data", folder.to_str().unwrap()];
    all.extend(arguments);
    run_cafe(&all)
}

/// Runs a command that has to succeed, and returns its output.
fn succeed(folder: &Path, arguments: &[&str]) -> String {
    let output = admin(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Runs a command that has to fail, and returns its error.
fn fail(folder: &Path, arguments: &[&str]) -> String {
    let output = admin(folder, arguments);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn list(folder: &Path, arguments: &[&str]) -> Vec<Value> {
    serde_json::from_str(&succeed(folder, arguments)).unwrap()
}

/// Starts a game of two players.
async fn start_game(ann: &TestPlayer, ben: &TestPlayer) -> (String, TestConnection, TestConnection) {
    let room_id = ann.open_room(Kind::Card, &[]).await;
    let (mut first, mut second) = (ann.connect(&room_id).await, ben.connect(&room_id).await);
    for (player, (connection, share)) in (0..).zip([(&mut first, "aa"), (&mut second, "bb")]) {
        let share = Some(share.repeat(32));
        connection.accept(RoomRequest::TakeSeat { player: Some(player), share }).await;
    }
    first.accept(RoomRequest::Start {}).await;
    (room_id, first, second)
}

/// Lets both players leave, so that bots finish the game.
async fn finish_with_bots(first: &mut TestConnection, second: &mut TestConnection) {
    first.accept(RoomRequest::Leave {}).await;
    second.accept(RoomRequest::Leave {}).await;
    second.result().await;
}

/// Waits for an update that meets a condition.
async fn until_update(
    connection: &mut TestConnection,
    condition: impl Fn(&RoomUpdate) -> bool,
) -> RoomUpdate {
    loop {
        let update = connection.next_update().await;
        if condition(&update) {
            return update;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rooms_and_visitors_are_listed_with_and_without_a_server() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    assert_eq!(succeed(folder.path(), &["rooms"]), "No games.\n");
    let (ann, ben) = (TestPlayer::create(&server, "Ann").await, TestPlayer::create(&server, "Ben").await);
    let waiting = ann.open_room(Kind::Board, &[1]).await;
    let (playing, ..) = start_game(&ann, &ben).await;
    let check_lists = || {
        let rooms = list(folder.path(), &["rooms", "--json"]);
        assert_eq!(rooms.len(), 2, "{rooms:?}");
        let find = |id: &str| rooms.iter().find(|room| room["id"] == id).unwrap();
        let (first, second) = (find(&waiting), find(&playing));
        assert_eq!((&first["state"], &first["game"]), (&json!("waiting"), &json!("board")));
        assert_eq!((&second["state"], &second["to_move"]), (&json!("playing"), &json!(0)));
        assert_eq!(second["occupants"][1]["name"], "Ben");
        let text = succeed(folder.path(), &["rooms"]);
        let line = text.lines().find(|line| line.starts_with(&playing)).unwrap();
        assert!(line.contains("playing") && line.ends_with("Ann, Ben"), "{text}");
        let visitors = list(folder.path(), &["visitors", "--json"]);
        let listed = visitors.iter().find(|visitor| visitor["id"] == ann.id.as_str()).unwrap();
        assert_eq!((&listed["name"], &listed["devices"]), (&json!("Ann"), &json!(1)));
        assert!(succeed(folder.path(), &["visitors"]).contains(&ben.id));
    };
    check_lists();
    assert_eq!(server.stop("TERM").code, Some(0));
    check_lists();
    let server = ServerProcess::start(folder.path());
    let (mut first, mut second) =
        (ann.on(&server).connect(&playing).await, ben.on(&server).connect(&playing).await);
    finish_with_bots(&mut first, &mut second).await;
    assert_eq!(list(folder.path(), &["rooms", "--json"]).len(), 1);
    assert_eq!(list(folder.path(), &["rooms", "--all", "--json"]).len(), 2);
    let text = succeed(folder.path(), &["rooms", "--all", "--limit", "1"]);
    assert!(text.ends_with("There may be more than 1; raise --limit.\n"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_room_shows_the_reason_to_its_players() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let (ann, ben) = (TestPlayer::create(&server, "Ann").await, TestPlayer::create(&server, "Ben").await);
    let (room_id, mut first, _second) = start_game(&ann, &ben).await;
    let other = ann.open_room(Kind::Card, &[]).await;
    let output = succeed(folder.path(), &["close", &room_id, "--reason", "We close at ten."]);
    assert_eq!(output, format!("Closed {room_id}.\n"));
    let is_closed = |event: &RoomEventKind| matches!(event, RoomEventKind::Closed { .. });
    let update =
        until_update(&mut first, |update| update.events.iter().any(|event| is_closed(&event.kind))).await;
    let reason = Some("We close at ten.".to_owned());
    assert_eq!(update.events[0].kind, RoomEventKind::Closed { reason });
    let room = update.room.unwrap();
    assert!(room.closed && room.over);
    assert_eq!(first.refuse(play(0, "draw")).await.code(), Some("over"));
    let again = fail(folder.path(), &["close", &room_id]);
    assert!(again.contains("already over"), "{again}");
    let unknown = fail(folder.path(), &["close", "aaaaaaaaaaaaaaaa"]);
    assert!(unknown.contains("there is no game") && unknown.contains("admin rooms"), "{unknown}");
    let invisible = fail(folder.path(), &["close", &other, "--reason", "\u{202e}"]);
    assert!(invisible.contains("visible characters"), "{invisible}");
    // The same without a server.
    assert_eq!(server.stop("TERM").code, Some(0));
    let unknown = fail(folder.path(), &["close", "aaaaaaaaaaaaaaaa"]);
    assert!(unknown.contains("there is no game"), "{unknown}");
    succeed(folder.path(), &["close", &other]);
    let server = ServerProcess::start(folder.path());
    for room_id in [&room_id, &other] {
        assert!(ann.on(&server).session.room(room_id).await.unwrap().closed);
    }
}

/// Returns the files of a folder that contain a text.
fn files_with(folder: &Path, text: &str) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let contains = |path: &PathBuf| {
        let bytes = std::fs::read(path).unwrap();
        bytes.windows(text.len()).any(|window| window == text.as_bytes())
    };
    files.filter(|path| path.is_file() && contains(path)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn erased_visitor_is_in_no_file_and_other_games_stay_valid() {
    for with_server in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        let server = ServerProcess::start(folder.path());
        let ann = TestPlayer::create(&server, "Annabelle-Sophie").await;
        let ben = TestPlayer::create(&server, "Ben").await;
        let (finished, mut first, mut second) = start_game(&ann, &ben).await;
        first.accept(chat("my words are mine")).await;
        second.accept(chat("Ben's words stay")).await;
        finish_with_bots(&mut first, &mut second).await;
        let (playing, _first, mut second) = start_game(&ann, &ben).await;
        let link = ann.session.create_link().await.unwrap().code;
        let server = if with_server {
            succeed(folder.path(), &["erase", &ann.id]);
            // A bot takes over, so that the other player can go on.
            let is_erased = |update: &RoomUpdate| {
                update.room.as_ref().is_some_and(|room| room.occupants[0].name == "Somebody")
            };
            let update = until_update(&mut second, is_erased).await;
            assert!(update.room.unwrap().occupants[0].bot_plays);
            server
        } else {
            assert_eq!(server.stop("TERM").code, Some(0));
            succeed(folder.path(), &["erase", &ann.id]);
            ServerProcess::start(folder.path())
        };
        let (ann, ben) = (ann.on(&server), ben.on(&server));
        assert_eq!(ann.session.me().await.unwrap_err().status(), Some(401));
        assert_eq!(server.client().claim_link(&link).await.unwrap_err().status(), Some(404));
        let record = ben.session.record(&finished).await.unwrap();
        let file = folder.path().join("kept.cafe");
        std::fs::write(&file, &record).unwrap();
        let verified = run_cafe(&["verify", file.to_str().unwrap()]);
        assert!(verified.status.success(), "{record}");
        assert!(record.contains("Somebody") && record.contains("Ben"), "{record}");
        for path in [&format!("/api/v1/rooms/{finished}/replay"), "/api/v1/me/rooms", "/api/v1/rooms"] {
            let (status, text) = ben.http(Method::GET, path, None).await;
            let contains_her = text.contains("Annabelle-Sophie") || text.contains(&ann.id);
            assert_eq!((status, contains_her), (200, false), "{path}");
            assert_eq!(text.contains("Somebody"), path != "/api/v1/rooms", "{path}");
        }
        let events = ben.connect(&finished).await.next_update().await.events;
        let chat_text = |kind: RoomEventKind| match kind {
            RoomEventKind::Chat { text, .. } => Some(text),
            _ => None,
        };
        let texts: Vec<String> = events.into_iter().filter_map(|event| chat_text(event.kind)).collect();
        assert_eq!(texts, ["…", "Ben's words stay"]);
        assert_eq!(ben.session.room(&playing).await.unwrap().occupants[0].name, "Somebody");
        let again = fail(folder.path(), &["erase", &ann.id]);
        assert!(again.contains("there is no visitor") && again.contains("admin visitors"), "{again}");
        assert_eq!(server.stop("TERM").code, Some(0));
        for erased in ["Annabelle-Sophie", "my words are mine", &ann.id] {
            let files = files_with(folder.path(), erased);
            assert_eq!(files, [] as [PathBuf; 0], "{erased} (with a server: {with_server})");
        }
        assert!(!files_with(folder.path(), "Ben's words stay").is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn backup_under_load_is_complete_and_replaces_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let chat = AcknowledgedChat::send(&server, "before the backup").await;
    let url = server.url("");
    let load =
        std::thread::spawn(move || run_cafe(&["load", "--url", &url, "--tables", "5", "--seconds", "2"]));
    let target_folder = tempfile::tempdir().unwrap();
    let file = target_folder.path().join("cafe.sqlite");
    let output = succeed(folder.path(), &["backup", file.to_str().unwrap()]);
    assert!(output.starts_with("Backed up "), "{output}");
    assert!(load.join().unwrap().status.success());
    let mode = std::fs::metadata(&file).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o600, "only the owner may read it");
    let files: Vec<_> = std::fs::read_dir(target_folder.path()).unwrap().collect();
    assert_eq!(files.len(), 1, "there are no other files: {files:?}");
    let bytes = std::fs::read(&file).unwrap();
    let again = fail(folder.path(), &["backup", file.to_str().unwrap()]);
    assert!(again.contains("exists already; choose another name"), "{again}");
    assert_eq!(std::fs::read(&file).unwrap(), bytes);
    let server_on_backup = ServerProcess::start(target_folder.path());
    chat.check_on(&server_on_backup).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn administration_needs_the_key() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let ann = TestPlayer::create(&server, "Ann").await;
    let room_id = ann.open_room(Kind::Card, &[]).await;
    let key_file = folder.path().join("admin.json");
    assert_eq!(std::fs::metadata(&key_file).unwrap().permissions().mode() & 0o777, 0o600);
    let close = format!("/admin/v1/rooms/{room_id}/close");
    let erase = format!("/admin/v1/visitors/{}", ann.id);
    let body = Some(json!({ "reason": null }));
    for token in [ann.token(), "", &"a".repeat(32)] {
        let unauthorized = ann.with_token(token);
        assert_eq!(unauthorized.http(Method::POST, &close, body.clone()).await.0, 404);
        assert_eq!(unauthorized.http(Method::DELETE, &erase, None).await.0, 404);
    }
    ann.session.me().await.unwrap();
    let key: Value = serde_json::from_slice(&std::fs::read(&key_file).unwrap()).unwrap();
    let administrator = ann.with_token(key["token"].as_str().unwrap());
    assert_eq!(administrator.http(Method::POST, &close, body).await.0, 204);
    // The key of a killed server is ignored, and the file is used directly.
    server.kill();
    assert!(key_file.is_file());
    succeed(folder.path(), &["erase", &ann.id]);
}

#[test]
fn administration_does_not_create_a_database() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("copy");
    for arguments in
        [&["rooms"][..], &["visitors"], &["close", "aaaaaaaaaaaaaaaa"], &["backup", file.to_str().unwrap()]]
    {
        let error = fail(folder.path(), arguments);
        assert!(error.contains("cafe.sqlite does not exist") && error.contains("--data"), "{error}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn settings_file_of_the_server_names_the_data_folder() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cafe.toml");
    let error = |text: &str, environment: &[(&str, &str)], arguments: &[&str]| {
        std::fs::write(&file, text).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_cafe"))
            .args(["admin", "--config", file.to_str().unwrap()])
            .args(arguments)
            .envs(environment.iter().copied())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stderr).unwrap()
    };
    // The error for a missing folder names it, which shows the setting that was used. Other settings of the server are ignored.
    let text =
        "listen = \"127.0.0.1:7878\"\ndata = \"/nowhere/file\"\nallowed_origin = [\"https://a.example\"]\n";
    let in_environment = [("CAFE_DATA", "/nowhere/environment")];
    assert!(error(text, &[], &["rooms"]).contains("/nowhere/file/cafe.sqlite"));
    assert!(error(text, &in_environment, &["visitors"]).contains("/nowhere/environment/cafe.sqlite"));
    let flag = error(text, &in_environment, &["close", "aaaaaaaaaaaaaaaa", "--data", "/nowhere/flag"]);
    assert!(flag.contains("/nowhere/flag/cafe.sqlite"), "{flag}");
    let unknown = error("colour = 3\n", &[], &["rooms"]);
    assert!(unknown.contains("cafe.toml: there is no setting colour"), "{unknown}");
    let missing = folder.path().join("gone.toml");
    let output = run_cafe(&["admin", "rooms", "--config", missing.to_str().unwrap()]);
    assert!(String::from_utf8(output.stderr).unwrap().contains("gone.toml"));
}
