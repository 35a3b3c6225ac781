//! The copy: a database and a write-ahead log that this process appends to.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::Connection;

use super::ReplicaError;
use crate::StoreError;
use crate::sqlite::SqliteError;
use crate::sqlite::open::{quick_check, sync_folder};
use crate::sqlite::wal::{self, Checksum, FRAME_HEADER_SIZE, HEADER_SIZE, WalHeader};
use crate::sqlite::writer::{CheckpointMode, checkpoint};

/// Number of frames from which on the log is moved into the file.
const MAX_FRAMES: u64 = 8000;

/// The copy in a folder that no other process uses.
pub(super) struct Target {
    file: PathBuf,
    page_size: usize,
    log: Option<TargetLog>,
    /// Number of pages of the database after the next commit.
    pages: u32,
    _lock: File,
}

/// The log since it was last moved into the file.
struct TargetLog {
    file: BufWriter<File>,
    header: WalHeader,
    /// The last frame that was added. It is written later, because the last frame of a commit is marked.
    last: Option<(u32, Vec<u8>)>,
    end: LogEnd,
    committed: LogEnd,
}

#[derive(Clone, Copy)]
struct LogEnd {
    frames: u64,
    checksum: Checksum,
}

/// Reads the pages of the copy one after the other.
pub(super) struct PageReader {
    path: PathBuf,
    file: BufReader<File>,
}

impl PageReader {
    /// Reads the next page. Returns false at the end of the file.
    pub(super) fn read(&mut self, page: &mut [u8]) -> Result<bool, ReplicaError> {
        wal::fill(&mut self.file, page).map_err(|error| ReplicaError::read(&self.path, &error))
    }
}

impl Target {
    /// Opens a copy: finishes its last step, and checks it.
    pub(super) fn open(file: PathBuf, lock: File) -> Result<Target, ReplicaError> {
        let mut target = Target { file, page_size: 0, log: None, pages: 0, _lock: lock };
        let check = || -> Result<(), SqliteError> {
            let connection = Connection::open(&target.file)?;
            quick_check(&connection)?;
            // Frames in a log need a file that has one.
            connection.pragma_update(None, "journal_mode", "wal")?;
            Ok(())
        };
        check().map_err(|error| target.error(&StoreError::from(error)))?;
        target.merge()?;
        target.page_size = read_page_size(&target.file).map_err(|error| target.error(&error))?;
        Ok(target)
    }

    pub(super) fn page_size(&self) -> usize {
        self.page_size
    }

    /// Reads the pages of the file. The log must have been merged.
    pub(super) fn read_pages(&self) -> Result<PageReader, ReplicaError> {
        let file = File::open(&self.file).map_err(|error| self.error(&error))?;
        Ok(PageReader { path: self.file.clone(), file: BufReader::with_capacity(1 << 18, file) })
    }

    /// Sets the number of pages of the database after the next commit.
    pub(super) fn set_pages(&mut self, pages: u32) {
        self.pages = pages;
    }

    /// Adds the page of a frame of another log.
    pub(super) fn add_frame(&mut self, frame: &[u8]) -> Result<(), ReplicaError> {
        self.add_page(wal::page_number(frame), &frame[FRAME_HEADER_SIZE..])
    }

    /// Adds a page to the next commit.
    pub(super) fn add_page(&mut self, number: u32, page: &[u8]) -> Result<(), ReplicaError> {
        self.try_add_page(number, page).map_err(|error| self.error(&error))
    }

    fn try_add_page(&mut self, number: u32, page: &[u8]) -> io::Result<()> {
        let log = match &mut self.log {
            Some(log) => log,
            None => self.log.insert(TargetLog::create(&self.file, self.page_size)?),
        };
        log.write_last(0)?;
        log.last = Some((number, page.to_vec()));
        Ok(())
    }

