//! The trained weights, and the file format that holds them.
//!
//! `cafe tune` writes a weights file; `data/` holds the two that are compiled in. All numbers are little-endian.
//!
//! | bytes | content |
//! | --- | --- |
//! | 4 | magic `CAFW` |
//! | 2 | version, 1 |
//! | 2 × 4 | number of nation features, global features, nation units, hidden units |
//! | 2 | number of networks |
//! | 2 | length of the command in bytes |
//! | … | the command that made the file, UTF-8 |
//! | … | for each network: number of players (1 byte), then its weights (`f32`) in the order of [`Net::to_flat`] |

use std::collections::BTreeMap;
use std::sync::LazyLock;

use cafe_rules::{Kind, Options};

use crate::features::{
    BOARD_GLOBAL_FEATURES, BOARD_NATION_FEATURES, CARD_GLOBAL_FEATURES, CARD_NATION_FEATURES,
};
use crate::net::{HIDDEN_WIDTH, NATION_WIDTH, Net};

const MAGIC: [u8; 4] = *b"CAFW";
const VERSION: u16 = 1;

/// The networks of one game.
///
/// ```
/// use cafe_bots::Weights;
/// use cafe_rules::Kind;
///
/// let weights = Weights::embedded(Kind::Card);
/// assert!(weights.command.starts_with("cafe tune --game card"));
/// assert_eq!(Weights::from_bytes(Kind::Card, &weights.to_bytes()).as_ref(), Ok(weights));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// The command that trained them.
    pub command: String,
    /// By number of players.
    pub nets: BTreeMap<u8, Net>,
}

/// A fault in the bytes of a weights file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum WeightsError {
    /// The first bytes are not the magic number.
    #[error("not a weights file")]
    NotWeights,
    /// The file has another version.
    #[error("version {found} of the weights format is not supported, expected {VERSION}")]
    Version { found: u16 },
    /// The networks were trained on other features or have other layers.
    #[error(
        "the networks have dimensions {found:?}, expected {expected:?} (nation and global features, nation and hidden units)"
    )]
    Dimensions { found: [u16; 4], expected: [u16; 4] },
    /// The file ends too early.
    #[error("the file ends too early: {missing} bytes are missing")]
    Truncated { missing: usize },
    /// The file goes on after its last network.
    #[error("{extra} bytes follow the last network")]
    Trailing { extra: usize },
    /// The command is not UTF-8.
    #[error("the command is not valid UTF-8")]
    Command,
    /// A weight is infinite or not a number.
    #[error("a weight of the network for {players} players is not finite")]
    NotFinite { players: u8 },
    /// Two networks are for the same number of players, or one is for a number that cannot play.
    #[error("unexpected network for {players} players")]
    Players { players: u8 },
    /// There is no network.
    #[error("the file holds no network")]
    Empty,
}

