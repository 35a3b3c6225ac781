//! The popups: introduction, help, change of players, result.

use cafe_rules::Kind;

use super::PlayScreen;
use crate::describe::{self, Describer, wrap};
use crate::screen::Popup;

const WIDTH: usize = 64;

const CARD_RULES: &str = "\
Seat up to three guests, or draw one. RUm@c4 seats a gentleman from
Russia on c4, RUf@c4 a lady; (RU) is a table.
 Nation   A guest needs a table of its nation. Chairs may touch three.
 Balance  The second guest: the other sex. Never three of one sex.
 Company  No guest stays alone: an opener scores nothing; your very
          next guest must join it.
 Points   Each table pays 1 per guest there, doubled if all are of its
          nation. A full table is cleared and replaced.
 The end  With an empty hand you may close. Each card left costs 2.";

const BOARD_RULES: &str = "\
Seat up to two guests, or send one to the bar. RUm@c6 is a gentleman
from Russia for c6, RUf@c6 a lady; (RU) is a table.
 Nation   A guest needs a table of its nation. Chairs may touch two.
 Balance  The second guest: the other sex. Never three of one sex.
 Company  No guest stays alone: an opener scores nothing; your next
          guest must join it.
 Points   Each table pays 1 per guest there, doubled if all are of its
          nation. Complete such a table and you draw one guest less.
 Jokers   JKf=ES@n4 sits as a lady from Spain, shown as esf.
 The bar  The first places pay points, the later ones cost points.
 The end  Each guest left in hand costs 5, each joker 10.";

impl PlayScreen {
    /// Returns the popup to show, if any.
    pub(super) fn popup(&self) -> Option<Popup> {
        if self.is_introducing {
            let descriptions = self.session.bots().descriptions();
            Some(Popup {
                heading: "Your opponents".to_owned(),
                lines: descriptions.flat_map(|description| wrap(description, WIDTH)).collect(),
                footer: "any key to continue".to_owned(),
                hides_screen: false,
            })
        } else if self.shows_help {
            Some(self.help_popup())
        } else if self.asks_to_leave {
            Some(Popup {
                heading: "Leave the game?".to_owned(),
                lines: vec!["The record of the game is saved.".to_owned()],
                footer: "q to leave, any other key to stay".to_owned(),
                hides_screen: false,
            })
        } else if self.is_covered {
            let name = &self.session.names()[usize::from(self.viewer)];
            Some(Popup {
                heading: format!("It is {name}'s turn"),
                lines: vec![format!("Pass the screen to {name}.")],
                footer: "Enter to show the cards".to_owned(),
                hides_screen: true,
            })
        } else if let Some(note) = &self.note {
            Some(Popup {
                heading: "The record".to_owned(),
                lines: wrap(note, WIDTH),
                footer: "any key to continue".to_owned(),
                hides_screen: false,
            })
        } else {
            self.result().filter(|_| !self.hides_result)
        }
    }

    fn result(&self) -> Option<Popup> {
        let game = self.session.game();
        let outcome = game.outcome()?;
        let describer = Describer { names: self.session.names(), viewer: None };
        let mut lines = vec![describe::ending_sentence(outcome.why), String::new()];
        lines.extend(describer.standings(game, &outcome));
        lines.push(String::new());
        lines.push(describe::penalty_rule(game.options().kind()).to_owned());
        Some(Popup {
            heading: describer.winner_sentence(&outcome),
            lines,
            footer: "Enter to leave, any other key to show the café".to_owned(),
            hides_screen: false,
        })
    }

    fn help_popup(&self) -> Popup {
        let rules = match self.session.game().options().kind() {
            Kind::Card => CARD_RULES,
            Kind::Board => BOARD_RULES,
        };
        let mut lines: Vec<String> = rules.lines().map(str::to_owned).collect();
        lines.extend(
            [
                "",
                "↑ ↓ Enter   choose and play; type to filter: RUm, c4, draw",
                "Backspace   undo (also Ctrl-Z), while nothing new was revealed",
            ]
            .map(str::to_owned),
        );
        Popup {
            heading: "How to play".to_owned(),
            lines,
            footer: "any key to continue".to_owned(),
            hides_screen: false,
        }
    }
}
