//! Grades of decisions.

/// Smallest loss of a `good` turn, in points. A smaller one is within the error of a search, and the turn is `best`.
pub const GOOD_MIN_LOSS: f32 = 0.5;
/// Smallest loss of an `inaccuracy`, in points.
pub const INACCURACY_MIN_LOSS: f32 = 2.0;
/// Smallest loss of a `mistake`, in points.
pub const MISTAKE_MIN_LOSS: f32 = 5.0;
/// Smallest loss of a `blunder`, in points.
pub const BLUNDER_MIN_LOSS: f32 = 10.0;
/// Loss at which a decision is 50 % accurate, in points.
pub const HALF_ACCURACY_LOSS: f32 = 5.0;

/// A grade for the loss of a decision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Grade {
    /// There was no choice.
    Forced,
    /// The best turn, or an equally good one.
    Best,
    /// Almost the best.
    Good,
    /// A small loss.
    Inaccuracy,
    /// A large loss.
    Mistake,
    /// A loss greater than the points of most turns.
    Blunder,
}

impl Grade {
    /// The grades of decisions with a choice, best first.
    pub const WITH_CHOICE: [Grade; 5] =
        [Grade::Best, Grade::Good, Grade::Inaccuracy, Grade::Mistake, Grade::Blunder];

    /// Returns the grade of a loss in points, for a decision with a choice.
    ///
    /// ```
    /// use cafe_analysis::Grade;
    /// assert_eq!(Grade::of(0.4), Grade::Best);
    /// assert_eq!(Grade::of(7.0), Grade::Mistake);
    /// ```
    #[must_use]
    pub fn of(loss: f32) -> Grade {
        let applies = |grade: &Grade| loss >= grade.min_loss();
        Grade::WITH_CHOICE.into_iter().rfind(applies).unwrap_or(Grade::Best)
    }

    /// Returns the smallest loss with this grade.
    #[must_use]
    pub const fn min_loss(self) -> f32 {
        match self {
            Grade::Forced | Grade::Best => 0.0,
            Grade::Good => GOOD_MIN_LOSS,
            Grade::Inaccuracy => INACCURACY_MIN_LOSS,
            Grade::Mistake => MISTAKE_MIN_LOSS,
            Grade::Blunder => BLUNDER_MIN_LOSS,
        }
    }

    /// Returns the name of the grade in text and JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Grade::Forced => "only",
            Grade::Best => "best",
            Grade::Good => "good",
            Grade::Inaccuracy => "inaccuracy",
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
        }
    }
}

/// Returns the accuracy of a decision in percent: 100 · 5 / (5 + loss).
#[must_use]
pub fn accuracy(loss: f32) -> f32 {
    100.0 * HALF_ACCURACY_LOSS / (HALF_ACCURACY_LOSS + loss)
}
