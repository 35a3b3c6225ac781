//! Analysis of a whole game, one decision at a time.

use cafe_bots::{Budget, Rng};
use cafe_rules::{Game, Record};

use crate::decision::{Decision, judge};
use crate::decision_point::{DecisionPoint, decision_points};
use crate::luck::{ReceivedTiles, received_tiles};
use crate::summary::PlayerSummary;

/// Settings of the analysis of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnalysisSettings {
    /// The budget of each decision.
    pub budget: Budget,
    /// Maximum number of alternatives kept.
    pub top: usize,
    /// The same seed and budget of playouts give the same analysis.
    pub seed: u64,
    /// Restricts the analysis to one player.
    pub player: Option<u8>,
}

impl AnalysisSettings {
    fn includes(&self, player: u8) -> bool {
        self.player.is_none_or(|only| only == player)
    }
}

/// The analysis of a game.
#[derive(Clone, Debug)]
pub struct GameAnalysis {
    /// The game at the end of the record.
    pub game: Game,
    /// By player: the name, which may be empty.
    pub names: Vec<String>,
    /// The decisions in the order of the game.
    pub decisions: Vec<Decision>,
    /// By player, or of the one player asked for.
    pub players: Vec<PlayerSummary>,
}

/// The steps of the analysis of one game.
///
/// Each decision and each receipt of tiles is judged by its own call, in any order, so a caller with threads can run
/// them in parallel. [`analyse_game`] makes the calls one after the other.
///
/// ```
/// use cafe_analysis::{AnalysisSettings, GameAnalyser, analyse_game};
/// use cafe_bots::Budget;
/// use cafe_rules::{Action, DealSource, Header, Kind, Options, Record, Seed};
///
/// let header = Header::new(Options::new(Kind::Card, 2, false)?, DealSource::Seed(Seed([3; 32])));
/// let mut record = Record::new(header);
/// record.play(Action::Draw)?;
/// let settings = AnalysisSettings { budget: Budget::Playouts(50), top: 3, seed: 0, player: None };
///
/// let analyser = GameAnalyser::new(&record, &settings);
/// let decisions = (0..analyser.decision_count()).map(|index| analyser.judge_decision(index)).collect();
/// let luck: Vec<f32> = (0..analyser.luck_count()).map(|index| analyser.measure_luck(index)).collect();
/// let analysis = analyser.finish(decisions, &luck);
/// assert_eq!(analysis.to_json(), analyse_game(&record, &settings, |_, _| {}).to_json());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GameAnalyser<'r> {
    record: &'r Record,
    settings: AnalysisSettings,
    /// The decisions to judge, each with the seed of its search.
    decisions: Vec<(DecisionPoint<'r>, u64)>,
    /// The tiles received, each with their player.
    received: Vec<(u8, ReceivedTiles)>,
}

impl<'r> GameAnalyser<'r> {
    /// Splits a game into the decisions and receipts of tiles that `settings` ask for.
    #[must_use]
    pub fn new(record: &'r Record, settings: &AnalysisSettings) -> GameAnalyser<'r> {
        let mut rng = Rng::new(settings.seed);
        let points = decision_points(record).into_iter().filter(|point| settings.includes(point.player));
        let decisions = points.map(|point| (point, rng.next_seed())).collect();
        let received = received_tiles(record).into_iter();
        let received = received.filter(|(player, _)| settings.includes(*player)).collect();
        GameAnalyser { record, settings: *settings, decisions, received }
    }

    /// Returns the number of decisions to judge.
    #[must_use]
    pub fn decision_count(&self) -> usize {
        self.decisions.len()
    }

    /// Judges one decision, counted from 0 in the order of the game.
    ///
    /// # Panics
    /// If `index` is not below [`decision_count`](GameAnalyser::decision_count).
    #[must_use]
    pub fn judge_decision(&self, index: usize) -> Decision {
        let (point, seed) = &self.decisions[index];
        judge(point, &self.settings, *seed)
    }

    /// Returns the number of times that a player received tiles.
    #[must_use]
    pub fn luck_count(&self) -> usize {
        self.received.len()
    }

    /// Measures the luck of one receipt of tiles, in points.
    ///
    /// # Panics
    /// If `index` is not below [`luck_count`](GameAnalyser::luck_count).
    #[must_use]
    pub fn measure_luck(&self, index: usize) -> f32 {
        self.received[index].1.luck(self.settings.seed)
    }

    /// Summarises all decisions and all luck, both in the order of their indices.
    #[must_use]
    pub fn finish(&self, decisions: Vec<Decision>, luck: &[f32]) -> GameAnalysis {
        let header = self.record.header();
        let summary = |player: u8| {
            let measured = self.received.iter().zip(luck);
            let own = measured.filter(|((receiver, _), _)| *receiver == player);
            PlayerSummary::new(player, &decisions, own.map(|(_, luck)| luck).sum())
        };
        let players = (0..header.options.players()).filter(|&player| self.settings.includes(player));
        let players = players.map(summary).collect();
        GameAnalysis { game: *self.record.game(), names: header.names.clone(), players, decisions }
    }
}

/// Analyses a game on the calling thread. `progress` receives the number of decisions judged and their total.
#[must_use]
pub fn analyse_game(
    record: &Record,
    settings: &AnalysisSettings,
    mut progress: impl FnMut(usize, usize),
) -> GameAnalysis {
    let analyser = GameAnalyser::new(record, settings);
    let total = analyser.decision_count();
    progress(0, total);
    let mut decisions = Vec::with_capacity(total);
    for index in 0..total {
        decisions.push(analyser.judge_decision(index));
        progress(index + 1, total);
    }
    let luck: Vec<f32> = (0..analyser.luck_count()).map(|index| analyser.measure_luck(index)).collect();
    analyser.finish(decisions, &luck)
}
