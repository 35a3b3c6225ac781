//! Acknowledged means stored: the real program is killed at random moments and loses nothing that it answered.
//!
//! `CAFE_KILLS=1000 cargo test -p cafe --test serve kills` kills it as often as one likes.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::server::Server;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

const TABLES: usize = 4;

/// A table as its player knows it: everything that was acknowledged.
#[derive(Default)]
struct Known {
    id: String,
    token: String,
    /// Number, what happened, and when: as the server told it.
    happened: Vec<Value>,
    deadline: Option<i64>,
    seq: u64,
    over: bool,
}

async fn open_table(server: &Server, number: usize) -> Known {
    let client = reqwest::Client::new();
    let post = |path: &str| client.post(format!("http://{}{path}", server.address));
    let made: Value =
        post("/api/v1/programs").json(&json!({ "name": "Ann" })).send().await.unwrap().json().await.unwrap();
    let token = made["token"].as_str().unwrap().to_owned();
    let game = if number.is_multiple_of(2) { "card" } else { "board" };
    let clock = json!({ "kind": "seconds", "each": 600 });
    let options = json!({ "game": game, "players": 2, "clock": clock });
    let body = json!({ "options": options, "bots": [{ "seat": 1, "level": "regular" }] });
    let room: Value =
        post("/api/v1/tables").bearer_auth(&token).json(&body).send().await.unwrap().json().await.unwrap();
    Known { id: room["id"].as_str().unwrap().to_owned(), token, ..Known::default() }
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Opens the door of a table, if the server is there.
async fn join(address: &str, known: &Mutex<Known>) -> Option<Socket> {
    let request = {
        let known = known.lock().unwrap();
        let url = format!("ws://{address}/api/v1/tables/{}/socket", known.id);
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert("authorization", format!("Bearer {}", known.token).parse().unwrap());
        request
    };
    Some(tokio_tungstenite::connect_async(request).await.ok()?.0)
}

/// The next message, if the server is there.
async fn hear(socket: &mut Socket) -> Option<Value> {
    loop {
        if let Message::Text(text) = socket.next().await?.ok()? {
            let told: Value = serde_json::from_str(&text).unwrap();
            assert_ne!(told["tell"], "refused", "{told}");
            return Some(told);
        }
    }
}

/// Looks whether a table still has everything that was acknowledged. Returns how much that is.
async fn look(address: &str, known: &Mutex<Known>) -> usize {
    let mut socket = join(address, known).await.expect("nobody kills this server");
    loop {
        let told = hear(&mut socket).await.expect("nobody kills this server");
        if told["tell"] == "now" {
            let known = known.lock().unwrap();
            compare(&known, told["happened"].as_array().unwrap(), &told["scene"]);
            return known.happened.len();
        }
    }
}

/// Plays at a table until the server is gone. Whatever it is told is noted before the next thing is asked.
async fn play(address: String, known: Arc<Mutex<Known>>, mut chance: fastrand::Rng) -> Option<()> {
    let mut socket = join(&address, &known).await?;
    let mut first = true;
    // Who talks more than this is asked to wait.
    let mut lines = 0..10;
    loop {
        let told = hear(&mut socket).await?;
        if told["tell"] != "now" {
            continue;
        }
        let ask = {
            let mut known = known.lock().unwrap();
            let happened = told["happened"].as_array().unwrap();
            if first {
                compare(&known, happened, &told["scene"]);
                known.happened.clear();
            }
            known.happened.extend(happened.iter().cloned());
            if let Some(seq) = told["scene"]["seq"].as_u64() {
                known.seq = seq;
                known.deadline = told["scene"]["deadline"].as_i64();
                known.over = !told["scene"]["result"].is_null();
            }
            let seated = told["room"]["seats"][0]["visitor"].is_string() || !told["scene"].is_null();
            let legal = told["scene"]["legal"].as_array();
            match legal {
                _ if first && !seated => Some(json!({ "do": "sit", "seat": 0 })),
                None if told["scene"].is_null() => Some(json!({ "do": "start" })),
                Some(legal) if !legal.is_empty() && chance.u8(..) < 32 && lines.next().is_some() => {
                    Some(json!({ "do": "say", "text": format!("line {}", chance.u32(..)) }))
                }
                Some(legal) if !legal.is_empty() => {
                    let action = &legal[chance.usize(..legal.len())]["action"];
                    Some(json!({ "do": "act", "seq": told["scene"]["seq"], "actions": [action] }))
                }
                _ => None,
            }
        };
        first = false;
        if let Some(ask) = ask {
            socket.send(Message::text(ask.to_string())).await.ok()?;
        }
    }
}

/// Everything that was told before the kill is told again, word for word.
fn compare(known: &Known, happened: &[Value], scene: &Value) {
    assert!(happened.len() >= known.happened.len(), "{} of {}", happened.len(), known.happened.len());
    for (before, after) in known.happened.iter().zip(happened) {
        assert_eq!(before, after);
    }
    if let Some(seq) = scene["seq"].as_u64() {
        assert!(seq >= known.seq, "{seq} after {}", known.seq);
        if seq == known.seq && known.deadline.is_some() {
            assert_eq!(scene["deadline"].as_i64(), known.deadline);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_killed_at_any_moment_has_lost_nothing_that_it_acknowledged() {
    let kills: usize = std::env::var("CAFE_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(50);
    let folder = tempfile::tempdir().unwrap();
    let mut chance = fastrand::Rng::with_seed(50);
    let mut tables: Vec<Arc<Mutex<Known>>> = Vec::new();
    let (mut noted, mut games) = (0, 0);
    for kill in 0..kills {
        let server = Server::start(folder.path());
        let (over, going_on) = tables.into_iter().partition(|table| table.lock().unwrap().over);
        tables = going_on;
        // Also of a game that came to its end before the kill nothing is lost.
        for table in over {
            noted += look(&server.address, &table).await;
            games += 1;
        }
        while tables.len() < TABLES {
            tables.push(Arc::new(Mutex::new(open_table(&server, tables.len() + kill).await)));
        }
        let players: Vec<_> = tables
            .iter()
            .map(|table| {
                let chance = fastrand::Rng::with_seed(chance.u64(..));
                tokio::spawn(play(server.address.clone(), Arc::clone(table), chance))
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(chance.u64(20..300))).await;
        server.kill();
        for player in players {
            // A player who saw something wrong panics here.
            player.await.unwrap();
        }
    }
    // The last look, at a server that nobody kills.
    let server = Server::start(folder.path());
    for table in &tables {
        noted += look(&server.address, table).await;
    }
    server.kill();
    assert!(noted > 10 * kills, "only {noted} entries in {games} games were ever acknowledged");
}
