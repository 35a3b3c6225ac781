//! The five levels and their characters.

use cafe_rules::{BoardGame, CardGame, MAX_PLAYERS, View};
use serde::{Deserialize, Serialize};

use crate::budget::Budget;
use crate::evaluate::Searchable;
use crate::one_turn::{casual_turn, greedy_turn, novice_turn};
use crate::rank::{may_move, move_lost_endings_last, search_view};
use crate::rng::Rng;
use crate::shortlist::{Candidate, shortlist};
use crate::turn::Turn;
use crate::weights::net_for;

/// The strength of a bot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Seats a random guest on a random seat.
    Novice,
    /// Takes the best single placement, or a couple where the first guest may not sit alone.
    Casual,
    /// Takes the turn with the most points.
    Regular,
    /// Takes the turn with the best evaluation.
    Expert,
    /// Searches.
    Master,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 5] = [Level::Novice, Level::Casual, Level::Regular, Level::Expert, Level::Master];

    /// Returns the name of the level in commands and in the protocol.
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

    /// Parses the name of a level.
    #[must_use]
    pub fn parse(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.as_str() == name)
    }

    /// Returns the name of the level's character.
    #[must_use]
    pub const fn character_name(self) -> &'static str {
        self.character_names()[0]
    }

    /// Returns the name of the level's character, then names for further bots of the level: enough for a full game
    /// without repetition. A game stores the names of its bots, so these may change.
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

    /// Returns a sentence about the level's character, for players.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Level::Novice => {
                "Fleur is here for the first time and seats her guests next to any friendly face."
            }
            Level::Casual => "Paolo drops in for an espresso: one good seat, and no hurry to fill the next.",
            Level::Regular => "Irma has come every day for years and always finds the turn that scores most.",
            Level::Expert => "Tariq waits at these tables and knows the value of a free chair.",
            Level::Master => "Madame Wen owns the café. She plans the whole evening before it begins.",
        }
    }

    /// Chooses a turn for the viewer: all actions of it, or those up to the point where something hidden is revealed,
    /// after which the bot must choose again. Returns `None` if it is not the viewer's turn.
    ///
    /// The same view, seed and budget of playouts give the same turn on every machine.
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
    ///     game.play(action).expect("bots choose legal actions");
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
        let ranked = match self {
            Level::Novice => return novice_turn(&G::sample_world(view, rng), rng),
            Level::Casual => return casual_turn(&G::sample_world(view, rng), rng),
            Level::Regular => return greedy_turn(&G::sample_world(view, rng), rng),
            Level::Expert => rank_by_evaluation::<G>(view, rng),
            Level::Master => rank_by_search::<G>(view, budget, rng),
        };
        ranked.into_iter().next().map(|best| best.turn)
    }
}

/// Number of turns that `expert` evaluates in more than one world.
const EXPERT_SHORTLIST_SIZE: usize = 10;

fn rank_by_evaluation<G: Searchable>(view: &G::View, rng: &mut Rng) -> Vec<Candidate> {
    let world = G::sample_world(view, rng);
    let net = net_for(world.options());
    let mut list = shortlist(|rng| G::sample_world(view, rng), &[], net, EXPERT_SHORTLIST_SIZE, rng);
    move_lost_endings_last(&mut list, &world);
    list
}

fn rank_by_search<G: Searchable>(view: &G::View, budget: Budget, rng: &mut Rng) -> Vec<Candidate> {
    let mut list = search_view::<G>(view, &[], budget, rng);
    move_lost_endings_last(&mut list, &G::sample_world(view, rng));
    list
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn character_names_are_unique_and_short() {
        let names: HashSet<&str> = Level::ALL.into_iter().flat_map(Level::character_names).collect();
        assert_eq!(names.len(), Level::ALL.len() * MAX_PLAYERS);
        for level in Level::ALL {
            assert!(level.description().starts_with(level.character_name()), "{level:?}");
            // The longest name that a server accepts.
            assert!(level.character_names().iter().all(|name| (1..=24).contains(&name.chars().count())));
        }
    }
}
