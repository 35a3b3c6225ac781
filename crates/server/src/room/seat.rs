//! Who sits where.

use cafe_bots::Level;
use cafe_rules::Share;
use serde::{Deserialize, Serialize};

use super::Room;
use crate::{Name, VisitorId};

/// A seat at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Holder {
    /// Nobody yet; perhaps it is kept for somebody.
    Free(Option<VisitorId>),
    /// A bot of the house.
    Bot(Bot),
    /// A visitor.
    Visitor(Box<Guest>),
}

/// A bot of the house in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bot {
    /// How well it plays.
    pub level: Level,
    /// The name that it was given when it sat down. Tables from before bots had names of their own have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
}

impl Bot {
    /// A bot that has no name yet.
    #[must_use]
    pub fn of(level: Level) -> Bot {
        Bot { level, name: None }
    }

    /// The name to show.
    #[must_use]
    pub fn name(&self) -> &str {
        self.name.as_ref().map_or(self.level.character_name(), Name::as_str)
    }
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
    /// Whether that began in the visitor's own turn, which still goes on.
    pub left_in_turn: bool,
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
            Holder::Bot(bot) => Some(bot.level),
            Holder::Visitor(guest) if guest.minded => Some(STAND_IN),
            _ => None,
        }
    }

    /// The name to show; none for a free seat.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Holder::Free(_) => "",
            Holder::Bot(bot) => bot.name(),
            Holder::Visitor(guest) => guest.name.as_str(),
        }
    }
}

impl Room {
    /// A bot that sits down here, with the name that it brings or else the first of its level's: but none that somebody at the
    /// table has. It follows from who sits there and from nothing else.
    #[must_use]
    pub fn named(&self, bot: &Bot) -> Bot {
        let free = |name: &Name| self.seats.iter().all(|holder| holder.name() != name.as_str());
        let usual = bot.level.character_names().into_iter().filter_map(|name| Name::new(name).ok());
        Bot { level: bot.level, name: bot.name.iter().cloned().chain(usual).find(free) }
    }
}

/// Who plays for visitors that do not.
pub const STAND_IN: Level = Level::Expert;
