//! Start of `cafe serve`: the data folder and the settings.

use std::path::Path;
use std::process::Command;

use super::server_process::{ServerProcess, run_cafe};

/// Returns the error of a server that cannot start on this folder.
fn start_error(folder: &Path) -> String {
    let output = run_cafe(&["serve", "--listen", "127.0.0.1:0", "--data", folder.to_str().unwrap()]);
    assert!(!output.status.success());
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn two_servers_cannot_use_the_same_folder() {
    let folder = tempfile::tempdir().unwrap();
    let first = ServerProcess::start(folder.path());
    let error = start_error(folder.path());
    assert!(error.contains("is in use by another server") && error.contains("--data"), "{error}");
    drop(first);
    ServerProcess::start(folder.path()).kill();
}

#[test]
fn file_of_another_program_is_left_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cafe.sqlite");
    std::fs::write(&file, "This is my diary. ".repeat(100)).unwrap();
    let error = start_error(folder.path());
    assert!(error.contains("damaged or was not written by this program"), "{error}");
    assert!(std::fs::read_to_string(&file).unwrap().starts_with("This is my diary."));
}

#[test]
fn flags_override_the_environment_which_overrides_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cafe.toml");
    let error = |text: &str, environment: &[(&str, &str)], flags: &[&str]| {
        std::fs::write(&file, text).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_cafe"))
            .args(["serve", "--config", file.to_str().unwrap()])
            .args(flags)
            .envs(environment.iter().copied())
            .output()
            .unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    // The error for an impossible folder names it, which shows the setting that was used.
    let (in_file, in_environment, in_flag) = ("/dev/null/file", "/dev/null/environment", "/dev/null/flag");
    let text = format!("data = \"{in_file}\"\nbot_pause_ms = 5\n");
    assert!(error(&text, &[], &[]).contains(in_file));
    assert!(error(&text, &[("CAFE_DATA", in_environment)], &[]).contains(in_environment));
    assert!(error(&text, &[("CAFE_DATA", in_environment)], &["--data", in_flag]).contains(in_flag));
    let unknown = error("colour = 3\n", &[], &[]);
    assert!(unknown.contains("there is no setting colour"), "{unknown}");
    let invalid = error("max_open_rooms = 0\n", &[], &[]);
    assert!(invalid.contains("cafe.toml") && invalid.contains("0 is not in 1..=1000000"), "{invalid}");
}
