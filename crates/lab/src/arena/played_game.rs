//! One game of a match.

use std::time::{Duration, Instant};

use arrayvec::ArrayVec;
use cafe_bots::{Budget, Level, current_margin};
use cafe_rules::{DealSource, Game, Header, MAX_PLAYERS, Outcome, Record, Seed, Step};

use super::{Arena, ArenaError, Entrant};

/// A finished game.
pub(super) struct PlayedGame {
    pub(super) record: Record,
    pub(super) outcome: Outcome,
    /// By player: points ahead of the best opponent; eliminated players are behind all others.
    pub(super) margins: ArrayVec<i16, MAX_PLAYERS>,
    /// By player.
    pub(super) thinking: [ThinkingTime; MAX_PLAYERS],
}

/// The time that a bot used for its turns.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct ThinkingTime {
    pub(super) time: Duration,
    pub(super) turns: u64,
}

impl ThinkingTime {
    pub(super) fn add(&mut self, other: ThinkingTime) {
        self.time += other.time;
        self.turns += other.turns;
    }
}

impl PlayedGame {
    /// Plays a deal with these entrants, by player.
    pub(super) fn play(arena: &Arena, deal: u64, entrants: &[Entrant]) -> Result<PlayedGame, ArenaError> {
        let mut record = Record::new(header(arena, deal, entrants));
        let mut thinking = [ThinkingTime::default(); MAX_PLAYERS];
        let outcome = loop {
            if let Some(outcome) = record.game().outcome() {
                break outcome;
            }
            let player = usize::from(record.game().turn());
            let entrant = entrants[player];
            let seed = rng_seed([arena.seed, deal, player as u64, record.steps().len() as u64]);
            let started = Instant::now();
            let turn = entrant.choose(record.game(), arena.budget, seed);
            thinking[player].time += started.elapsed();
            // A second choice in one turn, after something was revealed, counts as the same turn.
            thinking[player].turns += u64::from(record.steps().last().is_none_or(Step::ends_turn));
            let actions = turn.map(|turn| turn.actions).unwrap_or_default();
            if actions.is_empty() {
                return Err(ArenaError::NoTurn { entrant, deal });
            }
            for action in actions {
                if let Err(refusal) = record.play(action) {
                    let action = record.game().format_action(&action);
                    return Err(ArenaError::IllegalAction {
                        entrant,
                        deal,
                        action,
                        refusal: Box::new(refusal),
                    });
                }
            }
        };
        let eliminated = match record.game() {
            Game::Card(_) => &[],
            Game::Board(game) => game.eliminated(),
        };
        let margin = |player| current_margin(&outcome.final_scores, eliminated, player);
        let margins = (0..entrants.len()).map(margin).collect();
        Ok(PlayedGame { record, outcome, margins, thinking })
    }
}

fn header(arena: &Arena, deal: u64, entrants: &[Entrant]) -> Header {
    let mut header = Header::new(arena.options, DealSource::Seed(deal_seed(arena.seed, deal)));
    header.names = names(entrants);
    header.note = format!("arena, seed {}, deal {deal}", arena.seed);
    if entrants.contains(&Entrant::Level(Level::Master)) {
        let budget = match arena.budget {
            Budget::Time(time) => format!("{} ms", time.as_millis()),
            Budget::Playouts(playouts) => format!("playouts: {playouts}"),
        };
        header.note += &format!(", for the master {budget} a turn");
    }
    header
}

/// Returns the names of the players; equal bots are numbered.
fn names(entrants: &[Entrant]) -> Vec<String> {
    let name = |(player, entrant): (usize, &Entrant)| {
        let earlier = entrants[..player].iter().filter(|other| *other == entrant).count();
        let number = if earlier > 0 { format!(" {}", earlier + 1) } else { String::new() };
        format!("{}{number} ({})", entrant.display_name(), entrant.as_str())
    };
    entrants.iter().enumerate().map(name).collect()
}

/// Returns the seed of a deal. The text at its end separates these deals from those used for training.
fn deal_seed(seed: u64, deal: u64) -> Seed {
    let mut bytes = *b"................cafe arena deals";
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&deal.to_le_bytes());
    Seed(bytes)
}

/// Returns the seed of a bot's random numbers from the arena seed, the deal, the player and the number of steps. It does
/// not depend on the entrants: the same bot for the same player begins the same way against every opponent.
fn rng_seed(numbers: [u64; 4]) -> u64 {
    numbers.into_iter().fold(0, |state, number| splitmix64(state ^ number))
}

/// One step of splitmix64, in which every input bit changes about half of the output bits.
fn splitmix64(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitmix64_matches_the_published_value() {
        // The first output for the seed 0.
        assert_eq!(splitmix64(0), 0xe220_a839_7b1d_cdaf);
    }

    #[test]
    fn every_deal_player_and_step_has_its_own_seed() {
        let mut seeds = Vec::new();
        for (seed, deal, player) in
            (0..3).flat_map(|a| (0..10).flat_map(move |b| (0..5).map(move |c| (a, b, c))))
        {
            seeds.extend((0..100).map(|step| rng_seed([seed, deal, player, step])));
        }
        let count = seeds.len();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), count);
    }
}
