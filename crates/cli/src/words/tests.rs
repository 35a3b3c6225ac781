use cafe_rules::{DealtBy, Seed};

use super::*;
use crate::sample_games::card_game;

#[test]
fn names_of_a_record_carry_nothing_that_a_terminal_obeys() {
    let options = Options::new(Kind::Card, 2, false).unwrap();
    let mut header = Header::new(options, DealtBy::Seed(Seed([0; 32])));
    header.names = vec!["A\u{1b}[31mnn\u{202e}".to_owned(), String::new()];
    assert_eq!(names(&header), ["A\u{fffd}[31mnn\u{fffd}", "Player 2"]);
}

#[test]
fn who_may_not_see_what_is_drawn_after_an_action_hears_how_much() {
    let log = card_game(3);
    let before = log.start();
    let tile = before.hands()[0].tiles().next().unwrap();
    let drew = Event::Drew { player: 0, tile };
    let mut step = Step { player: 0, action: Action::End, events: Default::default(), after: *before };
    step.events.extend([drew, drew]);
    let names = ["Ann", "Ben"].map(str::to_owned);
    let told = |viewer| Teller { names: &names, viewer }.aftermath(before, &step);
    assert_eq!(told(Some(Viewer::Seat(1))), ["Ann draws 2 cards."]);
    assert_eq!(told(Some(Viewer::Spectator)), ["Ann draws 2 cards."]);
    assert_eq!(told(Some(Viewer::Seat(0))), [format!("Ann draws {tile} and {tile}.")]);
    assert_eq!(told(None), [format!("Ann draws {tile} and {tile}.")]);
}
