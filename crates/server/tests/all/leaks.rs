//! Two games that look the same to a viewer send the viewer the same bytes.

mod played_game;

use std::path::Path;

use self::played_game::{LIVE_MOVES, PlayedGame};
use crate::common::requests::*;
use crate::common::{TestConnection, TestServer, TestVisitor, fast_bots};
use cafe_analysis::analyse_position;
use cafe_bots::Budget;
use cafe_room::messages::HintTurn;
use cafe_room::{
    Entry, FixedDeal, Name, PlayedBy, Room, RoomId, RoomOptions, RoomRequest, TimedEntry, Token, Visitor,
    VisitorId,
};
use cafe_rules::{Deal, Game, Kind, Options, Secret, View, Viewer};
use cafe_server::{new_room_id, new_token, new_visitor_id};
use cafe_store::Store;
use reqwest::Method;
use serde_json::Value;

const START: i64 = 1_790_000_000_000;

/// The room of a game and everybody who views it. The last visitor is a spectator.
struct Viewers {
    room_id: RoomId,
    visitors: Vec<(VisitorId, Token)>,
}

impl Viewers {
    fn new(options: Options) -> Viewers {
        let visitors = (0..=options.players()).map(|_| (new_visitor_id(), new_token())).collect();
        Viewers { room_id: new_room_id(), visitors }
    }

    fn players(&self) -> &[(VisitorId, Token)] {
        &self.visitors[..self.visitors.len() - 1]
    }
}

/// Returns the entries of a room up to the start of a game with this deal.
fn entries_until_start(options: Options, players: &[(VisitorId, Token)], deal: &Deal) -> Vec<Entry> {
    let fixed_deal = FixedDeal {
        guests: deal.guests().iter().map(ToString::to_string).collect(),
        tables: deal.tables().iter().map(ToString::to_string).collect(),
    };
    let mut entries = vec![Entry::Opened {
        options: RoomOptions { public: true, ..RoomOptions::new(options) },
        host: players[0].0.clone(),
        secret: Secret([7; 32]).to_string(),
        reserved_for: Vec::new(),
        deal: Some(fixed_deal),
    }];
    for (player, (visitor, _)) in (0..).zip(players) {
        let name = Name::new(&format!("Player {player}")).unwrap();
        let visitor = visitor.clone();
        entries.push(Entry::SeatTaken { player, visitor, name, is_program: false, share: None });
    }
    entries.push(Entry::Started { date: "2026-11-16".to_owned() });
    entries
}

/// Stores the visitors and the game without its last moves.
async fn store(folder: &Path, played: &PlayedGame, viewers: &Viewers, deal: &Deal) {
    let mut entries = entries_until_start(played.options, viewers.players(), deal);
    let stored = &played.actions[..played.actions.len() - LIVE_MOVES];
    entries.extend(stored.iter().map(|action| Entry::ActionPlayed {
        player: action.player,
        action: action.text(deal),
        by: PlayedBy::Player,
    }));
    let entries = (START..).zip(entries).map(|(at, entry)| TimedEntry { at, entry });
    let room = Room::replay(viewers.room_id.clone(), entries).unwrap();
    let store = Store::open_for_tests(folder).unwrap();
    for (id, token) in &viewers.visitors {
        let visitor = Visitor { id: id.clone(), name: Name::new("Somebody").unwrap(), is_program: false };
        store.create_visitor(&visitor, token.hash(), START).await.unwrap();
        // Otherwise the spectator would expire at once.
        store.renew_session(token.hash(), START + 1).await.unwrap();
    }
    store.create_room(&room, 1).await.unwrap();
    store.close().await;
}

