//! What can be wrong with a record.

use std::fmt;

use crate::Refusal;
use crate::record::{RECORD_BYTES, RECORD_FIRST_LINE};

/// One thing that is wrong with a record, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordFault {
    /// The line, from 1.
    pub line: usize,
    /// The action, if it is about one.
    pub action: Option<String>,
    /// What is wrong.
    pub reason: Reason,
}

/// What is wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are what the message names")]
pub enum Reason {
    TooLong,
    FirstLine,
    /// A header line is not `field: value`.
    HeaderLine,
    UnknownField {
        field: String,
    },
    FieldTwice {
        field: String,
    },
    FieldMissing {
        field: &'static str,
    },
    /// A header field holds something else than it should.
    Field {
        field: String,
        wanted: String,
    },
    /// The seed does not follow from the secret and the shares.
    SeedMismatch,
    /// The secret is not the one the dealer committed to.
    CommitmentMismatch,
    /// A finished game must reveal the secret.
    SecretMissing,
    /// A turn is written `1. 0: actions = points | scores`, and turns are counted from 1.
    TurnLine {
        expected: usize,
    },
    Player {
        said: u8,
        to_move: u8,
    },
    TurnNotEnded,
    TurnHasEnded,
    /// The action is not legal.
    Refused(Box<Refusal>),
    Points {
        right: String,
    },
    Sums {
        right: String,
    },
    Result {
        right: String,
    },
    ResultTooEarly,
    NoResult,
    AfterResult,
}

impl fmt::Display for RecordFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if let Some(action) = &self.action {
            write!(f, ", {action}")?;
        }
        write!(f, ": {}", self.reason)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::TooLong => write!(f, "a record may be {RECORD_BYTES} bytes long"),
            Reason::FirstLine => {
                write!(f, "this is not a record: it must begin with the line {RECORD_FIRST_LINE:?}")
            }
            Reason::HeaderLine => write!(f, "neither a header line (field: value) nor a turn (1. 0: …)"),
            Reason::UnknownField { field } => write!(f, "there is no header field {field:?}"),
            Reason::FieldTwice { field } => write!(f, "{field} is given twice"),
            Reason::FieldMissing { field } => write!(f, "{field} is missing in the header"),
            Reason::Field { field, wanted } => write!(f, "{field} must be {wanted}"),
            Reason::SeedMismatch => write!(f, "the seed does not follow from the secret and the shares"),
            Reason::CommitmentMismatch => write!(f, "the secret is not the one that was committed to"),
            Reason::SecretMissing => {
                write!(f, "the game is over, but the secret behind its commitment is not revealed")
            }
            Reason::TurnLine { expected } => {
                write!(
                    f,
                    "turn {expected} is expected here, written `{expected}. 0: actions = points | scores`"
                )
            }
            Reason::Player { said, to_move } => {
                write!(f, "it is the turn of player {to_move}, not of {said}")
            }
            Reason::TurnNotEnded => write!(f, "the turn before has not ended"),
            Reason::TurnHasEnded => write!(f, "the turn has ended already"),
            Reason::Refused(why) => write!(f, "{why}"),
            Reason::Points { right } if right.is_empty() => write!(f, "it scores nothing"),
            Reason::Points { right } => write!(f, "it scores {right}"),
            Reason::Sums { right } => write!(f, "the turn's points and the scores are {right}"),
            Reason::Result { right } => write!(f, "the result is {right}"),
            Reason::ResultTooEarly => write!(f, "there is a result, but the game is not over"),
            Reason::NoResult => write!(f, "the game is over, but the record has no result"),
            Reason::AfterResult => write!(f, "nothing may follow the result"),
        }
    }
}
