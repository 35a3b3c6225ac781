//! What the networks have learned: data, made by `cafe tune`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use cafe_rules::{Kind, Options};
use serde::{Deserialize, Serialize};

use crate::net::Net;

/// The networks of one game, as they are kept in a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Weights {
    /// The command that made them.
    pub command: String,
    /// By number of players.
    pub nets: BTreeMap<u8, Net>,
}

static CARD: LazyLock<Weights> = LazyLock::new(|| read(include_str!("../data/card.json")));
static BOARD: LazyLock<Weights> = LazyLock::new(|| read(include_str!("../data/board.json")));

fn read(text: &str) -> Weights {
    serde_json::from_str(text).expect("the weights that come with this crate are well formed")
}

/// The network for a game of so many players.
pub(crate) fn net_for(options: Options) -> &'static Net {
    let weights: &Weights = match options.kind() {
        Kind::Card => &CARD,
        Kind::Board => &BOARD,
    };
    let fewer = weights.nets.range(..=options.players()).next_back();
    fewer.or(weights.nets.first_key_value()).map(|(_, net)| net).expect("there is a network for two players")
}
