//! The rooms as the disk has them, read after every step without faults. Clients and answers are compared with it.

use std::collections::{BTreeMap, BTreeSet};

use cafe_room::{
    AppliedEntry, Entry, Millis, Occupant, PlayedBy, PlayerIndex, Room, RoomId, RoomRequest, TimedEntry,
    VisitorId,
};
use cafe_store::Store;

/// What is known of a chat message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Chat {
    /// It may be stored or not.
    Sent,
    /// The sender was told that it is not stored.
    Refused,
}

#[derive(Default)]
pub(super) struct Ledger {
    pub(super) rooms: BTreeMap<RoomId, RoomLog>,
    /// The chat messages by text; each text is sent once.
    pub(super) chats: BTreeMap<String, Chat>,
    /// Which visitor agreed to which undo request.
    pub(super) agreed: BTreeSet<(RoomId, VisitorId, u64)>,
    /// Which visitor sent a request that may end a game.
    pub(super) endings: Vec<(RoomId, VisitorId, RoomRequest)>,
}

/// The log of a room and the state after each entry.
pub(super) struct RoomLog {
    /// By entry: the room after it.
    states: Vec<Room>,
    pub(super) applied: Vec<AppliedEntry>,
    /// Visitors whom the host removed.
    removed: BTreeSet<VisitorId>,
    /// When the log last grew.
    pub(super) grew_at: Millis,
}

impl RoomLog {
    fn new(first: Room, now: Millis) -> RoomLog {
        let applied = vec![AppliedEntry { number: 1, played: None }];
        RoomLog { states: vec![first], applied, removed: BTreeSet::new(), grew_at: now }
    }

    /// Folds a room again, entry by entry.
    fn replay(id: &RoomId, entries: &[TimedEntry], now: Millis) -> RoomLog {
        let first = Room::open(id.clone(), entries[0].clone()).expect("the first entry opens the room");
        let mut log = RoomLog::new(first, now);
        entries[1..].iter().for_each(|timed| log.push(timed));
        log
    }

    fn push(&mut self, timed: &TimedEntry) {
        let mut room = self.current().clone();
        let number = room.last_number() + 1;
        let applied = room.apply(timed.clone());
        self.applied.push(applied.unwrap_or_else(|error| panic!("stored entry {number}: {error}")));
        self.states.push(room);
    }

    pub(super) fn current(&self) -> &Room {
        self.states.last().expect("a room has an entry")
    }

    /// Returns the room after its first entries.
    pub(super) fn after(&self, number: u64) -> &Room {
        let state = self.states.get((number as usize).wrapping_sub(1));
        state.unwrap_or_else(|| panic!("entry {number} was sent, but {} are stored", self.states.len()))
    }

    /// Checks that seats and turns are consistent.
    fn check_seats(&self) {
        let room = self.current();
        let visitors = room.occupants.iter().filter_map(Occupant::visitor);
        let mut seen = BTreeSet::new();
        for seated in visitors.filter(|seated| seated.id != VisitorId::erased()) {
            assert!(seen.insert(&seated.id), "visitor {} has two seats", seated.id);
        }
        if room.game.is_some() {
            assert!(!room.occupants.iter().any(Occupant::is_free), "a player is missing");
        }
        if room.is_over() && !room.closed {
            assert!(room.result().is_some() && room.record().is_some(), "a game that is over has no result");
        }
        if let Some(vote) = &room.undo_vote {
            let steps = room.game.as_ref().map_or(0, |game| game.steps.len());
            assert!(usize::from(vote.count) <= steps, "more to undo than was played");
        }
    }
}

impl Ledger {
    /// Adds a room that the disk must have.
    pub(super) async fn add(&mut self, disk: &Store, id: &RoomId, now: Millis) {
        if self.rooms.contains_key(id) {
            return;
        }
        let room = disk.room(id).await.expect("the disk can be read");
        let room = room.unwrap_or_else(|| panic!("room {id} was acknowledged and is not stored"));
        let first = RoomLog::replay(id, &room.entries()[..1], now);
        self.rooms.insert(id.clone(), first);
        self.refresh_room(disk, id, now).await;
    }

    /// Reads what was appended.
    pub(super) async fn refresh(&mut self, disk: &Store, now: Millis) {
        let ids: Vec<RoomId> = self.rooms.keys().cloned().collect();
        for id in &ids {
            self.refresh_room(disk, id, now).await;
        }
    }

    async fn refresh_room(&mut self, disk: &Store, id: &RoomId, now: Millis) {
        let log = self.rooms.get_mut(id).expect("the room is known");
        let last = log.current().last_number();
        let new = disk.entries_since(id, last).await.expect("the disk can be read");
        for timed in new {
            check_entry(log, id, &timed.entry, &self.agreed, &self.chats);
            check_ending(log.current(), id, &timed.entry, &self.endings);
            if let Entry::SeatLeft { player, removed: true, .. } = &timed.entry {
                let left = log.current().occupants[usize::from(*player)].visitor();
                log.removed.extend(left.map(|seated| seated.id.clone()));
            }
            log.push(&timed);
            log.grew_at = now;
            log.check_seats();
        }
    }

