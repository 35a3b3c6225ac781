//! What happened in a simulation: the last lines for people, and a hash of all of them to compare runs.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::rc::Rc;

/// Number of lines that are shown.
const RECENT: usize = 60;

/// Clones share the lines.
#[derive(Clone, Default)]
pub(super) struct Trace(Rc<RefCell<Lines>>);

#[derive(Default)]
struct Lines {
    hasher: DefaultHasher,
    recent: VecDeque<String>,
}

impl Trace {
    pub(super) fn add(&self, line: String) {
        let mut lines = self.0.borrow_mut();
        line.hash(&mut lines.hasher);
        if lines.recent.len() == RECENT {
            lines.recent.pop_front();
        }
        lines.recent.push_back(line);
    }

    pub(super) fn hash(&self) -> u64 {
        self.0.borrow().hasher.finish()
    }

    pub(super) fn recent(&self) -> String {
        self.0.borrow().recent.iter().map(|line| format!("  {line}\n")).collect()
    }
}
