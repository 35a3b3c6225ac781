//! What a mean of measurements says about the mean of all that could be measured.

use super::betting::betting_interval;

/// How often an interval may miss what it should hold.
pub(super) const ALPHA: f64 = 0.05;
/// The normal distribution keeps all but [`ALPHA`] this many standard deviations around its mean.
const NORMAL: f64 = 1.959_963_984_540_054;

/// A range that holds the true value in 95 of 100 cases.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Interval {
    /// Whether all of it is above a value.
    #[must_use]
    pub fn is_above(self, value: f64) -> bool {
        self.low > value
    }

    /// Whether all of it is below a value.
    #[must_use]
    pub fn is_below(self, value: f64) -> bool {
        self.high < value
    }

    /// The interval of Student: mean ± t·s/√n, for a number of measurements that was fixed beforehand.
    ///
    /// From a single measurement nothing follows: the interval has no ends.
    pub(super) fn student(values: &[f64]) -> Interval {
        let (mean, deviation) = moments(values);
        let count = values.len() as f64;
        Interval::around(mean, student_quantile(values.len()) * deviation / count.sqrt())
    }

    /// The same for values from `least` to `most`, which are `even` if all bots are equally strong.
    ///
    /// If all deals came out alike, s is 0, as if there were no luck. Then it is reckoned as though one more deal had
    /// come out even: three wins in three deals are no proof that the fourth cannot be lost.
    pub(super) fn student_between(least: f64, even: f64, most: f64, values: &[f64]) -> Interval {
        let alike = values.windows(2).all(|pair| pair[0] == pair[1]);
        let interval = match values {
            [first, _, ..] if alike && *first != even => Interval::student(&[values, &[even]].concat()),
            _ => Interval::student(values),
        };
        Interval { low: interval.low.max(least), high: interval.high.min(most) }
    }

    /// An interval that holds the true mean of values from `least` to `most` after every measurement, however often one
    /// looks and whenever one stops.
    pub(super) fn anytime_between(least: f64, most: f64, values: &[f64]) -> Interval {
        let shares: Vec<f64> = values.iter().map(|value| (value - least) / (most - least)).collect();
        let Interval { low, high } = betting_interval(&shares);
        Interval { low: least + (most - least) * low, high: least + (most - least) * high }
    }

    /// The same for values without bounds, if so many were measured that their mean is nearly normal.
    ///
    /// The boundary of Robbins (1970): a normal mixture over all effects, mean ± s·√((n+ρ)/n² · ln((n+ρ)/(ρ·α²))).
    pub(super) fn anytime_normal(values: &[f64]) -> Interval {
        /// Where the boundary is tightest: this value is best around 100 deals.
        const RHO: f64 = 12.0;
        let (mean, deviation) = moments(values);
        let count = values.len() as f64;
        let spread = (count + RHO) / (count * count) * ((count + RHO) / (RHO * ALPHA * ALPHA)).ln();
        Interval::around(mean, deviation * spread.sqrt())
    }

    fn around(mean: f64, radius: f64) -> Interval {
        // Without a deviation there is no radius.
        let radius = if radius.is_nan() { f64::INFINITY } else { radius };
        Interval { low: mean - radius, high: mean + radius }
    }
}

/// The mean; 0 of nothing.
pub(super) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / (values.len() as f64).max(1.0)
}

/// Mean and standard deviation; of a single value the deviation is not a number.
fn moments(values: &[f64]) -> (f64, f64) {
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (values.len() as f64 - 1.0)).sqrt())
}

/// How many estimated standard deviations of the mean its interval reaches, for so many measurements.
///
/// For few measurements from tables; else by the expansion of Fisher and Cornish, which is exact to a thousandth there.
fn student_quantile(measurements: usize) -> f64 {
    match measurements {
        0 | 1 => f64::INFINITY,
        2 => 12.706_205,
        3 => 4.302_653,
        4 => 3.182_446,
        _ => {
            let z = NORMAL;
            let free = (measurements - 1) as f64;
            let terms = [
                z,
                (z.powi(3) + z) / 4.0,
                (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0,
                (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0,
                (79.0 * z.powi(9) + 776.0 * z.powi(7) + 1482.0 * z.powi(5) - 1920.0 * z.powi(3) - 945.0 * z)
                    / 92_160.0,
            ];
            terms.iter().rev().fold(0.0, |sum, term| sum / free + term)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64, by: f64) -> bool {
        (a - b).abs() <= by
    }

    #[test]
    fn students_quantiles_are_those_of_the_tables() {
        for (measurements, printed) in [
            (2, 12.706),
            (3, 4.303),
            (4, 3.182),
            (5, 2.776),
            (6, 2.571),
            (11, 2.228),
            (31, 2.042),
            (121, 1.980),
        ] {
            let quantile = student_quantile(measurements);
            assert!(near(quantile, printed, 0.001), "{measurements}: {quantile}, not {printed}");
        }
        assert!(near(student_quantile(1_000_000), 1.959_966, 1e-6));
    }

    #[test]
    fn the_interval_of_known_numbers() {
        // Mean 5, s² = 32/7, t = 2.3646 for 7 degrees of freedom.
        let interval = Interval::student(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        assert!(near(interval.low, 3.2125, 0.001) && near(interval.high, 6.7875, 0.001), "{interval:?}");
    }

    #[test]
    fn one_deal_says_nothing() {
        let all = Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };
        assert_eq!(Interval::student(&[3.0]), all);
        assert_eq!(Interval::anytime_normal(&[3.0]), all);
        assert_eq!(Interval::student_between(0.0, 0.5, 1.0, &[1.0]), Interval { low: 0.0, high: 1.0 });
    }

    #[test]
    fn three_wins_in_three_deals_prove_nothing() {
        let interval = Interval::student_between(0.0, 0.5, 1.0, &[1.0; 3]);
        assert!(interval.low < 0.5 && interval.high == 1.0, "{interval:?}");
        let interval = Interval::student_between(0.0, 0.5, 1.0, &[1.0; 10]);
        assert!(interval.low > 0.8 && interval.low < 1.0, "{interval:?}");
        // Nobody can beat itself: this is no luck.
        assert_eq!(Interval::student_between(0.0, 0.5, 1.0, &[0.5; 3]), Interval { low: 0.5, high: 0.5 });
    }

    #[test]
    fn robbins_boundary_of_known_numbers() {
        // 100 values ±1 around 3: s² = 100/99; √(112/10000 · ln(112/(12·0.0025))) = 0.30351.
        let values: Vec<f64> = (0..100).map(|n| if n % 2 == 0 { 2.0 } else { 4.0 }).collect();
        let interval = Interval::anytime_normal(&values);
        let radius = 0.303_51 * (100.0_f64 / 99.0).sqrt();
        assert!(
            near(interval.low, 3.0 - radius, 1e-4) && near(interval.high, 3.0 + radius, 1e-4),
            "{interval:?}"
        );
    }
}
