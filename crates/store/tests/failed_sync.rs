//! Syncs that fail, in a process whose disk is simulated: nothing acknowledged is lost, and nothing refused comes back, whatever a
//! power cut leaves.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[allow(dead_code, reason = "other tests use the rest")]
mod simulated_disk;

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use cafe_room::{Name, Token, Visitor, VisitorId};
use cafe_store::{Cause, Store, StoreError, database_file};
use rusqlite::Connection;
use simulated_disk::SimulatedDisk;

/// Number of power cuts that are simulated at the end of each scenario.
const CUTS: u64 = 8;
const DATABASE: &str = "cafe.sqlite";
const LOG: &str = "cafe.sqlite-wal";

fn visitor(number: u32) -> (Visitor, Token) {
    let (mut id, mut token) = ([0; 12], [0; 32]);
    // In ascending order, so that later visitors do not touch the pages of earlier ones.
    for (digit, byte) in id[..6].iter_mut().rev().enumerate() {
        *byte = (number >> (5 * digit) & 31) as u8;
    }
    token[..12].copy_from_slice(&id);
    let (id, name) = (VisitorId::from_random(id), Name::new("Ann").unwrap());
    (Visitor { id, name, is_program: false }, Token::from_random(token))
}

async fn create(store: &Store, number: u32) -> Result<(), StoreError> {
    let (visitor, token) = visitor(number);
    store.create_visitor(&visitor, token.hash(), 1).await
}

async fn exists(store: &Store, number: u32) -> bool {
    store.visitor_name(&visitor(number).0.id).await.unwrap().is_some()
}

/// Creates visitors, each of which must be acknowledged.
async fn create_all(store: &Store, numbers: std::ops::Range<u32>) {
    for number in numbers {
        create(store, number).await.unwrap();
    }
}

fn fail_syncs(names: &str) {
    fs::write(std::env::var_os("CAFE_DISK_FAULTS").unwrap(), names).unwrap();
}

