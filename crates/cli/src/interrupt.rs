//! Ctrl-C, for commands whose work so far is worth having.

use std::io::{self, Write};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a process ends with that was interrupted: 128 and the number of the signal.
pub(crate) const EXIT_CODE: u8 = 130;

static PRESSED: AtomicBool = AtomicBool::new(false);

/// From now on the first Ctrl-C is only noted, and this is said; the second one ends the process.
pub(crate) fn expect(said: &'static str) {
    // Where that cannot be arranged, Ctrl-C does what it always does.
    let _ = ctrlc::set_handler(move || {
        if PRESSED.swap(true, Ordering::Relaxed) {
            process::exit(EXIT_CODE.into());
        }
        let _ = writeln!(io::stderr(), "\n{said}");
    });
}

/// Whether Ctrl-C was pressed.
pub(crate) fn came() -> bool {
    PRESSED.load(Ordering::Relaxed)
}
