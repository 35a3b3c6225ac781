//! Positions with an obvious best turn.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use cafe_bots::endgame::solve;
use cafe_bots::{Budget, Level, Turn, all_turns, rank_turns};
use cafe_rules::{Board, BoardView, Deal, Game, Kind, Seed, Tile, View, Viewer};
use serde_json::{Value, json};

const SEEDS: std::ops::Range<u64> = 0..5;
const BUDGET: Budget = Budget::Playouts(400);

fn game(position: &Value) -> Game {
    Game::from_position(position, Board::standard()).unwrap()
}

fn written(game: &Game, turn: &Turn) -> String {
    turn.actions.iter().map(|action| game.format_action(action)).collect::<Vec<_>>().join(" ")
}

/// Calls `check` with the turn of each level, for several seeds.
fn for_each_choice(position: &Value, levels: &[Level], check: impl Fn(&Turn, &str, &str)) {
    let game = game(position);
    let view = View::of(&game, Viewer::Player(game.turn()));
    for level in levels {
        for seed in SEEDS {
            let turn = level.choose(&view, BUDGET, seed).unwrap();
            check(&turn, &written(&game, &turn), &format!("{} with seed {seed}", level.as_str()));
        }
    }
}

fn assert_choices(position: &Value, levels: &[Level], wanted: &[&str]) {
    for_each_choice(position, levels, |_, text, who| {
        assert!(wanted.contains(&text), "{who} plays {text}, not one of {wanted:?}");
    });
}

const STRONG: [Level; 2] = [Level::Expert, Level::Master];

/// Returns the exact value of the best turn near the end of a board game, which must be in `wanted`, and that of the best
/// turn that is not.
fn best_and_next(position: &Value, wanted: &[&str]) -> (f32, f32) {
    let game = game(position);
    let Game::Board(board) = &game else { panic!("a board game") };
    let turns = solve(&BoardView::of(board, Viewer::Player(board.turn())), 10_000_000).unwrap();
    assert!(wanted.contains(&&*written(&game, &turns[0].turn)));
    let next = turns.iter().find(|candidate| !wanted.contains(&&*written(&game, &candidate.turn))).unwrap();
    (turns[0].value, next.value)
}

/// Returns all tiles of the board game that the position does not name: too many for the exact solver.
fn remaining_tiles(position: &Value) -> Vec<Tile> {
    let mut bag = Deal::shuffled(Kind::Board, Seed([4; 32])).guests().to_vec();
    let hands = position["hands"].as_array().unwrap().iter().flat_map(|hand| hand.as_array().unwrap());
    let at_bar = position["bar"].as_array().unwrap();
    for tile in hands.chain(at_bar).chain(position["seated"].as_object().unwrap().values()) {
        let code = &tile.as_str().unwrap()[..3];
        let place = bag.iter().position(|tile| tile.to_string() == code).unwrap();
        bag.swap_remove(place);
    }
    bag
}

/// Returns the example position of the rule book, with these cards in the other hand and in the stock.
fn rule_book_position(other_hand: &[&str], stock: &[&str]) -> Value {
    json!({
        "game": "card", "players": 2,
        "tables": {"b4": "RU", "d4": "GB", "c3": "FR", "b2": "ES", "d2": "IT"},
        "seated": {"b5": "RUm", "b3": "RUf"},
        "hands": [["DEf", "ITf", "ITm", "RUm"], other_hand],
        "guest_stock": stock, "table_stock": ["US", "TR", "CN", "CU", "IN", "DE", "CF", "IT", "FR"],
    })
}

#[test]
fn regular_finds_the_rule_book_turn_for_23_points() {
    let position = rule_book_position(&["CUm", "CUm"], &["CFm", "CFf", "INm"]);
    for_each_choice(&position, &[Level::Regular], |turn, text, who| {
        assert_eq!(turn.points, 23, "{who} plays {text}");
    });
}

#[test]
fn rule_book_turn_is_taken_before_the_seats_are_lost() {
    // With Cubans in the other hand, as in the rule book, the turn could wait. Here the other hand competes for the seats.
    let other_hand = ["RUf", "ITf", "GBm", "FRf", "ESm", "ITm", "FRm"];
    let stock = [
        "GBf", "RUm", "ESf", "FRf", "ITm", "USf", "TRm", "CNm", "INf", "CUf", "GBm", "DEm", "RUf", "ESm",
        "CFm", "TRf", "USm", "CNf", "CUm", "INm", "FRm", "ITf", "GBf", "DEf", "CFf", "ESf", "USf", "TRm",
    ];
    let position = rule_book_position(&other_hand, &stock);
    for_each_choice(&position, &[Level::Regular, Level::Expert, Level::Master], |turn, text, who| {
        assert_eq!(turn.points, 23, "{who} plays {text}");
    });
}

