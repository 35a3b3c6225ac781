//! Random games with named players, for tests.

use cafe_rules::{DealSource, Header, Kind, Options, Record, Seed};

use crate::sample::random_game;

/// Returns a random card game of two players.
pub(crate) fn card_game(number: u64) -> Record {
    named_game(Kind::Card, 2, number)
}

/// Returns a random board game of three players.
pub(crate) fn board_game(number: u64) -> Record {
    named_game(Kind::Board, 3, number)
}

fn named_game(kind: Kind, players: u8, number: u64) -> Record {
    let options = Options::new(kind, players, false).unwrap();
    let random = random_game(options, Seed([7; 32]), number);
    let mut header = Header::new(options, DealSource::Explicit(random.header().deal()));
    header.names =
        ["Ann", "Ben", "Cleo"].iter().take(usize::from(players)).map(|&name| name.into()).collect();
    header.date = "1926-05-01".to_owned();
    let mut record = Record::new(header);
    for step in random.steps() {
        record.play(step.action).unwrap();
    }
    record
}

/// Returns the first actions of a game.
pub(crate) fn beginning(record: &Record, actions: usize) -> Record {
    let mut beginning = record.clone();
    beginning.truncate(actions);
    beginning
}

/// Returns the record of a card game with wrong points in one turn and an illegal action in a later one.
pub(crate) fn forged() -> String {
    let record = card_game(1).to_string();
    let scoring = record.lines().find(|line| line.contains('+')).unwrap();
    let wrong_points = scoring.replacen("+2", "+9", 1).replacen("+4", "+9", 1);
    let forged = record.replacen(scoring, &wrong_points, 1);
    let turn = forged.lines().find(|line| line.starts_with("40. ")).unwrap().to_owned();
    let player = turn.split(": ").next().unwrap();
    forged.replacen(&turn, &format!("{player}: close = 0 | 0 0"), 1)
}
