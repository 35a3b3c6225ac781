//! A finished game, step by step, with all hands open.

use cafe_rules::{DealSource, FriendlyDeal, Nation, Tile};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{GameEvent, GameResult, GameView, RoomView};
use crate::room::PlayerIndex;
use crate::{Millis, PlayedBy, PlayedStep, Room};

/// A game that is over, step by step, with all hands open. Undone actions and chat are not part of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct GameReplay {
    /// The room: settings and occupants.
    pub room: RoomView,
    /// The day the game started.
    pub date: String,
    /// The seed of the deal; null if the deal was fixed.
    #[schema(required)]
    pub seed: Option<String>,
    /// Number of the deal among those that follow from secret and shares, if it was chosen because it is friendly to the first
    /// player; null if the deal was not chosen.
    #[schema(required)]
    pub friendly_deal: Option<u32>,
    /// The secret the server committed to; null if the deal was fixed.
    #[schema(required)]
    pub secret: Option<String>,
    /// By player: the share of the seed.
    pub shares: Vec<Option<String>>,
    /// All guests in drawing order.
    #[ts(type = "Array<string>")]
    #[schema(value_type = Vec<String>)]
    pub guests: Vec<Tile>,
    /// Card game: all tables in drawing order.
    #[ts(type = "Array<string>")]
    #[schema(value_type = Vec<String>)]
    pub tables: Vec<Nation>,
    /// The game as dealt.
    pub start: GameView,
    /// The actions in order.
    pub steps: Vec<ReplayStep>,
    /// The result.
    pub result: GameResult,
}

/// An action of a finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ReplayStep {
    /// The player to move.
    #[schema(value_type = u8)]
    pub player: PlayerIndex,
    /// What played it.
    pub by: PlayedBy,
    /// When, in milliseconds since 1970.
    #[schema(value_type = i64)]
    pub at: Millis,
    /// The action in notation.
    pub action: String,
    /// What it caused: which table paid how much, and why.
    pub events: Vec<GameEvent>,
    /// Total points of the action.
    pub points: i16,
    /// The game after the action, all hands open.
    pub view: GameView,
}

impl GameReplay {
    /// Returns the replay of a finished game.
    #[must_use]
    pub fn of(room: &Room) -> Option<GameReplay> {
        // Only a finished game has a record, so nothing is revealed early.
        let record = room.record()?;
        let header = record.header();
        let deal = header.deal();
        let (seed, friendly_deal) = match header.deal_source {
            DealSource::Seed(seed) => (Some(seed), None),
            DealSource::Friendly(FriendlyDeal { number, seed }) => (Some(seed), Some(number)),
            DealSource::Explicit(_) => (None, None),
        };
        let played = record.steps().iter().zip(&room.game.as_ref()?.steps);
        let steps = (1..).zip(played);
        let steps =
            steps.map(|(seq, (recorded, step))| ReplayStep::of(seq, recorded, step, &header.resigned));
        Some(GameReplay {
            room: RoomView::of(room),
            date: header.date.clone(),
            seed: seed.map(|seed| seed.to_string()),
            friendly_deal,
            secret: header.secret.map(|secret| secret.to_string()),
            shares: header.shares.iter().map(|share| share.map(|share| share.to_string())).collect(),
            guests: deal.guests().to_vec(),
            tables: deal.tables().to_vec(),
            start: GameView::revealed(record.start(), 0, &header.resigned),
            steps: steps.collect(),
            result: GameResult::of_room(room)?,
        })
    }
}

impl ReplayStep {
    fn of(
        seq: usize,
        recorded: &cafe_rules::Step,
        step: &PlayedStep,
        resigned: &[PlayerIndex],
    ) -> ReplayStep {
        let cafe_rules::Step { player, action, events, before, after } = recorded;
        ReplayStep {
            player: *player,
            by: step.by,
            at: step.at,
            action: after.format_action(action),
            events: events.iter().map(|&event| GameEvent::unmasked(event, before, after)).collect(),
            points: recorded.points(),
            view: GameView::revealed(after, seq, resigned),
        }
    }
}
