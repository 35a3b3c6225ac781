//! The fold: how entries become the state of a room.

use std::collections::VecDeque;

use cafe_rules::{Deal, Event, Game, Secret, Share};
use thiserror::Error;

use crate::chat::CHAT_SHOWN;
use crate::room::PlayerIndex;
use crate::{
    EndVote, Entry, FixedDeal, Millis, Name, Occupant, PlayedAction, PlayedBy, Room, RoomGame, RoomId,
    SeatedVisitor, TimedEntry, UndoVote, VisitorId,
};

/// An entry that was folded into the state.
#[derive(Clone, Debug)]
pub struct AppliedEntry {
    /// Number of the entry, from 1.
    pub number: u64,
    /// The effect of an action.
    pub played: Option<Box<PlayedAction>>,
}

/// An entry that contradicts the ones before it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("entry {number}: {reason}")]
pub struct InvalidEntry {
    /// Number of the entry, from 1.
    pub number: usize,
    /// What is wrong with it.
    pub reason: String,
}

impl Room {
    /// Starts a room from its first entry.
    ///
    /// # Errors
    /// If the entry does not open a room.
    pub fn open(id: RoomId, first: TimedEntry) -> Result<Room, InvalidEntry> {
        let invalid = |reason: &str| InvalidEntry { number: 1, reason: reason.to_owned() };
        let Entry::Opened { options, host, secret, reserved_for, deal } = &first.entry else {
            return Err(invalid("it does not open the room"));
        };
        let game_options = options.check().map_err(|error| invalid(&error.to_string()))?;
        let secret = Secret::parse(secret).ok_or_else(|| invalid("it has no secret"))?;
        let fixed_deal = deal.as_ref().map(|deal| {
            let FixedDeal { guests, tables } = deal;
            let (guests, tables) = (guests.iter().map(String::as_str), tables.iter().map(String::as_str));
            Deal::from_names(game_options.kind(), guests, tables)
                .map_err(|faults| invalid(&faults.to_string()))
        });
        let reserved_for = |player: usize| reserved_for.get(player).cloned().flatten();
        let free = |player| Occupant::Free { reserved_for: reserved_for(player) };
        Ok(Room {
            id,
            game_options,
            host: host.clone(),
            occupants: (0..usize::from(options.players)).map(free).collect(),
            options: options.clone(),
            game: None,
            undo_vote: None,
            end_vote: None,
            next_room: None,
            shared: false,
            closed: false,
            muted: Vec::new(),
            removed: Vec::new(),
            chat_count: 0,
            recent_chat: VecDeque::new(),
            updated_at: first.at,
            secret,
            fixed_deal: fixed_deal.transpose()?,
            entries: vec![first],
        })
    }

    /// Folds a whole log.
    ///
    /// # Errors
    /// The first invalid entry.
    pub fn replay(id: RoomId, entries: impl IntoIterator<Item = TimedEntry>) -> Result<Room, InvalidEntry> {
        let mut entries = entries.into_iter();
        let first = entries.next();
        let first = first.ok_or(InvalidEntry { number: 1, reason: "there is none".to_owned() })?;
        let mut room = Room::open(id, first)?;
        for timed in entries {
            room.apply(timed)?;
        }
        Ok(room)
    }

    /// Appends an entry and folds it into the state.
    ///
    /// # Errors
    /// If the entry is invalid; the room is unchanged then.
    pub fn apply(&mut self, timed: TimedEntry) -> Result<AppliedEntry, InvalidEntry> {
        let number = self.entries.len() + 1;
        let played = self.fold(&timed).map_err(|reason| InvalidEntry { number, reason })?;
        self.updated_at = timed.at;
        self.entries.push(timed);
        Ok(AppliedEntry { number: number as u64, played })
    }

