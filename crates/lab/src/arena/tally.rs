//! The results of a match, counted deal by deal.

use std::collections::BTreeMap;

use cafe_rules::{Outcome, Record};

use super::betting::BettingTest;
use super::played_game::{PlayedGame, ThinkingTime};
use super::{Arena, Entrant, Report};

/// The results of one kind of entrant. Equal entrants share them.
pub(super) struct EntrantResults {
    pub(super) entrant: Entrant,
    /// Per deal: the mean share of wins of one player of this kind.
    pub(super) shares: Vec<f64>,
    /// Per deal: the mean margin of one player of this kind.
    pub(super) margins: Vec<f64>,
    /// Per deal: the mean place of one player of this kind.
    pub(super) places: Vec<f64>,
    pub(super) thinking: ThinkingTime,
}

/// The results of all games.
pub(super) struct Tally<'a> {
    arena: &'a Arena,
    orders: &'a [Vec<Entrant>],
    /// In the order in which the entrants were named.
    results: Vec<EntrantResults>,
    /// The games of deals that are not counted yet, by deal and seating order.
    pending: BTreeMap<u64, BTreeMap<usize, PlayedGame>>,
    games_added: u64,
    /// Number of deals counted: always the first ones.
    deals: u64,
    first_share_sum: f64,
    even_share_test: BettingTest,
    stopped: bool,
}

impl<'a> Tally<'a> {
    pub(super) fn new(arena: &'a Arena, orders: &'a [Vec<Entrant>]) -> Tally<'a> {
        let mut results: Vec<EntrantResults> = Vec::new();
        for &entrant in &arena.entrants {
            if results.iter().all(|other| other.entrant != entrant) {
                results.push(EntrantResults {
                    entrant,
                    shares: Vec::new(),
                    margins: Vec::new(),
                    places: Vec::new(),
                    thinking: ThinkingTime::default(),
                });
            }
        }
        Tally {
            arena,
            orders,
            results,
            pending: BTreeMap::new(),
            games_added: 0,
            deals: 0,
            first_share_sum: 0.0,
            even_share_test: BettingTest::new(1.0 / f64::from(arena.options.players())),
            stopped: false,
        }
    }

    /// Returns true if no more games are counted, because the result is clear.
    pub(super) fn has_stopped(&self) -> bool {
        self.stopped
    }

    pub(super) fn games_added(&self) -> u64 {
        self.games_added
    }

    /// Returns the share of the first entrant so far.
    pub(super) fn first_share(&self) -> Option<f64> {
        (self.deals > 0).then(|| self.first_share_sum / self.deals as f64)
    }

    /// Adds a game and counts the deals that are complete, as long as all deals before them are. Returns their games.
    pub(super) fn add(&mut self, deal: u64, order: usize, game: PlayedGame) -> Vec<Record> {
        self.games_added += 1;
        self.pending.entry(deal).or_default().insert(order, game);
        let mut counted = Vec::new();
        while !self.stopped {
            let complete = self
                .pending
                .first_entry()
                .filter(|first| *first.key() == self.deals && first.get().len() == self.orders.len());
            let Some(complete) = complete else { break };
            let games: Vec<PlayedGame> = complete.remove().into_values().collect();
            self.count_deal(&games);
            counted.extend(games.into_iter().map(|game| game.record));
        }
        counted
    }

    fn count_deal(&mut self, games: &[PlayedGame]) {
        for results in &mut self.results {
            let (mut share, mut margin, mut place, mut players) = (0.0, 0.0, 0.0, 0.0);
            for (order, game) in self.orders.iter().zip(games) {
                for player in (0..order.len()).filter(|&player| order[player] == results.entrant) {
                    share += win_share(&game.outcome, player);
                    margin += f64::from(game.margins[player]);
                    place += f64::from(game.outcome.places[player]);
                    players += 1.0;
                    results.thinking.add(game.thinking[player]);
                }
            }
            results.shares.push(share / players);
            results.margins.push(margin / players);
            results.places.push(place / players);
        }
        self.deals += 1;
        let share = self.results.first().and_then(|first| first.shares.last()).copied().unwrap_or_default();
        self.first_share_sum += share;
        self.even_share_test.observe(share);
        self.stopped = self.arena.stop_early && self.even_share_test.is_rejected();
    }

    pub(super) fn report(&self) -> Report {
        let games = self.deals * self.orders.len() as u64;
        Report::new(self.arena, &self.results, self.deals, games, self.stopped)
    }
}

/// Returns 1 for a win, a fraction for a shared win, else 0.
fn win_share(outcome: &Outcome, player: usize) -> f64 {
    if outcome.winners.contains(&(player as u8)) { 1.0 / outcome.winners.len() as f64 } else { 0.0 }
}
