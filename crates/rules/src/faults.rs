//! Lists of faults in external input.

use std::fmt;

/// A non-empty list of faults.
///
/// External input is checked completely, so that the sender can fix all faults at once. The list is cut at
/// [`Faults::LIMIT`] entries; [`Faults::omitted`] counts the rest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faults<F> {
    faults: Vec<F>,
    omitted: usize,
}

impl<F> Faults<F> {
    /// Most faults in a list.
    pub const LIMIT: usize = 100;

    pub(crate) fn single(fault: F) -> Faults<F> {
        Faults { faults: vec![fault], omitted: 0 }
    }

    /// The faults in the order of detection.
    pub fn iter(&self) -> impl Iterator<Item = &F> {
        self.faults.iter()
    }

    /// Number of faults beyond the limit.
    #[must_use]
    pub fn omitted(&self) -> usize {
        self.omitted
    }
}

impl<F: fmt::Display> fmt::Display for Faults<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.faults.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{fault}")?;
        }
        if self.omitted > 0 {
            write!(f, "; and {} more", self.omitted)?;
        }
        Ok(())
    }
}

impl<F: fmt::Debug + fmt::Display> std::error::Error for Faults<F> {}

/// Collects faults during a check; may be empty. Duplicates are dropped.
#[derive(Debug)]
pub(crate) struct FaultCollector<F>(Faults<F>);

impl<F: PartialEq> FaultCollector<F> {
    pub(crate) fn new() -> FaultCollector<F> {
        FaultCollector(Faults { faults: Vec::new(), omitted: 0 })
    }

    pub(crate) fn add(&mut self, fault: F) {
        if self.0.faults.contains(&fault) {
            return;
        }
        if self.0.faults.len() < Faults::<F>::LIMIT {
            self.0.faults.push(fault);
        } else {
            self.0.omitted += 1;
        }
    }

    /// Adds the fault if the condition does not hold.
    pub(crate) fn require(&mut self, condition: bool, fault: F) {
        if !condition {
            self.add(fault);
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.faults.is_empty()
    }

    /// Returns the value if no fault was found.
    pub(crate) fn into_result<T>(self, value: T) -> Result<T, Faults<F>> {
        if self.is_empty() { Ok(value) } else { Err(self.0) }
    }
}
