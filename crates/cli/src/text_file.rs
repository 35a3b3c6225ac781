//! Reading text files, and making foreign text safe for a terminal.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use cafe_rules::{Record, RecordFault, is_invisible};

/// Maximum size of a file. Files are read into memory, and a device may never end.
const MAX_FILE_BYTES: u64 = 1 << 30;

/// Returns true for `-`, which stands for standard input.
#[must_use]
pub fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-")
}

/// Returns the name of a file for messages.
#[must_use]
pub fn display_name(path: &Path) -> String {
    if is_standard_input(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// Reads a whole file, or standard input.
///
/// # Errors
/// The reason, without the name of the file.
pub fn read(path: &Path) -> Result<String, String> {
    if is_standard_input(path) {
        read_text(io::stdin().lock(), MAX_FILE_BYTES)
    } else {
        read_text(File::open(path).map_err(|error| read_error(&error))?, MAX_FILE_BYTES)
    }
}

fn read_text(file: impl Read, max_bytes: u64) -> Result<String, String> {
    let mut bytes = Vec::new();
    file.take(max_bytes + 1).read_to_end(&mut bytes).map_err(|error| read_error(&error))?;
    if bytes.len() as u64 > max_bytes {
        return Err(format!("the file is larger than {max_bytes} bytes"));
    }
    String::from_utf8(bytes).map_err(|_| "the file is not UTF-8 text".to_owned())
}

/// Describes why a file cannot be read.
#[must_use]
pub fn read_error(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_owned(),
        io::ErrorKind::IsADirectory => "this is a folder, not a file".to_owned(),
        _ => error.to_string(),
    }
}

/// Replaces invisible characters, so that foreign text cannot send commands to the terminal.
///
/// ```
/// assert_eq!(cafe_cli::text_file::sanitize("Zoë \u{1b}[2J"), "Zoë \u{fffd}[2J");
/// ```
#[must_use]
pub fn sanitize(text: &str) -> String {
    text.chars()
        .map(|letter| if is_invisible(letter) { char::REPLACEMENT_CHARACTER } else { letter })
        .collect()
}

/// Escapes invisible characters in JSON. They occur only inside strings, so the value stays the same.
#[must_use]
pub fn sanitize_json(json: &str) -> String {
    let mut safe = String::with_capacity(json.len());
    for letter in json.chars() {
        if is_invisible(letter) {
            let mut units = [0; 2];
            for unit in letter.encode_utf16(&mut units) {
                safe.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            safe.push(letter);
        }
    }
    safe
}

/// Quotes a path for a shell if necessary.
#[must_use]
pub fn shell_quote(path: &Path) -> String {
    let path = path.display().to_string();
    let is_plain = |letter: char| letter.is_alphanumeric() || "/\\:._-+,@=".contains(letter);
    if !path.is_empty() && path.chars().all(is_plain) && (cfg!(windows) || !path.contains('\\')) {
        path
    } else if cfg!(windows) {
        format!("\"{path}\"")
    } else {
        format!("'{}'", path.replace('\'', r"'\''"))
    }
}

/// Parses a record that begins at this line of its file. The error counts lines from the top of the file.
pub(crate) fn parse_record(text: &str, first_line: usize) -> Result<Record, String> {
    Record::parse(text).map_err(|faults| {
        let mut message = "this record is not valid".to_owned();
        for fault in faults.iter() {
            let in_file = RecordFault { line: fault.line + first_line - 1, ..fault.clone() };
            message.push_str(&format!("\n  {in_file}"));
        }
        if faults.omitted() > 0 {
            message.push_str(&format!("\n  and {} more", faults.omitted()));
        }
        message
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn read_errors_are_plain() {
        let folder = tempfile::tempdir().unwrap();
        let binary = folder.path().join("binary.cafe");
        std::fs::write(&binary, [0xff, 0xfe]).unwrap();
        assert_eq!(read(&folder.path().join("none")).unwrap_err(), "no such file");
        assert_eq!(read(&binary).unwrap_err(), "the file is not UTF-8 text");
        if cfg!(unix) {
            assert_eq!(read(folder.path()).unwrap_err(), "this is a folder, not a file");
        }
    }

    #[test]
    fn endless_file_is_refused() {
        assert_eq!(read_text(&b"cafe 1"[..], 6).unwrap(), "cafe 1");
        assert_eq!(read_text(io::repeat(0), 6).unwrap_err(), "the file is larger than 6 bytes");
    }

    #[test]
    fn sanitized_text_has_no_control_characters() {
        for invisible in
            ['\u{7}', '\u{1b}', '\u{7f}', '\u{9b}', '\u{200f}', '\u{202e}', '\u{2067}', '\u{feff}']
        {
            assert_eq!(sanitize(&format!("A{invisible}b")), "A\u{fffd}b");
        }
        assert_eq!(sanitize("Zoë 李 👩‍🍳"), "Zoë 李 👩‍🍳");
    }

    #[test]
    fn sanitized_json_has_the_same_value() {
        let value = serde_json::json!({"name": "A\u{202e}\u{9b}b", "note": "\u{1b}é"});
        let safe = sanitize_json(&value.to_string());
        assert!(!safe.contains(is_invisible), "{safe:?}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&safe).unwrap(), value);
    }

    #[cfg(unix)]
    #[test]
    fn path_with_blanks_is_quoted() {
        assert_eq!(shell_quote(Path::new("/tmp/game-1.cafe")), "/tmp/game-1.cafe");
        assert_eq!(shell_quote(Path::new("my games/one.cafe")), "'my games/one.cafe'");
        assert_eq!(shell_quote(Path::new("Ann's.cafe")), r"'Ann'\''s.cafe'");
        assert_eq!(shell_quote(Path::new("a$b")), "'a$b'");
    }
}
