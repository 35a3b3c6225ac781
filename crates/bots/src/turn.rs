//! Whole turns: every way to play one, once.

use arrayvec::ArrayVec;
use cafe_rules::Action;

use crate::state::State;

/// The most actions of a turn: three guests and an `end` or `close`.
pub const MOST_ACTIONS: usize = 4;

/// One way to play a turn, or the part of it that can be planned: when a table is laid in the middle of it, the plan
/// stops there, because nobody could know what comes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// What to play, in order.
    pub actions: ArrayVec<Action, MOST_ACTIONS>,
    /// The points it scores.
    pub points: i16,
    /// Whether the player may go on, after what has come to light.
    pub goes_on: bool,
}

impl Turn {
    /// How many guests take a seat.
    #[must_use]
    pub fn seated(&self) -> i32 {
        let seated = |action: &Action| match action {
            Action::Seat(..) => 1,
            Action::Party(party) => party.guests().len() as i32,
            _ => 0,
        };
        self.actions.iter().map(seated).sum()
    }

    /// Whether both come to the same: the same guests on the same seats in whatever order, or the same other action.
    #[must_use]
    pub fn is_like(&self, other: &Turn) -> bool {
        let seated = |turn: &Turn| {
            let mut all: ArrayVec<u16, MOST_ACTIONS> = turn.actions.iter().filter_map(sat).collect();
            all.sort_unstable();
            all
        };
        let rest = |turn: &Turn| {
            let mut rest = turn.actions.iter().copied();
            rest.rfind(|action| !matches!(action, Action::Seat(..) | Action::End))
        };
        seated(self) == seated(other) && rest(self) == rest(other)
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
pub fn turns<G: State>(game: &G) -> Vec<Turn> {
    let mut found = Vec::with_capacity(256);
    if !game.is_over() {
        let start = Start { player: game.player(), score: game.scores()[game.player()] };
        let line =
            Line { seated: [0; 3], turn: Turn { actions: ArrayVec::new(), points: 0, goes_on: false } };
        explore(game, start, &line, &mut found);
    }
    distinct(found, game)
}

#[derive(Clone, Copy)]
struct Start {
    player: usize,
    score: i16,
}

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
fn sat(action: &Action) -> Option<u16> {
    let Action::Seat(guest, seat) = action else { return None };
    let nation_and_sex = ((guest.nation() as u16) << 1) + guest.sex() as u16;
    Some(1 + (u16::from(guest.is_joker()) << 13) + (nation_and_sex << 8) + seat.index() as u16)
}

fn explore<G: State>(game: &G, start: Start, line: &Line, found: &mut Vec<Line>) {
    game.actions(&mut |action| {
        let mut after = *game;
        after.play(action);
        let mut next = line.clone();
        next.turn.actions.push(action);
        if let Some(sat) = sat(&action) {
            next.seat(sat);
        }
        let same_turn = !after.is_over() && after.player() == start.player && after.placed() > 0;
        if same_turn && after.hidden() == game.hidden() {
            explore(&after, start, &next, found);
        } else {
            next.turn.points = after.scores()[start.player] - start.score;
            next.turn.goes_on = same_turn;
            found.push(next);
        }
    });
}

/// Of lines that come to the same, one that scores most; first those found first.
fn distinct<G: State>(found: Vec<Line>, game: &G) -> Vec<Turn> {
    let mut order: Vec<(usize, &Line)> = found.iter().enumerate().collect();
    let last = |line: &Line| match line.turn.actions.last() {
        _ if is_party(&line.turn) => 2,
        Some(Action::Seat(..) | Action::End) | None => 0,
        Some(Action::Close) => 1,
        // A turn of its own: it comes but once, and needs no comparing.
        Some(_) => 2,
    };
    order.sort_by_key(|(index, line)| (last(line), line.seated, std::cmp::Reverse(line.turn.points), *index));
    order.dedup_by(|(_, b), (_, a)| last(a) == last(b) && last(a) < 2 && a.seated == b.seated);
    let mut kept: Vec<usize> = order.into_iter().map(|(index, _)| index).collect();
    kept.sort_unstable();
    let mut found = found.into_iter().enumerate();
    let mut turns: Vec<Turn> = kept
        .into_iter()
        .filter_map(|keep| found.find(|(index, _)| *index == keep))
        .map(|(_, line)| line.turn)
        .collect();
    if game.options().parties() {
        distinct_parties(&mut turns, game);
    }
    turns
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
pub(crate) fn eliminates<G: State>(after: &G, player: usize) -> bool {
    after.out().iter().any(|&out| usize::from(out) == player)
}

/// All distinct turns but those that eliminate the player; those too if there is no other.
#[must_use]
pub fn sane_turns<G: State>(game: &G) -> Vec<Turn> {
    let mut all = turns(game);
    let at_bar = |turn: &Turn| matches!(turn.actions.first(), Some(Action::Bar(_)));
    // Every guest pays the same at the bar: one tells for all.
    let ruinous = all.iter().find(|turn| at_bar(turn)).is_some_and(|turn| {
        let after = turn.after(game);
        eliminates(&after, game.player())
    });
    if ruinous && !all.iter().all(at_bar) {
        all.retain(|turn| !at_bar(turn));
    }
    all
}
