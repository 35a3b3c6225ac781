//! What may happen at a table, and what comes of what is asked.

use cafe_rules::{Action, Share, is_invisible};

use super::{Bot, By, Entry, Holder, Millis, Play, Problem, Room};
use crate::messages::Ask;
use crate::name::can_be_seen;
use crate::{Name, VisitorId};

/// Who asks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Who {
    /// The visitor.
    pub visitor: VisitorId,
    /// The name to show.
    pub name: Name,
    /// Whether it is a bot from outside.
    pub program: bool,
}

/// What comes of what is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// This happens, all of it or nothing.
    Happens(Vec<Entry>),
    /// It has happened before: asking twice does no harm.
    Already,
}

/// A line of talk is at most this long.
pub(crate) const LINE_CHARACTERS: usize = 300;
/// The most actions of a turn: three guests and an `end` or `close`.
pub(crate) const TURN_ACTIONS: usize = 4;
/// A table with so many entries is full: its game can be played to the end, one can leave it, and nothing else happens at it. A long
/// game with much talk has a tenth of that.
const ENTRIES: u64 = 10_000;
/// What is left of them then is for the game: for playing, taking back, leaving and coming back.
const FOR_THE_GAME: u64 = 2_000;
/// So much can be said at a table.
const LINES: u64 = 2_000;
/// After so many missed turns in a row a bot looks after the seat.
const MISSED_TURNS: u8 = 2;

/// With so many entries the table has no room for this any more. There is always room for what brings a game to its end, since
/// there is only so much of it. Coming back is not among that, else one could leave and come back without end: who plays is
/// back as well.
fn room_for(ask: &Ask) -> u64 {
    match ask {
        Ask::Act { .. } | Ask::Leave | Ask::Start | Ask::Share | Ask::Close | Ask::Ping => u64::MAX,
        Ask::Undo { .. } | Ask::AnswerUndo { .. } | Ask::Back => ENTRIES,
        _ => ENTRIES - FOR_THE_GAME,
    }
}

pub(super) type Answer = Result<Decision, Problem>;

pub(super) fn happens(entry: Entry) -> Answer {
    Ok(Decision::Happens(vec![entry]))
}

impl Room {
    /// What comes of what a visitor asks at this time.
    ///
    /// # Errors
    /// Why nothing comes of it.
    pub fn decide(&self, who: &Who, ask: &Ask, now: Millis) -> Answer {
        if self.number() >= room_for(ask) {
            return Err(Problem::TooMany);
        }
        match ask {
            Ask::Sit { seat, share } => self.sit(who, *seat, share.as_deref(), now),
            Ask::Leave => self.leave(who),
            Ask::AddBot { seat, level } => {
                self.host_only(who)?;
                match self.seat_before_start(*seat)? {
                    Holder::Free(None) => {
                        happens(Entry::BotSat { seat: *seat, bot: self.named(&Bot::of(*level)) })
                    }
                    Holder::Free(Some(_)) => Err(Problem::SeatKept),
                    Holder::Bot(sits) if sits.level == *level => Ok(Decision::Already),
                    _ => Err(Problem::SeatTaken),
                }
            }
            Ask::Remove { seat } => {
                self.host_only(who)?;
                match self.seat_before_start(*seat)? {
                    Holder::Free(None) => Ok(Decision::Already),
                    _ => happens(self.left(*seat)),
                }
            }
            Ask::Start => {
                if self.play.is_some() {
                    return Ok(Decision::Already);
                }
                if self.host != who.visitor && self.seat_of(&who.visitor).is_none() {
                    return Err(Problem::NotSeated);
                }
                self.open_still()?;
                if self.seats.iter().any(|holder| matches!(holder, Holder::Free(_))) {
                    return Err(Problem::SeatsFree);
                }
                happens(Entry::Dealt { date: date(now) })
            }
            Ask::Act { seq, actions } => self.act(who, *seq, actions, now),
            Ask::Undo { seq } => self.undo(who, *seq, now),
            Ask::AnswerUndo { seq, agree } => self.answer_undo(who, *seq, *agree),
            Ask::Back => {
                let seat = self.seated(who)?;
                self.play_on()?;
                match self.returned(seat, now) {
                    Some(entry) => happens(entry),
                    None => Ok(Decision::Already),
                }
            }
            Ask::Say { text } => self.say(who, text),
            Ask::Mute { seat, muted } => {
                self.host_only(who)?;
                let guest = self.seats.get(usize::from(*seat)).ok_or(Problem::NoSuchSeat)?.guest();
                match guest.ok_or(Problem::NoSuchSeat)?.muted == *muted {
                    true => Ok(Decision::Already),
                    false => happens(Entry::Muted { seat: *seat, muted: *muted }),
                }
            }
            Ask::Share => {
                let seat = self.seated(who)?;
                self.finished()?;
                if self.shared { Ok(Decision::Already) } else { happens(Entry::Shared { seat }) }
            }
            Ask::Close => {
                self.host_only(who)?;
                match () {
                    () if self.closed => Ok(Decision::Already),
                    () if self.play.is_some() => {
                        Err(if self.is_over() { Problem::Over } else { Problem::Started })
                    }
                    () => happens(Entry::Closed { why: None }),
                }
            }
            Ask::React { .. } | Ask::Hint { .. } | Ask::Rematch | Ask::Ping => Ok(Decision::Already),
        }
    }

