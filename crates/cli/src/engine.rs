//! `cafe engine`: the rules and the bots for programs in any language, one JSON object per line (docs/protocol.md).

mod advice;
mod cards;
mod intent;

use std::io::{self, BufRead, Write};

use cafe_rules::{Board, Event, Game, Kind, Options, PlayerCountError, Refusal, excerpt};
use serde_json::{Map, Value, json};

pub(crate) use self::advice::moves;
pub use self::advice::{ANALYSIS_MS, MOST_TURNS};
use self::intent::Intent;

/// A line from a client may be this long, without its end.
pub const LINE_BYTES: usize = 1 << 20;

/// Answers requests until the client quits or the input ends.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn serve(mut input: impl BufRead, mut output: impl Write, board: &'static Board) -> io::Result<()> {
    let mut engine = Engine::new(board);
    let mut line = Vec::new();
    loop {
        let answer = match read_line(&mut input, &mut line)? {
            Line::End => return output.flush(),
            Line::TooLong => Answer::too_long(),
            Line::Whole => engine.answer(&line),
        };
        serde_json::to_writer(&mut output, &answer.json)?;
        output.write_all(b"\n")?;
        output.flush()?;
        if answer.quit {
            return Ok(());
        }
    }
}

enum Line {
    Whole,
    TooLong,
    End,
}

/// Reads up to the end of a line. Of one that is too long nothing is kept.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Line> {
    line.clear();
    let mut too_long = false;
    loop {
        let available = match input.fill_buf() {
            Ok(available) => available,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if available.is_empty() {
            let nothing = line.is_empty() && !too_long;
            too_long |= line.len() > LINE_BYTES;
            return Ok(if nothing {
                Line::End
            } else if too_long {
                Line::TooLong
            } else {
                Line::Whole
            });
        }
        let end = available.iter().position(|&byte| byte == b'\n');
        let part = &available[..end.unwrap_or(available.len())];
        // One byte more than a line may have: it could be the carriage return before the line feed.
        too_long |= line.len() + part.len() > LINE_BYTES + 1;
        if too_long {
            line.clear();
        } else {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            line.pop_if(|last| *last == b'\r');
            too_long |= line.len() > LINE_BYTES;
            return Ok(if too_long { Line::TooLong } else { Line::Whole });
        }
    }
}

/// What the engine says to one line.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The answer.
    pub json: Value,
    /// Whether the client asked to end.
    pub quit: bool,
}

impl Answer {
    fn too_long() -> Answer {
        let message = format!("a line may be {LINE_BYTES} bytes long; this one was skipped");
        Answer { json: Error { code: "too_long", message }.to_json(), quit: false }
    }
}

struct Error {
    code: &'static str,
    message: String,
}

impl Error {
    fn request(message: impl Into<String>) -> Error {
        Error { code: "bad_request", message: message.into() }
    }

    fn refused(action: &str, refusal: &Refusal) -> Error {
        Error { code: refusal.code(), message: format!("{}: {refusal}", excerpt(action)) }
    }

    fn to_json(&self) -> Value {
        json!({"ok": false, "error": {"code": self.code, "message": self.message}})
    }
}

/// One client's game.
#[derive(Clone, Debug)]
pub struct Engine {
    board: &'static Board,
    game: Option<Game>,
    /// What the bot has in mind that was asked last. Whatever else happens to the game, it is forgotten.
    intent: Option<Intent>,
}

impl Engine {
    /// An engine without a game; board games are played on this board.
    #[must_use]
    pub fn new(board: &'static Board) -> Engine {
        Engine { board, game: None, intent: None }
    }

    /// Answers one line. Whatever it is, the next one can be answered too.
    pub fn answer(&mut self, line: &[u8]) -> Answer {
        let request: Value = match serde_json::from_slice(line) {
            Ok(request) => request,
            Err(error) => {
                let message = format!("this line is not JSON: {error}");
                return Answer { json: Error { code: "bad_json", message }.to_json(), quit: false };
            }
        };
        let (answered, quit) = match &request {
            Value::Object(fields) => (self.request(fields), fields.get("op") == Some(&json!("quit"))),
            _ => (Err(Error::request("a request is an object with an op")), false),
        };
        let quit = quit && answered.is_ok();
        let mut json = Map::new();
        if let Some(id) = request.get("id") {
            json.insert("id".to_owned(), id.clone());
        }
        let body = match answered {
            Ok(body) => body,
            Err(error) => error.to_json(),
        };
        if let Value::Object(fields) = body {
            json.extend(fields);
        }
        Answer { json: Value::Object(json), quit }
    }

