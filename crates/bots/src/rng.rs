//! Chance that can be repeated.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng};

/// A stream of chance that follows from a seed, the same on every machine.
#[derive(Clone, Debug)]
pub struct Rng(ChaCha8Rng);

impl Rng {
    /// The rng of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Rng {
        Rng(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number below `limit`, which must not be 0. The bias is less than one in a million for anything here.
    #[inline]
    pub fn below(&mut self, limit: usize) -> usize {
        ((u64::from(self.0.next_u32()) * limit as u64) >> 32) as usize
    }

    /// True once in `n` throws on average.
    #[inline]
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// A seed for other rng.
    pub fn next_seed(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Bytes for a deal.
    pub fn next_bytes(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        self.0.fill_bytes(&mut bytes);
        bytes
    }

    /// From 0 up to, not including, 1.
    pub fn unit(&mut self) -> f32 {
        (self.0.next_u32() >> 8) as f32 / (1 << 24) as f32
    }

    /// Puts things in an order left to chance.
    #[inline]
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }
}