    fn open_still(&self) -> Result<(), Problem> {
        if self.closed { Err(Problem::Over) } else { Ok(()) }
    }

    fn host_only(&self, who: &Who) -> Result<(), Problem> {
        if self.host == who.visitor { Ok(()) } else { Err(Problem::NotHost) }
    }

    /// Where the visitor sits.
    ///
    /// # Errors
    /// If it does not.
    pub fn seated(&self, who: &Who) -> Result<u8, Problem> {
        self.seat_of(&who.visitor).ok_or(Problem::NotSeated)
    }

    pub(super) fn play_on(&self) -> Result<&Play, Problem> {
        if self.is_over() {
            return Err(Problem::Over);
        }
        self.play.as_ref().ok_or(Problem::NotStarted)
    }

    fn seat_before_start(&self, seat: u8) -> Result<&Holder, Problem> {
        self.open_still()?;
        if self.play.is_some() {
            return Err(Problem::Started);
        }
        self.seats.get(usize::from(seat)).ok_or(Problem::NoSuchSeat)
    }

    /// What happens when somebody comes back for whom a bot plays. They have the time that is left of their turn; if none is, and
    /// they were away before it began, all of it. Whoever leaves in their turn gains no time by that.
    fn returned(&self, seat: u8, now: Millis) -> Option<Entry> {
        let guest = self.seats[usize::from(seat)].guest()?;
        let play = self.play.as_ref().filter(|_| self.to_move() == Some(seat));
        let limit = self.options.clock.limit_millis();
        let anew = !guest.left_in_turn
            && play.zip(limit).is_some_and(|(play, limit)| play.turn_began + limit <= now);
        guest.minded.then_some(Entry::Returned { seat, anew })
    }

    fn left(&self, seat: u8) -> Entry {
        Entry::Left { seat, host: Some(self.seat_of(&self.host) == Some(seat)) }
    }

    fn sit(&self, who: &Who, seat: Option<u8>, share: Option<&str>, now: Millis) -> Answer {
        self.open_still()?;
        if let Some(own) = self.seat_of(&who.visitor) {
            let same = seat.is_none_or(|seat| seat == own);
            return match self.returned(own, now) {
                _ if !same => Err(Problem::AlreadySeated),
                Some(entry) => happens(entry),
                None => Ok(Decision::Already),
            };
        }
        if share.is_some_and(|share| Share::parse(share).is_none()) {
            return Err(Problem::BadShare);
        }
        let kept_for_me = |holder: &Holder| *holder == Holder::Free(Some(who.visitor.clone()));
        let free = |holder: &Holder| *holder == Holder::Free(None);
        let first = |wanted: &dyn Fn(&Holder) -> bool| self.seats.iter().position(wanted);
        let seat = match seat {
            Some(seat) => seat,
            None => first(&kept_for_me).or_else(|| first(&free)).ok_or(Problem::SeatTaken)? as u8,
        };
        match self.seat_before_start(seat)? {
            holder if free(holder) || kept_for_me(holder) => {}
            Holder::Free(_) => return Err(Problem::SeatKept),
            _ => return Err(Problem::SeatTaken),
        }
        let sat = Entry::Sat {
            seat,
            visitor: who.visitor.clone(),
            name: who.name.clone(),
            program: who.program,
            share: share.map(str::to_owned),
        };
        // Where all seats were kept, nobody has to say that it can begin.
        let others = self.seats.iter().enumerate().filter(|(other, _)| *other != usize::from(seat));
        let last_of_the_same_people = kept_for_me(&self.seats[usize::from(seat)])
            && others.clone().all(|(_, holder)| !matches!(holder, Holder::Free(_)));
        let mut entries = vec![sat];
        if self.muted.contains(&who.visitor) {
            entries.push(Entry::Muted { seat, muted: true });
        }
        if last_of_the_same_people {
            entries.push(Entry::Dealt { date: date(now) });
        }
        Ok(Decision::Happens(entries))
    }

