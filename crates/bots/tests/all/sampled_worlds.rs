//! Sampled worlds agree with the view of the player and are otherwise random.

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

/// Samples a world with inferred hands.
fn infer_hands(view: &View, net: &Net, rng: &mut Rng) -> Game {
    match view {
        View::Card(view) => Game::Card(CardGame::infer_hands(view, net, rng)),
        View::Board(view) => Game::Board(BoardGame::infer_hands(view, net, rng)),
    }
}

/// Returns the network for two players, which is good enough for any number in these tests.
fn card_net() -> Net {
    Weights::embedded(Kind::Card).net(2).clone()
}

/// Asserts that a world is a legal game and looks like the real one to a player.
fn assert_consistent(world: &Game, game: &Game, player: u8) {
    let viewer = Viewer::Player(player);
    assert_eq!(View::of(world, viewer), View::of(game, viewer), "player {player} of {}", game.position());
    assert_eq!(*world, world.recomputed());
}

/// Plays a random game and calls `visit` with every position, including the last.
fn play_at_random(options: Options, number: u64, mut visit: impl FnMut(&Game)) {
    let mut rng = Rng::new(number);
    let mut game = Game::new(options, &Deal::shuffled(options.kind(), Seed(rng.next_bytes())));
    while game.ending().is_none() {
        visit(&game);
        let actions: Vec<Action> = game.legal().iter().collect();
        game.play(actions[rng.below(actions.len())]).unwrap();
    }
    visit(&game);
}

#[test]
fn sampled_worlds_agree_with_the_view() {
    let mut rng = Rng::new(0);
    for options in Options::all() {
        for number in 0..4 {
            play_at_random(options, number, |game| {
                for player in 0..options.players() {
                    let view = View::of(game, Viewer::Player(player));
                    (0..3).for_each(|_| assert_consistent(&sample_world(&view, &mut rng), game, player));
                }
            });
        }
    }
}

#[test]
fn inferred_worlds_agree_with_the_view() {
    let (net, mut rng) = (card_net(), Rng::new(4));
    for options in Options::all() {
        for number in 0..4 {
            play_at_random(options, number, |game| {
                // A finished game has nothing to infer.
                for player in (0..options.players()).filter(|_| game.ending().is_none()) {
                    assert_consistent(
                        &infer_hands(&View::of(game, Viewer::Player(player)), &net, &mut rng),
                        game,
                        player,
                    );
                }
            });
        }
    }
}

#[test]
fn inferred_hands_find_a_seat_less_often_than_random_ones() {
    let (net, mut rng) = (card_net(), Rng::new(6));
    let options = Options::new(Kind::Card, 2, false).unwrap();
    // True if the other player could seat a guest on the next turn.
    let finds_a_seat = |world: &Game| {
        let mut setup = world.setup();
        setup.turn = 1 - setup.turn;
        setup.to_game().unwrap().legal().iter().any(|action| matches!(action, Action::Seat(..)))
    };
    let (mut inferred, mut sampled) = (0, 0);
    play_at_random(options, 1, |game| {
        let piles = game.setup().down.iter().any(|pile| !pile.is_empty());
        if game.ending().is_none() && game.placed() == 0 && !piles {
            let view = View::of(game, Viewer::Player(game.turn()));
            for _ in 0..20 {
                inferred += usize::from(finds_a_seat(&infer_hands(&view, &net, &mut rng)));
                sampled += usize::from(finds_a_seat(&sample_world(&view, &mut rng)));
            }
        }
    });
    assert!(10 * inferred < 9 * sampled, "{inferred} inferred hands, {sampled} random ones");
}

#[test]
fn inferred_hands_keep_useful_cards_after_laying_down() {
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
    let (mut inferred, mut sampled) = (0, 0);
    for _ in 0..50 {
        inferred += useful(&infer_hands(&view, &net, &mut rng));
        sampled += useful(&sample_world(&view, &mut rng));
    }
    assert!(
        2 * inferred > 3 * sampled,
        "{inferred} useful guests in inferred hands, {sampled} in random ones"
    );
}

/// Returns all positions in which each player holds up to two cards and the stocks are almost empty.
fn sparse_positions(players: usize) -> Vec<Game> {
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
fn hands_are_inferred_in_sparse_positions() {
    let (net, mut rng) = (card_net(), Rng::new(5));
    for players in Kind::Card.players() {
        for game in sparse_positions(usize::from(players)) {
            for player in 0..players {
                assert_consistent(
                    &infer_hands(&View::of(&game, Viewer::Player(player)), &net, &mut rng),
                    &game,
                    player,
                );
            }
        }
    }
}

#[test]
fn search_works_with_empty_hands_and_an_empty_stock() {
    let position = json!({
        "game": "card", "players": 2, "tables": {"b4": "RU", "d4": "GB", "c3": "FR", "b2": "ES", "d2": "IT"},
        "hands": [[], []], "guest_stock": [], "table_stock": ["US"],
    });
    let game = Game::from_position(&position, Board::standard()).unwrap();
    let view = View::of(&game, Viewer::Player(0));
    // Only some seeds look for the card that was just drawn.
    for seed in 0..10 {
        assert!(Level::Master.choose(&view, Budget::Playouts(10), seed).is_some());
        assert_eq!(rank_turns(&view, &[], Budget::Playouts(10), seed).len(), 2, "draw or close");
    }
}

#[test]
fn worlds_offer_the_same_legal_actions() {
    let (net, mut rng) = (card_net(), Rng::new(1));
    for options in Options::all() {
        play_at_random(options, 9, |game| {
            let view = View::of(game, Viewer::Player(game.turn()));
            assert_eq!(sample_world(&view, &mut rng).legal_action_strings(), game.legal_action_strings());
            if game.ending().is_none() {
                assert_eq!(
                    infer_hands(&view, &net, &mut rng).legal_action_strings(),
                    game.legal_action_strings()
                );
            }
        });
    }
}

#[test]
fn worlds_differ_while_much_is_hidden() {
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
                let inferred = [infer_hands(&view, &net, &mut rng), infer_hands(&view, &net, &mut rng)];
                assert_ne!(inferred[0], inferred[1], "{hidden} tiles are hidden");
            }
        });
    }
}

#[test]
fn unseen_guests_are_equally_likely_in_another_hand() {
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
        // Five standard deviations of independent draws: fails by chance about once in a million.
        assert!((found - expected).abs() < 5.0 * expected.sqrt(), "{tile}: {found}, expected {expected}");
    }
}
