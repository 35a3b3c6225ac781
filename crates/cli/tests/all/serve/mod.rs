//! `cafe serve`, `cafe admin` and `cafe load` as processes.

mod acknowledged_games;
mod server_process;
#[cfg(target_os = "linux")]
#[path = "../../../../store/tests/simulated_disk/mod.rs"]
mod simulated_disk;
mod test_client;

#[cfg(unix)]
mod admin;
mod crash_recovery;
#[cfg(target_os = "linux")]
mod disk_faults;
#[cfg(target_os = "linux")]
mod failed_syncs;
#[cfg(unix)]
mod file_limit;
mod load;
#[cfg(target_os = "linux")]
mod power_cuts;
#[cfg(target_os = "linux")]
mod replicate;
#[cfg(unix)]
mod secrets;
#[cfg(unix)]
mod shutdown;
mod startup;
