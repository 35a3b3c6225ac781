//! Faults of a record.

use crate::Refusal;
use crate::record::{RECORD_FIRST_LINE, RECORD_MAX_BYTES};

/// One fault of a record, with its line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}{}: {reason}", .action.as_ref().map_or_else(String::new, |action| format!(", {action}")))]
pub struct RecordFault {
    /// Line number, from 1.
    pub line: usize,
    /// The action, if the fault concerns one.
    pub action: Option<String>,
    /// The fault.
    pub reason: RecordFaultReason,
}

/// What is wrong at a line of a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the fields are what the message names")]
pub enum RecordFaultReason {
    #[error("a record may be at most {RECORD_MAX_BYTES} bytes long")]
    TooLong,
    #[error("a record must begin with the line {RECORD_FIRST_LINE:?}")]
    FirstLine,
    /// A header line is not `field: value`.
    #[error("this is neither a header line (field: value) nor a turn (1. 0: …)")]
    HeaderLine,
    #[error("unknown header field {field:?}")]
    UnknownField { field: String },
    #[error("{field} is given twice")]
    DuplicateField { field: String },
    #[error("{field} is missing in the header")]
    MissingField { field: &'static str },
    /// The value of a header field is invalid.
    #[error("{field} must be {wanted}")]
    InvalidField { field: String, wanted: String },
    #[error("the seed does not follow from the secret and the shares")]
    SeedMismatch,
    /// The deal is said to be friendly, and is not.
    #[error("the deal is not friendly to the first player")]
    NotFriendly,
    /// Another deal comes first among the friendly ones.
    #[error("the first friendly deal that follows from the secret and the shares has the number {first}")]
    NotFirstFriendly { first: u32 },
    #[error("the secret does not match the commitment")]
    CommitmentMismatch,
    /// A finished game must reveal the secret.
    #[error("the game is over, but the secret of its commitment is missing")]
    SecretMissing,
    /// A turn is written `1. 0: actions = points | scores`, and turns are counted from 1.
    #[error("expected turn {expected}, written `{expected}. 0: actions = points | scores`")]
    TurnLine { expected: usize },
    #[error("it is the turn of player {to_move}, not of player {found}")]
    WrongPlayer { found: u8, to_move: u8 },
    #[error("the previous turn has not ended")]
    TurnNotEnded,
    #[error("the turn has already ended")]
    TurnAlreadyEnded,
    #[error("{0}")]
    IllegalAction(Box<Refusal>),
    #[error("the action scores {}", if .expected.is_empty() { "nothing" } else { .expected })]
    WrongPoints { expected: String },
    #[error("the turn's points and the scores are {expected}")]
    WrongSums { expected: String },
    #[error("the result is {expected}")]
    WrongResult { expected: String },
    #[error("there is a result, but the game is not over")]
    UnexpectedResult,
    #[error("the game is over, but the record has no result")]
    MissingResult,
    #[error("nothing may follow the result")]
    AfterResult,
}
