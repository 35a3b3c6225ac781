//! The commands that write and read records.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use cafe_rules::{Board, DealSource, FriendlyDeal, Header, Kind, Options, Record, Seed};
use serde_json::Value;

fn cafe(arguments: &[&str], input: &[u8]) -> Output {
    run(Command::new(env!("CARGO_BIN_EXE_cafe")).args(arguments), input)
}

fn run(command: &mut Command, input: &[u8]) -> Output {
    let mut process =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    process.stdin.take().unwrap().write_all(input).unwrap();
    process.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn random_games_are_valid() {
    let mut archive = Vec::new();
    for game in ["card", "board"] {
        for players in ["2", "3", "4"] {
            for more in [&["--games", "5"][..], &["--games", "5", "--parties"][..]] {
                let sample = cafe(&[&["sample", "--game", game, "--players", players], more].concat(), b"");
                assert!(sample.status.success(), "{}", text(&sample.stderr));
                archive.extend(sample.stdout);
            }
        }
    }
    let verified = cafe(&["verify", "-"], &archive);
    assert_eq!(text(&verified.stdout), "60 records: 60 valid, 0 invalid\n");
    assert!(verified.status.success());
    assert_eq!(text(&verified.stderr), "");
}

#[test]
fn same_seed_gives_the_same_games() {
    let seed = "00000000000000000000000000000000000000000000000000000000000000ff";
    let one = cafe(&["sample", "--seed", seed, "--games", "3"], b"").stdout;
    assert_eq!(one, cafe(&["sample", "--seed", seed, "--games", "3"], b"").stdout);
    assert_eq!(one, cafe(&["sample", "--seed", "255", "--games", "3"], b"").stdout);
    assert_ne!(one, cafe(&["sample", "--games", "3"], b"").stdout);
}

#[test]
fn fault_names_file_line_action_and_reason() {
    let folder = tempfile::tempdir().unwrap();
    let deep = folder.path().join("2026/november");
    std::fs::create_dir_all(&deep).unwrap();
    let good = text(&cafe(&["sample", "--games", "2"], b"").stdout);
    std::fs::write(folder.path().join("good.cafe"), &good).unwrap();
    std::fs::write(folder.path().join("notes.txt"), "not a record").unwrap();
    let line = good.lines().position(|line| line.starts_with("2. ")).unwrap() + 1;
    std::fs::write(deep.join("bad.cafe"), good.replacen("\n2. 1: ", "\n2. 1: XXf@c4; ", 1)).unwrap();
    let path = folder.path().to_str().unwrap();
    let verified = cafe(&["verify", path], b"");
    let expected = format!("bad.cafe:{line}: XXf@c4: this is not written as an action");
    assert!(text(&verified.stdout).contains(&expected), "{}", text(&verified.stdout));
    assert!(text(&verified.stdout).contains("4 records: 3 valid, 1 invalid"), "{}", text(&verified.stdout));
    assert_eq!(verified.status.code(), Some(1));

    let json: Value = serde_json::from_slice(&cafe(&["verify", "--json", path], b"").stdout).unwrap();
    assert_eq!((&json["records"], &json["finished"], &json["broken"]), (&4.into(), &3.into(), &1.into()));
    assert_eq!(json["faults"][0]["line"], line);
    assert_eq!(json["faults"][0]["action"], "XXf@c4");
}

/// Returns the first turns of a game for two in which the second player resigned.
fn resigned_game() -> String {
    let sample = text(&cafe(&["sample"], b"").stdout);
    let is_kept = |line: &&str| !line.starts_with("result") && !line.starts_with("9. ");
    let kept: Vec<&str> = sample.lines().take_while(is_kept).collect();
    kept.join("\n").replacen("\nseed: ", "\nname 0: Ada\nresigned: 1\nseed: ", 1) + "\n"
}

#[test]
fn game_that_ended_by_resignation_is_verified_replayed_and_analysed() {
    let record = resigned_game();
    let verified = cafe(&["verify", "-"], record.as_bytes());
    assert_eq!(text(&verified.stdout), "1 record: 1 valid, 0 invalid\n");
    let forged = record.replacen(" | ", " | 9", 1);
    assert_eq!(cafe(&["verify", "-"], forged.as_bytes()).status.code(), Some(1));
    let replayed = text(&cafe(&["replay", "-"], record.as_bytes()).stdout);
    assert!(replayed.ends_with("\nPlayer 2 resigned. Ada wins.\n"), "{replayed}");
    let lines = text(&cafe(&["replay", "--json", "-"], record.as_bytes()).stdout);
    let header: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!(header["resigned"], serde_json::json!([1]));
    let analysed = cafe(&["analyse", "--playouts", "10", "-"], record.as_bytes());
    let report = text(&analysed.stdout);
    assert!(report.contains("\nPlayer 2 resigned. Ada wins.\n"), "{report}{}", text(&analysed.stderr));
    assert!(!report.contains("The game is not over."));
}

#[test]
fn chosen_deals_are_counted_apart() {
    let options = Options::new(Kind::Card, 2, false).unwrap();
    let deal = FriendlyDeal::first(options, Board::standard(), Seed([4; 32]));
    let chosen = Record::new(Header::new(options, DealSource::Friendly(deal))).to_string();
    let fair = text(&cafe(&["sample"], b"").stdout);
    let archive = format!("{chosen}\n{fair}");
    let verified = cafe(&["verify", "-"], archive.as_bytes());
    let expected = "2 records: 2 valid (1 unfinished), 0 invalid\n\
                    1 record with a friendly first deal: chosen for the first player, so not fair\n";
    assert_eq!(text(&verified.stdout), expected);
    assert!(verified.status.success());
    let json: Value =
        serde_json::from_slice(&cafe(&["verify", "--json", "-"], archive.as_bytes()).stdout).unwrap();
    assert_eq!((&json["chosen_deals"], &json["broken"]), (&1.into(), &0.into()));
    let replayed = text(&cafe(&["replay", "-"], chosen.as_bytes()).stdout);
    assert!(replayed.contains(&format!("chosen as a friendly deal (number {})", deal.number)), "{replayed}");
}

#[test]
fn files_without_records_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().join("empty.cafe");
    std::fs::write(&empty, "# nothing yet\n").unwrap();
    let binary = folder.path().join("binary.cafe");
    std::fs::write(&binary, [0xff, 0xfe, 0x00]).unwrap();
    let missing = folder.path().join("missing.cafe");
    let nothing = folder.path().join("nothing");
    std::fs::create_dir(&nothing).unwrap();
    let paths = [&empty, &binary, &missing, &nothing].map(|path| path.to_str().unwrap());
    let verified = cafe(&[&["verify"], &paths[..]].concat(), b"");
    let message = text(&verified.stdout);
    for part in [
        "empty.cafe: there is no record",
        "binary.cafe: the file is not UTF-8 text",
        "missing.cafe: no such file",
        "nothing: there is no .cafe file",
    ] {
        assert!(message.contains(part), "{part:?} is missing in {message}");
    }
    assert_eq!(verified.status.code(), Some(1));
}

