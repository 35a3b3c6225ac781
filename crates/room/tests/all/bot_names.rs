//! Names of bots in stored rooms.

use cafe_bots::Level;
use cafe_room::{Bot, Entry, Room, RoomId, RoomOptions, TimedEntry, VisitorId};
use cafe_rules::{Kind, Options};

#[test]
fn bots_stored_without_a_name_keep_the_default_one() {
    let opened = Entry::Opened {
        options: RoomOptions::new(Options::new(Kind::Card, 3, false).unwrap()),
        host: VisitorId::from_random([0; 12]),
        secret: "ab".repeat(32),
        reserved_for: Vec::new(),
        deal: None,
    };
    let mut entries = vec![opened];
    for player in [0, 1] {
        let stored = format!(r#"{{"type":"bot_seated","player":{player},"level":"novice"}}"#);
        let entry: Entry = serde_json::from_str(&stored).unwrap();
        assert_eq!(serde_json::to_string(&entry).unwrap(), stored);
        entries.push(entry);
    }
    let entries = entries.into_iter().map(|entry| TimedEntry { at: 0, entry });
    let room = Room::replay(RoomId::from_random([0; 16]), entries).unwrap();
    assert_eq!([0, 1, 2].map(|player: usize| room.occupants[player].name()), ["Fleur", "Fleur", ""]);
    // A new bot gets another name.
    assert_eq!(room.name_bot(&Bot::unnamed(Level::Novice)).name(), "Oskar");
}
