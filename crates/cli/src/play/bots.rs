//! The bots of a game: levels, names and seeds.

use std::io;

use cafe_bots::{Budget, Level};
use cafe_rules::{Seed, View};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::bot_task::BotTask;
use crate::describe;

/// The bots of a game. They are the last players.
#[derive(Clone, Debug)]
pub(super) struct Bots {
    /// By bot.
    levels: Vec<Level>,
    /// The first player who is a bot.
    first_player: u8,
    budget: Budget,
    seed: Seed,
}

impl Bots {
    /// Creates bots for the players from `first_player` on: one per level, or all of the only level.
    pub(super) fn new(
        levels: &[Level],
        first_player: u8,
        players: u8,
        budget: Budget,
        seed: Seed,
    ) -> Result<Bots, String> {
        let count = usize::from(players.saturating_sub(first_player));
        let levels = match levels {
            [level] => vec![*level; count],
            _ if levels.len() == count => levels.to_vec(),
            _ => {
                let (bots, named) = (describe::count(count, "bot"), levels.len());
                return Err(format!(
                    "the game has {bots}, but --level names {named}: name one for all, or one for each"
                ));
            }
        };
        Ok(Bots { levels, first_player, budget, seed })
    }

    /// Returns the names of the bots. No two of a level have the same name.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.levels.iter().enumerate().map(|(index, level)| {
            let same_level = self.levels[..index].iter().filter(|other| *other == level).count();
            // Each level has as many names as a game has players.
            level.character_names().get(same_level).copied().unwrap_or(level.character_name())
        })
    }

    /// Returns the names of the bots with their levels, for records.
    pub(super) fn full_names(&self) -> impl Iterator<Item = String> {
        self.names().zip(&self.levels).map(|(name, level)| format!("{name} ({})", level.as_str()))
    }

    /// Describes each level that plays, in one sentence.
    pub(super) fn descriptions(&self) -> impl Iterator<Item = &'static str> {
        let is_first = |(index, level): &(usize, &Level)| !self.levels[..*index].contains(level);
        self.levels.iter().enumerate().filter(is_first).map(|(_, level)| level.description())
    }

    /// Returns the level of a player who is a bot.
    pub(super) fn level(&self, player: u8) -> Option<Level> {
        self.levels.get(usize::from(player.checked_sub(self.first_player)?)).copied()
    }

    /// Starts a bot on its view, after this number of actions in the game.
    pub(super) fn start(&self, level: Level, player: u8, view: View, actions: usize) -> io::Result<BotTask> {
        BotTask::spawn(level, view, self.budget, decision_seed(self.seed, player, actions))
    }
}

/// Returns the seed of a decision. It depends on the seed of the game, the player and the number of actions, but reveals
/// nothing about the deal, which is shuffled with stream 0 of the same seed (docs/shuffle.md).
fn decision_seed(seed: Seed, player: u8, actions: usize) -> u64 {
    const WORDS_PER_NUMBER: u128 = 2;
    let mut rng = ChaCha20Rng::from_seed(seed.0);
    rng.set_stream(1 + u64::from(player));
    rng.set_word_pos(WORDS_PER_NUMBER * actions as u128);
    rng.next_u64()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn bots(levels: &[Level], first_player: u8, players: u8) -> Result<Bots, String> {
        Bots::new(levels, first_player, players, Budget::DEFAULT, Seed([5; 32]))
    }

    #[test]
    fn one_level_gives_all_bots_different_names() {
        let all = bots(&[Level::Regular], 0, 5).unwrap();
        assert_eq!(all.names().collect::<Vec<_>>(), Level::Regular.character_names());
        assert_eq!(all.descriptions().collect::<Vec<_>>(), [Level::Regular.description()]);
        let mixed = bots(&[Level::Master, Level::Novice, Level::Master], 2, 5).unwrap();
        assert_eq!(
            mixed.full_names().collect::<Vec<_>>(),
            ["Madame Wen (master)", "Fleur (novice)", "Don Rojas (master)"]
        );
        let descriptions = [Level::Master.description(), Level::Novice.description()];
        assert_eq!(mixed.descriptions().collect::<Vec<_>>(), descriptions);
        let levels = [None, None, Some(Level::Master), Some(Level::Novice), Some(Level::Master), None];
        assert_eq!([0, 1, 2, 3, 4, 5].map(|player| mixed.level(player)), levels);
    }

    #[test]
    fn wrong_number_of_levels_is_refused() {
        for (named, first_player, players) in [(2, 1, 2), (2, 1, 4), (2, 2, 2), (0, 1, 2)] {
            let error = bots(&vec![Level::Casual; named], first_player, players).unwrap_err();
            assert!(error.contains(&format!("--level names {named}")), "{error}");
        }
        assert_eq!(bots(&[Level::Casual], 2, 2).unwrap().names().count(), 0);
    }

    #[test]
    fn decision_seeds_are_distinct_and_reproducible() {
        let seeds = |seed| {
            (0..5).flat_map(move |player| {
                (0..300).map(move |actions| decision_seed(Seed([seed; 32]), player, actions))
            })
        };
        let all: HashSet<u64> = seeds(5).chain(seeds(6)).collect();
        assert_eq!(all.len(), 2 * 5 * 300);
        assert!(seeds(5).eq(seeds(5)));
    }
}
