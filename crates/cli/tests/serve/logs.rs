//! Nothing that is secret is in the log, however talkative it is, nor in what is counted, nor in what is refused.

use std::path::Path;
use std::process::Command;

use crate::server::guest::{Guest, Talk};
use crate::server::{Server, arguments};
use cafe_rules::Record;
use futures_util::SinkExt as _;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

/// The table as it was when this many things had happened.
async fn hear_until(talk: &mut Talk, n: &Value) -> Value {
    loop {
        let told = talk.hear().await.unwrap();
        if told["tell"] == "now" && told["n"] == *n {
            return told;
        }
    }
}

/// Plays whatever is legal until the game is over, from what the first player was told last. Returns some refusals.
async fn play_out(talks: &mut [Talk; 2], last: Value) -> Vec<String> {
    let mut refusals = Vec::new();
    // Whoever's turn it is not tries as well, and then something that is no action, and another moment.
    for talk in talks.iter_mut() {
        for (seq, action) in [(1000, "draw"), (0, "hello"), (0, "XXm@z9")] {
            let told = talk.ask(json!({ "do": "act", "seq": seq, "actions": [action] })).await;
            assert_eq!(told["tell"], "refused");
            refusals.push(told.to_string());
        }
    }
    let mut legal = last["scene"]["legal"].clone();
    let mut scene = last["scene"].clone();
    while scene["result"].is_null() {
        let turn = scene["turn"].as_u64().unwrap() as usize;
        let act = json!({ "do": "act", "seq": scene["seq"], "actions": [legal[0]["action"]] });
        let told = talks[turn].must(act).await;
        let seen = hear_until(&mut talks[1 - turn], &told["n"]).await;
        scene = told["scene"].clone();
        let next = scene["turn"].as_u64().unwrap() as usize;
        legal = if next == turn { &told } else { &seen }["scene"]["legal"].clone();
    }
    refusals
}

