//! What those who play are told on a sheet of paper: help, whose turn it is, the result.

use cafe_rules::Kind;

use super::Sitting;
use crate::screen::Notice;
use crate::screen::notice::wrapped;
use crate::words::{self, Teller};

const WIDTH: usize = 64;

const CARD: &str = "\
Seat up to three guests, or draw one. RUm@c4 seats a gentleman from
Russia on c4, RUf@c4 a lady; (RU) is a table.
 Nation   A guest needs a table of its nation; seats may touch three.
 Balance  The second is of the other sex; never three of one sex.
 Company  Nobody stays alone: an opener scores nothing, and your very
          next guest must join there.
 Points   From each table: as many as sit there, doubled if all are of
          the table's nation. Full tables leave, new ones are laid.
 The end  Who has an empty hand may close; each card left costs 2.";

const BOARD: &str = "\
Seat up to two guests, or send one to the bar. RUm@c6 is a gentleman
from Russia for c6, RUf@c6 a lady; (RU) is a table.
 Nation   A guest needs a table of its nation; seats may touch two.
 Balance  The second is of the other sex; never three of one sex.
 Company  Nobody stays alone: an opener scores nothing, and your next
          guest must join there.
 Points   From each table: as many as sit there, doubled if all are of
          the table's nation; complete it so, and you draw one less.
 Jokers   JKf=ES@n4 sits as a lady from Spain, shown as esf.
 The bar  Its places pay at first and cost later.
 The end  Each guest left in hand costs 5, each joker 10.";

impl Sitting {
    /// What has to be read first, if anything.
    pub(super) fn notice(&self) -> Option<Notice> {
        if self.greeting {
            let characters = self.table.bots().characters();
            Some(Notice {
                heading: "The café opens".to_owned(),
                lines: characters.flat_map(|character| wrapped(character, WIDTH)).collect(),
                foot: "any key goes on".to_owned(),
                opaque: false,
            })
        } else if self.help {
            Some(self.help())
        } else if self.leaving {
            Some(Notice {
                heading: "Leave the café?".to_owned(),
                lines: vec!["What was played is kept in the record.".to_owned()],
                foot: "q leaves, any other key stays".to_owned(),
                opaque: false,
            })
        } else if self.curtain {
            let name = &self.table.names()[usize::from(self.viewer)];
            Some(Notice {
                heading: format!("It is {name}'s turn"),
                lines: vec![format!("Pass the screen to {name}.")],
                foot: "Enter shows the cards".to_owned(),
                opaque: true,
            })
        } else if let Some(remark) = &self.remark {
            Some(Notice {
                heading: "The record".to_owned(),
                lines: wrapped(remark, WIDTH),
                foot: "any key goes on".to_owned(),
                opaque: false,
            })
        } else {
            self.result().filter(|_| !self.result_hidden)
        }
    }

    fn result(&self) -> Option<Notice> {
        let game = self.table.game();
        let outcome = game.outcome()?;
        let teller = Teller { names: self.table.names(), viewer: None };
        let mut lines = vec![words::over(outcome.why), String::new()];
        lines.extend(teller.standings(game, &outcome));
        lines.push(String::new());
        lines.push(words::penalty_rule(game.options().kind()).to_owned());
        Some(Notice {
            heading: teller.verdict(&outcome),
            lines,
            foot: "Enter leaves, any other key shows the café".to_owned(),
            opaque: false,
        })
    }

    fn help(&self) -> Notice {
        let rules = match self.table.game().options().kind() {
            Kind::Card => CARD,
            Kind::Board => BOARD,
        };
        let mut lines: Vec<String> = rules.lines().map(str::to_owned).collect();
        lines.extend(
            [
                "",
                "↑ ↓ Enter   choose and play; type to filter: RUm, c4, draw",
                "Backspace   take back (also Ctrl-Z), while nothing new was revealed",
            ]
            .map(str::to_owned),
        );
        Notice { heading: "How to play".to_owned(), lines, foot: "any key goes on".to_owned(), opaque: false }
    }
}
