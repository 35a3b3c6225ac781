//! `cafe serve`, `cafe admin` and `cafe load` as processes.

mod server_process;
mod test_client;

#[cfg(unix)]
mod admin;
mod crash_recovery;
#[cfg(target_os = "linux")]
mod disk_faults;
#[cfg(unix)]
mod file_limit;
mod load;
#[cfg(unix)]
mod secrets;
#[cfg(unix)]
mod shutdown;
mod startup;
