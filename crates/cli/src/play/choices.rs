//! What the player to move can do: every legal action with what it would score and why.

use cafe_rules::{Action, Event, Game};

use crate::screen::sight::{nation_of, seat_cell};
use crate::words::{self, Points};

/// One legal action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Choice {
    /// The action.
    pub(super) action: Action,
    /// As it is written.
    pub(super) text: String,
    /// What it would score.
    pub(super) points: Points,
    /// In a few words: where the points come from, or what else it does.
    pub(super) short: String,
    /// The same in a sentence.
    pub(super) long: String,
}

impl Choice {
    fn new(game: &Game, action: Action) -> Choice {
        let mut after = *game;
        let events = after.play(action).unwrap_or_default();
        let points = words::points(game, &events);
        let out = events.iter().any(|event| matches!(event, Event::Eliminated { .. }));
        let (short, long) = match action {
            _ if out => {
                ("you are out".to_owned(), "You cannot pay, and would be out of the game.".to_owned())
            }
            Action::Seat(guest, seat) if points.long.is_empty() => {
                opener(game, &after, guest, seat_cell(game, seat))
            }
            Action::Draw => {
                ("a guest".to_owned(), "Draw a guest from the stock; that is the whole turn.".to_owned())
            }
            Action::End => ("the turn".to_owned(), "End the turn.".to_owned()),
            Action::Down(tile) => (
                "face down".to_owned(),
                format!("Lay {} face down; it costs 2 points at the end.", words::tile(tile)),
            ),
            Action::Close => ("the café".to_owned(), "Close the café: the game ends now.".to_owned()),
            Action::Pass => ("nothing to do".to_owned(), "Nothing else can be done.".to_owned()),
            Action::Swap(tile, _) => (
                "take the joker".to_owned(),
                format!(
                    "Put {} in the joker's place and take the joker; no points, the whole turn.",
                    words::tile(tile)
                ),
            ),
            Action::Bar(tile) => {
                (points.short.clone(), format!("Send {} to the bar. {}", words::tile(tile), points.long))
            }
            _ => (points.short.clone(), points.long.clone()),
        };
        Choice { action, text: game.format_action(&action), points, short, long }
    }

    /// `+8`; nothing for what cannot score.
    pub(super) fn score(&self) -> String {
        match self.action {
            Action::Seat(..) | Action::Bar(_) | Action::Party(_) => format!("{:+}", self.points.sum),
            _ => String::new(),
        }
    }

    /// Whether it fits what is typed: every word is somewhere in it, in capitals or not.
    fn fits(&self, typed: &str) -> bool {
        let own = self.text.to_lowercase();
        typed.to_lowercase().split_whitespace().all(|word| own.contains(word))
    }
}

fn opener(game: &Game, after: &Game, guest: cafe_rules::Guest, cell: cafe_rules::Cell) -> (String, String) {
    let pending = match after {
        Game::Card(game) => game.pending(),
        Game::Board(game) => game.pending(),
    };
    let who = words::capital(&words::guest(guest));
    if pending.is_empty() {
        return (
            "the first guest".to_owned(),
            format!("{who} on {cell}, the very first guest, owes no company."),
        );
    }
    let tables: Vec<_> = pending.map(|table| nation_of(game, table)).collect();
    let codes: Vec<&str> = tables.iter().map(|nation| nation.code()).collect();
    let names: Vec<String> = tables.iter().map(|nation| nation.english_name().to_owned()).collect();
    (
        format!("opens {}", codes.join(" ")),
        format!("{who} on {cell} waits: your next guest must come to {}.", names.join(" or ")),
    )
}

/// Every legal action, the best paid first.
pub(super) fn all(game: &Game) -> Vec<Choice> {
    let mut all: Vec<Choice> = game.legal().iter().map(|action| Choice::new(game, action)).collect();
    // What ends or draws stands before what opens: it is the other thing to think of.
    let rank = |choice: &Choice| match choice.action {
        Action::Seat(..) | Action::Party(_) | Action::Bar(_) => u8::from(choice.points.sum <= 0) * 2,
        _ => 1,
    };
    all.sort_by(|one, other| {
        let key = |choice: &Choice| (rank(choice), -choice.points.sum);
        key(one).cmp(&key(other)).then_with(|| one.text.cmp(&other.text))
    });
    all
}

/// Those that fit what is typed, an exact one first.
pub(super) fn fitting<'c>(all: &'c [Choice], typed: &str) -> Vec<&'c Choice> {
    let typed = typed.trim();
    let mut fitting: Vec<&Choice> = all.iter().filter(|choice| choice.fits(typed)).collect();
    fitting.sort_by_key(|choice| !choice.text.eq_ignore_ascii_case(typed));
    fitting
}

#[cfg(test)]
mod tests {
    use cafe_rules::Kind;

    use super::*;
    use crate::sample_games::{beginning, board_game, card_game};

    #[test]
    fn every_legal_action_is_offered_once_with_its_points() {
        for log in [card_game(3), board_game(3)] {
            for actions in [0, 7, 20, 41] {
                let game = *beginning(&log, actions).game();
                let choices = all(&game);
                let mut written: Vec<String> = choices.iter().map(|choice| choice.text.clone()).collect();
                written.sort_unstable();
                assert_eq!(written, game.legal_action_strings());
                for choice in &choices {
                    let events = { game }.play(choice.action).unwrap();
                    let sum: i16 = events.iter().filter_map(cafe_rules::Event::points).sum();
                    assert_eq!(choice.points.sum, sum, "{}", choice.text);
                }
            }
        }
    }

    #[test]
    fn typing_a_guest_or_a_seat_leaves_what_fits() {
        let game = *card_game(3).start();
        assert_eq!(game.options().kind(), Kind::Card);
        let choices = all(&game);
        let c4 = fitting(&choices, "c4");
        assert!(!c4.is_empty() && c4.iter().all(|choice| choice.text.ends_with("@c4")));
        let first = c4[0].text.to_lowercase();
        assert_eq!(fitting(&choices, &first)[0].text, c4[0].text);
        assert!(fitting(&choices, "nobody").is_empty());
        assert_eq!(fitting(&choices, "dr")[0].text, "draw");
    }

    #[test]
    fn an_opener_says_where_company_is_owed() {
        let choices = all(card_game(3).start());
        let opener = choices.iter().find(|choice| choice.short.starts_with("opens ")).unwrap();
        assert_eq!(opener.score(), "+0");
        assert!(opener.long.contains("waits: your next guest must come to"), "{}", opener.long);
    }
}
