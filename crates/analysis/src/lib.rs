//! Analysis: what a position offers, and how well a game was played.
//!
//! [`analyse_position`] ranks the turns of the player to move. [`analyse_game`] goes through a game decision by decision
//! and says what was played, what would have been better and what that cost. Both see only what the player saw who had
//! to decide.
//!
//! A **decision** is asked for at the start of every turn, and again in the middle of one after something hidden has come
//! to light: a table laid in the card game. Whatever a player seats up to there is one decision. A decision with only
//! one possible turn is forced and counts in no average; one that was not finished when the record ends is left out.
//!
//! The **loss** of a decision is the worth of the best turn less that of the turn played, both looked at equally closely.
//! A turn's worth is the margin over the best opponent that is expected at the end of the game. Seating the same guests
//! on the same seats in an order that scores less loses the difference too. Losses are two_decimals to tenths of a point.
//!
//! The **luck** of a player is what the cards gave, in points: for the hand dealt and for every draw, what the player could
//! expect right after it, as if it were the own turn, less the mean over [`LUCK_SAMPLES`] deals with other cards in place of
//! those received. The others are taken from what could have come: at the deal from all cards that the player does not
//! see, at a draw from the stock. The tables laid and the cards of the others are not counted; nor is a draw that ends
//! the game.

mod decision_point;
mod game_analyser;
mod grade;
mod json;
mod luck;
mod summary;

use cafe_bots::{Budget, Candidate, Turn, all_turns, current_margin, rank_turns};
use cafe_rules::{Game, View, Viewer};

use self::decision_point::DecisionPoint;
pub use self::game_analyser::*;
pub use self::grade::*;
pub use self::json::two_decimals;
pub use self::luck::*;
pub use self::summary::*;

/// How a game is analysed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnalysisSettings {
    /// For every decision.
    pub budget: Budget,
    /// How many alternatives are kept, at most.
    pub top: usize,
    /// The chance in it: the same seed and budget of playouts give the same analysis.
    pub seed: u64,
    /// Only the decisions of this player.
    pub player: Option<u8>,
}

/// What there is to say about a game.
#[derive(Clone, Debug)]
pub struct GameAnalysis {
    /// The game as it stood at the end of the record.
    pub game: Game,
    /// By player: the name, or nothing.
    pub names: Vec<String>,
    /// In the order in which they were taken.
    pub decisions: Vec<Decision>,
    /// By player, or of the one player asked for.
    pub players: Vec<PlayerSummary>,
}

/// One decision of a player.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The number of the turn, from 1.
    pub turn: usize,
    /// Which decision of the turn, from 1.
    pub part: usize,
    /// Who.
    pub player: u8,
    /// What was played.
    pub played: Turn,
    /// The margin that was expected of it.
    pub value: f32,
    /// How much less that is than what was possible.
    pub loss: f32,
    /// The word for that.
    pub grade: Grade,
    /// The best turns, best first.
    pub alternatives: Vec<Candidate>,
}

/// The best turns of the seat that looks, best first, at most `top`, each with the margin over the best opponent that
/// is expected at the end. Nothing if it is not its turn.
///
/// Turns that look hopeless at a glance are not looked at, so there may be fewer. A turn that was given up early, after a
/// few worlds, is never said to be worth more than the ones before it.
///
/// ```
/// use cafe_analysis::analyse_position;
/// use cafe_bots::Budget;
/// use cafe_rules::{Deal, Game, Kind, Options, Seed, View, Viewer};
///
/// let options = Options::new(Kind::Board, 2, false)?;
/// let game = Game::new(options, &Deal::shuffled(Kind::Board, Seed([3; 32])));
/// let moves = analyse_position(&View::of(&game, Viewer::Player(0)), 3, Budget::Playouts(50), 0);
/// assert!(moves[0].worth >= moves[1].worth);
/// # Ok::<(), cafe_rules::PlayerCountError>(())
/// ```
#[must_use]
pub fn analyse_position(view: &View, top: usize, budget: Budget, seed: u64) -> Vec<Candidate> {
    let mut ranked = ranked(view, &[], budget, seed);
    ranked.truncate(top);
    ranked
}

/// Compares what was played with what could have been played.
fn judge(moment: &DecisionPoint, settings: &AnalysisSettings, seed: u64) -> Decision {
    let view = View::of(moment.before, Viewer::Player(moment.player));
    let played = &moment.played;
    let mut alternatives = ranked(&view, std::slice::from_ref(played), settings.budget, seed);
    let best = alternatives.first().map(|best| best.value);
    let found = alternatives.iter().find(|candidate| candidate.turn.is_equivalent(played));
    let value = match found {
        Some(like) => like.value - f32::from(like.turn.points - played.points),
        None => standing(moment),
    };
    // Tenths are as fine as a search is, and what is shown then agrees with its word.
    let loss = best.map_or(0.0, |best| ((best - value).max(0.0) * 10.0).round() / 10.0);
    let grade = if is_forced(moment.before) { Grade::Forced } else { Grade::of(loss) };
    alternatives.truncate(settings.top);
    Decision {
        turn: moment.turn,
        part: moment.part,
        player: moment.player,
        played: played.clone(),
        value,
        loss: if grade == Grade::Forced { 0.0 } else { loss },
        grade,
        alternatives,
    }
}

/// What [`rank_turns`] finds, with worths that never rise from one turn to the next: a turn that was given up early, after
/// a few lucky worlds, is not better than those that were looked at more closely. The turns of `also`, which are looked
/// at as closely as the best, take their place among the others by what they are worth.
fn ranked(view: &View, also: &[Turn], budget: Budget, seed: u64) -> Vec<Candidate> {
    let is_asked = |candidate: &Candidate| also.iter().any(|turn| turn.is_equivalent(&candidate.turn));
    let (asked, mut list): (Vec<_>, Vec<_>) =
        rank_turns(view, also, budget, seed).into_iter().partition(is_asked);
    let mut least = f32::INFINITY;
    for candidate in &mut list {
        least = least.min(candidate.value);
        candidate.value = least;
    }
    for candidate in asked {
        let place = list.partition_point(|other| other.value >= candidate.value);
        list.insert(place, candidate);
    }
    list
}

/// The margin right after a turn that nobody would consider: the player pays more at the bar than there is, and is out.
fn standing(moment: &DecisionPoint) -> f32 {
    let out = match moment.after {
        Game::Card(_) => &[],
        Game::Board(game) => game.eliminated(),
    };
    f32::from(current_margin(moment.after.scores(), out, usize::from(moment.player)))
}

/// Whether there is only one way to go on.
fn is_forced(game: &Game) -> bool {
    let ways = match game {
        Game::Card(game) => all_turns(game).len(),
        Game::Board(game) => all_turns(game).len(),
    };
    ways == 1
}
