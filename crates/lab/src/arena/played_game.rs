//! One game of an arena.

use std::time::{Duration, Instant};

use arrayvec::ArrayVec;
use cafe_bots::{Budget, Level, current_margin};
use cafe_rules::{DealSource, Game, Header, MAX_PLAYERS, Outcome, Record, Seed, Step};

use super::{Arena, ArenaError, Entrant};

/// A game that was played to its end.
pub(super) struct PlayedGame {
    pub(super) log: Record,
    pub(super) outcome: Outcome,
    /// By seat: how many points it is ahead of the best other; who was eliminated is behind everybody who was not.
    pub(super) margins: ArrayVec<i16, MAX_PLAYERS>,
    /// By seat.
    pub(super) thinking: [Thinking; MAX_PLAYERS],
}

/// How long somebody thought.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Thinking {
    pub(super) time: Duration,
    pub(super) turns: u64,
}

impl Thinking {
    pub(super) fn add(&mut self, other: Thinking) {
        self.time += other.time;
        self.turns += other.turns;
    }
}

impl PlayedGame {
    /// Plays a deal with these entrants, by seat.
    pub(super) fn play(arena: &Arena, deal: u64, seats: &[Entrant]) -> Result<PlayedGame, ArenaError> {
        let mut log = Record::new(header(arena, deal, seats));
        let mut thinking = [Thinking::default(); MAX_PLAYERS];
        let outcome = loop {
            if let Some(outcome) = log.game().outcome() {
                break outcome;
            }
            let seat = usize::from(log.game().turn());
            let entrant = seats[seat];
            let rng = dice_seed([arena.seed, deal, seat as u64, log.steps().len() as u64]);
            let started = Instant::now();
            let turn = entrant.choose(log.game(), arena.budget, rng);
            thinking[seat].time += started.elapsed();
            // Who is asked again, because something has come to light, still takes the same turn.
            thinking[seat].turns += u64::from(log.steps().last().is_none_or(Step::ends_turn));
            let actions = turn.map(|turn| turn.actions).unwrap_or_default();
            if actions.is_empty() {
                return Err(ArenaError::NoTurn { entrant, deal });
            }
            for action in actions {
                if let Err(refusal) = log.play(action) {
                    let action = log.game().format_action(&action);
                    return Err(ArenaError::IllegalAction {
                        entrant,
                        deal,
                        action,
                        refusal: Box::new(refusal),
                    });
                }
            }
        };
        let out = match log.game() {
            Game::Card(_) => &[],
            Game::Board(game) => game.eliminated(),
        };
        let margins = (0..seats.len()).map(|seat| current_margin(&outcome.final_scores, out, seat)).collect();
        Ok(PlayedGame { log, outcome, margins, thinking })
    }
}

fn header(arena: &Arena, deal: u64, seats: &[Entrant]) -> Header {
    let mut header = Header::new(arena.options, DealSource::Seed(deal_seed(arena.seed, deal)));
    header.names = names(seats);
    header.note = format!("arena, seed {}, deal {deal}", arena.seed);
    if seats.contains(&Entrant::Level(Level::Master)) {
        let budget = match arena.budget {
            Budget::Time(time) => format!("{} ms", time.as_millis()),
            Budget::Playouts(playouts) => format!("playouts: {playouts}"),
        };
        header.note += &format!(", for the master {budget} a turn");
    }
    header
}

/// Who sits there; several of a kind are counted.
fn names(seats: &[Entrant]) -> Vec<String> {
    let name = |(seat, entrant): (usize, &Entrant)| {
        let before = seats[..seat].iter().filter(|other| *other == entrant).count();
        let count = if before > 0 { format!(" {}", before + 1) } else { String::new() };
        format!("{}{count} ({})", entrant.display_name(), entrant.as_str())
    };
    seats.iter().enumerate().map(name).collect()
}

/// The seed of a deal. The words at its end keep the deals of an arena apart from those that bots learn from.
fn deal_seed(seed: u64, deal: u64) -> Seed {
    let mut bytes = *b"................cafe arena deals";
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&deal.to_le_bytes());
    Seed(bytes)
}

/// The seed of a bot's rng. It knows the deal, the seat and the moment, but neither the bot nor its opponents: the
/// same bot in the same seat begins the same way, whoever else plays.
fn dice_seed(words: [u64; 4]) -> u64 {
    words.into_iter().fold(0, |state, word| mixed(state ^ word))
}

/// A step of splitmix64: every bit of the number changes about half of the bits.
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_of_dice_follow_the_published_splitmix() {
        // The first number that splitmix64 gives for the seed 0.
        assert_eq!(mixed(0), 0xe220_a839_7b1d_cdaf);
    }

    #[test]
    fn every_deal_seat_and_moment_has_dice_of_its_own() {
        let mut seeds = Vec::new();
        for (seed, deal, seat) in
            (0..3).flat_map(|a| (0..10).flat_map(move |b| (0..5).map(move |c| (a, b, c))))
        {
            seeds.extend((0..100).map(|step| dice_seed([seed, deal, seat, step])));
        }
        let all = seeds.len();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), all);
    }
}
