//! The database that is copied, read while a server writes to it.

use std::fs::{self, File};
use std::io::{self, BufReader, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::ReplicaError;
use super::position::{LogIndex, Position};
use super::target::Target;
use crate::sqlite::open::database_file;
use crate::sqlite::wal::{self, Checksum, HEADER_SIZE, WalHeader};

/// The clock of a file system is at least this exact.
const CLOCK_STEP: Duration = Duration::from_secs(2);

/// The files of the database.
pub(super) struct Source {
    pub(super) file: PathBuf,
    pub(super) log: PathBuf,
    pub(super) index: PathBuf,
}

/// The result of reading the log from a position on.
pub(super) enum Followed {
    /// The target has everything up to this position, once it is committed.
    UpTo(Position),
    /// The log was being written; read it again.
    Again,
    /// The log does not have everything since the position any more.
    Lost,
}

/// A state of a database that no server uses. If it is the same later, nothing has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Unchanged {
    length: u64,
    modified: SystemTime,
    log_length: u64,
}

impl Source {
    pub(super) fn new(folder: &Path) -> Source {
        let file = database_file(folder);
        let mut index = file.clone().into_os_string();
        index.push("-shm");
        Source { log: wal::log_file(&file), index: index.into(), file }
    }

    /// Returns the state of the file if it was last modified some time ago, so that a change would show.
    pub(super) fn unchanged(&self) -> Option<Unchanged> {
        let file = fs::metadata(&self.file).ok()?;
        let modified = file.modified().ok()?;
        let log_length = fs::metadata(&self.log).map_or(0, |log| log.len());
        let is_old = modified.elapsed().is_ok_and(|age| age > CLOCK_STEP);
        (is_old && log_length == 0).then_some(Unchanged { length: file.len(), modified, log_length })
    }

    /// Adds the pages of all commits behind the position to the target.
    pub(super) fn follow(&self, position: Position, target: &mut Target) -> Result<Followed, ReplicaError> {
        let read_error = |error: io::Error| ReplicaError::read(&self.log, &error);
        let Some(index) = LogIndex::open(&self.index).map_err(read_error)? else { return Ok(Followed::Lost) };
        if index.salt == position.salt && index.frames == position.frame {
            return Ok(Followed::UpTo(position));
        }
        let Ok(mut log) = LogReader::open(&self.log) else { return Ok(Followed::Lost) };
        if index.salt != position.salt {
            if !position.is_followed_by(index.salt) || index.frames >= position.frame {
                return Ok(Followed::Lost);
            }
            // The log has started from its beginning since. Behind the position are the last frames of the older log.
            if !log.copy_old_end(position, index, target)? {
                return Ok(Followed::Lost);
            }
        } else if index.frames < position.frame {
            return Ok(Followed::Lost);
        }
        let beginning = Position { salt: index.salt, frame: 0, checksum: None };
        let start = if position.salt == index.salt { position } else { beginning };
        if index.frames == 0 {
            return Ok(Followed::UpTo(start));
        }
        match log.copy_frames(start, index, target)? {
            Some(position) => Ok(Followed::UpTo(position)),
            None => Ok(Followed::Again),
        }
    }
}

/// Reads frames of a log.
pub(super) struct LogReader {
    path: PathBuf,
    file: BufReader<File>,
    /// None if the log is empty.
    header: Option<WalHeader>,
    frame: Vec<u8>,
}

impl LogReader {
    pub(super) fn open(path: &Path) -> io::Result<LogReader> {
        let mut file = BufReader::with_capacity(1 << 16, File::open(path)?);
        let mut bytes = [0; HEADER_SIZE];
        let header = if wal::fill(&mut file, &mut bytes)? { WalHeader::parse(&bytes) } else { None };
        let frame = vec![0; header.map_or(0, |header| header.frame_size())];
        Ok(LogReader { path: path.to_owned(), file, header, frame })
    }

