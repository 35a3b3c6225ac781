//! Faults of a simulated store, decided by the caller.

use std::time::Duration;

/// Decides how a simulated store behaves. The decisions may follow from a seed, so that a run can be repeated exactly.
pub trait StoreFaults: Send + Sync {
    /// Decides about the next commit, which has all changes that wait.
    fn next_commit(&self) -> SimulatedCommit;

    /// Decides about the next query.
    fn next_query(&self) -> SimulatedQuery;
}

/// How a simulated store commits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SimulatedCommit {
    /// Time before the changes are stored. A crash meanwhile loses them.
    pub delay: Duration,
    /// Whether they are stored, and what the caller is told.
    pub outcome: CommitOutcome,
    /// Time from the outcome to the answer. A crash meanwhile keeps the changes, although nobody was told.
    pub answer_delay: Duration,
}

/// The outcome of a simulated commit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CommitOutcome {
    /// The changes are stored.
    #[default]
    Stored,
    /// The changes are refused as [`StoreError::Unavailable`](crate::StoreError::Unavailable) and not stored.
    Refused,
    /// The caller is told [`StoreError::Unknown`](crate::StoreError::Unknown).
    Unknown {
        /// Whether the changes are stored.
        stored: bool,
    },
}

/// How a simulated store answers a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SimulatedQuery {
    /// Time before the query runs.
    pub delay: Duration,
    /// Whether it fails as [`StoreError::Unavailable`](crate::StoreError::Unavailable).
    pub fails: bool,
}

/// A store that works.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoFaults;

impl StoreFaults for NoFaults {
    fn next_commit(&self) -> SimulatedCommit {
        SimulatedCommit::default()
    }

    fn next_query(&self) -> SimulatedQuery {
        SimulatedQuery::default()
    }
}
