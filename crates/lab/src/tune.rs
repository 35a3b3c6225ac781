//! Learning from self-play: the weights of a game from nothing but its rules, a seed, and time.
//!
//! A generation plays many games against itself, with a whim now and then so that it sees what it would not choose: any
//! turn, or in the card game the best of those that wait where it would seat somebody, and the other way round. In half
//! of the games some seats belong to `regular`, because two careful players teach each other little about greedy ones.
//! From each position that a learner left, the network learns what the margin became: not at the end alone, which is
//! mostly luck, but step by step, each step trusting what the last generation thought of the next position (a λ-return).
//! What followed a whim says nothing about the position before it; there the turn that looked best counts instead. The
//! first generation is `regular` and learns from the ends.

use cafe_bots::{
    BOARD_NATION, BOARD_WHOLE, CARD_NATION, CARD_WHOLE, Dice, Kept, Net, Signs, Turn, Weighed, final_margin,
    margin_now, regular, sane_turns, shortlist, weigh,
};
use cafe_rules::{BoardGame, CardGame, Deal, Kind, Options, Seed};
use rayon::prelude::*;

use crate::learn::{Fit, Lesson, blank, fit};

/// What to learn from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Course {
    /// The game.
    pub kind: Kind,
    /// For how many players.
    pub players: u8,
    /// How many generations.
    pub generations: u64,
    /// How many games each of them plays.
    pub games: u64,
    /// Where all chance comes from.
    pub seed: u64,
}

/// What a generation came to.
#[derive(Clone, Copy, Debug)]
pub struct Generation {
    /// Its number, from 1.
    pub number: u64,
    /// From how many positions it learned.
    pub lessons: usize,
    /// How well they were learned.
    pub fit: Fit,
}

/// How much a lesson trusts what came, rather than what the last generation expected of it.
const TRUST_WHAT_CAME: f32 = 0.8;
/// One turn in so many is a whim.
const WHIM: usize = 20;
/// One game in so many is played with parties.
const PARTIES: u64 = 3;
/// How often a generation goes through its lessons, and how large its steps are at first.
const ROUNDS: usize = 4;
const RATE: f32 = 0.002;
/// How many turns a learning player weighs twice.
const LOOKS_AT: usize = 5;

/// Learns the network of a game for so many players. The same course gives the same network.
///
/// `game_played` is called after each game, `generation_done` after each generation.
///
/// # Panics
/// If the game is not for so many players.
pub fn tune(course: &Course, game_played: impl Fn() + Sync, generation_done: impl FnMut(Generation)) -> Net {
    match course.kind {
        Kind::Card => learn::<CardGame, CARD_NATION, CARD_WHOLE>(course, game_played, generation_done),
        Kind::Board => learn::<BoardGame, BOARD_NATION, BOARD_WHOLE>(course, game_played, generation_done),
    }
}

fn learn<G, const NATION: usize, const WHOLE: usize>(
    course: &Course,
    game_played: impl Fn() + Sync,
    mut generation_done: impl FnMut(Generation),
) -> Net
where
    G: Weighed<Signs = Signs<NATION, WHOLE>>,
{
    let mut dice = Dice::new(course.seed);
    let mut net = blank(NATION, WHOLE, &mut dice);
    let mut last: Vec<Lesson<NATION, WHOLE>> = Vec::new();
    for number in 1..=course.generations {
        let seed = dice.seed();
        let taught = (number > 1).then_some(&net);
        let new: Vec<Lesson<NATION, WHOLE>> = (0..course.games)
            .into_par_iter()
            .flat_map_iter(|game| {
                let lessons =
                    play::<G>(course, taught, game, seed ^ game.wrapping_mul(0x9e37_79b9_7f4a_7c15));
                game_played();
                lessons.into_iter().map(|(signs, came)| Lesson { signs, came })
            })
            .collect();
        // The lessons of the generation before are worth hearing twice.
        let learned_now = new.len();
        last.extend(new);
        let fit = fit(&mut net, &last, ROUNDS, RATE, &mut dice);
        generation_done(Generation { number, lessons: last.len(), fit });
        last.drain(..last.len() - learned_now);
    }
    net
}

