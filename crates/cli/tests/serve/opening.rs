//! `cafe serve` and `cafe load` as their users meet them.

use std::path::Path;
use std::process::Command;

use crate::server::{Server, cafe};
use serde_json::Value;

/// What is said when the house cannot be opened in this folder.
fn refusal(folder: &Path) -> String {
    let output = cafe(&["serve", "--listen", "127.0.0.1:0", "--data", folder.to_str().unwrap()]);
    assert!(!output.status.success());
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_load_plays_whole_games_and_counts_what_arrived() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let url = format!("http://{}", server.address);
    for game in ["card", "board"] {
        let output =
            cafe(&["load", "--url", &url, "--tables", "3", "--seconds", "1", "--game", game, "--json"]);
        let told: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(told["errors"], 0, "{told}");
        assert!(told["moves"].as_u64().unwrap() > 30 && told["p99_ms"].as_f64().unwrap() > 0.0, "{told}");
    }
    let output = cafe(&["load", "--url", &url, "--tables", "2", "--seconds", "1", "--pause-ms", "20"]);
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("moves in 1.0 s at 2 tables"), "{told}");
}

#[test]
fn a_load_goes_nowhere_else_unless_it_is_told_to() {
    let said = |arguments: &[&str]| String::from_utf8(cafe(arguments).stderr).unwrap();
    let elsewhere = said(&["load", "--url", "http://cafe.example:7878"]);
    assert_eq!(
        elsewhere,
        "cafe: http://cafe.example:7878 is not this machine; if it is yours to load, say --elsewhere\n"
    );
    let nobody = said(&["load", "--url", "http://127.0.0.1:9"]);
    assert!(nobody.contains("nobody answers") && nobody.contains("cafe serve"), "{nobody}");
}

#[test]
fn two_houses_do_not_share_a_book() {
    let folder = tempfile::tempdir().unwrap();
    let first = Server::start(folder.path());
    let said = refusal(folder.path());
    assert!(said.contains("is in use by another café") && said.contains("--data"), "{said}");
    drop(first);
    Server::start(folder.path()).kill();
}

#[test]
fn a_book_that_is_none_is_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("cafe.sqlite");
    std::fs::write(&book, "This is my diary. ".repeat(100)).unwrap();
    let said = refusal(folder.path());
    assert!(said.contains("damaged or not a café's"), "{said}");
    assert!(std::fs::read_to_string(&book).unwrap().starts_with("This is my diary."));
}

#[test]
fn settings_come_from_flags_the_environment_and_a_file_in_this_order() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cafe.toml");
    let said = |text: &str, environment: &[(&str, &str)], flags: &[&str]| {
        std::fs::write(&file, text).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_cafe"))
            .args(["serve", "--config", file.to_str().unwrap()])
            .args(flags)
            .envs(environment.iter().copied())
            .output()
            .unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    // A folder that cannot be is refused with its name, which shows whose word counted.
    let (in_file, in_environment, in_flag) = ("/dev/null/file", "/dev/null/environment", "/dev/null/flag");
    let text = format!("data = \"{in_file}\"\nbot_pause_ms = 5\n");
    assert!(said(&text, &[], &[]).contains(in_file));
    assert!(said(&text, &[("CAFE_DATA", in_environment)], &[]).contains(in_environment));
    assert!(said(&text, &[("CAFE_DATA", in_environment)], &["--data", in_flag]).contains(in_flag));
    let wrong = said("colour = 3\n", &[], &[]);
    assert!(wrong.contains("there is no setting colour"), "{wrong}");
    let wrong = said("tables_each = 0\n", &[], &[]);
    assert!(wrong.contains("cafe.toml") && wrong.contains("0 is not in 1..=1000000"), "{wrong}");
}
