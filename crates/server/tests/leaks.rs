//! Nothing leaks: two games that look the same to a seat send it the same bytes.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::path::Path;

use cafe_rules::{Action, Deal, Event, Game, Kind, Options, Secret, Seed, Tile, Viewer};
use cafe_server::messages::Scene;
use cafe_server::room::{By, Entry, Room, Stamped, TableOptions, WrittenDeal};
use cafe_server::store::{Change, Store, Summary};
use cafe_server::{Name, TableId, Token, VisitorId};
use common::{Cafe, Visitor, quick};

const START: i64 = 1_790_000_000_000;

/// What was played, and where in the deck every guest lay that the first player has not seen.
struct Prefix {
    deal: Deal,
    actions: Vec<(u8, String)>,
    hidden: Vec<usize>,
}

/// Plays a card game at random for a while.
fn prefix(options: Options, chance: &mut fastrand::Rng) -> Prefix {
    let deal = Deal::shuffled(Kind::Card, Seed(std::array::from_fn(|_| chance.u8(..))));
    let mut game = Game::new(options, &deal);
    let players = usize::from(options.players());
    let dealt = game.hands()[0].len();
    // Where in the deck the guests of each hand come from.
    let mut held: Vec<Vec<usize>> = owners(&deal, &game, players, dealt);
    let mut next = dealt * players;
    let mut actions = Vec::new();
    for _ in 0..chance.usize(1..120) {
        // What is laid face down is a hidden action: it has its own test.
        let legal: Vec<Action> =
            game.legal().iter().filter(|action| !matches!(action, Action::Down(_) | Action::Close)).collect();
        let Some(&action) = legal.get(chance.usize(..legal.len().max(1))) else { break };
        let player = game.turn();
        let text = game.write(&action);
        for event in game.play(action).unwrap() {
            match event {
                Event::Seated { guest, .. } => {
                    let hand = &mut held[usize::from(player)];
                    let place = hand.iter().position(|&at| deal.guests()[at] == guest.tile()).unwrap();
                    hand.swap_remove(place);
                }
                Event::Drew { player, .. } => {
                    held[usize::from(player)].push(next);
                    next += 1;
                }
                _ => {}
            }
        }
        actions.push((player, text));
        if game.ending().is_some() {
            break;
        }
    }
    let in_hands = held[1..].iter().flatten().copied();
    let hidden = in_hands.chain(next..deal.guests().len()).collect();
    Prefix { deal, actions, hidden }
}

/// Which guests of the deck are in which hand at the start.
fn owners(deal: &Deal, game: &Game, players: usize, dealt: usize) -> Vec<Vec<usize>> {
    let round_robin =
        |player: usize| (0..dealt).map(move |round| round * players + player).collect::<Vec<_>>();
    let in_a_row = |player: usize| (player * dealt..(player + 1) * dealt).collect::<Vec<_>>();
    let fits = |way: &dyn Fn(usize) -> Vec<usize>| {
        (0..players).all(|player| {
            let hand: cafe_rules::Hand = way(player).into_iter().map(|at| deal.guests()[at]).collect();
            hand == game.hands()[player]
        })
    };
    let way: &dyn Fn(usize) -> Vec<usize> = if fits(&round_robin) { &round_robin } else { &in_a_row };
    assert!(fits(way), "the cards are dealt in some other way");
    (0..players).map(way).collect()
}

/// The same deck with everything hidden in another order.
fn dealt_anew(prefix: &Prefix, chance: &mut fastrand::Rng) -> Deal {
    let mut guests = prefix.deal.guests().to_vec();
    let mut tiles: Vec<Tile> = prefix.hidden.iter().map(|&at| guests[at]).collect();
    chance.shuffle(&mut tiles);
    for (&at, tile) in prefix.hidden.iter().zip(tiles) {
        guests[at] = tile;
    }
    Deal::new(Kind::Card, guests, prefix.deal.tables().to_vec()).unwrap()
}

struct People {
    table: TableId,
    visitors: Vec<VisitorId>,
    token: Token,
    watcher: (VisitorId, Token),
}

/// A table where this was dealt: all entries up to there.
fn dealt(options: Options, visitors: &[VisitorId], deal: &Deal) -> Vec<Entry> {
    let names = |tiles: &[Tile]| tiles.iter().map(ToString::to_string).collect();
    let written = WrittenDeal {
        guests: names(deal.guests()),
        tables: deal.tables().iter().map(ToString::to_string).collect(),
    };
    let mut entries = vec![Entry::Opened {
        options: TableOptions::new(options),
        host: visitors[0].clone(),
        secret: Secret([7; 32]).to_string(),
        kept_for: Vec::new(),
        deal: Some(written),
    }];
    for (seat, visitor) in (0..).zip(visitors) {
        let name = Name::new(&format!("Player {seat}")).unwrap();
        entries.push(Entry::Sat { seat, visitor: visitor.clone(), name, program: false, share: None });
    }
    entries.push(Entry::Dealt { date: "2026-11-16".to_owned() });
    entries
}

fn stamped(entries: Vec<Entry>) -> Vec<Stamped> {
    (START..).zip(entries).map(|(at, entry)| Stamped { at, entry }).collect()
}

