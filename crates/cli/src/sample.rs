//! `cafe sample`: random games as records, for trying things out.

use std::io::{self, Write};

use cafe_rules::{DealSource, Header, Options, Record, Secret, Seed, Share};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Writes this many games; each follows from the seed and its number.
///
/// # Errors
/// If they cannot be written.
pub fn sample(options: Options, seed: Seed, games: u64, output: &mut impl Write) -> io::Result<()> {
    for number in 0..games {
        if number > 0 {
            writeln!(output)?;
        }
        write!(output, "{}", random_game(options, seed, number))?;
    }
    output.flush()
}

/// A game whose players choose among their legal actions at random, dealt as a server deals: with a commitment and
/// a share of each player.
#[must_use]
pub fn random_game(options: Options, seed: Seed, number: u64) -> Record {
    let mut share = [0; 32];
    share[..8].copy_from_slice(&number.to_le_bytes());
    let secret = Secret(Secret(seed.0).seed(&[Some(Share(share))]).0);
    let mut dice = ChaCha20Rng::from_seed(secret.seed(&[]).0);
    let shares: Vec<Option<Share>> = (0..options.players())
        .map(|_| {
            let mut bytes = [0; 32];
            dice.fill_bytes(&mut bytes);
            Some(Share(bytes))
        })
        .collect();
    let mut header = Header::new(options, DealSource::Seed(secret.seed(&shares)));
    header.commitment = Some(secret.commitment());
    header.secret = Some(secret);
    header.shares = shares;
    header.note = format!("sample {number}: all players choose at random");
    let mut log = Record::new(header);
    loop {
        let legal = log.game().legal();
        let choice = dice.next_u32() as usize % legal.len().max(1);
        let Some(action) = legal.get(choice) else { return log };
        if log.play(action).is_err() {
            debug_assert!(false, "a legal action was refused");
            return log;
        }
    }
}
