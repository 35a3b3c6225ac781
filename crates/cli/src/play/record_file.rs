//! The file of the record, written after every turn.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process;

use cafe_rules::Record;

use super::timestamp;
use crate::describe::capitalize;
use crate::new_file::NewFile;

/// A new file for the record of a game.
#[derive(Clone, Debug)]
pub(super) struct RecordFile {
    file: NewFile,
    /// A note for the players about the location.
    pub(super) note: Option<String>,
}

impl RecordFile {
    /// Chooses the file: this path, or a new file in the user's data folder.
    pub(super) fn open(path: Option<PathBuf>) -> Result<RecordFile, String> {
        match path {
            Some(path) => RecordFile::at(&path),
            None => RecordFile::unnamed(data_folder(|name| env::var_os(name)), Path::new("")),
        }
    }

    fn at(path: &Path) -> Result<RecordFile, String> {
        Ok(RecordFile { file: NewFile::prepare(path)?, note: None })
    }

    /// Chooses a unique name in the data folder; if that is not possible, in the current folder.
    fn unnamed(data: Option<PathBuf>, current: &Path) -> Result<RecordFile, String> {
        let name = format!("{}-{}.cafe", timestamp::file_stamp(), process::id());
        let in_data = match data {
            None => Err("there is no home folder".to_owned()),
            Some(folder) => fs::create_dir_all(&folder)
                .map_err(|error| format!("cannot create the folder {}: {error}", folder.display()))
                .and_then(|()| RecordFile::at(&folder.join(&name))),
        };
        in_data.or_else(|data_error| {
            let in_current = RecordFile::at(&current.join(name))
                .map_err(|error| format!("{data_error}, and {error}; name a file with --save"))?;
            let note = format!("{}, so the record is saved in the current folder.", capitalize(&data_error));
            Ok(RecordFile { note: Some(note), ..in_current })
        })
    }

    /// Writes the record and returns its path.
    pub(super) fn save(&mut self, record: &Record) -> Result<&Path, String> {
        match self.file.write(record.to_string()) {
            Ok(()) => Ok(self.file.path()),
            Err(error) => {
                let older = if self.file.is_created() { "; the file has an earlier state" } else { "" };
                Err(format!("cannot save the record to {}: {error}{older}", self.file.path().display()))
            }
        }
    }
}

/// Returns the folder for the user's records; `None` if the user has no home folder.
fn data_folder(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    // A relative folder would depend on the current one.
    let folder = |name: &str| variable(name).map(PathBuf::from).filter(|folder| folder.is_absolute());
    let home = || folder("HOME");
    let data = if cfg!(target_os = "windows") {
        folder("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support"))
    } else {
        folder("XDG_DATA_HOME").or_else(|| home().map(|home| home.join(".local/share")))
    };
    data.map(|data| data.join("cafe"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample_games::card_game;

    fn names(folder: &Path) -> Vec<String> {
        let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        fs::read_dir(folder).unwrap().map(name).collect()
    }

    #[test]
    fn save_replaces_the_earlier_record() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.cafe");
        let mut file = RecordFile::open(Some(path.clone())).unwrap();
        file.save(&card_game(1)).unwrap();
        file.save(&card_game(2)).unwrap();
        assert_eq!(Record::parse(&fs::read_to_string(&path).unwrap()).unwrap(), card_game(2));
    }

    #[test]
    fn save_error_names_the_path() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.cafe");
        let mut file = RecordFile::open(Some(path.clone())).unwrap();
        fs::write(&path, "another process").unwrap();
        let error = file.save(&card_game(1)).unwrap_err();
        assert!(error.starts_with("cannot save the record to "), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "another process");
    }

    #[test]
    fn default_file_is_in_the_data_folder() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("share/cafe");
        let mut file = RecordFile::unnamed(Some(data.clone()), folder.path()).unwrap();
        assert_eq!(file.note, None);
        file.save(&card_game(1)).unwrap();
        let [name] = &names(&data)[..] else { panic!("one file") };
        assert!(name.ends_with(&format!("-{}.cafe", process::id())), "{name}");
    }

    #[test]
    fn without_a_data_folder_the_current_one_is_used() {
        let folder = tempfile::tempdir().unwrap();
        let file = RecordFile::unnamed(None, folder.path()).unwrap();
        assert_eq!(file.file.path().parent(), Some(folder.path()));
        let note = "There is no home folder, so the record is saved in the current folder.";
        assert_eq!(file.note.as_deref(), Some(note));
        let error = RecordFile::unnamed(None, &folder.path().join("none")).unwrap_err();
        assert!(error.ends_with("; name a file with --save"), "{error}");
    }

    #[cfg(all(unix, not(target_os = "macos")))]
    #[test]
    fn data_folder_follows_the_xdg_specification() {
        let folder = |data: Option<&str>, home: Option<&str>| {
            data_folder(|name| if name == "HOME" { home } else { data }.map(OsString::from))
        };
        assert_eq!(folder(Some("/data"), Some("/home/ann")), Some("/data/cafe".into()));
        assert_eq!(folder(None, Some("/home/ann")), Some("/home/ann/.local/share/cafe".into()));
        assert_eq!(folder(Some("data"), Some("/home/ann")), Some("/home/ann/.local/share/cafe".into()));
        assert_eq!(folder(Some(""), None), None);
    }
}
