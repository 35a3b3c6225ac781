//! The bots at the table: who they are, what they are called, and what they roll.

use std::io;

use cafe_bots::{Budget, Level};
use cafe_rules::{Seed, View};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::thought::Thought;
use crate::words;

/// Those who play at the seats that nobody here takes.
#[derive(Clone, Debug)]
pub(super) struct Bots {
    /// One for each bot, by seat.
    levels: Vec<Level>,
    /// The seat of the first bot; all after it are theirs as well.
    first_seat: u8,
    budget: Budget,
    seed: Seed,
}

impl Bots {
    /// Seats a bot at every seat from the first of theirs on: one for each level, or all of the only level.
    pub(super) fn new(
        levels: &[Level],
        first_seat: u8,
        players: u8,
        budget: Budget,
        seed: Seed,
    ) -> Result<Bots, String> {
        let count = usize::from(players.saturating_sub(first_seat));
        let levels = match levels {
            [level] => vec![*level; count],
            _ if levels.len() == count => levels.to_vec(),
            _ => {
                let sits = if count == 1 { "sits" } else { "sit" };
                let (bots, named) = (words::counted(count, "bot"), levels.len());
                return Err(format!(
                    "at this table {sits} {bots}, but --level names {named}: name one for all, or one for each"
                ));
            }
        };
        Ok(Bots { levels, first_seat, budget, seed })
    }

    /// What the bots are called, by seat: no two of a level have the same name.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.levels.iter().enumerate().map(|(index, level)| {
            let same = self.levels[..index].iter().filter(|other| *other == level).count();
            // There are as many as there can be seats.
            level.character_names().get(same).copied().unwrap_or(level.character_name())
        })
    }

    /// What records call the bots, by seat: the level belongs to it.
    pub(super) fn full_names(&self) -> impl Iterator<Item = String> {
        self.names().zip(&self.levels).map(|(name, level)| format!("{name} ({})", level.as_str()))
    }

    /// Who sits there, each character in a sentence, from the first seat on.
    pub(super) fn characters(&self) -> impl Iterator<Item = &'static str> {
        let first = |(index, level): &(usize, &Level)| !self.levels[..*index].contains(level);
        self.levels.iter().enumerate().filter(first).map(|(_, level)| level.description())
    }

    /// The level of the bot at this seat, if one sits there.
    pub(super) fn level(&self, seat: u8) -> Option<Level> {
        self.levels.get(usize::from(seat.checked_sub(self.first_seat)?)).copied()
    }

    /// Lets a bot think about what its seat sees, when so many actions have been played.
    pub(super) fn think(&self, level: Level, seat: u8, view: View, played: usize) -> io::Result<Thought> {
        Thought::begin(level, view, self.budget, dice(self.seed, seat, played))
    }
}

/// What a bot rolls. It follows from the seed of the game, the seat and the moment, but not from what is dealt: the
/// deal is shuffled by the stream 0 of the same seed (docs/shuffle.md), which tells nothing about the others.
fn dice(seed: Seed, seat: u8, played: usize) -> u64 {
    const WORDS_OF_A_NUMBER: u128 = 2;
    let mut dice = ChaCha20Rng::from_seed(seed.0);
    dice.set_stream(1 + u64::from(seat));
    dice.set_word_pos(WORDS_OF_A_NUMBER * played as u128);
    dice.next_u64()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn bots(levels: &[Level], first_seat: u8, players: u8) -> Result<Bots, String> {
        Bots::new(levels, first_seat, players, Budget::DEFAULT, Seed([5; 32]))
    }

    #[test]
    fn one_level_is_for_all_and_everybody_of_it_has_a_name_of_their_own() {
        let all = bots(&[Level::Regular], 0, 5).unwrap();
        assert_eq!(all.names().collect::<Vec<_>>(), Level::Regular.character_names());
        assert_eq!(all.characters().collect::<Vec<_>>(), [Level::Regular.description()]);
        let mixed = bots(&[Level::Master, Level::Novice, Level::Master], 2, 5).unwrap();
        assert_eq!(
            mixed.full_names().collect::<Vec<_>>(),
            ["Madame Wen (master)", "Fleur (novice)", "Don Rojas (master)"]
        );
        let characters = [Level::Master.description(), Level::Novice.description()];
        assert_eq!(mixed.characters().collect::<Vec<_>>(), characters);
        let levels = [None, None, Some(Level::Master), Some(Level::Novice), Some(Level::Master), None];
        assert_eq!([0, 1, 2, 3, 4, 5].map(|seat| mixed.level(seat)), levels);
    }

    #[test]
    fn levels_that_do_not_fit_the_seats_are_refused() {
        for (named, first_seat, players) in [(2, 1, 2), (2, 1, 4), (2, 2, 2), (0, 1, 2)] {
            let refused = bots(&vec![Level::Casual; named], first_seat, players).unwrap_err();
            assert!(refused.contains(&format!("--level names {named}")), "{refused}");
        }
        assert_eq!(bots(&[Level::Casual], 2, 2).unwrap().names().count(), 0);
    }

    #[test]
    fn every_seat_and_moment_rolls_something_else_and_always_the_same() {
        let rolled =
            |seed| (0..5).flat_map(move |seat| (0..300).map(move |step| dice(Seed([seed; 32]), seat, step)));
        let all: HashSet<u64> = rolled(5).chain(rolled(6)).collect();
        assert_eq!(all.len(), 2 * 5 * 300);
        assert!(rolled(5).eq(rolled(5)));
    }
}