    fn fold(&mut self, TimedEntry { at, entry }: &TimedEntry) -> Result<Option<Box<PlayedAction>>, String> {
        match entry {
            Entry::Opened { .. } => return Err("the room is open already".to_owned()),
            Entry::SeatTaken { player, visitor, name, is_program, share } => {
                self.fold_seat_taken(*player, visitor, name, *is_program, share.as_deref())?;
            }
            Entry::SeatLeft { player, host_left, removed } => {
                self.fold_seat_left(*player, *host_left, *removed)?;
            }
            Entry::BotSeated { player, bot } => *self.occupant_mut(*player)? = Occupant::Bot(bot.clone()),
            Entry::Started { date } => self.fold_started(date, *at)?,
            Entry::ActionPlayed { player, action, by } => {
                return self.fold_action_played(*player, action, *by, *at).map(Some);
            }
            Entry::Undone { count, .. } => {
                self.game.as_mut().ok_or(NOT_STARTED)?.undo(*count, *at)?;
                self.undo_vote = None;
            }
            Entry::UndoRequested { player, count } => {
                let id = self.last_number() + 1;
                self.undo_vote = Some(UndoVote { id, player: *player, count: *count, agreed: Vec::new() });
            }
            Entry::UndoAgreed { player } => {
                self.undo_vote.as_mut().ok_or("there is no undo request")?.agreed.push(*player);
            }
            Entry::UndoDeclined { .. } => self.undo_vote = None,
            Entry::BotTookOver { player, by_choice } => {
                let is_to_move = self.to_move() == Some(*player);
                let seated = self.seated_mut(*player)?;
                seated.hand_over(is_to_move);
                seated.handed_over |= *by_choice;
            }
            Entry::PlayerReturned { player, restart_turn } => {
                let seated = self.seated_mut(*player)?;
                (seated.bot_plays, seated.handed_over, seated.missed_turns) = (false, false, 0);
                if let Some(game) = self.game.as_mut().filter(|game| game.current.turn() == *player) {
                    game.active_at = *at;
                    if *restart_turn {
                        game.turn_started_at = *at;
                    }
                }
            }
            Entry::Resigned { player, ends_game, .. } => self.fold_resigned(*player, *ends_game)?,
            Entry::Nudged { player, .. } => {
                self.game.as_mut().ok_or(NOT_STARTED)?.fold_nudged(*player, *at);
            }
            Entry::EndProposed { player } => {
                let id = self.last_number() + 1;
                self.end_vote = Some(EndVote { id, player: *player, agreed: Vec::new() });
            }
            Entry::EndAgreed { player } => {
                self.end_vote.as_mut().ok_or("nobody proposed to end the game")?.agreed.push(*player);
            }
            Entry::EndDeclined { .. } => self.end_vote = None,
            Entry::EndedByAgreement { .. } => self.fold_ended_by_agreement()?,
            Entry::Chat { .. } => {
                self.chat_count += 1;
                self.recent_chat.push_back(self.entries.len() as u64 + 1);
                if self.recent_chat.len() > CHAT_SHOWN {
                    self.recent_chat.pop_front();
                }
            }
            Entry::Muted { player, muted } => {
                let seated = self.seated_mut(*player)?;
                seated.muted = *muted;
                let visitor = seated.id.clone();
                self.muted.retain(|other| *other != visitor);
                self.muted.extend(muted.then_some(visitor));
            }
            Entry::RematchOpened { room } => self.next_room = Some(room.clone()),
            Entry::ReplayShared { .. } => self.shared = true,
            Entry::Closed { .. } => self.closed = true,
        }
        Ok(None)
    }

    fn fold_seat_taken(
        &mut self,
        player: PlayerIndex,
        visitor: &VisitorId,
        name: &Name,
        is_program: bool,
        share: Option<&str>,
    ) -> Result<(), String> {
        let parse = |text| Share::parse(text).ok_or("a share has 64 hexadecimal digits");
        let seated = SeatedVisitor {
            id: visitor.clone(),
            name: name.clone(),
            is_program,
            share: share.map(parse).transpose()?,
            bot_plays: false,
            handed_over: false,
            left_during_turn: false,
            missed_turns: 0,
            muted: false,
        };
        *self.occupant_mut(player)? = Occupant::Visitor(Box::new(seated));
        // A room whose host was erased belongs to the next visitor who takes a seat.
        if self.host == VisitorId::erased() {
            self.host = visitor.clone();
        }
        Ok(())
    }

    fn fold_seat_left(
        &mut self,
        player: PlayerIndex,
        host_left: Option<bool>,
        removed: bool,
    ) -> Result<(), String> {
        let left = std::mem::replace(self.occupant_mut(player)?, Occupant::FREE);
        if removed {
            self.removed.extend(left.visitor().map(|seated| seated.id.clone()));
        }
        // After an erasure the host may be another visitor than when the entry was written.
        let was_host = left.visitor().is_some_and(|seated| seated.id == self.host);
        let host_changes = match host_left {
            Some(host_left) => host_left || was_host,
            None => self.player_of(&self.host).is_none(),
        };
        if host_changes && let Some(next) = self.occupants.iter().find_map(Occupant::visitor) {
            self.host = next.id.clone();
        }
        Ok(())
    }

    fn fold_started(&mut self, date: &str, at: Millis) -> Result<(), String> {
        if self.occupants.iter().any(Occupant::is_free) {
            return Err("some seats are free".to_owned());
        }
        let start = Game::new(self.game_options, &self.header(date).deal());
        self.game = Some(RoomGame::new(start, at, date.to_owned()));
        Ok(())
    }

    fn fold_action_played(
        &mut self,
        player: PlayerIndex,
        action: &str,
        by: PlayedBy,
        at: Millis,
    ) -> Result<Box<PlayedAction>, String> {
        let number = self.last_number() + 1;
        let game = self.game.as_mut().ok_or(NOT_STARTED)?;
        let played = game.play(number, player, action, by, at)?;
        self.undo_vote = None;
        if game.is_over() {
            self.end_vote = None;
        }
        let turn_ended = played.events.iter().any(Event::ends_turn);
        if let Some(seated) = self.occupant_mut(player)?.visitor_mut() {
            match by {
                PlayedBy::Player => seated.missed_turns = 0,
                PlayedBy::Clock if turn_ended => seated.missed_turns += 1,
                _ => {}
            }
            seated.left_during_turn &= !turn_ended;
        }
        Ok(played)
    }

