//! Positions as JSON (docs/protocol.md).

use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::excerpt::excerpt;
use crate::faults::FaultCollector;
use crate::{
    Board, Cell, ClaimedResult, Ending, Faults, Game, Guest, Kind, Nation, PositionFault, Setup, Tile,
};

const COMMON_FIELDS: [&str; 13] = [
    "game",
    "players",
    "parties",
    "turn",
    "placed",
    "pending",
    "over",
    "tables",
    "seated",
    "hands",
    "scores",
    "guest_stock",
    "result",
];
const CARD_FIELDS: [&str; 2] = ["down", "table_stock"];
const BOARD_FIELDS: [&str; 5] = ["bar", "out", "turns", "saved", "passes"];

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
        let setup = Reader { faults: &mut faults }.setup(position);
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

impl Serialize for Nation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

/// Parses a position. Continues after a fault, to report all of them.
struct Reader<'f> {
    faults: &'f mut FaultCollector<PositionFault>,
}

impl Reader<'_> {
    /// Returns the position with defaults in place of invalid fields; `None` if the game is unknown.
    fn setup(&mut self, position: &Value) -> Option<Setup> {
        let Value::Object(fields) = position else {
            self.wrong_type("the position", "an object");
            return None;
        };
        let Some(kind) = fields.get("game").and_then(Value::as_str).and_then(Kind::parse) else {
            self.required(fields, "game");
            if fields.contains_key("game") {
                self.wrong_type("game", "\"card\" or \"board\"");
            }
            return None;
        };
        let own: &[&str] = match kind {
            Kind::Card => &CARD_FIELDS,
            Kind::Board => &BOARD_FIELDS,
        };
        for field in fields.keys() {
            if !COMMON_FIELDS.contains(&field.as_str()) && !own.contains(&field.as_str()) {
                self.faults.add(PositionFault::UnknownField { field: excerpt(field) });
            }
        }
        for field in ["players", "hands", "guest_stock"] {
            self.required(fields, field);
        }
        if kind == Kind::Card {
            self.required(fields, "tables");
            self.required(fields, "table_stock");
        }
        let players = self.integer_field(fields, "players", 0, 255) as u8;
        let parties = self.boolean(fields, "parties");
        let mut setup = Setup::empty(kind, players, parties);
        setup.turn = self.integer_field(fields, "turn", 0, 255) as u8;
        setup.placed = self.integer_field(fields, "placed", 0, 255) as u8;
        setup.over = self.boolean(fields, "over");
        setup.pending = self.list(fields.get("pending"), "pending", Reader::table);
        setup.tables = self.map(fields.get("tables"), "tables", Reader::table, Reader::nation);
        setup.seated = self.map(fields.get("seated"), "seated", Reader::seat, |reader, field, name| {
            reader.guest(field, name, kind)
        });
        let tile = |reader: &mut Reader<'_>, field: &str, name: &str| reader.tile(field, name, kind);
        // A missing list is empty for all players; a given list must have an entry for each.
        if let Some(hands) = self.lists(fields.get("hands"), "hands", tile) {
            setup.hands = hands;
        }
        if let Some(down) = self.lists(fields.get("down"), "down", tile) {
            setup.down = down;
        }
        if let Some(scores) = fields.get("scores").filter(|scores| !scores.is_null()) {
            let scores = self.integers(Some(scores), "scores", i64::from(i16::MIN), i64::from(i16::MAX));
            setup.scores = scores.into_iter().map(|score| score as i16).collect();
        }
        setup.guest_stock = self.list(fields.get("guest_stock"), "guest_stock", tile);
        setup.table_stock = self.list(fields.get("table_stock"), "table_stock", Reader::nation);
        setup.bar = self.list(fields.get("bar"), "bar", tile);
        setup.eliminated =
            self.integers(fields.get("out"), "out", 0, 255).into_iter().map(|player| player as u8).collect();
        setup.turns = self.integer_field(fields, "turns", 0, i64::from(u32::MAX)) as u32;
        setup.saved = self.integer_field(fields, "saved", 0, 255) as u8;
        setup.passes = self.integer_field(fields, "passes", 0, 255) as u8;
        setup.result = self.claimed_result(fields.get("result"));
        Some(setup)
    }

    fn claimed_result(&mut self, value: Option<&Value>) -> Option<ClaimedResult> {
        let fields = match value {
            None | Some(Value::Null) => return None,
            Some(Value::Object(fields)) => fields,
            Some(_) => {
                self.wrong_type("result", "an object");
                return None;
            }
        };
        for field in fields.keys() {
            if !["why", "penalties", "final", "winners"].contains(&field.as_str()) {
                self.faults.add(PositionFault::UnknownField { field: format!("result.{}", excerpt(field)) });
            }
        }
        let mut scores = |field: &str| {
            let limits = (i64::from(i16::MIN), i64::from(i16::MAX));
            let numbers = self.integers(fields.get(field), &format!("result.{field}"), limits.0, limits.1);
            numbers.into_iter().map(|number| number as i16).collect::<Vec<i16>>()
        };
        let (penalties, final_scores) = (scores("penalties"), scores("final"));
        let winners = self.integers(fields.get("winners"), "result.winners", 0, 255);
        let winners = winners.into_iter().map(|player| player as u8).collect();
        let why = fields.get("why").and_then(Value::as_str).and_then(Ending::parse);
        if why.is_none() {
            self.wrong_type("result.why", "the name of an ending");
        }
        why.map(|why| ClaimedResult { why, penalties, final_scores, winners })
    }

    fn wrong_type(&mut self, field: &str, wanted: &'static str) {
        self.faults.add(PositionFault::WrongType { field: field.to_owned(), wanted });
    }

    fn required(&mut self, fields: &Map<String, Value>, field: &'static str) {
        if fields.get(field).is_none_or(Value::is_null) {
            self.faults.add(PositionFault::Missing { field });
        }
    }

    fn boolean(&mut self, fields: &Map<String, Value>, field: &str) -> bool {
        match fields.get(field) {
            None | Some(Value::Null) => false,
            Some(Value::Bool(value)) => *value,
            Some(_) => {
                self.wrong_type(field, "true or false");
                false
            }
        }
    }

    fn integer_field(&mut self, fields: &Map<String, Value>, field: &str, min: i64, max: i64) -> i64 {
        match fields.get(field) {
            None | Some(Value::Null) => 0,
            Some(value) => self.integer(value, field, min, max),
        }
    }

    fn integer(&mut self, value: &Value, field: &str, min: i64, max: i64) -> i64 {
        match value.as_i64().filter(|number| (min..=max).contains(number)) {
            Some(number) => number,
            None => {
                self.wrong_type(field, "a whole number within its limits");
                0
            }
        }
    }

    fn integers(&mut self, value: Option<&Value>, field: &str, min: i64, max: i64) -> Vec<i64> {
        let items = self.array(value, field);
        items.iter().map(|item| self.integer(item, field, min, max)).collect()
    }

    fn array<'v>(&mut self, value: Option<&'v Value>, field: &str) -> &'v [Value] {
        match value {
            None | Some(Value::Null) => &[],
            Some(Value::Array(items)) => items,
            Some(_) => {
                self.wrong_type(field, "a list");
                &[]
            }
        }
    }

    fn list<T>(
        &mut self,
        value: Option<&Value>,
        field: &str,
        parse: impl Fn(&mut Self, &str, &str) -> Option<T>,
    ) -> Vec<T> {
        let items = self.array(value, field);
        items.iter().filter_map(|item| self.name(item, field, &parse)).collect()
    }

    fn lists<T>(
        &mut self,
        value: Option<&Value>,
        field: &str,
        parse: impl Fn(&mut Self, &str, &str) -> Option<T> + Copy,
    ) -> Option<Vec<Vec<T>>> {
        let value = value.filter(|value| !value.is_null())?;
        let mut lists = Vec::new();
        for (player, item) in self.array(Some(value), field).iter().enumerate() {
            let field = format!("{field}[{player}]");
            if item.is_null() {
                self.wrong_type(&field, "a list");
            }
            lists.push(self.list(Some(item), &field, parse));
        }
        Some(lists)
    }

    fn map<K, V>(
        &mut self,
        value: Option<&Value>,
        field: &str,
        parse_key: impl Fn(&mut Self, &str, &str) -> Option<K>,
        parse: impl Fn(&mut Self, &str, &str) -> Option<V>,
    ) -> Vec<(K, V)> {
        let fields = match value {
            None | Some(Value::Null) => return Vec::new(),
            Some(Value::Object(fields)) => fields,
            Some(_) => {
                self.wrong_type(field, "an object");
                return Vec::new();
            }
        };
        let entry = |(key, value): (&String, &Value)| {
            let key = parse_key(self, field, key);
            let value = self.name(value, field, &parse);
            Some((key?, value?))
        };
        fields.iter().filter_map(entry).collect()
    }

    fn name<T>(
        &mut self,
        value: &Value,
        field: &str,
        parse: &impl Fn(&mut Self, &str, &str) -> Option<T>,
    ) -> Option<T> {
        match value.as_str() {
            Some(name) => parse(self, field, name),
            None => {
                self.wrong_type(field, "made of texts");
                None
            }
        }
    }

    fn tile(&mut self, field: &str, name: &str, kind: Kind) -> Option<Tile> {
        let tile = Tile::parse(name).filter(|tile| kind == Kind::Board || !tile.is_joker());
        if tile.is_none() {
            self.faults.add(PositionFault::UnknownGuest { field: field.to_owned(), name: excerpt(name) });
        }
        tile
    }

    fn guest(&mut self, field: &str, name: &str, kind: Kind) -> Option<Guest> {
        let guest = Guest::parse(name).filter(|guest| kind == Kind::Board || !guest.is_joker());
        if guest.is_none() {
            self.faults.add(PositionFault::UnknownGuest { field: field.to_owned(), name: excerpt(name) });
        }
        guest
    }

    fn nation(&mut self, field: &str, name: &str) -> Option<Nation> {
        let nation = Nation::from_code(name);
        if nation.is_none() {
            self.faults.add(PositionFault::UnknownNation { field: field.to_owned(), name: excerpt(name) });
        }
        nation
    }

    fn seat(&mut self, _field: &str, name: &str) -> Option<Cell> {
        let cell = Cell::parse(name);
        if cell.is_none() {
            self.faults.add(PositionFault::UnknownSeat { name: excerpt(name) });
        }
        cell
    }

    fn table(&mut self, _field: &str, name: &str) -> Option<Cell> {
        let cell = Cell::parse(name);
        if cell.is_none() {
            self.faults.add(PositionFault::UnknownTable { name: excerpt(name) });
        }
        cell
    }
}
