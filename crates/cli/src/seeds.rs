//! Seeds of deals and of bots.

use cafe_rules::Seed;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Returns the end of the sentence "a seed …".
pub(crate) fn seed_rule() -> String {
    format!("must be a whole number from 0 to {}, or 64 hexadecimal digits", u64::MAX)
}

/// Parses the seed of a deal: 64 hexadecimal digits, or a whole number, which is padded with zeros.
///
/// ```
/// use cafe_cli::seeds::read_seed;
///
/// assert_eq!(read_seed("255"), read_seed(&format!("{:064x}", 255)));
/// assert!(read_seed("-1").is_err() && read_seed("ff").is_err());
/// ```
///
/// # Errors
/// The format of a seed.
pub fn read_seed(text: &str) -> Result<Seed, String> {
    let number = || text.parse().ok().map(seed_from_number);
    Seed::parse(text).or_else(number).ok_or_else(|| format!("a seed {}", seed_rule()))
}

/// Parses the seed of a command that needs only a number.
///
/// # Errors
/// The format of a seed.
pub fn read_number_seed(text: &str) -> Result<u64, String> {
    read_seed(text).map(|seed| seed_to_number(&seed))
}

fn seed_from_number(number: u64) -> Seed {
    let mut bytes = [0; 32];
    bytes[24..].copy_from_slice(&number.to_be_bytes());
    Seed(bytes)
}

/// Returns the seed as a number: its value if it fits into 64 bits, else a hash of all its digits.
#[must_use]
pub fn seed_to_number(seed: &Seed) -> u64 {
    let number = seed.0[24..].iter().fold(0, |number, &byte| number << 8 | u64::from(byte));
    if seed_from_number(number) == *seed { number } else { ChaCha20Rng::from_seed(seed.0).next_u64() }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn number_and_padded_digits_are_the_same_seed() {
        for number in [0, 1, 7, 255, u64::MAX] {
            let digits = format!("{number:064x}");
            assert_eq!(read_number_seed(&number.to_string()), Ok(number));
            assert_eq!(read_number_seed(&digits), Ok(number));
            assert_eq!(read_seed(&number.to_string()), read_seed(&digits));
        }
    }

    #[test]
    fn every_digit_of_a_long_seed_counts() {
        let mut seeds: HashSet<u64> = (0..=255).map(|byte: u8| seed_to_number(&Seed([byte; 32]))).collect();
        for index in 0..64 {
            let mut digits = "7".repeat(64);
            digits.replace_range(index..=index, "8");
            seeds.insert(read_number_seed(&digits).unwrap());
        }
        assert_eq!(seeds.len(), 256 + 64);
    }

    #[test]
    fn bad_seed_error_states_the_format() {
        let rule = "a seed must be a whole number from 0 to 18446744073709551615, or 64 hexadecimal digits";
        for text in ["", "x", "-1", "1.5", "ff", "18446744073709551616", &"g".repeat(64), &"1".repeat(65)] {
            assert_eq!(read_seed(text).unwrap_err(), rule, "{text}");
        }
    }
}
