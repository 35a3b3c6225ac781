//! Two games that differ only in what a player cannot see give that player the same bytes, until hidden information is
//! revealed.

use cafe_rules::{
    Action, ActionView, Board, Deal, EventView, Game, Kind, Options, PositionFault, Seed, Setup, Tile, View,
    Viewer,
};
use proptest::prelude::*;
use serde_json::Value;

/// A small seeded random number generator.
struct Rng(u64);

impl Rng {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % count
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// Returns the game with all hidden tiles dealt again.
///
/// An opener reveals that its player holds a guest who can follow. A deal without one is impossible, and another one is
/// tried.
fn redealt(game: &Game, viewer: Viewer, rng: &mut Rng) -> Option<Game> {
    (0..50).find_map(|_| shuffled_hidden(game, viewer, rng))
}

fn shuffled_hidden(game: &Game, viewer: Viewer, rng: &mut Rng) -> Option<Game> {
    let mut setup = game.setup();
    let is_hidden = |player: usize| setup.kind == Kind::Card && viewer != Viewer::Player(player as u8);
    let hidden_players: Vec<bool> = (0..setup.hands.len()).map(is_hidden).collect();
    let mut hidden: Vec<Tile> =
        hidden_tiles(&mut setup, &hidden_players).into_iter().map(|tile| *tile).collect();
    rng.shuffle(&mut hidden);
    for (hidden, tile) in hidden_tiles(&mut setup, &hidden_players).into_iter().zip(hidden) {
        *hidden = tile;
    }
    rng.shuffle(&mut setup.table_stock);
    match setup.to_game() {
        Ok(other) => Some(other),
        Err(faults) => {
            assert!(faults.iter().all(|fault| matches!(fault, PositionFault::Pending(_))), "{faults}");
            None
        }
    }
}

/// Returns all hidden tiles.
fn hidden_tiles<'s>(setup: &'s mut Setup, hidden_players: &[bool]) -> Vec<&'s mut Tile> {
    let piles = setup.hands.iter_mut().zip(hidden_players).chain(setup.down.iter_mut().zip(hidden_players));
    let piles = piles.filter(|(_, is_hidden)| **is_hidden).flat_map(|(pile, _)| pile.iter_mut());
    piles.chain(setup.guest_stock.iter_mut()).collect()
}

/// Returns a random game that has the same view.
fn dealt_from_view(game: &Game, viewer: Viewer, rng: &mut Rng) -> Game {
    match View::of(game, viewer) {
        View::Card(view) => {
            let mut unseen: Vec<Tile> = view.unseen.tiles().collect();
            let mut tables = view.tables_left.clone();
            rng.shuffle(&mut unseen);
            rng.shuffle(&mut tables);
            if let Some((_, too_few)) = unseen.split_last() {
                assert_eq!(view.game(too_few, &tables), None);
            }
            view.game(&unseen, &tables).unwrap().into()
        }
        View::Board(view) => {
            let mut bag: Vec<Tile> = view.bag.tiles().collect();
            rng.shuffle(&mut bag);
            view.game(&bag).unwrap().into()
        }
    }
}

fn bytes(game: &Game, viewer: Viewer) -> Vec<u8> {
    serde_json::to_vec(&View::of(game, viewer)).unwrap()
}