/// Returns requests that are refused, before each of the last moves. They follow from what the viewer knows.
fn refused_requests(
    played: &PlayedGame,
    viewer: Viewer,
    positions: &[Game],
    rng: &mut fastrand::Rng,
) -> Vec<Vec<RoomRequest>> {
    let first = played.actions.len() - LIVE_MOVES;
    let cells: Vec<&str> = played.actions.iter().filter_map(|action| action.cell()).collect();
    let refused_at = |(number, game): (usize, &Game)| {
        let seq = (first + number) as u32;
        let mut requests = Vec::new();
        if number == 0 {
            requests.extend([play(seq + 7, "end"), hint(seq)]);
        }
        if viewer != Viewer::Player(game.turn()) {
            requests.push(play(seq, "end"));
            return requests;
        }
        let legal = game.legal_action_strings();
        let hand: Vec<String> =
            game.hands()[usize::from(game.turn())].tiles().map(|tile| tile.to_string()).collect();
        for _ in 0..20 {
            let (Some(tile), Some(cell)) = (rng.choice(&hand), rng.choice(&cells)) else { break };
            let action = format!("{tile}@{cell}");
            // Within the rate limit.
            if requests.len() < 3 && !legal.contains(&action) {
                requests.push(play(seq, &action));
            }
        }
        requests
    };
    positions[first..first + LIVE_MOVES].iter().enumerate().map(refused_at).collect()
}

/// Removes the times from a message.
fn without_times(text: &str) -> String {
    let mut parts = vec![text];
    for time in [r#""at":"#, r#""updated_at":"#, r#""nudge_at":"#, r#""claim_at":"#] {
        parts = parts.into_iter().flat_map(|part| part.split_inclusive(time)).collect();
    }
    let mut parts = parts.into_iter();
    let mut message = parts.next().unwrap_or_default().to_owned();
    parts.for_each(|part| message.push_str(part.trim_start_matches(|digit: char| digit.is_ascii_digit())));
    message
}

