//! Errors of a match.

use cafe_rules::Refusal;

use super::Entrant;

/// A bot broke the rules, which is a bug in the bot.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum ArenaError {
    /// The bot chose an illegal action.
    #[error("deal {deal}: {} chose {action}, which is not legal: {refusal}", entrant.as_str())]
    IllegalAction { entrant: Entrant, deal: u64, action: String, refusal: Box<Refusal> },
    /// The bot chose nothing in its own turn.
    #[error("deal {deal}: {} chose no turn", entrant.as_str())]
    NoTurn { entrant: Entrant, deal: u64 },
}
