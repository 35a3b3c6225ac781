//! The legal actions of the player to move and what each of them would bring.

use cafe_rules::{Action, Cell, Ending, Event, Events, Game, PointSource};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{GameResult, OrderedMap};
use crate::room::PlayerIndex;

/// A legal action and what it would bring.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LegalAction {
    /// In notation.
    pub action: String,
    /// By table, or `bar`: the points.
    #[ts(type = "Record<string, number>")]
    #[schema(value_type = BTreeMap<String, i16>)]
    pub points: OrderedMap<PointSourceView, i16>,
    /// The tables whose points are doubled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, type = "Array<string>")]
    #[schema(value_type = Vec<String>)]
    pub doubled: Vec<Cell>,
    /// For a guest seated where nobody sits: the most points that your next guest of this turn can score there. Left out if
    /// none could follow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub follow_up: Option<i16>,
    /// Whether it would eliminate you.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, type = "boolean")]
    pub eliminates: bool,
    /// The result if it would end the game. Left out if the game goes on, or if the result depends on a tile that is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub result: Option<GameResult>,
}

/// What pays points: a table or the bar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PointSourceView {
    /// The table at this cell.
    Table(Cell),
    /// The bar.
    Bar,
}

impl Serialize for PointSourceView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            PointSourceView::Table(cell) => cell.serialize(serializer),
            PointSourceView::Bar => serializer.serialize_str("bar"),
        }
    }
}

impl<'de> Deserialize<'de> for PointSourceView {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PointSourceView, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text == "bar" {
            return Ok(PointSourceView::Bar);
        }
        Cell::parse(&text)
            .map(PointSourceView::Table)
            .ok_or_else(|| D::Error::custom("expected a cell or bar"))
    }
}

impl LegalAction {
    /// Returns all legal actions of the player to move.
    pub(super) fn all(game: &Game, resigned: &[PlayerIndex]) -> Vec<LegalAction> {
        game.legal().iter().map(|action| LegalAction::of(game, resigned, action)).collect()
    }

    fn of(game: &Game, resigned: &[PlayerIndex], action: Action) -> LegalAction {
        let mut after = *game;
        let events = after.play(action).unwrap_or_default();
        let paid = |event: &Event| {
            let source = match event.point_source()? {
                PointSource::Table(table) => PointSourceView::Table(game.table_cell(table)),
                PointSource::Bar => PointSourceView::Bar,
            };
            Some((source, event.points()?))
        };
        LegalAction {
            action: game.format_action(&action),
            points: OrderedMap(events.iter().filter_map(paid).collect()),
            doubled: doubled_tables(game, &events).collect(),
            follow_up: follow_up(game, action, &events, &after),
            eliminates: events.iter().any(|event| matches!(event, Event::Eliminated { .. })),
            result: visible_result(&after, resigned),
        }
    }
}

/// Iterates over the tables that pay double.
pub(super) fn doubled_tables(game: &Game, events: &Events) -> impl Iterator<Item = Cell> {
    events.iter().filter_map(|event| match event {
        Event::Scored { table, score, .. } if score.own => Some(game.table_cell(*table)),
        Event::PartyScored { table, own: true, .. } => Some(game.table_cell(*table)),
        _ => None,
    })
}

/// Returns the most points that the next guest can score after a guest who is seated where nobody sits. It follows from the
/// hand of the player and the café.
fn follow_up(game: &Game, action: Action, events: &Events, after: &Game) -> Option<i16> {
    // A guest who joins somebody scores.
    let is_first_at_tables =
        matches!(action, Action::Seat(..)) && !events.iter().any(|event| event.points().is_some());
    let turn_goes_on = after.turn() == game.turn() && after.ending().is_none();
    if is_first_at_tables && turn_goes_on { after.legal().best_seating_points() } else { None }
}

/// Returns the result of a finished game if it follows from what the player saw before the last action. In the card game all
/// cards cost the same; in the board game the tile that ended the game may be a joker.
pub(super) fn visible_result(after: &Game, resigned: &[PlayerIndex]) -> Option<GameResult> {
    if after.ending() == Some(Ending::Bag) { None } else { GameResult::of_position(after, resigned) }
}
