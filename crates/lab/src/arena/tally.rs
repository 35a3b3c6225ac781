//! The results of an arena, entered as games end and counted deal by deal.

use std::collections::BTreeMap;

use cafe_rules::{Outcome, Record};

use super::betting::BettingTest;
use super::played_game::{PlayedGame, Thinking};
use super::{Arena, Entrant, Report};

/// What is known of one entrant. Equal entrants have one account together.
pub(super) struct Account {
    pub(super) entrant: Entrant,
    /// Per deal: how much of a win one seat of theirs has had in a game.
    pub(super) shares: Vec<f64>,
    /// Per deal: how many points one seat of theirs was ahead of the best other.
    pub(super) margins: Vec<f64>,
    /// Per deal: which place one seat of theirs has got.
    pub(super) places: Vec<f64>,
    pub(super) thinking: Thinking,
}

/// The book of all results.
pub(super) struct Tally<'a> {
    arena: &'a Arena,
    orders: &'a [Vec<Entrant>],
    /// In the order in which they were named.
    accounts: Vec<Account>,
    /// The games of deals that do not count yet, by deal and seating order.
    waiting: BTreeMap<u64, BTreeMap<usize, PlayedGame>>,
    entered: u64,
    /// How many deals count: always the first ones.
    deals: u64,
    first_shares: f64,
    doubt: BettingTest,
    stopped: bool,
}

impl<'a> Tally<'a> {
    pub(super) fn new(arena: &'a Arena, orders: &'a [Vec<Entrant>]) -> Tally<'a> {
        let mut accounts: Vec<Account> = Vec::new();
        for &entrant in &arena.entrants {
            if accounts.iter().all(|account| account.entrant != entrant) {
                let thinking = Thinking::default();
                let (shares, margins, places) = (Vec::new(), Vec::new(), Vec::new());
                accounts.push(Account { entrant, shares, margins, places, thinking });
            }
        }
        let doubt = BettingTest::new(1.0 / f64::from(arena.options.players()));
        let waiting = BTreeMap::new();
        Tally {
            arena,
            orders,
            accounts,
            waiting,
            entered: 0,
            deals: 0,
            first_shares: 0.0,
            doubt,
            stopped: false,
        }
    }

    /// Whether nothing is entered any more, because the verdict is clear.
    pub(super) fn is_closed(&self) -> bool {
        self.stopped
    }

    pub(super) fn games_entered(&self) -> u64 {
        self.entered
    }

    /// The share of the first entrant so far.
    pub(super) fn first_share(&self) -> Option<f64> {
        (self.deals > 0).then(|| self.first_shares / self.deals as f64)
    }

    /// Enters a game, and counts the deals that are complete now, if all deals before them are. Gives back their games.
    pub(super) fn enter(&mut self, deal: u64, order: usize, bout: PlayedGame) -> Vec<Record> {
        self.entered += 1;
        self.waiting.entry(deal).or_default().insert(order, bout);
        let mut counted = Vec::new();
        while !self.stopped {
            let complete = self
                .waiting
                .first_entry()
                .filter(|first| *first.key() == self.deals && first.get().len() == self.orders.len());
            let Some(complete) = complete else { break };
            let bouts: Vec<PlayedGame> = complete.remove().into_values().collect();
            self.count(&bouts);
            counted.extend(bouts.into_iter().map(|bout| bout.log));
        }
        counted
    }

    fn count(&mut self, bouts: &[PlayedGame]) {
        for account in &mut self.accounts {
            let (mut share, mut margin, mut place, mut seats) = (0.0, 0.0, 0.0, 0.0);
            for (order, bout) in self.orders.iter().zip(bouts) {
                let held = (0..order.len()).filter(|&seat| order[seat] == account.entrant);
                for seat in held {
                    share += share_of(&bout.outcome, seat);
                    margin += f64::from(bout.margins[seat]);
                    place += f64::from(bout.outcome.places[seat]);
                    seats += 1.0;
                    account.thinking.add(bout.thinking[seat]);
                }
            }
            account.shares.push(share / seats);
            account.margins.push(margin / seats);
            account.places.push(place / seats);
        }
        self.deals += 1;
        let share = self.accounts.first().and_then(|first| first.shares.last()).copied().unwrap_or_default();
        self.first_shares += share;
        self.doubt.see(share);
        self.stopped = self.arena.stop_early && self.doubt.is_justified();
    }

    pub(super) fn report(&self) -> Report {
        let games = self.deals * self.orders.len() as u64;
        Report::of(self.arena, &self.accounts, self.deals, games, self.stopped)
    }
}

/// A win, or the part of it that falls to each of several winners.
fn share_of(outcome: &Outcome, seat: usize) -> f64 {
    if outcome.winners.contains(&(seat as u8)) { 1.0 / outcome.winners.len() as f64 } else { 0.0 }
}
