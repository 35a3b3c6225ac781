//! Looks whether the log beside the file is whole.
//!
//! The database reads its log up to the first page that does not fit its checksum, takes the rest for what a power cut left
//! half written, and goes on without it. After a power cut that is right: whoever wrote the last, unfinished change was never
//! answered. But if whole changes lie behind the bad page, the log is damaged, and they were answered.
//!
//! The format is described at <https://www.sqlite.org/fileformat2.html#the_write_ahead_log>.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read};
use std::path::Path;

const HEADER: usize = 32;
const FRAME_HEADER: usize = 24;
/// The lowest bit tells in which order the checksums read their bytes.
const MAGIC: u32 = 0x377f_0682;
/// A commit waits for the disk, so at most one that nobody was answered can lie behind a bad page.
const UNANSWERED: usize = 1;

/// What is wrong with a log, if changes that were answered are lost in it.
///
/// # Errors
/// If it cannot be read. One that is not there is whole.
pub(super) fn wrong_with(log: &Path) -> io::Result<Option<String>> {
    match File::open(log) {
        Ok(file) => Log::read(BufReader::with_capacity(1 << 16, file)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

struct Log {
    little_endian: bool,
    salt: [u8; 8],
    sum: [u32; 2],
}

impl Log {
    fn read(mut file: impl Read) -> io::Result<Option<String>> {
        let mut header = [0; HEADER];
        if !filled(&mut file, &mut header)? || header.iter().all(|byte| *byte == 0) {
            return Ok(None);
        }
        let magic = word(&header, 0);
        let page = word(&header, 8) as usize;
        let mut log = Log { little_endian: magic & 1 == 0, salt: eight(&header, 16), sum: [0, 0] };
        log.add(&header[..24]);
        let sound = magic & !1 == MAGIC && (512..=65536).contains(&page) && page.is_power_of_two();
        if !sound || !log.fits(&header, 24) {
            return Ok(Some("its log does not begin as one".to_owned()));
        }
        let mut frame = vec![0; FRAME_HEADER + page];
        let (mut number, mut bad, mut lost) = (0, None, 0);
        while filled(&mut file, &mut frame)? {
            number += 1;
            let current = eight(&frame, 8) == log.salt;
            if bad.is_none() {
                log.add(&frame[..8]);
                log.add(&frame[FRAME_HEADER..]);
                if !current || !log.fits(&frame, 16) {
                    bad = Some(number);
                }
            }
            // Behind the bad one only what belongs to this log counts, not what is left of an older one.
            let commits = word(&frame, 4) != 0;
            lost += usize::from(bad.is_some() && current && commits);
        }
        let lost = bad.filter(|_| lost > UNANSWERED).map(|bad| {
            format!(
                "page {bad} of its log does not fit its checksum, and at least {} changes lie behind it",
                lost - UNANSWERED
            )
        });
        Ok(lost)
    }

    /// Goes on with the checksum, which runs through the whole log.
    fn add(&mut self, bytes: &[u8]) {
        let little_endian = self.little_endian;
        let read = |word: &[u8]| {
            let word = [word[0], word[1], word[2], word[3]];
            if little_endian { u32::from_le_bytes(word) } else { u32::from_be_bytes(word) }
        };
        let [mut one, mut two] = self.sum;
        for pair in bytes.chunks_exact(8) {
            one = one.wrapping_add(read(&pair[..4])).wrapping_add(two);
            two = two.wrapping_add(read(&pair[4..])).wrapping_add(one);
        }
        self.sum = [one, two];
    }

    fn fits(&self, bytes: &[u8], at: usize) -> bool {
        self.sum == [word(bytes, at), word(bytes, at + 4)]
    }
}

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

fn eight(bytes: &[u8], at: usize) -> [u8; 8] {
    std::array::from_fn(|i| bytes[at + i])
}

/// Whether there was enough to fill it.
fn filled(file: &mut impl Read, bytes: &mut [u8]) -> io::Result<bool> {
    match file.read_exact(bytes) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}
