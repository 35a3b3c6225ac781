//! Properties of every position and action, over whole games of every configuration and several styles of play.
//!
//! A failure prints the position and the action, which reproduce it. `PROPTEST_CASES=100` runs longer than usual.

mod candidates;
mod contents;
mod playthrough;
mod unseatable;

use std::collections::HashSet;

use cafe_rules::{Action, Board, Event, Game};
use candidates::Candidates;
use contents::Contents;
use playthrough::{Playthrough, Step};
use proptest::prelude::*;

/// Seeds per property. Each seed gives games of all 14 configurations, in all styles and from both starts.
const SEEDS: u32 = 20;
/// One of this many positions is tried with all candidates, the others with a few.
const POSITIONS_PER_FULL_CHECK: u32 = 8;

fn config() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(SEEDS);
    // A smaller seed is not a simpler game, so shrinking and stored failures are useless.
    ProptestConfig { cases, max_shrink_iters: 0, failure_persistence: None, ..ProptestConfig::default() }
}

fn steps(seed: u64) -> impl Iterator<Item = Step> {
    Playthrough::all(seed).flat_map(Playthrough::steps)
}

/// Every position of these games: each start, and the position after each action.
fn positions(seed: u64) -> impl Iterator<Item = Game> {
    Playthrough::all(seed).flat_map(|playthrough| {
        std::iter::once(playthrough.start()).chain(playthrough.steps().map(|step| step.after))
    })
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn guests_and_tables_are_conserved(seed: u64) {
        for playthrough in Playthrough::all(seed) {
            let kind = playthrough.options.kind();
            let mut removed = Contents::complete(kind) - Contents::of(&playthrough.start());
            for step in playthrough.steps() {
                removed.add_removed_by(&step);
                assert_eq!(Contents::of(&step.after) + removed, Contents::complete(kind), "{step}");
            }
        }
    }

    #[test]
    fn derived_state_is_up_to_date(seed: u64) {
        for game in positions(seed) {
            assert!(game == game.recomputed(), "{}", game.position());
        }
    }

    #[test]
    fn an_action_is_legal_until_the_game_is_over(seed: u64) {
        for game in positions(seed) {
            let over = game.ending().is_some();
            assert_eq!(game.legal().is_empty(), over, "{}", game.position());
            assert_eq!(game.outcome().is_some(), over, "{}", game.position());
        }
    }

    #[test]
    fn legal_actions_are_unique_and_indexed(seed: u64) {
        for game in positions(seed) {
            let legal = game.legal();
            let listed: Vec<Action> = legal.iter().collect();
            assert_eq!(legal.len(), listed.len(), "{}", game.position());
            assert_eq!(legal.is_empty(), listed.is_empty(), "{}", game.position());
            let different: HashSet<&Action> = listed.iter().collect();
            assert_eq!(different.len(), listed.len(), "{}", game.position());
            for (number, action) in listed.iter().enumerate() {
                assert_eq!(legal.get(number), Some(*action), "{number} in {}", game.position());
            }
            assert_eq!(legal.get(listed.len()), None, "{}", game.position());
        }
    }

    #[test]
    fn exactly_the_legal_actions_are_accepted(seed: u64) {
        let mut random = fastrand::Rng::with_seed(seed);
        for game in positions(seed) {
            let legal: HashSet<Action> = game.legal().iter().collect();
            for &action in &legal {
                assert_eq!(game.check(action), Ok(()), "{} in {}", game.format_action(&action), game.position());
            }
            let candidates = Candidates::new(&game, &mut random);
            let check = |action: Action| {
                let accepted = game.check(action).is_ok();
                assert_eq!(accepted, legal.contains(&action), "{action:?} in {}", game.position());
            };
            if random.u32(..POSITIONS_PER_FULL_CHECK) == 0 {
                candidates.all().for_each(check);
            }
            candidates.few(&mut random).into_iter().for_each(check);
        }
    }

    #[test]
    fn reasons_of_unseatable_tiles_agree_with_refusals(seed: u64) {
        let mut random = fastrand::Rng::with_seed(seed);
        let is_checked = |_: &Game| random.u32(..POSITIONS_PER_FULL_CHECK) == 0;
        positions(seed).filter(is_checked).for_each(|game| unseatable::check(&game));
    }

    #[test]
    fn best_seating_scores_the_most_points(seed: u64) {
        for game in positions(seed) {
            let legal = game.legal();
            let best = legal.iter().filter(|action| matches!(action, Action::Seat(..))).map(|action| {
                let mut after = game;
                let events = after.play(action).expect("a legal action is accepted");
                events.iter().filter_map(Event::points).sum::<i16>()
            });
            assert_eq!(legal.best_seating_points(), best.max(), "{}", game.position());
        }
    }

    #[test]
    fn penalties_of_a_finished_game_are_those_of_its_result(seed: u64) {
        for game in positions(seed) {
            let result = game.outcome().map(|outcome| outcome.penalties);
            assert!(result.is_none_or(|penalties| penalties == game.penalties()), "{}", game.position());
        }
    }

    #[test]
    fn a_refused_action_changes_nothing(seed: u64) {
        let mut random = fastrand::Rng::with_seed(seed);
        for game in positions(seed) {
            for action in Candidates::new(&game, &mut random).few(&mut random) {
                let mut played = game;
                if played.play(action).is_err() {
                    assert!(played == game, "{action:?} in {}", game.position());
                }
            }
        }
    }

    #[test]
    fn checked_and_unchecked_play_agree(seed: u64) {
        for step in steps(seed) {
            let mut unchecked = step.before;
            unchecked.play_unchecked(step.action);
            assert!(unchecked == step.after, "{step}");
        }
    }

    #[test]
    fn copies_are_independent(seed: u64) {
        for step in steps(seed) {
            let position = step.before.position();
            let mut copy = step.before;
            let other = step.before.legal().iter().find(|&action| action != step.action);
            if let Some(other) = other {
                copy.play_unchecked(other);
            }
            assert_eq!(step.before.position(), position, "{step}");
            let mut replayed = step.before;
            assert_eq!(replayed.play(step.action).as_ref(), Ok(&step.events), "{step}");
            assert!(replayed == step.after, "{step}");
        }
    }

    #[test]
    fn every_position_round_trips(seed: u64) {
        for game in positions(seed) {
            let text = game.position().to_string();
            let parsed = serde_json::from_str(&text).expect("JSON");
            match Game::from_position(&parsed, Board::standard()) {
                Ok(parsed) => assert!(parsed == game, "{text} becomes {}", parsed.position()),
                Err(faults) => panic!("{text} is refused: {faults}"),
            }
        }
    }

    #[test]
    fn every_legal_action_round_trips(seed: u64) {
        for game in positions(seed) {
            for action in game.legal().iter() {
                let text = game.format_action(&action);
                assert_eq!(game.parse_action(&text), Ok(action), "{text} in {}", game.position());
            }
        }
    }

    #[test]
    fn turn_follows_its_events(seed: u64) {
        for step in steps(seed) {
            let passed = step.events.iter().find_map(|event| match event {
                Event::TurnPassed { to } => Some(*to),
                _ => None,
            });
            assert_eq!(step.after.turn(), passed.unwrap_or(step.before.turn()), "{step}");
            assert!(passed.is_none() || step.after.placed() == 0, "{step}");
            assert!(passed.is_none() || step.after.ending().is_none(), "{step}");
        }
    }

    #[test]
    fn passes_counts_passes_in_a_row(seed: u64) {
        for step in steps(seed) {
            let (Game::Board(before), Game::Board(after)) = (&step.before, &step.after) else { continue };
            let expected = if step.action == Action::Pass { before.passes() + 1 } else { 0 };
            assert_eq!(after.passes(), expected, "{step}");
        }
    }

    #[test]
    fn scores_change_by_the_points_of_events(seed: u64) {
        for step in steps(seed) {
            let mut expected = step.before.scores().to_vec();
            for event in &step.events {
                expected[usize::from(step.before.turn())] += event.points().unwrap_or_default();
            }
            assert_eq!(step.after.scores(), expected, "{step}");
        }
    }
}

#[test]
fn every_reason_of_an_unseatable_tile_occurs() {
    let reasons: HashSet<&str> = (0..4)
        .flat_map(positions)
        .flat_map(|game| game.unseatable())
        .map(|tile| unseatable::name(&tile))
        .collect();
    let expected = [
        "alone: last placement",
        "alone: no follower",
        "away from opener",
        "no free seat",
        "no table",
        "unbalanced",
    ];
    assert_eq!(reasons, HashSet::from(expected));
}
