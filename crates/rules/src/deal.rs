//! The deck, the shuffle, and verifiable dealing, as specified in `docs/shuffle.md`.

use std::fmt;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

use crate::excerpt::excerpt;
use crate::faults::FaultCollector;
use crate::{Faults, Kind, Nation, Sex, Tile};

/// Copies of each kind of guest.
pub const GUEST_COPIES: usize = 4;
/// Copies of each joker, in the board game.
pub const JOKER_COPIES: usize = 2;
/// Tables of each nation.
pub const TABLES_PER_NATION: usize = 2;

/// A complete deck in drawing order: the guests and, in the card game, the tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deal {
    kind: Kind,
    guests: Vec<Tile>,
    tables: Vec<Nation>,
}

impl Deal {
    /// Creates a deal from cards in drawing order.
    ///
    /// # Errors
    /// All differences to a complete deck.
    pub fn new(kind: Kind, guests: Vec<Tile>, tables: Vec<Nation>) -> Result<Deal, Faults<DeckFault>> {
        let mut faults = FaultCollector::new();
        check_deck(kind, &guests, &tables, &mut faults);
        faults.into_result(Deal { kind, guests, tables })
    }

    /// Creates a deal from the codes of cards in drawing order.
    ///
    /// # Errors
    /// All differences to a complete deck.
    pub fn from_names<'t>(
        kind: Kind,
        guests: impl IntoIterator<Item = &'t str>,
        tables: impl IntoIterator<Item = &'t str>,
    ) -> Result<Deal, Faults<DeckFault>> {
        let mut faults = FaultCollector::new();
        let mut parse_guest = |name: &str| {
            let tile = Tile::parse(name).filter(|tile| kind == Kind::Board || !tile.is_joker());
            faults.require(tile.is_some(), DeckFault::UnknownGuest(excerpt(name)));
            tile
        };
        let guests: Vec<Tile> = guests.into_iter().filter_map(&mut parse_guest).collect();
        let mut parse_nation = |name: &str| {
            let nation = Nation::from_code(name);
            faults.require(nation.is_some(), DeckFault::UnknownNation(excerpt(name)));
            nation
        };
        let tables: Vec<Nation> = tables.into_iter().filter_map(&mut parse_nation).collect();
        check_deck(kind, &guests, &tables, &mut faults);
        faults.into_result(Deal { kind, guests, tables })
    }

    /// Returns the deal of a seed: the guests are shuffled first, then the tables.
    ///
    /// ```
    /// use cafe_rules::{Deal, Kind, Seed};
    /// let deal = Deal::shuffled(Kind::Card, Seed([0; 32]));
    /// let first: Vec<String> = deal.guests()[..3].iter().map(|guest| guest.to_string()).collect();
    /// assert_eq!(first, ["CUf", "DEm", "GBm"]);
    /// ```
    #[must_use]
    pub fn shuffled(kind: Kind, seed: Seed) -> Deal {
        let mut guests: Vec<Tile> = Nation::ALL
            .into_iter()
            .flat_map(|nation| Sex::BOTH.map(|sex| Tile::guest(nation, sex)))
            .chain(Sex::BOTH.map(Tile::joker))
            .flat_map(|tile| std::iter::repeat_n(tile, copies(kind, tile)))
            .collect();
        let mut tables: Vec<Nation> = match kind {
            Kind::Card => Nation::ALL.into_iter().flat_map(|nation| [nation; TABLES_PER_NATION]).collect(),
            Kind::Board => Vec::new(),
        };
        let mut stream = ChaCha20Rng::from_seed(seed.0);
        shuffle(&mut guests, &mut stream);
        shuffle(&mut tables, &mut stream);
        Deal { kind, guests, tables }
    }

    /// The game that the deck is for.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The guests in drawing order.
    #[must_use]
    pub fn guests(&self) -> &[Tile] {
        &self.guests
    }

    /// The tables in drawing order; empty in the board game.
    #[must_use]
    pub fn tables(&self) -> &[Nation] {
        &self.tables
    }
}

fn check_deck(kind: Kind, guests: &[Tile], tables: &[Nation], faults: &mut FaultCollector<DeckFault>) {
    for tile in Tile::in_code_order() {
        let found = guests.iter().filter(|&&other| other == tile).count();
        let wanted = copies(kind, tile);
        faults.require(found == wanted, DeckFault::Guests { tile, found, wanted });
    }
    let wanted = if kind == Kind::Card { TABLES_PER_NATION } else { 0 };
    for nation in Nation::ALL {
        let found = tables.iter().filter(|&&other| other == nation).count();
        faults.require(found == wanted, DeckFault::Tables { nation, found, wanted });
    }
}

/// Copies of a tile in the deck of a game.
pub(crate) fn copies(kind: Kind, tile: Tile) -> usize {
    match (kind, tile.is_joker()) {
        (_, false) => GUEST_COPIES,
        (Kind::Board, true) => JOKER_COPIES,
        (Kind::Card, true) => 0,
    }
}

