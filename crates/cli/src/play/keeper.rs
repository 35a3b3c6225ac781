//! Keeps the record of the game that is played: after every turn, so that nothing is lost.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;

use cafe_rules::Log;

use super::clock;
use crate::words::capital;

/// Where a record is kept: in a file that was not there before.
#[derive(Clone, Debug)]
pub(super) struct Keeper {
    path: PathBuf,
    /// Whether the file is there and is this game's.
    begun: bool,
    /// What those who play should know about the place.
    pub(super) remark: Option<String>,
}

impl Keeper {
    /// Keeps the record in this new file, or else in one of its own in the user's data folder.
    ///
    /// Whether that can be done is tried out now: after the first turn it would be too late to choose another place.
    pub(super) fn open(path: Option<PathBuf>) -> Result<Keeper, String> {
        match path {
            Some(path) => Keeper::at(path),
            None => Keeper::unnamed(data_folder(|name| env::var_os(name)), Path::new("")),
        }
    }

    fn at(path: PathBuf) -> Result<Keeper, String> {
        // The file is not left behind: a game of which nothing is played has no record.
        let tried = File::create_new(&path).and_then(|file| {
            drop(file);
            fs::remove_file(&path)
        });
        tried.map_err(|error| match (error.kind(), folder_of(&path)) {
            (ErrorKind::AlreadyExists, _) => {
                format!("{} is there already; choose another name", path.display())
            }
            (ErrorKind::NotFound, Some(folder)) => format!("there is no folder {}", folder.display()),
            _ => format!("no record can be kept in {}: {error}", path.display()),
        })?;
        Ok(Keeper { path, begun: false, remark: None })
    }

    /// Keeps the record in the data folder, under a name that no other game has; failing that, here.
    fn unnamed(data: Option<PathBuf>, here: &Path) -> Result<Keeper, String> {
        let name = format!("{}-{}.cafe", clock::stamp(), process::id());
        let in_data = match data {
            None => Err("there is no home folder".to_owned()),
            Some(folder) => fs::create_dir_all(&folder)
                .map_err(|error| format!("no folder {} can be made: {error}", folder.display()))
                .and_then(|()| Keeper::at(folder.join(&name))),
        };
        in_data.or_else(|why| {
            let here = Keeper::at(here.join(name))
                .map_err(|also| format!("{why}, and {also}; name a file with --save"))?;
            let remark = format!("{}, so the record is kept in the current folder.", capital(&why));
            Ok(Keeper { remark: Some(remark), ..here })
        })
    }

    /// Writes the record; at every moment the file holds the old one or the new one as a whole.
    pub(super) fn keep(&mut self, log: &Log) -> Result<&Path, String> {
        match self.write(log) {
            Ok(()) => Ok(&self.path),
            Err(error) => {
                let earlier = if self.begun { "; what is there ends earlier" } else { "" };
                Err(format!("the record could not be kept in {}: {error}{earlier}", self.path.display()))
            }
        }
    }

    fn write(&mut self, log: &Log) -> io::Result<()> {
        let (path, mut draft) = self.draft()?;
        let written = draft.write_all(log.to_string().as_bytes()).and_then(|()| draft.sync_all());
        drop(draft);
        let kept = written.and_then(|()| self.begin()).and_then(|()| fs::rename(&path, &self.path));
        if kept.is_err() {
            // Whatever went wrong is worth telling, a draft that stays is not.
            let _ = fs::remove_file(&path);
        }
        kept
    }

    /// Before the first writing the file is taken into possession, so that nobody else's is replaced.
    fn begin(&mut self) -> io::Result<()> {
        if !self.begun {
            File::create_new(&self.path)?;
            self.begun = true;
        }
        Ok(())
    }

    /// A new file in the same folder, from where it can be renamed.
    fn draft(&self) -> io::Result<(PathBuf, File)> {
        let number = getrandom::u64().map_err(io::Error::other)?;
        let path = self.path.with_file_name(format!(".cafe-{number:016x}.draft"));
        File::create_new(&path).map(|file| (path, file))
    }
}

fn folder_of(path: &Path) -> Option<&Path> {
    path.parent().filter(|folder| !folder.as_os_str().is_empty())
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
        let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        fs::read_dir(folder).unwrap().map(name).collect()
    }

    #[test]
    fn a_record_that_is_there_is_not_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.cafe");
        let mut keeper = Keeper::open(Some(path.clone())).unwrap();
        keeper.keep(&card_game(1)).unwrap();
        keeper.keep(&card_game(2)).unwrap();
        assert_eq!(Log::read(&fs::read_to_string(&path).unwrap()).unwrap(), card_game(2));
        assert_eq!(names(folder.path()), ["mine.cafe"]);
        let refused = Keeper::open(Some(path)).unwrap_err();
        assert!(refused.ends_with("mine.cafe is there already; choose another name"), "{refused}");
    }

    #[test]
    fn a_file_that_comes_between_is_not_written_over_either() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.cafe");
        let mut keeper = Keeper::open(Some(path.clone())).unwrap();
        fs::write(&path, "somebody else's").unwrap();
        let refused = keeper.keep(&card_game(1)).unwrap_err();
        assert!(refused.starts_with("the record could not be kept in "), "{refused}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "somebody else's");
        assert_eq!(names(folder.path()), ["mine.cafe"]);
    }

    #[test]
    fn a_place_where_nothing_can_be_kept_is_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let missing = Keeper::open(Some(folder.path().join("none/mine.cafe"))).unwrap_err();
        assert!(missing.starts_with("there is no folder ") && missing.ends_with("none"), "{missing}");
        fs::write(folder.path().join("file"), "").unwrap();
        let inside = Keeper::open(Some(folder.path().join("file/mine.cafe"))).unwrap_err();
        assert!(inside.starts_with("no record can be kept in "), "{inside}");
    }

    #[test]
    fn opening_leaves_no_file_behind() {
        let folder = tempfile::tempdir().unwrap();
        Keeper::open(Some(folder.path().join("mine.cafe"))).unwrap();
        assert!(names(folder.path()).is_empty());
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
        assert_eq!(keeper.path.parent(), Some(folder.path()));
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