    /// Reads all logs again and compares them: what was stored stays. Only an erasure may change entries.
    pub(super) async fn verify(&mut self, disk: &Store, erasing: bool) {
        for (id, log) in &mut self.rooms {
            let stored = disk.room(id).await.expect("the disk can be read");
            let stored = stored.unwrap_or_else(|| panic!("room {id} is lost"));
            let known = log.current().entries();
            let kept = stored.entries().get(..known.len());
            let kept = kept.unwrap_or_else(|| panic!("room {id} lost entries"));
            if kept == known {
                continue;
            }
            assert!(erasing, "entries of room {id} changed");
            for (before, after) in known.iter().zip(kept) {
                let same_kind = std::mem::discriminant(&before.entry) == std::mem::discriminant(&after.entry);
                assert!(same_kind && before.at == after.at, "an erasure changed {before:?} to {after:?}");
            }
            let removed = std::mem::take(&mut log.removed);
            *log = RoomLog { removed, ..RoomLog::replay(id, kept, log.grew_at) };
        }
    }

    /// Records that a sender was told that a chat message is not stored.
    pub(super) fn refuse_chat(&mut self, room: &RoomId, text: &str) {
        self.chats.insert(text.to_owned(), Chat::Refused);
        let entries = self.rooms[room].current().entries();
        let is_stored =
            |timed: &TimedEntry| matches!(&timed.entry, Entry::Chat { text: stored, .. } if stored == text);
        assert!(!entries.iter().any(is_stored), "`{text}` was refused as not stored, but is stored");
    }

    /// Checks that nothing of an erased visitor is stored.
    pub(super) fn check_erased(&self, visitor: &VisitorId, names: &[String]) {
        for (id, log) in &self.rooms {
            for timed in log.current().entries() {
                let text = serde_json::to_string(&timed.entry).expect("an entry is JSON");
                let mentions =
                    text.contains(visitor.as_str()) || names.iter().any(|name| text.contains(name));
                assert!(!mentions, "room {id} mentions an erased visitor: {text}");
            }
        }
    }
}

/// Checks an entry that is appended to a log.
fn check_entry(
    log: &RoomLog,
    id: &RoomId,
    entry: &Entry,
    agreed: &BTreeSet<(RoomId, VisitorId, u64)>,
    chats: &BTreeMap<String, Chat>,
) {
    let room = log.current();
    match entry {
        Entry::SeatTaken { visitor, .. } => {
            assert!(!log.removed.contains(visitor), "removed visitor {visitor} has a seat again");
        }
        Entry::UndoAgreed { player } => {
            let visitor = room.occupants[usize::from(*player)].visitor();
            let vote = room.undo_vote.as_ref().map(|vote| vote.id);
            let answer = visitor.zip(vote).map(|(seated, vote)| (id.clone(), seated.id.clone(), vote));
            let is_sent = answer.is_some_and(|answer| agreed.contains(&answer));
            assert!(is_sent, "player {player} did not agree to the undo request {vote:?}");
        }
        Entry::Chat { text, .. } => {
            // A text without fate was sent by another writer.
            let is_refused = chats.get(text) == Some(&Chat::Refused);
            assert!(!is_refused, "`{text}` was refused as not stored, but is stored");
            let same =
                |timed: &TimedEntry| matches!(&timed.entry, Entry::Chat { text: other, .. } if other == text);
            // The texts of an erased visitor are all the same.
            let is_erased = !text.starts_with("message");
            assert!(is_erased || !room.entries().iter().any(same), "`{text}` is stored twice");
        }
        _ => {}
    }
}

/// Checks that nobody resigns or agrees to an end for another visitor, and that a resignation is final.
fn check_ending(room: &Room, id: &RoomId, entry: &Entry, endings: &[(RoomId, VisitorId, RoomRequest)]) {
    let has_sent = |player: PlayerIndex, is_meant: &dyn Fn(&RoomRequest) -> bool| {
        let visitor = room.occupants[usize::from(player)].visitor().map(|seated| &seated.id);
        let is_sent = |(in_room, sender, request): &(RoomId, VisitorId, RoomRequest)| {
            in_room == id && Some(sender) == visitor && is_meant(request)
        };
        // Who was erased since is not known any more.
        visitor == Some(&VisitorId::erased()) || endings.iter().any(is_sent)
    };
    match entry {
        Entry::Resigned { player, claimed_by, .. } => {
            assert!(!room.has_resigned(*player), "player {player} resigns twice");
            let is_wanted = match claimed_by {
                None => has_sent(*player, &|request| matches!(request, RoomRequest::Resign {})),
                Some(other) => has_sent(*other, &|request| matches!(request, RoomRequest::ClaimEnd {})),
            };
            assert!(is_wanted, "player {player} did not resign");
        }
        Entry::EndAgreed { player } => {
            let vote_id = room.end_vote.as_ref().map(|vote| vote.id);
            let is_answer = |request: &RoomRequest| match request {
                RoomRequest::AnswerEnd { vote, .. } => Some(*vote) == vote_id,
                request => matches!(request, RoomRequest::ProposeEnd {}),
            };
            assert!(has_sent(*player, &is_answer), "player {player} did not agree to end the game");
        }
        Entry::EndProposed { player } => {
            let proposes = |request: &RoomRequest| matches!(request, RoomRequest::ProposeEnd {});
            assert!(has_sent(*player, &proposes), "player {player} did not propose to end the game");
        }
        Entry::ActionPlayed { player, by: PlayedBy::Player, .. } | Entry::PlayerReturned { player, .. } => {
            assert!(!room.has_resigned(*player), "player {player} has resigned and plays");
        }
        _ => {}
    }
}
