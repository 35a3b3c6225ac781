//! Comparing a whole database with its copy.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, Read as _, Seek as _, SeekFrom};

use super::ReplicaError;
use super::position::{LogIndex, Position};
use super::source::{LogReader, Source};
use super::target::Target;
use crate::StoreError;
use crate::sqlite::SqliteError;
use crate::sqlite::open::open_read_only;
use crate::sqlite::wal::{self, FRAME_HEADER_SIZE};

/// Adds all pages that differ to the target. Returns the position of the log that the target has then; None if the log changed
/// while it was read.
///
/// A read transaction holds the state: while it is open, the server copies no later commit into the file, and the log is not
/// written over. So a page is the last one in the log, or the one in the file if the log has none.
pub(super) fn compare(source: &Source, target: &mut Target) -> Result<Option<Position>, ReplicaError> {
    let read_error = |error: io::Error| ReplicaError::read(&source.file, &error);
    let failed = |error: SqliteError| ReplicaError::read(&source.file, &StoreError::from(error));
    let connection = open_read_only(&source.file).map_err(failed)?;
    let hold = || -> Result<(), SqliteError> {
        connection.execute_batch("BEGIN")?;
        Ok(connection.query_row("SELECT count(*) FROM sqlite_master", [], |_| Ok(()))?)
    };
    hold().map_err(failed)?;
    let files = Files {
        database: File::open(&source.file).map_err(read_error)?,
        index: File::open(&source.index).map_err(read_error)?,
    };
    let compared = compare_files(source, &files, target);
    // In this order: closing a file gives up all locks that the process has on it.
    drop(connection);
    drop(files);
    compared
}

struct Files {
    database: File,
    index: File,
}

fn compare_files(
    source: &Source,
    files: &Files,
    target: &mut Target,
) -> Result<Option<Position>, ReplicaError> {
    let read_error = |error: io::Error| ReplicaError::read(&source.file, &error);
    let Some(index) = LogIndex::read(&files.index).map_err(read_error)? else { return Ok(None) };
    let mut position = Position { salt: index.salt, frame: 0, checksum: None };
    let mut log_pages = HashMap::new();
    let mut log = None;
    if index.frames > 0 {
        let reader = log.insert(LogReader::open(&source.log).map_err(read_error)?);
        let mut add = |number: u64, frame: &[u8]| {
            log_pages.insert(wal::page_number(frame), number);
            Ok(())
        };
        let Some(end) = reader.read_frames(position, index, &mut add)? else { return Ok(None) };
        position = end;
    }
    let page_size = target.page_size();
    let mut pages = BufReader::with_capacity(1 << 18, &files.database);
    let (mut page, mut copy) = (vec![0; page_size], vec![0; page_size]);
    let mut copies = target.read_pages()?;
    let pages_in_file = files.database.metadata().map_err(read_error)?.len() / page_size as u64;
    let mut next_page = 1;
    // An index without a log may not know the size.
    let count = if index.pages > 0 { index.pages } else { pages_in_file as u32 };
    for number in 1..=count {
        match (log_pages.get(&number), &mut log) {
            (Some(frame), Some(log)) => match log.frame(*frame)? {
                Some(frame) => page.copy_from_slice(&frame[FRAME_HEADER_SIZE..]),
                None => return Ok(None),
            },
            _ => {
                if next_page != number {
                    let offset = u64::from(number - 1) * page_size as u64;
                    pages.seek(SeekFrom::Start(offset)).map_err(read_error)?;
                }
                pages.read_exact(&mut page).map_err(read_error)?;
                next_page = number + 1;
            }
        }
        if !copies.read(&mut copy)? || page != copy {
            target.add_page(number, &page)?;
        }
    }
    target.set_pages(count);
    let now = LogIndex::read(&files.index).map_err(read_error)?;
    Ok(now.is_some_and(|now| now.salt == index.salt).then_some(position))
}
