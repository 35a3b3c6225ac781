//! Checks the write-ahead log before SQLite opens it.
//!
//! SQLite reads its log up to the first page with a wrong checksum, takes the rest for an unfinished commit, and discards it.
//! After a power cut that is right: the last, unfinished commit was never acknowledged. But complete commits behind the bad
//! page were acknowledged: then the log is damaged.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read};
use std::path::Path;

use super::wal::{self, HEADER_SIZE, WalHeader};

/// Every commit waits for the disk, so at most one commit behind a bad page was not acknowledged.
const MAX_UNACKNOWLEDGED: usize = 1;

/// Describes the damage of a log that has lost acknowledged changes.
///
/// # Errors
/// If the log cannot be read. A missing log is not damaged.
pub(super) fn find_damage(log: &Path) -> io::Result<Option<String>> {
    Ok(match check(log)? {
        Log::Empty => None,
        Log::DamagedHeader => Some("the header of its log is damaged".to_owned()),
        Log::Checked(CheckedLog { valid, commits_behind, .. }) if commits_behind > MAX_UNACKNOWLEDGED => {
            let (bad, lost) = (valid + 1, commits_behind - MAX_UNACKNOWLEDGED);
            Some(format!("page {bad} of its log has a wrong checksum, and at least {lost} changes follow it"))
        }
        Log::Checked(_) => None,
    })
}

/// Returns where this number of frames ends in a log. None if the log has fewer valid frames.
///
/// # Errors
/// If the log cannot be read.
pub(super) fn end_of_frames(log: &Path, frames: u64) -> io::Result<Option<u64>> {
    if frames == 0 {
        return Ok(Some(0));
    }
    Ok(match check(log)? {
        Log::Checked(log) if log.valid >= frames => Some(log.header.frame_offset(frames + 1)),
        _ => None,
    })
}

enum Log {
    Empty,
    DamagedHeader,
    Checked(CheckedLog),
}

struct CheckedLog {
    header: WalHeader,
    /// Number of frames before the first bad one.
    valid: u64,
    /// Number of commits behind the first bad frame.
    commits_behind: usize,
}

fn check(log: &Path) -> io::Result<Log> {
    let mut file = match File::open(log) {
        Ok(file) => BufReader::with_capacity(1 << 16, file),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Log::Empty),
        Err(error) => return Err(error),
    };
    let mut header = [0; HEADER_SIZE];
    if !wal::fill(&mut file, &mut header)? || header.iter().all(|byte| *byte == 0) {
        return Ok(Log::Empty);
    }
    match WalHeader::parse(&header) {
        None => Ok(Log::DamagedHeader),
        Some(header) => check_frames(file, header).map(Log::Checked),
    }
}

fn check_frames(mut file: impl Read, header: WalHeader) -> io::Result<CheckedLog> {
    let mut frame = vec![0; header.frame_size()];
    let mut checksum = header.checksum;
    let (mut valid, mut is_bad, mut commits_behind) = (0, false, 0);
    while wal::fill(&mut file, &mut frame)? {
        // Frames with another salt are left from an older log.
        let is_current = wal::has_salt(&frame, header.salt);
        if !is_bad {
            checksum.add_frame(&frame);
            is_bad = !is_current || !checksum.matches(&frame, 16);
            valid += u64::from(!is_bad);
        }
        commits_behind += usize::from(is_bad && is_current && wal::pages_after_commit(&frame) != 0);
    }
    Ok(CheckedLog { header, valid, commits_behind })
}
