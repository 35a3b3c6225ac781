//! The twelve nations and the two sexes.

use std::fmt;

use serde::{Serialize, Serializer};

/// One of the twelve nations, in the order of their codes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names are self-explanatory")]
pub enum Nation {
    CentralAfrica,
    China,
    Cuba,
    Germany,
    Spain,
    France,
    GreatBritain,
    India,
    Italy,
    Russia,
    Turkey,
    Usa,
}

impl Nation {
    /// All nations in the order of their codes, which is also their order in an unshuffled deck (docs/shuffle.md).
    pub const ALL: [Nation; 12] = [
        Nation::CentralAfrica,
        Nation::China,
        Nation::Cuba,
        Nation::Germany,
        Nation::Spain,
        Nation::France,
        Nation::GreatBritain,
        Nation::India,
        Nation::Italy,
        Nation::Russia,
        Nation::Turkey,
        Nation::Usa,
    ];

    /// Two-letter code of the nation.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Nation::CentralAfrica => "CF",
            Nation::China => "CN",
            Nation::Cuba => "CU",
            Nation::Germany => "DE",
            Nation::Spain => "ES",
            Nation::France => "FR",
            Nation::GreatBritain => "GB",
            Nation::India => "IN",
            Nation::Italy => "IT",
            Nation::Russia => "RU",
            Nation::Turkey => "TR",
            Nation::Usa => "US",
        }
    }

    /// Returns the nation with this code.
    ///
    /// ```
    /// use cafe_rules::Nation;
    /// assert_eq!(Nation::from_code("RU"), Some(Nation::Russia));
    /// assert_eq!(Nation::from_code("ru"), None);
    /// ```
    #[must_use]
    pub fn from_code(code: &str) -> Option<Nation> {
        Nation::ALL.into_iter().find(|nation| nation.code() == code)
    }

    /// English name, with its article where it has one.
    #[must_use]
    pub const fn english_name(self) -> &'static str {
        match self {
            Nation::CentralAfrica => "Central Africa",
            Nation::China => "China",
            Nation::Cuba => "Cuba",
            Nation::Germany => "Germany",
            Nation::Spain => "Spain",
            Nation::France => "France",
            Nation::GreatBritain => "Great Britain",
            Nation::India => "India",
            Nation::Italy => "Italy",
            Nation::Russia => "Russia",
            Nation::Turkey => "Turkey",
            Nation::Usa => "the USA",
        }
    }

    /// Index in [`Nation::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Nation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl Serialize for Nation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

/// Sex of a guest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names are self-explanatory")]
pub enum Sex {
    Lady,
    Gentleman,
}

impl Sex {
    /// Both sexes, ladies first.
    pub const BOTH: [Sex; 2] = [Sex::Lady, Sex::Gentleman];

    /// `f` or `m`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Sex::Lady => 'f',
            Sex::Gentleman => 'm',
        }
    }

    /// The other sex.
    #[must_use]
    pub const fn other(self) -> Sex {
        match self {
            Sex::Lady => Sex::Gentleman,
            Sex::Gentleman => Sex::Lady,
        }
    }

    /// 0 for ladies, 1 for gentlemen.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}
