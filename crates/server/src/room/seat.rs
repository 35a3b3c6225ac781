//! Who sits where.

use cafe_bots::Level;
use cafe_rules::Share;

use crate::{Name, VisitorId};

/// A seat at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Holder {
    /// Nobody yet; perhaps it is kept for somebody.
    Free(Option<VisitorId>),
    /// A bot of the house.
    Bot(Level),
    /// A visitor.
    Visitor(Box<Guest>),
}

/// A visitor in a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guest {
    /// Who.
    pub visitor: VisitorId,
    /// The name when the seat was taken.
    pub name: Name,
    /// Whether it is a bot from outside.
    pub program: bool,
    /// The share of the seed.
    pub share: Option<Share>,
    /// Whether a bot of the house looks after the seat.
    pub minded: bool,
    /// How many turns in a row the clock has played.
    pub missed: u8,
    /// Whether the host has muted the visitor.
    pub muted: bool,
}

impl Holder {
    /// The visitor in the seat.
    #[must_use]
    pub fn guest(&self) -> Option<&Guest> {
        match self {
            Holder::Visitor(guest) => Some(guest),
            _ => None,
        }
    }

    pub(super) fn guest_mut(&mut self) -> Option<&mut Guest> {
        match self {
            Holder::Visitor(guest) => Some(guest),
            _ => None,
        }
    }

    /// The bot that plays for this seat, if it is not up to a visitor.
    #[must_use]
    pub fn bot(&self) -> Option<Level> {
        match self {
            Holder::Bot(level) => Some(*level),
            Holder::Visitor(guest) if guest.minded => Some(STAND_IN),
            _ => None,
        }
    }

    /// The name to show; none for a free seat.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Holder::Free(_) => "",
            Holder::Bot(level) => level.name(),
            Holder::Visitor(guest) => guest.name.as_str(),
        }
    }
}

/// Who plays for visitors that do not.
pub const STAND_IN: Level = Level::Expert;
