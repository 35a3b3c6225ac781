//! Positions as JSON (docs/protocol.md).

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::faults::FaultCollector;
use crate::position_reader::PositionReader;
use crate::{Board, Cell, Faults, Game, Kind, PositionFault, Setup};

impl Game {
    /// Parses and checks a position.
    ///
    /// # Errors
    /// All faults of the position, in its syntax and in its content.
    ///
    /// ```
    /// use cafe_rules::{Board, Game};
    /// let position = serde_json::json!({
    ///     "game": "board", "players": 2, "hands": [["DEf", "JKm"], ["ITf"]], "guest_stock": ["FRm", "FRf"],
    ///     "seated": {"m5": "ESf", "n4": "ESf"}, "bar": ["JKf"],
    /// });
    /// let faults = Game::from_position(&position, Board::standard()).unwrap_err();
    /// let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
    /// assert_eq!(
    ///     faults,
    ///     ["2 ladies and 0 gentlemen cannot sit together at table m4", "a joker cannot be at the bar"],
    /// );
    /// ```
    pub fn from_position(position: &Value, board: &'static Board) -> Result<Game, Faults<PositionFault>> {
        let mut faults = FaultCollector::new();
        let setup = PositionReader { faults: &mut faults }.setup(position);
        let game = setup.and_then(|setup| setup.check(board, &mut faults));
        match game {
            Some(game) => faults.into_result(game),
            None => Err(faults.into_result(()).expect_err("a position without a game has a fault")),
        }
    }

    /// Returns the position as JSON.
    #[must_use]
    pub fn position(&self) -> Value {
        self.setup().to_json()
    }
}

impl Setup {
    /// Returns the position as JSON, with the fields in the order of docs/protocol.md.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut position = Map::new();
        let mut insert = |field: &str, value: Value| {
            position.insert(field.to_owned(), value);
        };
        insert("game", json!(self.kind.as_str()));
        insert("players", json!(self.players));
        insert("parties", json!(self.parties));
        insert("turn", json!(self.turn));
        insert("placed", json!(self.placed));
        insert("pending", if self.pending.is_empty() { Value::Null } else { json!(self.pending) });
        insert("over", json!(self.over));
        if self.kind == Kind::Card {
            insert("tables", object(self.tables.iter().map(|(cell, nation)| (cell, nation.code()))));
        }
        insert("seated", object(self.seated.iter().map(|(cell, guest)| (cell, guest))));
        insert("hands", json!(self.hands));
        if self.kind == Kind::Card {
            insert("down", json!(self.down));
        }
        insert("scores", json!(self.scores));
        insert("guest_stock", json!(self.guest_stock));
        match self.kind {
            Kind::Card => insert("table_stock", json!(self.table_stock)),
            Kind::Board => {
                insert("bar", json!(self.bar));
                insert("out", json!(self.eliminated));
                insert("turns", json!(self.turns));
                insert("saved", json!(self.saved));
                insert("passes", json!(self.passes));
            }
        }
        if let Some(claim) = &self.result {
            insert(
                "result",
                json!({
                    "why": claim.why.as_str(),
                    "penalties": claim.penalties,
                    "final": claim.final_scores,
                    "winners": claim.winners,
                }),
            );
        }
        Value::Object(position)
    }
}

fn object<'a, V: Serialize>(entries: impl Iterator<Item = (&'a Cell, V)>) -> Value {
    Value::Object(entries.map(|(cell, value)| (cell.to_string(), json!(value))).collect())
}
