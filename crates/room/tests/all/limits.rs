//! The limit of entries in a room.

use crate::test_room::{Seat, TestRoom, play};
use cafe_room::{RoomError, RoomRequest};

#[test]
fn chat_ends_before_the_room_is_full_and_the_game_goes_on() {
    let mut room = TestRoom::start(&[Seat::Visitor, Seat::Bot], 0xab);
    let chat = RoomRequest::Chat { text: "na".to_owned() };
    // Returns false once the limit is reached.
    let try_request = |room: &mut TestRoom, request: &RoomRequest| match room.request(0, request) {
        Ok(()) => true,
        Err(error) => {
            assert_eq!(error, RoomError::TooMany, "{request:?}");
            false
        }
    };
    let mut lines = 0;
    while try_request(&mut room, &chat) {
        lines += 1;
    }
    assert_eq!(lines, 2_000);
    // The host cannot fill the room with other requests either.
    let mute = |muted| RoomRequest::Mute { player: 0, muted };
    while try_request(&mut room, &mute(true)) && try_request(&mut room, &mute(false)) {}
    assert!((7_000..9_000).contains(&room.room.last_number()), "{}", room.room.last_number());
    // At the limit a player can still leave, but not resume without playing.
    while try_request(&mut room, &RoomRequest::Leave {}) && try_request(&mut room, &RoomRequest::Resume {}) {}
    assert!((10_000..10_003).contains(&room.room.last_number()), "{}", room.room.last_number());
    for request in [chat, RoomRequest::Undo { seq: 0 }, mute(false)] {
        assert_eq!(room.request(0, &request), Err(RoomError::TooMany), "{request:?}");
    }
    assert!(try_request(&mut room, &play(0, "draw")) && room.room.occupants[0].bot_level().is_none());
    assert!(try_request(&mut room, &RoomRequest::Leave {}), "leaving is always possible");
}
