//! Training by self-play: the weights of a game from nothing but its rules and a seed.
//!
//! Each generation plays many games against itself. One turn in [`EXPLORATION_ONE_IN`] is an exploration, so that the
//! network also sees positions that it would not choose: a random turn, or in the card game the best turn that waits
//! where it would seat a guest and vice versa. In half of the games some players are `regular`, because two careful
//! players teach each other little about greedy ones.
//!
//! The network learns from each position that a learning player left. The target is a λ-return: the end of the game
//! alone is mostly luck, so each step partly trusts what the previous generation expected of the next position. What
//! follows an exploration says nothing about the position before it; the value of the best turn stands in. The first
//! generation plays `regular` turns and learns from the final margins.

use cafe_bots::{
    BOARD_GLOBAL_FEATURES, BOARD_NATION_FEATURES, CARD_GLOBAL_FEATURES, CARD_NATION_FEATURES, Features,
    KnownHand, Net, Rng, Searchable, Turn, candidate_turns, current_margin, evaluate, final_margin,
    greedy_turn, shortlist,
};
use cafe_rules::{BoardGame, CardGame, Deal, Kind, Options, Seed};
use rayon::prelude::*;

use crate::fit::{Fit, TrainingSample, fit, random_net};

/// Parameters of a training run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TuneConfig {
    /// The game.
    pub kind: Kind,
    /// Number of players.
    pub players: u8,
    /// Number of generations.
    pub generations: u64,
    /// Number of games per generation.
    pub games: u64,
    /// The same seed gives the same network.
    pub seed: u64,
}

/// The result of one generation.
#[derive(Clone, Copy, Debug)]
pub struct Generation {
    /// Its number, from 1.
    pub number: u64,
    /// Number of training samples.
    pub samples: usize,
    /// The quality of the fit.
    pub fit: Fit,
}

/// Weight of what happened, against what the previous generation expected.
const LAMBDA: f32 = 0.8;
/// One turn in this many is an exploration.
const EXPLORATION_ONE_IN: usize = 20;
/// One game in this many is played with parties.
const PARTIES_ONE_IN: u64 = 3;
/// Number of epochs per generation.
const EPOCHS: usize = 4;
/// Learning rate at the start of a generation.
const LEARNING_RATE: f32 = 0.002;
/// Number of turns that a learning player evaluates in more than one world.
const SHORTLIST_SIZE: usize = 5;

/// Trains the network of a game for one number of players. The same configuration gives the same network on any number of
/// threads.
///
/// Calls `on_game` after each game and `on_generation` after each generation.
///
/// # Panics
/// If the game does not allow that number of players.
pub fn tune(config: &TuneConfig, on_game: impl Fn() + Sync, on_generation: impl FnMut(Generation)) -> Net {
    match config.kind {
        Kind::Card => {
            train::<CardGame, CARD_NATION_FEATURES, CARD_GLOBAL_FEATURES>(config, on_game, on_generation)
        }
        Kind::Board => {
            train::<BoardGame, BOARD_NATION_FEATURES, BOARD_GLOBAL_FEATURES>(config, on_game, on_generation)
        }
    }
}

fn train<G, const NATION: usize, const GLOBAL: usize>(
    config: &TuneConfig,
    on_game: impl Fn() + Sync,
    mut on_generation: impl FnMut(Generation),
) -> Net
where
    G: Searchable<Features = Features<NATION, GLOBAL>>,
{
    let mut rng = Rng::new(config.seed);
    let mut net = random_net(NATION, GLOBAL, &mut rng);
    let mut samples: Vec<TrainingSample<NATION, GLOBAL>> = Vec::new();
    for number in 1..=config.generations {
        let seed = rng.next_seed();
        let trained = (number > 1).then_some(&net);
        let new: Vec<TrainingSample<NATION, GLOBAL>> = (0..config.games)
            .into_par_iter()
            .flat_map_iter(|game| {
                let game_seed = seed ^ game.wrapping_mul(0x9e37_79b9_7f4a_7c15);
                let played = play_game::<G>(config, trained, game, game_seed);
                on_game();
                played.into_iter().map(|(features, target)| TrainingSample { features, target })
            })
            .collect();
        // The samples of the previous generation are used once more.
        let new_count = new.len();
        samples.extend(new);
        let fit = fit(&mut net, &samples, EPOCHS, LEARNING_RATE, &mut rng);
        on_generation(Generation { number, samples: samples.len(), fit });
        samples.drain(..samples.len() - new_count);
    }
    net
}

