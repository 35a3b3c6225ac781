//! Wrapping of text.

/// Breaks a text at blanks into lines of at most `width` letters. Longer words, such as paths, are cut.
#[must_use]
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    let (mut line, mut length) = (String::new(), 0);
    for word in text.split_whitespace() {
        let letters: Vec<char> = word.chars().collect();
        for (index, part) in letters.chunks(width).enumerate() {
            let gap = usize::from(index == 0 && length > 0);
            if length + gap + part.len() > width {
                lines.push(std::mem::take(&mut line));
                length = 0;
            } else if gap > 0 {
                line.push(' ');
                length += gap;
            }
            line.extend(part);
            length += part.len();
        }
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_breaks_at_blanks_and_long_paths_are_cut() {
        assert_eq!(wrap("the café is closed", 8), ["the café", "is", "closed"]);
        assert_eq!(wrap("in /a/long/path: full", 8), ["in", "/a/long/", "path:", "full"]);
        assert_eq!(wrap("12345678 1", 8), ["12345678", "1"]);
    }
}