    fn leave(&self, who: &Who) -> Answer {
        self.without(&who.visitor).map_or(Ok(Decision::Already), happens)
    }

    /// What happens when a visitor leaves: before the game the seat is free, in it a bot looks after the seat.
    #[must_use]
    pub fn without(&self, visitor: &VisitorId) -> Option<Entry> {
        let seat = self.seat_of(visitor)?;
        if self.play.is_none() {
            return Some(self.left(seat));
        }
        let done = self.is_over() || self.seats[usize::from(seat)].bot().is_some();
        (!done).then_some(Entry::Minded { seat })
    }

    fn act(&self, who: &Who, seq: u32, actions: &[String], now: Millis) -> Answer {
        let seat = self.seated(who)?;
        let play = self.play.as_ref().ok_or(Problem::NotStarted)?;
        if actions.is_empty() || actions.len() > TURN_ACTIONS {
            return Err(Problem::BadMessage(format!("a turn has 1 to {TURN_ACTIONS} actions")));
        }
        let seq = seq as usize;
        if seq < play.moves.len() && play.was_played(seat, seq, actions) {
            return Ok(Decision::Already);
        }
        let play = self.play_on()?;
        if seq != play.moves.len() {
            return Err(Problem::Stale);
        }
        if play.game.turn() != seat {
            return Err(Problem::NotYourTurn);
        }
        let mut entries: Vec<Entry> = self.returned(seat, now).into_iter().collect();
        for action in play.staged(actions)? {
            let action = play.game.format_action(&action);
            entries.push(Entry::Acted { seat, action, by: By::Player });
        }
        Ok(Decision::Happens(entries))
    }

    /// The seat of somebody who may speak and make gestures.
    ///
    /// # Errors
    /// If they do not sit at the table, or are muted.
    pub fn may_be_heard(&self, who: &Who) -> Result<u8, Problem> {
        let seat = self.seated(who)?;
        let muted = self.seats[usize::from(seat)].guest().is_some_and(|guest| guest.muted);
        if muted { Err(Problem::Muted) } else { Ok(seat) }
    }

    fn say(&self, who: &Who, text: &str) -> Answer {
        let seat = self.may_be_heard(who)?;
        if self.lines >= LINES {
            return Err(Problem::TooMany);
        }
        let text = text.trim();
        if !can_be_shown(text) {
            return Err(Problem::BadText);
        }
        happens(Entry::Said { seat, text: text.to_owned() })
    }

    /// What happens when a bot has chosen for the player to move: in its own seat, for somebody who left, or because the
    /// time is up.
    #[must_use]
    pub fn play_for(&self, actions: &[Action], by: By) -> Vec<Entry> {
        let Some((play, seat)) = self.play.as_ref().zip(self.to_move()) else { return Vec::new() };
        let write = |action: &Action| Entry::Acted { seat, action: play.game.format_action(action), by };
        let mut entries: Vec<Entry> = actions.iter().map(write).collect();
        let mut after = play.game;
        actions.iter().for_each(|&action| _ = after.play(action));
        let turn_over = after.turn() != seat || after.ending().is_some();
        let missed = self.seats[usize::from(seat)].guest().map_or(0, |guest| guest.missed);
        if by == By::Clock && turn_over && missed + 1 >= MISSED_TURNS {
            entries.push(Entry::Minded { seat });
        }
        entries
    }
}

/// Whether a line has something in it, is not too long, and all of it can be seen.
pub(crate) fn can_be_shown(text: &str) -> bool {
    let long = text.chars().take(LINE_CHARACTERS + 1).count();
    (1..=LINE_CHARACTERS).contains(&long) && !text.chars().any(is_invisible) && can_be_seen(text)
}

/// The day, as a record shows it.
fn date(now: Millis) -> String {
    let time = jiff::Timestamp::from_millisecond(now).unwrap_or_default();
    time.strftime("%Y-%m-%d").to_string()
}
