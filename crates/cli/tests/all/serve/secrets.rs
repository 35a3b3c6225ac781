//! The log, the metrics and error responses contain no secrets.

use std::path::Path;
use std::process::Command;

use super::server_process::{ServerProcess, serve_arguments};
use super::test_client::{TestConnection, TestPlayer, chat, play};
use cafe_client::Credential;
use cafe_client::reqwest::Method;
use cafe_room::RoomRequest;
use cafe_room::messages::{GameView, RoomUpdate, ServerMessage};
use cafe_rules::{Kind, Record};
use serde_json::{Value, json};

/// Returns the update with this number.
async fn update_number(connection: &mut TestConnection, number: u64) -> RoomUpdate {
    loop {
        let update = connection.next_update().await;
        if update.number == number {
            return update;
        }
    }
}

/// Plays first legal actions until the game is over. Returns the texts of some refusals.
async fn play_out(connections: &mut [TestConnection; 2], first_view: GameView) -> Vec<String> {
    let mut refusals = Vec::new();
    for connection in connections.iter_mut() {
        for (seq, action) in [(1000, "draw"), (0, "hello"), (0, "XXm@z9")] {
            refusals.push(connection.refuse(play(seq, action)).await.to_string());
        }
    }
    let mut view = first_view;
    while view.result.is_none() {
        let turn = usize::from(view.turn);
        let own = connections[turn].accept(play(view.seq, &view.legal[0].action)).await;
        let other = update_number(&mut connections[1 - turn], own.number).await;
        let own_view = own.view.unwrap();
        view = if usize::from(own_view.turn) == turn { own_view } else { other.view.unwrap() };
    }
    refusals
}

/// What a game with chat and all kinds of refused requests left.
struct Evening {
    room_id: String,
    secrets: Vec<String>,
    /// Texts of errors and refusals.
    errors: Vec<String>,
    metrics: String,
}

async fn play_evening(server: &ServerProcess) -> Evening {
    let (ann, ben) = (TestPlayer::create(server, "Ann").await, TestPlayer::create(server, "Ben").await);
    let room_id = ann.open_room(Kind::Card, &[]).await;
    let mut connections = [ann.connect(&room_id).await, ben.connect(&room_id).await];
    let shares = ["3c".repeat(32), "c3".repeat(32)];
    for (player, (connection, share)) in (0..).zip(connections.iter_mut().zip(&shares)) {
        let share = Some(share.clone());
        connection.accept(RoomRequest::TakeSeat { player: Some(player), share }).await;
    }
    connections[0].accept(RoomRequest::Start {}).await;
    let update = connections[0].accept(chat("between you and me")).await;
    let link = ann.session.create_link().await.unwrap().code;
    let unknown = ann.with_token(&"b".repeat(32));

    let mut errors = Vec::new();
    let room_path = format!("/api/v1/rooms/{room_id}");
    for (player, method, path, body) in [
        (&ann, Method::GET, format!("{room_path}/record"), None),
        (&ann, Method::GET, format!("{room_path}/replay"), None),
        (&ann, Method::POST, format!("{room_path}/share"), None),
        (&ann, Method::GET, "/api/v1/me/rooms?limit=0".to_owned(), None),
        (&ann, Method::GET, "/api/v1/rooms/cccccccccccccccc".to_owned(), None),
        (&ann, Method::POST, "/api/v1/rooms".to_owned(), Some(json!({ "options": { "game": "chess" } }))),
        (&ann, Method::PATCH, "/api/v1/me".to_owned(), Some(json!({ "name": "" }))),
        (&ann, Method::POST, format!("/admin/v1/rooms/{room_id}/close"), Some(json!({ "reason": null }))),
        (&unknown, Method::GET, "/api/v1/me".to_owned(), None),
        (&unknown, Method::POST, format!("/api/v1/links/{}", "d".repeat(32)), None),
        (&unknown, Method::GET, format!("/api/v1/links/{link}"), None),
        (&unknown, Method::GET, format!("{room_path}/socket"), None),
    ] {
        let (status, text) = player.http(method.clone(), &path, body).await;
        assert!((400..500).contains(&status), "{method} {path}: {status}");
        errors.push(text);
    }
    let (phone, _) = server.client().claim_link(&link).await.unwrap();
    let Credential::Cookie(cookie) = phone.credential() else { panic!("a browser has a cookie") };
    errors.push(server.client().claim_link(&link).await.unwrap_err().to_string());
    errors.extend(play_out(&mut connections, update.view.unwrap()).await);
    // Exceeds the rate limit, so that the log mentions a socket.
    let mut flood = ann.connect(&room_id).await;
    for _ in 0..60 {
        flood.0.send(RoomRequest::Ping {}).await.unwrap();
    }
    let is_too_fast = |message: &ServerMessage| matches!(message, ServerMessage::Refused { code, .. } if code == "too_fast");
    while !is_too_fast(&flood.next().await.unwrap()) {}
    let (_, metrics) = ann.http(Method::GET, "/metrics", None).await;

    let record = Record::parse(&ann.session.record(&room_id).await.unwrap()).unwrap();
    let header = record.header();
    let secret = header.secret.unwrap();
    let mut secrets = vec![
        ann.token().to_owned(),
        ben.token().to_owned(),
        unknown.token().to_owned(),
        cookie.split('=').nth(1).unwrap().to_owned(),
        link,
        "between you and me".to_owned(),
        secret.to_string(),
        secret.seed(&header.shares).to_string(),
    ];
    secrets.extend(shares);
    // Every guest of the deal was in a hand or in the stock.
    secrets.extend(header.deal().guests().iter().map(ToString::to_string));
    Evening { room_id, secrets, errors, metrics }
}

