//! Why a room refuses a request.

use cafe_rules::Refusal;
use thiserror::Error;

use crate::InvalidOptions;

/// Why a room refuses a request.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RoomError {
    /// The rules of the game forbid it.
    #[error(transparent)]
    Rules(Box<Refusal>),
    /// The options are invalid.
    #[error(transparent)]
    Options(#[from] InvalidOptions),
    /// The request answers an earlier state of the game.
    #[error("this request refers to an earlier state of the game")]
    Stale,
    /// Another player is to move.
    #[error("it is another player's turn")]
    NotYourTurn,
    /// The visitor has no seat.
    #[error("only players can do that")]
    NotSeated,
    /// The visitor is not the host.
    #[error("only the host can do that")]
    NotHost,
    /// The room has no such player.
    #[error("there is no such seat")]
    NoSuchPlayer,
    /// The seat is occupied.
    #[error("the seat is taken")]
    SeatTaken,
    /// The seat is reserved for another visitor.
    #[error("the seat is reserved")]
    SeatReserved,
    /// The host removed the visitor.
    #[error("the host removed you from this game")]
    Removed,
    /// The visitor already has a seat.
    #[error("you already have a seat")]
    AlreadySeated,
    /// The game has not started.
    #[error("the game has not started")]
    NotStarted,
    /// The game has started.
    #[error("the game has started")]
    Started,
    /// Some seats are free.
    #[error("some seats are free: wait for players or add bots")]
    SeatsFree,
    /// The game is over, or the room is closed.
    #[error("the game is over")]
    Over,
    /// The game is not over.
    #[error("the game is not over")]
    NotOver,
    /// The room was closed before the end of its game.
    #[error("the game was closed before its end, so it has no replay")]
    Unfinished,
    /// The game has fewer actions.
    #[error("the game has no such position")]
    NoSuchPosition,
    /// There is nothing to undo.
    #[error("there is nothing to undo")]
    NothingToUndo,
    /// Undo is switched off.
    #[error("undo is switched off in this game")]
    UndoOff,
    /// No undo request is open.
    #[error("there is no open undo request")]
    NoUndoRequest,
    /// A player whose agreement is needed is away.
    #[error("a player who would have to agree is away; ask again later")]
    PlayerAway,
    /// The player resigned.
    #[error("you have resigned")]
    Resigned,
    /// No proposal to end the game is open.
    #[error("nobody has proposed to end the game")]
    NoEndProposal,
    /// The game has a clock, so it goes on by itself.
    #[error("the clock of this game takes care of that")]
    HasClock,
    /// The player does not wait for another one who could move.
    #[error("you are not waiting for another player")]
    NotWaiting,
    /// The player to move has not been silent for long enough.
    #[error("the player to move still has time")]
    NotSilent,
    /// Hints are switched off.
    #[error("hints are switched off in this game")]
    HintsOff,
    /// The room does not admit spectators.
    #[error("this game is for its players only")]
    SpectatorsOff,
    /// The text is empty, too long, or has invisible characters.
    #[error("a message has 1 to 300 visible characters")]
    BadText,
    /// The host muted the visitor.
    #[error("the host has muted you")]
    Muted,
    /// The visitor exceeded a rate limit.
    #[error("too many requests; wait a moment")]
    TooFast,
    /// A limit of the room or the visitor is reached.
    #[error("the limit is reached")]
    TooMany,
    /// The share is malformed.
    #[error("a share has 64 hexadecimal digits")]
    BadShare,
    /// The message cannot be parsed.
    #[error("this message cannot be read: {0}")]
    BadMessage(String),
    /// The device that sent the request was signed out.
    #[error("this device was signed out")]
    SignedOut,
    /// The store did not accept the change.
    #[error("the server could not store this; nothing has changed, try again")]
    NotStored,
}

impl RoomError {
    /// Returns the code for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            RoomError::Rules(refusal) => refusal.code(),
            RoomError::Options(_) => "bad_options",
            RoomError::Stale => "stale",
            RoomError::NotYourTurn => "not_your_turn",
            RoomError::NotSeated => "not_seated",
            RoomError::NotHost => "not_host",
            RoomError::NoSuchPlayer => "no_such_player",
            // `seat_taken` is a refusal of the rules: a chair in the café.
            RoomError::SeatTaken => "player_taken",
            RoomError::SeatReserved => "player_reserved",
            RoomError::Removed => "removed",
            RoomError::AlreadySeated => "already_seated",
            RoomError::NotStarted => "not_started",
            RoomError::Started => "started",
            RoomError::SeatsFree => "players_missing",
            RoomError::Over => "over",
            RoomError::NotOver => "not_over",
            RoomError::Unfinished => "unfinished",
            RoomError::NoSuchPosition => "no_such_position",
            RoomError::NothingToUndo => "nothing_to_undo",
            RoomError::UndoOff => "undo_off",
            RoomError::NoUndoRequest => "no_undo_request",
            RoomError::PlayerAway => "player_away",
            RoomError::Resigned => "resigned",
            RoomError::NoEndProposal => "no_end_proposal",
            RoomError::HasClock => "has_clock",
            RoomError::NotWaiting => "not_waiting",
            RoomError::NotSilent => "not_silent",
            RoomError::HintsOff => "hints_off",
            RoomError::SpectatorsOff => "spectators_off",
            RoomError::BadText => "bad_text",
            RoomError::Muted => "muted",
            RoomError::TooFast => "too_fast",
            RoomError::TooMany => "too_many",
            RoomError::BadShare => "bad_share",
            RoomError::BadMessage(_) => "bad_message",
            RoomError::SignedOut => "not_identified",
            RoomError::NotStored => "not_stored",
        }
    }
}

impl From<Refusal> for RoomError {
    fn from(refusal: Refusal) -> RoomError {
        RoomError::Rules(Box::new(refusal))
    }
}
