//! What a viewer has missed: entries with the effects of their actions. Effects are not kept; they are computed again from the
//! nearest checkpoint of the game.

use cafe_rules::Game;

use crate::{AppliedEntry, Entry, HistoryItem, PlayedAction, PlayedBy, Room};

/// The entries that a viewer has missed, in order.
struct MissedEntries<'r> {
    room: &'r Room,
    /// Number of the last entry that was returned.
    last: usize,
    /// Number of items of the game's history before the next entry.
    seq: usize,
    /// The current position, preceded by those that undos return to.
    positions: Vec<Game>,
}

impl Room {
    /// Returns the entries after this number with their effects.
    pub fn applied_since(&self, last: u64) -> impl Iterator<Item = AppliedEntry> {
        let last = self.entries.len().min(usize::try_from(last).unwrap_or(usize::MAX));
        let is_in_history =
            |entry: &Entry| matches!(entry, Entry::ActionPlayed { .. } | Entry::Undone { .. });
        let missed = self.entries[last..].iter().filter(|timed| is_in_history(&timed.entry)).count();
        let seq = self.game.as_ref().map_or(0, |game| game.seq() - missed);
        let positions = self.game.as_ref().map(|game| game.positions_before(seq)).unwrap_or_default();
        MissedEntries { room: self, last, seq, positions }
    }

    /// Returns the actions that were not undone, with their effects.
    pub fn applied_steps(&self) -> impl Iterator<Item = AppliedEntry> {
        self.game.iter().flat_map(|room_game| {
            let mut game = room_game.start;
            room_game.steps.iter().map_while(move |step| {
                let played = game.play_step(step.action).ok()?;
                let played = PlayedAction::of(played, step.by);
                Some(AppliedEntry { number: step.number, played: Some(Box::new(played)) })
            })
        })
    }
}

impl MissedEntries<'_> {
    fn play(&mut self, by: PlayedBy) -> Option<Box<PlayedAction>> {
        let item = self.room.game.as_ref()?.history.get(self.seq)?;
        let HistoryItem::Played { action, .. } = item else { return None };
        let mut game = *self.positions.last()?;
        let step = game.play_step(*action).ok()?;
        self.seq += 1;
        self.positions.push(game);
        Some(Box::new(PlayedAction::of(step, by)))
    }

    fn undo(&mut self, count: u16) {
        self.seq += 1;
        let kept = self.positions.len().saturating_sub(usize::from(count));
        self.positions.truncate(kept.max(1));
    }
}

impl Iterator for MissedEntries<'_> {
    type Item = AppliedEntry;

    fn next(&mut self) -> Option<AppliedEntry> {
        let timed = self.room.entries.get(self.last)?;
        self.last += 1;
        let mut played = None;
        match &timed.entry {
            Entry::ActionPlayed { by, .. } => played = self.play(*by),
            Entry::Undone { count, .. } => self.undo(*count),
            _ => {}
        }
        Some(AppliedEntry { number: self.last as u64, played })
    }
}
