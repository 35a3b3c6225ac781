//! Files of records as every command reads and names them, and words of others as a terminal may show them.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use cafe_rules::{Record, RecordFault, is_invisible};

/// Whether this stands for the standard input.
#[must_use]
pub fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-")
}

/// What a file is called.
#[must_use]
pub fn shown(path: &Path) -> String {
    if is_standard_input(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// A file may be this large: it is read as a whole, also one that never ends.
const FILE_BYTES: u64 = 1 << 30;

/// The whole text of a file, or of the standard input.
///
/// # Errors
/// Why it cannot be read, without the name of the file.
pub fn read(path: &Path) -> Result<String, String> {
    if is_standard_input(path) {
        read_text(io::stdin().lock(), FILE_BYTES)
    } else {
        read_text(File::open(path).map_err(|error| why(&error))?, FILE_BYTES)
    }
}

fn read_text(file: impl Read, most: u64) -> Result<String, String> {
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes).map_err(|error| why(&error))?;
    if bytes.len() as u64 > most {
        return Err(format!("this is larger than a file may be ({most} bytes)"));
    }
    String::from_utf8(bytes).map_err(|_| "this is not text, so it is no record".to_owned())
}

/// Why a file cannot be read, as people say it.
#[must_use]
pub fn why(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::IsADirectory => "this is a folder, not a file".to_owned(),
        _ => error.to_string(),
    }
}

/// Words of others without anything that a terminal might obey or that cannot be seen.
///
/// ```
/// assert_eq!(cafe_cli::files::clean("Zoë \u{1b}[2J"), "Zoë \u{fffd}[2J");
/// ```
#[must_use]
pub fn clean(text: &str) -> String {
    text.chars()
        .map(|letter| if is_invisible(letter) { char::REPLACEMENT_CHARACTER } else { letter })
        .collect()
}

/// The same JSON, with everything escaped that a terminal might obey or that cannot be seen.
///
/// Such letters stand in strings only, where JSON escapes mean the same.
#[must_use]
pub fn clean_json(json: &str) -> String {
    let mut clean = String::with_capacity(json.len());
    for letter in json.chars() {
        if is_invisible(letter) {
            let mut units = [0; 2];
            for unit in letter.encode_utf16(&mut units) {
                clean.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            clean.push(letter);
        }
    }
    clean
}

/// A path as it can be given to a shell.
#[must_use]
pub fn quoted(path: &Path) -> String {
    let path = path.display().to_string();
    let plain = |letter: char| letter.is_alphanumeric() || "/\\:._-+,@=".contains(letter);
    if !path.is_empty() && path.chars().all(plain) && (cfg!(windows) || !path.contains('\\')) {
        path
    } else if cfg!(windows) {
        format!("\"{path}\"")
    } else {
        format!("'{}'", path.replace('\'', r"'\''"))
    }
}

/// Reads a record that begins on this line of its file. What is wrong is told by the lines of the file.
pub(crate) fn read_record(text: &str, first_line: usize) -> Result<Record, String> {
    Record::parse(text).map_err(|faults| {
        let mut said = "this record does not hold".to_owned();
        for fault in faults.iter() {
            let in_file = RecordFault { line: fault.line + first_line - 1, ..fault.clone() };
            said.push_str(&format!("\n  {in_file}"));
        }
        if faults.omitted() > 0 {
            said.push_str(&format!("\n  and {} more", faults.omitted()));
        }
        said
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_said_in_plain_words() {
        let folder = tempfile::tempdir().unwrap();
        let binary = folder.path().join("binary.cafe");
        std::fs::write(&binary, [0xff, 0xfe]).unwrap();
        assert_eq!(read(&folder.path().join("none")).unwrap_err(), "there is no such file");
        assert_eq!(read(&binary).unwrap_err(), "this is not text, so it is no record");
        if cfg!(unix) {
            assert_eq!(read(folder.path()).unwrap_err(), "this is a folder, not a file");
        }
    }

    #[test]
    fn a_file_that_never_ends_is_not_read_for_ever() {
        assert_eq!(read_text(&b"cafe 1"[..], 6).unwrap(), "cafe 1");
        let said = "this is larger than a file may be (6 bytes)";
        assert_eq!(read_text(io::repeat(0), 6).unwrap_err(), said);
    }

    #[test]
    fn words_of_others_cannot_command_the_terminal() {
        for unseen in ['\u{7}', '\u{1b}', '\u{7f}', '\u{9b}', '\u{200f}', '\u{202e}', '\u{2067}', '\u{feff}']
        {
            assert_eq!(clean(&format!("A{unseen}b")), "A\u{fffd}b");
        }
        assert_eq!(clean("Zoë 李 👩‍🍳"), "Zoë 李 👩‍🍳");
    }

    #[test]
    fn clean_json_means_the_same() {
        let value = serde_json::json!({"name": "A\u{202e}\u{9b}b", "note": "\u{1b}é"});
        let clean = clean_json(&value.to_string());
        assert!(!clean.contains(is_invisible), "{clean:?}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&clean).unwrap(), value);
    }

    #[cfg(unix)]
    #[test]
    fn a_path_with_blanks_is_quoted_for_the_shell() {
        assert_eq!(quoted(Path::new("/tmp/game-1.cafe")), "/tmp/game-1.cafe");
        assert_eq!(quoted(Path::new("my games/one.cafe")), "'my games/one.cafe'");
        assert_eq!(quoted(Path::new("Ann's.cafe")), r"'Ann'\''s.cafe'");
        assert_eq!(quoted(Path::new("a$b")), "'a$b'");
    }
}
