use std::fs;

use rusqlite::Connection;

use super::*;
use crate::VisitorId;
use crate::room::{Entry, Stamped};

fn visitor(number: i64) -> Change {
    let name = crate::Name::new("Ann").unwrap();
    let token = crate::Token::new().hash();
    Change::Visitor { visitor: VisitorId::new(), name, program: false, token, at: number }
}

/// A thread that writes through a connection of ours.
fn writer(connection: Connection) -> (std::sync::mpsc::SyncSender<Job>, Arc<Condition>) {
    let (jobs, waiting) = std::sync::mpsc::sync_channel(WAITING);
    let condition = Arc::new(Condition::default());
    let writer = Writer::new(connection, Arc::clone(&condition));
    std::thread::spawn(move || writer.run(&waiting));
    (jobs, condition)
}

fn write(jobs: &std::sync::mpsc::SyncSender<Job>, change: Change) -> Result<(), StoreFault> {
    let (done, when_done) = oneshot::channel();
    jobs.send(Job::Write(Write { change, done })).unwrap();
    when_done.blocking_recv().unwrap()
}

fn file(folder: &Path) -> Connection {
    drop(Store::open(folder).unwrap());
    Connection::open(Store::file(folder)).unwrap()
}

/// A closed store with some visitors in it.
async fn closed(folder: &Path) -> PathBuf {
    let store = Store::open(folder).unwrap();
    for number in 0..200 {
        store.write(visitor(number)).await.unwrap();
    }
    store.close().await;
    assert_eq!(store.write(Change::Touch).await, Err(StoreFault::Closed));
    Store::file(folder)
}

fn refused(folder: &Path) -> StoreFault {
    Store::open(folder).err().expect("it cannot be opened")
}

#[test]
fn what_finds_no_space_is_told_so_and_what_was_stored_stays() {
    let folder = tempfile::tempdir().unwrap();
    let connection = file(folder.path());
    // The database has a limit of its own, and says the same as when the disk is full.
    let pages: i64 = connection.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
    connection.pragma_update(None, "max_page_count", pages + 1).unwrap();
    let (jobs, condition) = writer(connection);
    let mut stored = 0;
    let fault = loop {
        match write(&jobs, visitor(stored)) {
            Ok(()) => stored += 1,
            Err(fault) => break fault,
        }
    };
    assert_eq!((&fault, condition.fault()), (&StoreFault::Full, Some(StoreFault::Full)));
    assert!(fault.to_string().contains("no space left") && fault.to_string().contains("make some"));
    // What needs no more space is stored, and shows that it works again.
    assert_eq!(write(&jobs, Change::Touch), Ok(()));
    assert_eq!(condition.fault(), None);
    let count: i64 = Connection::open(Store::file(folder.path()))
        .unwrap()
        .query_row("SELECT count(*) FROM visitors", [], |row| row.get(0))
        .unwrap();
    assert!(stored > 0);
    assert_eq!(count, stored);
}

#[test]
fn a_connection_that_may_only_read_says_so() {
    let folder = tempfile::tempdir().unwrap();
    drop(file(folder.path()));
    let (jobs, condition) = writer(open_to_read(&Store::file(folder.path())).unwrap());
    assert_eq!(write(&jobs, visitor(1)), Err(StoreFault::ReadOnly));
    assert_eq!(condition.fault(), Some(StoreFault::ReadOnly));
}

#[tokio::test]
async fn a_torn_header_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = closed(folder.path()).await;
    let whole = fs::read(&path).unwrap();
    let mut torn = whole.clone();
    torn[..100].fill(0);
    for bytes in [&torn[..], &whole[..50], &whole[..5000]] {
        fs::write(&path, bytes).unwrap();
        assert!(matches!(refused(folder.path()), StoreFault::Damaged(_)), "{} bytes", bytes.len());
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
    fs::write(&path, &whole).unwrap();
    Store::open(folder.path()).unwrap();
}

#[tokio::test]
async fn a_torn_page_in_the_middle_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = closed(folder.path()).await;
    let mut bytes = fs::read(&path).unwrap();
    let torn = bytes.len() / 4096 / 2 * 4096;
    bytes[torn..torn + 2048].fill(0x5a);
    fs::write(&path, &bytes).unwrap();
    assert!(matches!(refused(folder.path()), StoreFault::Damaged(_)));
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

