//! `cafe sample`: random games as records, for experiments and tests.

use std::io::{self, Write};

use cafe_rules::{DealSource, Header, Options, Record, Secret, Seed, Share};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Writes random games. Each game depends on the seed and its number only.
///
/// # Errors
/// If the output cannot be written.
pub fn sample(options: Options, seed: Seed, games: u64, output: &mut impl Write) -> io::Result<()> {
    for number in 0..games {
        if number > 0 {
            writeln!(output)?;
        }
        write!(output, "{}", random_game(options, seed, number))?;
    }
    output.flush()
}

/// Plays a game in which all players choose legal actions at random. The deal is made as by a server: with a commitment and a
/// share of each player.
#[must_use]
pub fn random_game(options: Options, seed: Seed, number: u64) -> Record {
    let mut share = [0; 32];
    share[..8].copy_from_slice(&number.to_le_bytes());
    let secret = Secret(Secret(seed.0).seed(&[Some(Share(share))]).0);
    let mut rng = ChaCha20Rng::from_seed(secret.seed(&[]).0);
    let shares: Vec<Option<Share>> = (0..options.players())
        .map(|_| {
            let mut bytes = [0; 32];
            rng.fill_bytes(&mut bytes);
            Some(Share(bytes))
        })
        .collect();
    let mut header = Header::new(options, DealSource::Seed(secret.seed(&shares)));
    header.commitment = Some(secret.commitment());
    header.secret = Some(secret);
    header.shares = shares;
    header.note = format!("sample {number}: all players choose at random");
    let mut record = Record::new(header);
    loop {
        let legal = record.game().legal();
        let choice = rng.next_u32() as usize % legal.len().max(1);
        let Some(action) = legal.get(choice) else { return record };
        if record.play(action).is_err() {
            debug_assert!(false, "a legal action was refused");
            return record;
        }
    }
}