    fn request(&mut self, fields: &Map<String, Value>) -> Result<Value, Error> {
        let op = match fields.get("op") {
            Some(Value::String(op)) => op.as_str(),
            Some(_) => return Err(Error::request("op must be a word")),
            None => return Err(Error::request("op is missing")),
        };
        let known: &[&str] = match op {
            "new" => &["game", "players", "parties", "guests", "tables", "seed"],
            "position" => &["state"],
            "play" => &["action"],
            "bot" => &["level", "ms", "seed"],
            "analyse" => &["ms", "seed", "top"],
            "legal" | "state" | "quit" => &[],
            _ => {
                let ops = "new, position, legal, play, state, bot, analyse, quit";
                return Err(Error::request(format!("there is no op {:?}; there are {ops}", excerpt(op))));
            }
        };
        let unknown: Vec<String> = fields
            .keys()
            .filter(|field| !["op", "id"].contains(&field.as_str()) && !known.contains(&field.as_str()))
            .map(|field| format!("{:?}", excerpt(field)))
            .collect();
        if !unknown.is_empty() {
            let message = format!("{op} has no field {}", unknown.join(", "));
            return Err(Error::request(message));
        }
        match op {
            "new" => self.new_game(fields),
            "position" => self.position(fields),
            "legal" => Ok(json!({"ok": true, "legal": self.game()?.legal_action_strings()})),
            "state" => Ok(json!({"ok": true, "state": self.game()?.position()})),
            "play" => self.play(fields),
            "bot" => self.bot(fields),
            "analyse" => advice::analyse(self.game()?, fields),
            // Whatever else is known is `quit`.
            _ => Ok(json!({"ok": true})),
        }
    }

    fn game(&self) -> Result<&Game, Error> {
        self.game.as_ref().ok_or_else(|| Error::request("there is no game yet; say new or position first"))
    }

    fn begin(&mut self, game: Game) -> Value {
        (self.game, self.intent) = (Some(game), None);
        json!({"ok": true, "state": game.position()})
    }

    fn new_game(&mut self, fields: &Map<String, Value>) -> Result<Value, Error> {
        let mut faults = Vec::new();
        let kind = fields.get("game").and_then(Value::as_str).and_then(Kind::parse);
        if kind.is_none() {
            faults.push("game must be \"card\" or \"board\"".to_owned());
        }
        let players = fields.get("players").and_then(Value::as_u64);
        if players.is_none() {
            faults.push("players must be a number".to_owned());
        }
        let parties = match fields.get("parties") {
            None => Some(false),
            Some(parties) => parties.as_bool(),
        };
        if parties.is_none() {
            faults.push("parties must be true or false".to_owned());
        }
        let mut options = None;
        if let (Some(kind), Some(players)) = (kind, players) {
            let agreed = u8::try_from(players)
                .ok()
                .and_then(|players| Options::new(kind, players, parties.unwrap_or(false)).ok());
            if agreed.is_none() {
                faults.push(PlayerCountError { kind, players }.to_string());
            }
            options = agreed;
        }
        let deal = cards::read(fields, kind, &mut faults).zip(kind).map(|(cards, kind)| cards.deal(kind));
        // Whatever is wrong with the deck is named with the rest; on its own it has a code of its own.
        match (options, deal) {
            (Some(options), Some(Ok(deal))) if faults.is_empty() => {
                Ok(self.begin(Game::with_board(self.board, options, &deal)))
            }
            (_, Some(Err(deck))) if faults.is_empty() => {
                Err(Error { code: "bad_deck", message: deck.to_string() })
            }
            (_, deal) => {
                faults.extend(deal.and_then(Result::err).map(|deck| deck.to_string()));
                Err(Error::request(faults.join("; ")))
            }
        }
    }

    fn position(&mut self, fields: &Map<String, Value>) -> Result<Value, Error> {
        let state = fields.get("state").ok_or_else(|| Error::request("state is missing"))?;
        let game = Game::from_position(state, self.board)
            .map_err(|faults| Error { code: "bad_position", message: faults.to_string() })?;
        Ok(self.begin(game))
    }

    fn bot(&mut self, fields: &Map<String, Value>) -> Result<Value, Error> {
        let game = *self.game()?;
        advice::bot(&game, &mut self.intent, fields)
    }

    fn play(&mut self, fields: &Map<String, Value>) -> Result<Value, Error> {
        let mut game = *self.game()?;
        let text = match fields.get("action") {
            Some(Value::String(text)) => text,
            Some(_) => return Err(Error::request("action must be a text")),
            None => return Err(Error::request("action is missing")),
        };
        let done =
            game.parse_action(text).and_then(|action| game.play(action).map(|events| (action, events)));
        let (action, events) = done.map_err(|refusal| Error::refused(text, &refusal))?;
        self.game = Some(game);
        self.intent = self.intent.take().and_then(|intent| intent.after(action));
        Ok(played(&game, &events))
    }
}

pub(crate) fn played(game: &Game, events: &[Event]) -> Value {
    let mut points = Map::new();
    for (source, value) in game.points_by_source(events) {
        points.insert(source, json!(value));
    }
    let cell = |table| game.table_cell(table).to_string();
    let mut cleared = Vec::new();
    let mut laid = Map::new();
    let mut drew = Vec::new();
    let mut eliminated = None;
    for event in events {
        match *event {
            Event::TableCleared { table } => cleared.push(cell(table)),
            Event::TableLaid { table, nation } => {
                laid.insert(cell(table), json!(nation));
            }
            Event::Drew { tile, .. } => drew.push(tile),
            Event::Eliminated { player, .. } => eliminated = Some(player),
            _ => {}
        }
    }
    json!({
        "ok": true,
        "points": points,
        "cleared": cleared,
        "laid": laid,
        "drew": drew,
        "eliminated": eliminated,
        "state": game.position(),
    })
}