impl Weights {
    /// Returns the weights that are compiled in.
    #[must_use]
    pub fn embedded(kind: Kind) -> &'static Weights {
        static CARD: LazyLock<Weights> =
            LazyLock::new(|| decode_embedded(Kind::Card, include_bytes!("../data/card.weights")));
        static BOARD: LazyLock<Weights> =
            LazyLock::new(|| decode_embedded(Kind::Board, include_bytes!("../data/board.weights")));
        match kind {
            Kind::Card => &CARD,
            Kind::Board => &BOARD,
        }
    }

    /// Returns the network for a number of players: trained for that number, else for the next smaller one.
    ///
    /// # Panics
    /// If there is no network at all, which [`from_bytes`](Weights::from_bytes) rules out.
    #[must_use]
    pub fn net(&self, players: u8) -> &Net {
        let fewer = self.nets.range(..=players).next_back();
        let (_, net) = fewer.or(self.nets.first_key_value()).expect("weights hold at least one network");
        net
    }

    /// Decodes a weights file of a game.
    ///
    /// # Errors
    /// The first fault of the file.
    pub fn from_bytes(kind: Kind, bytes: &[u8]) -> Result<Weights, WeightsError> {
        let mut reader = Reader { rest: bytes };
        if reader.rest.get(..MAGIC.len()) != Some(&MAGIC) {
            return Err(WeightsError::NotWeights);
        }
        reader.take(MAGIC.len())?;
        let version = reader.u16()?;
        if version != VERSION {
            return Err(WeightsError::Version { found: version });
        }
        let found = [reader.u16()?, reader.u16()?, reader.u16()?, reader.u16()?];
        let expected = dimensions(kind);
        if found != expected {
            return Err(WeightsError::Dimensions { found, expected });
        }
        let net_count = reader.u16()?;
        let command_bytes = reader.u16()?;
        let command = std::str::from_utf8(reader.take(usize::from(command_bytes))?);
        let command = command.map_err(|_| WeightsError::Command)?.to_owned();
        let mut nets = BTreeMap::new();
        for _ in 0..net_count {
            let players = reader.take(1)?[0];
            let net = reader.net(kind, players)?;
            if !kind.players().contains(&players) || nets.insert(players, net).is_some() {
                return Err(WeightsError::Players { players });
            }
        }
        if nets.is_empty() {
            return Err(WeightsError::Empty);
        }
        match reader.rest.len() {
            0 => Ok(Weights { command, nets }),
            extra => Err(WeightsError::Trailing { extra }),
        }
    }

    /// Encodes a weights file. A command longer than 65,535 bytes is cut.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let features = self.nets.first_key_value().map_or([0; 2], |(_, net)| {
            [net.nation_weights.len(), net.skip_weights.len().saturating_sub(NATION_WIDTH)]
        });
        let command = &self.command[..self.command.floor_char_boundary(usize::from(u16::MAX))];
        let mut bytes = MAGIC.to_vec();
        let lengths = [features[0], features[1], NATION_WIDTH, HIDDEN_WIDTH, self.nets.len(), command.len()];
        for number in [usize::from(VERSION)].into_iter().chain(lengths) {
            bytes.extend((number as u16).to_le_bytes());
        }
        bytes.extend(command.as_bytes());
        for (&players, net) in &self.nets {
            bytes.push(players);
            bytes.extend(net.to_flat().into_iter().flat_map(f32::to_le_bytes));
        }
        bytes
    }
}

/// Returns the network of a game.
pub(crate) fn net_for(options: Options) -> &'static Net {
    Weights::embedded(options.kind()).net(options.players())
}

fn decode_embedded(kind: Kind, bytes: &[u8]) -> Weights {
    match Weights::from_bytes(kind, bytes) {
        Ok(weights) => weights,
        Err(error) => panic!("the embedded weights of the {kind} game are damaged: {error}"),
    }
}

/// Nation features, global features, nation units, hidden units.
fn dimensions(kind: Kind) -> [u16; 4] {
    let [nation, global] = match kind {
        Kind::Card => [CARD_NATION_FEATURES, CARD_GLOBAL_FEATURES],
        Kind::Board => [BOARD_NATION_FEATURES, BOARD_GLOBAL_FEATURES],
    };
    [nation, global, NATION_WIDTH, HIDDEN_WIDTH].map(|length| length as u16)
}

/// The part of a file that is not decoded yet.
struct Reader<'b> {
    rest: &'b [u8],
}

impl<'b> Reader<'b> {
    fn take(&mut self, count: usize) -> Result<&'b [u8], WeightsError> {
        let missing = count.saturating_sub(self.rest.len());
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(WeightsError::Truncated { missing })?;
        self.rest = rest;
        Ok(taken)
    }

    fn u16(&mut self) -> Result<u16, WeightsError> {
        Ok(self.take(2)?.iter().rev().fold(0, |number, &byte| number << 8 | u16::from(byte)))
    }

    fn net(&mut self, kind: Kind, players: u8) -> Result<Net, WeightsError> {
        let [nation, global, ..] = dimensions(kind).map(usize::from);
        let mut net = Net::zeroed(nation, global);
        let (numbers, _) = self.take(size_of::<f32>() * net.to_flat().len())?.as_chunks();
        let flat: Vec<f32> = numbers.iter().map(|&number| f32::from_le_bytes(number)).collect();
        if !flat.iter().all(|weight| weight.is_finite()) {
            return Err(WeightsError::NotFinite { players });
        }
        net.set_flat(flat);
        Ok(net)
    }
}
