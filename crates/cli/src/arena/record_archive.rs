//! The file with the records of all games.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use cafe_rules::Record;

use crate::new_file::{self, NewFileError};

/// A new file to which records are appended.
pub(super) struct RecordArchive {
    file: File,
    path: PathBuf,
    is_empty: bool,
    /// The first write error. The games continue: their result is useful without the records.
    error: Option<io::Error>,
}

impl RecordArchive {
    pub(super) fn create(path: &Path) -> Result<RecordArchive, NewFileError> {
        let file = new_file::create(path)?;
        Ok(RecordArchive { file, path: path.to_owned(), is_empty: true, error: None })
    }

    /// Appends the games of a deal in one write, so that an interrupted file has complete deals only.
    pub(super) fn append(&mut self, games: &[Record]) {
        let mut text = String::new();
        for game in games {
            if !self.is_empty {
                text.push('\n');
            }
            self.is_empty = false;
            text.push_str(&game.to_string());
        }
        if self.error.is_none() {
            self.error = self.file.write_all(text.as_bytes()).err();
        }
    }

    /// Flushes the file to disk, or removes it if it is empty.
    pub(super) fn close(self) -> Result<(), String> {
        if self.is_empty {
            let _ = fs::remove_file(&self.path);
            return Ok(());
        }
        match self.error.or_else(|| self.file.sync_all().err()) {
            Some(error) => Err(format!("not all records were written to {}: {error}", self.path.display())),
            None => Ok(()),
        }
    }
}
