//! What a bot imagines never contradicts what its seat sees, and is otherwise left to chance.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use cafe_bots::{Budget, Level, Net, Rng, Searchable, State, Weights, rank_turns};
use cafe_rules::{
    Action, Board, BoardGame, CardGame, CardView, Deal, Game, Kind, Options, Seed, Tile, View, Viewer,
};
use serde_json::{Value, json};

fn sample_world(view: &View, rng: &mut Rng) -> Game {
    match view {
        View::Card(view) => Game::Card(CardGame::sample_world(view, rng)),
        View::Board(view) => Game::Board(BoardGame::sample_world(view, rng)),
    }
}

/// A game that looks like this, in which the others hold what they probably hold.
fn guess(view: &View, net: &Net, rng: &mut Rng) -> Game {
    match view {
        View::Card(view) => Game::Card(CardGame::infer_hands(view, net, rng)),
        View::Board(view) => Game::Board(BoardGame::infer_hands(view, net, rng)),
    }
}

/// What card players of a table for two have learned: enough to guess with at any table.
fn card_net() -> Net {
    Weights::embedded(Kind::Card).net(2).clone()
}

/// Whether a world looks to the seat like the real game, and is one.
fn check(world: &Game, game: &Game, seat: u8) {
    let viewer = Viewer::Player(seat);
    assert_eq!(View::of(world, viewer), View::of(game, viewer), "seat {seat} of {}", game.position());
    assert_eq!(*world, world.recomputed());
}

/// Plays a game at random and shows every moment, the end as well.
fn play_at_random(options: Options, number: u64, mut see: impl FnMut(&Game)) {
    let mut rng = Rng::new(number);
    let mut game = Game::new(options, &Deal::shuffled(options.kind(), Seed(rng.next_bytes())));
    while game.ending().is_none() {
        see(&game);
        let actions: Vec<Action> = game.legal().iter().collect();
        game.play(actions[rng.below(actions.len())]).unwrap();
    }
    see(&game);
}

#[test]
fn an_imagined_world_looks_to_the_seat_like_the_real_one() {
    let mut rng = Rng::new(0);
    for options in Options::all() {
        for number in 0..4 {
            play_at_random(options, number, |game| {
                for seat in 0..options.players() {
                    let view = View::of(game, Viewer::Player(seat));
                    (0..3).for_each(|_| check(&sample_world(&view, &mut rng), game, seat));
                }
            });
        }
    }
}

#[test]
fn a_guessed_world_looks_to_the_seat_like_the_real_one() {
    let (net, mut rng) = (card_net(), Rng::new(4));
    for options in Options::all() {
        for number in 0..4 {
            play_at_random(options, number, |game| {
                // At the end there is nothing to guess any more.
                for seat in (0..options.players()).filter(|_| game.ending().is_none()) {
                    check(&guess(&View::of(game, Viewer::Player(seat)), &net, &mut rng), game, seat);
                }
            });
        }
    }
}

#[test]
fn a_guessed_hand_is_less_likely_to_find_a_seat_than_one_dealt_at_random() {
    let (net, mut rng) = (card_net(), Rng::new(6));
    let options = Options::new(Kind::Card, 2, false).unwrap();
    // Whether the other player could seat somebody if it were the other's turn.
    let finds_a_seat = |world: &Game| {
        let mut setup = world.setup();
        setup.turn = 1 - setup.turn;
        setup.to_game().unwrap().legal().iter().any(|action| matches!(action, Action::Seat(..)))
    };
    let (mut guessed, mut dealt) = (0, 0);
    play_at_random(options, 1, |game| {
        let piles = game.setup().down.iter().any(|pile| !pile.is_empty());
        if game.ending().is_none() && game.placed() == 0 && !piles {
            let view = View::of(game, Viewer::Player(game.turn()));
            for _ in 0..20 {
                guessed += usize::from(finds_a_seat(&guess(&view, &net, &mut rng)));
                dealt += usize::from(finds_a_seat(&sample_world(&view, &mut rng)));
            }
        }
    });
    assert!(10 * guessed < 9 * dealt, "{guessed} of the guessed hands, {dealt} of the others");
}

#[test]
fn who_lays_guests_face_down_is_guessed_to_hold_the_useful_ones() {
    let (net, mut rng) = (card_net(), Rng::new(7));
    let deal = Deal::shuffled(Kind::Card, Seed([8; 32]));
    let mut guests = deal.guests().iter();
    let mut take = |count: usize| -> Vec<&Tile> { guests.by_ref().take(count).collect() };
    // Only five nations have a table or will ever have one.
    let position = json!({
        "game": "card", "players": 2, "parties": false, "turn": 0,
        "tables": {"b4": "RU", "d4": "GB", "c3": "FR", "b2": "ES", "d2": "IT"},
        "hands": [take(5), take(11)], "down": [take(0), take(9)], "guest_stock": take(40),
        "table_stock": ["RU", "GB", "FR"],
    });
    let game = Game::from_position(&position, Board::standard()).unwrap();
    let view = View::of(&game, Viewer::Player(0));
    let useful = |world: &Game| {
        let alive = ["RU", "GB", "FR", "ES", "IT"];
        let hand = world.setup().hands[1].clone();
        hand.iter().filter(|tile| alive.contains(&&tile.to_string()[..2])).count()
    };
    let (mut guessed, mut dealt) = (0, 0);
    for _ in 0..50 {
        guessed += useful(&guess(&view, &net, &mut rng));
        dealt += useful(&sample_world(&view, &mut rng));
    }
    assert!(2 * guessed > 3 * dealt, "{guessed} guests of use in guessed hands, {dealt} in others");
}

