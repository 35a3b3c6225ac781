//! `cafe analyse`: text and JSON output of the real binary, and errors.

use std::io::{ErrorKind, Write};
use std::process::{Command, Output, Stdio};

use cafe_cli::sample::random_game;
use cafe_rules::{Kind, Options, Record, Seed};
use serde_json::{Value, json};

fn analyse(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cafe"));
    command.args(["analyse", "-"]).args(arguments);
    let mut process =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The process may refuse its arguments before it reads the input.
    match process.stdin.take().unwrap().write_all(input.as_bytes()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
        written => written.unwrap(),
    }
    process.wait_with_output().unwrap()
}

fn report(arguments: &[&str], input: &str) -> String {
    let output = analyse(arguments, input);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.stderr, b"", "the progress bar is for terminals only");
    String::from_utf8(output.stdout).unwrap()
}

fn analyse_error(arguments: &[&str], input: &str) -> String {
    let output = analyse(arguments, input);
    assert!(!output.status.success());
    assert_eq!(output.stdout, b"");
    String::from_utf8(output.stderr).unwrap()
}

/// Returns the first turns of a random game of players with unusual names.
fn beginning(kind: Kind, turns: usize) -> Record {
    let random = random_game(Options::new(kind, 2, true).unwrap(), Seed([7; 32]), 3);
    let mut header = random.header().clone();
    header.names = vec!["Ada\u{1b}[2J of the \u{202e}long name".to_owned(), "李清照".to_owned()];
    let mut record = Record::new(header);
    let steps = random.turns().take(turns).flatten();
    steps.for_each(|step| _ = record.play(step.action).unwrap());
    record
}

fn position() -> Value {
    json!({
        "game": "card", "players": 2,
        "tables": {"b4": "RU", "d4": "GB", "c3": "FR", "b2": "ES", "d2": "IT"},
        "seated": {"b5": "RUm", "b3": "RUf"},
        "hands": [["DEf", "ITf", "ITm", "RUm"], ["ESm", "FRf", "FRm", "GBm", "ITf", "ITm", "RUf"]],
        "guest_stock": [
            "GBf", "RUm", "ESf", "FRf", "ITm", "USf", "TRm", "CNm", "INf", "CUf", "GBm", "DEm", "RUf", "ESm",
            "CFm", "TRf", "USm", "CNf", "CUm", "INm", "FRm", "ITf", "GBf", "DEf", "CFf", "ESf", "USf", "TRm",
        ],
        "table_stock": ["US", "TR", "CN", "CU", "IN", "DE", "CF", "IT", "FR"],
    })
}

#[test]
fn record_analysis_fits_eighty_columns() {
    for kind in Kind::BOTH {
        let record = beginning(kind, 12);
        let text = report(&["--playouts", "40"], &record.to_string());
        for line in text.lines() {
            assert!(line.chars().count() <= 80, "{line}");
            assert!(!line.contains(cafe_rules::is_invisible), "{line:?}");
        }
        for turn in 1..=12 {
            let numbered = format!("{turn:>4}  ");
            assert!(text.lines().any(|line| line.starts_with(&numbered)), "turn {turn} is missing in {text}");
        }
        for part in ["turn  player", "李清照", "The game is not over", "accuracy", "luck", "blunder from 10"]
        {
            assert!(text.contains(part), "{part:?} is missing in {text}");
        }
        let action = record.start().format_action(&record.steps()[0].action);
        assert!(text.contains(&action), "{action} is missing in {text}");
        assert!(!text.contains("-0.0"), "zero has no sign: {text}");
        assert!(text.lines().any(|line| line.contains("  > ")), "random turns can be improved: {text}");
    }
}

#[test]
fn playouts_give_the_same_output_on_any_threads() {
    let record = beginning(Kind::Board, 6).to_string();
    let one = report(&["--playouts", "40", "--threads", "1"], &record);
    assert_eq!(one, report(&["--playouts", "40", "--threads", "2"], &record));
    let other = report(&["--playouts", "40", "--seed", "1"], &record);
    assert_ne!(one, other);
    assert_eq!(other, report(&["--playouts", "40", "--seed", &format!("{:064x}", 1)], &record));
}

