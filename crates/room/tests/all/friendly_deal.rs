//! Games with a friendly first deal: one visitor against bots.

use cafe_bots::Level;
use cafe_room::messages::{GameReplay, GameView, RoomView};
use cafe_room::{
    Bot, Decision, Entry, InvalidOptions, Name, NewRoom, PlayedBy, Room, RoomError, RoomId, RoomOptions,
    RoomRequest, TimedEntry, Visitor, VisitorId,
};
use cafe_rules::{DealSource, FRIENDLY_POINTS, Options, Record, Secret, Viewer};

fn visitor(number: u8) -> Visitor {
    let name = Name::new(&format!("Visitor {number}")).unwrap();
    Visitor { id: VisitorId::from_random([number; 12]), name, is_program: false }
}

fn new_room(options: Options, secret: u8, bots: impl IntoIterator<Item = u8>) -> NewRoom {
    let room_options = RoomOptions { friendly_deal: true, ..RoomOptions::new(options) };
    let id = RoomId::from_random([secret; 16]);
    let mut new = NewRoom::new(id, visitor(0).id, room_options, Secret([secret; 32]));
    new.bots = bots.into_iter().map(|player| (player, Bot::unnamed(Level::Novice))).collect();
    new
}

fn open(options: Options, secret: u8) -> Room {
    Room::create(new_room(options, secret, 1..options.players()), 0).unwrap()
}

fn request(room: &mut Room, number: u8, request: &RoomRequest) -> Result<(), RoomError> {
    if let Decision::Append(entries) = room.decide(&visitor(number), request, 0)? {
        entries.into_iter().for_each(|entry| _ = room.apply(TimedEntry { at: 0, entry }).unwrap());
    }
    Ok(())
}

fn take_seat(player: u8, share: u8) -> RoomRequest {
    RoomRequest::TakeSeat { player: Some(player), share: Some(format!("{share:02x}").repeat(32)) }
}

fn start(options: Options, secret: u8) -> Room {
    let mut room = open(options, secret);
    request(&mut room, 0, &take_seat(0, 5)).unwrap();
    request(&mut room, 0, &RoomRequest::Start {}).unwrap();
    room
}

/// Plays random actions to the end.
fn play_out(room: &mut Room, rng: &mut fastrand::Rng) {
    while let Some(player) = room.to_move() {
        let game = &room.game.as_ref().unwrap().current;
        let legal = game.legal();
        let action = game.format_action(&legal.get(rng.usize(..legal.len())).unwrap());
        let entry = Entry::ActionPlayed { player, action, by: PlayedBy::Player };
        room.apply(TimedEntry { at: 0, entry }).unwrap();
    }
}

#[test]
fn first_player_has_a_playable_opening() {
    for options in Options::all() {
        for secret in 0..20 {
            let room = start(options, secret);
            assert!(RoomView::of(&room).options.friendly_deal);
            let view = GameView::of(&room, Viewer::Player(0)).unwrap();
            let best = view.legal.iter().filter_map(|legal| legal.follow_up).max();
            assert!(best >= Some(FRIENDLY_POINTS), "{options}, secret {secret}: {best:?}");
        }
    }
}

#[test]
fn record_and_replay_say_that_the_deal_was_chosen() {
    let mut rng = fastrand::Rng::with_seed(2);
    for options in Options::all() {
        let mut room = start(options, 7);
        play_out(&mut room, &mut rng);
        let record = Record::parse(&room.record().unwrap().to_string()).unwrap();
        let DealSource::Friendly(deal) = record.header().deal_source else { panic!("not marked: {record}") };
        let replay = GameReplay::of(&room).unwrap();
        assert_eq!((replay.friendly_deal, replay.seed), (Some(deal.number), Some(deal.seed.to_string())));
        assert!(record.header().shares[0].is_some(), "the visitor has a share in the series");
    }
}

#[test]
fn other_seats_are_for_bots_only() {
    let options = Options::all().next().unwrap();
    let refused = Err(RoomError::Options(InvalidOptions::FriendlyDeal));
    for bots in [vec![], vec![0], vec![0, 1]] {
        assert_eq!(Room::create(new_room(options, 1, bots.clone()), 0).map(|_| ()), refused, "{bots:?}");
    }
    let mut room = open(options, 1);
    let add_bot = |player| RoomRequest::AddBot { player, level: Level::Master };
    assert_eq!(request(&mut room, 0, &add_bot(0)), Err(RoomError::SeatReserved));
    request(&mut room, 0, &RoomRequest::Remove { player: 1 }).unwrap();
    assert_eq!(request(&mut room, 1, &take_seat(1, 1)), Err(RoomError::SeatReserved));
    request(&mut room, 0, &take_seat(0, 1)).unwrap();
    let any_seat = RoomRequest::TakeSeat { player: None, share: None };
    assert_eq!(request(&mut room, 1, &any_seat), Err(RoomError::SeatReserved));
    request(&mut room, 0, &add_bot(1)).unwrap();
    request(&mut room, 0, &RoomRequest::Start {}).unwrap();
    assert!(room.game.is_some());
}

#[test]
fn rematch_has_an_ordinary_deal() {
    let options = Options::all().next().unwrap();
    let mut room = start(options, 3);
    play_out(&mut room, &mut fastrand::Rng::with_seed(1));
    let new = room.rematch(&visitor(0), RoomId::from_random([9; 16]), Secret([9; 32])).unwrap();
    assert!(!new.options.friendly_deal);
    assert!(Room::create(new, 0).is_ok());
}
