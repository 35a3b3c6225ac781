//! Lines that somebody types, or a script sends: whatever comes, the game goes on.

use std::io::{self, BufRead};

/// A line may be this long; an action is much shorter.
pub(super) const MOST_BYTES: usize = 4096;

/// What came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Typed {
    /// A line, without blanks around it.
    Line(String),
    /// More than a line may hold; it was skipped.
    TooLong,
    /// Bytes that are no text.
    NotText,
    /// Nothing more comes.
    End,
}

/// Reads a line.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Typed> {
    let mut line = Vec::new();
    let limit = MOST_BYTES as u64 + 1;
    if io::Read::take(&mut *input, limit).read_until(b'\n', &mut line)? == 0 {
        return Ok(Typed::End);
    }
    if line.len() > MOST_BYTES && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Typed::TooLong);
    }
    Ok(match str::from_utf8(&line) {
        Ok(line) => Typed::Line(line.trim().to_owned()),
        Err(_) => Typed::NotText,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut input: &[u8]) -> Vec<Typed> {
        let mut all = Vec::new();
        while all.last() != Some(&Typed::End) {
            all.push(read(&mut input).unwrap());
        }
        all
    }

    fn line(text: &str) -> Typed {
        Typed::Line(text.to_owned())
    }

    #[test]
    fn lines_come_one_by_one_also_the_last_without_its_end() {
        assert_eq!(all(b" draw \r\n\nend"), [line("draw"), line(""), line("end"), Typed::End]);
    }

    #[test]
    fn after_a_line_that_is_too_long_the_next_is_read() {
        let longest = "x".repeat(MOST_BYTES);
        let input = format!("{longest}\n{longest}x\nend\n{}", longest.repeat(3));
        let expected = [line(&longest), Typed::TooLong, line("end"), Typed::TooLong, Typed::End];
        assert_eq!(all(input.as_bytes()), expected);
    }

    #[test]
    fn after_bytes_that_are_no_text_the_next_line_is_read() {
        assert_eq!(all(b"dr\xffaw\nend\n"), [Typed::NotText, line("end"), Typed::End]);
    }
}
