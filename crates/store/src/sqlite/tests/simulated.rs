//! The simulated disk: what survives a crash and what callers are told.

use std::time::Duration;

use super::*;
use crate::{CommitOutcome, NoFaults, SimulatedCommit, SimulatedQuery};

/// Commits that all go the same way.
struct Always(SimulatedCommit);

impl StoreFaults for Always {
    fn next_commit(&self) -> SimulatedCommit {
        self.0
    }

    fn next_query(&self) -> SimulatedQuery {
        SimulatedQuery::default()
    }
}

/// Writes until this time passes, then crashes: all tasks are dropped.
fn write_and_crash(
    disk: &SimulatedDisk,
    commit: SimulatedCommit,
    crash_after: Duration,
) -> Option<Result<(), StoreError>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    runtime.unwrap().block_on(async {
        let store = Store::open_simulated(disk, Arc::new(Always(commit))).unwrap();
        tokio::time::timeout(crash_after, store.write(create_visitor(1))).await.ok()
    })
}

fn is_stored(disk: &SimulatedDisk) -> bool {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    runtime.block_on(async {
        let store = Store::open_simulated(disk, Arc::new(NoFaults)).unwrap();
        store.visitor_exists(&visitor_id(1)).await.unwrap()
    })
}

#[test]
fn outcome_decides_what_is_stored_and_told() {
    let told = |outcome| {
        let disk = SimulatedDisk::new().unwrap();
        let commit = SimulatedCommit { outcome, ..Default::default() };
        (write_and_crash(&disk, commit, Duration::from_secs(1)).unwrap(), is_stored(&disk))
    };
    assert_eq!(told(CommitOutcome::Stored), (Ok(()), true));
    assert!(matches!(told(CommitOutcome::Refused), (Err(StoreError::Unavailable(_)), false)));
    for stored in [true, false] {
        let (result, is_stored) = told(CommitOutcome::Unknown { stored });
        assert!(matches!(result, Err(StoreError::Unknown(_))));
        assert_eq!(is_stored, stored);
    }
}

#[test]
fn crash_before_the_commit_loses_the_change_and_after_it_keeps_it() {
    let (disk, hour) = (SimulatedDisk::new().unwrap(), Duration::from_secs(3600));
    let slow = SimulatedCommit { delay: hour, ..Default::default() };
    assert_eq!(write_and_crash(&disk, slow, hour / 2), None);
    assert!(!is_stored(&disk));
    let unanswered = SimulatedCommit { answer_delay: hour, ..Default::default() };
    assert_eq!(write_and_crash(&disk, unanswered, hour / 2), None);
    assert!(is_stored(&disk));
}

#[test]
fn changes_of_a_failed_transaction_are_rolled_back() {
    let disk = SimulatedDisk::new().unwrap();
    assert_eq!(write_and_crash(&disk, SimulatedCommit::default(), Duration::from_secs(1)), Some(Ok(())));
    let again = write_and_crash(&disk, SimulatedCommit::default(), Duration::from_secs(1));
    assert_eq!(again, Some(Err(StoreError::Conflict)), "the visitor exists");
}
