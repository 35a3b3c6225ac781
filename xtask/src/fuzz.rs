//! Fuzzing with libFuzzer, on stable Rust and without installing anything but a C++ compiler.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{cargo, root, run, say};

/// How long each target runs in `cargo verify`.
const VERIFY_SECONDS: u64 = 8;
/// How long each target runs in `cargo xtask fuzz`, unless told otherwise.
const SECONDS: u64 = 60;

/// What `cargo fuzz` passes to the compiler as well; all of it exists on stable.
const COVERAGE: &str = "-Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares \
    --cfg fuzzing";

/// The step of `cargo verify`: every target for a few seconds.
pub(crate) fn verify() -> Result<(), String> {
    let built = build()?;
    targets()?.iter().try_for_each(|target| fuzz(&built, target, VERIFY_SECONDS, Talk::WhenItFails))
}

/// `cargo xtask fuzz [TARGET] [SECONDS | FILE]`
pub(crate) fn command(arguments: &[OsString]) -> Result<(), String> {
    let mut chosen = targets()?;
    if let Some(wanted) = arguments.first() {
        let all = chosen.join(", ");
        chosen.retain(|target| OsStr::new(target) == wanted);
        if chosen.is_empty() {
            return Err(format!("there is no fuzz target {}; there are {all}", wanted.display()));
        }
    }
    let built = build()?;
    match arguments.get(1) {
        None => chosen.iter().try_for_each(|target| fuzz(&built, target, SECONDS, Talk::Always)),
        Some(limit) => match limit.to_str().and_then(|limit| limit.parse().ok()) {
            Some(seconds) => fuzz(&built, &chosen[0], seconds, Talk::Always),
            None => {
                let mut again = Command::new(built.join(&chosen[0]));
                again.arg(limit);
                run(again)
            }
        },
    }
}

/// The names of the targets: one file each.
fn targets() -> Result<Vec<String>, String> {
    let folder = root().join("fuzz/fuzz_targets");
    let files = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<String> =
        files.filter_map(|file| Some(file.ok()?.path().file_stem()?.to_str()?.to_owned())).collect();
    names.sort();
    Ok(names)
}

/// Builds all targets; the folder they are in.
fn build() -> Result<PathBuf, String> {
    let compiler = env::var_os("CXX").unwrap_or_else(|| "c++".into());
    let answer =
        Command::new(&compiler).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !answer.is_ok_and(|status| status.success()) {
        return Err(format!(
            "libFuzzer is C++, and there is no compiler {}: install one (Debian and Ubuntu: apt-get install g++) \
             or name another in CXX",
            compiler.display()
        ));
    }
    let target_folder = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let folder = std::path::absolute(target_folder).map_err(|error| error.to_string())?.join("fuzz");
    let host = host()?;
    // Naming the platform keeps the flags away from build scripts, which have no fuzzer to report to.
    let manifest = "fuzz/Cargo.toml";
    let mut command =
        cargo(&["build", "--quiet", "--release", "--locked", "--manifest-path", manifest, "--target", &host]);
    command.env("CARGO_TARGET_DIR", &folder).env("RUSTFLAGS", COVERAGE).env_remove("CARGO_ENCODED_RUSTFLAGS");
    run(command)?;
    Ok(folder.join(host).join("release"))
}

fn host() -> Result<String, String> {
    let output = cargo(&["-vV"]).output().map_err(|error| format!("cargo -vV: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "cargo -vV names no host".to_owned())
}

/// When to show what libFuzzer says, which is a lot.
#[derive(Clone, Copy)]
enum Talk {
    Always,
    WhenItFails,
}

/// Runs one target. What it learns goes to `fuzz/corpus`, what it finds to `fuzz/artifacts`; neither is checked in.
fn fuzz(built: &Path, target: &str, seconds: u64, talk: Talk) -> Result<(), String> {
    let fuzz = root().join("fuzz");
    let folders = ["corpus", "artifacts", "seeds"].map(|folder| fuzz.join(folder).join(target));
    for folder in &folders {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let [corpus, artifacts, seeds] = &folders;
    let mut command = Command::new(built.join(target));
    command
        .arg(format!("-max_total_time={seconds}"))
        .args(["-timeout=10", "-rss_limit_mb=2048", "-max_len=4096"])
        .arg(option("-artifact_prefix=", &artifacts.join("")));
    let dictionary = fuzz.join("dictionaries").join(target).with_extension("dict");
    if dictionary.exists() {
        command.arg(option("-dict=", &dictionary));
    }
    command.args([corpus, seeds]);
    say(&format!("fuzzing {target} for {seconds} s"));
    let status = match talk {
        Talk::Always => command.status(),
        Talk::WhenItFails => command.output().map(|output| {
            if !output.status.success() {
                say(&String::from_utf8_lossy(&output.stderr));
            }
            output.status
        }),
    };
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!(
            "{status}: the fuzz target {target} found something, see above; to run it again:\n\
             cargo xtask fuzz {target} {}",
            artifacts.join("<FILE>").display()
        )),
        Err(error) => Err(format!("the fuzz target {target} could not be started: {error}")),
    }
}

fn option(name: &str, path: &Path) -> OsString {
    let mut option = OsString::from(name);
    option.push(path);
    option
}
