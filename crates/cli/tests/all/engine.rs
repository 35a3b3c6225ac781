//! The protocol of the real binary: whole games with illegal actions in between, and malformed requests.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

struct Engine {
    process: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Engine {
        let mut process = Command::new(env!("CARGO_BIN_EXE_cafe"))
            .arg("engine")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = process.stdin.take();
        let output = BufReader::new(process.stdout.take().unwrap());
        Engine { process, input, output }
    }

    fn send(&mut self, line: &[u8]) -> Value {
        let input = self.input.as_mut().unwrap();
        input.write_all(line).unwrap();
        input.write_all(b"\n").unwrap();
        let mut answer = String::new();
        self.output.read_line(&mut answer).unwrap();
        serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{error}: {answer:?}"))
    }

    fn request(&mut self, request: &Value) -> Value {
        self.send(request.to_string().as_bytes())
    }

    fn request_error(&mut self, request: &Value, code: &str) -> String {
        let answer = self.request(request);
        assert_eq!(answer["ok"], false, "{request}");
        assert_eq!(answer["error"]["code"], code, "{request}: {answer}");
        answer["error"]["message"].as_str().unwrap().to_owned()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.input = None;
        let _ = self.process.wait();
    }
}

fn conformance() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/tests/cases/conformance")
}

fn book(name: &str) -> Value {
    let text = std::fs::read_to_string(conformance().join("book.json")).unwrap();
    let book: Value = serde_json::from_str(&text).unwrap();
    book[name]["position"].clone()
}

const NO_SEED: &str = "0000000000000000000000000000000000000000000000000000000000000000";

#[test]
fn whole_games_conform() {
    let mut engine = Engine::start();
    let mut games = 0;
    for entry in std::fs::read_dir(conformance().join("games")).unwrap() {
        let path = entry.unwrap().path();
        let file: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let mut new = json!({"op": "new", "game": file["game"], "players": file["players"],
            "parties": file["parties"], "guests": file["guests"]});
        if file["game"] == "card" {
            new["tables"] = file["tables"].clone();
        }
        let mut state = engine.request(&new)["state"].clone();
        for (number, step) in file["steps"].as_array().unwrap().iter().enumerate() {
            let at = format!("{}, step {number}", path.display());
            assert_eq!(engine.request(&json!({"op": "legal"}))["legal"], step["legal"], "{at}");
            let legal = step["legal"].as_array().unwrap();
            for text in [
                "DEf@c4",
                "ITm@n4",
                "JKf=ES@m3",
                "draw",
                "down TRm",
                "close",
                "bar FRf",
                "swap CNm@n4",
                "pass",
                "end",
                "x",
            ] {
                if !legal.iter().any(|legal| legal == text) {
                    let answer = engine.request(&json!({"op": "play", "action": text}));
                    assert_eq!(answer["ok"], false, "{at}: {text} was accepted");
                }
            }
            assert_eq!(
                engine.request(&json!({"op": "state"}))["state"],
                state,
                "{at}: a refusal changed the state"
            );
            // The game continues from its position as JSON.
            let again = engine.request(&json!({"op": "position", "state": state}));
            assert_eq!(again["state"], state, "{at}");
            let answer = engine.request(&json!({"op": "play", "action": step["play"], "id": number}));
            assert_eq!(answer["ok"], true, "{at}: {answer}");
            assert_eq!(answer["id"], number);
            assert_eq!(answer["points"], step["points"], "{at}");
            for (field, empty) in [
                ("cleared", json!([])),
                ("laid", json!({})),
                ("drew", json!([])),
                ("eliminated", Value::Null),
            ] {
                assert_eq!(answer[field], *step.get(field).unwrap_or(&empty), "{at}: {field}");
            }
            assert_eq!(answer["state"]["scores"], step["scores"], "{at}");
            state = answer["state"].clone();
        }
        assert_eq!(state["result"], file["result"], "{}", path.display());
        assert_eq!(state["over"], true);
        assert_eq!(engine.request(&json!({"op": "legal"}))["legal"], json!([]));
        games += 1;
    }
    assert!(games >= 55, "{games} games");
}

