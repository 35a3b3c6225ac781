//! Parsing of positions from JSON.

use serde_json::{Map, Value};

use crate::excerpt::excerpt;
use crate::faults::FaultCollector;
use crate::{Cell, ClaimedResult, Ending, Guest, Kind, Nation, PositionFault, Setup, Tile};

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

/// Parses a position. Continues after a fault, to report all of them.
pub(crate) struct PositionReader<'f> {
    pub(crate) faults: &'f mut FaultCollector<PositionFault>,
}

impl PositionReader<'_> {
    /// Returns the position with defaults in place of invalid fields; `None` if the game is unknown.
    pub(crate) fn setup(&mut self, position: &Value) -> Option<Setup> {
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
        setup.pending = self.list(fields.get("pending"), "pending", PositionReader::table);
        setup.tables =
            self.map(fields.get("tables"), "tables", PositionReader::table, PositionReader::nation);
        setup.seated =
            self.map(fields.get("seated"), "seated", PositionReader::seat, |reader, field, name| {
                reader.guest(field, name, kind)
            });
        let tile = |reader: &mut PositionReader<'_>, field: &str, name: &str| reader.tile(field, name, kind);
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
        setup.table_stock = self.list(fields.get("table_stock"), "table_stock", PositionReader::nation);
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
