//! Search plays millions of actions: playing, copying and listing legal actions must not allocate, and games must stay
//! small enough to be copied.

use std::hint::black_box;

use allocation_counter::measure;
use cafe_rules::{Action, BoardGame, CardGame, Deal, Game, Options, Seed};

/// Plays random actions to the end, checked and unchecked, with a few refused attempts in between.
fn play_to_the_end(mut game: Game) {
    let mut random = fastrand::Rng::with_seed(4);
    loop {
        let legal = game.legal();
        let Some(action) = legal.get(random.usize(..legal.len().max(1))) else { break };
        let mut copy = game;
        copy.play_unchecked(action);
        for refused in [Action::End, Action::Draw, Action::Pass, Action::Close] {
            let _ = game.check(refused);
        }
        game.play(action).expect("a legal action is accepted");
        assert!(copy == game);
    }
}

#[test]
fn playing_does_not_allocate() {
    for options in Options::all() {
        for number in 0..20 {
            let game = Game::new(options, &Deal::shuffled(options.kind(), Seed([number; 32])));
            let allocations = measure(|| play_to_the_end(game)).count_total;
            assert_eq!(allocations, 0, "{options}, deal {number}");
        }
    }
}

#[test]
fn counter_detects_an_allocation() {
    assert_eq!(measure(|| drop(black_box(Box::new(1)))).count_total, 1);
}

#[test]
fn games_are_small() {
    assert!(size_of::<CardGame>() <= 352, "{} bytes", size_of::<CardGame>());
    assert!(size_of::<BoardGame>() <= 640, "{} bytes", size_of::<BoardGame>());
}
