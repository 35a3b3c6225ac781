//! Continuous copies of a database that a server uses.
//!
//! The copy is a second data folder. Every step adds the pages that have changed to the write-ahead log of the copy, as one commit:
//! whenever the process or the machine stops, SQLite finds the last complete step. The pages come from the write-ahead log of the
//! server, which is followed without any lock, so the server does not notice it. Where the log cannot be followed, because it was
//! emptied or written over in between, both files are compared page by page.

mod position;
mod snapshot;
mod source;
mod target;

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use thiserror::Error;

use self::position::Position;
use self::source::{Followed, Source, Unchanged};
use self::target::Target;
use super::StoreReader;
use super::open::{create_folder, database_file, lock_folder, sync_folder};
use crate::{BackupError, OpenError};

/// Name of the file that marks a folder as a copy. A server that starts in the folder removes it.
pub(super) const MARKER: &str = "replica.json";
/// A draft of the first copy.
const DRAFT: &str = "cafe.sqlite.draft";
/// Names that a folder may have before it becomes a copy.
const HARMLESS: [&str; 2] = ["cafe.lock", "lost+found"];

/// How often a step is tried while the log changes.
const MAX_ATTEMPTS: usize = 100;
const RETRY_PAUSE: Duration = Duration::from_millis(10);

/// Copies the database of a data folder to another folder, again and again.
pub struct Replicator {
    source: Source,
    target: Target,
    position: Option<Position>,
    unchanged: Option<Unchanged>,
}

/// A step of a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CopyStep {
    /// Number of pages that were copied.
    pub pages: u64,
    /// Size of a page in bytes.
    pub page_size: usize,
    /// True if the whole file was compared.
    pub compared: bool,
}

/// Why a database is not copied. The last complete copy is intact.
#[derive(Debug, Error)]
pub enum ReplicaError {
    /// The target is the source.
    #[error("{} is the data folder itself; name a folder on another disk", .path.display())]
    SameFolder {
        /// The target.
        path: PathBuf,
    },
    /// The target has other files.
    #[error("{} is not empty and not a copy; name an empty folder, or the folder of an earlier copy", .path.display())]
    NotAReplica {
        /// The target.
        path: PathBuf,
    },
    /// A server, or another process that copies, uses the target.
    #[error("{} is in use by a server or by another copy; stop it, or name another folder", .path.display())]
    InUse {
        /// The target.
        path: PathBuf,
    },
    /// The source cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The first copy failed.
    #[error(transparent)]
    Backup(#[from] BackupError),
    /// The source cannot be read.
    #[error("{} cannot be read ({error}); check that the server's disk works and that you are its user", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the operating system or the database.
        error: String,
    },
    /// The target cannot be written.
    #[error(
        "{} cannot be written ({error}); check its disk and its space, then start the command again: the last complete \
         copy is intact",
        .path.display()
    )]
    Write {
        /// The file.
        path: PathBuf,
        /// The error of the operating system or the database.
        error: String,
    },
}

impl Replicator {
    /// Opens a copy, or makes the first one. The callback gets the number of copied pages and of all pages of the first copy, and
    /// can stop it.
    ///
    /// # Errors
    /// Why there is no copy.
    pub fn open(
        source: &Path,
        target: &Path,
        progress: impl FnMut(u64, u64) -> ControlFlow<()>,
    ) -> Result<Replicator, ReplicaError> {
        // Refuses a folder without a database before the target is touched.
        let reader = StoreReader::open(source)?;
        let write_error = |error: std::io::Error| ReplicaError::write(target, &error);
        create_folder(target).map_err(write_error)?;
        let is_same = fs::canonicalize(source).ok() == fs::canonicalize(target).ok();
        if is_same {
            return Err(ReplicaError::SameFolder { path: target.to_owned() });
        }
        let file = database_file(target);
        if !target.join(MARKER).is_file() && has_files(target).map_err(write_error)? {
            return Err(ReplicaError::NotAReplica { path: target.to_owned() });
        }
        let lock = lock_folder(&file.with_extension("lock"), &file).map_err(|error| match error {
            OpenError::InUse { .. } => ReplicaError::InUse { path: target.to_owned() },
            error => error.into(),
        })?;
        let marker = format!("{{\"copy_of\":{:?}}}\n", source.display().to_string());
        fs::write(target.join(MARKER), marker).map_err(write_error)?;
        if !file.is_file() {
            let draft = target.join(DRAFT);
            let _ = fs::remove_file(&draft);
            target::create_private(&draft).map_err(write_error)?;
            reader.backup(&draft, progress)?;
            fs::rename(&draft, &file).and_then(|()| sync_folder(&file)).map_err(write_error)?;
        }
        // Closed before the files are read directly: closing a file gives up the locks of its connections in the same process.
        drop(reader);
        let (source, target) = (Source::new(source), Target::open(file, lock)?);
        Ok(Replicator { source, target, position: None, unchanged: None })
    }

    /// Copies everything that was stored before this call. A step that fails or is interrupted leaves the copy unchanged.
    ///
    /// # Errors
    /// Why nothing was copied.
    pub fn copy(&mut self) -> Result<CopyStep, ReplicaError> {
        for _ in 0..MAX_ATTEMPTS {
            match self.try_copy()? {
                Some(step) => return Ok(step),
                // The log changed while it was read.
                None => self.target.roll_back()?,
            }
            std::thread::sleep(RETRY_PAUSE);
        }
        Err(ReplicaError::read(&self.source.log, &"it changes too fast"))
    }

    fn try_copy(&mut self) -> Result<Option<CopyStep>, ReplicaError> {
        let page_size = self.target.page_size();
        let step = |pages, compared| Some(CopyStep { pages, page_size, compared });
        if let Some(position) = self.position {
            match self.source.follow(position, &mut self.target)? {
                Followed::UpTo(position) => {
                    let pages = self.target.commit()?;
                    self.position = Some(position);
                    return Ok(step(pages, false));
                }
                Followed::Again => return Ok(None),
                Followed::Lost => {
                    self.target.roll_back()?;
                    self.position = None;
                }
            }
        }
        let unchanged = self.source.unchanged();
        if unchanged.is_some() && self.unchanged == unchanged {
            return Ok(step(0, false));
        }
        self.unchanged = None;
        self.target.merge_log()?;
        let Some(position) = snapshot::compare(&self.source, &mut self.target)? else { return Ok(None) };
        let pages = self.target.commit()?;
        self.position = position.is_unique().then_some(position);
        self.unchanged = unchanged;
        Ok(step(pages, true))
    }

    /// Moves the log of the copy into its file, so that the copy is a single file.
    ///
    /// # Errors
    /// If the target cannot be written. The copy is complete nevertheless.
    pub fn finish(mut self) -> Result<(), ReplicaError> {
        self.target.merge_log()
    }
}

impl ReplicaError {
    fn write(path: &Path, error: &dyn std::fmt::Display) -> ReplicaError {
        ReplicaError::Write { path: path.to_owned(), error: error.to_string() }
    }

    fn read(path: &Path, error: &dyn std::fmt::Display) -> ReplicaError {
        ReplicaError::Read { path: path.to_owned(), error: error.to_string() }
    }
}

fn has_files(folder: &Path) -> std::io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        if !HARMLESS.iter().any(|harmless| name == *harmless) {
            return Ok(true);
        }
    }
    Ok(false)
}
