//! The operations `bot` and `analyse` of the protocol: whole games, and malformed requests.

use std::time::{Duration, Instant};

use cafe_analysis::analyse_position;
use cafe_bots::{Budget, Level};
use cafe_cli::engine::Engine;
use cafe_rules::{Board, Game, Tile, View, Viewer};
use serde_json::{Value, json};

fn engine() -> Engine {
    Engine::new(Board::standard())
}

fn send(engine: &mut Engine, message: &Value) -> Value {
    engine.answer(message.to_string().as_bytes()).json
}

fn send_ok(engine: &mut Engine, message: &Value) -> Value {
    let answer = send(engine, message);
    assert_eq!(answer["ok"], true, "{message}: {answer}");
    answer
}

fn send_error(engine: &mut Engine, message: &Value, code: &str) -> String {
    let answer = send(engine, message);
    assert_eq!(answer["error"]["code"], code, "{message}: {answer}");
    answer["error"]["message"].as_str().unwrap().to_owned()
}

fn seed(number: u8) -> String {
    format!("{number:064x}")
}

/// Returns the positions of the rule books.
fn book() -> Vec<Value> {
    let path =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/tests/cases/conformance/book.json");
    let book: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    book.as_object().unwrap().values().map(|one| one["position"].clone()).collect()
}

#[test]
fn bots_of_every_level_play_whole_games() {
    for (game, players, parties) in
        [("card", 2, false), ("card", 3, true), ("board", 2, true), ("board", 4, false)]
    {
        let mut engine = engine();
        let new = json!({"op": "new", "game": game, "players": players, "parties": parties, "seed": seed(5)});
        let mut state = send_ok(&mut engine, &new)["state"].clone();
        let mut actions = 0;
        let mut levels = Level::ALL.into_iter().cycle();
        // The levels take turns.
        let mut level = levels.next().unwrap();
        while state["over"] == false {
            let bot = json!({"op": "bot", "level": level.as_str(), "ms": 1, "seed": actions, "id": 7});
            let answer = send_ok(&mut engine, &bot);
            assert_eq!(answer, json!({"id": 7, "ok": true, "action": answer["action"]}));
            let legal = send_ok(&mut engine, &json!({"op": "legal"}));
            assert!(legal["legal"].as_array().unwrap().contains(&answer["action"]), "{answer}");
            let turn = state["turn"].clone();
            let play = json!({"op": "play", "action": answer["action"]});
            state = send_ok(&mut engine, &play)["state"].clone();
            if state["turn"] != turn {
                level = levels.next().unwrap();
            }
            actions += 1;
            assert!(actions < 2000, "{game}: the game does not end");
        }
        for op in [json!({"op": "bot", "level": "novice"}), json!({"op": "analyse"})] {
            assert_eq!(send_error(&mut engine, &op, "game_over"), "the game is over");
        }
    }
}

#[test]
fn book_positions_can_be_played_and_analysed() {
    let mut engine = engine();
    for position in book() {
        let state = send_ok(&mut engine, &json!({"op": "position", "state": position}))["state"].clone();
        if state["over"] == true {
            continue;
        }
        let legal = send_ok(&mut engine, &json!({"op": "legal"}))["legal"].as_array().unwrap().clone();
        for level in Level::ALL {
            let bot = send_ok(&mut engine, &json!({"op": "bot", "level": level.as_str(), "ms": 1}));
            assert!(legal.contains(&bot["action"]), "{level:?}: {bot} in {state}");
        }
        let answer = send_ok(&mut engine, &json!({"op": "analyse", "ms": 1, "top": 50}));
        let moves = answer["moves"].as_array().unwrap();
        assert!(!moves.is_empty() && moves.iter().all(|one| legal.contains(&one["actions"][0])), "{answer}");
        assert_eq!(
            send_ok(&mut engine, &json!({"op": "state"}))["state"],
            state,
            "analysing changes nothing"
        );
    }
}