/// The file and its log, as a machine leaves them that stops after so many changes.
async fn stopped(folder: &Path, changes: i64) -> tempfile::TempDir {
    let store = Store::open(folder).unwrap();
    for number in 0..changes {
        store.write(visitor(number)).await.unwrap();
    }
    let elsewhere = tempfile::tempdir().unwrap();
    for name in ["cafe.sqlite", "cafe.sqlite-wal"] {
        fs::copy(folder.join(name), elsewhere.path().join(name)).unwrap();
    }
    elsewhere
}

fn visitors(folder: &Path) -> i64 {
    let store = Store::open(folder).unwrap();
    let count =
        store.readers.ask(|file| Ok(file.query_row("SELECT count(*) FROM visitors", [], |row| row.get(0))?));
    count.unwrap()
}

#[tokio::test]
async fn a_log_that_is_damaged_in_the_middle_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let elsewhere = stopped(folder.path(), 30).await;
    let log = elsewhere.path().join("cafe.sqlite-wal");
    let whole = fs::read(&log).unwrap();
    let file = fs::read(Store::file(elsewhere.path())).unwrap();
    // In its header, in the header of its first page, in that page, and half way.
    for place in [0, 3, 9, 17, 30, 33, 37, 42, 50, 156, whole.len() / 2, whole.len() * 2 / 3] {
        let mut torn = whole.clone();
        torn[place] ^= 0x10;
        fs::write(&log, &torn).unwrap();
        let fault = refused(elsewhere.path());
        assert!(
            matches!(fault, StoreFault::Damaged(_)) && fault.to_string().contains("log"),
            "{place}: {fault}"
        );
        assert_eq!(fs::read(&log).unwrap(), torn);
        assert_eq!(fs::read(Store::file(elsewhere.path())).unwrap(), file);
    }
    fs::write(&log, &whole).unwrap();
    assert_eq!(visitors(elsewhere.path()), 30);
}

#[tokio::test]
async fn a_log_whose_last_change_is_torn_is_one_after_a_power_cut() {
    for (cut, left) in [(1, 29), (100, 29), (0, 30)] {
        let folder = tempfile::tempdir().unwrap();
        let elsewhere = stopped(folder.path(), 30).await;
        let log = elsewhere.path().join("cafe.sqlite-wal");
        let whole = fs::read(&log).unwrap();
        fs::write(&log, &whole[..whole.len() - cut]).unwrap();
        assert_eq!(visitors(elsewhere.path()), left, "{cut} bytes less");
    }
    // What is left of an older log behind the new one is none of its business.
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    for number in 0..30 {
        store.write(visitor(number)).await.unwrap();
    }
    let folded = Connection::open(Store::file(folder.path())).unwrap();
    let busy: bool = folded.query_row("PRAGMA wal_checkpoint(RESTART)", [], |row| row.get(0)).unwrap();
    assert!(!busy);
    drop(folded);
    drop(store);
    let elsewhere = tempfile::tempdir().unwrap();
    let store = loop {
        match Store::open(folder.path()) {
            Err(StoreFault::InUse(_)) => tokio::time::sleep(Duration::from_millis(10)).await,
            opened => break opened.unwrap(),
        }
    };
    store.write(visitor(30)).await.unwrap();
    for name in ["cafe.sqlite", "cafe.sqlite-wal"] {
        fs::copy(folder.path().join(name), elsewhere.path().join(name)).unwrap();
    }
    assert_eq!(visitors(elsewhere.path()), 31);
}

#[tokio::test]
async fn a_commit_waits_for_the_disk_and_nobody_else_may_read_the_file() {
    let folder = tempfile::tempdir().unwrap();
    // A folder that was there before, and is open to everybody.
    #[cfg(unix)]
    fs::set_permissions(folder.path(), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let store = Store::open(folder.path()).unwrap();
    store.write(visitor(1)).await.unwrap();
    #[cfg(unix)]
    for name in ["cafe.sqlite", "cafe.sqlite-wal"] {
        let mode = std::os::unix::fs::PermissionsExt::mode(
            &fs::metadata(folder.path().join(name)).unwrap().permissions(),
        );
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
    let mut connection = Connection::open_in_memory().unwrap();
    prepare(&mut connection).unwrap();
    let synchronous: i64 = connection.pragma_query_value(None, "synchronous", |row| row.get(0)).unwrap();
    assert_eq!(synchronous, 2, "FULL");
}

#[tokio::test]
async fn a_log_whose_file_is_gone_is_not_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    store.write(visitor(1)).await.unwrap();
    // As a machine leaves it that stops here, but for the file itself.
    let elsewhere = tempfile::tempdir().unwrap();
    let log = elsewhere.path().join("cafe.sqlite-wal");
    fs::copy(folder.path().join("cafe.sqlite-wal"), &log).unwrap();
    let bytes = fs::read(&log).unwrap();
    for empty in [false, true] {
        if empty {
            fs::write(Store::file(elsewhere.path()), "").unwrap();
        }
        let fault = refused(elsewhere.path());
        assert!(fault.to_string().contains("cafe.sqlite-wal"), "{fault}");
        assert_eq!(fs::read(&log).unwrap(), bytes);
    }
}

#[tokio::test]
async fn a_file_of_a_later_version_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = closed(folder.path()).await;
    let connection = Connection::open(&path).unwrap();
    connection.pragma_update(None, "user_version", SCHEMA + 1).unwrap();
    connection.close().unwrap();
    let bytes = fs::read(&path).unwrap();
    let fault = refused(folder.path());
    assert_eq!(fault, StoreFault::Newer(SCHEMA + 1));
    assert!(fault.to_string().contains("later version") && fault.to_string().contains("use that one"));
    assert!(matches!(Look::open(folder.path()), Err(StoreFault::Newer(_))));
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[tokio::test]
async fn a_second_store_in_the_same_folder_is_refused_and_the_first_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let first = Store::open(folder.path()).unwrap();
    assert!(matches!(refused(folder.path()), StoreFault::InUse(_)));
    first.write(visitor(1)).await.unwrap();
}

