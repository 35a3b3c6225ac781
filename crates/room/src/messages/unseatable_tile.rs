//! Why a tile in your hand cannot be seated.

use cafe_rules::{AloneReason, Cell, Game, NamedTable, Tile, Unseatable};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A tile in your hand that has no legal seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct UnseatableTile {
    /// The tile in notation.
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub tile: Tile,
    /// Why no seat is legal.
    pub reason: UnseatableReason,
}

/// Why no seat is legal: the reason at a seat that comes nearest to being legal. Seats and tables are cells.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(missing_docs, reason = "the sentence above each variant names its fields")]
pub enum UnseatableReason {
    /// The café has no table of the guest's nation.
    NoTable,
    /// All seats at the tables of the guest's nation are taken.
    NoFreeSeat {
        #[ts(type = "Array<string>")]
        #[schema(value_type = Vec<String>)]
        tables: Vec<Cell>,
    },
    /// Every free seat would unbalance a table. At this table there would be so many ladies and gentlemen.
    Unbalanced {
        #[ts(type = "string")]
        #[schema(value_type = String)]
        seat: Cell,
        #[ts(type = "string")]
        #[schema(value_type = String)]
        table: Cell,
        ladies: u8,
        gentlemen: u8,
    },
    /// Nobody sits at these tables, and you hold no guest who could follow.
    NoFollower {
        #[ts(type = "string")]
        #[schema(value_type = String)]
        seat: Cell,
        #[ts(type = "Array<string>")]
        #[schema(value_type = Vec<String>)]
        tables: Vec<Cell>,
    },
    /// Nobody sits at these tables, and this would be the last guest of your turn.
    LastPlacement {
        #[ts(type = "string")]
        #[schema(value_type = String)]
        seat: Cell,
        #[ts(type = "Array<string>")]
        #[schema(value_type = Vec<String>)]
        tables: Vec<Cell>,
    },
    /// The seat is possible, but first a guest must join the one who sits alone, at one of these tables.
    AwayFromOpener {
        #[ts(type = "string")]
        #[schema(value_type = String)]
        seat: Cell,
        #[ts(type = "Array<string>")]
        #[schema(value_type = Vec<String>)]
        tables: Vec<Cell>,
    },
}

impl UnseatableTile {
    /// Returns the tiles of the player to move that have no legal seat.
    pub(super) fn all(game: &Game) -> Vec<UnseatableTile> {
        let tile =
            |Unseatable { tile, reason }| UnseatableTile { tile, reason: UnseatableReason::of(reason) };
        game.unseatable().into_iter().map(tile).collect()
    }
}

impl UnseatableReason {
    fn of(reason: cafe_rules::UnseatableReason) -> UnseatableReason {
        use cafe_rules::UnseatableReason as Reason;
        let cells = |tables: &[NamedTable]| tables.iter().map(|table| table.cell).collect();
        match reason {
            Reason::NoTable => UnseatableReason::NoTable,
            Reason::NoFreeSeat { tables } => UnseatableReason::NoFreeSeat { tables: cells(&tables) },
            Reason::Unbalanced { seat, table, ladies, gentlemen } => {
                UnseatableReason::Unbalanced { seat, table: table.cell, ladies, gentlemen }
            }
            Reason::Alone { seat, tables, reason: AloneReason::NoFollower } => {
                UnseatableReason::NoFollower { seat, tables: cells(&tables) }
            }
            Reason::Alone { seat, tables, reason: AloneReason::LastPlacement } => {
                UnseatableReason::LastPlacement { seat, tables: cells(&tables) }
            }
            Reason::AwayFromOpener { seat, tables } => {
                UnseatableReason::AwayFromOpener { seat, tables: cells(&tables) }
            }
        }
    }
}
