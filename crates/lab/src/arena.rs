//! Matches between bots, long enough for luck to cancel out.
//!
//! Every deal is played once in each seating order of the bots, so that none has better cards or a better seat. The unit
//! of all statistics is therefore the deal: the games of one deal are correlated, deals are independent.

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

/// A match between bots.
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
    /// The budget of bots that search.
    pub budget: Budget,
    /// The seed of the deals and of the bots.
    pub seed: u64,
    /// Number of deals.
    pub deals: u32,
    /// Whether to stop as soon as the first bot clearly wins more or less than an even share.
    pub stop_early: bool,
}

/// The state of a match after a game.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'p> {
    /// Number of games played.
    pub games: u64,
    /// The share of the first bot in the deals counted so far.
    pub share: Option<f64>,
    /// The games counted since the last report, in the order of the deals.
    pub records: &'p [Record],
}

impl Arena {
    /// Creates a match with one bot per player and the default budget, seed and number of deals.
    ///
    /// # Errors
    /// If the game does not allow that number of players.
    pub fn new(kind: Kind, parties: bool, entrants: Vec<Entrant>) -> Result<Arena, PlayerCountError> {
        let players = u8::try_from(entrants.len()).ok();
        let options = players.and_then(|players| Options::new(kind, players, parties).ok());
        let options = options.ok_or(PlayerCountError { kind, players: entrants.len() as u64 })?;
        Ok(Arena { options, entrants, budget: Budget::DEFAULT, seed: 0, deals: 100, stop_early: false })
    }

    /// Returns the kind of game, the number of players and the variant.
    #[must_use]
    pub fn options(&self) -> Options {
        self.options
    }

    /// Returns the bots in the order given, which is no seating order.
    #[must_use]
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// Returns the number of games, if the match does not stop early.
    #[must_use]
    pub fn games(&self) -> u64 {
        u64::from(self.deals) * seating_orders(&self.entrants).len() as u64
    }

    /// Plays all games on all threads of the current pool.
    ///
    /// With a budget of playouts the report is reproducible except for times, also if the match stops early: the deals
    /// up to the one that decided it count, and none after.
    ///
    /// # Errors
    /// If a bot breaks the rules.
    pub fn run(&self, on_progress: impl FnMut(Progress<'_>) + Send) -> Result<Report, ArenaError> {
        self.run_while(|| true, on_progress)
    }

    /// Plays games as [`run`](Arena::run) does until `may_continue` returns false. Games in progress are then finished,
    /// and the deals up to the first incomplete one count.
    ///
    /// # Errors
    /// If a bot breaks the rules.
    pub fn run_while(
        &self,
        may_continue: impl Fn() -> bool + Sync,
        on_progress: impl FnMut(Progress<'_>) + Send,
    ) -> Result<Report, ArenaError> {
        let orders = seating_orders(&self.entrants);
        let tally = Mutex::new((Tally::new(self, &orders), on_progress));
        let lock = || -> MutexGuard<'_, _> { tally.lock().expect("a panic in the tally ends the arena") };
        // A bridge hands out the games in order, so that few complete deals wait for an earlier one.
        let result = (0..self.games()).par_bridge().try_for_each(|number| {
            if lock().0.has_stopped() || !may_continue() {
                return ControlFlow::Break(None);
            }
            let (deal, order) = (number / orders.len() as u64, (number % orders.len() as u64) as usize);
            let game = match PlayedGame::play(self, deal, &orders[order]) {
                Ok(game) => game,
                Err(error) => return ControlFlow::Break(Some(error)),
            };
            let (tally, on_progress) = &mut *lock();
            let records = tally.add(deal, order, game);
            on_progress(Progress {
                games: tally.games_added(),
                share: tally.first_share(),
                records: &records,
            });
            ControlFlow::Continue(())
        });
        if let ControlFlow::Break(Some(error)) = result {
            return Err(error);
        }
        Ok(lock().0.report())
    }
}
