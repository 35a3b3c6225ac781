mod append;
mod damage;
mod devices;
mod disk;
mod lists;
mod migration;
mod personal_data;
mod retention;
mod simulated;

use std::path::Path;

use cafe_room::{Name, Token, Visitor, VisitorId};
use rusqlite::Connection;

use super::*;
use crate::Store;

/// Returns a visitor id, different for each number below 1024.
fn visitor_id(number: u16) -> VisitorId {
    let mut bytes = [0; 12];
    (bytes[0], bytes[1]) = ((number % 32) as u8, (number / 32) as u8);
    VisitorId::from_random(bytes)
}

fn create_visitor(number: u16) -> Change {
    let mut bytes = [0; 32];
    (bytes[0], bytes[1]) = ((number % 32) as u8, (number / 32) as u8);
    let visitor = Visitor { id: visitor_id(number), name: Name::new("Ann").unwrap(), is_program: false };
    Change::CreateVisitor { visitor, device: Token::from_random(bytes).hash().into(), at: i64::from(number) }
}

/// Starts a writer thread on a connection of the test.
fn spawn_writer(connection: Connection) -> (mpsc::Sender<Job>, Arc<WriteHealth>) {
    let (jobs, queue) = mpsc::channel(MAX_QUEUED_JOBS);
    let health = Arc::new(WriteHealth::default());
    let writer = Writer::new(connection, Arc::clone(&health));
    std::thread::spawn(move || writer.run(queue));
    (jobs, health)
}

fn send(jobs: &mpsc::Sender<Job>, change: Change) -> oneshot::Receiver<Result<(), StoreError>> {
    let (done, outcome) = oneshot::channel();
    assert!(jobs.blocking_send(Job::Write(Write { change, done })).is_ok());
    outcome
}

fn write(jobs: &mpsc::Sender<Job>, change: Change) -> Result<(), StoreError> {
    send(jobs, change).blocking_recv().unwrap()
}

/// Creates a database and opens it without a store.
fn create_database(folder: &Path) -> Connection {
    drop(Store::open(folder).unwrap());
    Connection::open(database_file(folder)).unwrap()
}

fn count_visitors(connection: &Connection) -> i64 {
    connection.query_row("SELECT count(*) FROM visitors", [], |row| row.get(0)).unwrap()
}

fn open_error(folder: &Path) -> OpenError {
    Store::open(folder).err().expect("it cannot be opened")
}
