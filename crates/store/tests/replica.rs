//! Copies of a database that is being written.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use cafe_room::{Name, Token, Visitor, VisitorId};
use cafe_store::{ReplicaError, Replicator, Store, database_file};
use rusqlite::Connection;
use tempfile::TempDir;

async fn create_visitor(store: &Store, number: u32) {
    let (mut id, mut token) = ([0; 12], [0; 32]);
    for (digit, byte) in id[..6].iter_mut().enumerate() {
        *byte = (number >> (5 * digit) & 31) as u8;
    }
    token[..12].copy_from_slice(&id);
    let visitor =
        Visitor { id: VisitorId::from_random(id), name: Name::new("Ann").unwrap(), is_program: false };
    store.create_visitor(&visitor, Token::from_random(token).hash(), 1).await.unwrap();
}

fn replicate(source: &Path, target: &Path) -> Result<Replicator, ReplicaError> {
    Replicator::open(source, target, |_, _| ControlFlow::Continue(()))
}

/// Returns the files of a folder as they are at this moment, as if the machine stopped.
fn copy_files(folder: &Path) -> TempDir {
    let copy = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        fs::copy(entry.path(), copy.path().join(entry.file_name())).unwrap();
    }
    copy
}

/// Checks the structure of a database and counts its visitors.
fn count_visitors(folder: &Path) -> u32 {
    let connection = Connection::open(database_file(folder)).unwrap();
    let check: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(check, "ok");
    connection.query_row("SELECT count(*) FROM visitors", [], |row| row.get(0)).unwrap()
}

#[tokio::test]
async fn copy_follows_the_log_over_its_restarts() {
    let (source, target) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let store = Store::open_for_tests(source.path()).unwrap();
    create_visitor(&store, 0).await;
    let mut rng = fastrand::Rng::with_seed(1);
    let mut replicator = replicate(source.path(), target.path()).unwrap();
    assert!(replicator.copy().unwrap().compared, "first the whole file");
    let (mut count, mut steps, mut compared) = (1, 0, 0);
    while count < 8000 {
        for _ in 0..rng.u32(1..400) {
            create_visitor(&store, count).await;
            count += 1;
        }
        let step = replicator.copy().unwrap();
        assert!(step.pages > 0);
        (steps, compared) = (steps + 1, compared + u32::from(step.compared));
        assert_eq!(count_visitors(copy_files(target.path()).path()), count);
        assert_eq!(replicator.copy().unwrap().pages, 0, "nothing has changed");
    }
    let restarts = steps_of_log(source.path());
    assert!(restarts > 2, "the log has started {restarts} times from its beginning");
    // After most restarts the end of the older log can still be read.
    assert!(compared <= restarts / 2, "{compared} of {steps} steps compared the whole file");
    replicator.finish().unwrap();
    assert!(!target.path().join("cafe.sqlite-wal").exists());
    assert_eq!(count_visitors(target.path()), count);
}

/// Reads from the header of a log how often it has started from its beginning.
fn steps_of_log(folder: &Path) -> u32 {
    let log = fs::read(folder.join("cafe.sqlite-wal")).unwrap();
    u32::from_be_bytes(log[12..16].try_into().unwrap())
}

#[tokio::test]
async fn copy_goes_on_over_restarts_of_both_sides() {
    let (source, target) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut count = 0;
    for round in 0..3 {
        let store = Store::open_for_tests(source.path()).unwrap();
        for _ in 0..20 {
            create_visitor(&store, count).await;
            count += 1;
        }
        let mut replicator = replicate(source.path(), target.path()).unwrap();
        assert!(replicator.copy().unwrap().compared);
        create_visitor(&store, count).await;
        count += 1;
        assert!(!replicator.copy().unwrap().compared);
        // The log is moved into the file and removed.
        create_visitor(&store, count).await;
        count += 1;
        store.close().await;
        drop(store);
        replicator.copy().unwrap();
        assert_eq!(count_visitors(copy_files(target.path()).path()), count, "round {round}");
        assert_eq!(replicator.copy().unwrap().pages, 0);
    }
}

#[tokio::test]
async fn unfinished_step_is_not_part_of_the_copy() {
    let (source, target) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let store = Store::open_for_tests(source.path()).unwrap();
    create_visitor(&store, 0).await;
    let mut replicator = replicate(source.path(), target.path()).unwrap();
    replicator.copy().unwrap();
    create_visitor(&store, 1).await;
    replicator.copy().unwrap();
    let log = target.path().join("cafe.sqlite-wal");
    let before = fs::metadata(&log).unwrap().len();
    for number in 2..12 {
        create_visitor(&store, number).await;
    }
    replicator.copy().unwrap();
    drop(replicator);
    let whole = fs::read(&log).unwrap();
    for length in (before as usize + 1..whole.len()).step_by(997) {
        let copy = copy_files(target.path());
        fs::write(copy.path().join("cafe.sqlite-wal"), &whole[..length]).unwrap();
        assert_eq!(count_visitors(copy.path()), 2, "{length} of {} bytes", whole.len());
    }
    let resumed = copy_files(target.path());
    fs::write(resumed.path().join("cafe.sqlite-wal"), &whole[..whole.len() - 100]).unwrap();
    replicate(source.path(), resumed.path()).unwrap().copy().unwrap();
    assert_eq!(count_visitors(copy_files(resumed.path()).path()), 12);
}

#[tokio::test]
async fn folders_that_are_no_copy_are_refused() {
    let source = tempfile::tempdir().unwrap();
    let store = Store::open_for_tests(source.path()).unwrap();
    create_visitor(&store, 0).await;
    let error = |target: &Path| replicate(source.path(), target).err().unwrap();
    assert!(matches!(error(source.path()), ReplicaError::SameFolder { .. }));
    let full = tempfile::tempdir().unwrap();
    fs::write(full.path().join("letter.txt"), "Dear Ann").unwrap();
    assert!(matches!(error(full.path()), ReplicaError::NotAReplica { .. }));
    assert_eq!(fs::read_dir(full.path()).unwrap().count(), 1);
    let target = tempfile::tempdir().unwrap();
    let replicator = replicate(source.path(), target.path()).unwrap();
    assert!(matches!(error(target.path()), ReplicaError::InUse { .. }));
    assert!(Store::open(target.path()).is_err(), "a server does not start in it");
    drop(replicator);
    // Once a server has used the copy, it has a history of its own.
    let other = Store::open_for_tests(target.path()).unwrap();
    assert!(matches!(error(target.path()), ReplicaError::NotAReplica { .. }));
    drop(other);
    assert!(matches!(error(target.path()), ReplicaError::NotAReplica { .. }));
    let nothing = tempfile::tempdir().unwrap();
    assert!(matches!(replicate(nothing.path(), target.path()), Err(ReplicaError::Open(_))));
}
