//! Nothing leaks: two games that look the same to a seat send it the same bytes, for as long as they do.

use std::path::Path;

use crate::common::{Cafe, Socket, Visitor, quick};
use cafe_analysis::analyse_position;
use cafe_bots::Budget;
use cafe_rules::{Action, Deal, Event, Game, Kind, Options, Secret, Seed, Tile, View, Viewer};
use cafe_server::messages::Scene;
use cafe_server::room::{By, Entry, Room, Stamped, TableOptions, WrittenDeal};
use cafe_server::store::{Change, Store, Summary};
use cafe_server::{Name, TableId, Token, VisitorId};
use serde_json::{Value, json};

const START: i64 = 1_790_000_000_000;
/// So many moves are played while everybody looks; those before them are in the file.
const LIVE: usize = 6;

/// An action that was played. A card laid face down is named by its place in the deck: which one it is, is hidden.
struct Step {
    seat: u8,
    text: String,
    down: Option<usize>,
}

impl Step {
    /// The action where this was dealt.
    fn text(&self, deal: &Deal) -> String {
        self.down.map_or_else(|| self.text.clone(), |at| format!("down {}", deal.guests()[at]))
    }
}

/// What was played, and where in the deck everything lay that lies before a player now.
struct Played {
    options: Options,
    deal: Deal,
    steps: Vec<Step>,
    /// In each hand, and what each player has laid face down.
    held: Vec<Vec<usize>>,
    down: Vec<Vec<usize>>,
    /// How many guests were dealt or drawn, and how many tables laid.
    drawn: usize,
    laid: usize,
}

/// Plays at random for a while, but not to the end: then everything is open. (So nobody ever closes the café.)
fn played(options: Options, chance: &mut fastrand::Rng) -> Played {
    let kind = options.kind();
    let deal = Deal::shuffled(kind, Seed(std::array::from_fn(|_| chance.u8(..))));
    let mut game = Game::new(options, &deal);
    let players = usize::from(options.players());
    let mut next = game.hands().iter().map(|hand| hand.len()).sum();
    let mut held = if kind == Kind::Card { owners(&deal, &game, players) } else { vec![Vec::new(); players] };
    let mut down = vec![Vec::new(); players];
    let mut steps: Vec<Step> = Vec::new();
    let length = LIVE + chance.usize(1..90);
    while steps.len() < length {
        let legal: Vec<Action> = game.legal().iter().collect();
        let laying: Vec<Action> =
            legal.iter().copied().filter(|one| matches!(one, Action::Down(_))).collect();
        let choice = if laying.is_empty() || chance.u8(..4) > 0 { &legal } else { &laying };
        let Some(&action) = choice.get(chance.usize(..choice.len().max(1))) else { break };
        let (seat, text, before) = (game.turn(), game.format_action(&action), game);
        let events = game.play(action).unwrap();
        if game.ending().is_some() {
            game = before;
            break;
        }
        let mut laid_down = None;
        for event in events.iter().filter(|_| kind == Kind::Card) {
            let mut take = |player: &u8, tile: Tile| {
                let hand = &mut held[usize::from(*player)];
                let place = hand.iter().position(|&at| deal.guests()[at] == tile).unwrap();
                hand.swap_remove(place)
            };
            match event {
                Event::Seated { player, guest, .. } => _ = take(player, guest.tile()),
                Event::LaidFaceDown { player, tile } => {
                    let at = take(player, *tile);
                    down[usize::from(*player)].push(at);
                    laid_down = Some(at);
                }
                Event::Drew { player, .. } => {
                    held[usize::from(*player)].push(next);
                    next += 1;
                }
                _ => {}
            }
        }
        steps.push(Step { seat, text, down: laid_down });
    }
    let drawn = deal.guests().len() - game.guest_stock().len();
    assert!(kind == Kind::Board || drawn == next, "guests are drawn in some other way");
    let laid = deal.tables().len() - game.setup().table_stock.len();
    Played { options, deal, steps, held, down, drawn, laid }
}

