//! Games for tests: random ones, told apart by a number, between people with names.

use cafe_rules::{DealSource, Header, Kind, Options, Record, Seed};

use crate::sample::random_game;

/// A random card game between two.
pub(crate) fn card_game(number: u64) -> Record {
    played(Kind::Card, 2, number)
}

/// A random board game between three.
pub(crate) fn board_game(number: u64) -> Record {
    played(Kind::Board, 3, number)
}

fn played(kind: Kind, players: u8, number: u64) -> Record {
    let options = Options::new(kind, players, false).unwrap();
    let random = random_game(options, Seed([7; 32]), number);
    let mut header = Header::new(options, DealSource::Explicit(random.header().deal()));
    header.names =
        ["Ann", "Ben", "Cleo"].iter().take(usize::from(players)).map(|&name| name.into()).collect();
    header.date = "1926-05-01".to_owned();
    again(header, &random, usize::MAX)
}

/// The first actions of a game.
pub(crate) fn beginning(log: &Record, actions: usize) -> Record {
    again(log.header().clone(), log, actions)
}

fn again(header: Header, log: &Record, actions: usize) -> Record {
    let mut copy = Record::new(header);
    for step in log.steps().iter().take(actions) {
        copy.play(step.action).unwrap();
    }
    copy
}

/// The record of a card game in which a second turn claims what it did not score, and a later one is not legal.
pub(crate) fn forged() -> String {
    let record = card_game(1).to_string();
    let scoring = record.lines().find(|line| line.contains('+')).unwrap();
    let claimed = scoring.replacen("+2", "+9", 1).replacen("+4", "+9", 1);
    let forged = record.replacen(scoring, &claimed, 1);
    let fifth = forged.lines().find(|line| line.starts_with("40. ")).unwrap().to_owned();
    let player = fifth.split(": ").next().unwrap();
    forged.replacen(&fifth, &format!("{player}: close = 0 | 0 0"), 1)
}
