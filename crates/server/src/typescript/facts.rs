//! Constants of the games and limits of the server that the web client needs before any message.
//! `cargo xtask types` writes them to `web/src/api/game_facts.ts`, and the floor plans to a file of their own, because
//! only some of the client's pages load them.

use std::fmt::Write as _;

use cafe_room::{CHAT_MAX_CHARACTERS, NAME_MAX_CHARACTERS, NUDGE_PAUSE_MINUTES, SILENCE_DAYS};
use cafe_rules::{
    BOARD_HAND_SIZE, BOARD_PLACEMENT_LIMIT, Board, CARD_HAND_LIMIT, CARD_HAND_SIZE, CARD_PLACEMENT_LIMIT,
    Cell, FloorPlan, Kind, Nation, SeatSet, Table, TableScore,
};

const HEADER: &str = "\
// Constants of the games and limits of the server (docs/rules.md, docs/server-protocol.md).
// Generated from the Rust sources by `cargo xtask types`; do not edit.
";

const FLOOR_PLANS_HEADER: &str = "\
// The cafés of the two games (docs/rules.md).
// Generated from the Rust sources by `cargo xtask types`; do not edit.
";

/// What differs between the two games.
struct GameFacts {
    kind: Kind,
    placements_per_turn: u8,
    hand_size: usize,
    hand_limit: Option<usize>,
    /// Whether the guests of a full table leave and another table replaces it (docs/rules.md).
    clears_full_tables: bool,
    floor_size: u8,
    /// The cell of each table with its seats, in reading order.
    tables: Vec<(Cell, Vec<Cell>)>,
    /// The nation of each table, if it never changes.
    nations: Vec<(Cell, Nation)>,
    bar: Vec<i16>,
}

/// Returns the floor plans of both games as one TypeScript file.
#[must_use]
pub fn floor_plans() -> String {
    let mut text = FLOOR_PLANS_HEADER.to_owned();
    let mut line = |line: &str| writeln!(text, "{line}").expect("a string can be written to");
    line("\nexport const floorPlans = {");
    for game in [card_game(), board_game()] {
        game.write_floor_plan(&mut line);
    }
    line("} as const;");
    text
}

/// Returns all other constants as one TypeScript file.
#[must_use]
pub fn facts() -> String {
    let codes: Vec<&str> = Nation::ALL.iter().map(|nation| nation.code()).collect();
    let mut text = HEADER.to_owned();
    let mut line = |line: &str| writeln!(text, "{line}").expect("a string can be written to");
    line("\n/** The codes of the nations. */");
    line(&format!("export const nations = {} as const;", list(&codes)));
    line("\n/** What differs between the two games. */\nexport const gameFacts = {");
    for game in [card_game(), board_game()] {
        game.write(&mut line);
    }
    line("} as const;");
    line("\n/** By number of guests at a table: the points for the guest that was seated last. */");
    line("export const tablePoints = [");
    for guests in 2..=4 {
        let points = |own| TableScore { guests, own }.points();
        line(&format!("  {{ guests: {guests}, mixed: {}, ownNation: {} }},", points(false), points(true)));
    }
    line("] as const;");
    line("\n/** Maximum length of a chat message, in characters. */");
    line(&format!("export const CHAT_MAX_CHARACTERS = {CHAT_MAX_CHARACTERS};"));
    line("\n/** Maximum length of a display name, in characters. */");
    line(&format!("export const NAME_MAX_CHARACTERS = {NAME_MAX_CHARACTERS};"));
    line(
        "\n/** In a game without a clock: days without a move after which another player may claim the end. */",
    );
    line(&format!("export const SILENCE_DAYS = {SILENCE_DAYS};"));
    line("\n/** Minutes that the player to move has before a nudge, and between two nudges. */");
    line(&format!("export const NUDGE_PAUSE_MINUTES = {NUDGE_PAUSE_MINUTES};"));
    text
}

