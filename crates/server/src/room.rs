//! A table: who sits there and what has been played, as a fold over its entries. No clock of its own, no sockets, no
//! files: what may happen is decided in `decide`, and time is told to it.

mod decide;
mod entry;
mod options;
mod play;
mod problem;
mod record;
mod seat;

use cafe_rules::{Deal, Game, Options, Secret, Share};

use sha2::{Digest, Sha256};

pub(crate) use decide::can_be_shown;
pub use decide::{Decision, Who};
pub use entry::{By, Entry, Stamped, WrittenDeal};
pub use options::{Clock, Millis, TableOptions, WrongOptions};
pub use play::{Acted, Move, Play, Played};
pub use problem::Problem;
pub use seat::{Guest, Holder, STAND_IN};

use self::play::ends_turn;

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
    secret: Secret,
    /// If somebody wrote it down; else it follows from the secret and the shares.
    deal: Option<Deal>,
    entries: Vec<Stamped>,
}

/// Somebody asked to take back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vote {
    /// Who.
    pub seat: u8,
    /// How many actions.
    pub steps: u16,
    /// Who has agreed.
    pub agreed: Vec<u8>,
}

/// An entry that was added.
#[derive(Clone, Debug)]
pub struct Applied {
    /// Its number, from 1.
    pub number: u64,
    /// What it did in the game.
    pub acted: Option<Box<Acted>>,
}

/// Why a stored table cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damaged {
    /// The number of the entry, from 1.
    pub entry: usize,
    /// What is wrong with it.
    pub why: String,
}

impl std::fmt::Display for Damaged {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "entry {}: {}", self.entry, self.why)
    }
}

impl std::error::Error for Damaged {}

impl Room {
    /// A table from its first entry, which opens it.
    ///
    /// # Errors
    /// If it does not.
    pub fn open(id: TableId, first: Stamped) -> Result<Room, Damaged> {
        let damaged = |why: &str| Damaged { entry: 1, why: why.to_owned() };
        let Entry::Opened { options, host, secret, kept_for, deal } = &first.entry else {
            return Err(damaged("it does not open the table"));
        };
        let game_options = options.check().map_err(|wrong| damaged(&wrong.to_string()))?;
        let secret = Secret::parse(secret).ok_or_else(|| damaged("it has no secret"))?;
        let deal = match deal {
            None => None,
            Some(WrittenDeal { guests, tables }) => {
                let read = Deal::from_names(
                    game_options.kind(),
                    guests.iter().map(String::as_str),
                    tables.iter().map(String::as_str),
                );
                Some(read.map_err(|faults| damaged(&faults.to_string()))?)
            }
        };
        let kept = |seat: usize| kept_for.get(seat).cloned().flatten();
        Ok(Room {
            id,
            game_options,
            host: host.clone(),
            seats: (0..usize::from(options.players)).map(|seat| Holder::Free(kept(seat))).collect(),
            options: options.clone(),
            play: None,
            vote: None,
            followed: None,
            shared: false,
            closed: false,
            touched: first.at,
            secret,
            deal,
            entries: vec![first],
        })
    }

    /// A table from all its entries.
    ///
    /// # Errors
    /// The first entry that cannot have happened.
    pub fn replay(id: TableId, entries: impl IntoIterator<Item = Stamped>) -> Result<Room, Damaged> {
        let mut entries = entries.into_iter();
        let first = entries.next().ok_or(Damaged { entry: 1, why: "there is none".to_owned() })?;
        let mut room = Room::open(id, first)?;
        for stamped in entries {
            room.apply(stamped)?;
        }
        Ok(room)
    }

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

    /// Adds what has happened.
    ///
    /// # Errors
    /// If it cannot have happened; the table is unchanged then.
    pub fn apply(&mut self, stamped: Stamped) -> Result<Applied, Damaged> {
        let acted = self.fold(&stamped).map_err(|why| Damaged { entry: self.entries.len() + 1, why })?;
        self.touched = stamped.at;
        self.entries.push(stamped);
        Ok(Applied { number: self.number(), acted })
    }

    /// Forgets the entries from this number on: they were not stored.
    pub fn forget_since(&mut self, number: u64) {
        let kept = self.entries[..(number as usize).saturating_sub(1).min(self.entries.len())].to_vec();
        if let Ok(room) = Room::replay(self.id.clone(), kept) {
            *self = room;
        }
    }

