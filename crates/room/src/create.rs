//! Opening a room.

use cafe_rules::Secret;

use crate::room::PlayerIndex;
use crate::{
    Bot, Entry, InvalidOptions, Millis, Occupant, Room, RoomError, RoomId, RoomOptions, TimedEntry, Visitor,
    VisitorId,
};

/// What a new room is made of.
#[derive(Clone, Debug)]
pub struct NewRoom {
    /// Its id.
    pub id: RoomId,
    /// Its host.
    pub host: VisitorId,
    /// Its settings.
    pub options: RoomOptions,
    /// The secret of the deal.
    pub secret: Secret,
    /// By player: the visitor the seat is reserved for.
    pub reserved_for: Vec<Option<VisitorId>>,
    /// Bots that take a seat at once.
    pub bots: Vec<(PlayerIndex, Bot)>,
}

impl NewRoom {
    /// Returns a room without reserved seats and bots.
    #[must_use]
    pub fn new(id: RoomId, host: VisitorId, options: RoomOptions, secret: Secret) -> NewRoom {
        NewRoom { id, host, options, secret, reserved_for: Vec::new(), bots: Vec::new() }
    }
}

impl Room {
    /// Opens a room.
    ///
    /// # Errors
    /// If the options are invalid or a bot has no seat.
    pub fn create(new: NewRoom, at: Millis) -> Result<Room, RoomError> {
        let NewRoom { id, host, options, secret, reserved_for, bots } = new;
        options.check()?;
        let players = usize::from(options.players);
        // A list longer than the number of players repeats one of them or names a player that does not exist.
        let repeats = |(index, (player, _)): (usize, &(PlayerIndex, Bot))| {
            bots[..index].iter().any(|(other, _)| other == player)
        };
        if bots.iter().take(players + 1).enumerate().any(repeats) {
            return Err(RoomError::SeatTaken);
        }
        let is_against_bots = || bots.len() == players - 1 && bots.iter().all(|(player, _)| *player != 0);
        if options.friendly_deal && !is_against_bots() {
            return Err(InvalidOptions::FriendlyDeal.into());
        }
        let secret = secret.to_string();
        let opened = Entry::Opened { options, host, secret, reserved_for, deal: None };
        let mut room =
            Room::open(id, TimedEntry { at, entry: opened }).map_err(|_| RoomError::NoSuchPlayer)?;
        for (player, bot) in &bots {
            let entry = Entry::BotSeated { player: *player, bot: room.name_bot(bot) };
            room.apply(TimedEntry { at, entry }).map_err(|_| RoomError::NoSuchPlayer)?;
        }
        Ok(room)
    }

    /// Returns the room of a rematch: the same occupants, the next player first.
    ///
    /// # Errors
    /// If the visitor is not a player or the game is not over.
    pub fn rematch(&self, visitor: &Visitor, id: RoomId, secret: Secret) -> Result<NewRoom, RoomError> {
        self.check_rematch(visitor)?;
        let mut occupants = self.occupants.clone();
        occupants.rotate_left(1);
        // The seat of an erased visitor is free, and an erased host is replaced by the visitor who asks.
        let is_known = |visitor: &VisitorId| *visitor != VisitorId::erased();
        let seated = occupants.iter().map(|occupant| occupant.visitor().map(|seated| seated.id.clone()));
        let reserved_for = seated.map(|visitor| visitor.filter(is_known)).collect();
        let bots = (0..).zip(&occupants).filter_map(|(player, occupant)| match occupant {
            Occupant::Bot(bot) => Some((player, bot.clone())),
            _ => None,
        });
        let host = if is_known(&self.host) { &self.host } else { &visitor.id };
        Ok(NewRoom {
            id,
            host: host.clone(),
            // Only a first deal is friendly; in a rematch another player begins.
            options: RoomOptions { friendly_deal: false, ..self.options.clone() },
            secret,
            reserved_for,
            bots: bots.collect(),
        })
    }

    /// Checks whether a visitor may open a rematch.
    ///
    /// # Errors
    /// If the visitor is not a player or the game is not over.
    pub fn check_rematch(&self, visitor: &Visitor) -> Result<(), RoomError> {
        self.require_player(visitor)?;
        if !self.is_over() {
            Err(RoomError::NotOver)
        } else if self.game.is_none() {
            Err(RoomError::NotStarted)
        } else {
            Ok(())
        }
    }
}