#[tokio::test]
async fn a_copy_that_is_told_to_stop_says_so() {
    let folder = tempfile::tempdir().unwrap();
    closed(folder.path()).await;
    let look = Look::open(folder.path()).unwrap();
    let copy = folder.path().join("copy");
    let stopped = look.copy(&copy, |_, _| std::ops::ControlFlow::Break(()));
    assert_eq!(stopped, Err(StoreFault::Interrupted));
}

#[test]
fn a_move_that_was_taken_by_another_fails_alone() {
    let folder = tempfile::tempdir().unwrap();
    let table = crate::TableId::new();
    let entries = |seats: &[u8]| -> Vec<Stamped> {
        seats.iter().map(|&seat| Stamped { at: 1, entry: Entry::Left { seat, host: Some(false) } }).collect()
    };
    let summary = Summary {
        host: VisitorId::new(),
        public: false,
        state: TableState::Playing,
        deadline: None,
        seated: Vec::new(),
    };
    let append = |first, seats: &[u8], summary| {
        let table = table.clone();
        Change::Append { table, first, entries: entries(seats), summary }
    };
    let changes = [
        Change::Open { table: table.clone(), entries: entries(&[0]), summary: summary.clone(), most: 1 },
        append(2, &[1], None),
        append(2, &[2], None),
        append(4, &[4], None),
        // The number of the second of these is taken, so neither is stored, nor is what else they change.
        append(3, &[5, 5], Some(Summary { state: TableState::Over, ..summary })),
        append(3, &[3], None),
        append(5, &[6, 7], None),
    ];
    let (jobs, waiting) = std::sync::mpsc::sync_channel(WAITING);
    let answers = changes.map(|change| {
        let (done, when_done) = oneshot::channel();
        jobs.send(Job::Write(Write { change, done })).unwrap();
        when_done
    });
    drop(jobs);
    // All of them wait, and so are one transaction.
    Writer::new(file(folder.path()), Arc::default()).run(&waiting);
    let [opened, second, taken, fourth, both_taken, third, two] =
        answers.map(|answer| answer.blocking_recv().unwrap());
    assert!([opened, second, fourth, third, two].iter().all(Result::is_ok));
    assert_eq!([taken, both_taken], [Err(StoreFault::Conflict), Err(StoreFault::Conflict)]);
    let file = Connection::open(Store::file(folder.path())).unwrap();
    let stored: String = file
        .query_row("SELECT group_concat(data ->> 'seat', '' ORDER BY n) FROM entries", [], |row| row.get(0))
        .unwrap();
    let state: i64 = file.query_row("SELECT state FROM tables", [], |row| row.get(0)).unwrap();
    assert_eq!((stored.as_str(), state), ("013467", TableState::Playing as i64));
}