/// Plays a game with talk, makes every kind of mistake, and returns what must stay secret, what must be there, what was
/// refused, and what was counted.
async fn evening(server: &Server) -> (Vec<String>, String, Vec<String>, String) {
    let (ann, ben) = (Guest::arrive(server, "Ann").await, Guest::arrive(server, "Ben").await);
    let table = ann.open("card", json!([])).await;
    let mut talks = [ann.join(&table).await, ben.join(&table).await];
    let shares = ["3c".repeat(32), "c3".repeat(32)];
    for (seat, (talk, share)) in talks.iter_mut().zip(&shares).enumerate() {
        talk.must(json!({ "do": "sit", "seat": seat, "share": share })).await;
    }
    talks[0].must(json!({ "do": "start" })).await;
    let last = talks[0].must(json!({ "do": "say", "text": "between you and me" })).await;
    let (_, link) = ann.send("POST", "/api/v1/me/link", Some(json!({}))).await;
    let link: Value = serde_json::from_str(&link).unwrap();
    let link = link["code"].as_str().unwrap().to_owned();

    let mut refused = Vec::new();
    let stranger = Guest { token: "b".repeat(32), ..ann.clone() };
    for (who, method, path, body) in [
        (&ann, "GET", format!("/api/v1/tables/{table}/record"), None),
        (&ann, "GET", format!("/api/v1/tables/{table}/replay"), None),
        (&ann, "POST", format!("/api/v1/tables/{table}/share"), None),
        (&ann, "GET", "/api/v1/games?limit=0".to_owned(), None),
        (&ann, "GET", "/api/v1/tables/cccccccccccccccc".to_owned(), None),
        (&ann, "POST", "/api/v1/tables".to_owned(), Some(json!({ "options": { "game": "chess" } }))),
        (&ann, "PATCH", "/api/v1/me".to_owned(), Some(json!({ "name": "" }))),
        (&ann, "POST", format!("/admin/v1/tables/{table}/end"), Some(json!({ "why": null }))),
        (&stranger, "GET", "/api/v1/me".to_owned(), None),
        (&stranger, "POST", format!("/api/v1/links/{}", "d".repeat(32)), None),
        (&stranger, "GET", format!("/api/v1/links/{link}"), None),
        (&stranger, "GET", format!("/api/v1/tables/{table}/socket"), None),
    ] {
        let (status, text) = who.send(method, &path, body).await;
        assert!((400..500).contains(&status), "{method} {path}: {status}");
        refused.push(text);
    }
    let claimed = ben.client.post(server.url(&format!("/api/v1/links/{link}"))).send().await.unwrap();
    let cookie = claimed.headers()["set-cookie"].to_str().unwrap().to_owned();
    let cookie = cookie.split(['=', ';']).nth(1).unwrap().to_owned();
    refused.push(ben.send("POST", &format!("/api/v1/links/{link}"), None).await.1);
    refused.extend(play_out(&mut talks, last).await);
    // Somebody who does not wait, so that the log speaks of a socket.
    let mut flood = ann.join(&table).await;
    for _ in 0..60 {
        flood.stream.send(Message::text(r#"{"do":"ping"}"#)).await.unwrap();
    }
    while flood.hear().await.unwrap()["code"] != "too_fast" {}
    let (_, metrics) = ann.send("GET", "/metrics", None).await;

    let (_, record) = ann.send("GET", &format!("/api/v1/tables/{table}/record"), None).await;
    let log = Record::parse(&record).unwrap();
    let header = log.header();
    let seed = header.secret.unwrap().seed(&header.shares);
    let mut secrets =
        vec![ann.token, ben.token, stranger.token, cookie, link, "between you and me".to_owned()];
    secrets.extend([header.secret.unwrap().to_string(), seed.to_string()]);
    secrets.extend(shares);
    // Every guest of the deal lay in a hand or in the stock.
    secrets.extend(header.deal().guests().iter().map(ToString::to_string));
    (secrets, table, refused, metrics)
}

fn start(folder: &Path, format: &str) -> Server {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cafe"));
    Server::of(command.args(arguments(folder)).args(["--log", "trace", "--log-format", format]))
}

#[tokio::test(flavor = "multi_thread")]
async fn no_token_seed_card_or_word_is_logged_counted_or_told_with_a_refusal() {
    for format in ["json", "text"] {
        let folder = tempfile::tempdir().unwrap();
        let server = start(folder.path(), format);
        let (mut secrets, table, refused, metrics) = evening(&server).await;
        let key: Value =
            serde_json::from_slice(&std::fs::read(folder.path().join("admin.json")).unwrap()).unwrap();
        secrets.push(key["token"].as_str().unwrap().to_owned());
        let ended = server.stop("TERM");
        assert_eq!(ended.code, Some(0));
        let lines: Vec<&str> = ended.log.lines().collect();
        assert!(lines.len() > 100 && ended.log.contains(&table), "{} lines", lines.len());
        assert!(metrics.contains("cafe_actions_total") && refused.len() > 10);
        for secret in &secrets {
            assert!(secret.len() >= 3, "{secret} could be anywhere");
            let told = |text: &&str| text.contains(secret.as_str());
            assert_eq!(lines.iter().find(|line| told(line)), None, "{secret}");
            assert!(!told(&metrics.as_str()), "{secret}");
            assert_eq!(refused.iter().find(|text| told(&text.as_str())), None, "{secret}");
        }
        if format == "json" {
            for line in &lines {
                let line: Value = serde_json::from_str(line).unwrap();
                assert!(line["level"].is_string() && line["message"].is_string(), "{line}");
            }
            let answered = |line: &&&str| line.contains("\"answered\"");
            let line: Value = serde_json::from_str(lines.iter().find(answered).unwrap()).unwrap();
            assert!(line["span"]["request"].is_string() && line["status"].is_number(), "{line}");
            let flood = |line: &&&str| line.contains("\"too fast\"");
            let line: Value = serde_json::from_str(lines.iter().find(flood).unwrap()).unwrap();
            assert!(line["span"]["request"].is_string(), "{line}");
            assert_eq!(line["span"]["table"], table.as_str(), "{line}");
        }
    }
}
