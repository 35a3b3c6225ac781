//! The thread pool of a parallel command.

use rayon::{ThreadPool, ThreadPoolBuilder};

/// Creates a pool with this many threads but at most one per job; without a number, one thread per core.
///
/// # Errors
/// If no threads can be started.
pub(crate) fn pool(threads: Option<u16>, jobs: usize) -> Result<ThreadPool, String> {
    // Rayon takes 0 as one per core.
    let threads = threads.map_or(0, |threads| usize::from(threads).min(jobs.max(1)));
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| format!("cannot start threads: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pool_has_at_most_one_thread_per_job() {
        let size = |threads, jobs| pool(Some(threads), jobs).unwrap().current_num_threads();
        assert_eq!([size(2, 5), size(5, 2), size(1024, 1), size(3, 0)], [2, 2, 1, 1]);
    }
}
