//! The occupants of the players' seats.

use cafe_bots::Level;
use cafe_rules::Share;
use serde::{Deserialize, Serialize};

use crate::{Name, Room, VisitorId};

/// The level of the bot that plays for an absent visitor.
pub const SUBSTITUTE_LEVEL: Level = Level::Expert;

/// What occupies a player's seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Occupant {
    /// Nothing. The seat may be reserved for a visitor.
    Free {
        /// The only visitor who may take the seat, if it is reserved.
        reserved_for: Option<VisitorId>,
    },
    /// One of the server's bots.
    Bot(Bot),
    /// A visitor.
    Visitor(Box<SeatedVisitor>),
}

/// A bot in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bot {
    /// Playing strength.
    pub level: Level,
    /// The name it was given when it sat down. Entries from before bots had names have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
}

impl Bot {
    /// Returns a bot that has not been named yet.
    #[must_use]
    pub fn unnamed(level: Level) -> Bot {
        Bot { level, name: None }
    }

    /// Returns the display name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.name.as_ref().map_or(self.level.character_name(), Name::as_str)
    }
}

/// A visitor in a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatedVisitor {
    /// The visitor.
    pub id: VisitorId,
    /// The name at the time the seat was taken.
    pub name: Name,
    /// True for an external bot.
    pub is_program: bool,
    /// The visitor's share of the seed.
    pub share: Option<Share>,
    /// True while a bot plays for the visitor.
    pub bot_plays: bool,
    /// True if the visitor let the bot play. Then connecting does not end it.
    pub handed_over: bool,
    /// True if the bot took over during the visitor's own turn and that turn is not over.
    pub left_during_turn: bool,
    /// Consecutive turns that ran out of time.
    pub missed_turns: u8,
    /// True if the host muted the visitor.
    pub muted: bool,
}

impl SeatedVisitor {
    /// Lets a bot play for the visitor.
    pub(crate) fn hand_over(&mut self, is_to_move: bool) {
        if !self.bot_plays {
            (self.bot_plays, self.left_during_turn) = (true, is_to_move);
        }
    }
}

impl Occupant {
    /// A free seat that anybody may take.
    pub const FREE: Occupant = Occupant::Free { reserved_for: None };

    /// Returns true if nobody has taken the seat, reserved or not.
    #[must_use]
    pub fn is_free(&self) -> bool {
        matches!(self, Occupant::Free { .. })
    }

    /// Returns true if the seat is reserved for this visitor.
    #[must_use]
    pub fn is_reserved_for(&self, visitor: &VisitorId) -> bool {
        matches!(self, Occupant::Free { reserved_for: Some(id) } if id == visitor)
    }

    /// Returns the visitor in the seat.
    #[must_use]
    pub fn visitor(&self) -> Option<&SeatedVisitor> {
        match self {
            Occupant::Visitor(visitor) => Some(visitor),
            _ => None,
        }
    }

    pub(crate) fn visitor_mut(&mut self) -> Option<&mut SeatedVisitor> {
        match self {
            Occupant::Visitor(visitor) => Some(visitor),
            _ => None,
        }
    }

    /// Returns the level of the bot that plays for this seat, if one does.
    #[must_use]
    pub fn bot_level(&self) -> Option<Level> {
        match self {
            Occupant::Bot(bot) => Some(bot.level),
            Occupant::Visitor(visitor) if visitor.bot_plays => Some(SUBSTITUTE_LEVEL),
            _ => None,
        }
    }

    /// Returns the display name; empty for a free seat.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Occupant::Free { .. } => "",
            Occupant::Bot(bot) => bot.name(),
            Occupant::Visitor(visitor) => visitor.name.as_str(),
        }
    }
}

impl Room {
    /// Names a bot that sits down: its own name, else the first name of its level that no occupant has. The result depends
    /// on the occupants only, so it is the same on every replay.
    #[must_use]
    pub fn name_bot(&self, bot: &Bot) -> Bot {
        let is_unused = |name: &Name| self.occupants.iter().all(|occupant| occupant.name() != name.as_str());
        let level_names = bot.level.character_names().into_iter().filter_map(|name| Name::new(name).ok());
        Bot { level: bot.level, name: bot.name.iter().cloned().chain(level_names).find(is_unused) }
    }
}
