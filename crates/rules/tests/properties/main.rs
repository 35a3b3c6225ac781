//! What holds at every moment of every game, over whole games of every configuration and several styles of play.
//!
//! A failure prints the position and the action, which is all that is needed to look into it. `PROPTEST_CASES=100`
//! looks longer than usual.

mod candidates;
mod contents;
mod playthrough;

use std::collections::HashSet;

use cafe_rules::{Action, Board, Event, Game};
use candidates::Candidates;
use contents::Contents;
use playthrough::{Playthrough, Step};
use proptest::prelude::*;

/// How many seeds each property is tried with; each seed is a game of all 14 configurations in all
/// styles and from both starts.
const SEEDS: u32 = 20;
/// In one of so many moments everything that can be tried is tried; in the others, a few things.
const MOMENTS_PER_FULL_CHECK: u32 = 8;

fn config() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(SEEDS);
    // A smaller seed is no simpler game, so nothing is gained by looking for one or by keeping a file of them.
    ProptestConfig { cases, max_shrink_iters: 0, failure_persistence: None, ..ProptestConfig::default() }
}

fn steps(seed: u64) -> impl Iterator<Item = Step> {
    Playthrough::of_every_kind(seed).flat_map(Playthrough::steps)
}

/// Every moment of these games: each start, and what came of each action.
fn moments(seed: u64) -> impl Iterator<Item = Game> {
    Playthrough::of_every_kind(seed).flat_map(|playthrough| {
        std::iter::once(playthrough.start()).chain(playthrough.steps().map(|step| step.after))
    })
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn no_guest_and_no_table_is_lost_or_invented(seed: u64) {
        for playthrough in Playthrough::of_every_kind(seed) {
            let kind = playthrough.options.kind();
            let mut gone = Contents::of_the_box(kind) - Contents::of(&playthrough.start());
            for step in playthrough.steps() {
                gone.add_what_leaves(&step);
                assert_eq!(Contents::of(&step.after) + gone, Contents::of_the_box(kind), "{step}");
            }
        }
    }

    #[test]
    fn what_is_kept_up_to_date_equals_what_is_worked_out_anew(seed: u64) {
        for game in moments(seed) {
            assert!(game == game.recomputed(), "{}", game.position());
        }
    }

    #[test]
    fn there_is_something_to_do_until_the_game_is_over(seed: u64) {
        for game in moments(seed) {
            let over = game.ending().is_some();
            assert_eq!(game.legal().is_empty(), over, "{}", game.position());
            assert_eq!(game.outcome().is_some(), over, "{}", game.position());
        }
    }

    #[test]
    fn every_legal_action_is_listed_once_and_found_by_its_number(seed: u64) {
        for game in moments(seed) {
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
        for game in moments(seed) {
            let legal: HashSet<Action> = game.legal().iter().collect();
            for &action in &legal {
                assert_eq!(game.check(action), Ok(()), "{} in {}", game.format_action(&action), game.position());
            }
            let candidates = Candidates::new(&game, &mut random);
            let judge = |action: Action| {
                let accepted = game.check(action).is_ok();
                assert_eq!(accepted, legal.contains(&action), "{action:?} in {}", game.position());
            };
            if random.u32(..MOMENTS_PER_FULL_CHECK) == 0 {
                candidates.all().for_each(judge);
            }
            candidates.few(&mut random).into_iter().for_each(judge);
        }
    }

    #[test]
    fn a_refused_action_changes_nothing(seed: u64) {
        let mut random = fastrand::Rng::with_seed(seed);
        for game in moments(seed) {
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
    fn a_copy_goes_its_own_way(seed: u64) {
        for step in steps(seed) {
            let kept = step.before.position();
            let mut copy = step.before;
            let other = step.before.legal().iter().find(|&action| action != step.action);
            if let Some(other) = other {
                copy.play_unchecked(other);
            }
            assert_eq!(step.before.position(), kept, "{step}");
            let mut again = step.before;
            assert_eq!(again.play(step.action).as_ref(), Ok(&step.events), "{step}");
            assert!(again == step.after, "{step}");
        }
    }

    #[test]
    fn every_position_survives_being_written_and_read(seed: u64) {
        for game in moments(seed) {
            let text = game.position().to_string();
            let read = serde_json::from_str(&text).expect("JSON");
            match Game::from_position(&read, Board::standard()) {
                Ok(again) => assert!(again == game, "{text} becomes {}", again.position()),
                Err(faults) => panic!("{text} is refused: {faults}"),
            }
        }
    }

    #[test]
    fn every_legal_action_survives_being_written_and_read(seed: u64) {
        for game in moments(seed) {
            for action in game.legal().iter() {
                let text = game.format_action(&action);
                assert_eq!(game.parse_action(&text), Ok(action), "{text} in {}", game.position());
            }
        }
    }

    #[test]
    fn the_turn_goes_on_as_told_and_stays_with_who_ends_the_game(seed: u64) {
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
    fn scores_change_by_what_was_paid_and_by_nothing_else(seed: u64) {
        for step in steps(seed) {
            let mut expected = step.before.scores().to_vec();
            for event in &step.events {
                match *event {
                    Event::Scored { player, score, .. } => expected[usize::from(player)] += score.points(),
                    Event::PartyScored { player, points, .. } | Event::SentToBar { player, points, .. } => {
                        expected[usize::from(player)] += points;
                    }
                    _ => {}
                }
            }
            assert_eq!(step.after.scores(), expected, "{step}");
        }
    }
}
