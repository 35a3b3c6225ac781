//! What an action caused in the game, as one viewer may know it.

use cafe_rules::{Event, EventView, Game, Viewer};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// An event of the game, as one viewer may know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(missing_docs, reason = "the sentence above each variant names its fields")]
pub enum GameEvent {
    /// A guest was seated.
    Seated { guest: String, seat: String },
    /// A table scored: one point per guest, doubled if all are of the table's nation.
    Scored { table: String, nation: String, guests: u8, doubled: bool, points: i16 },
    /// A party scored.
    PartyScored { table: String, nation: String, doubled: bool, points: i16 },
    /// A full table was cleared.
    Cleared { table: String },
    /// A new table was laid.
    Laid { table: String, nation: String },
    /// A player drew a tile. In the card game only that player sees which.
    Drew {
        player: u8,
        #[schema(required)]
        tile: Option<String>,
    },
    /// A player laid a guest face down. Only that player sees which.
    LaidDown {
        player: u8,
        #[schema(required)]
        tile: Option<String>,
    },
    /// A guest went to the bar.
    AtBar { tile: String, place: u8, points: i16 },
    /// A joker was swapped for a guest.
    Swapped { guest: String, joker: String, seat: String },
    /// A player could not pay at the bar and was eliminated.
    Eliminated { player: u8, tile: String, place: u8 },
    /// A player passed.
    Passed { player: u8 },
    /// The turn passed to the next player.
    TurnPassed { to: u8 },
    /// The game ended.
    GameOver { why: String },
}

impl GameEvent {
    pub(super) fn of(event: Event, before: &Game, after: &Game, viewer: Viewer) -> GameEvent {
        match EventView::of(event, after, viewer) {
            EventView::Drew { player } => GameEvent::Drew { player, tile: None },
            EventView::LaidFaceDown { player } => GameEvent::LaidDown { player, tile: None },
            EventView::Full(event) => GameEvent::unmasked(event, before, after),
        }
    }

    /// Returns the whole event, for a viewer who may know it or after the game.
    pub(super) fn unmasked(event: Event, before: &Game, after: &Game) -> GameEvent {
        let cell = |table| after.table_cell(table).to_string();
        // A table scores before it is replaced.
        let nation = |table| before.nation(table).code().to_owned();
        match event {
            Event::Seated { guest, seat, .. } => {
                GameEvent::Seated { guest: guest.to_string(), seat: after.seat_cell(seat).to_string() }
            }
            Event::Scored { table, score, .. } => GameEvent::Scored {
                table: cell(table),
                nation: nation(table),
                guests: score.guests,
                doubled: score.own,
                points: score.points(),
            },
            Event::PartyScored { table, own, points, .. } => {
                GameEvent::PartyScored { table: cell(table), nation: nation(table), doubled: own, points }
            }
            Event::TableCleared { table } => GameEvent::Cleared { table: cell(table) },
            Event::TableLaid { table, nation } => {
                GameEvent::Laid { table: cell(table), nation: nation.code().to_owned() }
            }
            Event::Drew { player, tile } => GameEvent::Drew { player, tile: Some(tile.to_string()) },
            Event::LaidFaceDown { player, tile } => {
                GameEvent::LaidDown { player, tile: Some(tile.to_string()) }
            }
            Event::SentToBar { tile, place, points, .. } => {
                GameEvent::AtBar { tile: tile.to_string(), place, points }
            }
            Event::Swapped { guest, joker, seat, .. } => GameEvent::Swapped {
                guest: guest.to_string(),
                joker: joker.to_string(),
                seat: after.seat_cell(seat).to_string(),
            },
            Event::Eliminated { player, tile, place } => {
                GameEvent::Eliminated { player, tile: tile.to_string(), place }
            }
            Event::Passed { player } => GameEvent::Passed { player },
            Event::TurnPassed { to } => GameEvent::TurnPassed { to },
            Event::GameOver { why } => GameEvent::GameOver { why: why.as_str().to_owned() },
        }
    }
}
