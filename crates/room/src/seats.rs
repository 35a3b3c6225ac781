//! Taking, leaving and returning to a seat.

use cafe_bots::Level;
use cafe_rules::Share;

use crate::decide::{append, format_date};
use crate::room::PlayerIndex;
use crate::{Bot, Decision, Entry, Millis, Occupant, Room, RoomError, Visitor, VisitorId};

impl Room {
    pub(crate) fn decide_take_seat(
        &self,
        visitor: &Visitor,
        wanted: Option<PlayerIndex>,
        share: Option<&str>,
        now: Millis,
    ) -> Result<Decision, RoomError> {
        self.require_open()?;
        if let Some(own) = self.player_of(&visitor.id) {
            return match self.entry_for_returning(own, now) {
                _ if self.has_resigned(own) => Err(RoomError::Resigned),
                _ if wanted.is_some_and(|player| player != own) => Err(RoomError::AlreadySeated),
                Some(entry) => append(entry),
                None => Ok(Decision::NoChange),
            };
        }
        if self.removed.contains(&visitor.id) {
            return Err(RoomError::Removed);
        }
        if share.is_some_and(|share| Share::parse(share).is_none()) {
            return Err(RoomError::BadShare);
        }
        let player = match wanted {
            Some(player) => player,
            None => self.first_available(&visitor.id).ok_or(RoomError::SeatTaken)?,
        };
        let occupant = self.require_before_start(player)?;
        if self.is_for_bot(player) {
            return Err(RoomError::SeatReserved);
        }
        let was_reserved = occupant.is_reserved_for(&visitor.id);
        match occupant {
            occupant if *occupant == Occupant::FREE || was_reserved => {}
            Occupant::Free { .. } => return Err(RoomError::SeatReserved),
            _ => return Err(RoomError::SeatTaken),
        }
        let mut entries = vec![Entry::SeatTaken {
            player,
            visitor: visitor.id.clone(),
            name: visitor.name.clone(),
            is_program: visitor.is_program,
            share: share.map(str::to_owned),
        }];
        if self.muted.contains(&visitor.id) {
            entries.push(Entry::Muted { player, muted: true });
        }
        // In a rematch all seats are reserved, so the game starts with the last player.
        if was_reserved && self.occupants.iter().filter(|occupant| occupant.is_free()).count() == 1 {
            entries.push(Entry::Started { date: format_date(now) });
        }
        Ok(Decision::Append(entries))
    }

    fn first_available(&self, visitor: &VisitorId) -> Option<PlayerIndex> {
        let reserved = self.occupants.iter().position(|occupant| occupant.is_reserved_for(visitor));
        let free = || self.occupants.iter().position(|occupant| *occupant == Occupant::FREE);
        reserved.or_else(free).map(|player| player as PlayerIndex)
    }

    /// Returns true if only a bot may have this seat. A friendly deal would not be fair to another visitor.
    fn is_for_bot(&self, player: PlayerIndex) -> bool {
        self.options.friendly_deal && player != 0
    }

    fn require_before_start(&self, player: PlayerIndex) -> Result<&Occupant, RoomError> {
        self.require_open()?;
        if self.game.is_some() {
            return Err(RoomError::Started);
        }
        self.occupants.get(usize::from(player)).ok_or(RoomError::NoSuchPlayer)
    }

    pub(crate) fn decide_add_bot(
        &self,
        visitor: &Visitor,
        player: PlayerIndex,
        level: Level,
    ) -> Result<Decision, RoomError> {
        self.require_host(visitor)?;
        match self.require_before_start(player)? {
            Occupant::Free { .. } if self.options.friendly_deal && !self.is_for_bot(player) => {
                Err(RoomError::SeatReserved)
            }
            Occupant::Free { reserved_for: None } => {
                append(Entry::BotSeated { player, bot: self.name_bot(&Bot::unnamed(level)) })
            }
            Occupant::Free { reserved_for: Some(_) } => Err(RoomError::SeatReserved),
            Occupant::Bot(bot) if bot.level == level => Ok(Decision::NoChange),
            _ => Err(RoomError::SeatTaken),
        }
    }

    pub(crate) fn decide_remove(
        &self,
        visitor: &Visitor,
        player: PlayerIndex,
    ) -> Result<Decision, RoomError> {
        self.require_host(visitor)?;
        match self.require_before_start(player)? {
            Occupant::Free { reserved_for: None } => Ok(Decision::NoChange),
            _ => append(self.seat_left(player, self.player_of(&visitor.id) != Some(player))),
        }
    }

    fn seat_left(&self, player: PlayerIndex, removed: bool) -> Entry {
        Entry::SeatLeft { player, host_left: Some(self.player_of(&self.host) == Some(player)), removed }
    }

    /// Returns the entry for a visitor who leaves: before the game the seat becomes free, during the game a bot takes over.
    #[must_use]
    pub fn entry_for_leaving(&self, visitor: &VisitorId) -> Option<Entry> {
        let player = self.player_of(visitor)?;
        if self.game.is_none() {
            return Some(self.seat_left(player, false));
        }
        let needs_no_bot = self.is_over() || self.occupants[usize::from(player)].bot_level().is_some();
        (!needs_no_bot).then_some(Entry::BotTookOver { player, by_choice: false })
    }

    pub(crate) fn decide_resume(&self, visitor: &Visitor, now: Millis) -> Result<Decision, RoomError> {
        let player = self.require_active_player(visitor)?;
        self.require_running()?;
        self.entry_for_returning(player, now).map_or(Ok(Decision::NoChange), append)
    }

    pub(crate) fn decide_hand_over(&self, visitor: &Visitor) -> Result<Decision, RoomError> {
        let player = self.require_active_player(visitor)?;
        self.require_running()?;
        match self.has_handed_over(&visitor.id) {
            true => Ok(Decision::NoChange),
            false => append(Entry::BotTookOver { player, by_choice: true }),
        }
    }

    /// Returns true if a visitor let a bot play. Connecting does not end that, unlike an absence.
    #[must_use]
    pub fn has_handed_over(&self, visitor: &VisitorId) -> bool {
        let seated = self.occupants.iter().filter_map(Occupant::visitor).find(|seated| seated.id == *visitor);
        seated.is_some_and(|seated| seated.handed_over)
    }

    /// Returns the entry for a player who takes over from a bot. The turn keeps the time it has left. If none is left, and the
    /// player was away before the turn began, it starts again; leaving during a turn never gains time.
    pub(crate) fn entry_for_returning(&self, player: PlayerIndex, now: Millis) -> Option<Entry> {
        let seated = self.occupants[usize::from(player)].visitor()?;
        let game = self.game.as_ref().filter(|_| self.to_move() == Some(player));
        let limit = self.options.clock.limit_millis();
        let is_out_of_time = game.zip(limit).is_some_and(|(game, limit)| game.turn_started_at + limit <= now);
        let restart_turn = is_out_of_time && !seated.left_during_turn;
        let returns = seated.bot_plays && !self.has_resigned(player);
        returns.then_some(Entry::PlayerReturned { player, restart_turn })
    }

    /// Returns true if the room is waiting, had visitors in seats, and no seat is occupied or reserved by one.
    #[must_use]
    pub fn is_abandoned(&self) -> bool {
        let has_no_visitor = |occupant: &Occupant| {
            matches!(occupant, Occupant::Free { reserved_for: None } | Occupant::Bot(_))
        };
        let was_taken = self.entries.iter().any(|timed| matches!(timed.entry, Entry::SeatTaken { .. }));
        self.is_waiting() && was_taken && self.occupants.iter().all(has_no_visitor)
    }
}
