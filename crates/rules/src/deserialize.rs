//! Deserialization of the small types from their notation, for clients that read views.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use crate::{Cell, Guest, Nation, Tile};

macro_rules! from_notation {
    ($type:ty, $parse:path, $expected:literal) => {
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                $parse(&text).ok_or_else(|| D::Error::custom(concat!("expected ", $expected)))
            }
        }
    };
}

from_notation!(Cell, Cell::parse, "a cell such as c4");
from_notation!(Guest, Guest::parse, "a guest such as RUm or JKf=ES");
from_notation!(Nation, Nation::from_code, "a nation such as RU");
from_notation!(Tile, Tile::parse, "a tile such as RUm or JKf");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notation_round_trips_through_json() {
        let tile: Tile = serde_json::from_str("\"JKf\"").unwrap();
        assert_eq!(serde_json::to_string(&tile).unwrap(), "\"JKf\"");
        let guest: Guest = serde_json::from_str("\"JKf=ES\"").unwrap();
        assert_eq!(serde_json::to_string(&guest).unwrap(), "\"JKf=ES\"");
        assert!(serde_json::from_str::<Cell>("\"C4\"").is_err());
        assert!(serde_json::from_str::<Nation>("\"XX\"").is_err());
    }
}
