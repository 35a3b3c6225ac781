//! The way back from entries that were not stored.

use crate::Room;

/// A room as it was before new entries. Its log is not copied, because it only grows.
#[derive(Debug)]
pub struct RoomBefore {
    /// The room with an empty log.
    room: Room,
    entry_count: usize,
    history_length: usize,
}

impl RoomBefore {
    /// Returns the number of the last entry.
    #[must_use]
    pub fn last_number(&self) -> u64 {
        self.entry_count as u64
    }
}

impl Room {
    /// Remembers the room before new entries are applied.
    #[must_use]
    pub fn before(&mut self) -> RoomBefore {
        // The log is as long as the game; everything else is small.
        let entries = std::mem::take(&mut self.entries);
        let history = self.game.as_mut().map(|game| std::mem::take(&mut game.history)).unwrap_or_default();
        let room = self.clone();
        let before = RoomBefore { room, entry_count: entries.len(), history_length: history.len() };
        self.entries = entries;
        if let Some(game) = &mut self.game {
            game.history = history;
        }
        before
    }

    /// Drops the entries that were applied since, because they were not stored.
    pub fn roll_back(&mut self, before: RoomBefore) {
        let RoomBefore { room, entry_count, history_length } = before;
        let mut entries = std::mem::take(&mut self.entries);
        entries.truncate(entry_count);
        let history = self.game.as_mut().map(|game| std::mem::take(&mut game.history));
        *self = room;
        self.entries = entries;
        if let Some(game) = &mut self.game {
            game.history = history.unwrap_or_default();
            game.history.truncate(history_length);
        }
    }
}

#[cfg(test)]
mod tests {
    use cafe_rules::{Kind, Options, Secret};

    use super::*;
    use crate::{Entry, Name, NewRoom, PlayedBy, RoomId, RoomOptions, TimedEntry, VisitorId};

    fn apply(room: &mut Room, entry: Entry) {
        room.apply(TimedEntry { at: room.updated_at + 1000, entry }).unwrap();
    }

    /// Returns a room in which Ann and Ben have seats.
    fn room_with_players() -> Room {
        let visitors = [VisitorId::from_random([1; 12]), VisitorId::from_random([2; 12])];
        let options = RoomOptions::new(Options::new(Kind::Card, 2, false).unwrap());
        let new = NewRoom::new(RoomId::from_random([3; 16]), visitors[0].clone(), options, Secret([4; 32]));
        let mut room = Room::create(new, 0).unwrap();
        for (player, visitor) in (0..).zip(visitors) {
            let name = Name::new("Ann").unwrap();
            apply(&mut room, Entry::SeatTaken { player, visitor, name, is_program: false, share: None });
        }
        room
    }

    fn play_any(room: &mut Room) {
        let game = room.game.as_ref().unwrap().current;
        let action = game.format_action(&game.legal().iter().next().unwrap());
        apply(room, Entry::ActionPlayed { player: game.turn(), action, by: PlayedBy::Player });
    }

    /// Applies changes and rolls them back. The room must be the same as before.
    fn check(room: &mut Room, change: impl FnOnce(&mut Room)) {
        let expected = format!("{room:?}");
        let before = room.before();
        assert_eq!(format!("{room:?}"), expected);
        change(room);
        assert_ne!(format!("{room:?}"), expected);
        room.roll_back(before);
        assert_eq!(format!("{room:?}"), expected);
    }

    #[test]
    fn rolled_back_room_is_as_before() {
        let mut room = room_with_players();
        let start = || Entry::Started { date: "2026-11-16".to_owned() };
        check(&mut room, |room| {
            apply(room, start());
            play_any(room);
        });
        apply(&mut room, start());
        (0..20).for_each(|_| play_any(&mut room));
        check(&mut room, play_any);
        check(&mut room, |room| apply(room, Entry::Undone { player: 0, count: 18 }));
        check(&mut room, |room| apply(room, Entry::Chat { player: 0, text: "Bonsoir!".to_owned() }));
        check(&mut room, |room| apply(room, Entry::UndoRequested { player: 0, count: 1 }));
        check(&mut room, |room| apply(room, Entry::BotTookOver { player: 1 }));
    }

    #[test]
    fn rollback_keeps_the_corrected_start_of_a_turn() {
        let mut room = room_with_players();
        apply(&mut room, Entry::Started { date: "2026-11-16".to_owned() });
        room.correct_future_turn(500, None);
        check(&mut room, play_any);
        assert!(!room.has_future_turn(500));
    }
}
