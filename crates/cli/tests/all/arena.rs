//! `cafe arena`: text and JSON output, records, interrupts and errors.

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
    let describe = arguments.split_whitespace();
    Command::new(env!("CARGO_BIN_EXE_cafe")).arg("arena").args(describe).output().unwrap()
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
fn json_has_all_results() {
    let output = json("--game card --bots master,regular --deals 3 --ms 1 --seed 7");
    assert_eq!((&output["deals"], &output["games"]), (&3.into(), &6.into()));
    assert_eq!(
        (&output["game"], &output["players"], &output["parties"]),
        (&"card".into(), &2.into(), &false.into())
    );
    assert_eq!((&output["ms"], &output["seed"], &output["stopped"]), (&1.into(), &7.into(), &false.into()));
    assert_eq!(output["interrupted"], false);
    let bots = output["bots"].as_array().unwrap();
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
fn playouts_give_reproducible_output() {
    let timeless = |arguments: &str| {
        let mut output = json(arguments);
        for bot in output["bots"].as_array_mut().unwrap() {
            bot["ms_per_turn"].take();
        }
        output
    };
    let command = "--bots master,casual --deals 2 --playouts 10 --seed 3";
    let output = timeless(command);
    assert_eq!(output["playouts"], 10);
    assert_eq!(output, timeless(&format!("{command} --threads 1 --players 2")));
    assert_ne!(output["bots"], timeless(&command.replace("--seed 3", "--seed 4"))["bots"]);
    let digits = format!("--seed {:064x} --threads 1024", 3);
    assert_eq!(
        output,
        timeless(&command.replace("--seed 3", &digits).replace("master,casual", "Master,CASUAL"))
    );
}

#[test]
fn text_has_a_table_and_a_conclusion() {
    let output =
        text(&arena("--bots regular,novice,novice --game board --parties --deals 15 --seed 1").stdout);
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines[0], "board game with parties, 3 players, 15 deals, 45 games, seed 1");
    assert!(lines[2].starts_with("level      name  "), "{output}");
    assert!(
        lines[3].starts_with("regular    Irma   ") && lines[5].starts_with("novice ×2  Fleur  "),
        "{output}"
    );
    // The decimals of a column are aligned.
    let column = |line: &str, word: &str| line.find(word).map(|at| line[..at].chars().count());
    assert_eq!(column(lines[3], " %"), column(lines[5], " %"), "{output}");
    assert!(lines[4].starts_with("     ") && lines[4].matches(" to ").count() == 3, "{output}");
    let end = [
        "",
        "Below each figure: its 95 % interval.",
        "By share of wins, regular is clearly ahead of novice.",
    ];
    assert_eq!(&lines[7..], end);
}

#[test]
fn lines_fit_eighty_columns() {
    for arguments in [
        "--bots master,master,novice --playouts 1 --deals 1 --parties --seed 18446744073709551615",
        "--bots regular,regular,regular,novice --game board --deals 40 --stop",
        "--bots novice,casual,regular,expert,novice --deals 2",
    ] {
        let output = text(&arena(arguments).stdout);
        assert!(output.contains("ms/turn"), "{output}");
        assert!(output.lines().all(|line| line.chars().count() <= 80), "{output}");
    }
}

#[test]
fn budget_is_shown_only_if_a_bot_uses_it() {
    let heading = |arguments: &str| text(&arena(arguments).stdout).lines().next().unwrap().to_owned();
    let master = heading("--bots master,novice --deals 1 --playouts 1");
    assert_eq!(master, "card game, 2 players, 1 deal, 2 games, 1 playout a turn, seed 0");
    assert_eq!(heading("--bots casual,novice --deals 1"), "card game, 2 players, 1 deal, 2 games, seed 0");
}

