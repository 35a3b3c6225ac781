//! Damaged files: they are refused and left unchanged.

use std::fs;
use std::path::PathBuf;

use super::*;
use crate::StoreReader;
use crate::sqlite::migrations::SCHEMA_VERSION;

/// Creates a store with visitors and closes it.
async fn closed_store(folder: &Path) -> PathBuf {
    let store = Store::open(folder).unwrap();
    for number in 0..200 {
        store.write(create_visitor(number)).await.unwrap();
    }
    store.close().await;
    assert_eq!(store.write(Change::TestWrite).await, Err(StoreError::Unavailable(Cause::Closed)));
    database_file(folder)
}

/// Returns a copy of the file and its log as a crash after this number of changes leaves them.
async fn crashed_store(folder: &Path, changes: u16) -> tempfile::TempDir {
    let store = Store::open(folder).unwrap();
    for number in 0..changes {
        store.write(create_visitor(number)).await.unwrap();
    }
    copy_files(folder)
}

fn copy_files(folder: &Path) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    for name in ["cafe.sqlite", "cafe.sqlite-wal"] {
        fs::copy(folder.join(name), copy.path().join(name)).unwrap();
    }
    copy
}

/// Opens a store and counts its visitors.
fn recovered_visitors(folder: &Path) -> i64 {
    let store = Store::open(folder).unwrap();
    let Readers::Threads(readers) = &store.sqlite.readers else { unreachable!("it is a file") };
    readers.with_connection(|connection| Ok(count_visitors(connection))).unwrap()
}

#[tokio::test]
async fn torn_header_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = closed_store(folder.path()).await;
    let whole = fs::read(&path).unwrap();
    let mut torn = whole.clone();
    torn[..100].fill(0);
    for bytes in [&torn[..], &whole[..50], &whole[..5000]] {
        fs::write(&path, bytes).unwrap();
        let error = open_error(folder.path());
        assert!(matches!(error, OpenError::Damaged { .. }), "{} bytes: {error}", bytes.len());
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
    fs::write(&path, &whole).unwrap();
    Store::open(folder.path()).unwrap();
}

#[tokio::test]
async fn torn_page_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = closed_store(folder.path()).await;
    let mut bytes = fs::read(&path).unwrap();
    let torn = bytes.len() / 4096 / 2 * 4096;
    bytes[torn..torn + 2048].fill(0x5a);
    fs::write(&path, &bytes).unwrap();
    assert!(matches!(open_error(folder.path()), OpenError::Damaged { .. }));
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[tokio::test]
async fn log_damaged_before_its_last_commit_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let copy = crashed_store(folder.path(), 30).await;
    let log = copy.path().join("cafe.sqlite-wal");
    let whole = fs::read(&log).unwrap();
    let database = fs::read(database_file(copy.path())).unwrap();
    // In the header of the log, in the header of its first page, in that page, and in the middle.
    for offset in [0, 3, 9, 17, 30, 33, 37, 42, 50, 156, whole.len() / 2, whole.len() * 2 / 3] {
        let mut torn = whole.clone();
        torn[offset] ^= 0x10;
        fs::write(&log, &torn).unwrap();
        let error = open_error(copy.path());
        let is_damaged = matches!(error, OpenError::Damaged { .. });
        assert!(is_damaged && error.to_string().contains("log"), "{offset}: {error}");
        assert_eq!(fs::read(&log).unwrap(), torn);
        assert_eq!(fs::read(database_file(copy.path())).unwrap(), database);
    }
    fs::write(&log, &whole).unwrap();
    assert_eq!(recovered_visitors(copy.path()), 30);
}

#[tokio::test]
async fn torn_last_commit_is_taken_for_a_power_cut() {
    for (cut, visitors) in [(1, 29), (100, 29), (0, 30)] {
        let folder = tempfile::tempdir().unwrap();
        let copy = crashed_store(folder.path(), 30).await;
        let log = copy.path().join("cafe.sqlite-wal");
        let whole = fs::read(&log).unwrap();
        fs::write(&log, &whole[..whole.len() - cut]).unwrap();
        assert_eq!(recovered_visitors(copy.path()), visitors, "{cut} bytes less");
    }
}