/// Which guests of the deck are in which hand at the start.
fn owners(deal: &Deal, game: &Game, players: usize) -> Vec<Vec<usize>> {
    let dealt = game.hands()[0].len();
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

impl Played {
    /// Where in the deck everything lies that a viewer has not seen: hands and cards face down of others, and the stock. In
    /// the board game, where hands are open, the bag.
    fn hidden_from(&self, viewer: Viewer) -> Vec<usize> {
        let others = self.held.iter().chain(&self.down).enumerate();
        let others = others.filter(|(pile, _)| viewer != Viewer::Player((pile % self.held.len()) as u8));
        others
            .flat_map(|(_, pile)| pile.iter().copied())
            .chain(self.drawn..self.deal.guests().len())
            .collect()
    }

    /// The same game with everything that a viewer has not seen dealt anew: guests and tables. What was played must have been
    /// possible; whoever seats an opener tells that they hold somebody to follow.
    fn anew(&self, viewer: Viewer, chance: &mut fastrand::Rng) -> Option<Deal> {
        let hidden = self.hidden_from(viewer);
        (0..200).find_map(|_| {
            let mut guests = self.deal.guests().to_vec();
            let mut tiles: Vec<Tile> = hidden.iter().map(|&at| guests[at]).collect();
            chance.shuffle(&mut tiles);
            hidden.iter().zip(tiles).for_each(|(&at, tile)| guests[at] = tile);
            let mut tables = self.deal.tables().to_vec();
            chance.shuffle(&mut tables[self.laid..]);
            let deal = Deal::new(self.options.kind(), guests, tables).unwrap();
            self.moments(&deal).map(|_| deal)
        })
    }

    /// The game before each step where this was dealt, and at the end; nothing if it cannot have been played there.
    fn moments(&self, deal: &Deal) -> Option<Vec<Game>> {
        let mut game = Game::new(self.options, deal);
        let mut moments = vec![game];
        for step in &self.steps {
            let action = game.parse_action(&step.text(deal)).ok()?;
            game.play(action).ok().filter(|_| game.ending().is_none())?;
            moments.push(game);
        }
        Some(moments)
    }
}

struct People {
    table: TableId,
    seats: Vec<(VisitorId, Token)>,
    watcher: (VisitorId, Token),
}

impl People {
    fn new(options: Options) -> People {
        let somebody = || (VisitorId::new(), Token::new());
        let seats = (0..options.players()).map(|_| somebody()).collect();
        People { table: TableId::new(), seats, watcher: somebody() }
    }

    fn everybody(&self) -> impl Iterator<Item = &(VisitorId, Token)> {
        self.seats.iter().chain([&self.watcher])
    }
}

/// A table where this was dealt: all entries up to there.
fn dealt(options: Options, visitors: &[VisitorId], deal: &Deal) -> Vec<Entry> {
    let names = |tiles: &[Tile]| tiles.iter().map(ToString::to_string).collect();
    let written = WrittenDeal {
        guests: names(deal.guests()),
        tables: deal.tables().iter().map(ToString::to_string).collect(),
    };
    let mut entries = vec![Entry::Opened {
        options: TableOptions { public: true, hints: false, ..TableOptions::new(options) },
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

/// A store with a game in it, but for its last moves, and everybody's tokens.
async fn store(folder: &Path, played: &Played, people: &People, deal: &Deal) {
    let visitors: Vec<VisitorId> = people.seats.iter().map(|(visitor, _)| visitor.clone()).collect();
    let mut entries = dealt(played.options, &visitors, deal);
    let before = &played.steps[..played.steps.len() - LIVE];
    entries.extend(before.iter().map(|step| Entry::Acted {
        seat: step.seat,
        action: step.text(deal),
        by: By::Player,
    }));
    let entries = stamped(entries);
    let room = Room::replay(people.table.clone(), entries.clone()).unwrap();
    let store = Store::open(folder).unwrap();
    for (visitor, token) in people.everybody() {
        let (visitor, name) = (visitor.clone(), Name::new("Somebody").unwrap());
        let change = Change::Visitor { visitor, name, program: false, token: token.hash(), at: START };
        store.write(change).await.unwrap();
    }
    let change = Change::Open { table: people.table.clone(), entries, summary: Summary::of(&room), most: 1 };
    store.write(change).await.unwrap();
}

/// What a viewer tries in vain at each of the last moments: it follows from what they may know.
fn tries(played: &Played, viewer: Viewer, moments: &[Game], chance: &mut fastrand::Rng) -> Vec<Vec<Value>> {
    let first = played.steps.len() - LIVE;
    let one = |(number, game): (usize, &Game)| {
        let act = |seq: usize, action: &str| json!({ "do": "act", "seq": seq, "actions": [action] });
        let seq = first + number;
        let mut tries = Vec::new();
        if number == 0 {
            tries.extend([act(seq + 7, "end"), json!({ "do": "hint", "seq": seq })]);
        }
        if viewer == Viewer::Player(game.turn()) {
            let legal = game.legal_action_strings();
            let cells: Vec<&str> = played
                .steps
                .iter()
                .filter_map(|step| step.text.split_once('@'))
                .map(|(_, cell)| cell)
                .collect();
            let hand: Vec<String> =
                game.hands()[usize::from(game.turn())].tiles().map(|tile| tile.to_string()).collect();
            for _ in 0..20 {
                let (Some(tile), Some(cell)) = (chance.choice(&hand), chance.choice(&cells)) else { break };
                let text = format!("{tile}@{cell}");
                // Not more than anybody may ask in a short time.
                if tries.len() < 3 && !legal.contains(&text) {
                    tries.push(act(seq, &text));
                }
            }
        } else {
            tries.push(act(seq, "end"));
        }
        tries
    };
    moments[first..first + LIVE].iter().enumerate().map(one).collect()
}

/// What somebody is told, but for the time of day.
fn timeless(text: &str) -> String {
    let mut parts = text.split_inclusive(r#""at":"#).flat_map(|part| part.split_inclusive(r#""touched":"#));
    let mut told = parts.next().unwrap_or_default().to_owned();
    parts.for_each(|part| told.push_str(part.trim_start_matches(|digit: char| digit.is_ascii_digit())));
    told
}

/// Asks, and keeps everything that is heard until the answer.
async fn ask(socket: &mut Socket, ask: Value, told: &mut Vec<String>) {
    let id = socket.ask(ask).await;
    loop {
        let text = socket.hear_text().await;
        assert!(!text.contains(r#""code":"too_fast""#), "{text}");
        let answers = serde_json::from_str::<Value>(&text).unwrap()["id"] == id;
        if !text.contains(r#""tell":"welcome""#) {
            told.push(timeless(&text));
        }
        if answers {
            return;
        }
    }
}

/// Everything that a viewer is told who opens the door, looks while the last moves are played, tries what is refused, and asks
/// for everything that there is to ask over HTTP.
async fn told(
    played: &Played,
    people: &People,
    viewer: Viewer,
    deal: &Deal,
    tries: &[Vec<Value>],
) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    store(folder.path(), played, people, deal).await;
    let cafe = Cafe::open(folder.path(), quick()).await;
    let visitor = |token: &Token| Visitor {
        address: cafe.address,
        client: reqwest::Client::new(),
        token: None,
        cookie: format!("cafe_visitor={}", token.reveal()),
        id: String::new(),
    };
    let everybody: Vec<Visitor> = people.everybody().map(|(_, token)| visitor(token)).collect();
    let own = match viewer {
        Viewer::Player(seat) => usize::from(seat),
        Viewer::Spectator => people.seats.len(),
    };
    let mut sockets = Vec::new();
    let mut heard: Vec<Vec<String>> = Vec::new();
    for one in &everybody {
        let mut socket = one.join(people.table.as_str()).await;
        let mut told = Vec::new();
        ask(&mut socket, json!({ "do": "ping" }), &mut told).await;
        sockets.push(socket);
        heard.push(told);
    }
    let first = played.steps.len() - LIVE;
    for (number, (step, tries)) in played.steps[first..].iter().zip(tries).enumerate() {
        for one in tries {
            ask(&mut sockets[own], one.clone(), &mut heard[own]).await;
        }
        let (seat, action) = (usize::from(step.seat), step.text(deal));
        let plays = json!({ "do": "act", "seq": first + number, "actions": [action] });
        ask(&mut sockets[seat], plays, &mut heard[seat]).await;
    }
    // Whoever takes back, or asks the others to, learns no more than who plays.
    ask(&mut sockets[own], json!({ "do": "undo", "seq": played.steps.len() }), &mut heard[own]).await;
    ask(&mut sockets[own], json!({ "do": "ping" }), &mut heard[own]).await;
    // Nor does who comes back and has missed the half of it.
    let last = (played.steps.len() / 2) as u64;
    let mut back = everybody[own].try_join(people.table.as_str(), last, None).await.unwrap();
    ask(&mut back, json!({ "do": "ping" }), &mut heard[own]).await;
    let mut told = heard.swap_remove(own);
    assert!(told.iter().filter(|text| text.contains(r#""what":"acted""#)).count() > LIVE, "moves were told");
    assert!(told.iter().any(|text| text.contains(r#""tell":"refused""#)), "something was refused");
    let table = format!("/api/v1/tables/{}", people.table);
    for (method, path) in [
        (reqwest::Method::GET, table.clone()),
        (reqwest::Method::GET, format!("{table}/record")),
        (reqwest::Method::GET, format!("{table}/replay")),
        (reqwest::Method::POST, format!("{table}/share")),
        (reqwest::Method::DELETE, table),
        (reqwest::Method::GET, "/api/v1/games".to_owned()),
        (reqwest::Method::GET, "/api/v1/tables".to_owned()),
    ] {
        let answer = everybody[own].send(method, &path, None).await;
        told.push(timeless(&format!("{} {}", answer.status(), answer.text().await.unwrap())));
    }
    // Nobody has to be waited for.
    drop((sockets, back));
    cafe.close().await;
    told
}

/// Plays a game of every such configuration in two worlds for everybody who looks at it.
async fn compare(kind: Kind) {
    let mut chance = fastrand::Rng::with_seed(3);
    let (mut compared, mut down) = (0, 0);
    for options in Options::all().filter(|options| options.kind() == kind) {
        let played = std::iter::repeat_with(|| played(options, &mut chance))
            .find(|played| played.steps.len() > LIVE)
            .unwrap();
        let people = People::new(options);
        let moments = played.moments(&played.deal).unwrap();
        for viewer in (0..options.players()).map(Viewer::Player).chain([Viewer::Spectator]) {
            let Some(other) = played.anew(viewer, &mut chance) else { continue };
            compared += usize::from(other != played.deal);
            let others_down = |pile: usize| viewer != Viewer::Player(pile as u8);
            down += played
                .down
                .iter()
                .enumerate()
                .filter(|(pile, laid)| others_down(*pile) && !laid.is_empty())
                .count();
            let tries = tries(&played, viewer, &moments, &mut chance);
            let (one, two) = tokio::join!(
                told(&played, &people, viewer, &played.deal, &tries),
                told(&played, &people, viewer, &other, &tries)
            );
            assert_eq!(one, two, "{viewer:?} in {options}");
            // Hints are given for as long as there is time, so what is told differs from run to run. But they are made from
            // what the player sees, and with the same number of playouts they are the same.
            let now = moments[moments.len() - 1];
            if viewer == Viewer::Player(now.turn()) {
                let there = *played.moments(&other).unwrap().last().unwrap();
                let hint = |game: &Game| {
                    let turns = analyse_position(&View::of(game, viewer), 3, Budget::Playouts(20), 5);
                    turns
                        .iter()
                        .map(|one| format!("{:?} {}", one.turn.actions, one.value))
                        .collect::<Vec<_>>()
                };
                assert_eq!(hint(&now), hint(&there), "{viewer:?} in {options}");
            }
        }
    }
    assert!(compared > 12, "what is hidden was hardly ever different: {compared}");
    assert!(kind == Kind::Board || down > 0, "nobody laid anything down");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_player_of_the_card_game_may_not_know_changes_no_byte_that_is_sent() {
    compare(Kind::Card).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_order_of_the_bag_changes_no_byte_that_is_sent() {
    compare(Kind::Board).await;
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
            let entry =
                Entry::Acted { seat: game.turn(), action: game.format_action(&action), by: By::Player };
            room.apply(Stamped { at: START, entry }).unwrap();
            for viewer in [Viewer::Spectator, Viewer::Player(0), Viewer::Player(1), Viewer::Player(2)] {
                let scene = Scene::of(&room, viewer).unwrap();
                for seat in 0..3 {
                    let own = viewer == Viewer::Player(seat);
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
