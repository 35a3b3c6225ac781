//! `cafe load`.

use std::process::Command;

use super::server_process::{ServerProcess, run_cafe, serve_arguments};
use serde_json::Value;

#[test]
fn load_plays_games_and_reports_moves() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let url = server.url("");
    for game in ["card", "board"] {
        let output =
            run_cafe(&["load", "--url", &url, "--tables", "3", "--seconds", "1", "--game", game, "--json"]);
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["errors"], 0, "{report}");
        // How many depends on the machine.
        assert!(report["moves"].as_u64() > Some(0) && report["p99_ms"].as_f64() > Some(0.0), "{report}");
    }
    let output = run_cafe(&["load", "--url", &url, "--tables", "2", "--seconds", "1", "--pause-ms", "20"]);
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(report.contains("moves in 1.0 s in 2 games at a time"), "{report}");
}

#[test]
fn load_refuses_other_machines_and_missing_servers() {
    let error = |arguments: &[&str]| String::from_utf8(run_cafe(arguments).stderr).unwrap();
    let remote = error(&["load", "--url", "http://cafe.example:7878"]);
    let expected =
        "cafe: http://cafe.example:7878 is not on this machine; if the server is yours, add --elsewhere\n";
    assert_eq!(remote, expected);
    let missing = error(&["load", "--url", "http://127.0.0.1:9"]);
    assert!(missing.contains("no server at") && missing.contains("cafe serve"), "{missing}");
}

#[test]
fn hostile_profiles_report_what_bystanders_feel() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cafe"));
    command.args(serve_arguments(folder.path())).args(["--log", "error", "--behind-proxy"]);
    let server = ServerProcess::spawn(&mut command);
    for profile in ["open-close", "visitors"] {
        let url = server.url("");
        let output = run_cafe(&["load", "--url", &url, "--hostile", profile, "--seconds", "1", "--json"]);
        let error = String::from_utf8(output.stderr).unwrap();
        let report: Value = serde_json::from_slice(&output.stdout).expect(&error);
        assert_eq!(report["profile"], profile);
        for phase in ["before", "during", "after"] {
            // A slow machine may have no sample in a phase this short.
            let bystander = report["bystander"][phase].as_object().expect("each phase is reported");
            assert!(
                ["moves", "http", "errors"].iter().all(|key| bystander.contains_key(*key)),
                "{phase}: {report}"
            );
            assert!(bystander["clocks"].is_null(), "{phase}: {report}");
            assert!(report["server"]["store_bytes"][phase].as_u64() > Some(0), "{phase}: {report}");
            #[cfg(target_os = "linux")]
            assert!(report["server"]["memory_bytes"][phase].as_u64() > Some(0), "{phase}: {report}");
        }
        assert!(report["bystander"]["before"]["http"]["p99_ms"].is_number(), "{report}");
        assert!(report["attack"]["requests"].is_u64(), "{report}");
        assert!(report["attack"]["refused"].is_object(), "{report}");
    }
}

#[test]
fn hostile_profiles_attack_servers_on_this_machine_only() {
    let error = |arguments: &[&str]| String::from_utf8(run_cafe(arguments).stderr).unwrap();
    let remote = error(&["load", "--url", "http://cafe.example:7878", "--hostile", "lists"]);
    assert_eq!(
        remote,
        "cafe: http://cafe.example:7878/ is not on this machine: hostile profiles attack servers at loopback addresses only\n"
    );
    let elsewhere =
        error(&["load", "--url", "http://cafe.example:7878", "--hostile", "lists", "--elsewhere"]);
    assert!(elsewhere.contains("cannot be used with"), "{elsewhere}");
}

#[test]
fn hostile_profiles_need_a_server_that_reads_addresses() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let output = run_cafe(&["load", "--url", &server.url(""), "--hostile", "visitors"]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("start it with --behind-proxy"), "{error}");
}

#[test]
fn hostile_profiles_are_listed() {
    let list = String::from_utf8(run_cafe(&["load", "--hostile", "list"]).stdout).unwrap();
    assert!(list.lines().count() >= 10 && list.contains("unread-sockets"), "{list}");
}
