//! Parses arbitrary text as an archive of records: an accepted record round-trips.

#![no_main]

use cafe_rules::{Record, split_archive};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut next_line = 1;
    for (first_line, text) in split_archive(text) {
        assert_eq!(first_line, next_line, "no line is skipped");
        next_line += text.matches('\n').count();
        match Record::parse(text) {
            Ok(record) => assert_eq!(Record::parse(&record.to_string()).as_ref(), Ok(&record), "{text}"),
            Err(faults) => {
                assert!(faults.iter().all(|fault| fault.line <= text.lines().count().max(1)), "{faults}")
            }
        }
    }
});
