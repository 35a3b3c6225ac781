//! Search plays millions of actions: playing, copying and finding what is legal must not allocate, and games must
//! stay small enough to be copied freely.

use std::hint::black_box;

use allocation_counter::measure;
use cafe_rules::{Action, BoardGame, CardGame, Deal, Game, Options, Seed};

/// Plays to the end at random, checked and unchecked, with a few refused attempts at every moment.
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
fn whole_games_are_played_without_allocating() {
    for options in Options::all() {
        for number in 0..20 {
            let game = Game::new(options, &Deal::shuffled(options.kind(), Seed([number; 32])));
            let allocations = measure(|| play_to_the_end(game)).count_total;
            assert_eq!(allocations, 0, "{options}, deal {number}");
        }
    }
}

#[test]
fn the_counter_counts() {
    assert_eq!(measure(|| drop(black_box(Box::new(1)))).count_total, 1);
}

#[test]
fn a_game_is_small_enough_to_be_copied_freely() {
    assert!(size_of::<CardGame>() <= 352, "{} bytes", size_of::<CardGame>());
    assert!(size_of::<BoardGame>() <= 640, "{} bytes", size_of::<BoardGame>());
}