fn start(folder: &Path, log_format: &str) -> ServerProcess {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cafe"));
    let arguments = ["--log", "trace", "--log-format", log_format];
    ServerProcess::spawn(command.args(serve_arguments(folder)).args(arguments))
}

fn check_json_log(lines: &[&str], room_id: &str) {
    let parse = |line: &str| -> Value { serde_json::from_str(line).unwrap() };
    for line in lines {
        let line = parse(line);
        assert!(line["level"].is_string() && line["message"].is_string(), "{line}");
    }
    let find = |message: &str| {
        let found = lines.iter().map(|line| parse(line)).find(|line| line["message"] == message);
        found.unwrap_or_else(|| panic!("no line {message:?}"))
    };
    let line = find("request handled");
    assert!(line["span"]["request"].is_string() && line["status"].is_number(), "{line}");
    let line = find("message over the rate limit");
    assert!(line["span"]["request"].is_string(), "{line}");
    assert_eq!(line["span"]["room"], room_id, "{line}");
}

#[tokio::test(flavor = "multi_thread")]
async fn secrets_are_not_logged_counted_or_sent_with_errors() {
    for log_format in ["json", "text"] {
        let folder = tempfile::tempdir().unwrap();
        let server = start(folder.path(), log_format);
        let Evening { room_id, mut secrets, errors, metrics } = play_evening(&server).await;
        let admin_key: Value =
            serde_json::from_slice(&std::fs::read(folder.path().join("admin.json")).unwrap()).unwrap();
        secrets.push(admin_key["token"].as_str().unwrap().to_owned());
        let exited = server.stop("TERM");
        assert_eq!(exited.code, Some(0));
        let lines: Vec<&str> = exited.log.lines().collect();
        assert!(lines.len() > 100 && exited.log.contains(&room_id), "{} lines", lines.len());
        assert!(metrics.contains("cafe_actions_total") && errors.len() > 10);
        for secret in &secrets {
            assert!(secret.len() >= 3, "{secret} is too short to search for");
            assert_eq!(lines.iter().find(|line| line.contains(secret)), None, "{secret}");
            assert!(!metrics.contains(secret), "{secret}");
            assert_eq!(errors.iter().find(|text| text.contains(secret)), None, "{secret}");
        }
        if log_format == "json" {
            check_json_log(&lines, &room_id);
        }
    }
}
