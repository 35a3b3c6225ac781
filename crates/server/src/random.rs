//! Random ids and secrets.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cafe_room::{RoomId, Token, VisitorId};
use cafe_rules::Secret;

/// Where random bytes come from. Clones share the source.
#[derive(Clone, Debug, Default)]
pub enum RandomSource {
    /// The operating system.
    #[default]
    OperatingSystem,
    /// A seed. For simulations: everything can be foreseen.
    Seeded(Arc<AtomicU64>),
}

impl RandomSource {
    /// Returns a source for simulations.
    #[must_use]
    pub fn seeded(seed: u64) -> RandomSource {
        RandomSource::Seeded(Arc::new(AtomicU64::new(seed)))
    }

    /// Returns random bytes.
    ///
    /// # Panics
    /// If the operating system has no random bytes. Nothing can be dealt or authenticated then.
    #[must_use]
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        match self {
            RandomSource::OperatingSystem => {
                getrandom::fill(&mut bytes).expect("the operating system provides random bytes");
            }
            RandomSource::Seeded(state) => {
                for chunk in bytes.chunks_mut(8) {
                    let next = splitmix(state.fetch_add(SPLITMIX_INCREMENT, Ordering::Relaxed));
                    chunk.copy_from_slice(&next.to_le_bytes()[..chunk.len()]);
                }
            }
        }
        bytes
    }

    /// Returns a new room id.
    #[must_use]
    pub fn room_id(&self) -> RoomId {
        RoomId::from_random(self.bytes())
    }

    /// Returns a new visitor id.
    #[must_use]
    pub fn visitor_id(&self) -> VisitorId {
        VisitorId::from_random(self.bytes())
    }

    /// Returns a new token.
    #[must_use]
    pub fn token(&self) -> Token {
        Token::from_random(self.bytes())
    }

    /// Returns a new secret for a deal.
    #[must_use]
    pub fn secret(&self) -> Secret {
        Secret(self.bytes())
    }
}

const SPLITMIX_INCREMENT: u64 = 0x9E37_79B9_7F4A_7C15;

/// The output function of SplitMix64: a few lines instead of a dependency, because only simulations use it.
fn splitmix(state: u64) -> u64 {
    let mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// Returns a new room id.
#[must_use]
pub fn new_room_id() -> RoomId {
    RandomSource::OperatingSystem.room_id()
}

/// Returns a new visitor id.
#[must_use]
pub fn new_visitor_id() -> VisitorId {
    RandomSource::OperatingSystem.visitor_id()
}

/// Returns a new token.
#[must_use]
pub fn new_token() -> Token {
    RandomSource::OperatingSystem.token()
}

/// Returns a new secret for a deal.
#[must_use]
pub fn new_secret() -> Secret {
    RandomSource::OperatingSystem.secret()
}
