//! Cases from files: each is a test of its own.

mod conformance;
mod perft;
mod refusals;

use libtest_mimic::Arguments;

fn main() {
    let arguments = Arguments::from_args();
    if std::env::var_os("PERFT_WRITE").is_some() {
        return perft::write();
    }
    let trials = [conformance::trials(), perft::trials(), refusals::trials()];
    libtest_mimic::run(&arguments, trials.into_iter().flatten().collect()).exit();
}