    /// Makes all added pages part of the copy, in one step. Returns their number.
    pub(super) fn commit(&mut self) -> Result<u64, ReplicaError> {
        let pages = self.pages;
        let Some(log) = &mut self.log else { return Ok(0) };
        let committed = log.commit(pages).map_err(|error| self.error(&error))?;
        if self.log.as_ref().is_some_and(|log| log.end.frames >= MAX_FRAMES) {
            self.merge_log()?;
        }
        Ok(committed)
    }

    /// Forgets the pages that were added since the last commit.
    pub(super) fn roll_back(&mut self) -> Result<(), ReplicaError> {
        let Some(log) = self.log.take() else { return Ok(()) };
        self.log = Some(log.roll_back().map_err(|error| self.error(&error))?);
        Ok(())
    }

    /// Moves the log into the file and removes it.
    pub(super) fn merge_log(&mut self) -> Result<(), ReplicaError> {
        if self.log.take().is_some() {
            self.merge()?;
        }
        Ok(())
    }

    fn merge(&self) -> Result<(), ReplicaError> {
        let merged = || -> Result<(), SqliteError> {
            let connection = Connection::open(&self.file)?;
            connection.pragma_update(None, "synchronous", "full")?;
            checkpoint(&connection, CheckpointMode::Truncate)?;
            connection.close().map_err(|(_, error)| error)?;
            Ok(())
        };
        merged().map_err(|error| self.error(&StoreError::from(error)))?;
        sync_folder(&self.file).map_err(|error| self.error(&error))
    }

    fn error(&self, error: &dyn std::fmt::Display) -> ReplicaError {
        ReplicaError::write(&self.file, error)
    }
}

impl TargetLog {
    fn create(database: &Path, page_size: usize) -> io::Result<TargetLog> {
        let path = wal::log_file(database);
        // An index of an earlier log would hide the new one.
        let _ = fs::remove_file(database.with_extension("sqlite-shm"));
        let _ = fs::remove_file(&path);
        let file = create_private(&path)?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let (header, bytes) = WalHeader::create(page_size, (now.as_nanos() as u64).to_be_bytes());
        let mut file = BufWriter::with_capacity(1 << 18, file);
        file.write_all(&bytes)?;
        sync_folder(&path)?;
        let start = LogEnd { frames: 0, checksum: header.checksum };
        Ok(TargetLog { file, header, last: None, end: start, committed: start })
    }

    fn write_last(&mut self, pages_after_commit: u32) -> io::Result<()> {
        let Some((number, page)) = self.last.take() else { return Ok(()) };
        let mut frame = vec![0; FRAME_HEADER_SIZE];
        frame.extend(page);
        wal::seal_frame(&mut frame, number, pages_after_commit, self.header.salt, &mut self.end.checksum);
        self.end.frames += 1;
        self.file.write_all(&frame)
    }

    fn commit(&mut self, pages: u32) -> io::Result<u64> {
        if self.last.is_none() {
            return Ok(0);
        }
        self.write_last(pages)?;
        self.file.flush()?;
        self.file.get_ref().sync_data()?;
        let count = self.end.frames - self.committed.frames;
        self.committed = self.end;
        Ok(count)
    }

    fn roll_back(self) -> io::Result<TargetLog> {
        let TargetLog { file, header, committed, .. } = self;
        let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        let length = header.frame_offset(committed.frames + 1).max(HEADER_SIZE as u64);
        file.set_len(length)?;
        file.seek(SeekFrom::Start(length))?;
        let file = BufWriter::with_capacity(1 << 18, file);
        Ok(TargetLog { file, header, last: None, end: committed, committed })
    }
}

/// Creates a file that only its owner can read.
pub(super) fn create_private(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.write(true).create_new(true).open(path)
}

/// Reads the size of a page from the header of a database.
fn read_page_size(path: &Path) -> io::Result<usize> {
    let mut header = [0; 18];
    File::open(path)?.read_exact(&mut header)?;
    // 65,536 does not fit and is written as 1.
    Ok(match u16::from_be_bytes([header[16], header[17]]) {
        1 => 65_536,
        size => size.into(),
    })
}
