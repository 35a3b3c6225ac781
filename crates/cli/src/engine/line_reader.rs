//! Reads lines of bounded length.

use std::io::{self, BufRead};

/// Maximum length of a line, without its end.
pub const MAX_LINE_BYTES: usize = 1 << 20;

/// The result of reading a line.
pub(super) enum Line {
    /// A complete line.
    Complete,
    /// A line that is too long. It was skipped.
    TooLong,
    /// The end of the input.
    EndOfInput,
}

/// Reads up to the end of a line. Nothing of a line that is too long is kept in memory.
pub(super) fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Line> {
    line.clear();
    let mut too_long = false;
    loop {
        let available = match input.fill_buf() {
            Ok(available) => available,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if available.is_empty() {
            let is_end = line.is_empty() && !too_long;
            too_long |= line.len() > MAX_LINE_BYTES;
            return Ok(if is_end {
                Line::EndOfInput
            } else if too_long {
                Line::TooLong
            } else {
                Line::Complete
            });
        }
        let end = available.iter().position(|&byte| byte == b'\n');
        let part = &available[..end.unwrap_or(available.len())];
        // One more byte is allowed for a carriage return before the line feed.
        too_long |= line.len() + part.len() > MAX_LINE_BYTES + 1;
        if too_long {
            line.clear();
        } else {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            line.pop_if(|last| *last == b'\r');
            too_long |= line.len() > MAX_LINE_BYTES;
            return Ok(if too_long { Line::TooLong } else { Line::Complete });
        }
    }
}
