//! Learning from self-play: the weights of a game from nothing but its rules, a seed, and time.
//!
//! A generation plays many games against itself, with a turn left to chance now and then so that it sees what it would
//! not choose; in half of the games some seats belong to `regular`, because two careful players teach each other little
//! about greedy ones. From each position that a player left, the network learns what the margin became: not at the end
//! alone, which is mostly luck, but step by step, each step trusting what the last generation thought of the next
//! position (a λ-return). The first generation is `regular` and learns from the ends.

use cafe_rules::{BoardGame, CardGame, Deal, Kind, Options, Seed};
use rayon::prelude::*;

use crate::dice::Dice;
use crate::learn::{Fit, Lesson, fit};
use crate::net::{Net, Signs};
use crate::search::shortlist;
use crate::simple::regular;
use crate::turn::{Turn, sane_turns};
use crate::weigh::{Kept, Weighed, final_margin, margin_now};
use crate::{BOARD_NATION, BOARD_WHOLE, CARD_NATION, CARD_WHOLE};

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
/// One turn in so many is left to chance.
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
    let mut net = Net::blank(NATION, WHOLE, &mut dice);
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

/// Plays a game and tells what came of each position that a player left.
fn play<G: Weighed>(course: &Course, net: Option<&Net>, number: u64, seed: u64) -> Vec<(G::Signs, f32)> {
    let mut dice = Dice::new(seed);
    let options = Options::new(course.kind, course.players, number.is_multiple_of(PARTIES))
        .expect("a game for so many players");
    let mut game = G::deal(options, &Deal::shuffled(course.kind, Seed(dice.bytes())));
    let greedy: Vec<bool> = (0..course.players).map(|_| number.is_multiple_of(2) && dice.one_in(2)).collect();
    let mut left: Vec<(usize, f32, G::Signs)> = Vec::new();
    while !game.is_over() {
        let player = game.player();
        let taught = net.filter(|_| !greedy[player]);
        let Some(turn) = choose(&game, taught, &mut dice) else { break };
        let after = turn.after(&game);
        if !after.is_over() {
            let margin = f32::from(margin_now(after.scores(), after.out(), player));
            left.push((player, margin, after.signs(&Kept::of(&game, &after, turn.goes_on))));
        }
        game = after;
    }
    let mut lessons = Vec::with_capacity(left.len());
    for player in 0..usize::from(course.players) {
        // Backwards: what came after each position, partly as it came and partly as it was expected.
        let mut next: Option<(f32, f32, f32)> = None;
        for (_, margin, signs) in left.iter().rev().filter(|(who, ..)| *who == player) {
            let came = match next {
                None => final_margin(&game, player) - margin,
                Some((next_margin, came, expected)) => {
                    next_margin - margin + TRUST_WHAT_CAME * came + (1.0 - TRUST_WHAT_CAME) * expected
                }
            };
            let expected = net.map_or(came, |net| G::promise(signs, net));
            next = Some((*margin, came, expected));
            lessons.push((signs.clone(), came));
        }
    }
    lessons
}

/// What a learning player does: mostly its best. It looks at the game as its seat sees it.
fn choose<G: Weighed>(game: &G, net: Option<&Net>, dice: &mut Dice) -> Option<Turn> {
    let view = game.view();
    let Some(net) = net else { return regular(&G::imagine(&view, dice), dice) };
    if dice.one_in(WHIM) {
        let mut turns = sane_turns(&G::imagine(&view, dice));
        let pick = dice.below(turns.len().max(1));
        return (pick < turns.len()).then(|| turns.swap_remove(pick));
    }
    shortlist(|dice| G::imagine(&view, dice), &[], net, LOOKS_AT, dice)
        .into_iter()
        .next()
        .map(|best| best.turn)
}
