//! Enumeration of whole turns, without duplicates.

use arrayvec::ArrayVec;
use cafe_rules::{Action, Game, Guest, Seat};

use crate::state::State;

/// Maximum number of actions of a turn: three guests and an `end` or `close`.
pub const MAX_TURN_ACTIONS: usize = 4;

/// A turn, or the part of it that can be planned: a plan stops where a hidden table is revealed in the middle of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The actions, in order.
    pub actions: ArrayVec<Action, MAX_TURN_ACTIONS>,
    /// The points that they score.
    pub points: i16,
    /// Whether the turn continues after them, with something revealed.
    pub continues: bool,
}

impl Turn {
    /// Returns the number of guests that take a seat.
    #[must_use]
    pub fn guests_seated(&self) -> i32 {
        let seated = |action: &Action| match action {
            Action::Seat(..) => 1,
            Action::Party(party) => party.guests().len() as i32,
            _ => 0,
        };
        self.actions.iter().map(seated).sum()
    }

    /// Returns the actions in the notation of `docs/protocol.md`.
    #[must_use]
    pub fn notation(&self, game: &Game) -> Vec<String> {
        self.actions.iter().map(|action| game.format_action(action)).collect()
    }

    /// Returns true if both turns seat the same guests on the same seats, in any order, or play the same other action.
    #[must_use]
    pub fn is_equivalent(&self, other: &Turn) -> bool {
        self.is_equivalent_by(other, |seat| seat)
    }

    /// Returns true if both turns are equivalent up to seats that touch the same tables.
    #[must_use]
    pub fn is_symmetric_to<G: State>(&self, other: &Turn, game: &G) -> bool {
        self.is_equivalent_by(other, |seat| game.canonical_seat(seat))
    }

    fn is_equivalent_by(&self, other: &Turn, canonical: impl Fn(Seat) -> Seat) -> bool {
        let placements = |turn: &Turn| {
            let codes = turn.actions.iter().filter_map(|action| placement_code(action, &canonical));
            let mut codes: ArrayVec<u16, MAX_TURN_ACTIONS> = codes.collect();
            codes.sort_unstable();
            codes
        };
        let other_action = |turn: &Turn| {
            let mut actions = turn.actions.iter().copied();
            actions.rfind(|action| !matches!(action, Action::Seat(..) | Action::End))
        };
        placements(self) == placements(other) && other_action(self) == other_action(other)
    }

    /// Seats the guests where a symmetric turn seats them, in its own order.
    pub(crate) fn take_seats_of<G: State>(&mut self, symmetric: &Turn, game: &G) {
        let mut seats: ArrayVec<(Guest, Seat), MAX_TURN_ACTIONS> = ArrayVec::new();
        seats.extend(symmetric.actions.iter().filter_map(|action| match action {
            Action::Seat(guest, seat) => Some((*guest, *seat)),
            _ => None,
        }));
        for action in &mut self.actions {
            if let Action::Seat(guest, seat) = action {
                let corresponds = |(other, other_seat): &(Guest, Seat)| {
                    other == guest && game.canonical_seat(*other_seat) == game.canonical_seat(*seat)
                };
                if let Some(index) = seats.iter().position(corresponds) {
                    *seat = seats.remove(index).1;
                }
            }
        }
    }

    /// Returns the game after this turn, with the draws that the given game holds.
    #[must_use]
    pub fn after<G: State>(&self, game: &G) -> G {
        let mut after = *game;
        self.actions.iter().for_each(|&action| after.play(action));
        after
    }
}

/// Returns all distinct turns from here, also from the middle of a turn.
///
/// Turns that seat the same guests on the same seats lead to the same café in any order; of those only one with the most
/// points is kept.
#[must_use]
pub fn all_turns<G: State>(game: &G) -> Vec<Turn> {
    distinct_turns(&explore(game, |_, _| false, |seat| seat), game)
}

/// Returns the turns that a bot considers: one for all that differ only by seats that touch the same tables, and none
/// that eliminates the player, unless there is no other.
#[must_use]
pub fn candidate_turns<G: State>(game: &G) -> Vec<Turn> {
    let lines = explore(game, G::has_free_equivalent, |seat| game.canonical_seat(seat));
    let mut turns = distinct_turns(&lines, game);
    let is_bar = |turn: &Turn| matches!(turn.actions.first(), Some(Action::Bar(_)));
    // Every guest costs the same at the bar, so one turn decides for all.
    let bar_eliminates = turns
        .iter()
        .find(|turn| is_bar(turn))
        .is_some_and(|turn| is_eliminated(&turn.after(game), game.player()));
    if bar_eliminates && !turns.iter().all(is_bar) {
        turns.retain(|turn| !is_bar(turn));
    }
    turns
}

/// Returns true if a player is eliminated.
#[must_use]
pub fn is_eliminated<G: State>(game: &G, player: usize) -> bool {
    game.eliminated().iter().any(|&out| usize::from(out) == player)
}

