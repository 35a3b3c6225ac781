//! The report of a match.

use cafe_bots::Budget;
use cafe_rules::Kind;
use serde::{Serialize, Serializer};

use super::interval::mean;
use super::tally::EntrantResults;
use super::{Arena, Entrant, Interval};

/// The results of a match. Its JSON is what `cafe arena --json` prints.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The game.
    #[serde(serialize_with = "serialize_kind")]
    pub game: Kind,
    /// Number of players.
    pub players: u8,
    /// Whether parties were played.
    pub parties: bool,
    /// The budget of bots that search.
    #[serde(flatten, serialize_with = "serialize_budget")]
    pub budget: Budget,
    /// The seed of the match.
    pub seed: u64,
    /// Number of deals counted.
    pub deals: u64,
    /// Number of games in these deals.
    pub games: u64,
    /// Whether the match ended early, because the result was clear.
    pub stopped: bool,
    /// Whether the intervals are valid at every number of deals, as stopping early requires.
    pub anytime: bool,
    /// By bot, in the order in which they were named. Equal bots have equal numbers: the means of one of them.
    pub bots: Vec<Standing>,
}

/// The mean results of one bot. Each interval holds the true mean with 95 % confidence.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// The bot.
    pub level: Entrant,
    /// The share of games won; a shared win counts as a fraction.
    pub share: f64,
    /// Lower limit of the share.
    pub low: f64,
    /// Upper limit of the share.
    pub high: f64,
    /// Points ahead of the best opponent.
    pub margin: f64,
    /// Lower limit of the margin; −∞ (JSON `null`) after a single deal.
    pub margin_low: f64,
    /// Upper limit of the margin; ∞ (JSON `null`) after a single deal.
    pub margin_high: f64,
    /// The place, from 1.
    pub place: f64,
    /// Lower limit of the place.
    pub place_low: f64,
    /// Upper limit of the place.
    pub place_high: f64,
    /// Milliseconds per turn.
    pub ms_per_turn: f64,
}

impl Report {
    pub(super) fn new(
        arena: &Arena,
        results: &[EntrantResults],
        deals: u64,
        games: u64,
        stopped: bool,
    ) -> Report {
        let standing = |entrant: &Entrant| {
            let own = results.iter().find(|results| results.entrant == *entrant);
            own.map(|results| Standing::new(arena, results))
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

    /// Returns the share of each player if all are equally strong.
    #[must_use]
    pub fn even(&self) -> f64 {
        1.0 / f64::from(self.players)
    }
}

impl Standing {
    fn new(arena: &Arena, results: &EntrantResults) -> Standing {
        let players = f64::from(arena.options.players());
        let EntrantResults { entrant, shares, margins, places, thinking } = results;
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

    /// Returns the interval of the share.
    #[must_use]
    pub fn share_interval(&self) -> Interval {
        Interval { low: self.low, high: self.high }
    }
}

fn serialize_kind<S: Serializer>(kind: &Kind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(kind.as_str())
}

/// Serializes as `"ms": 300` or `"playouts": 1000`.
fn serialize_budget<S: Serializer>(budget: &Budget, serializer: S) -> Result<S::Ok, S::Error> {
    match budget {
        Budget::Time(time) => serializer.collect_map([("ms", time.as_millis() as u64)]),
        Budget::Playouts(playouts) => serializer.collect_map([("playouts", *playouts)]),
    }
}
