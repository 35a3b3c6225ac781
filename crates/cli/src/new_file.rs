//! A file that was not there before, for what a command makes.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// A place where a file can be made, and the file when it has been.
#[derive(Clone, Debug)]
pub(crate) struct NewFile {
    path: PathBuf,
    /// Whether the file is there and is this one.
    begun: bool,
}

impl NewFile {
    /// Whether a file can be made here is tried out now: when there is something to keep it would be too late to choose
    /// another place. Nothing is left behind, so that what is interrupted has not used up the name.
    ///
    /// # Errors
    /// Why not, in words.
    pub(crate) fn at(path: &Path) -> Result<NewFile, String> {
        drop(create(path)?);
        fs::remove_file(path).map_err(|error| cannot(path, &error))?;
        Ok(NewFile { path: path.to_owned(), begun: false })
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether something has been written.
    pub(crate) fn has_begun(&self) -> bool {
        self.begun
    }

    /// Writes the file; at every moment it holds the old text or the new one as a whole.
    pub(crate) fn write(&mut self, contents: impl AsRef<[u8]>) -> io::Result<()> {
        let (path, mut draft) = self.draft()?;
        let written = draft.write_all(contents.as_ref()).and_then(|()| draft.sync_all());
        drop(draft);
        let kept = written.and_then(|()| self.begin()).and_then(|()| fs::rename(&path, &self.path));
        if kept.is_err() {
            // Whatever went wrong is worth telling, a draft that stays is not.
            let _ = fs::remove_file(&path);
        }
        kept
    }

    /// Has the file filled by somebody who needs its path; it gets its name when that is done. Only its owner can read it.
    ///
    /// # Errors
    /// Why there is no such file, in words; nothing is left behind.
    #[cfg(feature = "server")]
    pub(crate) fn fill(&mut self, fill: impl FnOnce(&Path) -> Result<(), String>) -> Result<(), String> {
        let (path, draft) = self.draft().map_err(|error| cannot(&self.path, &error))?;
        let filled =
            keep_to_owner(&draft).map_err(|error| cannot(&self.path, &error)).and_then(|()| fill(&path));
        let kept = filled.and_then(|()| {
            self.begin()
                .and_then(|()| fs::rename(&path, &self.path))
                .map_err(|error| cannot(&self.path, &error))
        });
        if kept.is_err() {
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

/// Lets nobody else read a file.
#[cfg(feature = "server")]
fn keep_to_owner(file: &File) -> io::Result<()> {
    #[cfg(unix)]
    file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    #[cfg(not(unix))]
    let _ = file;
    Ok(())
}

/// Makes a file that is not there yet.
///
/// # Errors
/// Why not, in words.
pub(crate) fn create(path: &Path) -> Result<File, String> {
    // A file of this name is hardly what is meant.
    if path == Path::new("-") {
        return Err("this cannot be written to the standard output; name a file".to_owned());
    }
    File::create_new(path).map_err(|error| cannot(path, &error))
}

fn cannot(path: &Path, error: &io::Error) -> String {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let named = path.display();
    match (error.kind(), folder) {
        _ if path.is_dir() => format!("{named} is a folder; name a file"),
        (ErrorKind::AlreadyExists, _) => format!("{named} is there already; choose another name"),
        (ErrorKind::NotFound, Some(folder)) => format!("there is no folder {}", folder.display()),
        _ => format!("nothing can be kept in {named}: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        fs::read_dir(folder).unwrap().map(name).collect()
    }

    #[test]
    fn trying_a_place_out_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let file = NewFile::at(&folder.path().join("mine")).unwrap();
        assert!(names(folder.path()).is_empty() && !file.has_begun());
    }

    #[test]
    fn what_is_written_replaces_its_own_text_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine");
        let mut file = NewFile::at(&path).unwrap();
        file.write("one").unwrap();
        file.write("two").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(names(folder.path()), ["mine"]);
        let refused = NewFile::at(&path).unwrap_err();
        assert!(refused.ends_with("mine is there already; choose another name"), "{refused}");
    }

    #[test]
    fn a_file_that_comes_between_is_not_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine");
        let mut file = NewFile::at(&path).unwrap();
        fs::write(&path, "somebody else's").unwrap();
        assert_eq!(file.write("mine").unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).unwrap(), "somebody else's");
        assert_eq!(names(folder.path()), ["mine"]);
    }

    #[test]
    fn a_place_where_no_file_can_be_made_is_refused_in_plain_words() {
        let folder = tempfile::tempdir().unwrap();
        let refused = |name: &str| NewFile::at(&folder.path().join(name)).unwrap_err();
        let missing = refused("none/mine");
        assert!(missing.starts_with("there is no folder ") && missing.ends_with("none"), "{missing}");
        let itself = refused("");
        assert!(itself.ends_with(" is a folder; name a file"), "{itself}");
        fs::write(folder.path().join("file"), "").unwrap();
        let inside = refused("file/mine");
        assert!(inside.starts_with("nothing can be kept in "), "{inside}");
        let output = NewFile::at(Path::new("-")).unwrap_err();
        assert_eq!(output, "this cannot be written to the standard output; name a file");
    }
}