/// Sends a request and collects all messages up to its answer.
async fn send(connection: &mut TestConnection, request: RoomRequest, received: &mut Vec<String>) {
    let id = connection.send(request).await;
    loop {
        let text = connection.next_text().await;
        assert!(!text.contains(r#""code":"too_fast""#), "{text}");
        let is_answer = serde_json::from_str::<Value>(&text).unwrap()["id"] == id;
        // Depends on time: `welcome` has the time, and presence is sent after an interval.
        if ![r#""type":"welcome""#, r#""type":"presence""#].iter().any(|kind| text.contains(kind)) {
            received.push(without_times(&text));
        }
        if is_answer {
            return;
        }
    }
}

/// Returns everything that a viewer receives who connects, watches the last moves, sends refused requests, reconnects, and
/// sends every HTTP request.
async fn everything_received(
    played: &PlayedGame,
    viewers: &Viewers,
    viewer: Viewer,
    deal: &Deal,
    refused: &[Vec<RoomRequest>],
) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    store(folder.path(), played, viewers, deal).await;
    let server = TestServer::start(folder.path(), fast_bots()).await;
    let room_id = viewers.room_id.as_str();
    let sign_in =
        |(_, token): &(VisitorId, Token)| server.with_cookie(&format!("cafe_visitor={}", token.reveal()));
    let visitors: Vec<TestVisitor> = viewers.visitors.iter().map(sign_in).collect();
    let own = match viewer {
        Viewer::Player(player) => usize::from(player),
        Viewer::Spectator => visitors.len() - 1,
    };
    let mut connections = Vec::new();
    let mut received: Vec<Vec<String>> = Vec::new();
    for visitor in &visitors {
        let mut connection = visitor.connect(room_id).await;
        let mut messages = Vec::new();
        send(&mut connection, RoomRequest::Ping {}, &mut messages).await;
        connections.push(connection);
        received.push(messages);
    }
    let first = played.actions.len() - LIVE_MOVES;
    for (number, (action, refused)) in played.actions[first..].iter().zip(refused).enumerate() {
        for request in refused {
            send(&mut connections[own], request.clone(), &mut received[own]).await;
        }
        let player = usize::from(action.player);
        let request = play((first + number) as u32, &action.text(deal));
        send(&mut connections[player], request, &mut received[player]).await;
    }
    // An undo, or a request for one, reveals nothing either.
    send(&mut connections[own], undo(played.actions.len() as u32), &mut received[own]).await;
    send(&mut connections[own], RoomRequest::Ping {}, &mut received[own]).await;
    let mut reconnected = visitors[own].reconnect(room_id, (played.actions.len() / 2) as u64).await;
    send(&mut reconnected, RoomRequest::Ping {}, &mut received[own]).await;
    for actions in [0, 1, first / 2, first, played.actions.len() - 1, played.actions.len() + 1] {
        send(&mut reconnected, past_view(actions as u32), &mut received[own]).await;
    }
    let mut received = received.swap_remove(own);
    let moves = received.iter().filter(|text| text.contains(r#""type":"action_played""#)).count();
    assert!(moves > LIVE_MOVES, "moves were received");
    assert!(received.iter().any(|text| text.contains(r#""type":"refused""#)), "a request was refused");
    assert!(received.iter().any(|text| text.contains(r#""type":"past_view""#)), "a past view was received");
    let room_path = format!("/api/v1/rooms/{room_id}");
    for (method, path) in [
        (Method::GET, room_path.clone()),
        (Method::GET, format!("{room_path}/record")),
        (Method::GET, format!("{room_path}/replay")),
        (Method::GET, format!("{room_path}/positions/0")),
        (Method::POST, format!("{room_path}/share")),
        (Method::DELETE, room_path),
        (Method::GET, "/api/v1/me/rooms".to_owned()),
        (Method::GET, "/api/v1/rooms".to_owned()),
    ] {
        let response = visitors[own].http(method, &path, None).await;
        received.push(without_times(&format!("{} {}", response.status(), response.text().await.unwrap())));
    }
    // The shutdown would wait for open connections.
    drop((connections, reconnected));
    server.stop().await;
    received
}

/// Returns the hint for a position with a fixed budget, so that it is reproducible. The server's hints have a time limit.
fn reproducible_hint(game: &Game, viewer: Viewer) -> Vec<String> {
    let candidates = analyse_position(&View::of(game, viewer), 3, Budget::Playouts(20), 5);
    let hint = |candidate| serde_json::to_string(&HintTurn::of(game, &[], candidate)).unwrap();
    candidates.iter().map(hint).collect()
}

/// For every configuration and viewer, compares what the viewer receives of a game and of one with another hidden deal.
async fn compare_deals(kind: Kind) {
    let mut rng = fastrand::Rng::with_seed(3);
    let (mut compared, mut hidden_down) = (0, 0);
    for options in Options::all().filter(|options| options.kind() == kind) {
        let played = std::iter::repeat_with(|| PlayedGame::random(options, &mut rng))
            .find(|played| played.actions.len() > LIVE_MOVES)
            .unwrap();
        let viewers = Viewers::new(options);
        let positions = played.positions(&played.deal).unwrap();
        for viewer in (0..options.players()).map(Viewer::Player).chain([Viewer::Spectator]) {
            let Some(other) = played.other_deal(viewer, &mut rng) else { continue };
            compared += usize::from(other != played.deal);
            let down = (0..).zip(&played.down);
            hidden_down +=
                down.filter(|(player, pile)| viewer != Viewer::Player(*player) && !pile.is_empty()).count();
            let refused = refused_requests(&played, viewer, &positions, &mut rng);
            let (received, received_of_other) = tokio::join!(
                everything_received(&played, &viewers, viewer, &played.deal, &refused),
                everything_received(&played, &viewers, viewer, &other, &refused)
            );
            assert_eq!(received, received_of_other, "{viewer:?} in {options}");
            let last = positions[positions.len() - 1];
            if viewer == Viewer::Player(last.turn()) {
                let last_of_other = *played.positions(&other).unwrap().last().unwrap();
                let hint = reproducible_hint(&last, viewer);
                assert_eq!(hint, reproducible_hint(&last_of_other, viewer), "{viewer:?} in {options}");
            }
        }
    }
    assert!(compared > 12, "the hidden parts hardly ever differed: {compared}");
    assert!(kind == Kind::Board || hidden_down > 0, "no card was laid face down");
}

#[tokio::test(flavor = "multi_thread")]
async fn hidden_cards_do_not_change_what_is_sent() {
    compare_deals(Kind::Card).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn order_of_the_bag_does_not_change_what_is_sent() {
    compare_deals(Kind::Board).await;
}