#[test]
fn json_has_all_decisions() {
    let record = beginning(Kind::Card, 6);
    let text = report(&["--playouts", "40", "--json", "--top", "2"], &record.to_string());
    assert!(!text.trim_end().contains(cafe_rules::is_invisible), "{text:?}");
    let json: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&json["record"], &json["records"]), (&json!(1), &json!(1)));
    assert_eq!(json["summary"][1]["name"], "李清照");
    for decision in json["decisions"].as_array().unwrap() {
        assert!(decision["alternatives"].as_array().unwrap().len() <= 2);
        assert!(decision["loss"].as_f64().unwrap() >= 0.0);
        assert!(decision["word"].is_string() && decision["value"].is_number());
        for other in decision["alternatives"].as_array().unwrap() {
            assert!(other["value"].is_number() && other["played"].is_boolean(), "{other}");
            if other["actions"] == decision["actions"] {
                assert_eq!((&other["played"], &other["value"]), (&json!(true), &decision["value"]));
            }
        }
    }
    let ada = report(&["--playouts", "40", "--json", "--player", "1"], &record.to_string());
    let ada: Value = serde_json::from_str(&ada).unwrap();
    assert!(ada["decisions"].as_array().unwrap().iter().all(|decision| decision["player"] == 0));
    assert_eq!(ada["summary"].as_array().unwrap().len(), 1);
}

#[test]
fn one_of_several_records_is_analysed() {
    let archive = format!("{}\n{}", beginning(Kind::Card, 2), beginning(Kind::Board, 2));
    let first = report(&["--playouts", "20"], &archive);
    assert!(first.starts_with("Record 1 of 2; choose another with --record N.\n\nCafé"), "{first}");
    assert!(first.contains("the card game for 2 with parties"), "{first}");
    for name in ["--record", "--game-number"] {
        let second = report(&["--playouts", "20", name, "2"], &archive);
        assert!(second.starts_with("Record 2 of 2") && second.contains("the board game"), "{second}");
    }
    let error = analyse_error(&["--record", "3"], &archive);
    assert_eq!(error, "cafe: standard input: there is no record 3; the file has 2 records\n");
}

#[test]
fn position_analysis_lists_the_best_turns() {
    let text = report(&["--playouts", "200", "--top", "2"], &position().to_string());
    assert!(text.contains("Player 1 is to move"), "{text}");
    assert!(text.contains(" 1  ") && text.contains(" 2  ") && !text.contains(" 3  "), "{text}");
    let best = text.lines().find(|line| line.starts_with(" 1  ")).unwrap();
    assert!(best.contains("RUm@c4"), "{best}");
    let json: Value =
        serde_json::from_str(&report(&["--playouts", "200", "--json"], &position().to_string())).unwrap();
    assert_eq!((&json["player"], json["moves"].as_array().unwrap().len()), (&json!(0), 3));
    assert!(json["moves"][0]["value"].is_f64() && json["moves"][0]["points"].is_i64());
}

#[test]
fn analyse_errors_are_plain() {
    let over = random_game(Options::new(Kind::Board, 2, false).unwrap(), Seed([7; 32]), 1).game().position();
    let mut wrong = position();
    wrong["seated"] = json!({"b5": "RUf", "a4": "RUf", "c4": "RUf"});
    let broken = beginning(Kind::Card, 3).to_string().replacen("\n2. 1: ", "\n2. 1: XXf@c4; ", 1);
    let unplayed = beginning(Kind::Card, 0).to_string();
    let record = beginning(Kind::Card, 3).to_string();
    for (arguments, input, part) in [
        (&[][..], over.to_string(), "standard input: this game is over"),
        (&[], wrong.to_string(), "not a valid position"),
        (&[], "{\"game\": ".to_owned(), "not valid JSON"),
        (&[], broken, "XXf@c4"),
        (&[], String::new(), "neither a record"),
        (&[], "hello\n".to_owned(), "neither a record"),
        (&[], unplayed, "this record has no decisions"),
        (&["--player", "3"], record.clone(), "there is no player 3: the game has 2"),
        (&["--player", "1"], position().to_string(), "--player is for records"),
        (&["--record", "1"], position().to_string(), "--record is for records"),
        (&["--threads", "1025"], record.clone(), "1025 is not in 1..=1024"),
        (
            &["--seed", "x"],
            record.clone(),
            "a whole number from 0 to 18446744073709551615, or 64 hexadecimal",
        ),
        (&["--top", "0"], record.clone(), "0 is not in 1..=50"),
        (&["--ms", "5", "--playouts", "5"], record, "cannot be used with"),
    ] {
        let error = analyse_error(arguments, &input);
        assert!(error.contains(part), "{part:?} is missing in {error}");
    }
    let missing =
        Command::new(env!("CARGO_BIN_EXE_cafe")).args(["analyse", "no/such.cafe"]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&missing.stderr), "cafe: no/such.cafe: no such file\n");
}
