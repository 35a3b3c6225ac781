//! Display names.

use std::fmt;

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

use crate::text::{
    count_characters, has_hidden_characters, has_stacked_marks, has_visible_character, mixes_scripts,
};

/// Maximum length of a name.
pub const NAME_MAX_CHARACTERS: usize = 24;

/// A display name: 1 to 24 characters, normalised, none of them invisible.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(Box<str>);

/// Why a text is not a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InvalidName {
    /// No characters.
    #[error("a name needs at least one character")]
    Empty,
    /// More than 24 characters.
    #[error("a name has at most {NAME_MAX_CHARACTERS} characters")]
    TooLong,
    /// Characters that are invisible or change the direction of the text.
    #[error("a name has visible characters only")]
    Invisible,
    /// Too many marks on a letter.
    #[error("a letter of a name has at most four different marks")]
    StackedMarks,
    /// Letters of scripts that look alike.
    #[error("a name does not mix scripts that look alike")]
    MixedScripts,
}

impl Name {
    /// Normalises a name: composed (NFC), single blanks, none at the ends.
    ///
    /// # Errors
    /// Why the text is not a name.
    ///
    /// ```
    /// use cafe_room::Name;
    /// assert_eq!(Name::new("  Zoe\u{308}   B. ").unwrap().as_str(), "Zoë B.");
    /// assert!(Name::new("a\u{202e}b").is_err());
    /// ```
    pub fn new(text: &str) -> Result<Name, InvalidName> {
        if text.len() > 16 * NAME_MAX_CHARACTERS {
            return Err(InvalidName::TooLong);
        }
        let text: String = text.nfc().collect();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.chars().any(cafe_rules::is_invisible) {
            return Err(InvalidName::Invisible);
        }
        match count_characters(&text) {
            0 => Err(InvalidName::Empty),
            1..=NAME_MAX_CHARACTERS => Ok(Name(text.into())),
            _ => Err(InvalidName::TooLong),
        }
    }

    /// Normalises a newly chosen name. Stricter than [`new`](Name::new): characters without a glyph of their own, stacked marks and
    /// mixed scripts are refused. Names stored by earlier versions may have them and still have to be read.
    ///
    /// # Errors
    /// Why the text is not a name.
    ///
    /// ```
    /// use cafe_room::{InvalidName, Name};
    /// assert!(Name::choose("María 👩‍🍳").is_ok());
    /// assert_eq!(Name::choose("\u{3164}"), Err(InvalidName::Invisible));
    /// ```
    pub fn choose(text: &str) -> Result<Name, InvalidName> {
        let name = Name::new(text)?;
        if has_hidden_characters(&name.0) || !has_visible_character(&name.0) {
            return Err(InvalidName::Invisible);
        }
        if has_stacked_marks(&name.0) {
            return Err(InvalidName::StackedMarks);
        }
        if mixes_scripts(&name.0) {
            return Err(InvalidName::MixedScripts);
        }
        Ok(name)
    }

    /// Returns the name that replaces the name of an erased visitor.
    #[must_use]
    pub fn erased() -> Name {
        Name("Somebody".into())
    }

    /// Returns the name as text.
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
    type Error = InvalidName;

    fn try_from(text: String) -> Result<Name, InvalidName> {
        Name::new(&text)
    }
}

impl From<Name> for String {
    fn from(name: Name) -> String {
        name.0.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_one_to_24_visible_characters() {
        assert_eq!(Name::new("Ünal & Zoë 😀").unwrap().as_str(), "Ünal & Zoë 😀");
        assert_eq!(Name::new(&"é".repeat(24)).unwrap().as_str(), "é".repeat(24));
        assert_eq!(Name::new(" \t "), Err(InvalidName::Empty));
        assert_eq!(Name::new(&"e\u{301}".repeat(25)), Err(InvalidName::TooLong));
        assert_eq!(Name::new(&"x".repeat(100_000)), Err(InvalidName::TooLong));
        for invisible in ["a\u{0}b", "a\u{1b}[1m", "a\u{202e}b", "\u{200b}"] {
            assert_eq!(Name::new(invisible), Err(InvalidName::Invisible), "{invisible:?}");
        }
    }

    #[test]
    fn choosing_refuses_names_that_deceive() {
        assert_eq!(Name::choose("Z\u{336}\u{336}oe"), Err(InvalidName::StackedMarks));
        assert_eq!(Name::choose("\u{410}nn"), Err(InvalidName::MixedScripts));
        assert_eq!(Name::choose("\u{1d159}"), Err(InvalidName::Invisible));
    }

    #[test]
    fn choosing_refuses_names_without_glyphs_that_reading_accepts() {
        let blank = [
            "\u{3164}",
            "\u{ad}",
            "\u{2800}",
            "\u{e0041}",
            "\u{200d}",
            "\u{fe0f}",
            "\u{115f}",
            "\u{fff9}",
            "\u{180e}",
            "\u{34f}",
            "\u{1d173}",
            "\u{e000}",
            "\u{301}",
            "Ann\u{ad}",
        ];
        for name in blank {
            assert_eq!(Name::choose(name), Err(InvalidName::Invisible), "{name:?}");
            assert!(Name::new(name).is_ok(), "{name:?}");
        }
        for name in ["Ann", "Ünal & Zoë 😀", "👩‍🍳", "李", "नेहा", "می‌خواهم", "!", "7"]
        {
            assert_eq!(Name::choose(name).unwrap().as_str(), name);
        }
    }
}