fn room(options: Options, deal: &Deal) -> Room {
    let visitors: Vec<VisitorId> = (0..options.players()).map(|_| VisitorId::new()).collect();
    Room::replay(TableId::new(), stamped(dealt(options, &visitors, deal))).unwrap()
}

/// A store with this game in it, and everybody's tokens.
async fn store(folder: &Path, options: Options, people: &People, deal: &Deal, actions: &[(u8, String)]) {
    let mut entries = dealt(options, &people.visitors, deal);
    entries.extend(actions.iter().map(|(seat, action)| Entry::Acted {
        seat: *seat,
        action: action.clone(),
        by: By::Player,
    }));
    let entries = stamped(entries);
    let room = Room::replay(people.table.clone(), entries.clone()).unwrap();
    let store = Store::open(folder).unwrap();
    let devices = [(&people.visitors[0], &people.token), (&people.watcher.0, &people.watcher.1)];
    for (visitor, token) in devices {
        let (visitor, name) = (visitor.clone(), Name::new("Somebody").unwrap());
        let change = Change::Visitor { visitor, name, program: false, token: token.hash(), at: START };
        store.write(change).await.unwrap();
    }
    let change = Change::Open { table: people.table.clone(), entries, summary: Summary::of(&room), most: 1 };
    store.write(change).await.unwrap();
}

/// Everything that a device is told when it opens the door, but for the time of day.
async fn told(folder: &Path, people: &People, token: &Token) -> Vec<String> {
    let cafe = Cafe::open(folder, quick()).await;
    let visitor = Visitor {
        address: cafe.address,
        client: reqwest::Client::new(),
        token: None,
        cookie: format!("cafe_visitor={}", token.reveal()),
        id: String::new(),
    };
    let mut socket = visitor.join(people.table.as_str()).await;
    let mut told = Vec::new();
    while told.len() < 2 {
        let text = socket.hear_text().await;
        if !text.contains(r#""tell":"welcome""#) {
            told.push(text);
        }
    }
    let table = format!("/api/v1/tables/{}", people.table);
    for (method, path) in [
        (reqwest::Method::GET, table.clone()),
        (reqwest::Method::GET, format!("{table}/record")),
        (reqwest::Method::GET, format!("{table}/replay")),
        (reqwest::Method::POST, format!("{table}/share")),
        (reqwest::Method::GET, "/api/v1/games".to_owned()),
        (reqwest::Method::GET, "/api/v1/tables".to_owned()),
    ] {
        let answer = visitor.send(method, &path, None).await;
        told.push(format!("{} {}", answer.status(), answer.text().await.unwrap()));
    }
    drop(socket);
    cafe.close().await;
    told
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_seat_may_not_know_changes_no_byte_that_it_is_sent() {
    let mut chance = fastrand::Rng::with_seed(3);
    let mut different = 0;
    for round in 0..12 {
        let options = Options::new(Kind::Card, 2 + round % 4, round % 2 == 1).unwrap();
        let prefix = prefix(options, &mut chance);
        let other = dealt_anew(&prefix, &mut chance);
        different += usize::from(other != prefix.deal);
        let people = People {
            table: TableId::new(),
            visitors: (0..options.players()).map(|_| VisitorId::new()).collect(),
            token: Token::new(),
            watcher: (VisitorId::new(), Token::new()),
        };
        let mut seen = Vec::new();
        for deal in [&prefix.deal, &other] {
            let folder = tempfile::tempdir().unwrap();
            store(folder.path(), options, &people, deal, &prefix.actions).await;
            let seat = told(folder.path(), &people, &people.token).await;
            let watcher = told(folder.path(), &people, &people.watcher.1).await;
            seen.push((seat, watcher));
        }
        assert_eq!(seen[0], seen[1], "round {round}, {options}");
    }
    assert!(different > 6, "the hidden cards were hardly ever different");
}

#[test]
fn hands_and_what_lies_face_down_are_shown_to_their_player_alone() {
    let options = Options::new(Kind::Card, 3, false).unwrap();
    let mut chance = fastrand::Rng::with_seed(8);
    let mut laid_down = 0;
    for _ in 0..20 {
        let deal = Deal::shuffled(Kind::Card, Seed(std::array::from_fn(|_| chance.u8(..))));
        let mut room = room(options, &deal);
        while room.to_move().is_some() {
            let game = room.play.as_ref().unwrap().game;
            let legal: Vec<Action> = game.legal().iter().collect();
            let down = legal.iter().find(|action| matches!(action, Action::Down(_)));
            laid_down += usize::from(down.is_some());
            let action = down.copied().unwrap_or_else(|| legal[chance.usize(..legal.len())]);
            let entry = Entry::Acted { seat: game.turn(), action: game.write(&action), by: By::Player };
            room.apply(Stamped { at: START, entry }).unwrap();
            for viewer in [Viewer::Spectator, Viewer::Seat(0), Viewer::Seat(1), Viewer::Seat(2)] {
                let scene = Scene::of(&room, viewer).unwrap();
                for seat in 0..3 {
                    let own = viewer == Viewer::Seat(seat);
                    let seen = (&scene.hands[usize::from(seat)], &scene.down[usize::from(seat)]);
                    assert_eq!(
                        (seen.0.is_some(), seen.1.is_some()),
                        (own, own),
                        "{viewer:?} looks at {seat}"
                    );
                }
            }
        }
    }
    assert!(laid_down > 0, "nobody laid anything down");
}
