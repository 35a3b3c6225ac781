//! The embedded weights and the faults of a weights file.

use cafe_bots::{Weights, WeightsError};
use cafe_rules::Kind;

/// Offsets in the header, as `weights.rs` describes it.
const VERSION_OFFSET: usize = 4;
const NATION_FEATURES_OFFSET: usize = 6;
const NET_COUNT_OFFSET: usize = 14;
const COMMAND_OFFSET: usize = 18;

fn card_bytes() -> Vec<u8> {
    Weights::embedded(Kind::Card).to_bytes()
}

fn decode(bytes: &[u8]) -> Result<Weights, WeightsError> {
    Weights::from_bytes(Kind::Card, bytes)
}

#[test]
fn embedded_weights_cover_every_number_of_players() {
    for kind in Kind::BOTH {
        let weights = Weights::embedded(kind);
        assert!(weights.nets.keys().copied().eq(kind.players()), "{kind}: {:?}", weights.nets.keys());
    }
}

#[test]
fn embedded_weights_name_the_command_that_made_them() {
    for kind in Kind::BOTH {
        let command = &Weights::embedded(kind).command;
        let numbers: Vec<u64> = command.split(' ').filter_map(|word| word.parse().ok()).collect();
        let [generations, games, seed] = numbers[..] else { panic!("{command}") };
        let options = format!("--generations {generations} --games {games} --seed {seed}");
        assert_eq!(*command, format!("cafe tune --game {} {options} --save FILE", kind.as_str()));
    }
}

#[test]
fn encoding_reproduces_the_embedded_files() {
    assert_eq!(card_bytes(), include_bytes!("../../data/card.weights"));
    assert_eq!(Weights::embedded(Kind::Board).to_bytes(), include_bytes!("../../data/board.weights"));
}

#[test]
fn missing_network_falls_back_to_fewer_players() {
    let mut weights = Weights::embedded(Kind::Card).clone();
    let (two, three) = (weights.nets[&2].clone(), weights.nets[&3].clone());
    weights.nets.remove(&4);
    assert_eq!(weights.net(4), &three);
    weights.nets.remove(&3);
    assert_eq!(weights.net(3), &two);
    weights.nets.remove(&2);
    let five = weights.nets[&5].clone();
    assert_eq!(weights.net(2), &five);
}

#[test]
fn header_faults_are_named() {
    assert_eq!(decode(b"{}"), Err(WeightsError::NotWeights));
    let mut version = card_bytes();
    version[VERSION_OFFSET] = 2;
    assert_eq!(decode(&version), Err(WeightsError::Version { found: 2 }));
    let expected = [20, 44, 16, 32];
    let found = [18, 48, 16, 32];
    let board = Weights::from_bytes(Kind::Board, &card_bytes());
    assert_eq!(board, Err(WeightsError::Dimensions { found, expected }));
    let mut features = card_bytes();
    features[NATION_FEATURES_OFFSET] = 17;
    assert!(matches!(decode(&features), Err(WeightsError::Dimensions { found: [17, ..], .. })));
    let mut command = card_bytes();
    command[COMMAND_OFFSET] = 0xff;
    assert_eq!(decode(&command), Err(WeightsError::Command));
}

#[test]
fn wrong_lengths_are_named() {
    let bytes = card_bytes();
    assert_eq!(decode(&bytes[..bytes.len() - 3]), Err(WeightsError::Truncated { missing: 3 }));
    for length in 0..COMMAND_OFFSET + 1 {
        assert!(decode(&bytes[..length]).is_err(), "{length} bytes");
    }
    assert_eq!(decode(&[&bytes[..], &[0; 5]].concat()), Err(WeightsError::Trailing { extra: 5 }));
    let mut empty = bytes;
    empty[NET_COUNT_OFFSET] = 0;
    assert_eq!(decode(&empty), Err(WeightsError::Empty));
}

#[test]
fn faulty_networks_are_named() {
    let command_length = Weights::embedded(Kind::Card).command.len();
    let players = COMMAND_OFFSET + command_length;
    let mut bytes = card_bytes();
    bytes[players + 1..players + 5].copy_from_slice(&f32::NAN.to_le_bytes());
    assert_eq!(decode(&bytes), Err(WeightsError::NotFinite { players: 2 }));
    for number in [3, 9] {
        let mut bytes = card_bytes();
        bytes[players] = number;
        assert_eq!(decode(&bytes), Err(WeightsError::Players { players: number }));
    }
    assert!(decode(&card_bytes()).unwrap().nets.len() == 4);
}
