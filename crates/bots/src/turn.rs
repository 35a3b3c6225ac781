//! Whole turns: every way to play one, once.

use arrayvec::ArrayVec;
use cafe_rules::{Action, Game, Guest, Seat};

use crate::state::State;

/// The most actions of a turn: three guests and an `end` or `close`.
pub const MAX_TURN_ACTIONS: usize = 4;

/// One way to play a turn, or the part of it that can be planned: when a table is laid in the middle of it, the plan
/// stops there, because nobody could know what comes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// What to play, in order.
    pub actions: ArrayVec<Action, MAX_TURN_ACTIONS>,
    /// The points it scores.
    pub points: i16,
    /// Whether the player may go on, after what has come to light.
    pub continues: bool,
}

impl Turn {
    /// How many guests take a seat.
    #[must_use]
    pub fn guests_seated(&self) -> i32 {
        let seated = |action: &Action| match action {
            Action::Seat(..) => 1,
            Action::Party(party) => party.guests().len() as i32,
            _ => 0,
        };
        self.actions.iter().map(seated).sum()
    }

    /// The actions as they are written in this game.
    #[must_use]
    pub fn notation(&self, game: &Game) -> Vec<String> {
        self.actions.iter().map(|action| game.format_action(action)).collect()
    }

    /// Whether both come to the same: the same guests on the same seats in whatever order, or the same other action.
    #[must_use]
    pub fn is_equivalent(&self, other: &Turn) -> bool {
        self.is_equivalent_by(other, |seat| seat)
    }

    /// Whether both come to the same but for seats that touch the same tables.
    #[must_use]
    pub fn is_symmetric_to<G: State>(&self, other: &Turn, game: &G) -> bool {
        self.is_equivalent_by(other, |seat| game.canonical_seat(seat))
    }

    fn is_equivalent_by(&self, other: &Turn, place: impl Fn(Seat) -> Seat) -> bool {
        let seated = |turn: &Turn| {
            let sat = turn.actions.iter().filter_map(|action| sat(action, &place));
            let mut all: ArrayVec<u16, MAX_TURN_ACTIONS> = sat.collect();
            all.sort_unstable();
            all
        };
        let rest = |turn: &Turn| {
            let mut rest = turn.actions.iter().copied();
            rest.rfind(|action| !matches!(action, Action::Seat(..) | Action::End))
        };
        seated(self) == seated(other) && rest(self) == rest(other)
    }

    /// Takes the seats of a twin, in the own order.
    pub(crate) fn take_seats_of<G: State>(&mut self, twin: &Turn, game: &G) {
        let mut seats: ArrayVec<(Guest, Seat), MAX_TURN_ACTIONS> = ArrayVec::new();
        seats.extend(twin.actions.iter().filter_map(|action| match action {
            Action::Seat(guest, seat) => Some((*guest, *seat)),
            _ => None,
        }));
        for action in &mut self.actions {
            if let Action::Seat(guest, seat) = action {
                let same = |(other, place): &(Guest, Seat)| {
                    other == guest && game.canonical_seat(*place) == game.canonical_seat(*seat)
                };
                if let Some(at) = seats.iter().position(same) {
                    *seat = seats.remove(at).1;
                }
            }
        }
    }

    /// The game after this turn. What was drawn or laid at its end is as the given game has it.
    #[must_use]
    pub fn after<G: State>(&self, game: &G) -> G {
        let mut after = *game;
        self.actions.iter().for_each(|&action| after.play(action));
        after
    }
}

/// All distinct turns from here, also from the middle of a turn.
///
/// Turns that seat the same guests on the same seats lead to the same café whatever their order; of those, only one
/// that scores most is kept.
#[must_use]
pub fn all_turns<G: State>(game: &G) -> Vec<Turn> {
    distinct(&explore(game, |_, _| false, |seat| seat), game)
}

/// All distinct turns but those that differ only by seats that touch the same tables: one stands for all of them.
fn turns_without_twins<G: State>(game: &G) -> Vec<Turn> {
    distinct(&explore(game, G::has_free_equivalent, |seat| game.canonical_seat(seat)), game)
}

/// A way to begin a turn.
#[derive(Clone)]
struct Line {
    /// Who was seated where, the greatest first: the same however the turn went.
    seated: [u16; 3],
    turn: Turn,
}

impl Line {
    fn seat(&mut self, mut sat: u16) {
        for place in &mut self.seated {
            if *place < sat {
                std::mem::swap(place, &mut sat);
            }
        }
    }
}

/// Who was seated where, as one number that is not 0; nothing for any other action.
fn sat(action: &Action, place: impl Fn(Seat) -> Seat) -> Option<u16> {
    let Action::Seat(guest, seat) = action else { return None };
    let nation_and_sex = ((guest.nation() as u16) << 1) + guest.sex() as u16;
    Some(1 + (u16::from(guest.is_joker()) << 13) + (nation_and_sex << 8) + place(*seat).index() as u16)
}