#[test]
fn request_error_names_every_fault() {
    let mut engine = Engine::start();
    assert!(engine.request_error(&json!({"op": "legal"}), "bad_request").contains("new or position first"));
    assert!(engine.request_error(&json!({"op": "dance"}), "bad_request").contains("\"dance\""));
    assert!(engine.request_error(&json!({}), "bad_request").contains("op is missing"));
    assert!(engine.request_error(&json!([1, 2]), "bad_request").contains("object"));
    let message = engine.request_error(
        &json!({"op": "new", "game": "board", "players": 5, "tables": [], "colour": 1, "sise": 2}),
        "bad_request",
    );
    assert!(message.contains("\"colour\", \"sise\""), "{message}");
    let message = engine.request_error(
        &json!({"op": "new", "game": "board", "players": 300, "parties": 1, "tables": []}),
        "bad_request",
    );
    for part in ["2 to 4 players, not 300", "parties must be", "tables are for the card game only", "guests"]
    {
        assert!(message.contains(part), "{part:?} is missing in {message}");
    }
    engine.request_error(&json!({"op": "new", "game": "card", "players": 2, "seed": "12"}), "bad_request");
    engine.request_error(
        &json!({"op": "new", "game": "card", "players": 2, "seed": NO_SEED, "guests": []}),
        "bad_request",
    );
    engine.request_error(&json!({"op": "position"}), "bad_request");
    engine.request_error(&json!({"op": "bot", "level": "master"}), "bad_request");
    engine.request_error(&json!({"op": "analyse"}), "bad_request");
    engine.request(&json!({"op": "new", "game": "card", "players": 2, "seed": NO_SEED}));
    engine.request_error(&json!({"op": "play"}), "bad_request");
    engine.request_error(&json!({"op": "play", "action": 7}), "bad_request");
    engine.request_error(&json!({"op": "play", "action": "hello"}), "not_an_action");
}

#[test]
fn bad_deck_names_the_missing_guest() {
    let mut engine = Engine::start();
    let state =
        engine.request(&json!({"op": "new", "game": "board", "players": 2, "seed": NO_SEED}))["state"]
            .clone();
    let mut guests: Vec<Value> =
        state["hands"].as_array().unwrap().iter().flat_map(|hand| hand.as_array().unwrap().clone()).collect();
    guests.extend(state["guest_stock"].as_array().unwrap().clone());
    assert_eq!(guests.len(), 100);
    let missing = guests.pop().unwrap();
    guests[3] = json!("XYZ");
    guests[4] = json!(4);
    let message = engine
        .request_error(&json!({"op": "new", "game": "board", "players": 2, "guests": guests}), "bad_deck");
    assert!(message.contains("\"XYZ\" is not a guest"), "{message}");
    assert!(message.contains(&format!("{} ", missing.as_str().unwrap())), "{message}");
    assert_eq!(engine.request(&json!({"op": "state"}))["state"], state, "the earlier game is kept");
}

#[test]
fn position_with_three_ladies_is_refused() {
    let mut engine = Engine::start();
    let mut position = book("card-23-points");
    position["seated"] = json!({"b5": "RUf", "a4": "RUf", "c4": "RUf", "q7": "XXf"});
    position["turn"] = json!(2);
    position["hats"] = json!(true);
    position["scores"] = json!([1]);
    let message = engine.request_error(&json!({"op": "position", "state": position}), "bad_position");
    for part in
        ["3 ladies and 0 gentlemen", "table b4", "XXf", "\"hats\"", "no player 2", "scores has 1 entries"]
    {
        assert!(message.contains(part), "{part:?} is missing in {message}");
    }
    engine.request_error(&json!({"op": "position", "state": 5}), "bad_position");
}

#[test]
fn lists_need_an_entry_per_player() {
    let mut engine = Engine::start();
    for (field, wrong) in [
        ("hands", json!([])),
        ("hands", json!([null, null])),
        ("hands", json!([["RUm"]])),
        ("scores", json!([])),
        ("scores", json!([1, 2, 3])),
        ("down", json!([])),
        ("down", json!([[], null])),
    ] {
        let mut position = book("card-23-points");
        position[field] = wrong;
        let message = engine.request_error(&json!({"op": "position", "state": position}), "bad_position");
        assert!(message.contains(field), "{message}");
    }
}

#[test]
fn position_error_names_every_fault() {
    let mut engine = Engine::start();
    let mut position = book("card-23-points");
    position["players"] = json!(7);
    position["tables"] = json!({"b4": "RU"});
    position["placed"] = json!(9);
    position["pending"] = json!(["q1"]);
    position["guest_stock"] = json!(["DEf", "DEf", "DEf", "DEf", "DEf"]);
    let message = engine.request_error(&json!({"op": "position", "state": position}), "bad_position");
    for part in
        ["2 to 5 players, not 7", "table d2 is missing", "9 guests cannot", "no table at q1", "6 of DEf"]
    {
        assert!(message.contains(part), "{part:?} is missing in {message}");
    }
    let message = engine.request_error(
        &json!({"op": "new", "game": "card", "players": 9, "guests": [], "tables": []}),
        "bad_request",
    );
    assert!(message.contains("not 9") && message.contains("CFf 0 times"), "{message}");
}

