//! Chat and mute.

use cafe_rules::is_invisible;

use crate::decide::append;
use crate::name::has_visible_character;
use crate::room::PlayerIndex;
use crate::{Decision, Entry, Room, RoomError, Visitor};

/// Maximum length of a chat message.
pub const CHAT_MAX_CHARACTERS: usize = 300;
/// Maximum number of chat messages in a room.
const CHAT_MAX_MESSAGES: u64 = 2_000;

/// Returns true if a text has 1 to 300 characters, none of them invisible.
#[must_use]
pub fn is_displayable(text: &str) -> bool {
    let length = text.chars().take(CHAT_MAX_CHARACTERS + 1).count();
    (1..=CHAT_MAX_CHARACTERS).contains(&length)
        && !text.chars().any(is_invisible)
        && has_visible_character(text)
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
