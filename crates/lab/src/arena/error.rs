//! What should not happen in an arena.

use std::fmt;

use cafe_rules::Refusal;

use super::Entrant;

/// A bot did not play by the rules, which is a fault of the bot.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are what the message names")]
pub enum ArenaError {
    /// It chose an action that is not legal.
    IllegalAction { entrant: Entrant, deal: u64, action: String, refusal: Box<Refusal> },
    /// It chose nothing, though it was its turn.
    NoTurn { entrant: Entrant, deal: u64 },
}

impl fmt::Display for ArenaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArenaError::IllegalAction { entrant, deal, action, refusal } => {
                write!(f, "deal {deal}: {} chose {action}, which is not legal: {refusal}", entrant.as_str())
            }
            ArenaError::NoTurn { entrant, deal } => {
                write!(f, "deal {deal}: {} chose nothing, though it was its turn", entrant.as_str())
            }
        }
    }
}

impl std::error::Error for ArenaError {}
