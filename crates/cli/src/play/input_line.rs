//! Reads lines of user input. Malformed lines do not end the game.

use std::io::{self, BufRead};

/// Maximum length of a line. Actions are much shorter.
pub(super) const MAX_LINE_BYTES: usize = 4096;

/// A line of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum InputLine {
    /// Text without surrounding blanks.
    Text(String),
    /// A line that is too long. It was skipped.
    TooLong,
    /// A line that is not UTF-8.
    NotUtf8,
    /// The end of the input.
    EndOfInput,
}

/// Reads a line.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<InputLine> {
    let mut line = Vec::new();
    let limit = MAX_LINE_BYTES as u64 + 1;
    if io::Read::take(&mut *input, limit).read_until(b'\n', &mut line)? == 0 {
        return Ok(InputLine::EndOfInput);
    }
    if line.len() > MAX_LINE_BYTES && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(InputLine::TooLong);
    }
    Ok(match str::from_utf8(&line) {
        Ok(line) => InputLine::Text(line.trim().to_owned()),
        Err(_) => InputLine::NotUtf8,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut input: &[u8]) -> Vec<InputLine> {
        let mut all = Vec::new();
        while all.last() != Some(&InputLine::EndOfInput) {
            all.push(read(&mut input).unwrap());
        }
        all
    }

    fn line(text: &str) -> InputLine {
        InputLine::Text(text.to_owned())
    }

    #[test]
    fn last_line_needs_no_line_feed() {
        assert_eq!(all(b" draw \r\n\nend"), [line("draw"), line(""), line("end"), InputLine::EndOfInput]);
    }

    #[test]
    fn reads_on_after_a_long_line() {
        let longest = "x".repeat(MAX_LINE_BYTES);
        let input = format!("{longest}\n{longest}x\nend\n{}", longest.repeat(3));
        let expected =
            [line(&longest), InputLine::TooLong, line("end"), InputLine::TooLong, InputLine::EndOfInput];
        assert_eq!(all(input.as_bytes()), expected);
    }

    #[test]
    fn reads_on_after_invalid_utf8() {
        assert_eq!(all(b"dr\xffaw\nend\n"), [InputLine::NotUtf8, line("end"), InputLine::EndOfInput]);
    }
}
