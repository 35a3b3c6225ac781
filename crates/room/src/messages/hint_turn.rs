//! A turn that a hint suggests, with what the bot computed about it.

use cafe_bots::Candidate;
use cafe_rules::{Cell, Game};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::GameResult;
use super::legal_action::{doubled_tables, visible_result};
use crate::room::PlayerIndex;

/// A turn that a hint suggests.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct HintTurn {
    /// Actions in notation, in order.
    pub actions: Vec<String>,
    /// Points scored at once.
    pub points: i16,
    /// Expected final margin over the best opponent.
    pub value: f32,
    /// Whether `value` is exact: the end of the game could be solved. Otherwise it is an estimate.
    pub exact: bool,
    /// Whether the turn goes on after these actions, because they reveal a new table.
    pub continues: bool,
    /// The tables that the turn fills.
    #[ts(type = "Array<string>")]
    #[schema(value_type = Vec<String>)]
    pub fills: Vec<Cell>,
    /// The tables whose points are doubled.
    #[ts(type = "Array<string>")]
    #[schema(value_type = Vec<String>)]
    pub doubled: Vec<Cell>,
    /// Number of tiles in your hand after the turn, with those that you draw.
    pub hand_size: usize,
    /// The result if the turn ends the game. Left out if the game goes on, or if the result depends on a tile that is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub result: Option<GameResult>,
}

impl HintTurn {
    /// Describes a turn of the player to move in a game from which these players resigned. Only facts that the player can know
    /// are used.
    #[must_use]
    pub fn of(game: &Game, resigned: &[PlayerIndex], candidate: &Candidate) -> HintTurn {
        let turn = &candidate.turn;
        let mut after = *game;
        let (mut fills, mut doubled) = (Vec::new(), Vec::new());
        for &action in &turn.actions {
            let events = after.play(action).unwrap_or_default();
            doubled.extend(doubled_tables(game, &events));
            fills.extend(after.filled_tables(&events).map(|table| game.table_cell(table)));
        }
        doubled.sort_unstable();
        doubled.dedup();
        HintTurn {
            actions: turn.notation(game),
            points: turn.points,
            value: (candidate.value * 10.0).round() / 10.0,
            exact: candidate.worlds == 0,
            continues: turn.continues,
            fills,
            doubled,
            hand_size: after.hands()[usize::from(game.turn())].len(),
            result: visible_result(&after, resigned),
        }
    }
}