    /// What has happened after so many entries.
    #[must_use]
    pub fn applied_since(&self, last: u64) -> Vec<Applied> {
        let mut applied = Vec::new();
        if last == 0 {
            applied.push(Applied { number: 1, acted: None });
        }
        let Ok(mut again) = Room::open(self.id.clone(), self.entries[0].clone()) else { return applied };
        for stamped in &self.entries[1..] {
            if let Ok(one) = again.apply(stamped.clone())
                && one.number > last
            {
                applied.push(one);
            }
        }
        applied
    }

    fn fold(&mut self, Stamped { at, entry }: &Stamped) -> Result<Option<Box<Acted>>, String> {
        match entry {
            Entry::Opened { .. } => return Err("the table is open already".to_owned()),
            Entry::Sat { seat, visitor, name, program, share } => {
                let share = match share {
                    Some(text) => Some(Share::parse(text).ok_or("a share is 64 hexadecimal digits")?),
                    None => None,
                };
                let guest = Guest {
                    visitor: visitor.clone(),
                    name: name.clone(),
                    program: *program,
                    share,
                    minded: false,
                    missed: 0,
                    muted: false,
                };
                *self.holder(*seat)? = Holder::Visitor(Box::new(guest));
                // A table whose host was forgotten is theirs who came next.
                if self.host == VisitorId::nobody() {
                    self.host = visitor.clone();
                }
            }
            Entry::Left { seat } => {
                *self.holder(*seat)? = Holder::Free(None);
                if self.seat_of(&self.host).is_none()
                    && let Some(next) = self.seats.iter().find_map(Holder::guest)
                {
                    self.host = next.visitor.clone();
                }
            }
            Entry::BotSat { seat, level } => *self.holder(*seat)? = Holder::Bot(*level),
            Entry::Dealt { date } => {
                if self.seats.iter().any(|holder| matches!(holder, Holder::Free(_))) {
                    return Err("some seats are free".to_owned());
                }
                let start = Game::new(self.game_options, &self.header(date).deal());
                self.play = Some(Play {
                    start,
                    game: start,
                    steps: Vec::new(),
                    moves: Vec::new(),
                    turn_began: *at,
                    date: date.clone(),
                });
            }
            Entry::Acted { seat, action, by } => {
                let play = self.play.as_mut().ok_or("the cards are not dealt")?;
                let acted = play.act(*seat, action, *by, *at)?;
                self.vote = None;
                if let Some(guest) = self.holder(*seat)?.guest_mut() {
                    match by {
                        By::Player => guest.missed = 0,
                        By::Clock if acted.events.iter().any(ends_turn) => guest.missed += 1,
                        _ => {}
                    }
                }
                return Ok(Some(acted));
            }
            Entry::Undone { steps, .. } => {
                let play = self.play.as_mut().ok_or("the cards are not dealt")?;
                play.undo(*steps, *at)?;
                self.vote = None;
            }
            Entry::UndoAsked { seat, steps } => {
                self.vote = Some(Vote { seat: *seat, steps: *steps, agreed: Vec::new() });
            }
            Entry::UndoAgreed { seat } => {
                self.vote.as_mut().ok_or("nobody has asked")?.agreed.push(*seat);
            }
            Entry::UndoDeclined { .. } => self.vote = None,
            Entry::Minded { seat } => self.guest_at(*seat)?.minded = true,
            Entry::Returned { seat } => {
                let guest = self.guest_at(*seat)?;
                (guest.minded, guest.missed) = (false, 0);
                if let Some(play) = self.play.as_mut().filter(|play| play.game.turn() == *seat) {
                    play.turn_began = *at;
                }
            }
            Entry::Said { .. } => {}
            Entry::Muted { seat, muted } => self.guest_at(*seat)?.muted = *muted,
            Entry::Followed { table } => self.followed = Some(table.clone()),
            Entry::Shared { .. } => self.shared = true,
            Entry::Closed { .. } => self.closed = true,
        }
        Ok(None)
    }

    fn holder(&mut self, seat: u8) -> Result<&mut Holder, String> {
        self.seats.get_mut(usize::from(seat)).ok_or_else(|| format!("there is no seat {seat}"))
    }

    fn guest_at(&mut self, seat: u8) -> Result<&mut Guest, String> {
        self.holder(seat)?.guest_mut().ok_or_else(|| format!("nobody sits on seat {seat}"))
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