#[test]
fn analyse_lists_whole_turns_best_first() {
    let mut engine = engine();
    send_ok(&mut engine, &json!({"op": "new", "game": "card", "players": 2, "seed": seed(1)}));
    let legal =
        |engine: &mut Engine| send_ok(engine, &json!({"op": "legal"}))["legal"].as_array().unwrap().len();
    for actions in 0.. {
        if actions > 20 && legal(&mut engine) > 5 {
            break;
        }
        let action = send_ok(&mut engine, &json!({"op": "bot", "level": "regular"}))["action"].clone();
        send_ok(&mut engine, &json!({"op": "play", "action": action}));
    }
    let defaults = send_ok(&mut engine, &json!({"op": "analyse", "ms": 20, "seed": 1}));
    assert!((1..=5).contains(&defaults["moves"].as_array().unwrap().len()), "{defaults}");
    let answer = send_ok(&mut engine, &json!({"op": "analyse", "ms": 20, "top": 2, "id": "a"}));
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
        let before = send_ok(&mut copy, &json!({"op": "state"}))["state"].clone();
        let mut points = 0;
        for action in one["actions"].as_array().unwrap() {
            let played = send_ok(&mut copy, &json!({"op": "play", "action": action}));
            points += played["points"].as_object().unwrap().values().filter_map(Value::as_i64).sum::<i64>();
        }
        assert_eq!(one["points"], points);
        let after = send_ok(&mut copy, &json!({"op": "state"}))["state"].clone();
        let laid = before["table_stock"] != after["table_stock"];
        assert!(after["turn"] != before["turn"] || after["over"] == true || laid, "a whole turn: {one}");
    }
}

#[test]
fn same_view_gives_the_same_answer() {
    for kind in ["card", "board"] {
        let mut one = engine();
        send_ok(&mut one, &json!({"op": "new", "game": kind, "players": 3, "seed": seed(3)}));
        for _ in 0..12 {
            let action = send_ok(&mut one, &json!({"op": "bot", "level": "casual"}))["action"].clone();
            send_ok(&mut one, &json!({"op": "play", "action": action}));
        }
        let state = send_ok(&mut one, &json!({"op": "state"}))["state"].clone();
        let game = Game::from_position(&state, Board::standard()).unwrap();
        let other_game = with_other_hidden_tiles(&game);
        assert_ne!(game, other_game);
        let mut other = engine();
        send_ok(&mut other, &json!({"op": "position", "state": other_game.position()}));
        for seed in [json!(0), json!(u64::MAX), json!(format!("{:064X}", 12345))] {
            let bot = json!({"op": "bot", "level": "expert", "seed": seed});
            assert_eq!(send(&mut one, &bot), send(&mut other, &bot));
        }
        let values = |game: &Game| {
            let view = View::of(game, Viewer::Player(game.turn()));
            let found = analyse_position(&view, 5, Budget::Playouts(60), 0);
            found.into_iter().map(|one| (one.turn, one.value)).collect::<Vec<_>>()
        };
        assert_eq!(values(&game), values(&other_game));
    }
}

/// Returns a game with the same view for the player to move and another order of the hidden tiles.
fn with_other_hidden_tiles(game: &Game) -> Game {
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
fn bot_request_error_names_every_fault() {
    let mut engine = engine();
    for op in [json!({"op": "bot", "level": "novice"}), json!({"op": "analyse"})] {
        assert!(send_error(&mut engine, &op, "bad_request").contains("new or position first"));
    }
    send_ok(&mut engine, &json!({"op": "new", "game": "card", "players": 2, "seed": seed(1)}));
    let state = send_ok(&mut engine, &json!({"op": "state"}));
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
            json!({"op": "bot", "level": "novice", "playouts": 10_000_001}),
            &["playouts must be a whole number from 1 to 10000000"],
        ),
        (json!({"op": "bot", "level": "novice", "playouts": 0}), &["playouts must be"]),
        (
            json!({"op": "bot", "level": "novice", "ms": 1, "playouts": 1}),
            &["ms or by playouts, not by both"],
        ),
        (json!({"op": "analyse", "ms": 1, "playouts": 1}), &["ms or by playouts, not by both"]),
        (
            json!({"op": "analyse", "ms": "1", "top": 0}),
            &["ms must be", "top must be a whole number from 1 to 50"],
        ),
        (json!({"op": "analyse", "top": 51}), &["top must be"]),
        (json!({"op": "analyse", "seed": true}), &["seed must be"]),
        (json!({"op": "analyse", "level": "master"}), &["analyse has no field \"level\""]),
    ] {
        let message = send_error(&mut engine, &request, "bad_request");
        for part in parts {
            assert!(message.contains(part), "{part:?} is missing in {message}");
        }
    }
    assert_eq!(send_ok(&mut engine, &json!({"op": "state"})), state);
}

