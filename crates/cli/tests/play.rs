//! `cafe play` line by line, against bots of every level.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use cafe_bots::Level;
use cafe_cli::verify::verify;
use cafe_rules::{DealSource, Record, Seed};

/// Always takes the first action that is offered, until the game is over.
fn play(arguments: &str, save: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cafe"));
    command.arg("play").args(arguments.split_whitespace()).arg("--save").arg(save);
    let mut process =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The game may be over, or refused, before everything is read.
    let _ = process.stdin.take().unwrap().write_all("1\n".repeat(2000).as_bytes());
    process.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The record of a game that was played to its end.
fn played(arguments: &str, save: PathBuf) -> Record {
    let output = play(arguments, &save);
    assert!(output.status.success(), "{arguments}: {}", text(&output.stderr));
    let log = Record::parse(&std::fs::read_to_string(&save).unwrap()).unwrap();
    assert!(log.game().outcome().is_some(), "{arguments}: {}", text(&output.stdout));
    assert!(verify(&[save]).is_sound(), "{arguments}");
    log
}

fn refused(arguments: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let output = play(arguments, &folder.path().join("game.cafe"));
    assert!(!output.status.success(), "{arguments}");
    text(&output.stderr)
}

#[test]
fn a_whole_game_against_each_level_ends_with_a_sound_record() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["card", "board"] {
        for level in Level::ALL {
            let arguments = format!("--game {game} --level {} --ms 1", level.as_str());
            let log = played(&arguments, folder.path().join(format!("{game}-{}.cafe", level.as_str())));
            assert_eq!(
                log.header().names,
                ["You".to_owned(), format!("{} ({})", level.character_name(), level.as_str())]
            );
        }
    }
}

#[test]
fn each_bot_may_have_a_level_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let log = played("--players 3 --level Expert,novice", folder.path().join("game.cafe"));
    assert_eq!(log.header().names, ["You", "Tariq (expert)", "Fleur (novice)"]);
}

#[test]
fn the_same_seed_gives_the_same_game_against_the_usual_opponent() {
    let folder = tempfile::tempdir().unwrap();
    let game = |seed: char, name: &str| {
        let seed = seed.to_string().repeat(64);
        played(&format!("--parties --seed {seed}"), folder.path().join(name))
    };
    let (one, again, other) = (game('7', "one"), game('7', "again"), game('8', "other"));
    assert_eq!(one.header().names[1], "Irma (regular)");
    assert_eq!(one.steps(), again.steps());
    assert_ne!(one.steps(), other.steps());
    let number = played("--seed 12", folder.path().join("number"));
    assert_eq!(number.header().deal_source, DealSource::Seed(Seed::parse(&format!("{:064x}", 12)).unwrap()));
}

#[test]
fn a_level_that_is_none_is_answered_with_those_there_are() {
    for level in ["wizard", "expert,wizard", "seer", ""] {
        let said = refused(&format!("--players 3 --level={level}"));
        assert!(said.contains("the levels are novice, casual, regular, expert, master"), "{level}: {said}");
    }
}

#[test]
fn levels_must_be_as_many_as_bots_and_time_within_limits() {
    let said = refused("--players 4 --level expert,novice");
    assert!(said.contains("at this table sit 3 bots, but --level names 2"), "{said}");
    let said = refused("--level expert,novice");
    assert!(said.contains("at this table sits 1 bot, but --level names 2"), "{said}");
    for ms in ["0", "600001", "-1", "soon"] {
        let said = refused(&format!("--ms={ms}"));
        assert!(said.contains("--ms"), "{ms}: {said}");
    }
}