    fn occupant_mut(&mut self, player: PlayerIndex) -> Result<&mut Occupant, String> {
        self.occupants.get_mut(usize::from(player)).ok_or_else(|| format!("there is no player {player}"))
    }

    pub(crate) fn seated_mut(&mut self, player: PlayerIndex) -> Result<&mut SeatedVisitor, String> {
        let occupant = self.occupant_mut(player)?;
        occupant.visitor_mut().ok_or_else(|| format!("player {player} is not a visitor"))
    }
}

const NOT_STARTED: &str = "the game has not started";

#[cfg(test)]
mod tests {
    use cafe_rules::{Kind, Options};
    use serde_json::{Value, json};

    use super::*;
    use crate::{Clock, RoomOptions};

    /// A room built from stored entries, each a second after the one before.
    struct StoredRoom {
        room: Room,
        ann: VisitorId,
        ben: VisitorId,
    }

    impl StoredRoom {
        /// Ann opened a room for three with a clock.
        fn open() -> StoredRoom {
            let (ann, ben) = (VisitorId::from_random([1; 12]), VisitorId::from_random([2; 12]));
            let options = Options::new(Kind::Card, 3, false).unwrap();
            let clock = Clock::Seconds { per_turn: 15 };
            let options = RoomOptions { clock, ..RoomOptions::new(options) };
            let (host, secret) = (ann.clone(), "ab".repeat(32));
            let entry = Entry::Opened { options, host, secret, reserved_for: Vec::new(), deal: None };
            let room = Room::open(RoomId::from_random([3; 16]), TimedEntry { at: 0, entry }).unwrap();
            StoredRoom { room, ann, ben }
        }

        fn now(&self) -> Millis {
            self.room.updated_at
        }

        fn add(&mut self, entry: Value) {
            let entry = serde_json::from_value(entry).unwrap();
            self.room.apply(TimedEntry { at: self.now() + 1000, entry }).unwrap();
        }

        fn take_seat(&mut self, player: PlayerIndex, visitor: &VisitorId) {
            let (visitor, name) = (visitor.clone(), Name::new("Guest").unwrap());
            let entry = Entry::SeatTaken { player, visitor, name, is_program: false, share: None };
            self.add(serde_json::to_value(entry).unwrap());
        }

        fn started() -> StoredRoom {
            let mut stored = StoredRoom::open();
            let (ann, ben) = (stored.ann.clone(), stored.ben.clone());
            stored.take_seat(0, &ann);
            stored.take_seat(1, &ben);
            stored.add(json!({ "type": "bot_seated", "player": 2, "level": "novice" }));
            stored.add(json!({ "type": "started", "date": "2026-11-16" }));
            stored
        }
    }

    #[test]
    fn returning_without_the_field_restarts_the_turn() {
        let mut stored = StoredRoom::started();
        for _ in 0..3 {
            stored.add(json!({ "type": "bot_took_over", "player": 0 }));
            stored.add(json!({ "type": "player_returned", "player": 0 }));
            assert_eq!(stored.room.deadline(), Some(stored.now() + 15_000));
        }
    }

    #[test]
    fn returning_restarts_the_turn_only_if_the_entry_says_so() {
        let mut stored = StoredRoom::started();
        let started_at = stored.now();
        stored.add(json!({ "type": "bot_took_over", "player": 0 }));
        stored.add(json!({ "type": "player_returned", "player": 0, "restart_turn": false }));
        assert_eq!(stored.room.deadline(), Some(started_at + 15_000));
        stored.add(json!({ "type": "bot_took_over", "player": 0 }));
        stored.add(json!({ "type": "player_returned", "player": 0, "restart_turn": true }));
        assert_eq!(stored.room.deadline(), Some(stored.now() + 15_000));
    }

    #[test]
    fn seat_left_moves_the_host_as_its_version_did() {
        for (host_left, ann_hosts) in [(None, false), (Some(false), true), (Some(true), false)] {
            let mut stored = StoredRoom::open();
            let ben = stored.ben.clone();
            stored.take_seat(1, &ben);
            stored.add(json!({ "type": "bot_seated", "player": 2, "level": "novice" }));
            let mut left = json!({ "type": "seat_left", "player": 2 });
            if let Some(host_left) = host_left {
                left["host_left"] = json!(host_left);
            }
            stored.add(left);
            assert_eq!(stored.room.host == stored.ann, ann_hosts, "{host_left:?}");
            assert_eq!(stored.room.host == stored.ben, !ann_hosts, "{host_left:?}");
        }
    }
}
