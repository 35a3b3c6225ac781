//! Exact play at the end of the board game.
//!
//! Hands are open, and the first of the last four tiles of the bag ends the game (`docs/rules.md` §3). So when the bag is
//! nearly empty only the next tile or two are left to chance, and the value of a turn can be computed.

use std::cell::OnceCell;
use std::cmp::Reverse;

use cafe_rules::{BAG_END_TILES, BoardGame, BoardView, MAX_PLAYERS, Tile, Viewer};

use crate::evaluate::final_margin;
use crate::shortlist::Candidate;
use crate::turn::{Turn, candidate_turns};

/// Margins are counted in sixtieths of a point. A bag of five is drawn from at most twice, in 5 × 4 ways; a smaller one
/// once. All of these divide sixty, so nothing is rounded and equal values compare equal.
const UNITS_PER_POINT: i32 = 60;

/// By player: the expected margin over the best opponent at the end, in sixtieths of a point.
type Margins = [i32; MAX_PLAYERS];

/// Returns every candidate turn of the player to move, best first, with the exact expectation of its margin at the end if
/// all players take the turn that is best for themselves. No player knows the order of the bag.
///
/// Of several best turns a player takes the one that is worst for the next player, then for the one after. `worlds` of
/// the candidates is 0.
///
/// Returns `None` if the game is over, if the bag is too full, or after `max_nodes` (each turn counts once for every
/// distinct draw).
///
/// ```
/// use cafe_bots::endgame::solve;
/// use cafe_rules::{Board, BoardView, Game, Viewer};
///
/// // The next draw ends the game. A joker in hand costs ten points, a guest five.
/// let position = serde_json::json!({
///     "game": "board", "players": 2, "turns": 40, "seated": {"m5": "ESm"},
///     "hands": [["JKf", "DEf"], ["DEm"]], "guest_stock": ["FRm", "FRf", "ITf", "ITm"],
/// });
/// let Game::Board(game) = Game::from_position(&position, Board::standard())? else { unreachable!() };
/// let turns = solve(&BoardView::of(&game, Viewer::Player(0)), 10_000).expect("a short end");
/// // The joker makes a Spanish couple for 4; then the German and the tile drawn cost 10, the other player's tile 5.
/// assert_eq!((turns[0].turn.points, turns[0].value), (4, -1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn solve(view: &BoardView, max_nodes: usize) -> Option<Vec<Candidate>> {
    if view.public.outcome.is_some() || view.bag.len() > BAG_END_TILES + 1 {
        return None;
    }
    let bag: Vec<Tile> = view.bag.tiles().collect();
    let game = view.game(&bag)?;
    let mut solver = Solver { nodes_left: max_nodes };
    let mut turns = solver.turns(&game)?;
    turns.sort_by_key(|(_, margins)| Reverse(preference(margins, &game)));
    let player = usize::from(game.turn());
    let candidate = |(turn, margins): (Turn, Margins)| Candidate {
        turn,
        value: margins[player] as f32 / UNITS_PER_POINT as f32,
        worlds: 0,
    };
    Some(turns.into_iter().map(candidate).collect())
}

/// Returns a key that is greater for what the player to move prefers: first their own margin, then the smaller margins of
/// the next players in order.
fn preference(margins: &Margins, game: &BoardGame) -> Margins {
    let players = game.scores().len();
    let mut key = *margins;
    key[..players].rotate_left(usize::from(game.turn()));
    key[1..].iter_mut().for_each(|other| *other = -*other);
    key
}

struct Solver {
    nodes_left: usize,
}

impl Solver {
    /// Returns every candidate turn with its margins.
    fn turns(&mut self, game: &BoardGame) -> Option<Vec<(Turn, Margins)>> {
        let draws = Draws::new(game);
        let turns = candidate_turns(game).into_iter();
        turns.map(|turn| self.expected_margins(&draws, &turn).map(|margins| (turn, margins))).collect()
    }

    /// Returns the margins after a turn, averaged over what may be drawn at its end.
    fn expected_margins(&mut self, draws: &Draws, turn: &Turn) -> Option<Margins> {
        let drawn = draws.game.bag().len() - turn.after(&draws.game).bag().len();
        let worlds = draws.worlds(drawn);
        let mut sums = [0; MAX_PLAYERS];
        for (world, count) in worlds {
            self.nodes_left = self.nodes_left.checked_sub(1)?;
            let margins = self.best_margins(&turn.after(world))?;
            sums.iter_mut().zip(margins).for_each(|(sum, margin)| *sum += count * margin);
        }
        let total: i32 = worlds.iter().map(|(_, count)| count).sum();
        debug_assert!(sums.iter().all(|sum| sum % total == 0), "sixtieths are exact");
        Some(sums.map(|sum| sum / total))
    }

    /// Returns the margins of a position with best play from here.
    fn best_margins(&mut self, game: &BoardGame) -> Option<Margins> {
        if game.ending().is_some() {
            let mut margins = [0; MAX_PLAYERS];
            for (player, margin) in margins[..game.scores().len()].iter_mut().enumerate() {
                *margin = final_margin(game, player) as i32 * UNITS_PER_POINT;
            }
            return Some(margins);
        }
        let margins = self.turns(game)?.into_iter().map(|(_, margins)| margins);
        margins.max_by_key(|margins| preference(margins, game))
    }
}

/// Maximum number of tiles drawn in a turn before the game is over: of a bag of five, the second ends it.
const MAX_DRAWN: usize = 2;

/// A game and the possible draws from its bag.
struct Draws {
    game: BoardGame,
    /// By number of tiles drawn: games that differ in these tiles, computed once for all turns.
    worlds: [OnceCell<Vec<(BoardGame, i32)>>; MAX_DRAWN + 1],
}

impl Draws {
    fn new(game: &BoardGame) -> Draws {
        Draws { game: *game, worlds: Default::default() }
    }

    /// Returns the games that differ in the next `drawn` tiles, each with the number of ways in which it comes about.
    fn worlds(&self, drawn: usize) -> &[(BoardGame, i32)] {
        self.worlds[drawn].get_or_init(|| {
            let view = BoardView::of(&self.game, Viewer::Spectator);
            let orders = distinct_orders(self.game.bag(), drawn).into_iter();
            orders.filter_map(|(order, count)| Some((view.game(&order)?, count))).collect()
        })
    }
}

/// Returns orders of the bag with distinct draws, each with the number of ways in which it comes about.
fn distinct_orders(bag: &[Tile], drawn: usize) -> Vec<(Vec<Tile>, i32)> {
    let mut orders = vec![bag.to_vec()];
    for place in 0..drawn {
        let with_next = |order: &Vec<Tile>, next: usize| {
            let mut order = order.clone();
            order.swap(place, next);
            order
        };
        let all = orders.iter().flat_map(|order| (place..bag.len()).map(move |next| with_next(order, next)));
        orders = all.collect();
    }
    // Of a draw that ends the game only the penalty matters.
    let ends_game = bag.len() - drawn < BAG_END_TILES;
    let jokers = |order: &[Tile]| order[..drawn].iter().filter(|tile| tile.is_joker()).count();
    let is_same_draw = |one: &[Tile], other: &[Tile]| match ends_game {
        true => jokers(one) == jokers(other),
        false => one[..drawn] == other[..drawn],
    };
    let mut distinct: Vec<(Vec<Tile>, i32)> = Vec::new();
    for order in orders {
        match distinct.iter_mut().find(|(other, _)| is_same_draw(other, &order)) {
            Some((_, count)) => *count += 1,
            None => distinct.push((order, 1)),
        }
    }
    distinct
}
