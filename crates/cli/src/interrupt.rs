//! Ctrl-C for commands that can stop early with a partial result.

use std::io::{self, Write};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

/// Exit code after an interrupt: 128 plus the number of SIGINT.
pub(crate) const EXIT_CODE: u8 = 130;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Installs a handler: the first Ctrl-C prints the message and is noted, the second one ends the process.
pub(crate) fn install_handler(message: &'static str) {
    // If the handler cannot be installed, Ctrl-C ends the process as usual.
    let _ = ctrlc::set_handler(move || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            process::exit(EXIT_CODE.into());
        }
        let _ = writeln!(io::stderr(), "\n{message}");
    });
}

/// Returns true if Ctrl-C was pressed.
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
