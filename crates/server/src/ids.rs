//! Names for things that nobody can guess.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Letters and digits that are not mistaken for one another: 32 of them, 5 bits each.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Random bytes from the operating system.
///
/// # Panics
/// If the operating system has none, which leaves nothing to go on with.
#[must_use]
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system has random bytes");
    bytes
}

fn letters<const N: usize>() -> String {
    random::<N>().iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

fn is_written(text: &str, letters: usize) -> bool {
    text.len() == letters && text.bytes().all(|byte| LETTERS.contains(&byte))
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $letters:literal) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(Box<str>);

        impl $name {
            /// A new one, from chance.
            #[must_use]
            pub fn new() -> $name {
                $name(letters::<$letters>().into())
            }

            /// Reads one.
            #[must_use]
            pub fn parse(text: &str) -> Option<$name> {
                is_written(text, $letters).then(|| $name(text.into()))
            }

            /// As it is written.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl Default for $name {
            fn default() -> $name {
                $name::new()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl TryFrom<String> for $name {
            type Error = String;

            fn try_from(text: String) -> Result<$name, String> {
                $name::parse(&text).ok_or_else(|| format!("{} letters and digits", $letters))
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> String {
                id.0.into()
            }
        }
    };
}

id!(
    /// A table. Whoever knows it may open the door: 80 random bits.
    TableId,
    16
);
id!(
    /// A visitor, as others see it: no secret.
    VisitorId,
    12
);

impl VisitorId {
    /// Who takes the place of somebody who was forgotten.
    #[must_use]
    pub fn nobody() -> VisitorId {
        VisitorId("nnnnnnnnnnnn".into())
    }
}

/// What a visitor's device shows to be let in: 160 random bits. Only its hash is stored.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// The hash of a token.
pub type TokenHash = [u8; 32];

impl Token {
    const LETTERS: usize = 32;

    /// A new one, from chance.
    #[must_use]
    pub fn new() -> Token {
        Token(letters::<{ Token::LETTERS }>())
    }

    /// Reads one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Token> {
        is_written(text, Token::LETTERS).then(|| Token(text.to_owned()))
    }

    /// The secret itself, for the one device that may have it.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is stored of it.
    #[must_use]
    pub fn hash(&self) -> TokenHash {
        Sha256::digest(self.0.as_bytes()).into()
    }
}

impl Default for Token {
    fn default() -> Token {
        Token::new()
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
    fn what_is_written_is_read_and_nothing_else() {
        let id = TableId::new();
        assert_eq!(TableId::parse(id.as_str()), Some(id.clone()));
        assert_ne!(id, TableId::new());
        for wrong in ["", "abc", &id.as_str().to_uppercase(), &format!("{id}a"), "aaaaaaaaaaaaaaa!"] {
            assert_eq!(TableId::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_token_does_not_show_itself() {
        let token = Token::new();
        assert!(!format!("{token:?}").contains(token.reveal()));
        assert_eq!(Token::parse(token.reveal()).map(|read| read.hash()), Some(token.hash()));
    }
}
