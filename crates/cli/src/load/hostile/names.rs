//! Malformed names and chat, and messages with fields that do not exist. None of them should be accepted.

use std::time::Duration;

use cafe_client::ClientError;
use cafe_client::reqwest::Method;
use cafe_room::RoomRequest;
use serde_json::{Value, json};

use super::attack::{Attack, AttackSize};
use super::tally::Tally;
use super::target::Target;
use super::visitor::{Socket, Visitor};

/// Something that should be refused.
#[derive(Clone, Copy)]
enum Attempt {
    Name(&'static str),
    Chat(&'static str),
    /// A message on the socket.
    Message(&'static str),
    /// Path and body of a request.
    Body(&'static str, &'static str),
}

const SAME_MARK: &str = "Z\u{336}\u{336}\u{336}\u{336}\u{336}\u{336}\u{336}oe";
const MANY_MARKS: &str = "e\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}";

/// All attempts, each with the name under which it is counted if it is accepted.
const ATTEMPTS: [(&str, Attempt); 23] = [
    ("accepted: name with the same mark many times", Attempt::Name(SAME_MARK)),
    ("accepted: name with many marks", Attempt::Name(MANY_MARKS)),
    ("accepted: name of a blank symbol", Attempt::Name("\u{1d159}")),
    ("accepted: name of a blank letter", Attempt::Name("\u{3164}")),
    ("accepted: name of a blank braille cell", Attempt::Name("\u{2800}")),
    ("accepted: name with tag characters", Attempt::Name("Ann\u{e0041}\u{e0042}")),
    ("accepted: name of mixed scripts", Attempt::Name("\u{410}nn")),
    ("accepted: name with another direction", Attempt::Name("Ann\u{202e}nna")),
    ("accepted: name with a zero width space", Attempt::Name("A\u{200b}nn")),
    ("accepted: name for private use", Attempt::Name("\u{e000}")),
    ("accepted: name of 25 characters", Attempt::Name("1234567890123456789012345")),
    ("accepted: name without characters", Attempt::Name(" ")),
    ("accepted: chat with the same mark many times", Attempt::Chat(SAME_MARK)),
    ("accepted: chat with many marks", Attempt::Chat(MANY_MARKS)),
    ("accepted: chat of a blank symbol", Attempt::Chat("\u{1d159}")),
    ("accepted: chat with tag characters", Attempt::Chat("Hello\u{e0041}\u{e0042}")),
    ("accepted: chat with another direction", Attempt::Chat("Hello\u{202e}olleh")),
    ("accepted: chat without characters", Attempt::Chat(" ")),
    ("accepted: misspelt share", Attempt::Message(r#"{"id":901,"type":"take_seat","player":0,"shar":"00"}"#)),
    ("accepted: ping with a superfluous field", Attempt::Message(r#"{"id":902,"type":"ping","text":"x"}"#)),
    ("accepted: leave with a superfluous field", Attempt::Message(r#"{"id":903,"type":"leave","player":0}"#)),
    (
        "accepted: program with a superfluous field",
        Attempt::Body("/api/v1/programs", r#"{"name":"Ann","colour":"red"}"#),
    ),
    (
        "accepted: room with a misspelt field",
        Attempt::Body("/api/v1/rooms", r#"{"options":{"game":"card","players":2},"bot":[]}"#),
    ),
];
const PAUSE: Duration = Duration::from_millis(150);

pub(super) struct Names {
    visitor: Visitor,
    room: String,
}

impl Attack for Names {
    async fn prepare(target: &Target, _: AttackSize, _: &Tally) -> Result<Names, String> {
        let setup = async {
            let visitor = Visitor::browser(&target.stranger()).await?;
            let room = visitor.open_room(&json!({ "game": "card", "players": 2 }), &[]).await?;
            Ok::<_, ClientError>(Names { visitor, room })
        };
        setup.await.map_err(|error| error.to_string())
    }

    async fn run(self, _: &Target, tally: &Tally) {
        loop {
            // A new socket has a new budget.
            let socket = self.visitor.sit_down(&self.room, 0).await;
            let Some(mut socket) = tally.count_or_wait(socket).await else { continue };
            for (fact, attempt) in ATTEMPTS {
                tally.add("tried", 1.0);
                let is_accepted = tally.count(self.send(attempt, &mut socket).await).is_some();
                tally.add("accepted", f64::from(u8::from(is_accepted)));
                if is_accepted {
                    tally.add(fact, 1.0);
                }
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

impl Names {
    async fn send(&self, attempt: Attempt, socket: &mut Socket) -> Result<(), ClientError> {
        match attempt {
            Attempt::Name(name) => {
                self.visitor.send(Method::PATCH, "/api/v1/me", &json!({ "name": name })).await.map(drop)
            }
            Attempt::Chat(text) => {
                socket.request(RoomRequest::Chat { text: text.to_owned() }).await.map(drop)
            }
            Attempt::Message(text) => {
                socket.0.send_text(text).await?;
                // The answer to this one comes after the answer to the attempt.
                socket.request(RoomRequest::Ping {}).await.map(drop)
            }
            Attempt::Body(path, body) => {
                let body: Value = serde_json::from_str(body).unwrap_or_default();
                self.visitor.send(Method::POST, path, &body).await.map(drop)
            }
        }
    }
}
