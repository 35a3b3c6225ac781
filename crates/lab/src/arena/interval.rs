//! Confidence intervals of a mean.

use super::betting::betting_interval;

/// The probability that an interval misses the true mean.
pub(super) const ALPHA: f64 = 0.05;
/// The two-sided quantile of the normal distribution for [`ALPHA`].
const NORMAL_QUANTILE: f64 = 1.959_963_984_540_054;

/// A 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// Lower limit.
    pub low: f64,
    /// Upper limit.
    pub high: f64,
}

impl Interval {
    /// Returns true if the whole interval is above a value.
    #[must_use]
    pub fn is_above(self, value: f64) -> bool {
        self.low > value
    }

    /// Returns true if the whole interval is below a value.
    #[must_use]
    pub fn is_below(self, value: f64) -> bool {
        self.high < value
    }

    /// Returns Student's interval, mean ± t·s/√n, for a number of values that was fixed beforehand. For a single value it
    /// is unbounded.
    pub(super) fn student(values: &[f64]) -> Interval {
        let (mean, deviation) = mean_and_deviation(values);
        let count = values.len() as f64;
        Interval::around(mean, student_quantile(values.len()) * deviation / count.sqrt())
    }

    /// Returns Student's interval for values from `min` to `max`, which are `even` if all bots are equally strong.
    ///
    /// If all values are equal, s is 0, as if there were no luck. Then one `even` value is added: three wins in three
    /// deals do not prove that the fourth cannot be lost.
    pub(super) fn student_between(min: f64, even: f64, max: f64, values: &[f64]) -> Interval {
        let all_equal = values.windows(2).all(|pair| pair[0] == pair[1]);
        let interval = match values {
            [first, _, ..] if all_equal && *first != even => Interval::student(&[values, &[even]].concat()),
            _ => Interval::student(values),
        };
        Interval { low: interval.low.max(min), high: interval.high.min(max) }
    }

    /// Returns an interval for values from `min` to `max` that is valid at every number of values at once, so a match may
    /// stop at any time.
    pub(super) fn anytime_between(min: f64, max: f64, values: &[f64]) -> Interval {
        let shares: Vec<f64> = values.iter().map(|value| (value - min) / (max - min)).collect();
        let Interval { low, high } = betting_interval(&shares);
        Interval { low: min + (max - min) * low, high: min + (max - min) * high }
    }

    /// Returns such an interval for unbounded values, for a number of them whose mean is nearly normal.
    ///
    /// This is the boundary of Robbins (1970), a normal mixture over all effects: mean ± s·√((n+ρ)/n² · ln((n+ρ)/(ρ·α²))).
    pub(super) fn anytime_normal(values: &[f64]) -> Interval {
        /// Makes the boundary tightest around 100 deals.
        const RHO: f64 = 12.0;
        let (mean, deviation) = mean_and_deviation(values);
        let count = values.len() as f64;
        let spread = (count + RHO) / (count * count) * ((count + RHO) / (RHO * ALPHA * ALPHA)).ln();
        Interval::around(mean, deviation * spread.sqrt())
    }

    fn around(mean: f64, radius: f64) -> Interval {
        // A single value has no deviation.
        let radius = if radius.is_nan() { f64::INFINITY } else { radius };
        Interval { low: mean - radius, high: mean + radius }
    }
}

/// Returns the mean, or 0 without values.
pub(super) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / (values.len() as f64).max(1.0)
}

/// Returns mean and standard deviation; the deviation of a single value is NaN.
fn mean_and_deviation(values: &[f64]) -> (f64, f64) {
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    (mean, (squares / (values.len() as f64 - 1.0)).sqrt())
}

/// Returns the two-sided quantile of Student's distribution for a number of values.
///
/// Few values use tabulated quantiles, more the Cornish–Fisher expansion, which is then exact to a thousandth.
fn student_quantile(count: usize) -> f64 {
    match count {
        0 | 1 => f64::INFINITY,
        2 => 12.706_205,
        3 => 4.302_653,
        4 => 3.182_446,
        _ => {
            let z = NORMAL_QUANTILE;
            let freedom = (count - 1) as f64;
            let terms = [
                z,
                (z.powi(3) + z) / 4.0,
                (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0,
                (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0,
                (79.0 * z.powi(9) + 776.0 * z.powi(7) + 1482.0 * z.powi(5) - 1920.0 * z.powi(3) - 945.0 * z)
                    / 92_160.0,
            ];
            terms.iter().rev().fold(0.0, |sum, term| sum / freedom + term)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_close(a: f64, b: f64, tolerance: f64) -> bool {
        (a - b).abs() <= tolerance
    }

    #[test]
    fn student_quantiles_match_printed_tables() {
        for (count, printed) in [
            (2, 12.706),
            (3, 4.303),
            (4, 3.182),
            (5, 2.776),
            (6, 2.571),
            (11, 2.228),
            (31, 2.042),
            (121, 1.980),
        ] {
            let quantile = student_quantile(count);
            assert!(is_close(quantile, printed, 0.001), "{count}: {quantile}, not {printed}");
        }
        assert!(is_close(student_quantile(1_000_000), 1.959_966, 1e-6));
    }

    #[test]
    fn student_interval_of_known_values() {
        // Mean 5, s² = 32/7, t = 2.3646 for 7 degrees of freedom.
        let interval = Interval::student(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        assert!(
            is_close(interval.low, 3.2125, 0.001) && is_close(interval.high, 6.7875, 0.001),
            "{interval:?}"
        );
    }

    #[test]
    fn one_deal_gives_an_unbounded_interval() {
        let unbounded = Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };
        assert_eq!(Interval::student(&[3.0]), unbounded);
        assert_eq!(Interval::anytime_normal(&[3.0]), unbounded);
        assert_eq!(Interval::student_between(0.0, 0.5, 1.0, &[1.0]), Interval { low: 0.0, high: 1.0 });
    }

    #[test]
    fn three_wins_in_three_deals_prove_nothing() {
        let interval = Interval::student_between(0.0, 0.5, 1.0, &[1.0; 3]);
        assert!(interval.low < 0.5 && interval.high == 1.0, "{interval:?}");
        let interval = Interval::student_between(0.0, 0.5, 1.0, &[1.0; 10]);
        assert!(interval.low > 0.8 && interval.low < 1.0, "{interval:?}");
        // Equal bots split every deal evenly.
        assert_eq!(Interval::student_between(0.0, 0.5, 1.0, &[0.5; 3]), Interval { low: 0.5, high: 0.5 });
    }

    #[test]
    fn robbins_boundary_of_known_values() {
        // 100 values ±1 around 3: s² = 100/99; √(112/10000 · ln(112/(12·0.0025))) = 0.30351.
        let values: Vec<f64> = (0..100).map(|n| if n % 2 == 0 { 2.0 } else { 4.0 }).collect();
        let interval = Interval::anytime_normal(&values);
        let radius = 0.303_51 * (100.0_f64 / 99.0).sqrt();
        assert!(
            is_close(interval.low, 3.0 - radius, 1e-4) && is_close(interval.high, 3.0 + radius, 1e-4),
            "{interval:?}"
        );
    }
}