#[test]
fn joker_is_kept_when_a_guest_scores_the_same() {
    // The last seat of the Italian table needs a lady: the Italian scores 4 there, and so would the joker. No other lady in
    // hand can be seated, and the bar costs points.
    let mut position = json!({
        "game": "board", "players": 2, "turns": 8, "scores": [20, 20],
        "seated": {"f12": "ITm", "g13": "ITm", "f14": "RUf"},
        "bar": ["RUf", "RUf", "RUm", "RUm", "GBm"],
        "hands": [["DEf", "INf", "ITf", "JKf", "TRf"], ["CUf", "DEf", "FRm", "GBf", "TRm"]],
    });
    position["guest_stock"] = json!(remaining_tiles(&position));
    // The seat is safe, so keeping the Italian too and paying at the bar is fine; seating the joker is not.
    for_each_choice(&position, &STRONG, |_, text, who| {
        assert!(!text.contains("JK"), "{who} plays {text}");
    });
    let game = game(&position);
    let list = rank_turns(&View::of(&game, Viewer::Player(0)), &[], BUDGET, 0);
    let place = |wanted: &str| list.iter().position(|candidate| written(&game, &candidate.turn) == wanted);
    let italian = place("ITf@e13 end").expect("it is searched");
    assert!(place("JKf=IT@e13 end").is_none_or(|joker| italian < joker));
}

#[test]
fn guest_is_seated_rather_than_ten_points_paid() {
    // The same seat, but the bar costs ten by now.
    let mut position = json!({
        "game": "board", "players": 2, "turns": 12, "scores": [20, 20],
        "seated": {"f12": "ITm", "g13": "ITm", "f14": "RUf"},
        "bar": ["RUf", "RUf", "RUm", "RUm", "GBm", "CFm", "CFm", "USm", "USm"],
        "hands": [["DEf", "INf", "ITf", "JKf", "TRf"], ["CUf", "DEf", "FRm", "GBf", "TRm"]],
    });
    position["guest_stock"] = json!(remaining_tiles(&position));
    assert_choices(&position, &STRONG, &["ITf@e13 end"]);
}

#[test]
fn joker_is_not_left_in_hand_at_the_end() {
    // The same seat, but the next tile ends the game: the joker in hand would cost 10, the Italian 5.
    let position = json!({
        "game": "board", "players": 2, "turns": 60, "scores": [60, 60],
        "seated": {"f12": "ITm", "g13": "ITm", "f14": "RUf"},
        "hands": [["ITf", "JKf"], ["DEf", "GBf"]], "guest_stock": ["FRm", "FRf", "TRf", "TRm"],
    });
    let wanted = ["JKf=IT@e13 end", "JKf=CN@e13 end"];
    let (best, next) = best_and_next(&position, &wanted);
    assert!(best >= next + 5.0, "{best} {next}");
    assert_choices(&position, &STRONG, &wanted);
}

#[test]
fn master_leaves_a_joker_that_is_of_no_more_use() {
    // The joker could be taken from the full table; but then the American is seated, the game ends, and the joker costs
    // 10. The Spaniard at the bar costs 2. Only a search sees what the other player will do.
    let position = json!({
        "game": "board", "players": 2, "turns": 60, "scores": [64, 60],
        "seated": {"l4": "ESm", "m5": "ESm", "n4": "CNf", "m3": "JKf=ES"},
        "bar": ["DEf", "DEf", "DEm", "DEm", "GBm"],
        "hands": [["ESf"], ["USm"]], "guest_stock": ["FRm", "FRf", "ITf", "ITm"],
    });
    let wanted = ["bar ESf"];
    let (best, next) = best_and_next(&position, &wanted);
    assert!(best >= next + 5.0, "{best} {next}");
    assert_choices(&position, &[Level::Master], &wanted);
}

/// Returns a position in which the player to move has no card and may close the café or draw.
fn empty_handed(scores: [i16; 2], cards_of_the_other: usize, stock: usize) -> Value {
    let guests: Vec<String> =
        Deal::shuffled(Kind::Card, Seed([6; 32])).guests().iter().map(ToString::to_string).collect();
    // The guests of two nations are seated or gone.
    let mut left = guests.iter().filter(|guest| !guest.starts_with("ES") && !guest.starts_with("RU"));
    let hand: Vec<&String> = left.by_ref().take(cards_of_the_other).collect();
    let stock: Vec<&String> = left.take(stock).collect();
    json!({
        "game": "card", "players": 2, "scores": scores,
        "tables": {"b4": "RU", "d4": "GB", "c3": "FR", "b2": "ES", "d2": "IT"},
        "seated": {"b5": "RUm", "b3": "RUf", "b1": "ESf"},
        "hands": [[], hand], "guest_stock": stock,
        "table_stock": ["US", "TR", "CN", "DE", "DE", "CU", "IN", "CF", "IT", "GB", "FR"],
    })
}

