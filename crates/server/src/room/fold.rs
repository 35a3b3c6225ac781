//! A table as what its entries make of it, one after the other.

use cafe_rules::{Deal, Event, Game, Secret, Share};

use super::{Acted, By, Entry, Guest, Holder, Play, Room, Stamped, Vote, WrittenDeal};
use crate::{TableId, VisitorId};

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
            muted: Vec::new(),
            lines: 0,
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
        // Nothing is missing: nothing needs to be played again to see what it did.
        if last >= self.number() {
            return applied;
        }
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
                    left_in_turn: false,
                    missed: 0,
                    muted: false,
                };
                *self.holder(*seat)? = Holder::Visitor(Box::new(guest));
                // A table whose host was forgotten is theirs who came next.
                if self.host == VisitorId::nobody() {
                    self.host = visitor.clone();
                }
            }
            Entry::Left { seat, host } => {
                let left = std::mem::replace(self.holder(*seat)?, Holder::Free(None));
                // Where somebody was forgotten since, the host may be another than it was then.
                let was_host = left.guest().is_some_and(|guest| guest.visitor == self.host);
                if host.map_or_else(|| self.seat_of(&self.host).is_none(), |host| host || was_host)
                    && let Some(next) = self.seats.iter().find_map(Holder::guest)
                {
                    self.host = next.visitor.clone();
                }
            }
            Entry::BotSat { seat, bot } => *self.holder(*seat)? = Holder::Bot(bot.clone()),
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
                let over = acted.events.iter().any(Event::ends_turn);
                if let Some(guest) = self.holder(*seat)?.guest_mut() {
                    match by {
                        By::Player => guest.missed = 0,
                        By::Clock if over => guest.missed += 1,
                        _ => {}
                    }
                    guest.left_in_turn &= !over;
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
            Entry::Minded { seat } => {
                let in_turn = self.to_move() == Some(*seat);
                let guest = self.guest_at(*seat)?;
                (guest.minded, guest.left_in_turn) = (true, in_turn);
            }
            Entry::Returned { seat, anew } => {
                let guest = self.guest_at(*seat)?;
                (guest.minded, guest.missed) = (false, 0);
                if let Some(play) = self.play.as_mut().filter(|play| *anew && play.game.turn() == *seat) {
                    play.turn_began = *at;
                }
            }
            Entry::Said { .. } => self.lines += 1,
            Entry::Muted { seat, muted } => {
                let guest = self.guest_at(*seat)?;
                guest.muted = *muted;
                let visitor = guest.visitor.clone();
                self.muted.retain(|other| *other != visitor);
                self.muted.extend(muted.then_some(visitor));
            }
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
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::Name;
    use crate::room::{Clock, Millis, TableOptions};

    /// A table of entries as they are stored, each a second after the one before.
    struct Stored {
        room: Room,
        ann: VisitorId,
        ben: VisitorId,
    }

    impl Stored {
        /// Ann has opened a table for three, with a clock.
        fn open() -> Stored {
            let (ann, ben) = (VisitorId::new(), VisitorId::new());
            let options = cafe_rules::Options::new(cafe_rules::Kind::Card, 3, false).unwrap();
            let clock = Clock::Seconds { each: 15 };
            let options = TableOptions { clock, ..TableOptions::new(options) };
            let (host, secret) = (ann.clone(), "ab".repeat(32));
            let entry = Entry::Opened { options, host, secret, kept_for: Vec::new(), deal: None };
            let room = Room::open(TableId::new(), Stamped { at: 0, entry }).unwrap();
            Stored { room, ann, ben }
        }

        fn now(&self) -> Millis {
            self.room.touched
        }

        fn add(&mut self, entry: Value) {
            let entry = serde_json::from_value(entry).unwrap();
            self.room.apply(Stamped { at: self.now() + 1000, entry }).unwrap();
        }

        fn sit(&mut self, seat: u8, visitor: &VisitorId) {
            let name = Name::new("Guest").unwrap();
            let sat = Entry::Sat { seat, visitor: visitor.clone(), name, program: false, share: None };
            self.add(serde_json::to_value(sat).unwrap());
        }

        fn dealt() -> Stored {
            let mut table = Stored::open();
            let (ann, ben) = (table.ann.clone(), table.ben.clone());
            table.sit(0, &ann);
            table.sit(1, &ben);
            table.add(json!({ "is": "bot_sat", "seat": 2, "level": "novice" }));
            table.add(json!({ "is": "dealt", "date": "2026-11-16" }));
            table
        }
    }

    #[test]
    fn an_old_entry_of_somebody_who_came_back_gives_them_the_whole_turn_as_it_did() {
        let mut table = Stored::dealt();
        for _ in 0..3 {
            table.add(json!({ "is": "minded", "seat": 0 }));
            table.add(json!({ "is": "returned", "seat": 0 }));
            assert_eq!(table.room.deadline(), Some(table.now() + 15_000));
        }
    }

    #[test]
    fn a_new_one_says_whether_the_turn_begins_anew() {
        let mut table = Stored::dealt();
        let dealt = table.now();
        table.add(json!({ "is": "minded", "seat": 0 }));
        table.add(json!({ "is": "returned", "seat": 0, "anew": false }));
        assert_eq!(table.room.deadline(), Some(dealt + 15_000));
        table.add(json!({ "is": "minded", "seat": 0 }));
        table.add(json!({ "is": "returned", "seat": 0, "anew": true }));
        assert_eq!(table.room.deadline(), Some(table.now() + 15_000));
    }

    #[test]
    fn an_old_entry_of_a_chair_that_was_left_hands_the_table_on_as_it_did_and_a_new_one_only_if_its_host_left()
     {
        for (host, hosts) in [(None, false), (Some(false), true), (Some(true), false)] {
            let mut table = Stored::open();
            let ben = table.ben.clone();
            table.sit(1, &ben);
            table.add(json!({ "is": "bot_sat", "seat": 2, "level": "novice" }));
            let mut left = json!({ "is": "left", "seat": 2 });
            if let Some(host) = host {
                left["host"] = json!(host);
            }
            table.add(left);
            assert_eq!(table.room.host == table.ann, hosts, "{host:?}");
            assert_eq!(table.room.host == table.ben, !hosts, "{host:?}");
        }
    }

    #[test]
    fn who_has_seen_everything_has_missed_nothing() {
        let table = Stored::dealt();
        assert!(table.room.applied_since(table.room.number()).is_empty());
        assert_eq!(table.room.applied_since(table.room.number() - 2).len(), 2);
        assert_eq!(table.room.applied_since(0).len() as u64, table.room.number());
    }
}
