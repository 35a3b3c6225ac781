//! Output files that must not exist before.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

/// A file that this process creates. It never replaces another file.
#[derive(Clone, Debug)]
pub(crate) struct NewFile {
    path: PathBuf,
    /// True once this process has created the file.
    created: bool,
}

/// Why a file cannot be created.
#[derive(Debug, Error)]
pub(crate) enum NewFileError {
    #[error("cannot write to standard output; name a file")]
    StandardOutput,
    #[error("{} is a folder; name a file", .0.display())]
    Folder(PathBuf),
    #[error("{} exists already; choose another name", .0.display())]
    Exists(PathBuf),
    #[error("there is no folder {}", .0.display())]
    NoFolder(PathBuf),
    #[error("cannot write to {}: {error}", .path.display())]
    Other { path: PathBuf, error: io::Error },
}

impl NewFileError {
    fn new(path: &Path, error: io::Error) -> NewFileError {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        match (error.kind(), folder) {
            _ if path.is_dir() => NewFileError::Folder(path.to_owned()),
            (ErrorKind::AlreadyExists, _) => NewFileError::Exists(path.to_owned()),
            (ErrorKind::NotFound, Some(folder)) => NewFileError::NoFolder(folder.to_owned()),
            _ => NewFileError::Other { path: path.to_owned(), error },
        }
    }
}

impl From<NewFileError> for String {
    fn from(error: NewFileError) -> String {
        error.to_string()
    }
}

impl NewFile {
    /// Checks that a file can be created at this path, before hours of work depend on it. The file is removed again, so that
    /// an interrupted command has not used up the name.
    ///
    /// # Errors
    /// Why no file can be created.
    pub(crate) fn prepare(path: &Path) -> Result<NewFile, NewFileError> {
        drop(create(path)?);
        fs::remove_file(path).map_err(|error| NewFileError::new(path, error))?;
        Ok(NewFile { path: path.to_owned(), created: false })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns true if the file has been written at least once.
    pub(crate) fn is_created(&self) -> bool {
        self.created
    }

    /// Writes the file atomically: it always holds either the old or the new contents.
    pub(crate) fn write(&mut self, contents: impl AsRef<[u8]>) -> io::Result<()> {
        let (path, mut draft) = self.create_draft()?;
        let written = draft.write_all(contents.as_ref()).and_then(|()| draft.sync_all());
        drop(draft);
        let renamed = written.and_then(|()| self.claim()).and_then(|()| fs::rename(&path, &self.path));
        if renamed.is_err() {
            let _ = fs::remove_file(&path);
        }
        renamed
    }

    /// Lets a function write a draft file by its path, then renames the draft. Only the owner can read the file.
    ///
    /// # Errors
    /// Why there is no file. The draft is removed.
    #[cfg(feature = "server")]
    pub(crate) fn write_with<E: From<NewFileError>>(
        &mut self,
        write: impl FnOnce(&Path) -> Result<(), E>,
    ) -> Result<(), E> {
        let target = self.path.clone();
        let failed = |error| E::from(NewFileError::new(&target, error));
        let (draft_path, draft) = self.create_draft().map_err(failed)?;
        let written = restrict_to_owner(&draft).map_err(failed).and_then(|()| write(&draft_path));
        let renamed = written
            .and_then(|()| self.claim().and_then(|()| fs::rename(&draft_path, &target)).map_err(failed));
        if renamed.is_err() {
            let _ = fs::remove_file(&draft_path);
        }
        renamed
    }

    /// Creates the file before it is first renamed over, so that a file of another process is not replaced.
    fn claim(&mut self) -> io::Result<()> {
        if !self.created {
            File::create_new(&self.path)?;
            self.created = true;
        }
        Ok(())
    }

    /// Creates a draft in the same folder, so that it can be renamed.
    fn create_draft(&self) -> io::Result<(PathBuf, File)> {
        let number = getrandom::u64().map_err(io::Error::other)?;
        let path = self.path.with_file_name(format!(".cafe-{number:016x}.draft"));
        File::create_new(&path).map(|file| (path, file))
    }
}

#[cfg(feature = "server")]
fn restrict_to_owner(file: &File) -> io::Result<()> {
    #[cfg(unix)]
    file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    #[cfg(not(unix))]
    let _ = file;
    Ok(())
}

/// Creates a file that does not exist yet.
///
/// # Errors
/// Why it cannot be created.
pub(crate) fn create(path: &Path) -> Result<File, NewFileError> {
    // Other commands read `-` as a standard stream; a file of that name would be a mistake.
    if path == Path::new("-") {
        return Err(NewFileError::StandardOutput);
    }
    File::create_new(path).map_err(|error| NewFileError::new(path, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        fs::read_dir(folder).unwrap().map(name).collect()
    }

    #[test]
    fn prepare_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let file = NewFile::prepare(&folder.path().join("mine")).unwrap();
        assert!(names(folder.path()).is_empty() && !file.is_created());
    }

    #[test]
    fn write_replaces_only_its_own_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine");
        let mut file = NewFile::prepare(&path).unwrap();
        file.write("one").unwrap();
        file.write("two").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(names(folder.path()), ["mine"]);
        let error = NewFile::prepare(&path).unwrap_err().to_string();
        assert!(error.ends_with("mine exists already; choose another name"), "{error}");
    }

    #[test]
    fn file_created_in_between_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine");
        let mut file = NewFile::prepare(&path).unwrap();
        fs::write(&path, "another process").unwrap();
        assert_eq!(file.write("mine").unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).unwrap(), "another process");
        assert_eq!(names(folder.path()), ["mine"]);
    }

    #[test]
    fn errors_name_the_path_and_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        let error = |name: &str| NewFile::prepare(&folder.path().join(name)).unwrap_err().to_string();
        let missing = error("none/mine");
        assert!(missing.starts_with("there is no folder ") && missing.ends_with("none"), "{missing}");
        let itself = error("");
        assert!(itself.ends_with(" is a folder; name a file"), "{itself}");
        fs::write(folder.path().join("file"), "").unwrap();
        let inside = error("file/mine");
        assert!(inside.starts_with("cannot write to "), "{inside}");
        let output = NewFile::prepare(Path::new("-")).unwrap_err().to_string();
        assert_eq!(output, "cannot write to standard output; name a file");
    }
}