/// A position that a player left.
struct LeftPosition<F> {
    player: usize,
    margin: f32,
    features: F,
    /// After an exploration: the value of the best turn.
    best_value: Option<f32>,
}

/// Plays a game and returns the features and target of each position that a learning player left.
fn play_game<G: Searchable>(
    config: &TuneConfig,
    net: Option<&Net>,
    number: u64,
    seed: u64,
) -> Vec<(G::Features, f32)> {
    let mut rng = Rng::new(seed);
    let options = Options::new(config.kind, config.players, number.is_multiple_of(PARTIES_ONE_IN))
        .expect("the game allows that number of players");
    let mut game = G::deal(options, &Deal::shuffled(config.kind, Seed(rng.next_bytes())));
    let is_greedy: Vec<bool> =
        (0..config.players).map(|_| number.is_multiple_of(2) && rng.one_in(2)).collect();
    let mut positions: Vec<LeftPosition<G::Features>> = Vec::new();
    // If an exploration ended the game: its player and the value of the best turn.
    let mut explored_ending: Option<(usize, f32)> = None;
    while !game.is_over() {
        let player = game.player();
        let chosen = match net {
            Some(net) if !is_greedy[player] => choose(&game, net, &mut rng),
            _ => greedy_turn(&G::sample_world(&game.view(), &mut rng), &mut rng).map(|turn| (turn, None)),
        };
        let Some((turn, best_value)) = chosen else { break };
        let after = turn.after(&game);
        if after.is_over() {
            explored_ending = best_value.map(|value| (player, value));
        } else {
            let margin = f32::from(current_margin(after.scores(), after.eliminated(), player));
            let features = after.features(&KnownHand::after_turn(&game, &after, turn.continues));
            positions.push(LeftPosition { player, margin, features, best_value });
        }
        game = after;
    }
    let learns = |player: &usize| net.is_none() || !is_greedy[*player];
    let players = (0..usize::from(config.players)).filter(learns);
    let targets = players.flat_map(|player| {
        let own = positions.iter().filter(|position| position.player == player);
        let end = match explored_ending {
            Some((explorer, value)) if explorer == player => value,
            _ => final_margin(&game, player),
        };
        lambda_returns::<G>(own.rev(), end, net)
    });
    targets.collect()
}

/// Returns the λ-returns of the positions that one player left, given last position first.
fn lambda_returns<'a, G: Searchable>(
    positions: impl Iterator<Item = &'a LeftPosition<G::Features>>,
    final_margin: f32,
    net: Option<&Net>,
) -> Vec<(G::Features, f32)> {
    // The return of the next position, and the margin that was expected there.
    let (mut observed, mut expected) = (final_margin, final_margin);
    let mut targets = Vec::new();
    for LeftPosition { margin, features, best_value, .. } in positions {
        observed = LAMBDA * observed + (1.0 - LAMBDA) * expected;
        targets.push((features.clone(), observed - margin));
        expected = net.map_or(observed, |net| margin + G::expected_gain(features, net));
        if let Some(value) = *best_value {
            (observed, expected) = (value, value);
        }
    }
    targets
}

/// Chooses the turn of a learning player from its view: mostly the best one. An exploration comes with the value of the
/// best turn.
fn choose<G: Searchable>(game: &G, net: &Net, rng: &mut Rng) -> Option<(Turn, Option<f32>)> {
    let view = game.view();
    let best = shortlist(|rng| G::sample_world(&view, rng), &[], net, SHORTLIST_SIZE, rng);
    let best = best.into_iter().next()?;
    if !rng.one_in(EXPLORATION_ONE_IN) {
        return Some((best.turn, None));
    }
    let world = G::sample_world(&view, rng);
    let mut turns = candidate_turns(&world);
    if G::HIDDEN_HANDS && rng.one_in(2) {
        // Careful card players mostly wait, and most turns that do not are absurd. So explore the best turn of the other
        // sort: one that seats guests where the best one waits, or the other way round.
        let waits = best.turn.guests_seated() == 0;
        turns.retain(|turn| (turn.guests_seated() == 0) != waits);
        let evaluated = turns.into_iter().map(|turn| (evaluate(&world, &turn, net), turn));
        let other = evaluated.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, turn)| turn);
        return Some(other.map_or((best.turn, None), |turn| (turn, Some(best.value))));
    }
    let index = rng.below(turns.len());
    Some((turns.swap_remove(index), Some(best.value)))
}
