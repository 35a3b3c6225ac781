//! The result of a game.

use cafe_rules::{Game, Outcome};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::room::PlayerIndex;
use crate::{EarlyEnd, Room, RoomGame};

/// The result of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct GameResult {
    /// Why the game ended: an ending of the rules, `resigned` or `agreement`.
    pub why: String,
    /// By player: the penalty for the cards left, as a positive number. There is none in a game that was not played to its end.
    pub penalties: Vec<i16>,
    /// By player: the final score.
    #[serde(rename = "final")]
    pub finals: Vec<i16>,
    /// The winners, ascending; several if they tie, none if the players agreed to end the game.
    pub winners: Vec<u8>,
    /// By player: the place, from 1. Players who tie share a place, and the following places are skipped. All are 0 if the
    /// players agreed to end the game.
    pub places: Vec<u8>,
    /// The players who resigned, in that order. They rank last, whatever their points.
    #[serde(default)]
    #[schema(required)]
    pub resigned: Vec<u8>,
}

impl GameResult {
    /// Returns the result for an outcome.
    #[must_use]
    pub fn of(outcome: &Outcome) -> GameResult {
        GameResult {
            why: outcome.why.as_str().to_owned(),
            penalties: outcome.penalties.to_vec(),
            finals: outcome.final_scores.to_vec(),
            winners: outcome.winners.to_vec(),
            places: outcome.places.to_vec(),
            resigned: Vec::new(),
        }
    }

    /// Returns the result of a room's game; none if it is not over.
    pub(super) fn of_room(room: &Room) -> Option<GameResult> {
        let game = room.game.as_ref()?;
        match game.early_end {
            None => GameResult::of_position(&game.current, &game.resigned),
            Some(EarlyEnd::Agreement) => Some(GameResult::as_it_stands(game, "agreement")),
            Some(EarlyEnd::Resignation) => Some(GameResult::as_it_stands(game, "resigned").ranked(game)),
        }
    }

    /// Returns the result of a game that was played to its end and from which these players resigned; none if it goes on.
    pub(super) fn of_position(game: &Game, resigned: &[PlayerIndex]) -> Option<GameResult> {
        let outcome = game.outcome()?.rank_resigned_last(resigned);
        Some(GameResult { resigned: resigned.to_vec(), ..GameResult::of(&outcome) })
    }

    /// Returns the scores of a game that was not played to its end, without places.
    fn as_it_stands(game: &RoomGame, why: &str) -> GameResult {
        let finals = game.current.scores().to_vec();
        GameResult {
            why: why.to_owned(),
            penalties: vec![0; finals.len()],
            places: vec![0; finals.len()],
            winners: Vec::new(),
            resigned: game.resigned.clone(),
            finals,
        }
    }

    /// Ranks the players by their scores; those who were eliminated behind them, and those who resigned last.
    fn ranked(mut self, game: &RoomGame) -> GameResult {
        let position = |players: &[PlayerIndex], player| players.iter().position(|other| *other == player);
        let rank_key = |(player, score): (PlayerIndex, &i16)| {
            let resigned = position(&game.resigned, player).map(|order| (0, order, 0));
            let eliminated = position(game.eliminated(), player).map(|order| (1, order, 0));
            resigned.or(eliminated).unwrap_or((2, 0, *score))
        };
        let keys: Vec<_> = (0..).zip(&self.finals).map(rank_key).collect();
        self.places =
            keys.iter().map(|own| 1 + keys.iter().filter(|other| *other > own).count() as u8).collect();
        self.winners =
            (0..).zip(&self.places).filter(|(_, place)| **place == 1).map(|(player, _)| player).collect();
        self
    }
}
