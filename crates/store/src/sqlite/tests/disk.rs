//! Disks that reject writes, permissions, locks and closing.

use std::fs;

use super::*;
use crate::sqlite::open::{Durability, open_read_only, prepare};
use crate::{BackupError, StoreReader};

#[test]
fn full_disk_fails_writes_and_keeps_what_is_stored() {
    let folder = tempfile::tempdir().unwrap();
    let connection = create_database(folder.path());
    // A limit of SQLite itself gives the same error as a full disk.
    let pages: i64 = connection.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
    connection.pragma_update(None, "max_page_count", pages + 1).unwrap();
    let (jobs, health) = spawn_writer(connection);
    let mut stored = 0;
    let error = loop {
        match write(&jobs, create_visitor(stored)) {
            Ok(()) => stored += 1,
            Err(error) => break error,
        }
    };
    assert_eq!(error, StoreError::Unavailable(Cause::Full));
    assert_eq!(health.error(), Some(error.clone()));
    assert!(error.to_string().contains("no space left") && error.to_string().contains("free some"));
    // A write that needs no space succeeds, and the store is healthy again.
    assert_eq!(write(&jobs, Change::TestWrite), Ok(()));
    assert_eq!(health.error(), None);
    let connection = Connection::open(database_file(folder.path())).unwrap();
    assert!(stored > 0);
    assert_eq!(count_visitors(&connection), i64::from(stored));
}

#[test]
fn read_only_database_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    drop(create_database(folder.path()));
    let (jobs, health) = spawn_writer(open_read_only(&database_file(folder.path())).unwrap());
    let read_only = StoreError::Unavailable(Cause::ReadOnly);
    assert_eq!(write(&jobs, create_visitor(1)), Err(read_only.clone()));
    assert_eq!(health.error(), Some(read_only));
}

#[test]
fn failed_sync_leaves_the_outcome_of_a_commit_open() {
    let error = |code| rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(code), None);
    let of_sync = SqliteError::of_commit(error(rusqlite::ffi::SQLITE_IOERR_FSYNC));
    assert!(matches!(of_sync, StoreError::Unknown(_)) && of_sync.is_database_failure());
    let of_write = SqliteError::of_commit(error(rusqlite::ffi::SQLITE_IOERR_WRITE));
    assert!(matches!(of_write, StoreError::Unavailable(Cause::Refused(_))), "{of_write:?}");
    let full = SqliteError::of_commit(error(rusqlite::ffi::SQLITE_FULL));
    assert_eq!(full, StoreError::Unavailable(Cause::Full));
}

#[tokio::test]
async fn outcome_is_unknown_if_the_writer_thread_dies() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let (jobs, mut queue) = mpsc::channel(1);
    store.sqlite.jobs = jobs;
    let pending = store.begin_write(create_visitor(1)).await.unwrap();
    drop(queue.recv().await);
    drop(queue);
    assert!(matches!(pending.done().await, Err(StoreError::Unknown(_))));
    assert_eq!(store.write(create_visitor(2)).await, Err(StoreError::Unavailable(Cause::Closed)));
}

#[test]
fn writes_behind_a_close_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let (jobs, queue) = mpsc::channel(MAX_QUEUED_JOBS);
    let before = send(&jobs, create_visitor(1));
    let (done, closed) = oneshot::channel();
    assert!(jobs.blocking_send(Job::Close(done)).is_ok());
    let behind = send(&jobs, create_visitor(2));
    Writer::new(create_database(folder.path()), Arc::default()).run(queue);
    assert_eq!(before.blocking_recv().unwrap(), Ok(()));
    assert_eq!(behind.blocking_recv().unwrap(), Err(StoreError::Unavailable(Cause::Closed)));
    assert_eq!(closed.blocking_recv(), Ok(()));
    let connection = Connection::open(database_file(folder.path())).unwrap();
    assert_eq!(count_visitors(&connection), 1);
}

#[tokio::test]
async fn files_are_private_and_commits_are_synced() {
    let folder = tempfile::tempdir().unwrap();
    // The folder existed before and is world-readable.
    #[cfg(unix)]
    fs::set_permissions(folder.path(), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let store = Store::open(folder.path()).unwrap();
    store.write(create_visitor(1)).await.unwrap();
    #[cfg(unix)]
    for name in ["cafe.sqlite", "cafe.sqlite-wal"] {
        let permissions = fs::metadata(folder.path().join(name)).unwrap().permissions();
        let mode = std::os::unix::fs::PermissionsExt::mode(&permissions);
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
    let mut connection = Connection::open_in_memory().unwrap();
    prepare(&mut connection, 0, Durability::PowerCut).unwrap();
    let synchronous: i64 = connection.pragma_query_value(None, "synchronous", |row| row.get(0)).unwrap();
    assert_eq!(synchronous, 2, "FULL");
}

#[tokio::test]
async fn second_store_in_a_folder_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let first = Store::open(folder.path()).unwrap();
    assert!(matches!(open_error(folder.path()), OpenError::InUse { .. }));
    first.write(create_visitor(1)).await.unwrap();
}

#[tokio::test]
async fn interrupted_backup_is_an_error_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let reader = StoreReader::open(folder.path()).unwrap();
    let backup = reader.backup(&folder.path().join("copy"), |_, _| std::ops::ControlFlow::Break(()));
    assert_eq!(backup, Err(BackupError::Interrupted));
    store.close().await;
}
