//! Enumeration of turns, compared with a brute-force search over all sequences of legal actions.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;

use cafe_bots::{Rng, State, Turn, all_turns, candidate_turns, is_eliminated};
use cafe_rules::{Action, Board, Deal, Game, Options, Party, Seed};
use serde_json::{Value, json};

fn turns_of(game: &Game) -> Vec<Turn> {
    match game {
        Game::Card(game) => all_turns(game),
        Game::Board(game) => all_turns(game),
    }
}

fn after(game: &Game, actions: &[Action]) -> Game {
    let mut after = *game;
    actions.iter().for_each(|&action| _ = after.play(action).unwrap());
    after
}

fn written(game: &Game, turn: &Turn) -> String {
    turn.actions.iter().map(|action| game.format_action(action)).collect::<Vec<_>>().join(" ")
}

/// Returns the result of a turn, independent of order and points: the placements and the position after it. Of a party
/// only the position counts.
fn result(game: &Game, actions: &[Action]) -> (Vec<String>, String) {
    let seats = actions.iter().filter(|action| matches!(action, Action::Seat(..)));
    let mut seats: Vec<String> = seats.map(|action| game.format_action(action)).collect();
    seats.sort_unstable();
    let mut position = after(game, actions).setup();
    position.scores[usize::from(game.turn())] = 0;
    position.result = None;
    (seats, position.to_json().to_string())
}

/// By result: the most points of a turn that leads to it, and whether the turn continues.
type Results = BTreeMap<(Vec<String>, String), (i16, bool)>;

/// Plays all sequences up to the end of the turn, or to where something hidden is revealed.
fn play_everything(start: &Game, actions: &mut Vec<Action>, results: &mut Results) {
    let now = after(start, actions);
    let hidden = |game: &Game| {
        let setup = game.setup();
        setup.guest_stock.len() + setup.table_stock.len()
    };
    for action in now.legal().iter() {
        actions.push(action);
        let next = after(start, actions);
        let continues = next.ending().is_none() && next.turn() == start.turn() && next.placed() > 0;
        if continues && hidden(&next) == hidden(start) {
            play_everything(start, actions, results);
        } else {
            let player = usize::from(start.turn());
            let points = next.scores()[player] - start.scores()[player];
            let most = results.entry(result(start, actions)).or_insert((points, continues));
            most.0 = points.max(most.0);
        }
        actions.pop();
    }
}

/// Asserts that there is exactly one turn for each result, with the most points.
fn assert_complete(game: &Game) {
    let mut wanted = Results::new();
    play_everything(game, &mut Vec::new(), &mut wanted);
    for turn in turns_of(game) {
        let context = || format!("{} in {}", written(game, &turn), game.position());
        let most = wanted.remove(&result(game, &turn.actions));
        let most = most.unwrap_or_else(|| panic!("another turn has the result of {}", context()));
        assert_eq!(most, (turn.points, turn.continues), "{}", context());
    }
    assert!(wanted.is_empty(), "no turn leads to {:?} in {}", wanted.keys(), game.position());
}

/// Returns positions of random games, also from the middle of turns. Every second player prefers to draw, so that there
/// are hands with many parties.
fn positions(options: Options, number: u64) -> Vec<Game> {
    let mut rng = Rng::new(number);
    let mut game = Game::new(options, &Deal::shuffled(options.kind(), Seed(rng.next_bytes())));
    let mut positions = Vec::new();
    while game.ending().is_none() {
        positions.push(game);
        let actions: Vec<Action> = game.legal().iter().collect();
        let draws = game.turn().is_multiple_of(2) && !rng.one_in(4) && actions.contains(&Action::Draw);
        game.play(if draws { Action::Draw } else { actions[rng.below(actions.len())] }).unwrap();
    }
    positions.into_iter().step_by(3).collect()
}

#[test]
fn every_result_appears_once_with_the_most_points() {
    for options in Options::all() {
        for number in 0..3 {
            positions(options, number).iter().for_each(assert_complete);
        }
    }
}

