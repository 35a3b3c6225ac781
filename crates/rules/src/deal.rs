//! The deck, the shuffle, and dealing that nobody has to trust.
//!
//! `docs/shuffle.md` specifies all of this to the byte, with test vectors.

use std::fmt;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

use crate::faults::Finding;
use crate::quote::clip;
use crate::{Faults, Kind, Nation, Sex, Tile};

/// How many of each kind of guest there are.
pub const COPIES: usize = 4;
/// How many of each joker there are, in the board game.
pub const JOKER_COPIES: usize = 2;
/// How many tables of each nation there are.
pub const TABLES_PER_NATION: usize = 2;

/// A whole deck in drawing order, for one game: the guests and, for the card game, the tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deal {
    kind: Kind,
    guests: Vec<Tile>,
    tables: Vec<Nation>,
}

impl Deal {
    /// A deal with these cards in drawing order.
    ///
    /// # Errors
    /// Everything that keeps it from being one whole deck.
    pub fn new(kind: Kind, guests: Vec<Tile>, tables: Vec<Nation>) -> Result<Deal, Faults<DeckFault>> {
        let mut faults = Finding::new();
        check_deck(kind, &guests, &tables, &mut faults);
        faults.or(Deal { kind, guests, tables })
    }

    /// A deal with the cards of these names in drawing order.
    ///
    /// # Errors
    /// Everything that keeps it from being one whole deck.
    pub fn from_names<'t>(
        kind: Kind,
        guests: impl IntoIterator<Item = &'t str>,
        tables: impl IntoIterator<Item = &'t str>,
    ) -> Result<Deal, Faults<DeckFault>> {
        let mut faults = Finding::new();
        let mut read_guest = |name: &str| {
            let tile = Tile::parse(name).filter(|tile| kind == Kind::Board || !tile.is_joker());
            faults.must(tile.is_some(), DeckFault::UnknownGuest(clip(name)));
            tile
        };
        let guests: Vec<Tile> = guests.into_iter().filter_map(&mut read_guest).collect();
        let mut read_nation = |name: &str| {
            let nation = Nation::from_code(name);
            faults.must(nation.is_some(), DeckFault::UnknownNation(clip(name)));
            nation
        };
        let tables: Vec<Nation> = tables.into_iter().filter_map(&mut read_nation).collect();
        check_deck(kind, &guests, &tables, &mut faults);
        faults.or(Deal { kind, guests, tables })
    }

    /// The deal of a seed: the guests are shuffled first, then the tables.
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

    /// Which game the deck is of.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The guests in drawing order.
    #[must_use]
    pub fn guests(&self) -> &[Tile] {
        &self.guests
    }

    /// The tables in drawing order; none in the board game.
    #[must_use]
    pub fn tables(&self) -> &[Nation] {
        &self.tables
    }
}

fn check_deck(kind: Kind, guests: &[Tile], tables: &[Nation], faults: &mut Finding<DeckFault>) {
    for tile in Tile::written_order() {
        let found = guests.iter().filter(|&&other| other == tile).count();
        let wanted = copies(kind, tile);
        faults.must(found == wanted, DeckFault::Guests { tile, found, wanted });
    }
    let wanted = if kind == Kind::Card { TABLES_PER_NATION } else { 0 };
    for nation in Nation::ALL {
        let found = tables.iter().filter(|&&other| other == nation).count();
        faults.must(found == wanted, DeckFault::Tables { nation, found, wanted });
    }
}

/// How many of this tile are in the deck of a game.
pub(crate) fn copies(kind: Kind, tile: Tile) -> usize {
    match (kind, tile.is_joker()) {
        (_, false) => COPIES,
        (Kind::Board, true) => JOKER_COPIES,
        (Kind::Card, true) => 0,
    }
}

/// Fisher–Yates from the last place down, with whole words of the key stream; a word that would favour some places
/// is thrown away.
fn shuffle<T>(items: &mut [T], stream: &mut ChaCha20Rng) {
    for last in (1..items.len()).rev() {
        let places = last as u32 + 1;
        let fair = u32::MAX - (u32::MAX % places + 1) % places;
        let word = loop {
            let word = stream.next_u32();
            if word <= fair {
                break word;
            }
        };
        items.swap(last, (word % places) as usize);
    }
}

