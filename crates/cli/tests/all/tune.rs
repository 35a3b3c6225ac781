//! `cafe tune`: reproducible weights, interrupts and errors.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use cafe_bots::Weights;
use cafe_rules::Kind;

fn tune(save: &Path, more: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cafe"));
    command.args("tune --game card --players 2".split(' ')).args(more.split(' ')).arg("--save").arg(save);
    command
}

fn tune_error(save: &Path) -> String {
    let Output { status, stderr, .. } = tune(save, "--games 1000000").output().unwrap();
    assert!(!status.success());
    String::from_utf8(stderr).unwrap()
}

#[test]
fn weights_are_reproducible_and_name_their_command() {
    let folder = tempfile::tempdir().unwrap();
    let train = |name: &str, seed: &str| {
        let path = folder.path().join(name);
        let output = tune(&path, &format!("--generations 2 --games 2 --seed {seed}")).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        std::fs::read(path).unwrap()
    };
    let bytes = train("one.weights", "5");
    let weights = Weights::from_bytes(Kind::Card, &bytes).unwrap();
    let command = "cafe tune --game card --generations 2 --games 2 --seed 5 --players 2 --save FILE";
    assert_eq!(weights.command, command);
    assert_eq!(bytes, train("again.weights", &format!("{:064x}", 5)));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "no draft is left");
}

#[test]
fn interrupted_training_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("card.weights");
    let mut process = tune(&path, "--games 1000000").stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(process.try_wait().unwrap(), None, "still training");
    process.kill().unwrap();
    process.wait().unwrap();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn bad_output_file_is_refused_before_training() {
    let folder = tempfile::tempdir().unwrap();
    let existing = folder.path().join("there.weights");
    std::fs::write(&existing, "{}").unwrap();
    assert_eq!(
        tune_error(&existing),
        format!("cafe: {} exists already; choose another name\n", existing.display())
    );
    assert_eq!(std::fs::read_to_string(&existing).unwrap(), "{}");
    let none = folder.path().join("none");
    assert_eq!(
        tune_error(&none.join("card.weights")),
        format!("cafe: there is no folder {}\n", none.display())
    );
    let itself = folder.path();
    assert_eq!(tune_error(itself), format!("cafe: {} is a folder; name a file\n", itself.display()));
    let output = "cafe: cannot write to standard output; name a file\n";
    assert_eq!(tune_error(Path::new("-")), output);
}