    /// Calls a function with each frame from a position to the end of the index, its number and the checksum behind it. None if
    /// the log was written over.
    pub(super) fn read_frames(
        &mut self,
        start: Position,
        index: LogIndex,
        mut each: impl FnMut(u64, &[u8]) -> Result<(), ReplicaError>,
    ) -> Result<Option<Position>, ReplicaError> {
        let Some(header) = self.header.filter(|header| header.salt == index.salt) else { return Ok(None) };
        let mut checksum = start.checksum.unwrap_or(header.checksum);
        self.seek(header, start.frame + 1)?;
        for number in start.frame + 1..=index.frames {
            if !self.next_frame(index.salt, &mut checksum)? {
                return Ok(None);
            }
            each(number, &self.frame)?;
        }
        Ok(Some(Position { salt: index.salt, frame: index.frames, checksum: Some(checksum) }))
    }

    fn copy_frames(
        &mut self,
        start: Position,
        index: LogIndex,
        target: &mut Target,
    ) -> Result<Option<Position>, ReplicaError> {
        let end = self.read_frames(start, index, |_, frame| target.add_frame(frame))?;
        if end.is_some() {
            target.set_pages(index.pages);
        }
        Ok(end)
    }

    /// Copies the commits of an older log behind a position. Returns false if a part of them was written over.
    fn copy_old_end(
        &mut self,
        position: Position,
        index: LogIndex,
        target: &mut Target,
    ) -> Result<bool, ReplicaError> {
        let Some(header) = self.header else { return Ok(false) };
        let Some(mut checksum) = position.checksum else { return Ok(false) };
        let metadata = self.file.get_ref().metadata();
        let length = metadata.map_err(|error| ReplicaError::read(&self.path, &error))?.len();
        if length < header.frame_offset(position.frame + 1) {
            return Ok(false);
        }
        // First how far the commits go, then the frames up to there.
        let (mut frames, mut last_commit, mut checksum_there) = (position.frame, position.frame, checksum);
        self.seek(header, position.frame + 1)?;
        while self.next_frame(position.salt, &mut checksum)? {
            frames += 1;
            if wal::pages_after_commit(&self.frame) != 0 {
                (last_commit, checksum_there) = (frames, checksum);
                target.set_pages(wal::pages_after_commit(&self.frame));
            }
        }
        // What ends the old log must not be a frame that was written over it.
        self.seek(header, frames + 1)?;
        if self.fill_frame()? && wal::has_salt(&self.frame, index.salt) {
            return Ok(false);
        }
        self.seek(header, position.frame + 1)?;
        let mut checksum = position.checksum.unwrap_or(header.checksum);
        for _ in position.frame..last_commit {
            if !self.next_frame(position.salt, &mut checksum)? {
                return Ok(false);
            }
            target.add_frame(&self.frame)?;
        }
        Ok(checksum == checksum_there)
    }

    /// Returns a frame by its number. None if the log has no such frame.
    pub(super) fn frame(&mut self, number: u64) -> Result<Option<&[u8]>, ReplicaError> {
        let Some(header) = self.header else { return Ok(None) };
        self.seek(header, number)?;
        Ok(self.fill_frame()?.then_some(&self.frame))
    }

    /// Reads the next frame. Returns false if it does not continue this log.
    fn next_frame(&mut self, salt: wal::Salt, checksum: &mut Checksum) -> Result<bool, ReplicaError> {
        if !self.fill_frame()? {
            return Ok(false);
        }
        checksum.add_frame(&self.frame);
        Ok(wal::has_salt(&self.frame, salt) && checksum.matches(&self.frame, 16))
    }

    fn fill_frame(&mut self) -> Result<bool, ReplicaError> {
        let filled = wal::fill(&mut self.file, &mut self.frame);
        filled.map_err(|error| ReplicaError::read(&self.path, &error))
    }

    fn seek(&mut self, header: WalHeader, number: u64) -> Result<(), ReplicaError> {
        let sought = self.file.seek(SeekFrom::Start(header.frame_offset(number)));
        sought.map(|_| ()).map_err(|error| ReplicaError::read(&self.path, &error))
    }
}