#[cfg(unix)]
#[test]
fn ctrl_c_reports_the_games_so_far() {
    let folder = tempfile::tempdir().unwrap();
    let interrupted = |arguments: &str, file: &str| {
        let path = folder.path().join(file);
        let mut command = Command::new(env!("CARGO_BIN_EXE_cafe"));
        command
            .arg("arena")
            .args("--bots regular,novice --deals 1000000".split(' '))
            .args(arguments.split(' '));
        command.arg("--records").arg(&path);
        let process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // The report needs at least one finished deal.
        let started = Instant::now();
        while std::fs::metadata(&path).map_or(0, |file| file.len()) == 0 {
            assert!(started.elapsed() < Duration::from_secs(60), "no deal was finished");
            thread::sleep(Duration::from_millis(10));
        }
        let killed = Command::new("kill").arg("-INT").arg(process.id().to_string()).status().unwrap();
        assert!(killed.success());
        let output = process.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
        assert!(
            text(&output.stderr).contains("Press Ctrl-C again to quit at once"),
            "{}",
            text(&output.stderr)
        );
        (text(&output.stdout), verify(&[path]))
    };
    let (output, report) = interrupted("--threads 2", "table.cafe");
    let deals = report.finished / 2;
    assert!(output.contains(&format!(", {deals} deal")), "{output}");
    assert!(output.contains(&format!("\nInterrupted after {deals} of 1000000 deals.\n")), "{output}");
    let (output, report) = interrupted("--json --seed 1", "json.cafe");
    let output: Value = serde_json::from_str(&output).unwrap();
    assert_eq!((&output["interrupted"], &output["games"]), (&true.into(), &report.finished.into()));
    assert_eq!(output["stopped"], false, "stopped is for a clear result");
}

#[test]
fn stop_ends_on_a_clear_result() {
    let output = text(&arena("--bots regular,novice --deals 400 --stop").stdout);
    assert!(output.contains("95 % interval, valid at every look."), "{output}");
    assert!(output.contains("\nStopped after ") && output.contains(" of 400 deals.\n"), "{output}");
    assert!(output.ends_with("By share of wins, regular is clearly ahead of novice.\n"), "{output}");

    let output = text(&arena("--bots novice,novice --deals 20 --stop").stdout);
    assert!(output.contains("\nPlayed all 20 deals.\n"), "{output}");
    assert!(output.ends_with("All bots have the same level: there is nothing to compare.\n"), "{output}");

    let output = text(&arena("--bots regular,novice --deals 1 --stop").stdout);
    assert!(output.contains("\nPlayed the only deal.\n"), "{output}");

    let output = json("--bots regular,novice --deals 400 --stop");
    assert_eq!((&output["stopped"], &output["anytime"]), (&true.into(), &true.into()));
    assert!(
        output["deals"].as_u64() < Some(400) && output["bots"][0]["low"].as_f64() > Some(0.5),
        "{output}"
    );
}

#[test]
fn one_deal_is_inconclusive() {
    let output = text(&arena("--bots regular,novice --deals 1").stdout);
    assert!(output.contains(", 1 deal, 2 games, "), "{output}");
    assert!(output.contains(" 0.0 to 100.0 ") && output.contains(" unknown "), "{output}");
    assert!(output.ends_with("By share of wins, there is no clear difference yet.\n"), "{output}");
    assert!(json("--bots regular,novice --deals 1")["bots"][0]["margin_low"].is_null());
}

#[test]
fn records_of_all_games_are_valid() {
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
    let expected = |deal: usize| format!("arena, seed 0, deal {deal}");
    assert_eq!(notes, (0..18).map(|number| expected(number / 6)).collect::<Vec<_>>());

    // An existing file is refused before any game is played.
    let output = arena(&command.replace("--deals 3", "--deals 1000000"));
    let message = format!("cafe: {} exists already; choose another name\n", path.display());
    assert_eq!(text(&output.stderr), message);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), archive);
    let nowhere = folder.path().join("none").join("games.cafe");
    let output = arena(&format!("--bots novice,novice --records {}", nowhere.display()));
    assert!(text(&output.stderr).starts_with("cafe: there is no folder "), "{}", text(&output.stderr));
    let output = arena("--bots novice,novice --records -");
    let message = "cafe: cannot write to standard output; name a file\n";
    assert_eq!(text(&output.stderr), message);
}

#[test]
fn bad_arguments_name_the_valid_ones() {
    for (arguments, message) in [
        ("--bots master,grandmaster", "the bots are novice, casual, regular, expert, master, seer"),
        (
            "--bots master,regular --players 3",
            "--players is 3, but --bots names 2 bots: name one for each seat",
        ),
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
        let output = arena(arguments);
        let stderr = text(&output.stderr);
        assert!(stderr.contains(message), "{arguments}: {stderr}");
        assert!(!output.status.success() && output.stdout.is_empty(), "{arguments}");
    }
}