#[test]
fn impossible_positions_are_refused() {
    let mut engine = Engine::start();
    let mut full = book("card-23-points");
    full["seated"] = json!({"b5": "RUm", "a4": "RUf", "c4": "RUm", "b3": "RUf"});
    full["hands"][0] = json!(["DEf"]);
    let mut saved = book("board-bar-plus-2");
    saved["seated"] = json!({"m5": "ESf"});
    saved["placed"] = json!(1);
    saved["saved"] = json!(1);
    let mut owing = book("board-bar-plus-2");
    owing["seated"] = json!({"m5": "ESf"});
    (owing["placed"], owing["turns"], owing["pending"]) = (json!(1), json!(0), json!(["m4"]));
    owing["hands"][0] = json!(["ESm", "INf"]);
    let mut winners = book("card-23-points");
    winners["over"] = json!(true);
    winners["result"] = json!({"why": "closed", "penalties": [8, 4], "final": [-8, -4], "winners": [-7]});
    for (position, part) in [
        (full, "table b4 is full"),
        (saved, "own-nation tables cannot have been completed"),
        (owing, "in the first turn"),
        (winners, "result.winners"),
    ] {
        let message = engine.request_error(&json!({"op": "position", "state": position}), "bad_position");
        assert!(message.contains(part), "{part:?} is missing in {message}");
    }
}

#[test]
fn four_ladies_need_the_party_variant() {
    let mut engine = Engine::start();
    let mut position = book("board-party-40");
    position["hands"][0] = json!(["CNf"]);
    position["seated"] = json!({"m5": "ESf", "l4": "ESf", "n4": "ESf", "m3": "ESf"});
    assert_eq!(
        engine.request(&json!({"op": "position", "state": position}))["ok"],
        false,
        "five Spanish ladies are too many"
    );
    position["guest_stock"].as_array_mut().unwrap().retain(|tile| tile != "ESf");
    assert_eq!(engine.request(&json!({"op": "position", "state": position}))["ok"], true);
    position["parties"] = json!(false);
    engine.request_error(&json!({"op": "position", "state": position}), "bad_position");
}

#[test]
fn refusal_names_rule_seat_and_table() {
    let mut engine = Engine::start();
    engine.request(&json!({"op": "position", "state": book("card-britain-africa-7")}));
    let message = engine.request_error(&json!({"op": "play", "action": "GBf@c4"}), "unbalanced");
    assert_eq!(
        message,
        "GBf@c4: balance: table d4 (Great Britain) would have 2 ladies and 0 gentlemen; \
         the second guest must be of the other sex"
    );
    engine.request(&json!({"op": "position", "state": book("card-three-tables-nations")}));
    let message = engine.request_error(&json!({"op": "play", "action": "ESm@d3"}), "wrong_nation");
    assert_eq!(
        message,
        "ESm@d3: nation: ESm is from Spain, but chair d3 is at table d4 (Germany), table c3 (Central Africa) \
         and table d2 (the USA)"
    );
}

#[test]
fn readme_example_is_right() {
    let readme = include_str!("../../../../README.md");
    let example = readme.split("```console\n$ echo '").nth(1).unwrap().split("\n```").next().unwrap();
    let (requests, answer) = example.split_once("' | cafe engine | tail -1\n").unwrap();
    let mut engine = Engine::start();
    let answers: Vec<Value> = requests.lines().map(|line| engine.send(line.as_bytes())).collect();
    assert_eq!(answers.last().unwrap().to_string(), answer);
}

#[test]
fn malformed_lines_do_not_end_the_process() {
    let mut engine = Engine::start();
    for line in [&b"not json"[..], b"", b"\xff\xfe", b"{\"op\":", b"\"\\ud800\"", &b"[".repeat(100_000)] {
        let answer = engine.send(line);
        assert_eq!(answer["error"]["code"], "bad_json", "{answer}");
        assert_eq!(answer.get("id"), None);
    }
    let long = vec![b' '; (1 << 20) + 1];
    assert_eq!(engine.send(&long)["error"]["code"], "too_long");
    let mut with_return = vec![b' '; 1 << 20];
    with_return.push(b'\r');
    assert_eq!(engine.send(&with_return)["error"]["code"], "bad_json", "a carriage return does not count");
    let mut longest = br#"{"op":"legal","id":1"#.to_vec();
    longest.resize((1 << 20) - 1, b' ');
    longest.push(b'}');
    let answer = engine.send(&longest);
    assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!("bad_request"), &json!(1)));
    assert_eq!(engine.request(&json!({"op": "quit", "id": null})), json!({"id": null, "ok": true}));
    assert!(engine.process.wait().unwrap().success());
}

#[test]
fn end_of_input_ends_the_engine() {
    let mut engine = Engine::start();
    engine.input.as_mut().unwrap().write_all(br#"{"op":"quit"}"#).unwrap();
    engine.input = None;
    let mut answer = String::new();
    engine.output.read_line(&mut answer).unwrap();
    assert_eq!(answer, "{\"ok\":true}\n");
    assert!(engine.process.wait().unwrap().success());
}