fn card_game() -> GameFacts {
    let plan = FloorPlan::card_game();
    GameFacts {
        kind: Kind::Card,
        placements_per_turn: CARD_PLACEMENT_LIMIT,
        hand_size: CARD_HAND_SIZE,
        hand_limit: Some(CARD_HAND_LIMIT),
        clears_full_tables: true,
        floor_size: floor_size(plan),
        tables: tables(plan),
        nations: Vec::new(),
        bar: Vec::new(),
    }
}

fn board_game() -> GameFacts {
    let board = Board::standard();
    let nation = |table: Table| (board.floor().table_cell(table), board.nation(table));
    GameFacts {
        kind: Kind::Board,
        placements_per_turn: BOARD_PLACEMENT_LIMIT,
        hand_size: BOARD_HAND_SIZE,
        hand_limit: None,
        clears_full_tables: false,
        floor_size: floor_size(board.floor()),
        tables: tables(board.floor()),
        nations: board.floor().tables().map(nation).collect(),
        bar: board.bar().to_vec(),
    }
}

/// Returns the side of the smallest square grid that has all cells of a plan.
fn floor_size<S: SeatSet>(plan: &FloorPlan<S>) -> u8 {
    let cells = plan.table_cells().iter().chain(plan.seat_cells());
    cells.map(|cell| cell.rank().max(cell.file() + 1)).max().unwrap_or(0)
}

fn tables<S: SeatSet>(plan: &FloorPlan<S>) -> Vec<(Cell, Vec<Cell>)> {
    let seats = |table| plan.seats_of(table).iter().map(|seat| plan.seat_cell(seat)).collect();
    plan.tables().map(|table| (plan.table_cell(table), seats(table))).collect()
}

impl GameFacts {
    /// Writes the constants as a property of an object.
    fn write(&self, line: &mut impl FnMut(&str)) {
        let (fewest, most) = (self.kind.players().start().to_owned(), self.kind.players().end().to_owned());
        let hand_limit = self.hand_limit.map_or("null".to_owned(), |limit| limit.to_string());
        line(&format!("  {}: {{", self.kind));
        line("    /** Number of players. */");
        line(&format!("    players: {{ min: {fewest}, max: {most} }},"));
        line("    /** Most guests that a player may seat in a turn. */");
        line(&format!("    placementsPerTurn: {},", self.placements_per_turn));
        line("    /** Number of guests dealt to each player. */");
        line(&format!("    handSize: {},", self.hand_size));
        line("    /** Most guests in a hand. */");
        line(&format!("    handLimit: {hand_limit},"));
        line("    /** Whether the guests of a full table leave and another table replaces it. */");
        line(&format!("    clearsFullTables: {},", self.clears_full_tables));
        line("  },");
    }

    /// Writes the floor plan as a property of an object.
    fn write_floor_plan(&self, line: &mut impl FnMut(&str)) {
        line(&format!("  {}: {{", self.kind));
        line("    /** Cells on each side of the floor. */");
        line(&format!("    floorSize: {},", self.floor_size));
        line("    /** The four seats of each table, in reading order. */");
        line("    tables: {");
        for (cell, seats) in &self.tables {
            line(&format!("      {cell}: {},", list(seats)));
        }
        line("    },");
        line("    /** The nations of tables that are never replaced. */");
        let nations = self.nations.iter().map(|(cell, nation)| format!("{cell}: '{}'", nation.code()));
        let nations: Vec<String> = nations.collect();
        line(&match nations.as_slice() {
            [] => "    nations: {},".to_owned(),
            _ => format!("    nations: {{ {} }},", nations.join(", ")),
        });
        line("    /** The points of the places at the bar. */");
        let bar: Vec<String> = self.bar.iter().map(i16::to_string).collect();
        line(&format!("    bar: [{}],", bar.join(", ")));
        line("  },");
    }
}

/// Returns a list of string literals.
fn list(items: &[impl ToString]) -> String {
    let items: Vec<String> = items.iter().map(|item| format!("'{}'", item.to_string())).collect();
    format!("[{}]", items.join(", "))
}
