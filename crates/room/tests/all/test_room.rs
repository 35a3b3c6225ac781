//! A room with visitors and bots.

use cafe_bots::Level;
use cafe_room::{
    Bot, Decision, Entry, Millis, Name, NewRoom, Room, RoomError, RoomGame, RoomId, RoomOptions, RoomRequest,
    TimedEntry, Visitor, VisitorId,
};
use cafe_rules::{Kind, Options, Secret};

/// What has a seat.
#[derive(Clone, Copy)]
pub(crate) enum Seat {
    Visitor,
    Program,
    Bot,
}

pub(crate) struct TestRoom {
    pub(crate) room: Room,
    /// By player; not used for bots.
    pub(crate) visitors: Vec<Visitor>,
    pub(crate) now: Millis,
}

impl TestRoom {
    /// Opens a room for a card game. All seats are free.
    pub(crate) fn wait(seats: &[Seat]) -> TestRoom {
        TestRoom::open(Kind::Card, seats, 0)
    }

    /// Starts a card game that is dealt from this secret.
    pub(crate) fn start(seats: &[Seat], secret: u8) -> TestRoom {
        TestRoom::start_game(Kind::Card, seats, secret)
    }

    /// Starts a game that is dealt from this secret.
    pub(crate) fn start_game(kind: Kind, seats: &[Seat], secret: u8) -> TestRoom {
        let mut room = TestRoom::open(kind, seats, secret);
        for (player, seat) in (0..).zip(seats) {
            match seat {
                Seat::Bot => room.apply(Entry::BotSeated { player, bot: Bot::unnamed(Level::Novice) }),
                Seat::Visitor | Seat::Program => {
                    let request = RoomRequest::TakeSeat { player: Some(player), share: None };
                    room.request(player, &request).unwrap();
                }
            }
        }
        room.request(0, &RoomRequest::Start {}).unwrap();
        room
    }

    fn open(kind: Kind, seats: &[Seat], secret: u8) -> TestRoom {
        let options = Options::new(kind, seats.len() as u8, false).unwrap();
        let visitor = |(player, seat): (u8, &Seat)| Visitor {
            id: VisitorId::from_random([player; 12]),
            name: Name::new("Ann").unwrap(),
            is_program: matches!(seat, Seat::Program),
        };
        let visitors: Vec<Visitor> = (0..).zip(seats).map(visitor).collect();
        let id = RoomId::from_random([0; 16]);
        let new = NewRoom::new(id, visitors[0].id.clone(), RoomOptions::new(options), Secret([secret; 32]));
        TestRoom { room: Room::create(new, 0).unwrap(), visitors, now: 0 }
    }

    pub(crate) fn apply(&mut self, entry: Entry) {
        self.room.apply(TimedEntry { at: self.now, entry }).unwrap();
    }

    /// Decides about a player's request and applies the entries.
    pub(crate) fn request(&mut self, player: u8, request: &RoomRequest) -> Result<(), RoomError> {
        let visitor = &self.visitors[usize::from(player)];
        if let Decision::Append(entries) = self.room.decide(visitor, request, self.now)? {
            entries.into_iter().for_each(|entry| self.apply(entry));
        }
        Ok(())
    }

    pub(crate) fn game(&self) -> &RoomGame {
        self.room.game.as_ref().unwrap()
    }
}

/// Returns a request to play one action.
pub(crate) fn play(seq: u32, action: &str) -> RoomRequest {
    RoomRequest::Play { seq, actions: vec![action.to_owned()] }
}
