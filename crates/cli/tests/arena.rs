//! `cafe arena` as a person and as a program use it.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::path::PathBuf;
use std::process::{Command, Output};
#[cfg(unix)]
use std::{
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

use cafe_cli::verify::verify;
use cafe_rules::{Record, split_archive};
use serde_json::Value;

fn arena(arguments: &str) -> Output {
    let words = arguments.split_whitespace();
    Command::new(env!("CARGO_BIN_EXE_cafe")).arg("arena").args(words).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn json(arguments: &str) -> Value {
    let output = arena(&format!("{arguments} --json"));
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn one_object_tells_a_program_everything() {
    let told = json("--game card --bots master,regular --deals 3 --ms 1 --seed 7");
    assert_eq!((&told["deals"], &told["games"]), (&3.into(), &6.into()));
    assert_eq!(
        (&told["game"], &told["players"], &told["parties"]),
        (&"card".into(), &2.into(), &false.into())
    );
    assert_eq!((&told["ms"], &told["seed"], &told["stopped"]), (&1.into(), &7.into(), &false.into()));
    assert_eq!(told["interrupted"], false);
    let bots = told["bots"].as_array().unwrap();
    assert_eq!(bots.iter().map(|bot| &bot["level"]).collect::<Vec<_>>(), ["master", "regular"]);
    for bot in bots {
        let number = |field: &str| bot[field].as_f64().unwrap_or_else(|| panic!("{field} in {bot}"));
        for [low, mean, high] in [
            ["low", "share", "high"],
            ["margin_low", "margin", "margin_high"],
            ["place_low", "place", "place_high"],
        ] {
            assert!(number(low) <= number(mean) && number(mean) <= number(high), "{mean} in {bot}");
        }
        assert!(number("ms_per_turn") > 0.0, "{bot}");
    }
    let shares: f64 = bots.iter().map(|bot| bot["share"].as_f64().unwrap()).sum();
    assert!((shares - 1.0).abs() < 1e-9, "{shares}");
}

#[test]
fn with_playouts_the_same_command_prints_the_same_but_for_the_time() {
    let timeless = |arguments: &str| {
        let mut told = json(arguments);
        for bot in told["bots"].as_array_mut().unwrap() {
            bot["ms_per_turn"].take();
        }
        told
    };
    let command = "--bots master,casual --deals 2 --playouts 10 --seed 3";
    let told = timeless(command);
    assert_eq!(told["playouts"], 10);
    assert_eq!(told, timeless(&format!("{command} --threads 1 --players 2")));
    assert_ne!(told["bots"], timeless(&command.replace("--seed 3", "--seed 4"))["bots"]);
    let digits = format!("--seed {:064x} --threads 1024", 3);
    assert_eq!(
        told,
        timeless(&command.replace("--seed 3", &digits).replace("master,casual", "Master,CASUAL"))
    );
}

#[test]
fn people_get_a_table_and_a_verdict() {
    let told = text(&arena("--bots regular,novice,novice --game board --parties --deals 15 --seed 1").stdout);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[0], "board game with parties, 3 players, 15 deals, 45 games, seed 1");
    assert!(lines[2].starts_with("level      name  "), "{told}");
    assert!(
        lines[3].starts_with("regular    Irma   ") && lines[5].starts_with("novice ×2  Fleur  "),
        "{told}"
    );
    // All decimals of a column stand in one line.
    let column = |line: &str, word: &str| line.find(word).map(|at| line[..at].chars().count());
    assert_eq!(column(lines[3], " %"), column(lines[5], " %"), "{told}");
    assert!(lines[4].starts_with("     ") && lines[4].matches(" to ").count() == 3, "{told}");
    let end = [
        "",
        "Below each figure: its 95 % interval.",
        "By share of wins, regular is clearly ahead of novice.",
    ];
    assert_eq!(&lines[7..], end);
}

#[test]
fn no_line_is_wider_than_a_small_terminal() {
    for arguments in [
        "--bots master,master,novice --playouts 1 --deals 1 --parties --seed 18446744073709551615",
        "--bots regular,regular,regular,novice --game board --deals 40 --stop",
        "--bots novice,casual,regular,expert,novice --deals 2",
    ] {
        let told = text(&arena(arguments).stdout);
        assert!(told.contains("ms a turn"), "{told}");
        assert!(told.lines().all(|line| line.chars().count() <= 80), "{told}");
    }
}

#[test]
fn the_time_is_told_only_if_somebody_takes_it() {
    let heading = |arguments: &str| text(&arena(arguments).stdout).lines().next().unwrap().to_owned();
    let master = heading("--bots master,novice --deals 1 --playouts 1");
    assert_eq!(master, "card game, 2 players, 1 deal, 2 games, 1 playout a turn, seed 0");
    assert_eq!(heading("--bots casual,novice --deals 1"), "card game, 2 players, 1 deal, 2 games, seed 0");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_with_what_was_played_until_then() {
    let folder = tempfile::tempdir().unwrap();
    let interrupted = |arguments: &str, kept: &str| {
        let path = folder.path().join(kept);
        let mut command = Command::new(env!("CARGO_BIN_EXE_cafe"));
        command
            .arg("arena")
            .args("--bots regular,novice --deals 1000000".split(' '))
            .args(arguments.split(' '));
        command.arg("--records").arg(&path);
        let process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // As soon as the first deal is kept there is something to tell.
        let started = Instant::now();
        while std::fs::metadata(&path).map_or(0, |file| file.len()) == 0 {
            assert!(started.elapsed() < Duration::from_secs(60), "nothing is played");
            thread::sleep(Duration::from_millis(10));
        }
        let killed = Command::new("kill").arg("-INT").arg(process.id().to_string()).status().unwrap();
        assert!(killed.success());
        let output = process.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
        assert!(text(&output.stderr).contains("Ctrl-C again leaves at once"), "{}", text(&output.stderr));
        (text(&output.stdout), verify(&[path]))
    };
    let (told, kept) = interrupted("--threads 2", "table.cafe");
    let deals = kept.finished / 2;
    assert!(told.contains(&format!(", {deals} deal")), "{told}");
    assert!(told.contains(&format!("\nInterrupted after {deals} of 1000000 deals.\n")), "{told}");
    let (told, kept) = interrupted("--json --seed 1", "json.cafe");
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!((&told["interrupted"], &told["games"]), (&true.into(), &kept.finished.into()));
    assert_eq!(told["stopped"], false, "that is for a clear verdict");
}

#[test]
fn a_clear_verdict_ends_it_early_if_asked() {
    let told = text(&arena("--bots regular,novice --deals 400 --stop").stdout);
    assert!(told.contains("95 % interval, valid however often one looks."), "{told}");
    assert!(told.contains("\nStopped after ") && told.contains(" of 400 deals.\n"), "{told}");
    assert!(told.ends_with("By share of wins, regular is clearly ahead of novice.\n"), "{told}");

    let told = text(&arena("--bots novice,novice --deals 20 --stop").stdout);
    assert!(told.contains("\nPlayed all 20 deals.\n"), "{told}");
    assert!(told.ends_with("One level in all seats: nobody can win more than the others.\n"), "{told}");

    let told = text(&arena("--bots regular,novice --deals 1 --stop").stdout);
    assert!(told.contains("\nPlayed the only deal.\n"), "{told}");

    let told = json("--bots regular,novice --deals 400 --stop");
    assert_eq!((&told["stopped"], &told["anytime"]), (&true.into(), &true.into()));
    assert!(told["deals"].as_u64() < Some(400) && told["bots"][0]["low"].as_f64() > Some(0.5), "{told}");
}

#[test]
fn one_deal_proves_nothing() {
    let told = text(&arena("--bots regular,novice --deals 1").stdout);
    assert!(told.contains(", 1 deal, 2 games, "), "{told}");
    assert!(told.contains(" 0.0 to 100.0 ") && told.contains(" not known "), "{told}");
    assert!(told.ends_with("By share of wins, there is no clear difference yet.\n"), "{told}");
    assert!(json("--bots regular,novice --deals 1")["bots"][0]["margin_low"].is_null());
}

#[test]
fn all_games_are_kept_and_verify() {
    let folder = tempfile::tempdir().unwrap();
    let path: PathBuf = folder.path().join("games.cafe");
    let command = format!("--bots regular,novice,casual --deals 3 --records {}", path.display());
    assert!(arena(&command).status.success());
    let report = verify(std::slice::from_ref(&path));
    assert_eq!((report.finished, report.unfinished, report.broken), (18, 0, 0));
    let archive = std::fs::read_to_string(&path).unwrap();
    let notes: Vec<String> = split_archive(&archive)
        .map(|(_, record)| Record::parse(record).unwrap().header().note.clone())
        .collect();
    let wanted = |deal: usize| format!("arena, seed 0, deal {deal}");
    assert_eq!(notes, (0..18).map(|number| wanted(number / 6)).collect::<Vec<_>>());

    // Nothing is written over, and nothing is played before that is known.
    let refused = arena(&command.replace("--deals 3", "--deals 1000000"));
    let said = format!("cafe: {} is there already; choose another name\n", path.display());
    assert_eq!(text(&refused.stderr), said);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), archive);
    let nowhere = folder.path().join("none").join("games.cafe");
    let refused = arena(&format!("--bots novice,novice --records {}", nowhere.display()));
    assert!(text(&refused.stderr).starts_with("cafe: there is no folder "), "{}", text(&refused.stderr));
    let refused = arena("--bots novice,novice --records -");
    let said = "cafe: this cannot be written to the standard output; name a file\n";
    assert_eq!(text(&refused.stderr), said);
}

#[test]
fn wrong_arguments_say_what_is_right() {
    for (arguments, said) in [
        ("--bots master,grandmaster", "the bots are novice, casual, regular, expert, master, seer"),
        ("--bots master,regular --players 3", "--players says 3, but --bots names 2 bots: one for each seat"),
        ("--bots master", "the card game is for 2 to 5 players, not 1"),
        (
            "--game board --bots novice,novice,novice,novice,novice",
            "the board game is for 2 to 4 players, not 5",
        ),
        ("--bots novice,novice --ms 5 --playouts 5", "cannot be used with"),
        ("--bots novice,novice --deals 0", "0 is not in 1.."),
        ("--bots novice,novice --ms 600001", "600001 is not in 1..=600000"),
        ("--bots novice,novice --playouts 1000000001", "1000000001 is not in 1..=1000000000"),
        ("--bots novice,novice --threads 1025", "1025 is not in 1..=1024"),
        (
            "--bots novice,novice --seed x",
            "a whole number from 0 to 18446744073709551615, or 64 hexadecimal digits",
        ),
        ("--bots novice,novice --game chess", "the games are card and board"),
        ("--deals 5", "--bots"),
    ] {
        let refused = arena(arguments);
        let stderr = text(&refused.stderr);
        assert!(stderr.contains(said), "{arguments}: {stderr}");
        assert!(!refused.status.success() && refused.stdout.is_empty(), "{arguments}");
    }
}
