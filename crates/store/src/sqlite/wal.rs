//! The format of a write-ahead log: <https://www.sqlite.org/fileformat2.html#the_write_ahead_log>.
//!
//! A log is a header and frames. A frame is a header and a page; the last frame of a commit has the size of the database. Checksums
//! run through the whole log, so a frame is valid only behind exactly the frames before it.

use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

pub(super) const HEADER_SIZE: usize = 32;
pub(super) const FRAME_HEADER_SIZE: usize = 24;
/// The lowest bit is the byte order of the checksums.
const MAGIC: u32 = 0x377f_0682;
const FORMAT_VERSION: u32 = 3_007_000;

/// Two random numbers. They are new each time the log starts from its beginning, so older frames are told apart.
pub(super) type Salt = [u8; 8];

/// Returns the path of the log of a database.
pub(super) fn log_file(database: &Path) -> PathBuf {
    let mut log = database.as_os_str().to_owned();
    log.push("-wal");
    PathBuf::from(log)
}

/// The checksum of a log up to some frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Checksum {
    little_endian: bool,
    sums: [u32; 2],
}

impl Checksum {
    /// Continues the checksum. The length must be a multiple of eight.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        let little_endian = self.little_endian;
        let read = |word: &[u8]| {
            let word = [word[0], word[1], word[2], word[3]];
            if little_endian { u32::from_le_bytes(word) } else { u32::from_be_bytes(word) }
        };
        let [mut first, mut second] = self.sums;
        for pair in bytes.chunks_exact(8) {
            first = first.wrapping_add(read(&pair[..4])).wrapping_add(second);
            second = second.wrapping_add(read(&pair[4..])).wrapping_add(first);
        }
        self.sums = [first, second];
    }

    /// Continues the checksum with a frame.
    pub(super) fn add_frame(&mut self, frame: &[u8]) {
        self.add(&frame[..8]);
        self.add(&frame[FRAME_HEADER_SIZE..]);
    }

    pub(super) fn matches(&self, bytes: &[u8], offset: usize) -> bool {
        self.sums == [read_u32(bytes, offset), read_u32(bytes, offset + 4)]
    }

    fn write(&self, bytes: &mut [u8]) {
        bytes[..4].copy_from_slice(&self.sums[0].to_be_bytes());
        bytes[4..8].copy_from_slice(&self.sums[1].to_be_bytes());
    }
}

/// The header of a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct WalHeader {
    pub(super) page_size: usize,
    pub(super) salt: Salt,
    /// The checksum behind the header, from which that of the first frame continues.
    pub(super) checksum: Checksum,
}

impl WalHeader {
    /// Reads a header. None if it is damaged.
    pub(super) fn parse(bytes: &[u8; HEADER_SIZE]) -> Option<WalHeader> {
        let magic = read_u32(bytes, 0);
        let page_size = read_u32(bytes, 8) as usize;
        let mut checksum = Checksum { little_endian: magic & 1 == 0, sums: [0, 0] };
        checksum.add(&bytes[..24]);
        let is_plausible =
            magic & !1 == MAGIC && (512..=65536).contains(&page_size) && page_size.is_power_of_two();
        let salt = read_salt(bytes, 16);
        (is_plausible && checksum.matches(bytes, 24)).then_some(WalHeader { page_size, salt, checksum })
    }

    /// Returns the header of a new log, and its bytes.
    pub(super) fn create(page_size: usize, salt: Salt) -> (WalHeader, [u8; HEADER_SIZE]) {
        let mut bytes = [0; HEADER_SIZE];
        bytes[..4].copy_from_slice(&MAGIC.to_be_bytes());
        bytes[4..8].copy_from_slice(&FORMAT_VERSION.to_be_bytes());
        bytes[8..12].copy_from_slice(&(page_size as u32).to_be_bytes());
        bytes[16..24].copy_from_slice(&salt);
        let mut checksum = Checksum { little_endian: true, sums: [0, 0] };
        checksum.add(&bytes[..24]);
        checksum.write(&mut bytes[24..]);
        (WalHeader { page_size, salt, checksum }, bytes)
    }

    pub(super) fn frame_size(&self) -> usize {
        FRAME_HEADER_SIZE + self.page_size
    }

    /// Returns where a frame begins; the first one has number 1.
    pub(super) fn frame_offset(&self, number: u64) -> u64 {
        HEADER_SIZE as u64 + (number - 1) * self.frame_size() as u64
    }
}

/// Returns the number of the page in a frame.
pub(super) fn page_number(frame: &[u8]) -> u32 {
    read_u32(frame, 0)
}

/// Returns the number of pages of the database after a commit; 0 if the frame does not end a commit.
pub(super) fn pages_after_commit(frame: &[u8]) -> u32 {
    read_u32(frame, 4)
}

/// Returns true if a frame belongs to the log with this salt, and not to an older one.
pub(super) fn has_salt(frame: &[u8], salt: Salt) -> bool {
    read_salt(frame, 8) == salt
}

/// Fills in the header of a frame whose page is set, and continues the checksum.
pub(super) fn seal_frame(
    frame: &mut [u8],
    page: u32,
    pages_after_commit: u32,
    salt: Salt,
    checksum: &mut Checksum,
) {
    frame[..4].copy_from_slice(&page.to_be_bytes());
    frame[4..8].copy_from_slice(&pages_after_commit.to_be_bytes());
    frame[8..16].copy_from_slice(&salt);
    checksum.add_frame(frame);
    checksum.write(&mut frame[16..24]);
}

fn read_u32(bytes: &[u8], offset: usize) -> u32 {
    u32::from_be_bytes([bytes[offset], bytes[offset + 1], bytes[offset + 2], bytes[offset + 3]])
}

fn read_salt(bytes: &[u8], offset: usize) -> Salt {
    std::array::from_fn(|i| bytes[offset + i])
}

/// Fills the buffer. Returns false at the end of the file, also if it ends inside the buffer.
pub(super) fn fill(file: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match file.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}