/// Fisher–Yates shuffle from the last index down. Words of the key stream that would favour low indexes are discarded.
fn shuffle<T>(items: &mut [T], stream: &mut ChaCha20Rng) {
    for last in (1..items.len()).rev() {
        let count = last as u32 + 1;
        let max_fair = u32::MAX - (u32::MAX % count + 1) % count;
        let word = loop {
            let word = stream.next_u32();
            if word <= max_fair {
                break word;
            }
        };
        items.swap(last, (word % count) as usize);
    }
}

/// One fault of a deck.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the fields are what the message names")]
pub enum DeckFault {
    /// Too many or too few of a guest.
    #[error("the deck holds {tile} {found} times, not {wanted}")]
    Guests { tile: Tile, found: usize, wanted: usize },
    /// Too many or too few tables of a nation.
    #[error("the deck holds {found} tables of {} ({nation}), not {wanted}", .nation.english_name())]
    Tables { nation: Nation, found: usize, wanted: usize },
    /// An entry of the list of guests is not a guest of this game.
    #[error("{0:?} is not a guest of this game")]
    UnknownGuest(String),
    /// An entry of the list of tables is not the code of a nation.
    #[error("{0:?} is not a nation")]
    UnknownNation(String),
}

/// The 32 bytes that determine a deal.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed(pub [u8; 32]);

/// The server's part of a seed, secret until the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Secret(pub [u8; 32]);

/// A player's part of a seed, added after the server has published its commitment.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Share(pub [u8; 32]);

/// The hash of the secret, published before the players add their shares. It does not reveal the secret, and no other
/// secret matches it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Commitment(pub [u8; 32]);

const COMMIT_DOMAIN: &[u8] = b"cafe-international/commitment/1\n";
const SEED_DOMAIN: &[u8] = b"cafe-international/seed/1\n";

impl Secret {
    /// Returns the commitment to this secret.
    #[must_use]
    pub fn commitment(&self) -> Commitment {
        let mut hash = Sha256::new();
        hash.update(COMMIT_DOMAIN);
        hash.update(self.0);
        Commitment(hash.finalize().into())
    }

    /// Returns the seed for the shares of the players in order. A player without a share (a bot) is `None`.
    ///
    /// # Panics
    /// If there are more than 255 players.
    #[must_use]
    pub fn seed(&self, shares: &[Option<Share>]) -> Seed {
        let players = u8::try_from(shares.len()).expect("at most 255 players");
        let mut hash = Sha256::new();
        hash.update(SEED_DOMAIN);
        hash.update(self.0);
        hash.update([players]);
        for share in shares {
            match share {
                Some(share) => {
                    hash.update([1]);
                    hash.update(share.0);
                }
                None => hash.update([0]),
            }
        }
        Seed(hash.finalize().into())
    }
}

macro_rules! hex_value {
    ($name:ident) => {
        impl $name {
            /// Parses 64 hexadecimal digits.
            #[must_use]
            pub fn parse(text: &str) -> Option<$name> {
                let digits = text.as_bytes();
                if digits.len() != 64 {
                    return None;
                }
                let mut bytes = [0; 32];
                for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
                    let high = char::from(pair[0]).to_digit(16)?;
                    let low = char::from(pair[1]).to_digit(16)?;
                    *byte = (high * 16 + low) as u8;
                }
                Some($name(bytes))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
        }

        /// Hides the bytes, which must not appear in logs.
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($name), "(…)"))
            }
        }
    };
}
hex_value!(Seed);
hex_value!(Secret);
hex_value!(Share);
hex_value!(Commitment);

#[cfg(test)]
mod tests {
    use super::*;

    /// The words up to `max_fair` divide evenly among the indexes.
    #[test]
    fn shuffle_is_unbiased() {
        for count in 2..=100_u32 {
            let max_fair = u32::MAX - (u32::MAX % count + 1) % count;
            assert_eq!((u64::from(max_fair) + 1) % u64::from(count), 0, "{count}");
            assert!(u64::from(u32::MAX) - u64::from(max_fair) < u64::from(count), "{count}");
        }
    }

    #[test]
    fn names_missing_and_duplicate_cards_of_a_deck() {
        let deal = Deal::shuffled(Kind::Card, Seed([1; 32]));
        let mut guests = deal.guests().to_vec();
        let missing = guests[5];
        let doubled = guests.iter().copied().find(|&tile| tile != missing).unwrap();
        guests[5] = doubled;
        let message = Deal::new(Kind::Card, guests, deal.tables()[1..].to_vec()).unwrap_err().to_string();
        assert!(message.contains(&format!("{missing} 3 times, not 4")), "{message}");
        assert!(message.contains(&format!("{doubled} 5 times, not 4")), "{message}");
        assert!(message.contains(&format!("1 tables of {}", deal.tables()[0].english_name())), "{message}");
    }

    #[test]
    fn seed_depends_on_the_number_of_players() {
        let secret = Secret([9; 32]);
        assert_ne!(secret.commitment().0, secret.seed(&[]).0);
        assert_ne!(secret.seed(&[None]).0, secret.seed(&[None, None]).0);
    }

    #[test]
    fn debug_output_hides_secrets() {
        let secret = Secret([0xab; 32]);
        assert_eq!(format!("{secret:?}"), "Secret(…)");
        assert!(!format!("{:?}", secret.seed(&[])).contains("ab"));
    }
}
