//! A sequential test and a confidence sequence for the mean of bounded values, by betting.
//!
//! To test the hypothesis that the mean of a bot's shares is `m`, a bettor starts with the capital 1 and stakes a
//! fraction `b` of it on every deal, at odds that are fair under the hypothesis. With the share `x` of a deal the capital
//! is multiplied
//!
//! - by `1 + b·(x − m)/m` in a bet on a greater mean,
//! - by `1 + b·(m − x)/(1 − m)` in a bet on a smaller mean.
//!
//! Neither factor is negative, and both have the mean 1 under the hypothesis. So the probability that the capital *ever*
//! reaches 1/α is at most α (Ville 1939), and a test that looks after every deal and rejects when it does has the error
//! rate of a test that looks once. The best `b` depends on the true mean, so the capital is split among several (a
//! mixture, as in Robbins 1970). One bettor for each side gets α/2. The means that neither rejects form an interval that
//! is valid after every deal.
//!
//! This assumes that deals are independent and identically distributed and that shares are between 0 and 1, but nothing
//! about their distribution. See Waudby-Smith and Ramdas, *Estimating means of bounded random variables by betting*
//! (2024).

use super::interval::{ALPHA, Interval, mean};

/// The fractions among which the capital is split.
const STAKES: [f64; 7] = [0.8, 0.4, 0.2, 0.1, 0.05, 0.025, 0.0125];

/// A two-sided sequential test of one hypothetical mean.
#[derive(Clone, Debug)]
pub(super) struct BettingTest {
    mean: f64,
    greater: Capital,
    smaller: Capital,
}

impl BettingTest {
    /// Creates a test of the hypothesis that the mean is `mean`, which must be between 0 and 1.
    pub(super) fn new(mean: f64) -> BettingTest {
        BettingTest { mean, greater: Capital::default(), smaller: Capital::default() }
    }

    /// Adds a share.
    pub(super) fn observe(&mut self, share: f64) {
        self.greater.bet(share, self.mean, 1.0);
        self.smaller.bet(1.0 - share, 1.0 - self.mean, 1.0);
    }

    /// Returns true if the hypothesis is rejected.
    pub(super) fn is_rejected(&self) -> bool {
        self.greater.rejects() || self.smaller.rejects()
    }
}

/// The capital of a one-sided bettor: the logarithm of each part, by stake.
#[derive(Clone, Copy, Default, Debug)]
struct Capital([f64; STAKES.len()]);

impl Capital {
    /// Bets `count` times that `share` is greater than `mean`.
    fn bet(&mut self, share: f64, mean: f64, count: f64) {
        for (log_part, stake) in self.0.iter_mut().zip(STAKES) {
            *log_part += count * (1.0 + stake * (share / mean - 1.0)).ln();
        }
    }

    /// Returns true if the capital has reached 2/α.
    fn rejects(self) -> bool {
        // The greatest part is factored out, so that the sum cannot overflow.
        let greatest = self.0.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = self.0.iter().map(|log_part| (log_part - greatest).exp()).sum();
        greatest + (sum / STAKES.len() as f64).ln() >= (2.0 / ALPHA).ln()
    }
}

/// Returns the interval of all means that are not rejected after these shares, which must be between 0 and 1.
pub(super) fn betting_interval(shares: &[f64]) -> Interval {
    let complements: Vec<f64> = shares.iter().map(|share| 1.0 - share).collect();
    Interval { low: lower_limit(shares), high: 1.0 - lower_limit(&complements) }
}

/// Returns the greatest mean that a bettor on a greater mean rejects. The capital falls with the hypothetical mean, and
/// the sample mean itself is never rejected, so it is found by bisection.
fn lower_limit(shares: &[f64]) -> f64 {
    // Shares are fractions of few games, so many are equal.
    let mut sorted = shares.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let groups: Vec<(f64, f64)> =
        sorted.chunk_by(|a, b| a == b).map(|equal| (equal[0], equal.len() as f64)).collect();
    let is_rejected = |mean: f64| {
        let mut capital = Capital::default();
        groups.iter().for_each(|&(share, count)| capital.bet(share, mean, count));
        capital.rejects()
    };
    let (mut rejected, mut accepted) = (0.0, mean(shares));
    for _ in 0..f64::MANTISSA_DIGITS {
        let middle = (rejected + accepted) / 2.0;
        if middle > 0.0 && is_rejected(middle) {
            rejected = middle;
        } else {
            accepted = middle;
        }
    }
    rejected
}

#[cfg(test)]
mod tests {
    use super::*;
    use cafe_bots::Rng;

    /// Returns the share of a deal of two games, each won with this probability.
    fn random_share(probability: f32, rng: &mut Rng) -> f64 {
        (0..2).map(|_| if rng.unit() < probability { 0.5 } else { 0.0 }).sum()
    }

    /// Returns the number of deals after which an even share is rejected.
    fn rejected_after(probability: f32, deals: usize, rng: &mut Rng) -> Option<usize> {
        let mut test = BettingTest::new(0.5);
        (1..=deals).find(|_| {
            test.observe(random_share(probability, rng));
            test.is_rejected()
        })
    }

    #[test]
    fn equal_bots_are_seldom_told_apart() {
        let mut rng = Rng::new(1);
        let rejected = (0..400).filter(|_| rejected_after(0.5, 1000, &mut rng).is_some()).count();
        assert!(rejected <= 20, "{rejected} of 400");
    }

    #[test]
    fn clear_difference_is_found_soon() {
        let mut rng = Rng::new(2);
        for probability in [0.2, 0.8] {
            let needed: Vec<usize> =
                (0..50).map(|_| rejected_after(probability, 1000, &mut rng).unwrap_or(1000)).collect();
            let mean = needed.iter().sum::<usize>() / needed.len();
            assert!((10..50).contains(&mean), "{mean} deals for {probability}");
        }
    }

    #[test]
    fn interval_excludes_a_mean_exactly_when_it_is_rejected() {
        let mut rng = Rng::new(3);
        for probability in [0.3, 0.5, 0.6] {
            let (mut test, mut shares) = (BettingTest::new(0.5), Vec::new());
            for _ in 0..200 {
                shares.push(random_share(probability, &mut rng));
                test.observe(shares[shares.len() - 1]);
                let interval = betting_interval(&shares);
                assert!(interval.low <= mean(&shares) && mean(&shares) <= interval.high, "{interval:?}");
                let excluded = interval.is_above(0.5) || interval.is_below(0.5);
                assert_eq!(excluded, test.is_rejected(), "{interval:?} after {}", shares.len());
            }
        }
    }

    #[test]
    fn ten_wins_reject_an_even_share_and_nine_do_not() {
        // (1.8¹⁰ + 1.4¹⁰ + …) / 7 is 57, (1.8⁹ + 1.4⁹ + …) / 7 is 33; the threshold 2/α is 40.
        let is_rejected_after = |wins| {
            let mut test = BettingTest::new(0.5);
            (0..wins).for_each(|_| test.observe(1.0));
            test.is_rejected()
        };
        assert!(is_rejected_after(10) && !is_rejected_after(9));
        let interval = betting_interval(&[1.0; 10]);
        assert!(interval.low > 0.5 && interval.high == 1.0, "{interval:?}");
    }
}
