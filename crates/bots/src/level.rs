//! The five players of the house.

use cafe_rules::{BoardGame, CardGame, MAX_PLAYERS, View};
use serde::{Deserialize, Serialize};

use crate::budget::Budget;
use crate::evaluate::Searchable;
use crate::one_turn::{casual_turn, greedy_turn, novice_turn};
use crate::rank::{hope, look_ahead, may_move};
use crate::rng::Rng;
use crate::search::{Candidate, shortlist};
use crate::turn::Turn;
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
    pub const fn as_str(self) -> &'static str {
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
    pub fn parse(word: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.as_str() == word)
    }

    /// The name of the character.
    #[must_use]
    pub const fn character_name(self) -> &'static str {
        self.character_names()[0]
    }

    /// The name of the character, and after it those of guests who play just as well: as many as a table can have, so that
    /// no two who sit there together have the same. A name that was given is kept with its game; so these may change.
    ///
    /// ```
    /// use cafe_bots::Level;
    /// assert_eq!(Level::Novice.character_names()[..2], ["Fleur", "Oskar"]);
    /// ```
    #[must_use]
    pub const fn character_names(self) -> [&'static str; MAX_PLAYERS] {
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
    pub const fn description(self) -> &'static str {
        match self {
            Level::Novice => {
                "Fleur is here for the first time and seats her guests wherever there is a friendly face."
            }
            Level::Casual => "Paolo drops in for an espresso: one good seat, and no hurry to fill the next.",
            Level::Regular => "Irma has come every day for years and always finds the turn that scores most.",
            Level::Expert => {
                "Tariq waits at these tables: he knows what a free chair is value, and who will want it next."
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
    /// let turn = Level::Expert.choose(&view, Budget::DEFAULT, 7).expect("player 0 begins");
    /// for action in turn.actions {
    ///     game.play(action).expect("a bot plays by the rules");
    /// }
    /// # Ok::<(), cafe_rules::PlayerCountError>(())
    /// ```
    #[must_use]
    pub fn choose(self, view: &View, budget: Budget, seed: u64) -> Option<Turn> {
        let mut rng = Rng::new(seed);
        match view {
            View::Card(view) if may_move(&view.public) => self.turn::<CardGame>(view, budget, &mut rng),
            View::Board(view) if may_move(&view.public) => self.turn::<BoardGame>(view, budget, &mut rng),
            _ => None,
        }
    }

    fn turn<G: Searchable>(self, view: &G::View, budget: Budget, rng: &mut Rng) -> Option<Turn> {
        let list = match self {
            Level::Novice => return novice_turn(&G::sample_world(view, rng), rng),
            Level::Casual => return casual_turn(&G::sample_world(view, rng), rng),
            Level::Regular => return greedy_turn(&G::sample_world(view, rng), rng),
            Level::Expert => expert::<G>(view, rng),
            Level::Master => master::<G>(view, budget, rng),
        };
        list.into_iter().next().map(|best| best.turn)
    }
}

/// Weighs every turn, the promising ones in several worlds.
fn expert<G: Searchable>(view: &G::View, rng: &mut Rng) -> Vec<Candidate> {
    let world = G::sample_world(view, rng);
    let net = net_for(world.options());
    let mut list = shortlist(|rng| G::sample_world(view, rng), &[], net, EXPERT_LOOKS_AT, rng);
    hope(&mut list, &world);
    list
}

/// Looks ahead.
fn master<G: Searchable>(view: &G::View, budget: Budget, rng: &mut Rng) -> Vec<Candidate> {
    let mut list = look_ahead::<G>(view, &[], budget, rng);
    hope(&mut list, &G::sample_world(view, rng));
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
        let names: HashSet<&str> = Level::ALL.into_iter().flat_map(Level::character_names).collect();
        assert_eq!(names.len(), Level::ALL.len() * MAX_PLAYERS);
        for level in Level::ALL {
            assert!(
                level.description().starts_with(level.character_name()),
                "{} is somebody else",
                level.character_name()
            );
            // As long as a name may be on a server.
            assert!(level.character_names().iter().all(|name| (1..=24).contains(&name.chars().count())));
        }
    }
}
