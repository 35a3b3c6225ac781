//! What a view hides.

use cafe_room::messages::GameView;
use cafe_room::{Entry, FixedDeal, Name, PlayedBy, Room, RoomId, RoomOptions, TimedEntry, VisitorId};
use cafe_rules::{Action, Deal, Kind, Options, Secret, Seed, Viewer};

fn start_game(options: Options, deal: &Deal) -> Room {
    let visitor = |player: u8| VisitorId::from_random([player; 12]);
    let fixed_deal = FixedDeal {
        guests: deal.guests().iter().map(ToString::to_string).collect(),
        tables: deal.tables().iter().map(ToString::to_string).collect(),
    };
    let mut entries = vec![Entry::Opened {
        options: RoomOptions::new(options),
        host: visitor(0),
        secret: Secret([7; 32]).to_string(),
        reserved_for: Vec::new(),
        deal: Some(fixed_deal),
    }];
    for player in 0..options.players() {
        let name = Name::new(&format!("Player {player}")).unwrap();
        entries.push(Entry::SeatTaken {
            player,
            visitor: visitor(player),
            name,
            is_program: false,
            share: None,
        });
    }
    entries.push(Entry::Started { date: "2026-11-16".to_owned() });
    let entries = entries.into_iter().map(|entry| TimedEntry { at: 0, entry });
    Room::replay(RoomId::from_random([1; 16]), entries).unwrap()
}

#[test]
fn hands_and_cards_face_down_are_visible_to_their_player_only() {
    let options = Options::new(Kind::Card, 3, false).unwrap();
    let mut rng = fastrand::Rng::with_seed(8);
    let mut laid_down = 0;
    for _ in 0..20 {
        let deal = Deal::shuffled(Kind::Card, Seed(std::array::from_fn(|_| rng.u8(..))));
        let mut room = start_game(options, &deal);
        while room.to_move().is_some() {
            let game = room.game.as_ref().unwrap().current;
            let legal: Vec<Action> = game.legal().iter().collect();
            let down = legal.iter().find(|action| matches!(action, Action::Down(_)));
            laid_down += usize::from(down.is_some());
            let action = down.copied().unwrap_or_else(|| legal[rng.usize(..legal.len())]);
            let action = game.format_action(&action);
            let entry = Entry::ActionPlayed { player: game.turn(), action, by: PlayedBy::Player };
            room.apply(TimedEntry { at: 0, entry }).unwrap();
            for viewer in (0..3).map(Viewer::Player).chain([Viewer::Spectator]) {
                let view = GameView::of(&room, viewer).unwrap();
                for player in 0..3 {
                    let is_own = viewer == Viewer::Player(player);
                    let index = usize::from(player);
                    let visible = (view.hands[index].is_some(), view.down[index].is_some());
                    assert_eq!(visible, (is_own, is_own), "{viewer:?} sees player {player}");
                }
            }
        }
    }
    assert!(laid_down > 0, "no card was laid face down");
}
