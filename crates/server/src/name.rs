//! What visitors call themselves.

use std::fmt;

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

/// A name is at most this many characters long.
pub const NAME_CHARACTERS: usize = 24;

/// A display name: 1 to 24 characters, normalised, none that cannot be seen.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(Box<str>);

/// Why it is not a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotAName {
    /// Nothing that could be read.
    Empty,
    /// More than 24 characters.
    TooLong,
    /// It holds something that cannot be seen, or turns the text around.
    Unseen,
}

impl Name {
    /// Makes a name: composed (NFC), with single blanks, none at the ends.
    ///
    /// # Errors
    /// Why it is none.
    ///
    /// ```
    /// use cafe_server::Name;
    /// assert_eq!(Name::new("  Zoe\u{308}   B. ").unwrap().as_str(), "Zoë B.");
    /// assert!(Name::new("a\u{202e}b").is_err());
    /// ```
    pub fn new(text: &str) -> Result<Name, NotAName> {
        if text.len() > 16 * NAME_CHARACTERS {
            return Err(NotAName::TooLong);
        }
        let text: String = text.nfc().collect();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.chars().any(cafe_rules::is_unseen) {
            return Err(NotAName::Unseen);
        }
        match text.chars().count() {
            0 => Err(NotAName::Empty),
            1..=NAME_CHARACTERS => Ok(Name(text.into())),
            _ => Err(NotAName::TooLong),
        }
    }

    /// As it is shown.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", &*self.0)
    }
}

impl TryFrom<String> for Name {
    type Error = NotAName;

    fn try_from(text: String) -> Result<Name, NotAName> {
        Name::new(&text)
    }
}

impl From<Name> for String {
    fn from(name: Name) -> String {
        name.0.into()
    }
}

impl fmt::Display for NotAName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAName::Empty => f.write_str("a name needs at least one character"),
            NotAName::TooLong => write!(f, "a name has at most {NAME_CHARACTERS} characters"),
            NotAName::Unseen => f.write_str("a name has only characters that can be seen"),
        }
    }
}

impl std::error::Error for NotAName {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_one_to_24_characters_that_can_be_seen() {
        assert_eq!(Name::new("Ünal & Zoë 😀").unwrap().as_str(), "Ünal & Zoë 😀");
        assert_eq!(Name::new(&"é".repeat(24)).unwrap().as_str(), "é".repeat(24));
        assert_eq!(Name::new(" \t "), Err(NotAName::Empty));
        assert_eq!(Name::new(&"e\u{301}".repeat(25)), Err(NotAName::TooLong));
        assert_eq!(Name::new(&"x".repeat(100_000)), Err(NotAName::TooLong));
        for unseen in ["a\u{0}b", "a\u{1b}[1m", "a\u{202e}b", "\u{200b}"] {
            assert_eq!(Name::new(unseen), Err(NotAName::Unseen), "{unseen:?}");
        }
    }
}