/// A sequence of actions that begins or completes a turn.
#[derive(Clone)]
struct Line {
    /// The placement codes in descending order, the same for every order of actions; 0 for none.
    placements: [u16; 3],
    turn: Turn,
}

impl Line {
    fn add_placement(&mut self, mut code: u16) {
        for placement in &mut self.placements {
            if *placement < code {
                std::mem::swap(placement, &mut code);
            }
        }
    }
}

/// Returns guest and seat of a placement as a number that is not 0, or `None` for another action.
fn placement_code(action: &Action, canonical: impl Fn(Seat) -> Seat) -> Option<u16> {
    let Action::Seat(guest, seat) = action else { return None };
    let nation_and_sex = ((guest.nation() as u16) << 1) + guest.sex() as u16;
    let joker = u16::from(guest.is_joker()) << 13;
    Some(1 + joker + (nation_and_sex << 8) + canonical(*seat).index() as u16)
}

/// Plays all ways to seat one guest, then all ways to seat another after each of these, and so on, without the seats for
/// which `skip` is true. Lines with the same placements have the same continuations, so only the one with the most
/// points is continued.
fn explore<G: State>(
    game: &G,
    skip: impl Fn(&G, Seat) -> bool,
    canonical: impl Fn(Seat) -> Seat,
) -> Vec<Line> {
    let mut complete = Vec::with_capacity(256);
    if game.is_over() {
        return complete;
    }
    let player = game.player();
    let score = game.scores()[player];
    let empty = Turn { actions: ArrayVec::new(), points: 0, continues: false };
    let mut open = vec![(*game, Line { placements: [0; 3], turn: empty })];
    let mut continued = vec![0];
    while !continued.is_empty() {
        let mut longer: Vec<(G, Line)> = Vec::with_capacity(64);
        for (game, line) in continued.into_iter().map(|index: usize| &open[index]) {
            game.for_each_action(&mut |action| {
                if matches!(action, Action::Seat(_, seat) if skip(game, seat)) {
                    return;
                }
                let mut after = *game;
                after.play(action);
                let mut line = line.clone();
                line.turn.actions.push(action);
                line.turn.points = after.scores()[player] - score;
                if let Some(code) = placement_code(&action, &canonical) {
                    line.add_placement(code);
                }
                let continues = !after.is_over() && after.player() == player && after.placed() > 0;
                if continues && after.hidden_count() == game.hidden_count() {
                    longer.push((after, line));
                } else {
                    line.turn.continues = continues;
                    complete.push(line);
                }
            });
        }
        continued = best_of_equivalent(longer.iter().map(|(_, line)| line));
        open = longer;
    }
    complete
}

/// Returns one turn with the most points for each set of equivalent lines, in the order of discovery.
fn distinct_turns<G: State>(lines: &[Line], game: &G) -> Vec<Turn> {
    let best = best_of_equivalent(lines.iter());
    let mut turns: Vec<Turn> = best.into_iter().map(|index| lines[index].turn.clone()).collect();
    if game.options().parties() {
        remove_equal_parties(&mut turns, game);
    }
    turns
}

/// Returns the indices of the lines with the most points among equivalent ones, ascending.
fn best_of_equivalent<'a>(lines: impl Iterator<Item = &'a Line>) -> Vec<usize> {
    let key = |(index, line): (usize, &Line)| {
        (equivalence_key(index, line), i16::MAX.abs_diff(line.turn.points), index)
    };
    let mut keys: Vec<(u64, u16, usize)> = lines.enumerate().map(key).collect();
    keys.sort_unstable();
    keys.dedup_by_key(|(key, ..)| *key);
    let mut best: Vec<usize> = keys.into_iter().map(|(.., index)| index).collect();
    best.sort_unstable();
    best
}

/// Returns a number that is the same for equivalent lines.
fn equivalence_key(index: usize, line: &Line) -> u64 {
    let [first, second, third] = line.placements.map(u64::from);
    let placements = first << 32 | second << 16 | third;
    let unique = 2 << 48 | index as u64;
    match line.turn.actions.last() {
        _ if is_party(&line.turn) => unique,
        Some(Action::Seat(..) | Action::End) | None => placements,
        Some(Action::Close) => 1 << 48 | placements,
        Some(_) => unique,
    }
}

fn is_party(turn: &Turn) -> bool {
    matches!(turn.actions.first(), Some(Action::Party(_)))
}

/// Keeps one of the parties that lead to the same position: guests who leave at once may have sat in any order.
fn remove_equal_parties<G: State>(turns: &mut Vec<Turn>, game: &G) {
    let mut positions: Vec<G> = Vec::new();
    turns.retain(|turn| {
        if !is_party(turn) {
            return true;
        }
        let after = turn.after(game);
        let is_new = !positions.contains(&after);
        if is_new {
            positions.push(after);
        }
        is_new
    });
}
