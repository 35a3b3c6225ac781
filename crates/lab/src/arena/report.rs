//! What came of an arena.

use cafe_bots::Budget;
use cafe_rules::Kind;
use serde::{Serialize, Serializer};

use super::interval::mean;
use super::tally::Account;
use super::{Arena, Entrant, Interval};

/// What came of an arena. As JSON it is what `cafe arena --json` prints.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// Which game.
    #[serde(serialize_with = "write_kind")]
    pub game: Kind,
    /// How many play a game.
    pub players: u8,
    /// Whether parties were played.
    pub parties: bool,
    /// How long those who look ahead could think about a turn.
    #[serde(flatten, serialize_with = "write_budget")]
    pub budget: Budget,
    /// What the deals follow from.
    pub seed: u64,
    /// How many deals count.
    pub deals: u64,
    /// How many games they are.
    pub games: u64,
    /// Whether it ended before all deals were played, because the verdict was clear.
    pub stopped: bool,
    /// Whether the intervals hold however often one looks, as they must if one may stop early.
    pub anytime: bool,
    /// One for each bot, in the order in which they were named. Bots of the same level have the same numbers: those of
    /// one seat of that level.
    pub bots: Vec<Standing>,
}

/// How one seat of a level has fared on average. Every interval holds the true mean in 95 of 100 cases.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// Who.
    pub level: Entrant,
    /// How many of its games it won; a shared win counts as the part of one.
    pub share: f64,
    /// The lower end of the interval of the share.
    pub low: f64,
    /// The upper end of the interval of the share.
    pub high: f64,
    /// How many points it ended ahead of the best opponent.
    pub margin: f64,
    /// The lower end of the interval of the margin; nothing (−∞) if there was but one deal.
    pub margin_low: f64,
    /// The upper end of the interval of the margin; nothing (∞) if there was but one deal.
    pub margin_high: f64,
    /// Its place, from 1.
    pub place: f64,
    /// The lower end of the interval of the place.
    pub place_low: f64,
    /// The upper end of the interval of the place.
    pub place_high: f64,
    /// How many milliseconds it thought about a turn.
    pub ms_per_turn: f64,
}

impl Report {
    pub(super) fn of(arena: &Arena, accounts: &[Account], deals: u64, games: u64, stopped: bool) -> Report {
        let standing = |entrant: &Entrant| {
            accounts
                .iter()
                .find(|account| account.entrant == *entrant)
                .map(|account| Standing::of(arena, account))
        };
        Report {
            game: arena.options.kind(),
            players: arena.options.players(),
            parties: arena.options.parties(),
            budget: arena.budget,
            seed: arena.seed,
            deals,
            games,
            stopped,
            anytime: arena.stop_early,
            bots: arena.entrants.iter().filter_map(standing).collect(),
        }
    }

    /// The share of everybody if all are equally strong.
    #[must_use]
    pub fn even(&self) -> f64 {
        1.0 / f64::from(self.players)
    }
}

impl Standing {
    fn of(arena: &Arena, account: &Account) -> Standing {
        let players = f64::from(arena.options.players());
        let Account { entrant, shares, margins, places, thinking } = account;
        let (share, margin, place) = if arena.stop_early {
            (
                Interval::anytime_between(0.0, 1.0, shares),
                Interval::anytime_normal(margins),
                Interval::anytime_between(1.0, players, places),
            )
        } else {
            (
                Interval::student_between(0.0, 1.0 / players, 1.0, shares),
                Interval::student(margins),
                Interval::student_between(1.0, (1.0 + players) / 2.0, players, places),
            )
        };
        Standing {
            level: *entrant,
            share: mean(shares),
            low: share.low,
            high: share.high,
            margin: mean(margins),
            margin_low: margin.low,
            margin_high: margin.high,
            place: mean(places),
            place_low: place.low,
            place_high: place.high,
            ms_per_turn: thinking.time.as_secs_f64() * 1000.0 / (thinking.turns as f64).max(1.0),
        }
    }

    /// Where the share may be.
    #[must_use]
    pub fn share_interval(&self) -> Interval {
        Interval { low: self.low, high: self.high }
    }
}

fn write_kind<S: Serializer>(kind: &Kind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(kind.as_str())
}

/// `"ms": 300` or `"playouts": 1000`.
fn write_budget<S: Serializer>(budget: &Budget, serializer: S) -> Result<S::Ok, S::Error> {
    match budget {
        Budget::Time(time) => serializer.collect_map([("ms", time.as_millis() as u64)]),
        Budget::Playouts(playouts) => serializer.collect_map([("playouts", *playouts)]),
    }
}
