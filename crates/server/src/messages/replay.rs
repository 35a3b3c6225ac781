//! A finished game, step by step, with everything in the open.

use cafe_rules::{DealSource, Step, Tile};
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::scene::{Code, Scene};
use super::{ResultShown, RoomShown, Seen};
use crate::room::{By, Millis, Played, Room};

/// A finished game, step by step, with everything in the open: nothing of it is told before the end. What was taken back
/// is not in it, and what was said at the table is not either.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Replay {
    /// The table: who sat where, and what was agreed.
    pub table: RoomShown,
    /// The day on which the cards were dealt.
    pub date: String,
    /// What the order of the cards followed from; nothing if somebody wrote the order down.
    #[schema(required)]
    pub seed: Option<String>,
    /// What the dealer had committed to; nothing if somebody wrote the order down.
    #[schema(required)]
    pub secret: Option<String>,
    /// By player: what they added to the seed.
    pub shares: Vec<Option<String>>,
    /// All guests in the order in which they were drawn.
    #[ts(type = "Array<string>")]
    #[schema(value_type = Vec<String>)]
    pub guests: Vec<Tile>,
    /// Card game: all tables in the order in which they were laid.
    #[ts(type = "Array<string>")]
    #[schema(value_type = Vec<String>)]
    pub tables: Vec<Code>,
    /// The café as the cards were dealt.
    pub start: Scene,
    /// Everything that was played, in order.
    pub steps: Vec<ReplayStep>,
    /// How it ended.
    pub result: ResultShown,
}

/// An action of a finished game.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct ReplayStep {
    /// Whose turn it was.
    pub seat: u8,
    /// Who played it.
    pub by: By,
    /// When, in milliseconds since 1970.
    #[schema(value_type = i64)]
    pub at: Millis,
    /// What, in the notation.
    pub action: String,
    /// What it brought about: which table paid how much, and why.
    pub events: Vec<Seen>,
    /// All points of the action together.
    pub points: i16,
    /// The café afterwards, all hands open.
    pub scene: Scene,
}

impl Replay {
    /// The game of a table, once it is over.
    #[must_use]
    pub fn of(room: &Room) -> Option<Replay> {
        // There is a record only of a finished game: what follows cannot tell anything too early.
        let record = room.record()?;
        let header = record.header();
        let deal = header.deal();
        let played = record.steps().iter().zip(&room.play.as_ref()?.steps);
        let steps =
            (1..).zip(played).map(|(number, (step, played))| ReplayStep::of(number, step, played)).collect();
        Some(Replay {
            table: RoomShown::of(room),
            date: header.date.clone(),
            seed: if let DealSource::Seed(seed) = &header.deal_source {
                Some(seed.to_string())
            } else {
                None
            },
            secret: header.secret.map(|secret| secret.to_string()),
            shares: header.shares.iter().map(|share| share.map(|share| share.to_string())).collect(),
            guests: deal.guests().to_vec(),
            tables: deal.tables().iter().map(|&nation| Code(nation)).collect(),
            start: Scene::open(record.start(), 0),
            steps,
            result: ResultShown::of(&record.game().outcome()?),
        })
    }
}

impl ReplayStep {
    fn of(number: usize, step: &Step, played: &Played) -> ReplayStep {
        let Step { player, action, events, before, after } = step;
        ReplayStep {
            seat: *player,
            by: played.by,
            at: played.at,
            action: after.format_action(action),
            events: events.iter().map(|&event| Seen::whole(event, before, after)).collect(),
            points: step.points(),
            scene: Scene::open(after, number),
        }
    }
}
