//! Checks the write-ahead log before SQLite opens it.
//!
//! SQLite reads its log up to the first page with a wrong checksum, takes the rest for an unfinished commit, and discards it.
//! After a power cut that is right: the last, unfinished commit was never acknowledged. But complete commits behind the bad
//! page were acknowledged: then the log is damaged.
//!
//! The format is described at <https://www.sqlite.org/fileformat2.html#the_write_ahead_log>.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read};
use std::path::Path;

const HEADER_SIZE: usize = 32;
const FRAME_HEADER_SIZE: usize = 24;
/// The lowest bit is the byte order of the checksums.
const MAGIC: u32 = 0x377f_0682;
/// Every commit waits for the disk, so at most one commit behind a bad page was not acknowledged.
const MAX_UNACKNOWLEDGED: usize = 1;

/// Describes the damage of a log that has lost acknowledged changes.
///
/// # Errors
/// If the log cannot be read. A missing log is not damaged.
pub(super) fn find_damage(log: &Path) -> io::Result<Option<String>> {
    match File::open(log) {
        Ok(file) => WalChecker::check(BufReader::with_capacity(1 << 16, file)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

struct WalChecker {
    little_endian: bool,
    salt: [u8; 8],
    checksum: [u32; 2],
}

impl WalChecker {
    fn check(mut file: impl Read) -> io::Result<Option<String>> {
        let mut header = [0; HEADER_SIZE];
        if !fill(&mut file, &mut header)? || header.iter().all(|byte| *byte == 0) {
            return Ok(None);
        }
        let magic = read_u32(&header, 0);
        let page_size = read_u32(&header, 8) as usize;
        let mut checker =
            WalChecker { little_endian: magic & 1 == 0, salt: read_salt(&header, 16), checksum: [0, 0] };
        checker.add(&header[..24]);
        let is_plausible =
            magic & !1 == MAGIC && (512..=65536).contains(&page_size) && page_size.is_power_of_two();
        if !is_plausible || !checker.matches(&header, 24) {
            return Ok(Some("the header of its log is damaged".to_owned()));
        }
        let mut frame = vec![0; FRAME_HEADER_SIZE + page_size];
        let (mut number, mut bad, mut commits_behind) = (0, None, 0);
        while fill(&mut file, &mut frame)? {
            number += 1;
            let is_current = read_salt(&frame, 8) == checker.salt;
            if bad.is_none() {
                checker.add(&frame[..8]);
                checker.add(&frame[FRAME_HEADER_SIZE..]);
                if !is_current || !checker.matches(&frame, 16) {
                    bad = Some(number);
                }
            }
            // Pages with another salt are left from an older log.
            let is_commit = read_u32(&frame, 4) != 0;
            commits_behind += usize::from(bad.is_some() && is_current && is_commit);
        }
        Ok(bad.filter(|_| commits_behind > MAX_UNACKNOWLEDGED).map(|bad| {
            let lost = commits_behind - MAX_UNACKNOWLEDGED;
            format!("page {bad} of its log has a wrong checksum, and at least {lost} changes follow it")
        }))
    }

    /// Continues the checksum, which runs through the whole log.
    fn add(&mut self, bytes: &[u8]) {
        let little_endian = self.little_endian;
        let read = |word: &[u8]| {
            let word = [word[0], word[1], word[2], word[3]];
            if little_endian { u32::from_le_bytes(word) } else { u32::from_be_bytes(word) }
        };
        let [mut first, mut second] = self.checksum;
        for pair in bytes.chunks_exact(8) {
            first = first.wrapping_add(read(&pair[..4])).wrapping_add(second);
            second = second.wrapping_add(read(&pair[4..])).wrapping_add(first);
        }
        self.checksum = [first, second];
    }

    fn matches(&self, bytes: &[u8], offset: usize) -> bool {
        self.checksum == [read_u32(bytes, offset), read_u32(bytes, offset + 4)]
    }
}

fn read_u32(bytes: &[u8], offset: usize) -> u32 {
    u32::from_be_bytes([bytes[offset], bytes[offset + 1], bytes[offset + 2], bytes[offset + 3]])
}

fn read_salt(bytes: &[u8], offset: usize) -> [u8; 8] {
    std::array::from_fn(|i| bytes[offset + i])
}

/// Fills the buffer. Returns false at the end of the file, also if it ends inside the buffer.
fn fill(file: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match file.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}
