//! Fuzzing with libFuzzer on stable Rust. Needs a C++ compiler and nothing else.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use crate::shell::{Result, cargo, run, status, target_dir, workspace_root};

/// Seconds per target in `cargo verify`.
const VERIFY_SECONDS: u64 = 8;
/// Default seconds per target in `cargo xtask fuzz`.
const DEFAULT_SECONDS: u64 = 60;

/// Compiler flags for coverage, the same as `cargo fuzz` passes. All of them exist on stable.
const COVERAGE_FLAGS: &str = "-Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares \
    --cfg fuzzing";

/// The `fuzz` step of `cargo verify`: every target for a few seconds. A target uses one core, so as many run at once as
/// there are cores.
pub(crate) fn verify() -> Result {
    let folder = build()?;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    for batch in targets()?.chunks(cores) {
        let folder = &folder;
        let results: Vec<Result> = thread::scope(|scope| {
            let run = |target| move || fuzz(folder, target, VERIFY_SECONDS, Output::OnFailure);
            let running: Vec<_> = batch.iter().map(|target| scope.spawn(run(target))).collect();
            let join = |(thread, target): (thread::ScopedJoinHandle<'_, Result>, &String)| {
                thread.join().unwrap_or_else(|_| Err(format!("the thread of {target} panicked")))
            };
            running.into_iter().zip(batch).map(join).collect()
        });
        results.into_iter().collect::<Result>()?;
    }
    Ok(())
}

/// `cargo xtask fuzz [TARGET] [SECONDS | FILE]`
pub(crate) fn command(arguments: &[OsString]) -> Result {
    let mut chosen = targets()?;
    if let Some(name) = arguments.first() {
        let all = chosen.join(", ");
        chosen.retain(|target| OsStr::new(target) == name);
        if chosen.is_empty() {
            return Err(format!("unknown fuzz target {}; the targets are {all}", name.display()));
        }
    }
    let folder = build()?;
    match arguments.get(1) {
        None => chosen.iter().try_for_each(|target| fuzz(&folder, target, DEFAULT_SECONDS, Output::Always)),
        Some(limit) => match limit.to_str().and_then(|limit| limit.parse().ok()) {
            Some(seconds) => fuzz(&folder, &chosen[0], seconds, Output::Always),
            None => {
                let mut command = Command::new(folder.join(&chosen[0]));
                command.arg(limit);
                run(command)
            }
        },
    }
}

/// Returns the names of the targets: one source file each.
fn targets() -> Result<Vec<String>> {
    let folder = workspace_root().join("fuzz/fuzz_targets");
    let files = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<String> =
        files.filter_map(|file| Some(file.ok()?.path().file_stem()?.to_str()?.to_owned())).collect();
    names.sort();
    Ok(names)
}

/// Builds all targets and returns the folder of the executables.
fn build() -> Result<PathBuf> {
    let compiler = env::var_os("CXX").unwrap_or_else(|| "c++".into());
    let version =
        Command::new(&compiler).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !version.is_ok_and(|status| status.success()) {
        return Err(format!(
            "libFuzzer needs a C++ compiler, and {} is missing: install one (Debian and Ubuntu: apt-get install g++) \
             or set CXX to another",
            compiler.display()
        ));
    }
    let folder = target_dir()?.join("fuzz");
    let host = host()?;
    // An explicit target keeps the coverage flags away from build scripts, which are not linked with the fuzzer.
    let manifest = "fuzz/Cargo.toml";
    let mut command =
        cargo(&["build", "--quiet", "--release", "--locked", "--manifest-path", manifest, "--target", &host]);
    command
        .env("CARGO_TARGET_DIR", &folder)
        .env("RUSTFLAGS", COVERAGE_FLAGS)
        .env_remove("CARGO_ENCODED_RUSTFLAGS");
    run(command)?;
    Ok(folder.join(host).join("release"))
}

/// Returns the host's target triple.
fn host() -> Result<String> {
    let output = cargo(&["-vV"]).output().map_err(|error| format!("cargo -vV: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "cargo -vV names no host".to_owned())
}

/// When libFuzzer's output, which is long, is shown.
#[derive(Clone, Copy)]
enum Output {
    Always,
    OnFailure,
}

/// Runs one target. The grown corpus goes to `fuzz/corpus`, findings go to `fuzz/artifacts`; git ignores both.
fn fuzz(executables: &Path, target: &str, seconds: u64, output: Output) -> Result {
    let fuzz = workspace_root().join("fuzz");
    let folders = ["corpus", "artifacts", "seeds"].map(|folder| fuzz.join(folder).join(target));
    for folder in &folders {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let [corpus, artifacts, seeds] = &folders;
    let mut command = Command::new(executables.join(target));
    command
        .arg(format!("-max_total_time={seconds}"))
        .args(["-timeout=10", "-rss_limit_mb=2048", "-max_len=4096"])
        .arg(option("-artifact_prefix=", &artifacts.join("")));
    let dictionary = fuzz.join("dictionaries").join(target).with_extension("dict");
    if dictionary.exists() {
        command.arg(option("-dict=", &dictionary));
    }
    command.args([corpus, seeds]);
    status(&format!("fuzzing {target} for {seconds} s"));
    let exit = match output {
        Output::Always => command.status(),
        Output::OnFailure => command.output().map(|output| {
            if !output.status.success() {
                status(&String::from_utf8_lossy(&output.stderr));
            }
            output.status
        }),
    };
    match exit {
        Ok(exit) if exit.success() => Ok(()),
        Ok(exit) => Err(format!(
            "fuzz target {target} failed ({exit}), see above; to run the finding again:\n\
             cargo xtask fuzz {target} {}",
            artifacts.join("<FILE>").display()
        )),
        Err(error) => Err(format!("fuzz target {target} could not be started: {error}")),
    }
}

fn option(name: &str, path: &Path) -> OsString {
    let mut option = OsString::from(name);
    option.push(path);
    option
}
