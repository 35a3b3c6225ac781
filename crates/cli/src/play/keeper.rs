//! Keeps the record of the game that is played: after every turn, so that nothing is lost.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process;

use cafe_rules::Record;

use super::clock;
use crate::new_file::NewFile;
use crate::words::capital;

/// Where a record is kept: in a file that was not there before.
#[derive(Clone, Debug)]
pub(super) struct Keeper {
    file: NewFile,
    /// What those who play should know about the place.
    pub(super) remark: Option<String>,
}

impl Keeper {
    /// Keeps the record in this new file, or else in one of its own in the user's data folder.
    pub(super) fn open(path: Option<PathBuf>) -> Result<Keeper, String> {
        match path {
            Some(path) => Keeper::at(&path),
            None => Keeper::unnamed(data_folder(|name| env::var_os(name)), Path::new("")),
        }
    }

    fn at(path: &Path) -> Result<Keeper, String> {
        NewFile::at(path).map(|file| Keeper { file, remark: None })
    }

    /// Keeps the record in the data folder, under a name that no other game has; failing that, here.
    fn unnamed(data: Option<PathBuf>, here: &Path) -> Result<Keeper, String> {
        let name = format!("{}-{}.cafe", clock::stamp(), process::id());
        let in_data = match data {
            None => Err("there is no home folder".to_owned()),
            Some(folder) => fs::create_dir_all(&folder)
                .map_err(|error| format!("no folder {} can be made: {error}", folder.display()))
                .and_then(|()| Keeper::at(&folder.join(&name))),
        };
        in_data.or_else(|why| {
            let here = Keeper::at(&here.join(name))
                .map_err(|also| format!("{why}, and {also}; name a file with --save"))?;
            let remark = format!("{}, so the record is kept in the current folder.", capital(&why));
            Ok(Keeper { remark: Some(remark), ..here })
        })
    }

    /// Writes the record.
    pub(super) fn keep(&mut self, log: &Record) -> Result<&Path, String> {
        match self.file.write(&log.to_string()) {
            Ok(()) => Ok(self.file.path()),
            Err(error) => {
                let earlier = if self.file.has_begun() { "; what is there ends earlier" } else { "" };
                Err(format!(
                    "the record could not be kept in {}: {error}{earlier}",
                    self.file.path().display()
                ))
            }
        }
    }
}

/// Where programs keep a user's data, and in it a folder for the café; nothing if the user has no home.
fn data_folder(of: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    // A folder that depends on where one stands is not a user's.
    let of = |name: &str| of(name).map(PathBuf::from).filter(|folder| folder.is_absolute());
    let home = || of("HOME");
    let data = if cfg!(target_os = "windows") {
        of("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support"))
    } else {
        of("XDG_DATA_HOME").or_else(|| home().map(|home| home.join(".local/share")))
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
    fn the_latest_record_of_a_game_replaces_the_one_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.cafe");
        let mut keeper = Keeper::open(Some(path.clone())).unwrap();
        keeper.keep(&card_game(1)).unwrap();
        keeper.keep(&card_game(2)).unwrap();
        assert_eq!(Record::parse(&fs::read_to_string(&path).unwrap()).unwrap(), card_game(2));
    }

    #[test]
    fn a_record_that_cannot_be_kept_is_told_with_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.cafe");
        let mut keeper = Keeper::open(Some(path.clone())).unwrap();
        fs::write(&path, "somebody else's").unwrap();
        let refused = keeper.keep(&card_game(1)).unwrap_err();
        assert!(refused.starts_with("the record could not be kept in "), "{refused}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "somebody else's");
    }

    #[test]
    fn a_game_without_a_name_gets_a_file_of_its_own_in_the_data_folder() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("share/cafe");
        let mut keeper = Keeper::unnamed(Some(data.clone()), folder.path()).unwrap();
        assert_eq!(keeper.remark, None);
        keeper.keep(&card_game(1)).unwrap();
        let [name] = &names(&data)[..] else { panic!("one file") };
        assert!(name.ends_with(&format!("-{}.cafe", process::id())), "{name}");
    }

    #[test]
    fn without_a_data_folder_the_record_is_kept_here_and_that_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let keeper = Keeper::unnamed(None, folder.path()).unwrap();
        assert_eq!(keeper.file.path().parent(), Some(folder.path()));
        let said = "There is no home folder, so the record is kept in the current folder.";
        assert_eq!(keeper.remark.as_deref(), Some(said));
        let nowhere = Keeper::unnamed(None, &folder.path().join("none")).unwrap_err();
        assert!(nowhere.ends_with("; name a file with --save"), "{nowhere}");
    }

    #[cfg(all(unix, not(target_os = "macos")))]
    #[test]
    fn the_data_folder_is_the_users() {
        let folder = |data: Option<&str>, home: Option<&str>| {
            data_folder(|name| if name == "HOME" { home } else { data }.map(OsString::from))
        };
        assert_eq!(folder(Some("/data"), Some("/home/ann")), Some("/data/cafe".into()));
        assert_eq!(folder(None, Some("/home/ann")), Some("/home/ann/.local/share/cafe".into()));
        assert_eq!(folder(Some("data"), Some("/home/ann")), Some("/home/ann/.local/share/cafe".into()));
        assert_eq!(folder(Some(""), None), None);
    }
}
