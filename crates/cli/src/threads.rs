//! The threads of a command that shares out its work.

use rayon::{ThreadPool, ThreadPoolBuilder};

/// So many threads, but no more than there are things to do; one for each core if left out.
///
/// # Errors
/// If there are none to be had.
pub(crate) fn pool(threads: Option<u16>, things: usize) -> Result<ThreadPool, String> {
    // To rayon 0 means all cores.
    let threads = threads.map_or(0, |threads| usize::from(threads).min(things.max(1)));
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| format!("no threads to work with: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_called_who_would_have_nothing_to_do() {
        let called = |threads, things| pool(Some(threads), things).unwrap().current_num_threads();
        assert_eq!([called(2, 5), called(5, 2), called(1024, 1), called(3, 0)], [2, 2, 1, 1]);
    }
}
