//! The operations `bot` and `analyse` of the protocol: whole games, and everything a client can get wrong.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::time::{Duration, Instant};

use cafe_analysis::analyse_position;
use cafe_bots::{Budget, Level};
use cafe_cli::engine::Engine;
use cafe_rules::{Board, Game, Tile, View, Viewer};
use serde_json::{Value, json};

fn engine() -> Engine {
    Engine::new(Board::standard())
}

fn ask(engine: &mut Engine, request: &Value) -> Value {
    engine.answer(request.to_string().as_bytes()).json
}

fn asked(engine: &mut Engine, request: &Value) -> Value {
    let answer = ask(engine, request);
    assert_eq!(answer["ok"], true, "{request}: {answer}");
    answer
}

fn refused(engine: &mut Engine, request: &Value, code: &str) -> String {
    let answer = ask(engine, request);
    assert_eq!(answer["error"]["code"], code, "{request}: {answer}");
    answer["error"]["message"].as_str().unwrap().to_owned()
}

fn seed(number: u8) -> String {
    format!("{number:064x}")
}

/// The positions of the rule books.
fn book() -> Vec<Value> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/tests/conformance/book.json");
    let book: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    book.as_object().unwrap().values().map(|one| one["position"].clone()).collect()
}

#[test]
fn bots_of_every_level_play_whole_games_through_the_protocol() {
    for (game, players, parties) in
        [("card", 2, false), ("card", 3, true), ("board", 2, true), ("board", 4, false)]
    {
        let mut engine = engine();
        let new = json!({"op": "new", "game": game, "players": players, "parties": parties, "seed": seed(5)});
        let mut state = asked(&mut engine, &new)["state"].clone();
        let mut actions = 0;
        let mut levels = Level::ALL.into_iter().cycle();
        // Every level has every seat, turn by turn.
        let mut level = levels.next().unwrap();
        while state["over"] == false {
            let bot = json!({"op": "bot", "level": level.as_str(), "ms": 1, "seed": actions, "id": 7});
            let answer = asked(&mut engine, &bot);
            assert_eq!(answer, json!({"id": 7, "ok": true, "action": answer["action"]}));
            let legal = asked(&mut engine, &json!({"op": "legal"}));
            assert!(legal["legal"].as_array().unwrap().contains(&answer["action"]), "{answer}");
            let turn = state["turn"].clone();
            let play = json!({"op": "play", "action": answer["action"]});
            state = asked(&mut engine, &play)["state"].clone();
            if state["turn"] != turn {
                level = levels.next().unwrap();
            }
            actions += 1;
            assert!(actions < 2000, "{game}: the game does not end");
        }
        for op in [json!({"op": "bot", "level": "novice"}), json!({"op": "analyse"})] {
            assert_eq!(refused(&mut engine, &op, "game_over"), "the game is over");
        }
    }
}

#[test]
fn every_position_of_the_books_can_be_played_and_analysed() {
    let mut engine = engine();
    for position in book() {
        let state = asked(&mut engine, &json!({"op": "position", "state": position}))["state"].clone();
        if state["over"] == true {
            continue;
        }
        let legal = asked(&mut engine, &json!({"op": "legal"}))["legal"].as_array().unwrap().clone();
        for level in Level::ALL {
            let bot = asked(&mut engine, &json!({"op": "bot", "level": level.as_str(), "ms": 1}));
            assert!(legal.contains(&bot["action"]), "{level:?}: {bot} in {state}");
        }
        let answer = asked(&mut engine, &json!({"op": "analyse", "ms": 1, "top": 50}));
        let moves = answer["moves"].as_array().unwrap();
        assert!(!moves.is_empty() && moves.iter().all(|one| legal.contains(&one["actions"][0])), "{answer}");
        assert_eq!(asked(&mut engine, &json!({"op": "state"}))["state"], state, "thinking changes nothing");
    }
}

