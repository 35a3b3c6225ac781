//! `cafe play` in line mode, against bots of every level.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use cafe_bots::Level;
use cafe_cli::verify::verify;
use cafe_rules::{DealSource, Record, Seed};

/// Plays the first choice until the game is over.
fn play(arguments: &str, save: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cafe"));
    command.arg("play").args(arguments.split_whitespace()).arg("--save").arg(save);
    let mut process =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The process may end before it has read everything.
    let _ = process.stdin.take().unwrap().write_all("1\n".repeat(2000).as_bytes());
    process.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Plays a whole game and returns its record.
fn play_record(arguments: &str, save: PathBuf) -> Record {
    let output = play(arguments, &save);
    assert!(output.status.success(), "{arguments}: {}", text(&output.stderr));
    let record = Record::parse(&std::fs::read_to_string(&save).unwrap()).unwrap();
    assert!(record.game().outcome().is_some(), "{arguments}: {}", text(&output.stdout));
    assert!(verify(&[save]).is_valid(), "{arguments}");
    record
}

fn play_error(arguments: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let output = play(arguments, &folder.path().join("game.cafe"));
    assert!(!output.status.success(), "{arguments}");
    text(&output.stderr)
}

#[test]
fn whole_games_against_each_level_are_valid() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["card", "board"] {
        for level in Level::ALL {
            let arguments = format!("--game {game} --level {} --ms 1", level.as_str());
            let record =
                play_record(&arguments, folder.path().join(format!("{game}-{}.cafe", level.as_str())));
            assert_eq!(
                record.header().names,
                ["You".to_owned(), format!("{} ({})", level.character_name(), level.as_str())]
            );
        }
    }
}

#[test]
fn each_bot_can_have_its_own_level() {
    let folder = tempfile::tempdir().unwrap();
    let record = play_record("--players 3 --level Expert,novice", folder.path().join("game.cafe"));
    assert_eq!(record.header().names, ["You", "Tariq (expert)", "Fleur (novice)"]);
}

#[test]
fn same_seed_gives_the_same_game() {
    let folder = tempfile::tempdir().unwrap();
    let game = |seed: char, name: &str| {
        let seed = seed.to_string().repeat(64);
        play_record(&format!("--parties --seed {seed}"), folder.path().join(name))
    };
    let (one, again, other) = (game('7', "one"), game('7', "again"), game('8', "other"));
    assert_eq!(one.header().names[1], "Irma (regular)");
    assert_eq!(one.steps(), again.steps());
    assert_ne!(one.steps(), other.steps());
    let number = play_record("--seed 12", folder.path().join("number"));
    assert_eq!(number.header().deal_source, DealSource::Seed(Seed::parse(&format!("{:064x}", 12)).unwrap()));
}

#[test]
fn unknown_level_lists_the_levels() {
    for level in ["wizard", "expert,wizard", "seer", ""] {
        let error = play_error(&format!("--players 3 --level={level}"));
        assert!(error.contains("the levels are novice, casual, regular, expert, master"), "{level}: {error}");
    }
}

#[test]
fn wrong_number_of_levels_and_time_are_refused() {
    let error = play_error("--players 4 --level expert,novice");
    assert!(error.contains("the game has 3 bots, but --level names 2"), "{error}");
    let error = play_error("--level expert,novice");
    assert!(error.contains("the game has 1 bot, but --level names 2"), "{error}");
    for ms in ["0", "600001", "-1", "soon"] {
        let error = play_error(&format!("--ms={ms}"));
        assert!(error.contains("--ms"), "{ms}: {error}");
    }
}
