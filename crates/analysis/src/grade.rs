//! A word for what a decision lost.

/// From this loss on, in points, a turn is no longer `best`: less is within what another look might find.
pub const GOOD_MIN_LOSS: f32 = 0.5;
/// From this loss on a turn is an `inaccuracy`.
pub const INACCURACY_MIN_LOSS: f32 = 2.0;
/// From this loss on a turn is a `mistake`.
pub const MISTAKE_MIN_LOSS: f32 = 5.0;
/// From this loss on a turn is a `blunder`.
pub const BLUNDER_MIN_LOSS: f32 = 10.0;
/// A decision that loses this much is half accurate.
pub const HALF_ACCURACY_LOSS: f32 = 5.0;

/// A word for what a decision lost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Grade {
    /// There was only one turn.
    Forced,
    /// The best turn, or as good as that.
    Best,
    /// Almost as good.
    Good,
    /// A little was lost.
    Inaccuracy,
    /// Much was lost.
    Mistake,
    /// More was lost than most turns score.
    Blunder,
}

impl Grade {
    /// The grades of decisions with a choice, from the best to the worst.
    pub const WITH_CHOICE: [Grade; 5] =
        [Grade::Best, Grade::Good, Grade::Inaccuracy, Grade::Mistake, Grade::Blunder];

    /// The grade of a decision that lost so many points, where there was a choice.
    ///
    /// ```
    /// use cafe_analysis::Grade;
    /// assert_eq!(Grade::of(0.4), Grade::Best);
    /// assert_eq!(Grade::of(7.0), Grade::Mistake);
    /// ```
    #[must_use]
    pub fn of(loss: f32) -> Grade {
        let from = |grade: &Grade| loss >= grade.from_loss();
        Grade::WITH_CHOICE.into_iter().rfind(from).unwrap_or(Grade::Best)
    }

    /// The least loss that has this grade.
    #[must_use]
    pub const fn from_loss(self) -> f32 {
        match self {
            Grade::Forced | Grade::Best => 0.0,
            Grade::Good => GOOD_MIN_LOSS,
            Grade::Inaccuracy => INACCURACY_MIN_LOSS,
            Grade::Mistake => MISTAKE_MIN_LOSS,
            Grade::Blunder => BLUNDER_MIN_LOSS,
        }
    }

    /// The word.
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

/// How accurate a decision is that lost so much, in percent: 100 · 5 / (5 + loss).
#[must_use]
pub fn accuracy(loss: f32) -> f32 {
    100.0 * HALF_ACCURACY_LOSS / (HALF_ACCURACY_LOSS + loss)
}
