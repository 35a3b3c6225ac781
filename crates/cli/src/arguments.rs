//! How words on the command line are read, and their limits.

use cafe_bots::Level;
use cafe_lab::Entrant;
use cafe_rules::{Kind, Seed};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A bot may think about a turn for this long at most.
pub const MOST_MS: u64 = 600_000;
/// A bot may make this many playouts for a turn at most.
pub const MOST_PLAYOUTS: u64 = 1_000_000_000;
/// At most so many threads can be asked for.
pub const MOST_THREADS: i64 = 1024;

/// Reads which game is meant.
///
/// # Errors
/// The words there are.
pub fn read_kind(text: &str) -> Result<Kind, String> {
    Kind::parse(&text.to_lowercase()).ok_or_else(|| "the games are card and board".to_owned())
}

/// Reads how well a bot plays.
///
/// # Errors
/// The words there are.
pub fn read_level(text: &str) -> Result<Level, String> {
    let levels = || format!("the levels are {}", Level::ALL.map(Level::as_str).join(", "));
    Level::parse(&text.to_lowercase()).ok_or_else(levels)
}

/// Reads who plays in an arena.
///
/// # Errors
/// The words there are.
pub fn read_entrant(text: &str) -> Result<Entrant, String> {
    Entrant::parse(&text.to_lowercase()).ok_or_else(|| {
        let words: Vec<&str> = Entrant::all().map(Entrant::as_str).collect();
        format!("the bots are {}", words.join(", "))
    })
}

/// What a seed is.
pub(crate) fn seed_rule() -> String {
    format!("must be a whole number from 0 to {}, or 64 hexadecimal digits", u64::MAX)
}

/// Reads the seed of a deal: 64 hexadecimal digits, or a whole number, which stands for its own digits after noughts.
///
/// ```
/// use cafe_cli::arguments::read_seed;
///
/// assert_eq!(read_seed("255"), read_seed(&format!("{:064x}", 255)));
/// assert!(read_seed("-1").is_err() && read_seed("ff").is_err());
/// ```
///
/// # Errors
/// What a seed must be.
pub fn read_seed(text: &str) -> Result<Seed, String> {
    let number = || text.parse().ok().map(of_number);
    Seed::parse(text).or_else(number).ok_or_else(|| format!("a seed {}", seed_rule()))
}

/// Reads the seed of a command whose chance follows from a number.
///
/// # Errors
/// What a seed must be.
pub fn read_number_seed(text: &str) -> Result<u64, String> {
    read_seed(text).map(|seed| number_of(&seed))
}

fn of_number(number: u64) -> Seed {
    let mut bytes = [0; 32];
    bytes[24..].copy_from_slice(&number.to_be_bytes());
    Seed(bytes)
}

/// The number that a seed stands for: its own if it is as small as that, else one that all its digits decide about.
#[must_use]
pub fn number_of(seed: &Seed) -> u64 {
    let number = seed.0[24..].iter().fold(0, |number, &byte| number << 8 | u64::from(byte));
    if of_number(number) == *seed { number } else { ChaCha20Rng::from_seed(seed.0).next_u64() }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_number_and_its_digits_are_the_same_seed() {
        for number in [0, 1, 7, 255, u64::MAX] {
            let digits = format!("{number:064x}");
            assert_eq!(read_number_seed(&number.to_string()), Ok(number));
            assert_eq!(read_number_seed(&digits), Ok(number));
            assert_eq!(read_seed(&number.to_string()), read_seed(&digits));
        }
    }

    #[test]
    fn every_digit_of_a_long_seed_counts() {
        let mut seeds: HashSet<u64> = (0..=255).map(|byte: u8| number_of(&Seed([byte; 32]))).collect();
        for place in 0..64 {
            let mut digits = "7".repeat(64);
            digits.replace_range(place..=place, "8");
            seeds.insert(read_number_seed(&digits).unwrap());
        }
        assert_eq!(seeds.len(), 256 + 64);
    }

    #[test]
    fn what_is_no_seed_is_answered_with_what_is_one() {
        let rule = "a seed must be a whole number from 0 to 18446744073709551615, or 64 hexadecimal digits";
        for wrong in ["", "x", "-1", "1.5", "ff", "18446744073709551616", &"g".repeat(64), &"1".repeat(65)] {
            assert_eq!(read_seed(wrong).unwrap_err(), rule, "{wrong}");
        }
    }

    #[test]
    fn words_may_be_in_capitals() {
        assert_eq!(read_kind("Board"), Ok(Kind::Board));
        assert_eq!(read_level("EXPERT"), Ok(Level::Expert));
        assert_eq!(read_entrant("Seer"), Ok(Entrant::PerfectInformation));
        assert!(read_level("seer").is_err() && read_entrant("wizard").is_err());
    }
}
