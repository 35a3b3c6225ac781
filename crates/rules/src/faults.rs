//! All that is wrong with something that came from outside.

use std::fmt;

/// Every fault that was found, never none.
///
/// Whatever comes from outside is checked to the end, so that whoever sent it can mend it in one go. A list that
/// would be longer than [`Faults::MOST`] is cut there and says so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faults<F> {
    faults: Vec<F>,
    left_out: usize,
}

impl<F> Faults<F> {
    /// How many faults are kept.
    pub const MOST: usize = 100;

    pub(crate) fn one(fault: F) -> Faults<F> {
        Faults { faults: vec![fault], left_out: 0 }
    }

    /// The faults in the order in which they were found.
    pub fn iter(&self) -> impl Iterator<Item = &F> {
        self.faults.iter()
    }

    /// How many more there were than are kept.
    #[must_use]
    pub fn left_out(&self) -> usize {
        self.left_out
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
        if self.left_out > 0 {
            write!(f, "; and {} more", self.left_out)?;
        }
        Ok(())
    }
}

impl<F: fmt::Debug + fmt::Display> std::error::Error for Faults<F> {}

/// Faults as they are being found; there may be none.
#[derive(Debug)]
pub(crate) struct Finding<F>(Faults<F>);

impl<F: PartialEq> Finding<F> {
    pub(crate) fn new() -> Finding<F> {
        Finding(Faults { faults: Vec::new(), left_out: 0 })
    }

    pub(crate) fn add(&mut self, fault: F) {
        if self.0.faults.contains(&fault) {
            return;
        }
        if self.0.faults.len() < Faults::<F>::MOST {
            self.0.faults.push(fault);
        } else {
            self.0.left_out += 1;
        }
    }

    /// Adds the fault if the thing that must hold does not.
    pub(crate) fn must(&mut self, holds: bool, fault: F) {
        if !holds {
            self.add(fault);
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.faults.is_empty()
    }

    /// The value, if nothing was found.
    pub(crate) fn or<T>(self, value: T) -> Result<T, Faults<F>> {
        if self.is_empty() { Ok(value) } else { Err(self.0) }
    }
}
