//! Lists of rooms: pages, limits and query plans.

use cafe_room::messages::RoomListing;
use cafe_room::{Bot, Clock, Entry, NewRoom, PlayedBy, Room, RoomId, RoomOptions, TimedEntry};
use cafe_rules::{Kind, Options, Secret};

use super::*;
use crate::sqlite::rooms::EXPIRED;
use crate::sqlite::{lists, visitors};
use crate::{Append, RoomSummary, RoomsOf};

/// Returns a public room of a host, different for each number below 1024.
fn public_room(number: u16, host: VisitorId, at: i64) -> Room {
    let mut bytes = [0; 16];
    (bytes[0], bytes[1]) = ((number % 32) as u8, (number / 32) as u8);
    let options = RoomOptions::new(Options::new(Kind::Card, 2, false).unwrap());
    let options = RoomOptions { public: true, ..options };
    Room::create(NewRoom::new(RoomId::from_random(bytes), host, options, Secret([1; 32])), at).unwrap()
}

async fn add(store: &Store, room: &mut Room, entry: Entry) {
    let (timed, first) = (TimedEntry { at: room.updated_at + 1, entry }, room.last_number() + 1);
    room.apply(timed.clone()).unwrap();
    let summary = Some(RoomSummary::of(room));
    store.append(Append { room: room.id.clone(), first, entries: vec![timed], summary }).await.unwrap();
}

async fn take_seat(store: &Store, room: &mut Room, visitor: VisitorId) {
    let name = Name::new("Ann").unwrap();
    add(store, room, Entry::SeatTaken { player: 0, visitor, name, is_program: false, share: None }).await;
}

#[test]
fn lists_use_indexes_and_sort_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let connection = create_database(folder.path());
    let queries = [
        lists::PUBLIC,
        lists::OF_VISITOR,
        lists::OF_VISITOR_BY_STATE,
        EXPIRED,
        visitors::UNUSED,
        "SELECT coalesce(max(number), 0) FROM entries WHERE room_key = (SELECT key FROM rooms WHERE id = 'a')",
    ];
    for query in queries {
        let mut statement = connection.prepare(&format!("EXPLAIN QUERY PLAN {query}")).unwrap();
        let parameters = vec![1; statement.parameter_count()];
        let plan = statement
            .query_map(rusqlite::params_from_iter(parameters), |row| row.get::<_, String>(3))
            .unwrap()
            .collect::<Result<Vec<_>, _>>()
            .unwrap()
            .join("; ");
        assert!(plan.contains("SEARCH ") && !plan.contains("SCAN "), "{query}: {plan}");
        assert!(!plan.contains("TEMP B-TREE"), "{query}: {plan}");
    }
}

#[tokio::test]
async fn public_list_has_pages_without_gaps_and_limits_each_host() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open_for_tests(folder.path()).unwrap();
    // Host 0 has most of the rooms; some are active at the same time.
    let host_of = |number: u16| if number.is_multiple_of(4) { number } else { 1023 };
    let mut expected = Vec::new();
    let mut of_host = 0;
    for number in (0..60).rev() {
        let room = public_room(number, visitor_id(host_of(number)), i64::from(number / 3));
        store.create_room(&room, 100).await.unwrap();
        expected.push((room.updated_at, room.id.to_string(), host_of(number)));
    }
    expected.sort_by(|one, other| other.cmp(one));
    expected.retain(|(_, _, host)| {
        of_host += usize::from(*host == 1023);
        *host != 1023 || of_host <= 5
    });
    let expected: Vec<String> = expected.into_iter().map(|(_, id, _)| id).collect();
    assert_eq!(expected.len(), 15 + 5);
    for limit in [1, 2, 7, 100] {
        let (mut listed, mut after) = (Vec::new(), None);
        loop {
            let page = store.public_rooms(after, limit).await.unwrap();
            assert!(page.rooms.len() <= limit);
            listed.extend(page.rooms.into_iter().map(|listing| listing.room.id));
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        assert_eq!(listed, expected, "{limit}");
    }
}

#[tokio::test]
async fn page_starts_at_the_same_place_after_its_room_was_active_or_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open_for_tests(folder.path()).unwrap();
    for number in 0..4 {
        store.create_room(&public_room(number, visitor_id(number), i64::from(number)), 1).await.unwrap();
    }
    let first = store.public_rooms(None, 2).await.unwrap();
    let last = RoomId::parse(&first.rooms[1].room.id).unwrap();
    let ids = async || {
        let page = store.public_rooms(first.next.clone(), 10).await.unwrap();
        page.rooms.into_iter().map(|listing| listing.opened_at).collect::<Vec<_>>()
    };
    assert_eq!(ids().await, [1, 0]);
    store.mark_active(&last, 100).await.unwrap();
    assert_eq!(ids().await, [1, 0]);
    store.quarantine_room(&last, true).await.unwrap();
    store.delete_rooms(vec![last], 100).await.unwrap();
    assert_eq!(ids().await, [1, 0]);
}