#[cfg(unix)]
#[test]
fn linked_records_are_checked_and_linked_folders_are_not() {
    use std::os::unix::fs::symlink;
    let [folder, elsewhere] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let record = elsewhere.path().join("record.txt");
    std::fs::write(&record, cafe(&["sample"], b"").stdout).unwrap();
    std::fs::copy(&record, elsewhere.path().join("other.cafe")).unwrap();
    symlink(&record, folder.path().join("linked.cafe")).unwrap();
    symlink(elsewhere.path(), folder.path().join("folder")).unwrap();
    symlink(folder.path(), folder.path().join("circle.cafe")).unwrap();
    let path = folder.path().to_str().unwrap();
    assert_eq!(text(&cafe(&["verify", path], b"").stdout), "1 record: 1 valid, 0 invalid\n");

    symlink("nowhere", folder.path().join("lost.cafe")).unwrap();
    let verified = cafe(&["verify", path], b"");
    assert!(text(&verified.stdout).contains("lost.cafe: no such file"), "{}", text(&verified.stdout));
    assert_eq!(verified.status.code(), Some(1));
}

#[test]
fn output_of_a_record_is_sanitized() {
    let good = text(&cafe(&["sample"], b"").stdout);
    let evil = "A\u{1b}[31m\u{9b}2J\u{202e}nn";
    let (first, rest) = good.split_once('\n').unwrap();
    let bad_action = good.replacen("\n2. 1: ", &format!("\n2. 1: {evil}; "), 1);
    let bad_field = format!("{first}\n{evil}: {evil}\n{rest}");
    let bad_name = format!("{first}\nname 0: {evil}\n{rest}");
    for record in [bad_action, bad_field, bad_name] {
        for command in ["replay -", "replay --json -", "verify -", "verify --json -"] {
            let answer = cafe(&command.split(' ').collect::<Vec<_>>(), record.as_bytes());
            let message = format!("{}{}", text(&answer.stdout), text(&answer.stderr));
            assert!(
                message.lines().all(|line| !line.contains(cafe_rules::is_invisible)),
                "{command}: {message:?}"
            );
        }
    }
}