/// A file of version 1, with a table whose host left, whose second seat is kept, and where something was played later.
fn file_of_version_1(folder: &Path) -> Connection {
    let file = Connection::open(Store::file(folder)).unwrap();
    file.execute_batch(migrations::MIGRATIONS[0]).unwrap();
    file.execute_batch(
        r#"
        INSERT INTO visitors VALUES ('aaaaaaaaaaaa', 'Ann', 0, 5), ('bbbbbbbbbbbb', 'Ben', 0, 6);
        INSERT INTO tokens VALUES (x'01', 'aaaaaaaaaaaa', 7);
        INSERT INTO links VALUES (x'02', 'bbbbbbbbbbbb', 8);
        INSERT INTO tables VALUES (1, 'tttttttttttttttt', 'bbbbbbbbbbbb', 1, 1, 10, 11, NULL);
        INSERT INTO entries VALUES
            (1, 1, 10, '{"is":"opened","host":"aaaaaaaaaaaa","kept_for":[null,"bbbbbbbbbbbb"]}'),
            (1, 2, 20, '{"is":"left","seat":0}');
        INSERT INTO tables VALUES (2, 'uuuuuuuuuuuuuuuu', 'bbbbbbbbbbbb', 0, 0, 30, 30, NULL);
        INSERT INTO entries VALUES (2, 1, 30, 'not even JSON');
        INSERT INTO seats VALUES ('bbbbbbbbbbbb', 1);
        PRAGMA user_version = 1;
        "#,
    )
    .unwrap();
    file
}

/// Everything in a file, as text.
fn everything(file: &Connection, tables: &[&str]) -> Vec<String> {
    let mut rows = Vec::new();
    for table in tables {
        let mut statement = file.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let columns = statement.column_count();
        let mut found = statement.query([]).unwrap();
        while let Some(row) = found.next().unwrap() {
            let values = (0..columns).map(|at| format!("{:?}", row.get_ref(at).unwrap()));
            rows.push(format!("{table}: {}", values.collect::<Vec<_>>().join(", ")));
        }
    }
    rows
}

#[tokio::test]
async fn a_file_of_the_first_version_is_brought_to_this_one_with_everything_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = file_of_version_1(folder.path());
    let kept = ["visitors", "links", "entries", "seats"];
    let before = everything(&file, &kept);
    file.close().unwrap();
    for _ in 0..2 {
        // The second time there is nothing left to do.
        let store = Store::open(folder.path()).unwrap();
        store.write(visitor(1)).await.unwrap();
        store.close().await;
    }
    let file = Connection::open(Store::file(folder.path())).unwrap();
    assert_eq!(version_of(&file).unwrap(), SCHEMA);
    let after = everything(&file, &kept);
    assert!(before.iter().all(|row| after.contains(row)), "{before:?} {after:?}");
    let named: Vec<String> = everything(&file, &["named"]);
    let one = |visitor: &str| format!("named: Text({:?}), Integer(1)", visitor.as_bytes());
    assert_eq!(named, [one("aaaaaaaaaaaa"), one("bbbbbbbbbbbb")]);
    // Plain moves count from now on, and a device was last here when it came.
    let touched = "SELECT group_concat(touched, ' ' ORDER BY key) FROM tables";
    let touched: String = file.query_row(touched, [], |row| row.get(0)).unwrap();
    let renewed = "SELECT renewed FROM tokens WHERE hash = x'01'";
    let renewed: i64 = file.query_row(renewed, [], |row| row.get(0)).unwrap();
    assert_eq!((touched.as_str(), renewed), ("20 30", 7));
}

#[test]
fn a_step_that_fails_leaves_the_file_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let mut file = file_of_version_1(folder.path());
    let shape = |file: &Connection| {
        let all = ["sqlite_master", "visitors", "tokens", "links", "tables", "entries", "seats"];
        (version_of(file).unwrap(), everything(file, &all))
    };
    let before = shape(&file);
    // The first two would do, and the third breaks off in the middle.
    let broken = "CREATE TABLE half (done INTEGER) STRICT; INSERT INTO nowhere VALUES (1);";
    let steps = [migrations::MIGRATIONS[0], migrations::MIGRATIONS[1], broken];
    assert!(matches!(migrate(&mut file, 1, &steps), Err(StoreFault::Other(_))));
    assert_eq!(shape(&file), before);
    assert!(matches!(migrate(&mut file, -1, &steps), Err(StoreFault::Damaged(_))));
    migrate(&mut file, 1, &MIGRATIONS).unwrap();
}

#[test]
fn somebody_is_forgotten_without_looking_through_the_tables_of_others() {
    let folder = tempfile::tempdir().unwrap();
    let file = file(folder.path());
    let mut statement = file.prepare(&format!("EXPLAIN QUERY PLAN {}", forget::ABOUT)).unwrap();
    let plan = statement.query_map(["aaaaaaaaaaaa"], |row| row.get::<_, String>(3)).unwrap();
    let plan = plan.collect::<Result<Vec<_>, _>>().unwrap().join("; ");
    assert!(plan.matches("SEARCH ").count() == 2 && !plan.contains("SCAN "), "{plan}");
}
