//! The five players of the house.

use cafe_rules::{BoardGame, CardGame, MAX_PLAYERS, View};
use serde::{Deserialize, Serialize};

use crate::budget::Budget;
use crate::dice::Dice;
use crate::opinion::{hope, look_ahead, may_move};
use crate::search::{Candidate, shortlist};
use crate::simple::{casual, novice, regular};
use crate::turn::Turn;
use crate::weigh::Weighed;
use crate::weights::net_for;

/// How well a bot plays, and who it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Seats guests wherever they may sit.
    Novice,
    /// Takes the best single placement, or a couple where one may not sit alone.
    Casual,
    /// Takes the whole turn that scores most.
    Regular,
    /// Weighs what a turn leaves as well as what it scores.
    Expert,
    /// Looks ahead.
    Master,
}

impl Level {
    /// From the weakest to the strongest.
    pub const ALL: [Level; 5] = [Level::Novice, Level::Casual, Level::Regular, Level::Expert, Level::Master];

    /// The word for it in commands and in the protocol.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Level::Novice => "novice",
            Level::Casual => "casual",
            Level::Regular => "regular",
            Level::Expert => "expert",
            Level::Master => "master",
        }
    }

    /// Reads the word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.word() == word)
    }

    /// The name of the character.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.names()[0]
    }

    /// The name of the character, and after it those of guests who play just as well: as many as a table can have, so that
    /// no two who sit there together have the same. A name that was given is kept with its game; so these may change.
    ///
    /// ```
    /// use cafe_bots::Level;
    /// assert_eq!(Level::Novice.names()[..2], ["Fleur", "Oskar"]);
    /// ```
    #[must_use]
    pub const fn names(self) -> [&'static str; MAX_PLAYERS] {
        match self {
            Level::Novice => ["Fleur", "Oskar", "Mei", "Diego", "Amina"],
            Level::Casual => ["Paolo", "Ingrid", "Kofi", "Carmen", "Yusuf"],
            Level::Regular => ["Irma", "Ravi", "Olga", "Henk", "Marisol"],
            Level::Expert => ["Tariq", "Giulia", "Niamh", "Kenji", "Pedro"],
            Level::Master => ["Madame Wen", "Don Rojas", "Signora Conti", "Doctor Okoro", "Lady Grey"],
        }
    }

    /// Who the character is, in a sentence.
    #[must_use]
    pub const fn character(self) -> &'static str {
        match self {
            Level::Novice => {
                "Fleur is here for the first time and seats her guests wherever there is a friendly face."
            }
            Level::Casual => "Paolo drops in for an espresso: one good seat, and no hurry to fill the next.",
            Level::Regular => "Irma has come every day for years and always finds the turn that scores most.",
            Level::Expert => {
                "Tariq waits at these tables: he knows what a free chair is worth, and who will want it next."
            }
            Level::Master => "Madame Wen owns the house. She has seen the evening before it begins.",
        }
    }

    /// Chooses a turn for the seat that looks, if it is its turn: all actions of it, or those up to where something
    /// hidden comes to light. Ask again then.
    ///
    /// The same view, budget of playouts and seed give the same turn.
    ///
    /// ```
    /// use cafe_bots::{Budget, Level};
    /// use cafe_rules::{Deal, Game, Kind, Options, Seed, View, Viewer};
    ///
    /// let options = Options::new(Kind::Card, 2, false)?;
    /// let mut game = Game::new(options, &Deal::shuffled(Kind::Card, Seed([3; 32])));
    /// let view = View::of(&game, Viewer::Player(0));
    /// let turn = Level::Expert.choose(&view, Budget::USUAL, 7).expect("player 0 begins");
    /// for action in turn.actions {
    ///     game.play(action).expect("a bot plays by the rules");
    /// }
    /// # Ok::<(), cafe_rules::PlayerCountError>(())
    /// ```
    #[must_use]
    pub fn choose(self, view: &View, budget: Budget, seed: u64) -> Option<Turn> {
        let mut dice = Dice::new(seed);
        match view {
            View::Card(view) if may_move(&view.public) => self.turn::<CardGame>(view, budget, &mut dice),
            View::Board(view) if may_move(&view.public) => self.turn::<BoardGame>(view, budget, &mut dice),
            _ => None,
        }
    }

    fn turn<G: Weighed>(self, view: &G::View, budget: Budget, dice: &mut Dice) -> Option<Turn> {
        let list = match self {
            Level::Novice => return novice(&G::imagine(view, dice), dice),
            Level::Casual => return casual(&G::imagine(view, dice), dice),
            Level::Regular => return regular(&G::imagine(view, dice), dice),
            Level::Expert => expert::<G>(view, dice),
            Level::Master => master::<G>(view, budget, dice),
        };
        list.into_iter().next().map(|best| best.turn)
    }
}

/// Weighs every turn, the promising ones in several worlds.
fn expert<G: Weighed>(view: &G::View, dice: &mut Dice) -> Vec<Candidate> {
    let world = G::imagine(view, dice);
    let net = net_for(world.options());
    let mut list = shortlist(|dice| G::imagine(view, dice), &[], net, EXPERT_LOOKS_AT, dice);
    hope(&mut list, &world);
    list
}

/// Looks ahead.
fn master<G: Weighed>(view: &G::View, budget: Budget, dice: &mut Dice) -> Vec<Candidate> {
    let mut list = look_ahead::<G>(view, &[], budget, dice);
    hope(&mut list, &G::imagine(view, dice));
    list
}

/// How many turns the expert weighs in more than one world.
const EXPERT_LOOKS_AT: usize = 10;

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn at_no_table_do_two_guests_of_the_house_have_the_same_name() {
        let names: HashSet<&str> = Level::ALL.into_iter().flat_map(Level::names).collect();
        assert_eq!(names.len(), Level::ALL.len() * MAX_PLAYERS);
        for level in Level::ALL {
            assert!(level.character().starts_with(level.name()), "{} is somebody else", level.name());
            // As long as a name may be on a server.
            assert!(level.names().iter().all(|name| (1..=24).contains(&name.chars().count())));
        }
    }
}