/// Plays a game with one level and checks every action against the whole turns that the level chooses.
fn check_whole_turns(kind: &str, level: Level, number: u64) {
    let mut engine = engine();
    send_ok(&mut engine, &json!({"op": "new", "game": kind, "players": 2, "seed": seed(number as u8)}));
    let bot = json!({"op": "bot", "level": level.as_str(), "seed": number, "ms": 1});
    loop {
        let state = send_ok(&mut engine, &json!({"op": "state"}))["state"].clone();
        let game = Game::from_position(&state, Board::standard()).unwrap();
        let view = View::of(&game, Viewer::Player(game.turn()));
        let Some(turn) = level.choose(&view, Budget::DEFAULT, number) else { break };
        for action in turn.actions {
            let answer = send_ok(&mut engine, &bot);
            assert_eq!(answer["action"], game.format_action(&action));
            assert_eq!(send_ok(&mut engine, &bot), answer, "a repeated request gets the same answer");
            send_ok(&mut engine, &json!({"op": "play", "action": answer["action"]}));
        }
    }
}

#[test]
fn bot_plays_the_turn_it_planned() {
    for kind in ["card", "board"] {
        for level in [Level::Novice, Level::Casual, Level::Regular, Level::Expert] {
            (1..=3).for_each(|number| check_whole_turns(kind, level, number));
        }
    }
}

#[test]
fn master_thinks_once_per_turn() {
    let mut engine = engine();
    send_ok(&mut engine, &json!({"op": "new", "game": "board", "players": 2, "seed": seed(1)}));
    let quick = json!({"op": "bot", "level": "master", "ms": 1});
    // Much longer than a planned action takes.
    let slow = json!({"op": "bot", "level": "master", "ms": 20_000});
    for _ in 0..5 {
        let first = send_ok(&mut engine, &quick)["action"].clone();
        let state = send_ok(&mut engine, &json!({"op": "play", "action": first}))["state"].clone();
        if state["placed"] == 0 {
            continue;
        }
        let started = Instant::now();
        let second = send_ok(&mut engine, &slow)["action"].clone();
        assert!(started.elapsed() < Duration::from_secs(10), "the second action was not planned");
        send_ok(&mut engine, &json!({"op": "play", "action": second}));
    }
}

#[test]
fn plan_is_dropped_when_the_game_changes() {
    let novice = |seed: u64| json!({"op": "bot", "level": "novice", "seed": seed});
    let fresh = |state: &Value, request: &Value| {
        let mut engine = engine();
        send_ok(&mut engine, &json!({"op": "position", "state": state}));
        send(&mut engine, request)
    };
    let mut engine = engine();
    send_ok(&mut engine, &json!({"op": "new", "game": "board", "players": 3, "seed": seed(2)}));
    for number in 0..60 {
        let planned = send_ok(&mut engine, &novice(number))["action"].clone();
        let legal = send_ok(&mut engine, &json!({"op": "legal"}))["legal"].as_array().unwrap().clone();
        let other = legal.iter().rev().find(|&action| *action != planned).unwrap_or(&planned);
        let state = send_ok(&mut engine, &json!({"op": "play", "action": other}))["state"].clone();
        if state["over"] == true {
            break;
        }
        // Another action, another seed, another level.
        for request in [novice(number), novice(number + 1), json!({"op": "bot", "level": "regular"})] {
            assert_eq!(send(&mut engine, &request), fresh(&state, &request));
        }
        // Setting the same position.
        let planned = send_ok(&mut engine, &novice(number))["action"].clone();
        let state = send_ok(&mut engine, &json!({"op": "play", "action": planned}))["state"].clone();
        send_ok(&mut engine, &json!({"op": "position", "state": state}));
        assert_eq!(send(&mut engine, &novice(number)), fresh(&state, &novice(number)));
        if state["over"] == true {
            break;
        }
    }
}