/// A position that a learner left.
struct Left<S> {
    /// Who.
    player: usize,
    /// How far ahead the player was.
    margin: f32,
    signs: S,
    /// If the turn was a whim: the margin that the best one promised.
    instead: Option<f32>,
}

/// Plays a game and tells what came of each position that a learner left.
fn play<G: Weighed>(course: &Course, net: Option<&Net>, number: u64, seed: u64) -> Vec<(G::Signs, f32)> {
    let mut dice = Dice::new(seed);
    let options = Options::new(course.kind, course.players, number.is_multiple_of(PARTIES))
        .expect("a game for so many players");
    let mut game = G::deal(options, &Deal::shuffled(course.kind, Seed(dice.bytes())));
    let greedy: Vec<bool> = (0..course.players).map(|_| number.is_multiple_of(2) && dice.one_in(2)).collect();
    let mut left: Vec<Left<G::Signs>> = Vec::new();
    // Who ended the game on a whim, and what the best turn promised instead.
    let mut ended_by_whim: Option<(usize, f32)> = None;
    while !game.is_over() {
        let player = game.player();
        let chosen = match net {
            Some(net) if !greedy[player] => choose(&game, net, &mut dice),
            _ => regular(&G::imagine(&game.view(), &mut dice), &mut dice).map(|turn| (turn, None)),
        };
        let Some((turn, instead)) = chosen else { break };
        let after = turn.after(&game);
        if after.is_over() {
            ended_by_whim = instead.map(|best| (player, best));
        } else {
            let margin = f32::from(margin_now(after.scores(), after.eliminated(), player));
            let signs = after.signs(&Kept::of(&game, &after, turn.goes_on));
            left.push(Left { player, margin, signs, instead });
        }
        game = after;
    }
    let learns = |player: &usize| net.is_none() || !greedy[*player];
    let players = (0..usize::from(course.players)).filter(learns);
    let lessons = players.flat_map(|player| {
        let own = left.iter().filter(|left| left.player == player);
        let end = match ended_by_whim {
            Some((whose, best)) if whose == player => best,
            _ => final_margin(&game, player),
        };
        lessons::<G>(own.rev(), end, net)
    });
    lessons.collect()
}

/// What came after each position that one player left, the last one first: partly as it came and partly as it was
/// expected.
fn lessons<'a, G: Weighed>(
    left: impl Iterator<Item = &'a Left<G::Signs>>,
    at_the_end: f32,
    net: Option<&Net>,
) -> Vec<(G::Signs, f32)> {
    // The margin that came of the next position, and the one that was expected there.
    let (mut came, mut expected) = (at_the_end, at_the_end);
    let mut lessons = Vec::new();
    for Left { margin, signs, instead, .. } in left {
        came = TRUST_WHAT_CAME * came + (1.0 - TRUST_WHAT_CAME) * expected;
        lessons.push((signs.clone(), came - margin));
        expected = net.map_or(came, |net| margin + G::promise(signs, net));
        if let Some(best) = *instead {
            (came, expected) = (best, best);
        }
    }
    lessons
}

/// What a learner does: mostly its best. It looks at the game as its seat sees it. With a whim goes the margin that the
/// best turn promised.
fn choose<G: Weighed>(game: &G, net: &Net, dice: &mut Dice) -> Option<(Turn, Option<f32>)> {
    let view = game.view();
    let best = shortlist(|dice| G::imagine(&view, dice), &[], net, LOOKS_AT, dice).into_iter().next()?;
    if !dice.one_in(WHIM) {
        return Some((best.turn, None));
    }
    let world = G::imagine(&view, dice);
    let mut turns = sane_turns(&world);
    if G::HANDS_ARE_HIDDEN && dice.one_in(2) {
        // Careful card players mostly wait, and most turns that do not are absurd: the best of those that do something
        // else, seating guests where the best one waits, or waiting.
        let waits = best.turn.seated() == 0;
        turns.retain(|turn| (turn.seated() == 0) != waits);
        let weighed = turns.into_iter().map(|turn| (weigh(&world, &turn, net), turn));
        let other = weighed.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, turn)| turn);
        return Some(other.map_or((best.turn, None), |turn| (turn, Some(best.worth))));
    }
    let pick = dice.below(turns.len());
    Some((turns.swap_remove(pick), Some(best.worth)))
}