#[test]
fn replay_errors_are_plain() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    if cfg!(unix) {
        let message = text(&cafe(&["replay", path], b"").stderr);
        assert_eq!(message, format!("cafe: {path}: this is a folder, not a file\n"));
    }
    let record = cafe(&["sample"], b"").stdout;
    let zero = cafe(&["replay", "-", "--turn", "0"], b"");
    assert!(text(&zero.stderr).contains("0 is not in 1.."), "{}", text(&zero.stderr));
    assert_eq!(zero.status.code(), Some(2));
    let beyond = cafe(&["replay", "-", "--turn", "9999"], &record);
    assert!(text(&beyond.stderr).contains("there is no turn 9999"), "{}", text(&beyond.stderr));
}

#[test]
fn unnamed_games_are_saved_in_the_data_folder() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("Ann's home");
    let play = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cafe"));
        command.env_remove("XDG_DATA_HOME").env("HOME", &home).env("LOCALAPPDATA", &home);
        let played = run(command.arg("play"), b"draw\n");
        assert!(played.status.success(), "{}", text(&played.stderr));
        text(&played.stdout)
    };
    let outputs = [play(), play()];
    let verified = cafe(&["verify", home.to_str().unwrap()], b"");
    assert_eq!(text(&verified.stdout), "2 records: 2 valid (2 unfinished), 0 invalid\n");
    if cfg!(unix) {
        assert!(
            outputs[0].contains(r"cafe replay '") && outputs[0].contains(r"/Ann'\''s home/"),
            "{}",
            outputs[0]
        );
    }
}

#[cfg(unix)]
#[test]
fn without_a_home_folder_the_current_one_is_used() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cafe"));
    command.env_remove("XDG_DATA_HOME").env_remove("HOME").current_dir(folder.path());
    let played = run(command.arg("play"), b"draw\n");
    let message = "There is no home folder, so the record is saved in the current folder.";
    assert!(text(&played.stdout).contains(message), "{}", text(&played.stdout));
    let verified = cafe(&["verify", folder.path().to_str().unwrap()], b"");
    assert_eq!(text(&verified.stdout), "1 record: 1 valid (1 unfinished), 0 invalid\n");
}

#[test]
fn bad_record_file_is_refused_before_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("none");
    let refused = cafe(&["play", "--save", missing.join("game.cafe").to_str().unwrap()], b"");
    assert_eq!(text(&refused.stderr), format!("cafe: there is no folder {}\n", missing.display()));
    assert_eq!(text(&refused.stdout), "");
    assert_eq!(refused.status.code(), Some(1));
}

#[test]
fn bad_arguments_name_the_valid_ones() {
    let wrong = cafe(&["sample", "--game", "board", "--players", "5"], b"");
    assert_eq!(text(&wrong.stderr), "cafe: the board game is for 2 to 4 players, not 5\n");
    let wrong = cafe(&["sample", "--game", "chess"], b"");
    assert!(text(&wrong.stderr).contains("the games are card and board"));
    let wrong = cafe(&["sample", "--seed", "twelve"], b"");
    assert!(text(&wrong.stderr).contains("or 64 hexadecimal digits"));
}

#[test]
fn floor_plan_error_names_every_fault() {
    let plan = cafe(&["plan"], b"");
    assert!(text(&plan.stdout).contains("24 tables, 68 chairs (○), 28 of them between two tables (●)"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("plan.json");
    std::fs::write(
        &file,
        r#"{"tables": [{"id": "b2", "nation": "XX", "chairs": ["b2"]}], "bar": {"values": [500]}}"#,
    )
    .unwrap();
    for command in [&["plan"][..], &["engine", "--plan"][..]] {
        let refused = cafe(&[command, &[file.to_str().unwrap()]].concat(), b"");
        let message = text(&refused.stderr);
        for part in [
            "unknown nation \"XX\"",
            "1 different chairs, not four",
            "is on the cell of a table",
            "Cuba has 0 tables",
            "1 places, not 20",
            "500",
        ] {
            assert!(message.contains(part), "{part:?} is missing in {message}");
        }
        assert_eq!(refused.status.code(), Some(1));
    }
}
