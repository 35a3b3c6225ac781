//! Any text as a record or an archive: what is accepted is written and read back as the same game.

#![no_main]

use cafe_rules::{Log, records};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut next_line = 1;
    for (first_line, record) in records(text) {
        assert_eq!(first_line, next_line, "no line is left out");
        next_line += record.matches('\n').count();
        match Log::read(record) {
            Ok(log) => assert_eq!(Log::read(&log.to_string()).as_ref(), Ok(&log), "{record}"),
            Err(faults) => {
                assert!(faults.iter().all(|fault| fault.line <= record.lines().count().max(1)), "{faults}")
            }
        }
    }
});