/// Waits until the store says that it does not write.
async fn until_refused(store: &Store) {
    for _ in 0..1000 {
        if let Err(StoreError::Unavailable(Cause::NotSynced(_))) = store.check().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the store accepts writes");
}

async fn until_accepted(store: &Store) {
    for _ in 0..1000 {
        if store.check().await.is_ok() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the store does not recover: {:?}", store.last_error());
}

/// Runs one of the scenarios below in a process of its own, and checks what is left after power cuts.
fn run_scenario(name: &str, acknowledged: std::ops::Range<u32>, refused: u32) {
    let folder = tempfile::tempdir().unwrap();
    let disk = SimulatedDisk::new(folder.path());
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", name, "--ignored", "--nocapture"]).env("CAFE_TEST_FOLDER", folder.path());
    let output = disk.attach(&mut child).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(7), "{text}");
    for seed in 0..CUTS {
        let after = disk.cut_power(&mut fastrand::Rng::with_seed(seed));
        drop(Store::open(after.path()).unwrap_or_else(|error| panic!("seed {seed}: {error}")));
        let stored = read_visitors(after.path());
        let is_stored = |number| stored.contains(visitor(number).0.id.as_str());
        let lost = acknowledged.clone().find(|number| *number != refused && !is_stored(*number));
        assert_eq!(lost, None, "seed {seed}: a visitor is lost");
        assert!(!is_stored(refused), "seed {seed}: visitor {refused} was refused");
    }
}

fn read_visitors(folder: &Path) -> HashSet<String> {
    let connection = Connection::open(database_file(folder)).unwrap();
    let mut query = connection.prepare("SELECT id FROM visitors").unwrap();
    query.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

/// Opens the store of a scenario.
fn open() -> Store {
    Store::open(Path::new(&std::env::var_os("CAFE_TEST_FOLDER").unwrap())).unwrap()
}

/// Ends the process like a crash.
fn crash() {
    std::process::exit(7);
}

#[test]
fn commit_whose_sync_fails_is_decided_before_it_is_answered() {
    run_scenario("scenario_commit", 0..50, 30);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "runs in a process with a simulated disk"]
async fn scenario_commit() {
    let store = open();
    create_all(&store, 0..30).await;
    fail_syncs(LOG);
    let undecided = tokio::spawn({
        let store = store.clone();
        async move { create(&store, 30).await }
    });
    until_refused(&store).await;
    assert_eq!(store.failed_syncs().get(), 1);
    assert!(!undecided.is_finished(), "nobody knows yet whether it is stored");
    assert!(exists(&store, 29).await, "reading goes on");
    assert!(!exists(&store, 30).await, "nothing is read that may not be on the disk");
    fail_syncs("");
    let answer = undecided.await.unwrap();
    assert!(matches!(answer, Err(StoreError::Unknown(_))), "{answer:?}");
    assert!(!exists(&store, 30).await);
    create_all(&store, 31..50).await;
    assert_eq!(store.last_error(), None);
    crash();
}

#[test]
fn refused_commit_stays_refused_without_a_write_after_it() {
    run_scenario("scenario_last_commit", 0..30, 30);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "runs in a process with a simulated disk"]
async fn scenario_last_commit() {
    let store = open();
    create_all(&store, 0..30).await;
    fail_syncs(LOG);
    let answer = tokio::join!(create(&store, 30), async {
        until_refused(&store).await;
        fail_syncs("");
    });
    assert!(matches!(answer.0, Err(StoreError::Unknown(_))), "{answer:?}");
    crash();
}

#[test]
fn checkpoint_whose_sync_fails_is_done_again_as_a_whole() {
    run_scenario("scenario_checkpoint", 0..2200, u32::MAX >> 2);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "runs in a process with a simulated disk"]
async fn scenario_checkpoint() {
    let store = open();
    create_all(&store, 0..700).await;
    let reader =
        Connection::open(database_file(Path::new(&std::env::var_os("CAFE_TEST_FOLDER").unwrap()))).unwrap();
    let observer = Connection::open(reader.path().unwrap()).unwrap();
    let log = || -> (i64, i64) {
        let pages = |row: &rusqlite::Row| Ok((row.get(1)?, row.get(2)?));
        observer.query_row("PRAGMA wal_checkpoint(NOOP)", [], pages).unwrap()
    };
    reader.execute_batch("BEGIN; SELECT count(*) FROM visitors").unwrap();
    // The reader holds up the checkpoint: a part of the log is copied and not synced.
    let mut number = 700;
    while log().1 == 0 {
        create(&store, number).await.unwrap();
        number += 1;
    }
    assert!(log().1 < log().0, "{:?}", log());
    fail_syncs(DATABASE);
    reader.execute_batch("COMMIT").unwrap();
    drop((reader, observer));
    // The checkpoint follows this commit or was already tried after the last one.
    number += u32::from(create(&store, number).await.is_ok());
    until_refused(&store).await;
    fail_syncs("");
    until_accepted(&store).await;
    create_all(&store, number..2200).await;
    crash();
}

#[test]
fn disk_that_stays_broken_is_left_to_the_next_start() {
    run_scenario("scenario_closed", 0..30, u32::MAX >> 2);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "runs in a process with a simulated disk"]
async fn scenario_closed() {
    let store = open();
    create_all(&store, 0..30).await;
    fail_syncs(LOG);
    let answer = tokio::join!(create(&store, 30), async {
        until_refused(&store).await;
        store.close().await;
    });
    // Whether it is stored shows at the next start.
    assert!(matches!(answer.0, Err(StoreError::Unknown(_))), "{answer:?}");
    let error = store.visitor_name(&visitor(0).0.id).await.unwrap_err();
    assert_eq!(error, StoreError::Unavailable(Cause::Closed));
    crash();
}
