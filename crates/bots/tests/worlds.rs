//! What a bot imagines never contradicts what its seat sees, and is otherwise left to chance.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use cafe_bots::{Dice, State};
use cafe_rules::{
    Action, BoardGame, CardGame, CardView, Deal, Game, Kind, Options, Seed, Tile, View, Viewer,
};

fn imagine(view: &View, dice: &mut Dice) -> Game {
    match view {
        View::Card(view) => Game::Card(CardGame::imagine(view, dice)),
        View::Board(view) => Game::Board(BoardGame::imagine(view, dice)),
    }
}

/// Plays a game at random and shows every moment.
fn play_at_random(options: Options, number: u64, mut see: impl FnMut(&Game)) {
    let mut dice = Dice::new(number);
    let mut game = Game::new(options, &Deal::shuffled(options.kind(), Seed(dice.bytes())));
    while game.ending().is_none() {
        see(&game);
        let actions: Vec<Action> = game.legal().iter().collect();
        game.play(actions[dice.below(actions.len())]).unwrap();
    }
}

#[test]
fn an_imagined_world_looks_to_the_seat_like_the_real_one() {
    let mut dice = Dice::new(0);
    for options in Options::all() {
        for number in 0..4 {
            play_at_random(options, number, |game| {
                for seat in 0..options.players() {
                    let view = View::of(game, Viewer::Seat(seat));
                    for _ in 0..3 {
                        let world = imagine(&view, &mut dice);
                        assert_eq!(View::of(&world, Viewer::Seat(seat)), view, "{}", game.position());
                        assert_eq!(world, world.recomputed());
                    }
                }
            });
        }
    }
}

#[test]
fn an_imagined_world_offers_the_seat_to_move_what_the_real_one_does() {
    let mut dice = Dice::new(1);
    for options in Options::all() {
        play_at_random(options, 9, |game| {
            let world = imagine(&View::of(game, Viewer::Seat(game.turn())), &mut dice);
            assert_eq!(world.legal_written(), game.legal_written());
        });
    }
}

#[test]
fn no_two_imagined_worlds_are_the_same_while_much_is_hidden() {
    let mut dice = Dice::new(2);
    for options in Options::all() {
        play_at_random(options, 3, |game| {
            let view = View::of(game, Viewer::Seat(game.turn()));
            let hidden = game.guest_stock().len();
            if hidden > 20 {
                assert_ne!(imagine(&view, &mut dice), imagine(&view, &mut dice), "{hidden} tiles are hidden");
            }
        });
    }
}

#[test]
fn every_unseen_guest_is_as_likely_in_another_hand() {
    let options = Options::new(Kind::Card, 2, false).unwrap();
    let game = CardGame::new(options, &Deal::shuffled(Kind::Card, Seed([8; 32])));
    let view = CardView::of(&game, Viewer::Seat(0));
    let mut dice = Dice::new(3);
    let worlds = 4_000;
    let mut held = [0_usize; Tile::KINDS];
    for _ in 0..worlds {
        let hand = CardGame::imagine(&view, &mut dice).hands()[1];
        hand.tiles().for_each(|tile| held[tile.index()] += 1);
    }
    for tile in view.unseen.kinds() {
        let expected = (worlds * 7 * view.unseen.count(tile)) as f64 / view.unseen.len() as f64;
        let found = held[tile.index()] as f64;
        // Five times the spread of independent draws: chance would break this once in a million guests.
        assert!((found - expected).abs() < 5.0 * expected.sqrt(), "{tile}: {found}, expected {expected}");
    }
}
