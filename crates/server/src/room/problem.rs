//! Why something cannot be done at a table.

use std::fmt;

use cafe_rules::Refusal;

use super::options::WrongOptions;

/// Why something cannot be done at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// The rules of the game are against it.
    Rules(Box<Refusal>),
    /// The options make no table.
    Options(WrongOptions),
    /// The message answers a moment that has passed.
    Stale,
    /// It is the turn of somebody else.
    NotYourTurn,
    /// Only who sits at the table can do that.
    NotSeated,
    /// Only the host can do that.
    NotHost,
    /// There is no such seat.
    NoSuchSeat,
    /// The seat is not free.
    SeatTaken,
    /// The seat is kept for somebody else.
    SeatKept,
    /// The visitor sits at the table already.
    AlreadySeated,
    /// Not before the cards are dealt.
    NotStarted,
    /// Not after the cards are dealt.
    Started,
    /// Some seats are free.
    SeatsFree,
    /// The game is over, or the table was closed.
    Over,
    /// Only when the game is over.
    NotOver,
    /// The table was closed before the end of its game.
    Unfinished,
    /// There is nothing to take back.
    NothingToUndo,
    /// This table plays without taking back.
    UndoOff,
    /// Nobody asked to take back.
    NothingAsked,
    /// Somebody who would have to agree is away.
    SomebodyAway,
    /// This table plays without hints.
    HintsOff,
    /// This table is not for watching.
    WatchingOff,
    /// Too long, empty, or it holds what cannot be seen.
    BadText,
    /// The host has muted the visitor.
    Muted,
    /// Too much, too fast.
    TooFast,
    /// More than a table or a visitor may have.
    TooMany,
    /// A share is 64 hexadecimal digits.
    BadShare,
    /// The message is none.
    BadMessage(String),
    /// It could not be stored.
    NotStored,
}

impl Problem {
    /// The code for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Problem::Rules(refusal) => refusal.code(),
            Problem::Options(_) => "bad_options",
            Problem::Stale => "stale",
            Problem::NotYourTurn => "not_your_turn",
            Problem::NotSeated => "not_seated",
            Problem::NotHost => "not_host",
            Problem::NoSuchSeat => "no_such_chair",
            Problem::SeatTaken => "chair_taken",
            Problem::SeatKept => "chair_kept",
            Problem::AlreadySeated => "already_seated",
            Problem::NotStarted => "not_started",
            Problem::Started => "started",
            Problem::SeatsFree => "chairs_free",
            Problem::Over => "over",
            Problem::NotOver => "not_over",
            Problem::Unfinished => "unfinished",
            Problem::NothingToUndo => "nothing_to_undo",
            Problem::UndoOff => "undo_off",
            Problem::NothingAsked => "nothing_asked",
            Problem::SomebodyAway => "somebody_away",
            Problem::HintsOff => "hints_off",
            Problem::WatchingOff => "watching_off",
            Problem::BadText => "bad_text",
            Problem::Muted => "muted",
            Problem::TooFast => "too_fast",
            Problem::TooMany => "too_many",
            Problem::BadShare => "bad_share",
            Problem::BadMessage(_) => "bad_message",
            Problem::NotStored => "not_stored",
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Problem::Rules(refusal) => return refusal.fmt(f),
            Problem::Options(wrong) => return wrong.fmt(f),
            Problem::BadMessage(why) => return write!(f, "this message cannot be read: {why}"),
            Problem::Stale => "the table has moved on; look again",
            Problem::NotYourTurn => "it is the turn of somebody else",
            Problem::NotSeated => "only who sits at the table can do that",
            Problem::NotHost => "only who opened the table can do that",
            Problem::NoSuchSeat => "the table has no such seat",
            Problem::SeatTaken => "the seat is taken",
            Problem::SeatKept => "the seat is kept for somebody else",
            Problem::AlreadySeated => "you sit at this table already",
            Problem::NotStarted => "the game has not begun yet",
            Problem::Started => "the game has begun",
            Problem::SeatsFree => "some seats are free: wait for somebody, or ask a bot to sit down",
            Problem::Over => "the game is over",
            Problem::NotOver => "the game is not over yet",
            Problem::Unfinished => {
                "the table was closed before the end of its game; there is nothing to show"
            }
            Problem::NothingToUndo => "there is nothing to take back",
            Problem::UndoOff => "at this table nothing is taken back",
            Problem::NothingAsked => "nobody has asked to take something back",
            Problem::SomebodyAway => "somebody who would have to agree is away; ask again when they are back",
            Problem::HintsOff => "at this table there are no hints",
            Problem::WatchingOff => "this table is for its players only",
            Problem::BadText => "a line has 1 to 300 characters, all of which can be seen",
            Problem::Muted => "the host has muted you",
            Problem::TooFast => "too much at once; wait a moment",
            Problem::TooMany => "that is more than there may be",
            Problem::BadShare => "a share is 64 hexadecimal digits",
            Problem::NotStored => "the house could not write this down; nothing has changed, try again",
        };
        f.write_str(text)
    }
}

impl std::error::Error for Problem {}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        Problem::Rules(Box::new(refusal))
    }
}