#[tokio::test]
async fn log_of_an_earlier_process_is_moved_into_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let copy = crashed_store(folder.path(), 30).await;
    let log = copy.path().join("cafe.sqlite-wal");
    assert!(fs::metadata(&log).unwrap().len() > 0);
    // As long as another program reads an older state, the log cannot be moved, and what follows it might be lost.
    let reader = Connection::open(database_file(copy.path())).unwrap();
    reader.execute_batch("BEGIN; SELECT * FROM visitors").unwrap();
    let error = open_error(copy.path());
    assert!(error.to_string().contains("another program reads the database"), "{error}");
    drop(reader);
    let _store = Store::open(copy.path()).unwrap();
    assert_eq!(fs::metadata(&log).unwrap().len(), 0);
}

#[tokio::test]
async fn pages_of_an_older_log_are_no_damage() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    for number in 0..30 {
        store.write(create_visitor(number)).await.unwrap();
    }
    // The next commit starts the log from its beginning and leaves the old pages behind it.
    let connection = Connection::open(database_file(folder.path())).unwrap();
    let checkpoint = "PRAGMA wal_checkpoint(RESTART)";
    let busy: bool = connection.query_row(checkpoint, [], |row| row.get(0)).unwrap();
    assert!(!busy);
    store.write(create_visitor(30)).await.unwrap();
    let copy = copy_files(folder.path());
    assert!(fs::metadata(copy.path().join("cafe.sqlite-wal")).unwrap().len() > 30 * 4096);
    assert_eq!(recovered_visitors(copy.path()), 31);
}

#[tokio::test]
async fn log_without_its_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    store.write(create_visitor(1)).await.unwrap();
    let other = tempfile::tempdir().unwrap();
    let log = other.path().join("cafe.sqlite-wal");
    fs::copy(folder.path().join("cafe.sqlite-wal"), &log).unwrap();
    let bytes = fs::read(&log).unwrap();
    for file_is_empty in [false, true] {
        if file_is_empty {
            fs::write(database_file(other.path()), "").unwrap();
        }
        let error = open_error(other.path());
        assert!(error.to_string().contains("cafe.sqlite-wal"), "{error}");
        assert_eq!(fs::read(&log).unwrap(), bytes);
    }
}

#[tokio::test]
async fn newer_schema_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = closed_store(folder.path()).await;
    let connection = Connection::open(&path).unwrap();
    connection.pragma_update(None, "user_version", SCHEMA_VERSION + 1).unwrap();
    connection.close().unwrap();
    let bytes = fs::read(&path).unwrap();
    let error = open_error(folder.path());
    assert_eq!(error, OpenError::Newer { path: path.clone(), version: SCHEMA_VERSION + 1 });
    assert!(error.to_string().contains("later version") && error.to_string().contains("use that version"));
    assert_eq!(StoreReader::open(folder.path()).err(), Some(error));
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[tokio::test]
async fn missing_number_makes_a_room_unreadable() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let room = super::append::room_of(visitor_id(1));
    store.create_room(&room, 1).await.unwrap();
    assert_eq!(store.room(&room.id).await.unwrap().unwrap().entries(), room.entries());
    let connection = Connection::open(database_file(folder.path())).unwrap();
    connection.execute_batch("DROP TRIGGER entries_delete; DELETE FROM entries WHERE number = 2;").unwrap();
    let error = store.room(&room.id).await.unwrap_err();
    assert!(matches!(&error, StoreError::Unreadable { reason, .. } if reason == "entry 2: it is missing"));
}

#[tokio::test]
async fn changed_entry_makes_its_room_unreadable_and_no_other() {
    let changes =
        [r#"data = replace(data, '"player":1', '"player":2')"#, "at = at + 1", "checksum = checksum + 1"];
    for change in changes {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let (room, mut other) =
            (super::append::room_of(visitor_id(1)), super::append::room_of(visitor_id(2)));
        other.id = cafe_room::RoomId::from_random([8; 16]);
        store.create_room(&room, 1).await.unwrap();
        store.create_room(&other, 1).await.unwrap();
        let connection = Connection::open(database_file(folder.path())).unwrap();
        connection.execute_batch("DROP TRIGGER entries_update").unwrap();
        let update = format!("UPDATE entries SET {change} WHERE room_key = 1 AND number = 2");
        assert_eq!(connection.execute(&update, []).unwrap(), 1);
        let error = store.room(&room.id).await.unwrap_err();
        let reason = "entry 2: its checksum is wrong".to_owned();
        assert_eq!(error, StoreError::Unreadable { room: room.id.clone(), reason }, "{change}");
        assert_eq!(store.room(&other.id).await.unwrap().unwrap().entries(), other.entries());
    }
}