#[test]
fn analyse_tells_whole_turns_best_first() {
    let mut engine = engine();
    asked(&mut engine, &json!({"op": "new", "game": "card", "players": 2, "seed": seed(1)}));
    let legal =
        |engine: &mut Engine| asked(engine, &json!({"op": "legal"}))["legal"].as_array().unwrap().len();
    for actions in 0.. {
        if actions > 20 && legal(&mut engine) > 5 {
            break;
        }
        let action = asked(&mut engine, &json!({"op": "bot", "level": "regular"}))["action"].clone();
        asked(&mut engine, &json!({"op": "play", "action": action}));
    }
    let usual = asked(&mut engine, &json!({"op": "analyse", "ms": 20, "seed": 1}));
    assert!((1..=5).contains(&usual["moves"].as_array().unwrap().len()), "{usual}");
    let answer = asked(&mut engine, &json!({"op": "analyse", "ms": 20, "top": 2, "id": "a"}));
    assert_eq!(answer.as_object().unwrap().keys().collect::<Vec<_>>(), ["id", "ok", "moves"]);
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 2, "{answer}");
    let value = |one: &Value| one["value"].as_f64().unwrap();
    assert!(value(&moves[0]) >= value(&moves[1]), "{answer}");
    for one in moves {
        assert_eq!(one.as_object().unwrap().keys().collect::<Vec<_>>(), ["actions", "value", "points"]);
        let hundredths = value(one) * 100.0;
        assert!((hundredths - hundredths.round()).abs() < 1e-6, "two decimals: {answer}");
        let mut copy = engine.clone();
        let before = asked(&mut copy, &json!({"op": "state"}))["state"].clone();
        let mut points = 0;
        for action in one["actions"].as_array().unwrap() {
            let played = asked(&mut copy, &json!({"op": "play", "action": action}));
            points += played["points"].as_object().unwrap().values().filter_map(Value::as_i64).sum::<i64>();
        }
        assert_eq!(one["points"], points);
        let after = asked(&mut copy, &json!({"op": "state"}))["state"].clone();
        let laid = before["table_stock"] != after["table_stock"];
        assert!(after["turn"] != before["turn"] || after["over"] == true || laid, "a whole turn: {one}");
    }
}

#[test]
fn games_that_look_alike_get_the_same_answers() {
    for kind in ["card", "board"] {
        let mut one = engine();
        asked(&mut one, &json!({"op": "new", "game": kind, "players": 3, "seed": seed(3)}));
        for _ in 0..12 {
            let action = asked(&mut one, &json!({"op": "bot", "level": "casual"}))["action"].clone();
            asked(&mut one, &json!({"op": "play", "action": action}));
        }
        let state = asked(&mut one, &json!({"op": "state"}))["state"].clone();
        let game = Game::from_position(&state, Board::standard()).unwrap();
        let alike = dealt_again(&game);
        assert_ne!(game, alike);
        let mut other = engine();
        asked(&mut other, &json!({"op": "position", "state": alike.position()}));
        for seed in [json!(0), json!(u64::MAX), json!(format!("{:064X}", 12345))] {
            let bot = json!({"op": "bot", "level": "expert", "seed": seed});
            assert_eq!(ask(&mut one, &bot), ask(&mut other, &bot));
        }
        let worths = |game: &Game| {
            let view = View::of(game, Viewer::Player(game.turn()));
            let found = analyse_position(&view, 5, Budget::Playouts(60), 0);
            found.into_iter().map(|one| (one.turn, one.value)).collect::<Vec<_>>()
        };
        assert_eq!(worths(&game), worths(&alike));
    }
}

/// The same to the player to move, with everything hidden in another order.
fn dealt_again(game: &Game) -> Game {
    let reversed = |pile: cafe_rules::Hand| {
        let mut tiles: Vec<Tile> = pile.tiles().collect();
        tiles.reverse();
        tiles
    };
    match View::of(game, Viewer::Player(game.turn())) {
        View::Card(view) => view.game(&reversed(view.unseen), &view.tables_left).unwrap().into(),
        View::Board(view) => view.game(&reversed(view.bag)).unwrap().into(),
    }
}

#[test]
fn every_fault_of_a_request_to_a_bot_is_named() {
    let mut engine = engine();
    for op in [json!({"op": "bot", "level": "novice"}), json!({"op": "analyse"})] {
        assert!(refused(&mut engine, &op, "bad_request").contains("new or position first"));
    }
    asked(&mut engine, &json!({"op": "new", "game": "card", "players": 2, "seed": seed(1)}));
    let state = asked(&mut engine, &json!({"op": "state"}));
    let levels = "novice, casual, regular, expert, master";
    for (request, parts) in [
        (json!({"op": "bot"}), &["level is missing", levels][..]),
        (json!({"op": "bot", "level": "Master"}), &["no level \"Master\"", levels]),
        (json!({"op": "bot", "level": 5}), &["level must be one of", levels]),
        (
            json!({"op": "bot", "level": "x\u{1b}", "ms": 0, "seed": -1}),
            &["\\\\u{1b}", "ms must be", "seed must be"],
        ),
        (
            json!({"op": "bot", "level": "novice", "ms": 600_001}),
            &["ms must be a whole number from 1 to 600000"],
        ),
        (json!({"op": "bot", "level": "novice", "ms": 1.5}), &["ms must be"]),
        (json!({"op": "bot", "level": "novice", "ms": null}), &["ms must be"]),
        (json!({"op": "bot", "level": "novice", "seed": "12"}), &["64 hexadecimal digits"]),
        (json!({"op": "bot", "level": "novice", "seed": 1e30}), &["seed must be"]),
        (json!({"op": "bot", "level": "novice", "top": 3, "hat": 1}), &["bot has no field \"top\", \"hat\""]),
        (
            json!({"op": "analyse", "ms": "1", "top": 0}),
            &["ms must be", "top must be a whole number from 1 to 50"],
        ),
        (json!({"op": "analyse", "top": 51}), &["top must be"]),
        (json!({"op": "analyse", "seed": true}), &["seed must be"]),
        (json!({"op": "analyse", "level": "master"}), &["analyse has no field \"level\""]),
    ] {
        let message = refused(&mut engine, &request, "bad_request");
        for part in parts {
            assert!(message.contains(part), "{part:?} is missing in {message}");
        }
    }
    assert_eq!(asked(&mut engine, &json!({"op": "state"})), state);
}