fn legal_parties(game: &Game) -> Vec<Party> {
    let parties = |action| if let Action::Party(party) = action { Some(party) } else { None };
    game.legal().iter().filter_map(parties).collect()
}

fn is_party(turn: &&Turn) -> bool {
    matches!(turn.actions[0], Action::Party(_))
}

#[test]
fn every_party_result_appears_once() {
    let (mut checked, mut alike) = (0, 0);
    for options in Options::all().filter(|options| options.parties()) {
        for game in (0..60).flat_map(|number| positions(options, number)) {
            let parties = legal_parties(&game);
            let Some(party) = parties.first() else { continue };
            assert_complete(&game);
            // The same with no other tile in hand.
            let mut setup = game.setup();
            setup.hands[usize::from(game.turn())] =
                party.guests().iter().map(|(guest, _)| guest.tile()).collect();
            assert_complete(&setup.to_game().unwrap());
            checked += 1;
            alike += parties.len() - turns_of(&game).iter().filter(is_party).count();
        }
    }
    assert!(checked > 100 && alike > 20, "only {checked} positions and {alike} equal parties");
}

/// Returns a position in which two ladies can fill the Russian table b4 or the British table d4.
fn tables_for_ladies(hand: &[&str]) -> Game {
    let position: Value = json!({
        "game": "card", "players": 2, "parties": true,
        "tables": {"b4": "RU", "d4": "GB", "c3": "FR", "b2": "ES", "d2": "IT"},
        "seated": {"b5": "RUf", "a4": "RUf", "d5": "GBf", "e4": "GBf"},
        "hands": [hand, ["CUm", "CUm"]], "guest_stock": ["CFm", "CFf", "INm"], "table_stock": ["US", "TR"],
    });
    Game::from_position(&position, Board::standard()).unwrap()
}

fn party_turns(game: &Game) -> Vec<String> {
    turns_of(game).iter().filter(is_party).map(|turn| written(game, turn)).collect()
}

#[test]
fn parties_in_another_arrangement_are_one_turn() {
    // Either lady takes the seat c4 and the other b3, and then both leave.
    let game = tables_for_ladies(&["RUf", "FRf", "DEm"]);
    let arrangements = ["party b4 RUf@c4 FRf@b3", "party b4 FRf@c4 RUf@b3"];
    let legal = game.legal_action_strings();
    assert!(arrangements.iter().all(|party| legal.iter().any(|action| action == party)));
    let kept = party_turns(&game).into_iter().filter(|party| arrangements.contains(&&**party));
    assert_eq!(kept.count(), 1);
}

#[test]
fn two_parties_that_empty_the_hand_are_two_turns() {
    let game = tables_for_ladies(&["FRf", "FRf"]);
    assert_eq!(party_turns(&game), ["party b4 FRf@c4 FRf@b3", "party d4 FRf@c4 FRf@d3"]);
}

/// Asserts that each turn has exactly one symmetric candidate with the same points. Returns the number of turns left out.
fn assert_represented<G: State>(game: &G) -> usize {
    let (all, found) = (all_turns(game), candidate_turns(game));
    let eliminates = |turn: &Turn| is_eliminated(&turn.after(game), game.player());
    let all_eliminate = all.iter().all(eliminates);
    for turn in all.iter().filter(|turn| all_eliminate || !eliminates(turn)) {
        let candidates: Vec<&Turn> = found.iter().filter(|other| other.is_symmetric_to(turn, game)).collect();
        assert_eq!(candidates.len(), 1, "{candidates:?} for {turn:?}");
        assert_eq!(
            (candidates[0].points, candidates[0].continues),
            (turn.points, turn.continues),
            "{turn:?}"
        );
        assert!(all.iter().any(|other| other.is_equivalent(candidates[0])));
    }
    all.len() - found.len()
}

#[test]
fn one_candidate_represents_all_symmetric_turns() {
    for options in Options::all() {
        let left_out = positions(options, 1).into_iter().map(|game| match &game {
            Game::Card(game) => assert_represented(game),
            Game::Board(game) => assert_represented(game),
        });
        assert!(left_out.sum::<usize>() > 100);
    }
}
