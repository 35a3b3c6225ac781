//! The way back from entries that were not stored.

use crate::game::{RoomGame, Steps};
use crate::{Entry, Room};

/// A room as it was before new entries. What only grows is not copied.
#[derive(Debug)]
pub struct RoomBefore {
    /// The room without what only grows.
    room: Room,
    entry_count: usize,
    history_length: usize,
    /// Number of steps, unless they are copied because the new entries remove some.
    step_count: Option<usize>,
}

impl RoomBefore {
    /// Returns the number of the last entry.
    #[must_use]
    pub fn last_number(&self) -> u64 {
        self.entry_count as u64
    }
}

impl Room {
    /// Remembers the room before these new entries are applied.
    #[must_use]
    pub fn before<'e>(&mut self, new_entries: impl IntoIterator<Item = &'e Entry>) -> RoomBefore {
        let steps_grow = !new_entries.into_iter().any(|entry| matches!(entry, Entry::Undone { .. }));
        // Taken out while the rest is copied: the log and the steps are as long as the game, everything else is small.
        let entries = std::mem::take(&mut self.entries);
        let history = self.game.as_mut().map(|game| std::mem::take(&mut game.history)).unwrap_or_default();
        let steps = self.game.as_mut().filter(|_| steps_grow).map(RoomGame::take_steps);
        let before = RoomBefore {
            room: self.clone(),
            entry_count: entries.len(),
            history_length: history.len(),
            step_count: steps.as_ref().map(Steps::len),
        };
        self.entries = entries;
        if let Some(game) = &mut self.game {
            game.history = history;
            if let Some(steps) = steps {
                game.put_steps(steps);
            }
        }
        before
    }

    /// Drops the entries that were applied since, because they were not stored.
    pub fn roll_back(&mut self, before: RoomBefore) {
        let RoomBefore { room, entry_count, history_length, step_count } = before;
        let mut entries = std::mem::take(&mut self.entries);
        entries.truncate(entry_count);
        let history = self.game.as_mut().map(|game| std::mem::take(&mut game.history));
        let steps = self.game.as_mut().map(RoomGame::take_steps);
        *self = room;
        self.entries = entries;
        if let Some(game) = &mut self.game {
            game.history = history.unwrap_or_default();
            game.history.truncate(history_length);
            if let Some((mut steps, count)) = steps.zip(step_count) {
                steps.truncate(count);
                game.put_steps(steps);
            }
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

    fn any_action(room: &Room) -> Entry {
        let game = room.game.as_ref().unwrap().current;
        let action = game.format_action(&game.legal().iter().next().unwrap());
        Entry::ActionPlayed { player: game.turn(), action, by: PlayedBy::Player }
    }

    /// Applies entries and rolls them back. The room must be the same as before.
    fn check(room: &mut Room, entries: Vec<Entry>) {
        let expected = format!("{room:?}");
        let before = room.before(&entries);
        assert_eq!(format!("{room:?}"), expected);
        entries.into_iter().for_each(|entry| apply(room, entry));
        assert_ne!(format!("{room:?}"), expected);
        room.roll_back(before);
        assert_eq!(format!("{room:?}"), expected);
    }

    #[test]
    fn rolled_back_room_is_as_before() {
        let mut room = room_with_players();
        let start = || Entry::Started { date: "2026-11-16".to_owned() };
        let mut started = room.clone();
        apply(&mut started, start());
        check(&mut room, vec![start(), any_action(&started)]);
        room = started;
        for step in 0..40 {
            let action = any_action(&room);
            check(&mut room, vec![action.clone()]);
            apply(&mut room, action);
            if step > 16 {
                let action_after_undo = any_action(&room_after_undo(&room));
                check(&mut room, vec![Entry::Undone { player: 0, count: 17 }, action_after_undo]);
            }
        }
        check(&mut room, vec![Entry::Chat { player: 0, text: "Bonsoir!".to_owned() }]);
        check(&mut room, vec![Entry::UndoRequested { player: 0, count: 1 }]);
        check(&mut room, vec![Entry::BotTookOver { player: 1, by_choice: true }]);
        check(&mut room, vec![Entry::Nudged { player: 0, to: 1 }]);
        check(&mut room, vec![Entry::EndProposed { player: 0 }, Entry::EndAgreed { player: 1 }]);
        check(&mut room, vec![Entry::EndedByAgreement { player: 0 }]);
        for ends_game in [false, true] {
            check(&mut room, vec![Entry::Resigned { player: 0, claimed_by: None, ends_game }]);
        }
    }

    fn room_after_undo(room: &Room) -> Room {
        let mut room = room.clone();
        apply(&mut room, Entry::Undone { player: 0, count: 17 });
        room
    }

    #[test]
    fn rollback_keeps_the_corrected_start_of_a_turn() {
        let mut room = room_with_players();
        apply(&mut room, Entry::Started { date: "2026-11-16".to_owned() });
        room.correct_future_turn(500, None);
        let action = any_action(&room);
        check(&mut room, vec![action]);
        assert!(!room.has_future_turn(500));
    }
}
