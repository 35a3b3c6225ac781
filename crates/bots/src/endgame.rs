//! Exact play at the end of the board game.
//!
//! Hands lie open, and the first of the last four tiles of the bag ends the game (docs/rules.md §3). So when the bag is
//! nearly empty only the next tile or two are left to chance, and what comes of a turn can be reckoned rather than
//! guessed.

use std::cell::OnceCell;
use std::cmp::Reverse;

use cafe_rules::{BAG_END_TILES, BoardGame, BoardView, MAX_PLAYERS, Tile, Viewer};

use crate::evaluate::final_margin;
use crate::search::Candidate;
use crate::turn::{Turn, candidate_turns};

/// Margins are counted in sixtieths of a point. A bag of five is drawn from at most twice, in 5 × 4 ways; a smaller one
/// once. Sixty can be divided by all of these, so nothing is two_decimals and what comes to the same is equal.
const SHARES: i32 = 60;

/// By player: the margin over the best opponent that is expected at the end, in sixtieths of a point.
type Margins = [i32; MAX_PLAYERS];

/// Every sane turn of the player to move, best first, each with the exact expectation of its margin at the end if all
/// players take the turn that is best for themselves. Nobody knows the order of the bag, not even here.
///
/// Who has several best turns takes the one that is worst for the next player, then for the one after. `worlds` is 0:
/// none was imagined.
///
/// Nothing if the game is over, if it would take more than `most_nodes` (every turn counts once for every draw that is
/// told apart), or if the bag holds so many tiles that the end is not near.
///
/// ```
/// use cafe_bots::endgame::solve;
/// use cafe_rules::{Board, BoardView, Game, Viewer};
///
/// // Whoever draws next ends the game. A joker in hand costs ten, a guest five.
/// let position = serde_json::json!({
///     "game": "board", "players": 2, "turns": 40, "seated": {"m5": "ESm"},
///     "hands": [["JKf", "DEf"], ["DEm"]], "guest_stock": ["FRm", "FRf", "ITf", "ITm"],
/// });
/// let Game::Board(game) = Game::from_position(&position, Board::standard())? else { unreachable!() };
/// let turns = solve(&BoardView::of(&game, Viewer::Player(0)), 10_000).expect("a short end");
/// // The joker makes a Spanish couple for 4; then the German and the tile drawn cost 10, the other player's tile 5.
/// assert_eq!((turns[0].turn.points, turns[0].worth), (4, -1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn solve(view: &BoardView, most_nodes: usize) -> Option<Vec<Candidate>> {
    if view.public.outcome.is_some() || view.bag.len() > BAG_END_TILES + 1 {
        return None;
    }
    let bag: Vec<Tile> = view.bag.tiles().collect();
    let game = view.game(&bag)?;
    let mut reckoning = Reckoning { nodes_left: most_nodes };
    let mut turns = reckoning.turns(&game)?;
    turns.sort_by_key(|(_, margins)| Reverse(taste(margins, &game)));
    let player = usize::from(game.turn());
    let candidate = |(turn, margins): (Turn, Margins)| Candidate {
        turn,
        value: margins[player] as f32 / SHARES as f32,
        worlds: 0,
    };
    Some(turns.into_iter().map(candidate).collect())
}

/// What the player to move likes better is greater: first the own margin, then the smaller ones of the others in turn.
fn taste(margins: &Margins, game: &BoardGame) -> Margins {
    let players = game.scores().len();
    let mut taste = *margins;
    taste[..players].rotate_left(usize::from(game.turn()));
    taste[1..].iter_mut().for_each(|other| *other = -*other);
    taste
}

struct Reckoning {
    nodes_left: usize,
}

impl Reckoning {
    /// Every sane turn, and what comes of it.
    fn turns(&mut self, game: &BoardGame) -> Option<Vec<(Turn, Margins)>> {
        let draws = Draws::of(game);
        let turns = candidate_turns(game).into_iter();
        turns.map(|turn| self.expected(&draws, &turn).map(|margins| (turn, margins))).collect()
    }

    /// What comes of a turn, on average over what may be drawn at its end.
    fn expected(&mut self, draws: &Draws, turn: &Turn) -> Option<Margins> {
        let drawn = draws.game.bag().len() - turn.after(&draws.game).bag().len();
        let worlds = draws.worlds(drawn);
        let mut sums = [0; MAX_PLAYERS];
        for (world, ways) in worlds {
            self.nodes_left = self.nodes_left.checked_sub(1)?;
            let margins = self.best(&turn.after(world))?;
            sums.iter_mut().zip(margins).for_each(|(sum, margin)| *sum += ways * margin);
        }
        let all_ways: i32 = worlds.iter().map(|(_, ways)| ways).sum();
        debug_assert!(sums.iter().all(|sum| sum % all_ways == 0), "sixtieths are fine enough");
        Some(sums.map(|sum| sum / all_ways))
    }

    /// What comes of a position if everybody plays well from here.
    fn best(&mut self, game: &BoardGame) -> Option<Margins> {
        if game.ending().is_some() {
            let mut margins = [0; MAX_PLAYERS];
            for (player, margin) in margins[..game.scores().len()].iter_mut().enumerate() {
                *margin = final_margin(game, player) as i32 * SHARES;
            }
            return Some(margins);
        }
        let margins = self.turns(game)?.into_iter().map(|(_, margins)| margins);
        margins.max_by_key(|margins| taste(margins, game))
    }
}

/// The most tiles that are drawn in a turn before the game is over: of a bag of five, the second ends it.
const MOST_DRAWN: usize = 2;

/// A game, and what may be drawn from its bag.
struct Draws {
    game: BoardGame,
    /// By number of tiles drawn: made when a turn asks for it, and once for all turns.
    worlds: [OnceCell<Vec<(BoardGame, i32)>>; MOST_DRAWN + 1],
}

impl Draws {
    fn of(game: &BoardGame) -> Draws {
        Draws { game: *game, worlds: Default::default() }
    }

    /// Games that differ in the tiles to be drawn next, so many of them, and in how many ways each comes about.
    fn worlds(&self, drawn: usize) -> &[(BoardGame, i32)] {
        self.worlds[drawn].get_or_init(|| {
            let view = BoardView::of(&self.game, Viewer::Spectator);
            let orders = distinct_orders(self.game.bag(), drawn).into_iter();
            orders.filter_map(|(order, ways)| Some((view.game(&order)?, ways))).collect()
        })
    }
}

/// Orders of the bag that differ in what so many draws bring, and in how many ways each comes about.
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
    // Of a draw that ends the game, only the price counts.
    let ends = bag.len() - drawn < BAG_END_TILES;
    let jokers = |order: &[Tile]| order[..drawn].iter().filter(|tile| tile.is_joker()).count();
    let alike = |one: &[Tile], other: &[Tile]| match ends {
        true => jokers(one) == jokers(other),
        false => one[..drawn] == other[..drawn],
    };
    let mut distinct: Vec<(Vec<Tile>, i32)> = Vec::new();
    for order in orders {
        match distinct.iter_mut().find(|(other, _)| alike(other, &order)) {
            Some((_, ways)) => *ways += 1,
            None => distinct.push((order, 1)),
        }
    }
    distinct
}
