use cafe_rules::{DealSource, Header, Seed};

use super::*;
use crate::sample_games::card_game;

#[test]
fn record_names_are_sanitized() {
    let options = Options::new(Kind::Card, 2, false).unwrap();
    let mut header = Header::new(options, DealSource::Seed(Seed([0; 32])));
    header.names = vec!["A\u{1b}[31mnn\u{202e}".to_owned(), String::new()];
    assert_eq!(player_names(&header), ["A\u{fffd}[31mnn\u{fffd}", "Player 2"]);
}

#[test]
fn hidden_draws_are_counted() {
    let record = card_game(3);
    let before = record.start();
    let tile = before.hands()[0].tiles().next().unwrap();
    let drew = Event::Drew { player: 0, tile };
    let mut step =
        Step { player: 0, action: Action::End, events: Default::default(), before: *before, after: *before };
    step.events.extend([drew, drew]);
    let names = ["Ann", "Ben"].map(str::to_owned);
    let describe = |viewer| Describer { names: &names, viewer }.consequences(&step);
    assert_eq!(describe(Some(Viewer::Player(1))), ["Ann draws 2 cards."]);
    assert_eq!(describe(Some(Viewer::Spectator)), ["Ann draws 2 cards."]);
    assert_eq!(describe(Some(Viewer::Player(0))), [format!("Ann draws {tile} and {tile}.")]);
    assert_eq!(describe(None), [format!("Ann draws {tile} and {tile}.")]);
}

#[test]
fn names_in_lists_are_short() {
    let names = ["Player 3", "Irma", "Tariq (expert)", "Madame Wen 2 (master)", "Bartholomew"];
    assert_eq!(names.map(short_name), ["P3", "Irma", "Tariq", "M. Wen 2", "Bartholo"]);
}

#[test]
fn equal_cut_names_are_numbered() {
    let column =
        |names: &[&str]| name_column(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>(), 6, 12);
    assert_eq!(column(&["Ann", "Bartholomew the First"]), ["Ann         ", "Bartholomew…"]);
    let masters = ["Madame Wen (master)", "Madame Wen 2 (master)"];
    assert_eq!(column(&masters), ["Madame Wen  ", "Madame Wen 2"]);
    let kings = ["Bartholomew the First", "Bartholomew the Second", "李清照"];
    assert_eq!(column(&kings), ["Bartholom… 1", "Bartholom… 2", "李清照 3    "]);
    assert_eq!(column(&["Irma (regular)", "Irma (regular)"]), ["Irma 1", "Irma 2"]);
    assert_eq!(column(&["Ann", "Ben"]), ["Ann   ", "Ben   "]);
}

#[test]
fn zero_has_no_sign() {
    assert_eq!(
        [3.84, -0.26, 0.04, -0.04, 0.0, -0.0].map(signed),
        ["+3.8", "-0.3", "0.0", "0.0", "0.0", "0.0"]
    );
}

#[test]
fn count_uses_the_plural() {
    let texts = [count(-1_i16, "point"), count(0, "point"), count(1, "point"), count(2_u64, "deal")];
    assert_eq!(texts, ["-1 points", "0 points", "1 point", "2 deals"]);
}
