//! Bots against bots, so often that luck cancels.
//!
//! Every deal is played once in each seating order of the bots, so that nobody has the better cards or the better seat.
//! What is counted is therefore the deal: the games of one deal resemble each other, deals do not.

mod betting;
mod entrant;
mod error;
mod interval;
mod played_game;
mod report;
mod seating_order;
mod tally;

use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard};

use cafe_bots::Budget;
use cafe_rules::{Kind, Options, PlayerCountError, Record};
use rayon::prelude::*;

pub use self::entrant::Entrant;
pub use self::error::ArenaError;
pub use self::interval::Interval;
pub use self::report::{Report, Standing};
pub use self::seating_order::seating_orders;

use self::played_game::PlayedGame;
use self::tally::Tally;

/// A match of bots, as it is agreed.
///
/// ```
/// use cafe_bots::Level;
/// use cafe_lab::{Arena, Entrant};
/// use cafe_rules::Kind;
///
/// let entrants = vec![Entrant::Level(Level::Regular), Entrant::Level(Level::Novice)];
/// let mut arena = Arena::new(Kind::Card, false, entrants)?;
/// arena.deals = 5;
/// let report = arena.run(|_| {})?;
/// assert_eq!((report.deals, report.games), (5, 10));
/// assert!((report.bots[0].share + report.bots[1].share - 1.0).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arena {
    options: Options,
    entrants: Vec<Entrant>,
    /// How long those who look ahead may think about a turn.
    pub budget: Budget,
    /// The deals and the bots' rng follow from this number.
    pub seed: u64,
    /// How many deals are played.
    pub deals: u32,
    /// Whether to stop as soon as it is clear that the first bot does not win an even share.
    pub stop_early: bool,
}

/// What has come of an arena so far, told after every game.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'n> {
    /// How many games have been played.
    pub games: u64,
    /// The share of the first bot in the deals that count so far.
    pub share: Option<f64>,
    /// The games that count from now on. They come in the order of the deals, whatever the order in which they ended.
    pub records: &'n [Record],
}

impl Arena {
    /// One bot for every seat; thinking time, seed and number of deals are the usual ones.
    ///
    /// # Errors
    /// If that many cannot play the game.
    pub fn new(kind: Kind, parties: bool, entrants: Vec<Entrant>) -> Result<Arena, PlayerCountError> {
        let players = u8::try_from(entrants.len()).ok();
        let options = players.and_then(|players| Options::new(kind, players, parties).ok());
        let options = options.ok_or(PlayerCountError { kind, players: entrants.len() as u64 })?;
        Ok(Arena { options, entrants, budget: Budget::DEFAULT, seed: 0, deals: 100, stop_early: false })
    }

    /// Game, players, variant.
    #[must_use]
    pub fn options(&self) -> Options {
        self.options
    }

    /// Who plays, in no matter which seats.
    #[must_use]
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// How many games there are at most.
    #[must_use]
    pub fn games(&self) -> u64 {
        u64::from(self.deals) * seating_orders(&self.entrants).len() as u64
    }

    /// Plays all games, on all threads of the current pool.
    ///
    /// With a budget of playouts the report is always the same, but for the time; also if it stops early, because what
    /// counts is every deal up to the one with which the verdict became clear, and none after it.
    ///
    /// # Errors
    /// If a bot does not play by the rules.
    pub fn run(&self, tell: impl FnMut(Progress<'_>) + Send) -> Result<Report, ArenaError> {
        self.run_while(|| true, tell)
    }

    /// The same, as long as one may go on: then the games under way are played to their end, and what counts is every
    /// deal up to the first that is not complete.
    ///
    /// # Errors
    /// If a bot does not play by the rules.
    pub fn run_while(
        &self,
        go_on: impl Fn() -> bool + Sync,
        tell: impl FnMut(Progress<'_>) + Send,
    ) -> Result<Report, ArenaError> {
        let orders = seating_orders(&self.entrants);
        let ledger = Mutex::new((Tally::new(self, &orders), tell));
        let at_ledger =
            || -> MutexGuard<'_, _> { ledger.lock().expect("who panics at the ledger ends the arena") };
        // A bridge gives out the games in order, so that few deals wait for an earlier one.
        let ended = (0..self.games()).par_bridge().try_for_each(|number| {
            if at_ledger().0.is_closed() || !go_on() {
                return ControlFlow::Break(None);
            }
            let (deal, order) = (number / orders.len() as u64, (number % orders.len() as u64) as usize);
            let bout = match PlayedGame::play(self, deal, &orders[order]) {
                Ok(bout) => bout,
                Err(fault) => return ControlFlow::Break(Some(fault)),
            };
            let (ledger, tell) = &mut *at_ledger();
            let records = ledger.enter(deal, order, bout);
            tell(Progress { games: ledger.games_entered(), share: ledger.first_share(), records: &records });
            ControlFlow::Continue(())
        });
        if let ControlFlow::Break(Some(fault)) = ended {
            return Err(fault);
        }
        Ok(at_ledger().0.report())
    }
}
