//! Checksums of entries. They find damage that SQLite does not: it checks the structure of the file, not its contents.

use crc32fast::Hasher;

/// Returns the checksum of an entry.
pub(super) fn checksum(number: i64, at: i64, data: &[u8]) -> i64 {
    let mut hasher = Hasher::new();
    hasher.update(&number.to_le_bytes());
    hasher.update(&at.to_le_bytes());
    hasher.update(data);
    i64::from(hasher.finalize())
}