/// Every position in which each player holds none, one or two cards and the stocks are empty or nearly so, as far as
/// there can be such a game.
fn bare_positions(players: usize) -> Vec<Game> {
    let deal = Deal::shuffled(Kind::Card, Seed([5; 32]));
    let mut found = Vec::new();
    for number in 0..3_usize.pow(players as u32) {
        for (stock, tables, down) in [(0, 0, 0), (0, 1, 1), (1, 0, 2), (1, 1, 0), (2, 5, 1)] {
            let mut guests = deal.guests().iter();
            let mut take = |count: usize| -> Vec<&Tile> { guests.by_ref().take(count).collect() };
            let sizes = (0..players as u32).map(|player| number / 3_usize.pow(player) % 3);
            let hands: Vec<Vec<&Tile>> = sizes.map(&mut take).collect();
            let downs: Vec<Vec<&Tile>> = (0..players).map(|_| take(down)).collect();
            let (laid, left) = deal.tables().split_at(5);
            let cells = ["b4", "d4", "c3", "b2", "d2"];
            let laid: serde_json::Map<String, Value> =
                cells.iter().zip(laid).map(|(cell, table)| ((*cell).to_owned(), json!(table))).collect();
            let position = json!({
                "game": "card", "players": players, "parties": number % 2 == 0, "turn": number % players,
                "tables": laid, "hands": hands, "down": downs, "guest_stock": take(stock),
                "table_stock": &left[..tables],
            });
            found.push(Game::from_position(&position, Board::standard()).unwrap());
        }
    }
    found
}

#[test]
fn a_world_is_guessed_however_little_is_left() {
    let (net, mut rng) = (card_net(), Rng::new(5));
    for players in Kind::Card.players() {
        for game in bare_positions(usize::from(players)) {
            for seat in 0..players {
                check(&guess(&View::of(&game, Viewer::Player(seat)), &net, &mut rng), &game, seat);
            }
        }
    }
}

#[test]
fn nobody_looks_for_the_card_just_drawn_in_an_empty_hand_and_an_empty_stock() {
    let position = json!({
        "game": "card", "players": 2, "tables": {"b4": "RU", "d4": "GB", "c3": "FR", "b2": "ES", "d2": "IT"},
        "hands": [[], []], "guest_stock": [], "table_stock": ["US"],
    });
    let game = Game::from_position(&position, Board::standard()).unwrap();
    let view = View::of(&game, Viewer::Player(0));
    // Not every throw of the rng went to look for it.
    for seed in 0..10 {
        assert!(Level::Master.choose(&view, Budget::Playouts(10), seed).is_some());
        assert_eq!(rank_turns(&view, &[], Budget::Playouts(10), seed).len(), 2, "draw or close");
    }
}

#[test]
fn an_imagined_world_offers_the_seat_to_move_what_the_real_one_does() {
    let (net, mut rng) = (card_net(), Rng::new(1));
    for options in Options::all() {
        play_at_random(options, 9, |game| {
            let view = View::of(game, Viewer::Player(game.turn()));
            assert_eq!(sample_world(&view, &mut rng).legal_action_strings(), game.legal_action_strings());
            if game.ending().is_none() {
                assert_eq!(guess(&view, &net, &mut rng).legal_action_strings(), game.legal_action_strings());
            }
        });
    }
}

#[test]
fn no_two_imagined_worlds_are_the_same_while_much_is_hidden() {
    let (net, mut rng) = (card_net(), Rng::new(2));
    for options in Options::all() {
        play_at_random(options, 3, |game| {
            let view = View::of(game, Viewer::Player(game.turn()));
            let hidden = game.guest_stock().len();
            if hidden > 20 {
                assert_ne!(
                    sample_world(&view, &mut rng),
                    sample_world(&view, &mut rng),
                    "{hidden} tiles are hidden"
                );
                let guesses = [guess(&view, &net, &mut rng), guess(&view, &net, &mut rng)];
                assert_ne!(guesses[0], guesses[1], "{hidden} tiles are hidden");
            }
        });
    }
}

#[test]
fn every_unseen_guest_is_as_likely_in_another_hand() {
    let options = Options::new(Kind::Card, 2, false).unwrap();
    let game = CardGame::new(options, &Deal::shuffled(Kind::Card, Seed([8; 32])));
    let view = CardView::of(&game, Viewer::Player(0));
    let mut rng = Rng::new(3);
    let worlds = 4_000;
    let mut held = [0_usize; Tile::KINDS];
    for _ in 0..worlds {
        let hand = CardGame::sample_world(&view, &mut rng).hands()[1];
        hand.tiles().for_each(|tile| held[tile.index()] += 1);
    }
    for tile in view.unseen.kinds() {
        let expected = (worlds * 7 * view.unseen.count(tile)) as f64 / view.unseen.len() as f64;
        let found = held[tile.index()] as f64;
        // Five times the spread of independent draws: chance would break this once in a million guests.
        assert!((found - expected).abs() < 5.0 * expected.sqrt(), "{tile}: {found}, expected {expected}");
    }
}
