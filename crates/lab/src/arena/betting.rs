//! A test that stays honest however often one looks, told as a wager.
//!
//! Somebody believes that the mean of a bot's shares is `m`. A gambler who doubts it begins with one coin and stakes,
//! before every deal, a fraction `b` of what he has got. The odds are fair if the belief is right: with the share `x` of
//! the deal his wealth is multiplied
//!
//! - by `1 + b·(x − m)/m` if he bets on more than `m`,
//! - by `1 + b·(m − x)/(1 − m)` if he bets on less.
//!
//! Neither is ever negative, and the mean of both is 1 if the belief is right. Then the chance that his wealth *ever*
//! reaches 1/α is at most α (Ville 1939), so whoever looks after every deal and stops when it does is fooled no more
//! often than somebody who looks once. Which `b` wins fastest depends on how wrong the belief is, so the coin is split
//! among several (a mixture, as Robbins 1970). There are two gamblers, one for more and one for less, with α/2 each. The
//! beliefs that break neither of them are an interval, valid after every deal.
//!
//! Assumed is that deals are independent and shuffled alike, and that shares are between 0 and 1; nothing about their
//! distribution. See Waudby-Smith and Ramdas, *Estimating means of bounded random variables by betting* (2024).

use super::interval::{ALPHA, Interval, mean};

/// The fractions among which a gambler's coin is split.
const STAKES: [f64; 7] = [0.8, 0.4, 0.2, 0.1, 0.05, 0.025, 0.0125];

/// Two gamblers who doubt one belief.
#[derive(Clone, Debug)]
pub(super) struct BettingTest {
    believed: f64,
    more: Purse,
    less: Purse,
}

impl BettingTest {
    /// Doubts that the mean is this, which must be between 0 and 1.
    pub(super) fn new(believed: f64) -> BettingTest {
        BettingTest { believed, more: Purse::default(), less: Purse::default() }
    }

    /// Both bet on one more share.
    pub(super) fn see(&mut self, share: f64) {
        self.more.see(share, self.believed, 1.0);
        self.less.see(1.0 - share, 1.0 - self.believed, 1.0);
    }

    /// Whether one of them has become so rich that the belief is refuted.
    pub(super) fn is_justified(&self) -> bool {
        self.more.is_full() || self.less.is_full()
    }
}

/// A gambler's wealth: the logarithm of what each part of the coin has become.
#[derive(Clone, Copy, Default, Debug)]
struct Purse([f64; STAKES.len()]);

impl Purse {
    /// Bets so many times that a share is more than is believed.
    fn see(&mut self, share: f64, believed: f64, times: f64) {
        for (wealth, stake) in self.0.iter_mut().zip(STAKES) {
            *wealth += times * (1.0 + stake * (share / believed - 1.0)).ln();
        }
    }

    fn is_full(self) -> bool {
        // The greatest is taken out, so that no sum is too large for its type.
        let greatest = self.0.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = self.0.iter().map(|wealth| (wealth - greatest).exp()).sum();
        greatest + (sum / STAKES.len() as f64).ln() >= (2.0 / ALPHA).ln()
    }
}

/// The means that no gambler has refuted after these shares, which are between 0 and 1.
pub(super) fn betting_interval(shares: &[f64]) -> Interval {
    let others: Vec<f64> = shares.iter().map(|share| 1.0 - share).collect();
    Interval { low: least_belief(shares), high: 1.0 - least_belief(&others) }
}

/// The greatest mean that is refuted by a gambler who bets on more: the smaller the belief, the richer he is, and a
/// belief in the mean itself has made him no richer.
fn least_belief(shares: &[f64]) -> f64 {
    // Shares are fractions of few games: many are the same.
    let mut sorted = shares.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let alike: Vec<(f64, f64)> =
        sorted.chunk_by(|a, b| a == b).map(|alike| (alike[0], alike.len() as f64)).collect();
    let refuted = |belief: f64| {
        let mut purse = Purse::default();
        alike.iter().for_each(|&(share, times)| purse.see(share, belief, times));
        purse.is_full()
    };
    let (mut refuted_one, mut open_one) = (0.0, mean(shares));
    for _ in 0..f64::MANTISSA_DIGITS {
        let middle = (refuted_one + open_one) / 2.0;
        if middle > 0.0 && refuted(middle) {
            refuted_one = middle;
        } else {
            open_one = middle;
        }
    }
    refuted_one
}

#[cfg(test)]
mod tests {
    use super::*;
    use cafe_bots::Rng;

    /// The share of a deal of two games, each won with this probability.
    fn share(chance: f32, rng: &mut Rng) -> f64 {
        (0..2).map(|_| if rng.unit() < chance { 0.5 } else { 0.0 }).sum()
    }

    /// After how many deals equal strength is refuted, if ever.
    fn refuted_after(chance: f32, deals: usize, rng: &mut Rng) -> Option<usize> {
        let mut doubt = BettingTest::new(0.5);
        (1..=deals).find(|_| {
            doubt.see(share(chance, rng));
            doubt.is_justified()
        })
    }

    #[test]
    fn equals_are_seldom_told_apart_however_often_one_looks() {
        let mut rng = Rng::new(1);
        let fooled = (0..400).filter(|_| refuted_after(0.5, 1000, &mut rng).is_some()).count();
        assert!(fooled <= 20, "{fooled} of 400");
    }

    #[test]
    fn a_clear_difference_is_found_soon() {
        let mut rng = Rng::new(2);
        for chance in [0.2, 0.8] {
            let needed: Vec<usize> =
                (0..50).map(|_| refuted_after(chance, 1000, &mut rng).unwrap_or(1000)).collect();
            let mean = needed.iter().sum::<usize>() / needed.len();
            assert!((10..50).contains(&mean), "{mean} deals for {chance}");
        }
    }

    #[test]
    fn the_interval_excludes_a_belief_exactly_when_doubt_is_justified() {
        let mut rng = Rng::new(3);
        for chance in [0.3, 0.5, 0.6] {
            let (mut doubt, mut shares) = (BettingTest::new(0.5), Vec::new());
            for _ in 0..200 {
                shares.push(share(chance, &mut rng));
                doubt.see(shares[shares.len() - 1]);
                let interval = betting_interval(&shares);
                assert!(interval.low <= mean(&shares) && mean(&shares) <= interval.high, "{interval:?}");
                let excluded = interval.is_above(0.5) || interval.is_below(0.5);
                assert_eq!(excluded, doubt.is_justified(), "{interval:?} after {}", shares.len());
            }
        }
    }

    #[test]
    fn ten_wins_refute_an_even_share_and_nine_do_not() {
        // (1.8¹⁰ + 1.4¹⁰ + …) / 7 is 57, (1.8⁹ + 1.4⁹ + …) / 7 is 33; with 40 a gambler is believed.
        let after = |wins| {
            let mut doubt = BettingTest::new(0.5);
            (0..wins).for_each(|_| doubt.see(1.0));
            doubt.is_justified()
        };
        assert!(after(10) && !after(9));
        let interval = betting_interval(&[1.0; 10]);
        assert!(interval.low > 0.5 && interval.high == 1.0, "{interval:?}");
    }
}
