//! How many files and connections the system lets this process have open at once.

/// So many are for other things than visitors: the store and its readers, the log, the listener. Where there are only few, it is
/// half of them: readers of the store wait for each other then.
const RESERVED: u64 = 200;

/// Takes as many as the system allows, and says for how many connections that is enough. Many systems begin with a thousand,
/// for the sake of programs that are older than all of their visitors.
#[cfg(unix)]
pub(crate) fn for_connections() -> Option<usize> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let given = getrlimit(Resource::Nofile);
    let all = Rlimit { current: given.maximum, maximum: given.maximum };
    let allowed = if setrlimit(Resource::Nofile, all).is_ok() { given.maximum } else { given.current };
    // Nothing at all means that there is no limit.
    allowed.map(|most| usize::try_from(most - RESERVED.min(most / 2)).unwrap_or(usize::MAX))
}

/// Elsewhere nobody counts them like this.
#[cfg(not(unix))]
pub(crate) fn for_connections() -> Option<usize> {
    None
}
