//! `cafe engine`: the rules and the bots for programs, one JSON object per line (docs/protocol.md).

mod bot_ops;
mod line_reader;
mod new_deal;
mod planned_turn;

use std::io::{self, BufRead, Write};

use cafe_rules::{Board, Event, Game, Kind, Options, PlayerCountError, Refusal, excerpt};
use serde_json::{Map, Value, json};

pub(crate) use self::bot_ops::candidates_json;
pub use self::bot_ops::{DEFAULT_ANALYSIS_MS, MAX_MS, MAX_TOP};
pub use self::line_reader::MAX_LINE_BYTES;
use self::line_reader::{Line, read_line};
use self::planned_turn::PlannedTurn;

/// Answers requests until the client quits or the input ends.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn serve(mut input: impl BufRead, mut output: impl Write, board: &'static Board) -> io::Result<()> {
    let mut engine = Engine::new(board);
    let mut line = Vec::new();
    loop {
        let answer = match read_line(&mut input, &mut line)? {
            Line::EndOfInput => return output.flush(),
            Line::TooLong => Answer::too_long(),
            Line::Complete => engine.answer(&line),
        };
        serde_json::to_writer(&mut output, &answer.json)?;
        output.write_all(b"\n")?;
        output.flush()?;
        if answer.quit {
            return Ok(());
        }
    }
}

/// The answer to one line.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The JSON object.
    pub json: Value,
    /// True if the engine is to end.
    pub quit: bool,
}

impl Answer {
    fn too_long() -> Answer {
        let message = format!("a line has at most {MAX_LINE_BYTES} bytes; this one was skipped");
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

/// The game of one client.
#[derive(Clone, Debug)]
pub struct Engine {
    board: &'static Board,
    game: Option<Game>,
    /// The turn that the last bot planned. Any other change of the game drops it.
    planned_turn: Option<PlannedTurn>,
}

impl Engine {
    /// Creates an engine without a game. Board games are played on this board.
    #[must_use]
    pub fn new(board: &'static Board) -> Engine {
        Engine { board, game: None, planned_turn: None }
    }

    /// Answers one line. No line, however malformed, ends the engine.
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
            Some(_) => return Err(Error::request("op must be a string")),
            None => return Err(Error::request("op is missing")),
        };
        let known: &[&str] = match op {
            "new" => &["game", "players", "parties", "guests", "tables", "seed"],
            "position" => &["state"],
            "play" => &["action"],
            "bot" => &["level", "ms", "playouts", "seed"],
            "analyse" => &["ms", "playouts", "seed", "top"],
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
            "analyse" => bot_ops::analyse(self.game()?, fields),
            // Only `quit` is left.
            _ => Ok(json!({"ok": true})),
        }
    }

    fn game(&self) -> Result<&Game, Error> {
        self.game.as_ref().ok_or_else(|| Error::request("there is no game yet; send new or position first"))
    }

    fn set_game(&mut self, game: Game) -> Value {
        (self.game, self.planned_turn) = (Some(game), None);
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
            let checked = u8::try_from(players)
                .ok()
                .and_then(|players| Options::new(kind, players, parties.unwrap_or(false)).ok());
            if checked.is_none() {
                faults.push(PlayerCountError { kind, players }.to_string());
            }
            options = checked;
        }
        let deal =
            new_deal::read(fields, kind, &mut faults).zip(kind).map(|(source, kind)| source.deal(kind));
        // `bad_deck` is used only if nothing else is wrong; otherwise all faults are in one `bad_request`.
        match (options, deal) {
            (Some(options), Some(Ok(deal))) if faults.is_empty() => {
                Ok(self.set_game(Game::with_board(self.board, options, &deal)))
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
        Ok(self.set_game(game))
    }

    fn bot(&mut self, fields: &Map<String, Value>) -> Result<Value, Error> {
        let game = *self.game()?;
        bot_ops::bot(&game, &mut self.planned_turn, fields)
    }

    fn play(&mut self, fields: &Map<String, Value>) -> Result<Value, Error> {
        let mut game = *self.game()?;
        let text = match fields.get("action") {
            Some(Value::String(text)) => text,
            Some(_) => return Err(Error::request("action must be a string")),
            None => return Err(Error::request("action is missing")),
        };
        let played =
            game.parse_action(text).and_then(|action| game.play(action).map(|events| (action, events)));
        let (action, events) = played.map_err(|refusal| Error::refused(text, &refusal))?;
        self.game = Some(game);
        self.planned_turn = self.planned_turn.take().and_then(|planned| planned.after(action));
        Ok(events_json(&game, &events))
    }
}

/// Returns the answer to `play`.
pub(crate) fn events_json(game: &Game, events: &[Event]) -> Value {
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
