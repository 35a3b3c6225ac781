//! What is hidden does not show: a room with another order of what nobody has seen looks the same to everybody, and one with other
//! hands looks the same to those who may not see them.

use cafe_room::messages::RoomUpdate;
use cafe_room::{Entry, FixedDeal, HistoryItem, Room, TimedEntry};
use cafe_rules::{Deal, Event, Game, Kind, Viewer};

/// Compares what is sent of the room and of rooms with other hidden cards.
pub(super) fn check(room: &Room, seed: u8) {
    let Some(game) = room.game.as_ref().filter(|game| game.current.ending().is_none()) else { return };
    // An undone action may have shown a card that is hidden again.
    if game.history.iter().any(|item| matches!(item, HistoryItem::Undone(_))) {
        return;
    }
    let viewers = (0..room.occupants.len() as u8).map(Viewer::Player).chain([Viewer::Spectator]);
    let Some(held) = held_cards(room) else { return };
    for viewer in viewers {
        let others = (0..).zip(&held).filter(|(player, _)| viewer != Viewer::Player(*player));
        let mut hidden: Vec<usize> = others.flat_map(|(_, hand)| hand.iter().copied()).collect();
        let total = deal_of(room).guests.len();
        hidden.extend(total - game.current.guest_stock().len()..total);
        for turn in 1..4 {
            // Not every deal allows the same actions.
            let Some(other) = with_rotated(room, &hidden, turn * (1 + usize::from(seed % 5))) else {
                continue;
            };
            let sent = |room: &Room| serde_json::to_string(&RoomUpdate::since(room, 0, viewer)).unwrap();
            assert_eq!(sent(room), sent(&other), "{viewer:?} is sent something hidden");
        }
    }
}

fn deal_of(room: &Room) -> &FixedDeal {
    match &room.entries()[0].entry {
        Entry::Opened { deal: Some(deal), .. } => deal,
        other => panic!("the deal is fixed: {other:?}"),
    }
}

/// Returns the same room with the guests at these places of the deal rotated; none if an action is illegal then.
fn with_rotated(room: &Room, places: &[usize], by: usize) -> Option<Room> {
    let mut deal = deal_of(room).clone();
    let mut guests: Vec<String> = places.iter().map(|&place| deal.guests[place].clone()).collect();
    guests.rotate_left(by % places.len().max(1));
    places.iter().zip(guests).for_each(|(&place, guest)| deal.guests[place] = guest);
    let mut entries: Vec<TimedEntry> = room.entries().to_vec();
    if let Entry::Opened { deal: opened, .. } = &mut entries[0].entry {
        *opened = Some(deal);
    }
    Room::replay(room.id.clone(), entries).ok().filter(|other| other.is_over() == room.is_over())
}

/// Returns by player the places in the deal of the cards in the hand. Empty for the board game, whose hands are open.
fn held_cards(room: &Room) -> Option<Vec<Vec<usize>>> {
    let game = room.game.as_ref()?;
    let players = room.occupants.len();
    if game.start.options().kind() == Kind::Board {
        return Some(vec![Vec::new(); players]);
    }
    let FixedDeal { guests, tables } = deal_of(room);
    let (guests, tables) = (guests.iter().map(String::as_str), tables.iter().map(String::as_str));
    let deal = Deal::from_names(Kind::Card, guests, tables).ok()?;
    let mut held = dealt(&deal, &game.start, players);
    let mut next = held.iter().map(Vec::len).sum();
    for applied in room.applied_since(0) {
        for event in applied.played.iter().flat_map(|played| played.events.iter()) {
            let (player, tile) = match event {
                Event::Seated { player, guest, .. } => (*player, guest.tile()),
                Event::LaidFaceDown { player, tile } => (*player, *tile),
                Event::Drew { player, .. } => {
                    held[usize::from(*player)].push(next);
                    next += 1;
                    continue;
                }
                _ => continue,
            };
            let hand = &mut held[usize::from(player)];
            let place = hand.iter().position(|&place| deal.guests()[place] == tile)?;
            hand.swap_remove(place);
        }
    }
    Some(held)
}

/// Returns by player the places of the first hands, which are dealt one after the other.
fn dealt(deal: &Deal, start: &Game, players: usize) -> Vec<Vec<usize>> {
    let size = start.hands()[0].len();
    let places = |player: usize| (player * size..(player + 1) * size).collect::<Vec<_>>();
    let held: Vec<Vec<usize>> = (0..players).map(places).collect();
    for (places, hand) in held.iter().zip(start.hands()) {
        let tiles = places.iter().map(|&place| deal.guests()[place]);
        assert_eq!(tiles.collect::<cafe_rules::Hand>(), *hand, "hands are dealt in this order");
    }
    held
}
