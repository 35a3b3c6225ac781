//! Analysis of a game on all threads of the current rayon pool.

use std::sync::atomic::{AtomicUsize, Ordering};

use cafe_analysis::{AnalysisSettings, Decision, GameAnalyser, GameAnalysis};
use cafe_rules::Record;
use rayon::prelude::*;

/// Analyses a game as [`cafe_analysis::analyse_game`] does, with the decisions spread over the threads of the current
/// rayon pool. The result does not depend on the number of threads.
#[must_use]
pub fn analyse_game(
    record: &Record,
    settings: &AnalysisSettings,
    progress: impl Fn(usize, usize) + Sync,
) -> GameAnalysis {
    let analyser = GameAnalyser::new(record, settings);
    let total = analyser.decision_count();
    let done = AtomicUsize::new(0);
    progress(0, total);
    let judged = (0..total).into_par_iter().map(|index| {
        let decision = analyser.judge_decision(index);
        progress(done.fetch_add(1, Ordering::Relaxed) + 1, total);
        decision
    });
    let decisions: Vec<Decision> = judged.collect();
    let luck: Vec<f32> =
        (0..analyser.luck_count()).into_par_iter().map(|index| analyser.measure_luck(index)).collect();
    analyser.finish(decisions, &luck)
}
