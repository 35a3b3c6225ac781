//! How a house is run: as flags, in the environment, or in a file. Whoever opens a house and whoever looks after it read
//! the same settings in the same way.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Args, Command};

use crate::serve;

/// Where a house is, for every command that needs to know.
#[derive(Args, Clone, Debug)]
pub(crate) struct Place {
    /// The folder where everything is kept
    #[arg(long, env = "CAFE_DATA", default_value_os_t = usual_folder(), value_name = "DIR", global = true)]
    pub(crate) data: PathBuf,
    /// A file with settings, in TOML
    #[arg(long, env = "CAFE_CONFIG", value_name = "FILE", global = true)]
    pub(crate) config: Option<PathBuf>,
}

/// Where things are kept if nobody says: a folder of the visitor's own.
fn usual_folder() -> PathBuf {
    let base = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || std::env::home_dir().map(|home| home.join(".local/share"));
    base.or_else(home).unwrap_or_else(|| PathBuf::from(".")).join("cafe-international")
}

/// The arguments of this process again, with the settings of a file where neither a flag nor the environment says
/// otherwise. What the file sets about a house that this command does not ask for is left to those that do.
///
/// # Errors
/// What is wrong with the file.
pub(crate) fn with_file<A: Args>(file: &Path) -> Result<A, String> {
    // Without the name of the program: that of the command stands where one expects its own name.
    read(file, std::env::args_os().skip(1))
}

fn read<A: Args>(file: &Path, given: impl IntoIterator<Item = OsString>) -> Result<A, String> {
    let wrong = |why: String| format!("{}: {why}", file.display());
    let text = std::fs::read_to_string(file).map_err(|error| wrong(crate::files::why(&error)))?;
    let settings: toml::Table = text.parse().map_err(|error: toml::de::Error| wrong(error.to_string()))?;
    let all = serve::Arguments::augment_args(Command::new("cafe"));
    let mut command = A::augment_args(Command::new("cafe"));
    for (name, value) in settings {
        let named =
            |argument: &&clap::Arg| argument.get_long() == Some(&name.replace('_', "-")) && name != "config";
        let Some(id) = all.get_arguments().find(named).map(|one| one.get_id().clone()) else {
            return Err(wrong(format!("there is no setting {name}; `cafe serve --help` lists them")));
        };
        let values: Vec<String> = match value {
            toml::Value::Array(values) => values.into_iter().map(plain).collect(),
            value => vec![plain(value)],
        };
        if command.get_arguments().any(|argument| *argument.get_id() == id) {
            command = command.mut_arg(id, |argument| argument.default_values(values));
        }
    }
    let matches = command.try_get_matches_from(given).map_err(|error| wrong(error.to_string()))?;
    A::from_arg_matches(&matches).map_err(|error| wrong(error.to_string()))
}

fn plain(value: toml::Value) -> String {
    match value {
        toml::Value::String(text) => text,
        other => other.to_string(),
    }
}
