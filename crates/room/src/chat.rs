//! Chat and mute.

use cafe_rules::is_invisible;

use crate::decide::append;
use crate::room::PlayerIndex;
use crate::text::{count_characters, has_hidden_characters, has_stacked_marks, has_visible_character};
use crate::{Decision, Entry, Room, RoomError, Visitor};

/// Maximum length of a chat message.
pub const CHAT_MAX_CHARACTERS: usize = 300;
/// Maximum number of chat messages in a room.
const CHAT_MAX_MESSAGES: u64 = 2_000;

/// Number of past chat messages that a new viewer is sent.
pub(crate) const CHAT_SHOWN: usize = 200;

/// Maximum length of a chat message with all its marks and joiners.
const CHAT_MAX_BYTES: usize = 8 * CHAT_MAX_CHARACTERS;

/// Returns true if a text has 1 to 300 characters, all of them visible.
#[must_use]
pub fn is_displayable(text: &str) -> bool {
    text.len() <= CHAT_MAX_BYTES
        && (1..=CHAT_MAX_CHARACTERS).contains(&count_characters(text))
        && !text.chars().any(is_invisible)
        && has_visible_character(text)
        && !has_hidden_characters(text)
        && !has_stacked_marks(text)
}

impl Room {
    /// Returns the player that a visitor may chat and react as.
    ///
    /// # Errors
    /// If the visitor has no seat or is muted.
    pub fn require_unmuted(&self, visitor: &Visitor) -> Result<PlayerIndex, RoomError> {
        let player = self.require_player(visitor)?;
        let muted = self.occupants[usize::from(player)].visitor().is_some_and(|seated| seated.muted);
        if muted { Err(RoomError::Muted) } else { Ok(player) }
    }

    pub(crate) fn decide_chat(&self, visitor: &Visitor, text: &str) -> Result<Decision, RoomError> {
        let player = self.require_unmuted(visitor)?;
        if self.chat_count >= CHAT_MAX_MESSAGES {
            return Err(RoomError::TooMany);
        }
        let text = text.trim();
        if !is_displayable(text) {
            return Err(RoomError::BadText);
        }
        append(Entry::Chat { player, text: text.to_owned() })
    }

    pub(crate) fn decide_mute(
        &self,
        visitor: &Visitor,
        player: PlayerIndex,
        muted: bool,
    ) -> Result<Decision, RoomError> {
        self.require_host(visitor)?;
        let occupant = self.occupants.get(usize::from(player)).ok_or(RoomError::NoSuchPlayer)?;
        match occupant.visitor().ok_or(RoomError::NoSuchPlayer)?.muted == muted {
            true => Ok(Decision::NoChange),
            false => append(Entry::Muted { player, muted }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chat_is_limited_to_visible_characters() {
        assert!(is_displayable("Bravo! 👩‍🍳") && is_displayable(&"é".repeat(300)));
        for text in ["", "\u{1d159}", "hi\u{e0041}", "e\u{301}\u{301}", &"x".repeat(301), &"👩‍🍳".repeat(300)]
        {
            assert!(!is_displayable(text), "{text:?}");
        }
    }
}
