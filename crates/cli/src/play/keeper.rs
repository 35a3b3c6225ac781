//! Keeps the record of the game that is played: after every turn, so that nothing is lost.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use cafe_rules::Log;

const LAST: &str = "last-game.cafe";
const BEFORE: &str = "game-before.cafe";

/// Where a record is kept.
#[derive(Clone, Debug)]
pub(super) struct Keeper {
    path: PathBuf,
    /// The last game is still there and has to be put aside before it is written over.
    put_aside: bool,
}

impl Keeper {
    /// Keeps the record in this file, which must not be there yet, or else as the last game in the user's data folder.
    pub(super) fn open(path: Option<PathBuf>) -> Result<Keeper, String> {
        let Some(path) = path else {
            let path = folder().join(LAST);
            return Ok(Keeper { put_aside: path.exists(), path });
        };
        if path.exists() {
            return Err(format!("{} is there already; choose another name", path.display()));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(missing) = folder.filter(|folder| !folder.is_dir()) {
            return Err(format!("there is no folder {}", missing.display()));
        }
        Ok(Keeper { path, put_aside: false })
    }

    /// Writes the record; at every moment the file holds the old one or the new one as a whole.
    pub(super) fn keep(&mut self, log: &Log) -> io::Result<&Path> {
        self.write(log).map_err(|error| {
            io::Error::new(error.kind(), format!("the record {}: {error}", self.path.display()))
        })?;
        Ok(&self.path)
    }

    fn write(&mut self, log: &Log) -> io::Result<()> {
        if self.put_aside {
            fs::rename(&self.path, self.path.with_file_name(BEFORE))?;
            self.put_aside = false;
        }
        let draft = self.path.with_extension("cafe-draft");
        fs::write(&draft, log.to_string())?;
        fs::rename(&draft, &self.path)
    }
}

/// The user's data folder, or failing that the one for passing things.
fn folder() -> PathBuf {
    let of = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || of("HOME");
    let data = if cfg!(target_os = "windows") {
        of("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support"))
    } else {
        of("XDG_DATA_HOME").or_else(|| home().map(|home| home.join(".local/share")))
    };
    let cafe = data.map(|data| data.join("cafe-international"));
    cafe.filter(|cafe| fs::create_dir_all(cafe).is_ok()).unwrap_or_else(env::temp_dir)
}

/// This moment, as records write it: `1926-05-01 20:15 UTC`.
pub(super) fn now() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    date(seconds)
}

/// The civil date of a number of seconds after 1970.
fn date(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Counted from 1 March of the year 0, so that a leap day is the last of its year.
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02} UTC", rest / 3600, rest % 3600 / 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample_games::card_game;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01 00:00 UTC");
        assert_eq!(date(951_782_400), "2000-02-29 00:00 UTC");
        assert_eq!(date(1_763_245_921), "2025-11-15 22:32 UTC");
    }

    #[test]
    fn a_record_that_is_there_is_not_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.cafe");
        let mut keeper = Keeper::open(Some(path.clone())).unwrap();
        keeper.keep(&card_game(1)).unwrap();
        keeper.keep(&card_game(2)).unwrap();
        assert_eq!(Log::read(&fs::read_to_string(&path).unwrap()).unwrap(), card_game(2));
        let refused = Keeper::open(Some(path)).unwrap_err();
        assert!(refused.ends_with("mine.cafe is there already; choose another name"), "{refused}");
    }

    #[test]
    fn the_last_game_is_put_aside_before_the_next_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(LAST);
        fs::write(&path, "the last game").unwrap();
        let mut keeper = Keeper { path, put_aside: true };
        keeper.keep(&card_game(1)).unwrap();
        assert_eq!(fs::read_to_string(folder.path().join(BEFORE)).unwrap(), "the last game");
    }
}
