//! The rule book's examples and whole games, compared step by step.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use cafe_rules::{Board, Deal, Event, Events, Game, Kind, Nation, Options, Tile};
use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

pub(crate) fn trials() -> Vec<Trial> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/conformance");
    let mut trials = Vec::new();
    let book = read(&folder.join("book.json"));
    for (name, case) in book.as_object().expect("an object of cases").clone() {
        trials.push(Trial::test(format!("conformance::book::{name}"), move || {
            book_case(&case).map_err(Failed::from)
        }));
    }
    let mut games: Vec<PathBuf> = std::fs::read_dir(folder.join("games"))
        .expect("the folder of games")
        .map(|entry| entry.expect("an entry of the folder").path())
        .collect();
    games.sort();
    assert!(!games.is_empty());
    for path in games {
        let name = path.file_stem().expect("a file name").to_string_lossy().into_owned();
        trials.push(Trial::test(format!("conformance::game::{name}"), move || {
            whole_game(&read(&path)).map_err(Failed::from)
        }));
    }
    trials
}

fn read(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).expect("a readable file");
    serde_json::from_str(&text).expect("JSON")
}

fn expect_equal(what: &str, found: &Value, expected: &Value) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what} is {found}, not {expected}")) }
}

fn points(game: &Game, events: &Events) -> Value {
    let mut sums = BTreeMap::new();
    for (table, points) in game.points_by_source(events) {
        *sums.entry(table).or_insert(0) += points;
    }
    json!(sums)
}

fn book_case(case: &Value) -> Result<(), String> {
    let mut game =
        Game::from_position(&case["position"], Board::standard()).map_err(|faults| faults.to_string())?;
    let parsed = Game::from_position(&game.position(), Board::standard());
    if parsed.as_ref() != Ok(&game) {
        return Err(format!("the position does not round-trip: {parsed:?}"));
    }
    for refused in case["refused"].as_array().expect("a list") {
        let text = refused.as_str().expect("an action");
        if game.legal_action_strings().iter().any(|legal| legal == text) {
            return Err(format!("{text} is among the legal actions"));
        }
        if game.parse_action(text).and_then(|action| game.check(action)).is_ok() {
            return Err(format!("{text} is not refused"));
        }
    }
    if let Some(fits) = case.get("fits") {
        for (seat, cards) in fits.as_object().expect("an object") {
            let at = format!("@{seat}");
            let playable: Vec<String> = game
                .legal_action_strings()
                .iter()
                .filter_map(|legal| legal.strip_suffix(&at).map(str::to_owned))
                .collect();
            expect_equal(&format!("what fits {seat}"), &json!(playable), cards)?;
        }
    }
    for (step, entry) in case["line"].as_array().expect("a list").iter().enumerate() {
        let text = entry[0].as_str().expect("an action");
        let at = format!("step {step}, {text}");
        let events = play(&mut game, text).map_err(|fault| format!("{at}: {fault}"))?;
        expect_equal(&format!("{at}: points"), &points(&game, &events), &entry[1])?;
    }
    if let Some(result) = case.get("result") {
        expect_equal("result", &json!(game.outcome()), result)?;
    }
    Ok(())
}

fn play(game: &mut Game, text: &str) -> Result<Events, String> {
    if !game.legal_action_strings().iter().any(|legal| legal == text) {
        return Err("not among the legal actions".to_owned());
    }
    let action = game.parse_action(text).map_err(|refusal| refusal.to_string())?;
    let mut unchecked = *game;
    let events = game.play(action).map_err(|refusal| refusal.to_string())?;
    unchecked.play_unchecked(action);
    if unchecked != *game {
        return Err("checked and unchecked play differ".to_owned());
    }
    Ok(events)
}

fn names<T>(list: &Value, parse: impl Fn(&str) -> Option<T>) -> Vec<T> {
    let items = list.as_array().map(Vec::as_slice).unwrap_or_default();
    items.iter().map(|name| name.as_str().and_then(&parse).expect("a known name")).collect()
}

fn whole_game(file: &Value) -> Result<(), String> {
    let kind = Kind::parse(file["game"].as_str().expect("a game")).expect("a known game");
    let players = file["players"].as_u64().expect("a number") as u8;
    let parties = file["parties"].as_bool().expect("a boolean");
    let options = Options::new(kind, players, parties).map_err(|error| error.to_string())?;
    let deal =
        Deal::new(kind, names(&file["guests"], Tile::parse), names(&file["tables"], Nation::from_code))
            .map_err(|faults| faults.to_string())?;
    let mut game = Game::new(options, &deal);
    let steps = file["steps"].as_array().expect("steps");
    assert!(!steps.is_empty());
    for (number, step) in steps.iter().enumerate() {
        let text = step["play"].as_str().expect("an action");
        check_step(&mut game, text, step).map_err(|fault| format!("step {number}, {text}: {fault}"))?;
    }
    expect_equal("result", &json!(game.outcome()), &file["result"])?;
    expect_equal("legal after the end", &json!(game.legal_action_strings()), &json!([]))
}

fn check_step(game: &mut Game, text: &str, step: &Value) -> Result<(), String> {
    expect_equal("legal", &json!(game.legal_action_strings()), &step["legal"])?;
    expect_equal("player", &json!(game.turn()), &step["player"])?;
    let events = play(game, text)?;
    expect_equal("points", &points(game, &events), &step["points"])?;
    expect_equal("scores", &json!(game.scores()), &step["scores"])?;
    let empty = json!([]);
    let cell = |table| game.table_cell(table).to_string();
    let cleared: Vec<String> = events
        .iter()
        .filter_map(|event| if let Event::TableCleared { table } = event { Some(cell(*table)) } else { None })
        .collect();
    expect_equal("cleared", &json!(cleared), step.get("cleared").unwrap_or(&empty))?;
    let laid: BTreeMap<String, String> = events
        .iter()
        .filter_map(|event| match event {
            Event::TableLaid { table, nation } => Some((cell(*table), nation.to_string())),
            _ => None,
        })
        .collect();
    expect_equal("laid", &json!(laid), step.get("laid").unwrap_or(&json!({})))?;
    let drew: Vec<String> = events
        .iter()
        .filter_map(|event| if let Event::Drew { tile, .. } = event { Some(tile.to_string()) } else { None })
        .collect();
    expect_equal("drew", &json!(drew), step.get("drew").unwrap_or(&empty))?;
    let eliminated = events
        .iter()
        .find_map(|event| if let Event::Eliminated { player, .. } = event { Some(*player) } else { None });
    expect_equal("eliminated", &json!(eliminated), step.get("eliminated").unwrap_or(&Value::Null))
}
