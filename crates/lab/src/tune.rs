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
    BOARD_GLOBAL_FEATURES, BOARD_NATION_FEATURES, CARD_GLOBAL_FEATURES, CARD_NATION_FEATURES, Features,
    KnownHand, Net, Rng, Searchable, Turn, candidate_turns, current_margin, evaluate, final_margin,
    greedy_turn, shortlist,
};
use cafe_rules::{BoardGame, CardGame, Deal, Kind, Options, Seed};
use rayon::prelude::*;

use crate::fit::{Fit, TrainingSample, fit, random_net};

/// What to learn from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TuneConfig {
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
    pub samples: usize,
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
pub fn tune(
    config: &TuneConfig,
    game_played: impl Fn() + Sync,
    generation_done: impl FnMut(Generation),
) -> Net {
    match config.kind {
        Kind::Card => learn::<CardGame, CARD_NATION_FEATURES, CARD_GLOBAL_FEATURES>(
            config,
            game_played,
            generation_done,
        ),
        Kind::Board => learn::<BoardGame, BOARD_NATION_FEATURES, BOARD_GLOBAL_FEATURES>(
            config,
            game_played,
            generation_done,
        ),
    }
}

fn learn<G, const NATION: usize, const GLOBAL: usize>(
    config: &TuneConfig,
    game_played: impl Fn() + Sync,
    mut generation_done: impl FnMut(Generation),
) -> Net
where
    G: Searchable<Features = Features<NATION, GLOBAL>>,
{
    let mut rng = Rng::new(config.seed);
    let mut net = random_net(NATION, GLOBAL, &mut rng);
    let mut last: Vec<TrainingSample<NATION, GLOBAL>> = Vec::new();
    for number in 1..=config.generations {
        let seed = rng.next_seed();
        let taught = (number > 1).then_some(&net);
        let new: Vec<TrainingSample<NATION, GLOBAL>> = (0..config.games)
            .into_par_iter()
            .flat_map_iter(|game| {
                let lessons =
                    play::<G>(config, taught, game, seed ^ game.wrapping_mul(0x9e37_79b9_7f4a_7c15));
                game_played();
                lessons.into_iter().map(|(features, target)| TrainingSample { features, target })
            })
            .collect();
        // The lessons of the generation before are worth hearing twice.
        let learned_now = new.len();
        last.extend(new);
        let fit = fit(&mut net, &last, ROUNDS, RATE, &mut rng);
        generation_done(Generation { number, samples: last.len(), fit });
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
    features: S,
    /// If the turn was a whim: the margin that the best one promised.
    instead: Option<f32>,
}

/// Plays a game and tells what came of each position that a learner left.
fn play<G: Searchable>(
    config: &TuneConfig,
    net: Option<&Net>,
    number: u64,
    seed: u64,
) -> Vec<(G::Features, f32)> {
    let mut rng = Rng::new(seed);
    let options = Options::new(config.kind, config.players, number.is_multiple_of(PARTIES))
        .expect("a game for so many players");
    let mut game = G::deal(options, &Deal::shuffled(config.kind, Seed(rng.next_bytes())));
    let greedy: Vec<bool> = (0..config.players).map(|_| number.is_multiple_of(2) && rng.one_in(2)).collect();
    let mut left: Vec<Left<G::Features>> = Vec::new();
    // Who ended the game on a whim, and what the best turn promised instead.
    let mut ended_by_whim: Option<(usize, f32)> = None;
    while !game.is_over() {
        let player = game.player();
        let chosen = match net {
            Some(net) if !greedy[player] => choose(&game, net, &mut rng),
            _ => greedy_turn(&G::sample_world(&game.view(), &mut rng), &mut rng).map(|turn| (turn, None)),
        };
        let Some((turn, instead)) = chosen else { break };
        let after = turn.after(&game);
        if after.is_over() {
            ended_by_whim = instead.map(|best| (player, best));
        } else {
            let margin = f32::from(current_margin(after.scores(), after.eliminated(), player));
            let features = after.features(&KnownHand::after_turn(&game, &after, turn.continues));
            left.push(Left { player, margin, features, instead });
        }
        game = after;
    }
    let learns = |player: &usize| net.is_none() || !greedy[*player];
    let players = (0..usize::from(config.players)).filter(learns);
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
fn lessons<'a, G: Searchable>(
    left: impl Iterator<Item = &'a Left<G::Features>>,
    at_the_end: f32,
    net: Option<&Net>,
) -> Vec<(G::Features, f32)> {
    // The margin that came of the next position, and the one that was expected there.
    let (mut came, mut expected) = (at_the_end, at_the_end);
    let mut lessons = Vec::new();
    for Left { margin, features, instead, .. } in left {
        came = TRUST_WHAT_CAME * came + (1.0 - TRUST_WHAT_CAME) * expected;
        lessons.push((features.clone(), came - margin));
        expected = net.map_or(came, |net| margin + G::expected_gain(features, net));
        if let Some(best) = *instead {
            (came, expected) = (best, best);
        }
    }
    lessons
}

/// What a learner does: mostly its best. It looks at the game as its seat sees it. With a whim goes the margin that the
/// best turn promised.
fn choose<G: Searchable>(game: &G, net: &Net, rng: &mut Rng) -> Option<(Turn, Option<f32>)> {
    let view = game.view();
    let best = shortlist(|rng| G::sample_world(&view, rng), &[], net, LOOKS_AT, rng).into_iter().next()?;
    if !rng.one_in(WHIM) {
        return Some((best.turn, None));
    }
    let world = G::sample_world(&view, rng);
    let mut turns = candidate_turns(&world);
    if G::HIDDEN_HANDS && rng.one_in(2) {
        // Careful card players mostly wait, and most turns that do not are absurd: the best of those that do something
        // else, seating guests where the best one waits, or waiting.
        let waits = best.turn.guests_seated() == 0;
        turns.retain(|turn| (turn.guests_seated() == 0) != waits);
        let weighed = turns.into_iter().map(|turn| (evaluate(&world, &turn, net), turn));
        let other = weighed.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, turn)| turn);
        return Some(other.map_or((best.turn, None), |turn| (turn, Some(best.value))));
    }
    let pick = rng.below(turns.len());
    Some((turns.swap_remove(pick), Some(best.value)))
}
