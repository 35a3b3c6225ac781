//! The limit on open files, which bounds the number of connections.

/// File descriptors that are not for connections: the store and its readers, the log, the listener. With a very low limit it is
/// half of them; readers of the store then wait for each other.
const RESERVED: u64 = 200;

/// Raises the limit of this process as far as the system allows, and returns the number of connections it leaves room for;
/// `None` if there is no limit. Many systems start with 1024 for the sake of programs that use `select`.
#[cfg(unix)]
pub(crate) fn raise_for_connections() -> Option<usize> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    let allowed = if setrlimit(Resource::Nofile, raised).is_ok() { limit.maximum } else { limit.current };
    allowed.map(|files| usize::try_from(files - RESERVED.min(files / 2)).unwrap_or(usize::MAX))
}

/// Other systems have no such limit.
#[cfg(not(unix))]
pub(crate) fn raise_for_connections() -> Option<usize> {
    None
}