/// Guest by guest: all ways to seat one, then all ways to seat another after each of these, but for the seats to be left
/// out. Who has seated the same guests on the same seats may go on in the same ways, so only the order that scores most
/// goes on.
fn explore<G: State>(
    game: &G,
    leave_out: impl Fn(&G, Seat) -> bool,
    place: impl Fn(Seat) -> Seat,
) -> Vec<Line> {
    let mut found = Vec::with_capacity(256);
    if game.is_over() {
        return found;
    }
    let player = game.player();
    let score = game.scores()[player];
    let nothing = Turn { actions: ArrayVec::new(), points: 0, continues: false };
    let mut begun = vec![(*game, Line { seated: [0; 3], turn: nothing })];
    let mut go_on = vec![0];
    while !go_on.is_empty() {
        let mut longer: Vec<(G, Line)> = Vec::with_capacity(64);
        for (game, line) in go_on.into_iter().map(|index: usize| &begun[index]) {
            game.for_each_action(&mut |action| {
                if matches!(action, Action::Seat(_, seat) if leave_out(game, seat)) {
                    return;
                }
                let mut after = *game;
                after.play(action);
                let mut line = line.clone();
                line.turn.actions.push(action);
                line.turn.points = after.scores()[player] - score;
                if let Some(sat) = sat(&action, &place) {
                    line.seat(sat);
                }
                let same_turn = !after.is_over() && after.player() == player && after.placed() > 0;
                if same_turn && after.hidden_count() == game.hidden_count() {
                    longer.push((after, line));
                } else {
                    line.turn.continues = same_turn;
                    found.push(line);
                }
            });
        }
        go_on = best_orders(longer.iter().map(|(_, line)| line));
        begun = longer;
    }
    found
}

/// Of lines that come to the same, one that scores most; first those found first.
fn distinct<G: State>(found: &[Line], game: &G) -> Vec<Turn> {
    let kept = best_orders(found.iter());
    let mut turns: Vec<Turn> = kept.into_iter().map(|index| found[index].turn.clone()).collect();
    if game.options().parties() {
        distinct_parties(&mut turns, game);
    }
    turns
}

/// The numbers of the lines that are left when of those that come to the same only one that scores most is kept.
fn best_orders<'a>(lines: impl Iterator<Item = &'a Line>) -> Vec<usize> {
    let mut keys: Vec<(u64, u16, usize)> =
        lines.enumerate().map(|(index, line)| (alike(index, line), few_points(line), index)).collect();
    keys.sort_unstable();
    keys.dedup_by_key(|(alike, ..)| *alike);
    let mut kept: Vec<usize> = keys.into_iter().map(|(.., index)| index).collect();
    kept.sort_unstable();
    kept
}

/// A number that is the same for lines that come to the same.
fn alike(index: usize, line: &Line) -> u64 {
    let [first, second, third] = line.seated.map(u64::from);
    let seated = first << 32 | second << 16 | third;
    match line.turn.actions.last() {
        // A turn of its own: it comes but once, and needs no comparing.
        _ if is_party(&line.turn) => 2 << 48 | index as u64,
        Some(Action::Seat(..) | Action::End) | None => seated,
        Some(Action::Close) => 1 << 48 | seated,
        Some(_) => 2 << 48 | index as u64,
    }
}

fn few_points(line: &Line) -> u16 {
    i16::MAX.abs_diff(line.turn.points)
}

fn is_party(turn: &Turn) -> bool {
    matches!(turn.actions.first(), Some(Action::Party(_)))
}

/// The guests of a party that leave at once may sit in whatever order: the café afterwards tells which parties are one.
fn distinct_parties<G: State>(turns: &mut Vec<Turn>, game: &G) {
    let mut seen: Vec<G> = Vec::new();
    turns.retain(|turn| {
        if !is_party(turn) {
            return true;
        }
        let after = turn.after(game);
        let new = !seen.contains(&after);
        if new {
            seen.push(after);
        }
        new
    });
}

/// Whether a player has just been eliminated.
#[must_use]
pub fn is_eliminated<G: State>(after: &G, player: usize) -> bool {
    after.eliminated().iter().any(|&out| usize::from(out) == player)
}

/// The turns worth thinking about: one for all that differ only by seats that touch the same tables, and none that
/// eliminates the player, unless there is no other.
#[must_use]
pub fn candidate_turns<G: State>(game: &G) -> Vec<Turn> {
    let mut all = turns_without_twins(game);
    let at_bar = |turn: &Turn| matches!(turn.actions.first(), Some(Action::Bar(_)));
    // Every guest pays the same at the bar: one tells for all.
    let ruinous = all.iter().find(|turn| at_bar(turn)).is_some_and(|turn| {
        let after = turn.after(game);
        is_eliminated(&after, game.player())
    });
    if ruinous && !all.iter().all(at_bar) {
        all.retain(|turn| !at_bar(turn));
    }
    all
}
