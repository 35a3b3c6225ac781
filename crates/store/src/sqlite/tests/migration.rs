//! Files of earlier versions.

use super::*;
use crate::sqlite::migrations::{MIGRATIONS, Migration, SCHEMA_VERSION, migrate};
use crate::sqlite::open::schema_version;
use crate::sqlite::rooms::MENTIONING;

/// Creates a file of version 1: a room whose host left, with a reserved second seat and an action after the last summary, and
/// a room with a damaged entry.
fn create_version_1(folder: &Path) -> Connection {
    let connection = Connection::open(database_file(folder)).unwrap();
    connection.execute_batch(MIGRATIONS[0].sql).unwrap();
    connection
        .execute_batch(
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
    connection
}

/// Returns all rows of some tables as text, without the names of the tables.
fn dump(connection: &Connection, tables: &[&str]) -> Vec<String> {
    let mut dump = Vec::new();
    for table in tables {
        let mut statement = connection.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let columns = statement.column_count();
        let mut rows = statement.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            let values = (0..columns).map(|column| format!("{:?}", row.get_ref(column).unwrap()));
            dump.push(values.collect::<Vec<_>>().join(", "));
        }
    }
    dump
}

#[tokio::test]
async fn version_1_is_migrated_with_all_its_data() {
    let folder = tempfile::tempdir().unwrap();
    let connection = create_version_1(folder.path());
    let before = dump(&connection, &["visitors", "links", "seats"]);
    connection.close().unwrap();
    for number in 40..42 {
        // The second time there is nothing to migrate.
        let store = Store::open(folder.path()).unwrap();
        store.write(create_visitor(number)).await.unwrap();
        store.close().await;
    }
    let connection = Connection::open(database_file(folder.path())).unwrap();
    assert_eq!(schema_version(&connection).unwrap(), SCHEMA_VERSION);
    // Later versions add columns at the end.
    let after = dump(&connection, &["visitors", "links", "room_visitors"]);
    let is_kept = |row: &String| after.iter().any(|after| after.starts_with(row.as_str()));
    assert!(before.iter().all(is_kept), "{before:?} {after:?}");
    let text = |query: &str| connection.query_row(query, [], |row| row.get::<_, String>(0)).unwrap();
    let visitors = "SELECT group_concat(visitor, ' ' ORDER BY seat) FROM personal_data WHERE room_key = 1";
    assert_eq!(text(visitors), "aaaaaaaaaaaa bbbbbbbbbbbb");
    // The entry that can be read is converted. The others are beside the log and unchanged, because they may have personal data.
    let entries = "SELECT group_concat(data, ' ' ORDER BY room_key, number) FROM entries";
    assert_eq!(text(entries), r#"null {"type":"seat_left","player":0} null"#);
    let unreadable = "SELECT group_concat(text, ' ' ORDER BY room_key) FROM personal_data WHERE seat = -1";
    let opened = r#"{"is":"opened","host":"aaaaaaaaaaaa","kept_for":[null,"bbbbbbbbbbbb"]}"#;
    assert_eq!(text(unreadable), format!("{opened} not even JSON"));
    let count = |table: &str| text(&format!("SELECT CAST(count(*) AS TEXT) FROM {table}"));
    assert_eq!(count("room_views"), "0", "these rooms cannot be read");
    // The last entry counts as activity, and a session was renewed when it began.
    let query = "SELECT group_concat(active_at, ' ' ORDER BY key) FROM rooms";
    let active_at: String = connection.query_row(query, [], |row| row.get(0)).unwrap();
    let query = "SELECT renewed_at FROM tokens WHERE hash = x'01'";
    let renewed_at: i64 = connection.query_row(query, [], |row| row.get(0)).unwrap();
    assert_eq!((active_at.as_str(), renewed_at), ("20 30", 7));
}

#[test]
fn failed_migration_leaves_the_file_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let mut connection = create_version_1(folder.path());
    let state = |connection: &Connection| {
        let tables = ["sqlite_master", "visitors", "tokens", "links", "tables", "entries", "seats"];
        (schema_version(connection).unwrap(), dump(connection, &tables))
    };
    let before = state(&connection);
    // The first steps succeed, the last one fails half way.
    let sql = "CREATE TABLE half (done INTEGER) STRICT; INSERT INTO nowhere VALUES (1);";
    let mut steps = MIGRATIONS.to_vec();
    steps.push(Migration { sql, convert: None });
    let error = StoreError::from(migrate(&mut connection, 1, &steps).unwrap_err());
    assert!(matches!(error, StoreError::Unavailable(Cause::Other(_))), "{error:?}");
    assert_eq!(state(&connection), before);
    let error = StoreError::from(migrate(&mut connection, -1, &steps).unwrap_err());
    assert!(matches!(error, StoreError::Unavailable(Cause::Damaged(_))), "{error:?}");
    migrate(&mut connection, 1, MIGRATIONS).unwrap();
}

#[test]
fn erasing_scans_no_rooms_of_others() {
    let folder = tempfile::tempdir().unwrap();
    let connection = create_database(folder.path());
    let mut statement = connection.prepare(&format!("EXPLAIN QUERY PLAN {MENTIONING}")).unwrap();
    let plan = statement.query_map(["aaaaaaaaaaaa"], |row| row.get::<_, String>(3)).unwrap();
    let plan = plan.collect::<Result<Vec<_>, _>>().unwrap().join("; ");
    assert!(plan.matches("SEARCH ").count() == 2 && !plan.contains("SCAN "), "{plan}");
}

#[tokio::test]
async fn visitor_of_an_unreadable_room_can_be_erased() {
    let folder = tempfile::tempdir().unwrap();
    create_version_1(folder.path()).close().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let ben = VisitorId::parse("bbbbbbbbbbbb").unwrap();
    assert_eq!(store.rooms_mentioning(&ben).await.unwrap().len(), 1);
    store.erase_visitor(&ben).await.unwrap();
    store.close().await;
    let bytes = std::fs::read(database_file(folder.path())).unwrap();
    assert!(!bytes.windows(12).any(|window| window == b"bbbbbbbbbbbb"));
    assert!(bytes.windows(13).any(|window| window == b"not even JSON"), "it is of another room");
}