/// Plays a game of one level through the protocol, with one seed, and checks every action against the whole turns that
/// the level chooses.
fn whole_turns(kind: &str, level: Level, number: u64) {
    let mut engine = engine();
    asked(&mut engine, &json!({"op": "new", "game": kind, "players": 2, "seed": seed(number as u8)}));
    let bot = json!({"op": "bot", "level": level.as_str(), "seed": number, "ms": 1});
    loop {
        let state = asked(&mut engine, &json!({"op": "state"}))["state"].clone();
        let game = Game::from_position(&state, Board::standard()).unwrap();
        let view = View::of(&game, Viewer::Player(game.turn()));
        let Some(turn) = level.choose(&view, Budget::DEFAULT, number) else { break };
        for action in turn.actions {
            let answer = asked(&mut engine, &bot);
            assert_eq!(answer["action"], game.format_action(&action));
            assert_eq!(asked(&mut engine, &bot), answer, "asking changes nothing");
            asked(&mut engine, &json!({"op": "play", "action": answer["action"]}));
        }
    }
}

#[test]
fn a_bot_plays_the_turn_that_it_has_decided_about() {
    for kind in ["card", "board"] {
        for level in [Level::Novice, Level::Casual, Level::Regular, Level::Expert] {
            (1..=3).for_each(|number| whole_turns(kind, level, number));
        }
    }
}

#[test]
fn a_master_thinks_once_about_a_turn() {
    let mut engine = engine();
    asked(&mut engine, &json!({"op": "new", "game": "board", "players": 2, "seed": seed(1)}));
    let quick = json!({"op": "bot", "level": "master", "ms": 1});
    // Long enough to tell whether it was taken.
    let slow = json!({"op": "bot", "level": "master", "ms": 20_000});
    for _ in 0..5 {
        let first = asked(&mut engine, &quick)["action"].clone();
        let state = asked(&mut engine, &json!({"op": "play", "action": first}))["state"].clone();
        if state["placed"] == 0 {
            continue;
        }
        let started = Instant::now();
        let second = asked(&mut engine, &slow)["action"].clone();
        assert!(started.elapsed() < Duration::from_secs(10), "the second action was not at hand");
        asked(&mut engine, &json!({"op": "play", "action": second}));
    }
}

#[test]
fn what_a_bot_has_in_mind_is_forgotten_when_the_game_takes_another_way() {
    let novice = |seed: u64| json!({"op": "bot", "level": "novice", "seed": seed});
    let fresh = |state: &Value, request: &Value| {
        let mut engine = engine();
        asked(&mut engine, &json!({"op": "position", "state": state}));
        ask(&mut engine, request)
    };
    let mut engine = engine();
    asked(&mut engine, &json!({"op": "new", "game": "board", "players": 3, "seed": seed(2)}));
    for number in 0..60 {
        let planned = asked(&mut engine, &novice(number))["action"].clone();
        let legal = asked(&mut engine, &json!({"op": "legal"}))["legal"].as_array().unwrap().clone();
        let other = legal.iter().rev().find(|&action| *action != planned).unwrap_or(&planned);
        let state = asked(&mut engine, &json!({"op": "play", "action": other}))["state"].clone();
        if state["over"] == true {
            break;
        }
        // Another action, another seed, another level.
        for request in [novice(number), novice(number + 1), json!({"op": "bot", "level": "regular"})] {
            assert_eq!(ask(&mut engine, &request), fresh(&state, &request));
        }
        // A position, be it the same.
        let meant = asked(&mut engine, &novice(number))["action"].clone();
        let state = asked(&mut engine, &json!({"op": "play", "action": meant}))["state"].clone();
        asked(&mut engine, &json!({"op": "position", "state": state}));
        assert_eq!(ask(&mut engine, &novice(number)), fresh(&state, &novice(number)));
        if state["over"] == true {
            break;
        }
    }
}
