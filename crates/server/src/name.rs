//! What visitors call themselves.

use std::fmt;

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory as _};

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
        if text.chars().any(cafe_rules::is_invisible) {
            return Err(NotAName::Unseen);
        }
        match text.chars().count() {
            0 => Err(NotAName::Empty),
            1..=NAME_CHARACTERS => Ok(Name(text.into())),
            _ => Err(NotAName::TooLong),
        }
    }

    /// Makes a name of what somebody wants to be called from now on. It must be seen: letters without a shape are none, nor are
    /// those that each font draws as it likes. (Names that were chosen before may be like that, and are still read.)
    ///
    /// # Errors
    /// Why it is none.
    ///
    /// ```
    /// use cafe_server::{Name, NotAName};
    /// assert!(Name::chosen("María 👩‍🍳").is_ok());
    /// assert_eq!(Name::chosen("\u{3164}"), Err(NotAName::Unseen));
    /// ```
    pub fn chosen(text: &str) -> Result<Name, NotAName> {
        let name = Name::new(text)?;
        if name.0.chars().any(is_shapeless) || !can_be_seen(&name.0) {
            return Err(NotAName::Unseen);
        }
        Ok(name)
    }

    /// As it is shown.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whether a letter has no shape of its own, though it is no control character. Joiners are wanted between others.
fn is_shapeless(letter: char) -> bool {
    let joins = matches!(letter, '\u{200c}' | '\u{200d}');
    let category = letter.general_category();
    is_filler(letter)
        || (category == GeneralCategory::Format && !joins)
        || category == GeneralCategory::PrivateUse
}

/// Letters and signs in all but their look, which is none.
fn is_filler(letter: char) -> bool {
    matches!(letter, '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}')
}

/// Whether something of a text can be seen: a letter, a number or a sign, and not only what goes with one.
pub(crate) fn can_be_seen(text: &str) -> bool {
    use GeneralCategoryGroup::{Letter, Number, Punctuation, Symbol};
    let seen =
        |letter: char| matches!(letter.general_category_group(), Letter | Number | Punctuation | Symbol);
    text.chars().any(|letter| seen(letter) && !is_filler(letter))
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

    #[test]
    fn nobody_chooses_a_name_that_cannot_be_seen_but_who_has_one_keeps_it() {
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
            assert_eq!(Name::chosen(name), Err(NotAName::Unseen), "{name:?}");
            assert!(Name::new(name).is_ok(), "{name:?}");
        }
        for name in ["Ann", "Ünal & Zoë 😀", "👩‍🍳", "李", "नेहा", "می‌خواهم", "!", "7"]
        {
            assert_eq!(Name::chosen(name).unwrap().as_str(), name);
        }
    }
}
