//! The legal actions of the player to move with their points and descriptions.

use cafe_rules::{Action, Event, Game};

use crate::describe::{self, PointsText};

/// A legal action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Choice {
    /// The action.
    pub(super) action: Action,
    /// The action in notation.
    pub(super) text: String,
    /// Points of the action.
    pub(super) points: PointsText,
    /// Source of the points or effect of the action, in a few words.
    pub(super) short: String,
    /// The same as a sentence.
    pub(super) long: String,
}

impl Choice {
    fn new(game: &Game, action: Action) -> Choice {
        let mut after = *game;
        let events = after.play(action).unwrap_or_default();
        let points = describe::explain_points(game, &events);
        let is_eliminated = events.iter().any(|event| matches!(event, Event::Eliminated { .. }));
        let (short, long) = match action {
            _ if is_eliminated => {
                ("eliminates you".to_owned(), "You cannot pay the bar and would be eliminated.".to_owned())
            }
            Action::Seat(guest, seat) if points.long.is_empty() => {
                describe_opener(game, &after, guest, game.seat_cell(seat))
            }
            Action::Draw => {
                ("a guest".to_owned(), "Draw a guest from the stock. This is your whole turn.".to_owned())
            }
            Action::End => ("the turn".to_owned(), "End the turn.".to_owned()),
            Action::Down(tile) => (
                "face down".to_owned(),
                format!("Place {} face down. It costs 2 points at the end.", describe::tile(tile)),
            ),
            Action::Close => ("the café".to_owned(), "Close the café. The game ends now.".to_owned()),
            Action::Pass => ("no other action".to_owned(), "Pass: you have no other action.".to_owned()),
            Action::Swap(tile, _) => (
                "take the joker".to_owned(),
                format!(
                    "Swap {} for the joker and take it. No points; this is your whole turn.",
                    describe::tile(tile)
                ),
            ),
            Action::Bar(tile) => {
                (points.short.clone(), format!("Send {} to the bar. {}", describe::tile(tile), points.long))
            }
            _ => (points.short.clone(), points.long.clone()),
        };
        Choice { action, text: game.format_action(&action), points, short, long }
    }

    /// `+8`; empty for actions that never score.
    pub(super) fn score(&self) -> String {
        match self.action {
            Action::Seat(..) | Action::Bar(_) | Action::Party(_) => format!("{:+}", self.points.total),
            _ => String::new(),
        }
    }

    /// Returns true if the notation contains every word of the filter, ignoring case.
    fn matches(&self, filter: &str) -> bool {
        let text = self.text.to_lowercase();
        filter.to_lowercase().split_whitespace().all(|word| text.contains(word))
    }
}

fn describe_opener(
    game: &Game,
    after: &Game,
    guest: cafe_rules::Guest,
    cell: cafe_rules::Cell,
) -> (String, String) {
    let pending = match after {
        Game::Card(game) => game.pending(),
        Game::Board(game) => game.pending(),
    };
    let guest = describe::capitalize(&describe::guest(guest));
    if pending.is_empty() {
        return (
            "first guest".to_owned(),
            format!("{guest} on {cell}: the very first guest needs no company."),
        );
    }
    let tables: Vec<_> = pending.map(|table| game.nation(table)).collect();
    let codes: Vec<&str> = tables.iter().map(|nation| nation.code()).collect();
    let names: Vec<String> = tables.iter().map(|nation| nation.english_name().to_owned()).collect();
    (
        format!("opens {}", codes.join(" ")),
        format!("{guest} on {cell} waits for company: your next guest must sit at {}.", names.join(" or ")),
    )
}

/// Lists all legal actions, those with the most points first.
pub(super) fn list(game: &Game) -> Vec<Choice> {
    let mut choices: Vec<Choice> = game.legal().iter().map(|action| Choice::new(game, action)).collect();
    // Drawing or ending the turn comes before openers, because it is the usual alternative to scoring.
    let rank = |choice: &Choice| match choice.action {
        Action::Seat(..) | Action::Party(_) | Action::Bar(_) => u8::from(choice.points.total <= 0) * 2,
        _ => 1,
    };
    choices.sort_by(|one, other| {
        let key = |choice: &Choice| (rank(choice), -choice.points.total);
        key(one).cmp(&key(other)).then_with(|| one.text.cmp(&other.text))
    });
    choices
}

/// Returns the choices that match a filter, an exact match first.
pub(super) fn filter<'c>(choices: &'c [Choice], filter: &str) -> Vec<&'c Choice> {
    let filter = filter.trim();
    let mut matching: Vec<&Choice> = choices.iter().filter(|choice| choice.matches(filter)).collect();
    matching.sort_by_key(|choice| !choice.text.eq_ignore_ascii_case(filter));
    matching
}

#[cfg(test)]
mod tests {
    use cafe_rules::Kind;

    use super::*;
    use crate::sample_games::{beginning, board_game, card_game};

    #[test]
    fn every_legal_action_is_listed_once_with_its_points() {
        for record in [card_game(3), board_game(3)] {
            for actions in [0, 7, 20, 41] {
                let game = *beginning(&record, actions).game();
                let choices = list(&game);
                let mut texts: Vec<String> = choices.iter().map(|choice| choice.text.clone()).collect();
                texts.sort_unstable();
                assert_eq!(texts, game.legal_action_strings());
                for choice in &choices {
                    let events = { game }.play(choice.action).unwrap();
                    let sum: i16 = events.iter().filter_map(cafe_rules::Event::points).sum();
                    assert_eq!(choice.points.total, sum, "{}", choice.text);
                }
            }
        }
    }

    #[test]
    fn filter_matches_guests_and_seats() {
        let game = *card_game(3).start();
        assert_eq!(game.options().kind(), Kind::Card);
        let choices = list(&game);
        let c4 = filter(&choices, "c4");
        assert!(!c4.is_empty() && c4.iter().all(|choice| choice.text.ends_with("@c4")));
        let first = c4[0].text.to_lowercase();
        assert_eq!(filter(&choices, &first)[0].text, c4[0].text);
        assert!(filter(&choices, "xyz").is_empty());
        assert_eq!(filter(&choices, "dr")[0].text, "draw");
    }

    #[test]
    fn opener_names_the_tables_that_need_company() {
        let choices = list(card_game(3).start());
        let opener = choices.iter().find(|choice| choice.short.starts_with("opens ")).unwrap();
        assert_eq!(opener.score(), "+0");
        assert!(opener.long.contains("your next guest must sit at"), "{}", opener.long);
    }
}