#[test]
fn leader_closes_while_the_other_holds_many_cards() {
    assert_choices(&empty_handed([60, 40], 11, 40), &STRONG, &["close"]);
}

#[test]
fn leader_seats_the_last_card_and_closes() {
    let mut position = empty_handed([60, 40], 11, 40);
    position["hands"][0] = json!(["ESm"]);
    assert_choices(&position, &STRONG, &["ESm@c2 close"]);
}

#[test]
fn trailing_player_does_not_close() {
    // Closing loses for certain, and there is time left to catch up.
    for scores in [[40, 55], [10, 70]] {
        assert_choices(&empty_handed(scores, 1, 60), &STRONG, &["draw"]);
    }
}

/// Returns the most points of a turn, by trying every sequence of actions.
fn most_points(game: &Game) -> i16 {
    let player = game.turn();
    let points = |action| {
        let mut after = *game;
        after.play(action).unwrap();
        let scored = after.scores()[usize::from(player)] - game.scores()[usize::from(player)];
        let continues = after.ending().is_none() && after.turn() == player;
        scored + if continues { most_points(&after) } else { 0 }
    };
    game.legal().iter().map(points).max().unwrap()
}

#[test]
fn no_table_is_opened_that_the_next_player_completes() {
    // A German or an American couple opens a table for 4. The next player holds a German couple too, and would complete
    // a German table for 6 and 8.
    let hands = [
        ["DEm", "DEf", "USm", "USf", "ITf"],
        ["DEm", "DEf", "ITf", "FRf", "FRf"],
        ["ITf", "FRf", "CUf", "CUf", "CNf"],
        ["CNf", "CUf", "CUf", "CNf", "TRf"],
    ];
    for players in 2..=4 {
        let mut position = json!({
            "game": "board", "players": players, "turns": 12, "scores": vec![20; players],
            "seated": {}, "bar": ["RUf", "RUf", "RUm", "RUm", "GBm"], "hands": (&hands[..players]),
        });
        position["guest_stock"] = json!(remaining_tiles(&position));
        let game = game(&position);
        let Game::Board(board) = &game else { panic!("a board game") };
        let gain = |turn: &Turn| turn.points - most_points(&Game::Board(turn.after(board)));
        let all = all_turns(board);
        let best = all.iter().map(gain).max().unwrap();
        let opens = |turn: &&Turn| turn.points == 4 && written(&game, turn).starts_with("DE");
        let gains: Vec<i16> = all.iter().filter(opens).map(gain).collect();
        assert!(gains.len() > 10 && gains.iter().all(|&gain| gain == best - 10), "{best} {gains:?}");
        for_each_choice(&position, &STRONG, |turn, text, who| {
            assert_eq!(gain(turn), best, "{who} of {players} players plays {text}");
        });
    }
}

#[test]
fn master_prepares_no_table_for_the_next_player() {
    // The British gentleman scores 6 at the British table k4, and 6 between two others. At k4 the British lady of the
    // next player would then complete the table for 8, without having to draw a tile and pay for it. Only
    // a search sees that.
    let position = json!({
        "game": "board", "players": 2, "turns": 60, "scores": [60, 60],
        "seated": {
            "j4": "GBm", "k5": "GBf", "l11": "GBm", "n11": "DEf", "l13": "CUm", "n13": "CUf",
        },
        "hands": [["GBm"], ["GBf"]], "guest_stock": ["FRm", "FRf", "ITf", "ITm", "RUf"],
    });
    let wanted = ["GBm@m12"];
    let (best, next) = best_and_next(&position, &wanted);
    assert!(best >= next + 4.0, "{best} {next}");
    let board = game(&position);
    for seat in ["k3", "l4", "m12"] {
        let mut board = board;
        board.play(board.parse_action(&format!("GBm@{seat}")).unwrap()).unwrap();
        assert_eq!(board.scores()[0], 66, "all seats score the same now");
    }
    assert_choices(&position, &[Level::Master], &wanted);
}

#[test]
fn search_ends_when_one_turn_is_clearly_best() {
    // Three Russians sit at their table; the fourth scores eight, and everything else next to nothing.
    let game = game(&json!({
        "game": "card", "players": 2,
        "tables": {"b4": "RU", "d4": "GB", "c3": "FR", "b2": "ES", "d2": "IT"},
        "seated": {"b5": "RUf", "a4": "RUm", "c4": "RUf"},
        "hands": [["RUm", "CUm", "CUf"], ["CUm", "CUm"]], "guest_stock": ["CFm", "CFf", "INm", "INf", "CFm"],
        "table_stock": ["US", "TR"],
    }));
    let list = rank_turns(&View::of(&game, Viewer::Player(0)), &[], Budget::Playouts(100_000), 1);
    assert_eq!(written(&game, &list[0].turn), "RUm@b3");
    assert!(list.len() > 1 && list[0].worlds < 1_000, "{list:?}");
}
