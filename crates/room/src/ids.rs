//! Identifiers and tokens, made from random bytes that the caller provides.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};
use sha2::{Digest, Sha256};

/// Letters and digits without the ones that are easily confused. 32 of them, so a character holds 5 bits.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// One character per byte; 256 is a multiple of 32, so every character is equally likely.
fn encode_byte(byte: u8) -> u8 {
    ALPHABET[usize::from(byte % 32)]
}

fn is_encoded(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|byte| ALPHABET.contains(&byte))
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $length:literal) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
        #[serde(try_from = "String")]
        pub struct $name([u8; $length]);

        impl $name {
            /// Makes an id from random bytes.
            #[must_use]
            pub fn from_random(bytes: [u8; $length]) -> $name {
                $name(bytes.map(encode_byte))
            }

            /// Parses an id.
            #[must_use]
            pub fn parse(text: &str) -> Option<$name> {
                let characters = text.as_bytes().try_into().ok()?;
                is_encoded(text, $length).then_some($name(characters))
            }

            /// Returns the id as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                std::str::from_utf8(&self.0).expect("an id has only letters and digits")
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl TryFrom<String> for $name {
            type Error = String;

            fn try_from(text: String) -> Result<$name, String> {
                $name::parse(&text).ok_or_else(|| format!("expected {} letters and digits", $length))
            }
        }
    };
}

id!(
    /// A room. Knowing the id is enough to enter the room, so it has 80 random bits.
    RoomId,
    16
);
id!(
    /// A visitor. Public: it identifies, but does not authenticate.
    VisitorId,
    12
);

id!(
    /// A device of a visitor, for the visitor's own list of devices. It does not authenticate.
    DeviceId,
    12
);

impl DeviceId {
    /// Returns the id of the device with this token. It reveals a part of the hash and nothing of the token.
    #[must_use]
    pub fn of(token: &TokenHash) -> DeviceId {
        let mut bytes = [0; 12];
        bytes.copy_from_slice(&token[..12]);
        DeviceId::from_random(bytes)
    }
}

impl VisitorId {
    /// The id that replaces an erased visitor in stored entries.
    #[must_use]
    pub fn erased() -> VisitorId {
        VisitorId([b'n'; 12])
    }
}

/// The secret that authenticates a device: 160 random bits. Only its hash is stored.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// SHA-256 of a [`Token`].
pub type TokenHash = [u8; 32];

impl Token {
    const LENGTH: usize = 32;

    /// Makes a token from random bytes.
    #[must_use]
    pub fn from_random(bytes: [u8; Token::LENGTH]) -> Token {
        Token(bytes.iter().map(|byte| char::from(encode_byte(*byte))).collect())
    }

    /// Parses a token.
    #[must_use]
    pub fn parse(text: &str) -> Option<Token> {
        is_encoded(text, Token::LENGTH).then(|| Token(text.to_owned()))
    }

    /// Returns the secret. It is sent to its device once and never logged.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Returns the hash to store.
    #[must_use]
    pub fn hash(&self) -> TokenHash {
        Sha256::digest(self.0.as_bytes()).into()
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_round_trip_and_reject_other_text() {
        let id = RoomId::from_random([7; 16]);
        assert_eq!(RoomId::parse(id.as_str()), Some(id.clone()));
        assert_ne!(id, RoomId::from_random([8; 16]));
        for wrong in ["", "abc", &id.as_str().to_uppercase(), &format!("{id}a"), "aaaaaaaaaaaaaaa!"] {
            assert_eq!(RoomId::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn debug_output_hides_the_token() {
        let token = Token::from_random([9; 32]);
        assert!(!format!("{token:?}").contains(token.reveal()));
        assert_eq!(Token::parse(token.reveal()).map(|parsed| parsed.hash()), Some(token.hash()));
    }
}
