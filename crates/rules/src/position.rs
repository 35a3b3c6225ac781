//! Positions as JSON, exactly as docs/protocol.md describes them.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::faults::Finding;
use crate::quote::clip;
use crate::{Board, Cell, Claim, Ending, Faults, Game, Guest, Kind, Nation, PositionFault, Setup, Tile};

const SHARED: [&str; 13] = [
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
const CARD: [&str; 2] = ["down", "table_stock"];
const BOARD: [&str; 5] = ["bar", "out", "turns", "saved", "passes"];

impl Game {
    /// The game in this position.
    ///
    /// # Errors
    /// Everything that is wrong with the position, from its form to its sense.
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
    ///     ["2 ladies and 0 gentlemen could not have come together at table m4", "a joker cannot be at the bar"],
    /// );
    /// ```
    pub fn from_position(position: &Value, board: &'static Board) -> Result<Game, Faults<PositionFault>> {
        let mut faults = Finding::new();
        let setup = Reader { faults: &mut faults }.setup(position);
        let game = setup.and_then(|setup| setup.find_faults(board, &mut faults));
        match game {
            Some(game) => faults.or(game),
            None => Err(faults.or(()).expect_err("where no game could be made, a fault was found")),
        }
    }

    /// The position as JSON.
    #[must_use]
    pub fn position(&self) -> Value {
        self.setup().to_json()
    }
}

impl Setup {
    /// The position as JSON, with the fields in the order of docs/protocol.md.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut position = Map::new();
        let mut put = |field: &str, value: Value| {
            position.insert(field.to_owned(), value);
        };
        put("game", json!(self.kind.word()));
        put("players", json!(self.players));
        put("parties", json!(self.parties));
        put("turn", json!(self.turn));
        put("placed", json!(self.placed));
        put("pending", if self.pending.is_empty() { Value::Null } else { json!(self.pending) });
        put("over", json!(self.over));
        if self.kind == Kind::Card {
            put("tables", object(self.tables.iter().map(|(cell, nation)| (cell, nation.code()))));
        }
        put("seated", object(self.seated.iter().map(|(cell, guest)| (cell, guest))));
        put("hands", json!(self.hands));
        if self.kind == Kind::Card {
            put("down", json!(self.down));
        }
        put("scores", json!(self.scores));
        put("guest_stock", json!(self.guest_stock));
        match self.kind {
            Kind::Card => put("table_stock", json!(self.table_stock)),
            Kind::Board => {
                put("bar", json!(self.bar));
                put("out", json!(self.out));
                put("turns", json!(self.turns));
                put("saved", json!(self.saved));
                put("passes", json!(self.passes));
            }
        }
        if let Some(claim) = &self.result {
            put(
                "result",
                json!({
                    "why": claim.why.word(),
                    "penalties": claim.penalties,
                    "final": claim.finals,
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

/// Reads a position and goes on after every fault, to name them all.
struct Reader<'f> {
    faults: &'f mut Finding<PositionFault>,
}

impl Reader<'_> {
    /// What could be read; nothing if it is not even clear which game it is.
    fn setup(&mut self, position: &Value) -> Option<Setup> {
        let Value::Object(fields) = position else {
            self.shape("the position", "an object");
            return None;
        };
        let Some(kind) = fields.get("game").and_then(Value::as_str).and_then(Kind::from_word) else {
            self.required(fields, "game");
            if fields.contains_key("game") {
                self.shape("game", "\"card\" or \"board\"");
            }
            return None;
        };
        let own: &[&str] = match kind {
            Kind::Card => &CARD,
            Kind::Board => &BOARD,
        };
        for field in fields.keys() {
            if !SHARED.contains(&field.as_str()) && !own.contains(&field.as_str()) {
                self.faults.add(PositionFault::UnknownField { field: clip(field) });
            }
        }
        for field in ["players", "hands", "guest_stock"] {
            self.required(fields, field);
        }
        if kind == Kind::Card {
            self.required(fields, "tables");
            self.required(fields, "table_stock");
        }
        let players = self.number(fields, "players", 0, 255) as u8;
        let parties = self.truth(fields, "parties");
        let mut setup = Setup::empty(kind, players, parties);
        setup.turn = self.number(fields, "turn", 0, 255) as u8;
        setup.placed = self.number(fields, "placed", 0, 255) as u8;
        setup.over = self.truth(fields, "over");
        setup.pending = self.list(fields.get("pending"), "pending", Reader::table);
        setup.tables = self.map(fields.get("tables"), "tables", Reader::table, Reader::nation);
        setup.seated = self.map(fields.get("seated"), "seated", Reader::seat, |reader, field, name| {
            reader.guest(field, name, kind)
        });
        let tile = |reader: &mut Reader<'_>, field: &str, name: &str| reader.tile(field, name, kind);
        // A list that is left out is empty for everybody; one that is there must have an entry for each.
        if let Some(hands) = self.lists(fields.get("hands"), "hands", tile) {
            setup.hands = hands;
        }
        if let Some(down) = self.lists(fields.get("down"), "down", tile) {
            setup.down = down;
        }
        if let Some(scores) = fields.get("scores").filter(|scores| !scores.is_null()) {
            let scores = self.numbers(Some(scores), "scores", i64::from(i16::MIN), i64::from(i16::MAX));
            setup.scores = scores.into_iter().map(|score| score as i16).collect();
        }
        setup.guest_stock = self.list(fields.get("guest_stock"), "guest_stock", tile);
        setup.table_stock = self.list(fields.get("table_stock"), "table_stock", Reader::nation);
        setup.bar = self.list(fields.get("bar"), "bar", tile);
        setup.out =
            self.numbers(fields.get("out"), "out", 0, 255).into_iter().map(|player| player as u8).collect();
        setup.turns = self.number(fields, "turns", 0, i64::from(u32::MAX)) as u32;
        setup.saved = self.number(fields, "saved", 0, 255) as u8;
        setup.passes = self.number(fields, "passes", 0, 255) as u8;
        setup.result = self.claim(fields.get("result"));
        Some(setup)
    }

    fn claim(&mut self, value: Option<&Value>) -> Option<Claim> {
        let fields = match value {
            None | Some(Value::Null) => return None,
            Some(Value::Object(fields)) => fields,
            Some(_) => {
                self.shape("result", "an object");
                return None;
            }
        };
        for field in fields.keys() {
            if !["why", "penalties", "final", "winners"].contains(&field.as_str()) {
                self.faults.add(PositionFault::UnknownField { field: format!("result.{}", clip(field)) });
            }
        }
        let mut numbers = |field: &str| {
            let limits = (i64::from(i16::MIN), i64::from(i16::MAX));
            let numbers = self.numbers(fields.get(field), &format!("result.{field}"), limits.0, limits.1);
            numbers.into_iter().map(|number| number as i16).collect::<Vec<i16>>()
        };
        let (penalties, finals) = (numbers("penalties"), numbers("final"));
        let winners = self.numbers(fields.get("winners"), "result.winners", 0, 255);
        let winners = winners.into_iter().map(|player| player as u8).collect();
        let why = fields.get("why").and_then(Value::as_str).and_then(Ending::from_word);
        if why.is_none() {
            self.shape("result.why", "the word for an ending");
        }
        why.map(|why| Claim { why, penalties, finals, winners })
    }

    fn shape(&mut self, field: &str, wanted: &'static str) {
        self.faults.add(PositionFault::Shape { field: field.to_owned(), wanted });
    }

    fn required(&mut self, fields: &Map<String, Value>, field: &'static str) {
        if fields.get(field).is_none_or(Value::is_null) {
            self.faults.add(PositionFault::Missing { field });
        }
    }

    fn truth(&mut self, fields: &Map<String, Value>, field: &str) -> bool {
        match fields.get(field) {
            None | Some(Value::Null) => false,
            Some(Value::Bool(truth)) => *truth,
            Some(_) => {
                self.shape(field, "true or false");
                false
            }
        }
    }

    fn number(&mut self, fields: &Map<String, Value>, field: &str, least: i64, most: i64) -> i64 {
        match fields.get(field) {
            None | Some(Value::Null) => 0,
            Some(value) => self.whole(value, field, least, most),
        }
    }

    fn whole(&mut self, value: &Value, field: &str, least: i64, most: i64) -> i64 {
        match value.as_i64().filter(|number| (least..=most).contains(number)) {
            Some(number) => number,
            None => {
                self.shape(field, "a whole number within its limits");
                0
            }
        }
    }

    fn numbers(&mut self, value: Option<&Value>, field: &str, least: i64, most: i64) -> Vec<i64> {
        let items = self.array(value, field);
        items.iter().map(|item| self.whole(item, field, least, most)).collect()
    }

    fn array<'v>(&mut self, value: Option<&'v Value>, field: &str) -> &'v [Value] {
        match value {
            None | Some(Value::Null) => &[],
            Some(Value::Array(items)) => items,
            Some(_) => {
                self.shape(field, "a list");
                &[]
            }
        }
    }

    fn list<T>(
        &mut self,
        value: Option<&Value>,
        field: &str,
        read: impl Fn(&mut Self, &str, &str) -> Option<T>,
    ) -> Vec<T> {
        let items = self.array(value, field);
        items.iter().filter_map(|item| self.name(item, field, &read)).collect()
    }

    fn lists<T>(
        &mut self,
        value: Option<&Value>,
        field: &str,
        read: impl Fn(&mut Self, &str, &str) -> Option<T> + Copy,
    ) -> Option<Vec<Vec<T>>> {
        let value = value.filter(|value| !value.is_null())?;
        let mut lists = Vec::new();
        for (player, item) in self.array(Some(value), field).iter().enumerate() {
            let field = format!("{field}[{player}]");
            if item.is_null() {
                self.shape(&field, "a list");
            }
            lists.push(self.list(Some(item), &field, read));
        }
        Some(lists)
    }

    fn map<K, V>(
        &mut self,
        value: Option<&Value>,
        field: &str,
        read_key: impl Fn(&mut Self, &str, &str) -> Option<K>,
        read: impl Fn(&mut Self, &str, &str) -> Option<V>,
    ) -> Vec<(K, V)> {
        let fields = match value {
            None | Some(Value::Null) => return Vec::new(),
            Some(Value::Object(fields)) => fields,
            Some(_) => {
                self.shape(field, "an object");
                return Vec::new();
            }
        };
        let entry = |(key, value): (&String, &Value)| {
            let key = read_key(self, field, key);
            let value = self.name(value, field, &read);
            Some((key?, value?))
        };
        fields.iter().filter_map(entry).collect()
    }

    fn name<T>(
        &mut self,
        value: &Value,
        field: &str,
        read: &impl Fn(&mut Self, &str, &str) -> Option<T>,
    ) -> Option<T> {
        match value.as_str() {
            Some(name) => read(self, field, name),
            None => {
                self.shape(field, "made of names");
                None
            }
        }
    }

    fn tile(&mut self, field: &str, name: &str, kind: Kind) -> Option<Tile> {
        let tile = Tile::parse(name).filter(|tile| kind == Kind::Board || !tile.is_joker());
        if tile.is_none() {
            self.faults.add(PositionFault::UnknownGuest { field: field.to_owned(), name: clip(name) });
        }
        tile
    }

    fn guest(&mut self, field: &str, name: &str, kind: Kind) -> Option<Guest> {
        let guest = Guest::parse(name).filter(|guest| kind == Kind::Board || !guest.is_joker());
        if guest.is_none() {
            self.faults.add(PositionFault::UnknownGuest { field: field.to_owned(), name: clip(name) });
        }
        guest
    }

    fn nation(&mut self, field: &str, name: &str) -> Option<Nation> {
        let nation = Nation::from_code(name);
        if nation.is_none() {
            self.faults.add(PositionFault::UnknownNation { field: field.to_owned(), name: clip(name) });
        }
        nation
    }

    fn seat(&mut self, _field: &str, name: &str) -> Option<Cell> {
        let cell = Cell::parse(name);
        if cell.is_none() {
            self.faults.add(PositionFault::UnknownSeat { name: clip(name) });
        }
        cell
    }

    fn table(&mut self, _field: &str, name: &str) -> Option<Cell> {
        let cell = Cell::parse(name);
        if cell.is_none() {
            self.faults.add(PositionFault::UnknownTable { name: clip(name) });
        }
        cell
    }
}
