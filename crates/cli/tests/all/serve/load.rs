//! `cafe load`.

use super::server_process::{ServerProcess, run_cafe};
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
        assert!(
            report["moves"].as_u64().unwrap() > 30 && report["p99_ms"].as_f64().unwrap() > 0.0,
            "{report}"
        );
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
