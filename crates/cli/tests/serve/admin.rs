//! `cafe admin` as whoever runs a house meets it.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::server::guest::{Guest, Talk, Word};
use crate::server::{Server, cafe};
use serde_json::{Value, json};

fn admin(folder: &Path, arguments: &[&str]) -> Output {
    let mut all = vec!["admin", "--data", folder.to_str().unwrap()];
    all.extend(arguments);
    cafe(&all)
}

/// What is said when it is done.
fn done(folder: &Path, arguments: &[&str]) -> String {
    let output = admin(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// What is said when it is not.
fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = admin(folder, arguments);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn listed(folder: &Path, arguments: &[&str]) -> Vec<Value> {
    serde_json::from_str(&done(folder, arguments)).unwrap()
}

/// Two people at a table, the cards dealt.
async fn two(ann: &Guest, ben: &Guest) -> (String, Talk, Talk) {
    let table = ann.open("card", json!([])).await;
    let (mut first, mut second) = (ann.join(&table).await, ben.join(&table).await);
    first.must(json!({ "do": "sit", "seat": 0, "share": "aa".repeat(32) })).await;
    second.must(json!({ "do": "sit", "seat": 1, "share": "bb".repeat(32) })).await;
    first.must(json!({ "do": "start" })).await;
    (table, first, second)
}

/// Both leave, and the bots of the house bring the game to its end.
async fn over(first: &mut Talk, second: &mut Talk) {
    first.must(json!({ "do": "leave" })).await;
    second.must(json!({ "do": "leave" })).await;
    while second.hear().await.unwrap()["scene"]["result"].is_null() {}
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_and_visitors_are_listed_while_the_house_is_open_and_when_it_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    assert_eq!(done(folder.path(), &["tables"]), "There is no table.\n");
    let (ann, ben) = (Guest::arrive(&server, "Ann").await, Guest::arrive(&server, "Ben").await);
    let waiting = ann.open("board", json!([{ "seat": 1, "level": "novice" }])).await;
    let (playing, ..) = two(&ann, &ben).await;
    let look = |server: Option<Server>| {
        let tables = listed(folder.path(), &["tables", "--json"]);
        let states: Vec<&str> = tables.iter().map(|table| table["state"].as_str().unwrap()).collect();
        assert_eq!(states.len(), 2, "{tables:?}");
        let of = |id: &str| tables.iter().find(|table| table["id"] == id).unwrap();
        assert_eq!((&of(&waiting)["state"], &of(&waiting)["game"]), (&json!("waiting"), &json!("board")));
        assert_eq!((&of(&playing)["state"], &of(&playing)["to_move"]), (&json!("playing"), &json!(0)));
        assert_eq!(of(&playing)["seats"][1]["name"], "Ben");
        let text = done(folder.path(), &["tables"]);
        let line = text.lines().find(|line| line.starts_with(&playing)).unwrap();
        assert!(line.contains("playing") && line.ends_with("Ann, Ben"), "{text}");
        let visitors = listed(folder.path(), &["visitors", "--json"]);
        let ann_listed = visitors.iter().find(|visitor| visitor["id"] == ann.visitor.as_str()).unwrap();
        assert_eq!((&ann_listed["name"], &ann_listed["devices"]), (&json!("Ann"), &json!(1)));
        assert!(done(folder.path(), &["visitors"]).contains(&ben.visitor));
        server
    };
    let server = look(Some(server)).unwrap();
    assert_eq!(server.stop("TERM").code, Some(0));
    look(None);
    let server = Server::start(folder.path());
    let (mut first, mut second) =
        (ann.at(&server).join(&playing).await, ben.at(&server).join(&playing).await);
    over(&mut first, &mut second).await;
    assert_eq!(listed(folder.path(), &["tables", "--json"]).len(), 1);
    assert_eq!(listed(folder.path(), &["tables", "--all", "--json"]).len(), 2);
    let text = done(folder.path(), &["tables", "--all", "--most", "1"]);
    assert!(text.ends_with("At most 1 are listed; --most lists more.\n"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_ended_and_those_at_it_are_told_why() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let (ann, ben) = (Guest::arrive(&server, "Ann").await, Guest::arrive(&server, "Ben").await);
    let (table, mut first, _second) = two(&ann, &ben).await;
    let other = ann.open("card", json!([])).await;
    assert_eq!(
        done(folder.path(), &["end", &table, "--why", "We close at ten."]),
        format!("{table} is closed.\n")
    );
    let told = loop {
        let told = first.hear().await.unwrap();
        if told["happened"][0]["what"] == "closed" {
            break told;
        }
    };
    assert_eq!(told["happened"][0]["why"], "We close at ten.");
    assert_eq!((&told["room"]["closed"], &told["room"]["over"]), (&json!(true), &json!(true)));
    let refusal = first.ask(json!({ "do": "act", "seq": 0, "actions": ["draw"] })).await;
    assert_eq!(refusal["code"], "over", "{refusal}");
    let again = refused(folder.path(), &["end", &table]);
    assert!(again.contains("over already"), "{again}");
    let nowhere = refused(folder.path(), &["end", "aaaaaaaaaaaaaaaa"]);
    assert!(nowhere.contains("there is none of this name") && nowhere.contains("admin tables"), "{nowhere}");
    let unseen = refused(folder.path(), &["end", &other, "--why", "\u{202e}"]);
    assert!(unseen.contains("can be seen"), "{unseen}");
    // The same without a server, on the file.
    assert_eq!(server.stop("TERM").code, Some(0));
    let nowhere = refused(folder.path(), &["end", "aaaaaaaaaaaaaaaa"]);
    assert!(nowhere.contains("there is none of this name"), "{nowhere}");
    done(folder.path(), &["end", &other]);
    let server = Server::start(folder.path());
    for table in [&table, &other] {
        let (_, room) = ann.at(&server).get(&format!("/api/v1/tables/{table}")).await;
        assert_eq!(room["closed"], true, "{room}");
    }
}

/// Where a text is in the files of a folder.
fn found(folder: &Path, text: &str) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let holds = |path: &PathBuf| {
        let bytes = std::fs::read(path).unwrap();
        bytes.windows(text.len()).any(|window| window == text.as_bytes())
    };
    files.filter(|path| path.is_file() && holds(path)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_forgotten_is_nowhere_any_more_and_the_games_of_others_stay_valid() {
    for open in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::start(folder.path());
        let ann = Guest::arrive(&server, "Annabelle-Sophie").await;
        let ben = Guest::arrive(&server, "Ben").await;
        let (finished, mut first, mut second) = two(&ann, &ben).await;
        first.must(json!({ "do": "say", "text": "my words are mine" })).await;
        second.must(json!({ "do": "say", "text": "Ben's words stay" })).await;
        over(&mut first, &mut second).await;
        let (playing, _first, mut second) = two(&ann, &ben).await;
        let (_, link) = ann.send("POST", "/api/v1/me/link", Some(json!({}))).await;
        let link: Value = serde_json::from_str(&link).unwrap();
        let mut server = Some(server);
        if open {
            done(folder.path(), &["forget", &ann.visitor]);
            // A bot looks after the seat, so that the other can play on.
            let told = loop {
                let told = second.hear().await.unwrap();
                if told["room"]["seats"][0]["name"] == "Somebody" {
                    break told;
                }
            };
            assert_eq!(told["room"]["seats"][0]["minded"], true, "{told}");
        } else {
            assert_eq!(server.take().unwrap().stop("TERM").code, Some(0));
            done(folder.path(), &["forget", &ann.visitor]);
        }
        let server = server.unwrap_or_else(|| Server::start(folder.path()));
        let (ann, ben) = (ann.at(&server), ben.at(&server));
        assert_eq!(ann.get("/api/v1/me").await.0, 401);
        let code = link["code"].as_str().unwrap();
        assert_eq!(ann.send("POST", &format!("/api/v1/links/{code}"), None).await.0, 404);
        let (status, record) = ben.send("GET", &format!("/api/v1/tables/{finished}/record"), None).await;
        assert_eq!(status, 200);
        let kept = folder.path().join("kept.cafe");
        std::fs::write(&kept, &record).unwrap();
        let verified = cafe(&["verify", kept.to_str().unwrap()]);
        assert!(verified.status.success(), "{record}");
        assert!(record.contains("Somebody") && record.contains("Ben"), "{record}");
        // Nor is she in what others can look at: the game step by step, and their lists.
        for path in [&format!("/api/v1/tables/{finished}/replay"), "/api/v1/games", "/api/v1/tables"] {
            let (status, told) = ben.send("GET", path, None).await;
            assert_eq!(
                (status, told.contains("Annabelle-Sophie"), told.contains(&ann.visitor)),
                (200, false, false),
                "{path}"
            );
            assert_eq!(told.contains("Somebody"), path != "/api/v1/tables", "{path}");
        }
        let happened = ben.join(&finished).await.everything().await;
        let said: Vec<&Value> =
            happened.iter().filter(|one| one["what"] == "said").map(|one| &one["text"]).collect();
        assert_eq!(said, ["…", "Ben's words stay"]);
        let (_, room) = ben.get(&format!("/api/v1/tables/{playing}")).await;
        assert_eq!(room["seats"][0]["name"], "Somebody");
        let again = refused(folder.path(), &["forget", &ann.visitor]);
        assert!(again.contains("there is none of this name") && again.contains("admin visitors"), "{again}");
        assert_eq!(server.stop("TERM").code, Some(0));
        for secret in ["Annabelle-Sophie", "my words are mine", &ann.visitor] {
            assert_eq!(found(folder.path(), secret), [] as [PathBuf; 0], "{secret} (open: {open})");
        }
        assert!(!found(folder.path(), "Ben's words stay").is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_taken_while_people_play_is_whole_and_replaces_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let word = Word::said(&server, "before the backup").await;
    // Others play all the while.
    let url = server.url("");
    let load = std::thread::spawn(move || cafe(&["load", "--url", &url, "--tables", "5", "--seconds", "2"]));
    let elsewhere = tempfile::tempdir().unwrap();
    let file = elsewhere.path().join("cafe.sqlite");
    let told = done(folder.path(), &["backup", file.to_str().unwrap()]);
    assert!(told.contains("holds everything"), "{told}");
    assert!(load.join().unwrap().status.success());
    let mode = std::fs::metadata(&file).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o600, "what is in it is nobody else's business");
    let names: Vec<_> = std::fs::read_dir(elsewhere.path()).unwrap().collect();
    assert_eq!(names.len(), 1, "nothing lies beside it: {names:?}");
    let bytes = std::fs::read(&file).unwrap();
    let again = refused(folder.path(), &["backup", file.to_str().unwrap()]);
    assert!(again.contains("is there already; choose another name"), "{again}");
    assert_eq!(std::fs::read(&file).unwrap(), bytes);
    let server_of_the_copy = Server::start(elsewhere.path());
    word.is_known_at(&server_of_the_copy).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_who_can_read_the_key_is_obeyed() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let ann = Guest::arrive(&server, "Ann").await;
    let table = ann.open("card", json!([])).await;
    let key = folder.path().join("admin.json");
    assert_eq!(std::fs::metadata(&key).unwrap().permissions().mode() & 0o777, 0o600);
    let end = format!("/admin/v1/tables/{table}/end");
    let forget = format!("/admin/v1/visitors/{}", ann.visitor);
    for token in [ann.token.clone(), String::new(), "a".repeat(32)] {
        let stranger = Guest { token, ..ann.clone() };
        assert_eq!(stranger.send("POST", &end, Some(json!({ "why": null }))).await.0, 404);
        assert_eq!(stranger.send("DELETE", &forget, None).await.0, 404);
    }
    assert_eq!(ann.get("/api/v1/me").await.0, 200);
    let key: Value = serde_json::from_slice(&std::fs::read(&key).unwrap()).unwrap();
    let keeper = Guest { token: key["token"].as_str().unwrap().to_owned(), ..ann.clone() };
    assert_eq!(keeper.send("POST", &end, Some(json!({ "why": null }))).await.0, 204);
    // A key that a killed server left opens nothing: the file is free, and is used itself.
    server.kill();
    assert!(folder.path().join("admin.json").is_file());
    done(folder.path(), &["forget", &ann.visitor]);
}

#[test]
fn a_folder_without_a_house_does_not_get_one_by_being_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("copy");
    for arguments in
        [&["tables"][..], &["visitors"], &["end", "aaaaaaaaaaaaaaaa"], &["backup", file.to_str().unwrap()]]
    {
        let said = refused(folder.path(), arguments);
        assert!(said.contains("cafe.sqlite is not there") && said.contains("--data"), "{said}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn the_file_that_a_house_is_opened_with_also_says_where_to_look_after_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cafe.toml");
    let said = |text: &str, environment: &[(&str, &str)], arguments: &[&str]| {
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
    // A folder without a house is refused with its name, which shows whose word counted. The file is the server's own:
    // it may set what is nobody else's business.
    let text = "listen = \"127.0.0.1:7878\"\ndata = \"/nowhere/file\"\norigin = [\"https://a.example\"]\n";
    let in_environment = [("CAFE_DATA", "/nowhere/environment")];
    assert!(said(text, &[], &["tables"]).contains("/nowhere/file/cafe.sqlite"));
    assert!(said(text, &in_environment, &["visitors"]).contains("/nowhere/environment/cafe.sqlite"));
    let flag = said(text, &in_environment, &["end", "aaaaaaaaaaaaaaaa", "--data", "/nowhere/flag"]);
    assert!(flag.contains("/nowhere/flag/cafe.sqlite"), "{flag}");
    let wrong = said("colour = 3\n", &[], &["tables"]);
    assert!(wrong.contains("cafe.toml: there is no setting colour"), "{wrong}");
    let gone = folder.path().join("gone.toml");
    let output = cafe(&["admin", "tables", "--config", gone.to_str().unwrap()]);
    assert!(String::from_utf8(output.stderr).unwrap().contains("gone.toml"));
}