fn viewers(options: Options) -> impl Iterator<Item = Viewer> {
    (0..options.players()).map(Viewer::Player).chain([Viewer::Spectator])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn view_depends_only_on_visible_information(seed: [u8; 32], rng_seed: u64, share in 0.0..1.0_f64) {
        for options in Options::all() {
            let mut rng = Rng(rng_seed);
            let mut game = Game::new(options, &Deal::shuffled(options.kind(), Seed(seed)));
            let steps = (share * 250.0) as usize;
            for _ in 0..steps {
                let legal = game.legal();
                let Some(action) = (!legal.is_empty()).then(|| legal.get(rng.below(legal.len()))).flatten() else { break };
                let before = game;
                game.play_unchecked(action);
                if game.ending().is_some() && rng.below(4) > 0 {
                    game = before;
                    break;
                }
            }
            for viewer in viewers(options) {
                let dealt = dealt_from_view(&game, viewer, &mut rng);
                prop_assert_eq!(bytes(&dealt, viewer), bytes(&game, viewer), "{:?} of {}", viewer, options);
                let mut one = game;
                let Some(mut other) = redealt(&game, viewer, &mut rng) else { continue };
                prop_assert_eq!(bytes(&one, viewer), bytes(&other, viewer), "{:?} of {}", viewer, options);
                // Both games look the same until different hidden information is revealed.
                for _ in 0..12 {
                    let sees_hand = viewer == Viewer::Player(one.turn()) || options.kind() == Kind::Board;
                    let (legal, other_legal) = (one.legal_action_strings(), other.legal_action_strings());
                    if sees_hand {
                        prop_assert_eq!(&legal, &other_legal, "legal actions of {:?} in {}", viewer, options);
                    }
                    let both: Vec<&String> = legal.iter().filter(|text| other_legal.contains(text)).collect();
                    if both.is_empty() {
                        break;
                    }
                    let action = one.parse_action(both[rng.below(both.len())]).unwrap();
                    let seen = |game: &mut Game| -> Vec<EventView> {
                        let events = game.play(action).unwrap();
                        events.iter().map(|event| EventView::of(*event, game, viewer)).collect()
                    };
                    let (seen_one, seen_other) = (seen(&mut one), seen(&mut other));
                    if seen_one != seen_other {
                        let reveals =
                            |seen: &EventView| matches!(seen, EventView::Full(event) if event.reveals_hidden());
                        let same: Vec<bool> =
                            seen_one.iter().zip(&seen_other).map(|(one, other)| one == other || (reveals(one) && reveals(other))).collect();
                        prop_assert!(same.iter().all(|same| *same), "{:?} and {:?}", seen_one, seen_other);
                        break;
                    }
                    // A result reveals the penalty of a hand, which is the same for hands of the same size.
                    prop_assert_eq!(bytes(&one, viewer), bytes(&other, viewer), "{:?} of {}", viewer, options);
                }
            }
        }
    }
}

#[test]
fn card_view_hides_other_hands() {
    let options = Options::new(Kind::Card, 3, false).unwrap();
    let game = Game::new(options, &Deal::shuffled(Kind::Card, Seed([8; 32])));
    let view = View::of(&game, Viewer::Player(1)).to_json();
    assert_eq!(view["hands"][0], Value::Null);
    assert_eq!(view["hands"][2], Value::Null);
    assert_eq!(view["down"][0], Value::Null);
    assert_eq!(view["guest_stock"], 96 - 21);
    assert_eq!(view["unseen"].as_array().unwrap().len(), 96 - 7);
    let spectator = View::of(&game, Viewer::Spectator).to_json();
    assert_eq!(spectator["hands"], serde_json::json!([null, null, null]));
    assert_eq!(spectator["unseen"].as_array().unwrap().len(), 96);
}

#[test]
fn board_view_hides_only_the_order_of_the_bag() {
    let options = Options::new(Kind::Board, 2, true).unwrap();
    let game = Game::with_board(Board::standard(), options, &Deal::shuffled(Kind::Board, Seed([8; 32])));
    let view = View::of(&game, Viewer::Player(0)).to_json();
    assert_eq!(view["hands"], game.position()["hands"]);
    assert_eq!(view["guest_stock"], 90);
    let unseen: Vec<&str> = view["unseen"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(unseen.is_sorted(), "sorted, so that it does not reveal the order");
}

#[test]
fn only_the_owner_sees_a_card_laid_face_down() {
    let card = Tile::parse("DEf").unwrap();
    let action = Action::Down(card);
    assert_eq!(ActionView::of(action, 1, Viewer::Player(1)), ActionView::Full(action));
    assert_eq!(ActionView::of(action, 1, Viewer::Player(0)), ActionView::Down);
    assert_eq!(ActionView::of(action, 1, Viewer::Spectator), ActionView::Down);
}
