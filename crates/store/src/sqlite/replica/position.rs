//! How far a write-ahead log was read, and how far it goes.

use std::fs::File;
use std::io::{self, ErrorKind, Seek as _, SeekFrom};
use std::path::Path;

use crate::sqlite::wal::{self, Checksum, Salt};

/// The place behind a frame of a log.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    pub(super) salt: Salt,
    /// Number of frames before it.
    pub(super) frame: u64,
    /// The checksum there. None before the first frame.
    pub(super) checksum: Option<Checksum>,
}

impl Position {
    /// Returns false for a log that was never written, which all have the same salt.
    pub(super) fn is_unique(&self) -> bool {
        self.salt != Salt::default()
    }

    /// Returns true if this log has started from its beginning once since: the first half of the salt counts, the second is random.
    pub(super) fn is_followed_by(&self, salt: Salt) -> bool {
        let count = |salt: Salt| u32::from_be_bytes([salt[0], salt[1], salt[2], salt[3]]);
        count(self.salt).wrapping_add(1) == count(salt)
    }
}

/// The header of SQLite's index of the log, which processes share: <https://www.sqlite.org/walformat.html#the_wal_index_header>.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LogIndex {
    /// Number of frames up to the last commit that was synced.
    pub(super) frames: u64,
    /// Number of pages of the database.
    pub(super) pages: u32,
    pub(super) salt: Salt,
}

const COPY_SIZE: usize = 48;
/// How often a header is read that is being written.
const ATTEMPTS: usize = 100;

impl LogIndex {
    /// Opens an index and reads its header. None if there is no index. Not for a process that has a connection to the database.
    pub(super) fn open(path: &Path) -> io::Result<Option<LogIndex>> {
        match File::open(path) {
            Ok(file) => LogIndex::read(&file),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Reads the header. None if there is none, or it is being written.
    pub(super) fn read(mut file: &File) -> io::Result<Option<LogIndex>> {
        for _ in 0..ATTEMPTS {
            let mut bytes = [0; 2 * COPY_SIZE];
            file.seek(SeekFrom::Start(0))?;
            if !wal::fill(&mut file, &mut bytes)? {
                return Ok(None);
            }
            // SQLite writes the second copy first, so the header is complete if both are equal.
            let (first, second) = bytes.split_at(COPY_SIZE);
            let is_initialized = first[12] == 1;
            if is_initialized && first == second {
                let number =
                    |at: usize| u32::from_ne_bytes([first[at], first[at + 1], first[at + 2], first[at + 3]]);
                let salt = std::array::from_fn(|i| first[32 + i]);
                return Ok(Some(LogIndex { frames: number(16).into(), pages: number(20), salt }));
            }
        }
        Ok(None)
    }
}