#[tokio::test]
async fn own_rooms_are_those_with_a_seat_by_state() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open_for_tests(folder.path()).unwrap();
    let (ann, ben) = (visitor_id(1), visitor_id(2));
    let mut ids = Vec::new();
    for number in 0..6 {
        let mut room = public_room(number, ben.clone(), i64::from(number));
        store.create_room(&room, 100).await.unwrap();
        take_seat(&store, &mut room, ann.clone()).await;
        match number {
            // Left again.
            1 => add(&store, &mut room, Entry::SeatLeft { player: 0, host_left: None, removed: false }).await,
            // Over.
            0 | 3 => add(&store, &mut room, Entry::Closed { reason: None }).await,
            _ => {}
        }
        assert_eq!(store.room_listing(&room.id).await.unwrap(), Some(RoomListing::of(&room)));
        ids.push(room.id);
    }
    let list = async |over, after: Option<usize>, limit| {
        let query = RoomsOf { visitor: ann.clone(), over, after: after.map(|room| ids[room].clone()), limit };
        let page = store.rooms_of(query).await.unwrap().unwrap();
        let numbers = page.rooms.iter().map(|listing| listing.opened_at).collect::<Vec<_>>();
        (numbers, page.next.map(|next| ids.iter().position(|id| *id == next).unwrap()))
    };
    assert_eq!(list(None, None, 10).await, (vec![5, 4, 3, 2, 0], None));
    assert_eq!(list(None, None, 3).await, (vec![5, 4, 3], Some(3)));
    assert_eq!(list(None, Some(3), 2).await, (vec![2, 0], None));
    assert_eq!(list(Some(true), None, 1).await, (vec![3], Some(3)));
    assert_eq!(list(Some(true), Some(3), 1).await, (vec![0], None));
    assert_eq!(list(Some(false), None, 10).await, (vec![5, 4, 2], None));
    let query = RoomsOf { visitor: ann.clone(), over: None, after: Some(ids[1].clone()), limit: 1 };
    assert_eq!(store.rooms_of(query).await.unwrap(), None, "Ann left this room");
}

#[tokio::test]
async fn running_game_is_listed_with_its_cafe_and_deadline() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open_for_tests(folder.path()).unwrap();
    let mut room = public_room(1, visitor_id(1), 1);
    room.options.clock = Clock::Days { per_turn: 2 };
    store.create_room(&room, 1).await.unwrap();
    take_seat(&store, &mut room, visitor_id(1)).await;
    add(&store, &mut room, Entry::BotSeated { player: 1, bot: Bot::unnamed(cafe_bots::Level::Novice) }).await;
    add(&store, &mut room, Entry::Started { date: "2026-01-02".to_owned() }).await;
    let mut deadlines = Vec::new();
    while room.to_move().is_some() && deadlines.len() < 30 {
        let action = room.game.as_ref().unwrap().current.legal_action_strings()[0].clone();
        let player = room.to_move().unwrap();
        add(&store, &mut room, Entry::ActionPlayed { player, action, by: PlayedBy::Player }).await;
        let listing = store.room_listing(&room.id).await.unwrap().unwrap();
        assert_eq!(listing, RoomListing::of(&room));
        deadlines.push(listing.deadline.is_some());
    }
    assert!(deadlines.contains(&true) && deadlines.contains(&false), "a visitor and a bot: {deadlines:?}");
}

#[tokio::test]
async fn unreadable_room_is_in_no_list() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open_for_tests(folder.path()).unwrap();
    let mut room = public_room(1, visitor_id(1), 1);
    store.create_room(&room, 1).await.unwrap();
    take_seat(&store, &mut room, visitor_id(1)).await;
    let lists = async || {
        let query = RoomsOf { visitor: visitor_id(1), over: None, after: None, limit: 10 };
        let own = store.rooms_of(query).await.unwrap().unwrap().rooms.len();
        (store.public_rooms(None, 10).await.unwrap().rooms.len(), own)
    };
    assert_eq!(lists().await, (1, 1));
    store.quarantine_room(&room.id, false).await.unwrap();
    assert_eq!(lists().await, (0, 0));
    assert_eq!(store.room_listing(&room.id).await.unwrap(), None);
}

#[tokio::test]
async fn view_as_version_4_stored_it_is_still_read() {
    let view = r#"{"id":"habababababababa","options":{"game":"card","players":2,"parties":false,"clock":{"kind":"none"},
        "public":true,"spectators":true,"hints":false,"undo":true},"commitment":"00","host":"baaaaaaaaaaa","occupants":[
        {"name":"Ann","visitor":"baaaaaaaaaaa","bot":null,"is_program":false,"reserved_for":null,"bot_plays":false,
        "muted":false,"has_share":false},{"name":"Bo","visitor":null,"bot":"novice","is_program":false,
        "reserved_for":null,"bot_plays":false,"muted":false,"has_share":false}],"started":true,"over":true,
        "closed":false,"next_room":null,"shared":false}"#;
    let result = r#"{"why":"stock","penalties":[0,5],"final":[12,7],"winners":[0],"places":[1,2]}"#;
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open_for_tests(folder.path()).unwrap();
    let room = public_room(1, visitor_id(1), 1);
    store.create_room(&room, 1).await.unwrap();
    let connection = Connection::open(database_file(folder.path())).unwrap();
    connection.execute("UPDATE room_views SET view = ?1, result = ?2", [view, result]).unwrap();
    let listing =
        store.room_listing(&room.id).await.unwrap().expect("a new field needs a default or a migration");
    assert_eq!(listing.room.occupants[1].bot, Some(cafe_bots::Level::Novice));
    assert_eq!(listing.result.unwrap().finals, [12, 7]);
}
