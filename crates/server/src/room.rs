//! A table: who sits there and what has been played. It follows from its entries (`fold`); what may become an entry is
//! decided in `decide`. No clock of its own, no sockets, no files: time is told to it.

mod decide;
mod entry;
mod fold;
mod options;
mod play;
mod problem;
mod record;
mod seat;
mod undo;

use cafe_bots::Level;
use cafe_rules::{Deal, Options, Secret};
use sha2::{Digest, Sha256};

pub(crate) use decide::can_be_shown;
pub use decide::{Decision, Who};
pub use entry::{By, Entry, Stamped, WrittenDeal};
pub use fold::{Applied, Damaged};
pub use options::{Clock, Millis, TableOptions, WrongOptions};
pub use play::{Acted, Move, Play, Played};
pub use problem::Problem;
pub use seat::{Bot, Guest, Holder, STAND_IN};
pub use undo::Vote;

use crate::{TableId, VisitorId};

/// How many lines of talk are shown to who comes in.
pub const LINES_SHOWN: usize = 200;

/// A table.
#[derive(Clone, Debug)]
pub struct Room {
    /// Its name.
    pub id: TableId,
    /// What was agreed.
    pub options: TableOptions,
    /// The game that was agreed on.
    pub game_options: Options,
    /// Who opened it, or whoever has taken that over.
    pub host: VisitorId,
    /// Who sits where.
    pub seats: Vec<Holder>,
    /// The game, once the cards are dealt.
    pub play: Option<Play>,
    /// Who asked to take back how much, and who has agreed.
    pub vote: Option<Vote>,
    /// Where the same people went on.
    pub followed: Option<TableId>,
    /// Whether a player has let everybody who has the link see the finished game.
    pub shared: bool,
    /// Whether the table was closed before the end.
    pub closed: bool,
    /// When the last entry was made.
    pub touched: Millis,
    /// Whom the host has muted, whether they sit or not.
    muted: Vec<VisitorId>,
    /// How much was said.
    lines: u64,
    secret: Secret,
    /// If somebody wrote it down; else it follows from the secret and the shares.
    deal: Option<Deal>,
    entries: Vec<Stamped>,
}

impl Room {
    /// How many entries there are: the number of the last push.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.entries.len() as u64
    }

    /// All entries.
    #[must_use]
    pub fn entries(&self) -> &[Stamped] {
        &self.entries
    }

    /// Where a visitor sits.
    #[must_use]
    pub fn seat_of(&self, visitor: &VisitorId) -> Option<u8> {
        let sits = |holder: &Holder| holder.guest().is_some_and(|guest| guest.visitor == *visitor);
        self.seats.iter().position(sits).map(|seat| seat as u8)
    }

    /// What the dealer showed before anybody sat down.
    #[must_use]
    pub fn commitment(&self) -> cafe_rules::Commitment {
        self.secret.commitment()
    }

    /// Whether nothing can be played any more.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.closed || self.play.as_ref().is_some_and(|play| play.game.ending().is_some())
    }

    /// Whether the game has not begun, and still can.
    #[must_use]
    pub fn waits(&self) -> bool {
        self.play.is_none() && !self.closed
    }

    /// Whether it waits, but all who sat here have left, and no seat is kept for anybody.
    #[must_use]
    pub fn is_deserted(&self) -> bool {
        let nobodys = |holder: &Holder| matches!(holder, Holder::Free(None) | Holder::Bot(_));
        let sat = |stamped: &Stamped| matches!(stamped.entry, Entry::Sat { .. });
        self.waits() && self.seats.iter().all(nobodys) && self.entries.iter().any(sat)
    }

    /// Whose turn it is, in a game that goes on.
    #[must_use]
    pub fn to_move(&self) -> Option<u8> {
        if self.is_over() { None } else { self.play.as_ref().map(|play| play.game.turn()) }
    }

    /// When the time of the player to move is up.
    #[must_use]
    pub fn deadline(&self) -> Option<Millis> {
        let holder = &self.seats[usize::from(self.to_move()?)];
        if holder.bot().is_some() {
            return None;
        }
        Some(self.play.as_ref()?.turn_began + self.options.clock.limit_millis()?)
    }

    /// Whether the time of the player to move is up.
    #[must_use]
    pub fn time_is_up(&self, now: Millis) -> bool {
        self.deadline().is_some_and(|deadline| deadline <= now)
    }

    /// Who of the house is to play now, and why: a bot in its own seat, one that looks after it, or because the time is up.
    /// Nobody if it is up to the player.
    #[must_use]
    pub fn played_by(&self, now: Millis) -> Option<(Level, By)> {
        let bot = self.seats[usize::from(self.to_move()?)].bot().map(|level| (level, By::Bot));
        bot.or_else(|| self.time_is_up(now).then_some((STAND_IN, By::Clock)))
    }

    /// From when on something happens at the table by itself, so that somebody must look at it even if nobody asks: when the
    /// time of the player to move is up; on the turn of a bot, from its beginning on.
    #[must_use]
    pub fn happens_from(&self) -> Option<Millis> {
        let bots_turn = self.seats[usize::from(self.to_move()?)].bot().is_some();
        if bots_turn { self.play.as_ref().map(|play| play.turn_began) } else { self.deadline() }
    }

    /// A seed for the bots of the house: nobody can know it before the end of the game.
    #[must_use]
    pub fn bot_seed(&self) -> u64 {
        let bytes = Sha256::new().chain_update(b"cafe-international/bots/1\n").chain_update(self.secret.0);
        let mut first = [0; 8];
        first.copy_from_slice(&bytes.finalize()[..8]);
        let moves = self.play.as_ref().map_or(0, |play| play.moves.len() as u64);
        u64::from_le_bytes(first).wrapping_add(moves)
    }
}