/// One thing that is wrong with a deck.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are what the message names")]
pub enum DeckFault {
    /// Too many or too few of a guest.
    Guests { tile: Tile, found: usize, wanted: usize },
    /// Too many or too few tables of a nation.
    Tables { nation: Nation, found: usize, wanted: usize },
    /// Something in the list of guests is not the name of one.
    UnknownGuest(String),
    /// Something in the list of tables is not the code of a nation.
    UnknownNation(String),
}

impl fmt::Display for DeckFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DeckFault::Guests { tile, found, wanted } => {
                write!(f, "the deck holds {tile} {found} times, not {wanted}")
            }
            DeckFault::Tables { nation, found, wanted } => {
                write!(f, "the deck holds {found} tables of {} ({nation}), not {wanted}", nation.english())
            }
            DeckFault::UnknownGuest(name) => write!(f, "{name:?} is not a guest of this game"),
            DeckFault::UnknownNation(name) => write!(f, "{name:?} is not a nation"),
        }
    }
}

/// The 32 bytes from which a deal follows.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed(pub [u8; 32]);

/// The dealer's half of a seed, secret until the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Secret(pub [u8; 32]);

/// A player's half of a seed, added after the dealer has committed to the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Share(pub [u8; 32]);

/// What the dealer shows before the players add their shares: a hash of the secret that gives nothing away and can
/// be met by no other secret.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Commitment(pub [u8; 32]);

const COMMIT_DOMAIN: &[u8] = b"cafe-international/commitment/1\n";
const SEED_DOMAIN: &[u8] = b"cafe-international/seed/1\n";

impl Secret {
    /// What the dealer shows first.
    #[must_use]
    pub fn commitment(&self) -> Commitment {
        let mut hash = Sha256::new();
        hash.update(COMMIT_DOMAIN);
        hash.update(self.0);
        Commitment(hash.finalize().into())
    }

    /// The seed of the game, from the secret and the shares of the players in the order of their seats. A seat
    /// without a share (a bot) is `None`.
    ///
    /// # Panics
    /// If there are more than 255 seats.
    #[must_use]
    pub fn seed(&self, shares: &[Option<Share>]) -> Seed {
        let seats = u8::try_from(shares.len()).expect("at most 255 seats");
        let mut hash = Sha256::new();
        hash.update(SEED_DOMAIN);
        hash.update(self.0);
        hash.update([seats]);
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

macro_rules! hexadecimal {
    ($name:ident) => {
        impl $name {
            /// Reads 64 hexadecimal digits.
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

        /// Says nothing of its content, which must not find its way into a log.
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($name), "(…)"))
            }
        }
    };
}
hexadecimal!(Seed);
hexadecimal!(Secret);
hexadecimal!(Share);
hexadecimal!(Commitment);

#[cfg(test)]
mod tests {
    use super::*;

    /// Every word above `fair` is refused: what is left divides evenly.
    #[test]
    fn the_shuffle_favours_no_place() {
        for places in 2..=100_u32 {
            let fair = u32::MAX - (u32::MAX % places + 1) % places;
            assert_eq!((u64::from(fair) + 1) % u64::from(places), 0, "{places}");
            assert!(u64::from(u32::MAX) - u64::from(fair) < u64::from(places), "{places}");
        }
    }

    #[test]
    fn a_deck_with_a_missing_guest_is_refused_by_name() {
        let deal = Deal::shuffled(Kind::Card, Seed([1; 32]));
        let mut guests = deal.guests().to_vec();
        let missing = guests[5];
        let doubled = guests.iter().copied().find(|&tile| tile != missing).unwrap();
        guests[5] = doubled;
        let message = Deal::new(Kind::Card, guests, deal.tables()[1..].to_vec()).unwrap_err().to_string();
        assert!(message.contains(&format!("{missing} 3 times, not 4")), "{message}");
        assert!(message.contains(&format!("{doubled} 5 times, not 4")), "{message}");
        assert!(message.contains(&format!("1 tables of {}", deal.tables()[0].english())), "{message}");
    }

    #[test]
    fn a_seed_depends_on_the_number_of_seats_and_is_no_commitment() {
        let secret = Secret([9; 32]);
        assert_ne!(secret.commitment().0, secret.seed(&[]).0);
        assert_ne!(secret.seed(&[None]).0, secret.seed(&[None, None]).0);
    }

    #[test]
    fn a_secret_does_not_show_itself_to_a_log() {
        let secret = Secret([0xab; 32]);
        assert_eq!(format!("{secret:?}"), "Secret(…)");
        assert!(!format!("{:?}", secret.seed(&[])).contains("ab"));
    }
}
