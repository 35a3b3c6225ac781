//! Files with several records.

/// Splits an archive into its records, each with the number of its first line. The records are not checked.
pub fn split_archive(archive: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = archive;
    let mut next_line = 1;
    std::iter::from_fn(move || {
        // Blank lines and comments belong to the record that follows them; after the last record they are dropped.
        if rest.lines().all(is_ignored) {
            return None;
        }
        let mut has_content = false;
        let mut end = 0;
        for line in rest.split_inclusive('\n') {
            let is_first_line = line.trim_end().starts_with("cafe ");
            if is_first_line && has_content {
                break;
            }
            has_content |= is_first_line || !is_ignored(line);
            end += line.len();
        }
        let (record, after) = rest.split_at(end);
        let first_line = next_line;
        next_line += record.matches('\n').count();
        rest = after;
        Some((first_line, record))
    })
}

fn is_ignored(line: &str) -> bool {
    line.trim().is_empty() || line.starts_with('#')
}
