//! `casual` seats one guest per turn, or a couple where the first may not sit alone, or holds a party.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use cafe_bots::{Budget, Level, Rng, Turn};
use cafe_rules::{Action, Deal, Game, Options, Seed, View, Viewer};
use rayon::prelude::*;

fn after(game: &Game, action: Action) -> Game {
    let mut after = *game;
    after.play(action).unwrap();
    after
}

/// Returns true if a guest was just seated who needs company.
fn needs_company(game: &Game) -> bool {
    game.ending().is_none() && game.placed() > 0 && game.check(Action::End).is_err()
}

/// Returns the most points of a single action that neither eliminates nor leaves a guest who needs company.
fn best_single_action(game: &Game) -> Option<i16> {
    let player = usize::from(game.turn());
    let eliminated = |game: &Game| if let Game::Board(game) = game { game.eliminated().len() } else { 0 };
    let points = |action| {
        let after = after(game, action);
        let stands = !needs_company(&after) && eliminated(&after) == eliminated(game);
        stands.then(|| after.scores()[player] - game.scores()[player])
    };
    game.legal().iter().filter_map(points).max()
}

/// Number of turns with one guest, a couple, a party, no guest, and of ends of turns that were begun at random.
#[derive(Default, Debug)]
struct Counts {
    alone: usize,
    couples: usize,
    parties: usize,
    others: usize,
    ends: usize,
}

impl Counts {
    fn check_whole_turn(&mut self, game: &Game, turn: &Turn) {
        let context = || format!("{turn:?} in {}", game.position());
        let seats = turn.actions.iter().filter(|action| matches!(action, Action::Seat(..))).count();
        match seats {
            0 if matches!(turn.actions[0], Action::Party(_)) => self.parties += 1,
            0 => self.others += 1,
            1 => self.alone += 1,
            2 => {
                assert!(needs_company(&after(game, turn.actions[0])), "one guest was enough: {}", context());
                self.couples += 1;
            }
            _ => panic!("too many guests: {}", context()),
        }
        assert!(
            best_single_action(game).is_none_or(|best| turn.points >= best),
            "a single action scores more: {}",
            context()
        );
    }

    fn check_turn_end(&mut self, game: &Game, turn: &Turn) {
        if !needs_company(game) {
            assert!(
                matches!(turn.actions[..], [Action::End | Action::Close]),
                "{turn:?} in {}",
                game.position()
            );
            self.ends += 1;
        }
    }
}

/// Plays a game half at random, and checks what `casual` would do in every position.
fn check_game(options: Options, number: u64) -> Counts {
    let mut rng = Rng::new(number);
    let mut game = Game::new(options, &Deal::shuffled(options.kind(), Seed(rng.next_bytes())));
    let mut counts = Counts::default();
    while game.ending().is_none() {
        let view = View::of(&game, Viewer::Player(game.turn()));
        let turn = Level::Casual.choose(&view, Budget::DEFAULT, rng.next_seed()).unwrap();
        match game.placed() {
            0 => counts.check_whole_turn(&game, &turn),
            _ => counts.check_turn_end(&game, &turn),
        }
        if rng.one_in(2) {
            turn.actions.iter().for_each(|&action| _ = game.play(action).unwrap());
        } else {
            let actions: Vec<Action> = game.legal().iter().collect();
            game.play(actions[rng.below(actions.len())]).unwrap();
        }
    }
    counts
}

#[test]
fn casual_seats_one_guest_or_a_needed_couple() {
    for options in Options::all() {
        let counts: Vec<Counts> = (0..60).into_par_iter().map(|number| check_game(options, number)).collect();
        let often = |count: fn(&Counts) -> usize| counts.iter().map(count).sum::<usize>() > 20;
        assert!(often(|counts| counts.alone) && often(|counts| counts.couples), "{options}: {counts:?}");
        assert!(often(|counts| counts.others) && often(|counts| counts.ends), "{options}: {counts:?}");
        assert_eq!(often(|counts| counts.parties), options.parties(), "{options}: {counts:?}");
    }
}
