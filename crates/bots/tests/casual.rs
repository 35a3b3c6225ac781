//! The casual player seats one guest a turn, or a couple where the first may not sit alone, or holds a party, and then
//! has done enough.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use cafe_bots::{Budget, Level, Rng, Turn};
use cafe_rules::{Action, Deal, Game, Options, Seed, View, Viewer};
use rayon::prelude::*;

fn after(game: &Game, action: Action) -> Game {
    let mut after = *game;
    after.play(action).unwrap();
    after
}

/// Whether a guest was just seated who waits for company.
fn waits(game: &Game) -> bool {
    game.ending().is_none() && game.placed() > 0 && game.check(Action::End).is_err()
}

/// The most points that a single action scores, unless it eliminates or somebody then waits for company.
fn best_alone(game: &Game) -> Option<i16> {
    let player = usize::from(game.turn());
    let out = |game: &Game| if let Game::Board(game) = game { game.eliminated().len() } else { 0 };
    let points = |action| {
        let after = after(game, action);
        let stands = !waits(&after) && out(&after) == out(game);
        stands.then(|| after.scores()[player] - game.scores()[player])
    };
    game.legal().iter().filter_map(points).max()
}

/// What was seen of a casual player: turns with one guest, with a couple, with a party, with nobody, and ends of turns
/// that others had begun.
#[derive(Default, Debug)]
struct Seen {
    alone: usize,
    couples: usize,
    parties: usize,
    others: usize,
    ends: usize,
}

impl Seen {
    fn start(&mut self, game: &Game, turn: &Turn) {
        let what = || format!("{turn:?} in {}", game.position());
        let seats = turn.actions.iter().filter(|action| matches!(action, Action::Seat(..))).count();
        match seats {
            0 if matches!(turn.actions[0], Action::Party(_)) => self.parties += 1,
            0 => self.others += 1,
            1 => self.alone += 1,
            2 => {
                assert!(waits(&after(game, turn.actions[0])), "one would have done: {}", what());
                self.couples += 1;
            }
            _ => panic!("a crowd: {}", what()),
        }
        assert!(best_alone(game).is_none_or(|best| turn.points >= best), "one does better: {}", what());
    }

    fn middle(&mut self, game: &Game, turn: &Turn) {
        if !waits(game) {
            assert!(
                matches!(turn.actions[..], [Action::End | Action::Close]),
                "{turn:?} in {}",
                game.position()
            );
            self.ends += 1;
        }
    }
}

/// Plays a game half at random, and looks at every moment at what a casual player would do.
fn watch(options: Options, number: u64) -> Seen {
    let mut rng = Rng::new(number);
    let mut game = Game::new(options, &Deal::shuffled(options.kind(), Seed(rng.next_bytes())));
    let mut seen = Seen::default();
    while game.ending().is_none() {
        let view = View::of(&game, Viewer::Player(game.turn()));
        let turn = Level::Casual.choose(&view, Budget::DEFAULT, rng.next_seed()).unwrap();
        match game.placed() {
            0 => seen.start(&game, &turn),
            _ => seen.middle(&game, &turn),
        }
        if rng.one_in(2) {
            turn.actions.iter().for_each(|&action| _ = game.play(action).unwrap());
        } else {
            let actions: Vec<Action> = game.legal().iter().collect();
            game.play(actions[rng.below(actions.len())]).unwrap();
        }
    }
    seen
}

#[test]
fn one_guest_is_enough_or_a_couple_where_the_first_may_not_sit_alone_and_then_the_turn_ends() {
    for options in Options::all() {
        let watched: Vec<Seen> = (0..60).into_par_iter().map(|number| watch(options, number)).collect();
        let often = |count: fn(&Seen) -> usize| watched.iter().map(count).sum::<usize>() > 20;
        assert!(often(|seen| seen.alone) && often(|seen| seen.couples), "{options}: {watched:?}");
        assert!(often(|seen| seen.others) && often(|seen| seen.ends), "{options}: {watched:?}");
        assert_eq!(often(|seen| seen.parties), options.parties(), "{options}: {watched:?}");
    }
}
