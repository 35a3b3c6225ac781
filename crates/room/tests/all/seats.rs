//! Who may take a seat.

use crate::test_room::{Seat, TestRoom};
use cafe_room::{RoomError, RoomRequest};

#[test]
fn removed_visitor_cannot_return_and_one_who_left_can() {
    let mut room = TestRoom::wait(&[Seat::Visitor, Seat::Visitor]);
    let take = RoomRequest::TakeSeat { player: None, share: None };
    room.request(1, &take).unwrap();
    room.request(1, &RoomRequest::Leave {}).unwrap();
    room.request(1, &take).unwrap();
    room.request(0, &RoomRequest::Remove { player: 0 }).unwrap();
    assert_eq!(room.request(1, &take), Err(RoomError::Removed));
    // The host may leave and return.
    room.request(0, &take).unwrap();
    room.request(0, &RoomRequest::Remove { player: 0 }).unwrap();
    room.request(0, &take).unwrap();
}
