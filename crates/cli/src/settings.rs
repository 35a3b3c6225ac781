//! Settings of a server from flags, the environment and a file. `cafe serve` and `cafe admin` read the same settings in the
//! same way.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::error::{ContextKind, ContextValue};
use clap::{Args, Command};

use crate::serve;

/// Former names of settings, as flags.
const RENAMED_SETTINGS: [(&str, &str); 11] = [
    ("patience-seconds", "request-timeout-seconds"),
    ("thinkers", "bot-threads"),
    ("master-ms", "bot-think-ms"),
    ("idle-seconds", "room-idle-seconds"),
    ("waiting-days", "waiting-room-days"),
    ("tables-each", "max-open-rooms"),
    ("visitors-an-hour", "new-visitors-per-hour"),
    ("requests-a-second", "requests-per-second"),
    ("connections", "max-connections"),
    ("connections-each", "max-connections-per-address"),
    ("origin", "allowed-origin"),
];
/// Former names of subcommands and flags of `cafe admin`.
const RENAMED_ADMIN_ARGUMENTS: [(&str, &str); 5] = [
    ("tables", "rooms"),
    ("end", "close"),
    ("forget", "erase"),
    ("--why", "--reason"),
    ("--most", "--limit"),
];

/// The location of a server's data.
#[derive(Args, Clone, Debug)]
pub(crate) struct DataArguments {
    /// Data folder
    #[arg(long, env = "CAFE_DATA", default_value_os_t = default_data_folder(), value_name = "DIR", global = true)]
    pub(crate) data: PathBuf,
    /// Settings file (TOML)
    #[arg(long, env = "CAFE_CONFIG", value_name = "FILE", global = true)]
    pub(crate) config: Option<PathBuf>,
}

fn default_data_folder() -> PathBuf {
    let base = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || std::env::home_dir().map(|home| home.join(".local/share"));
    base.or_else(home).unwrap_or_else(|| PathBuf::from(".")).join("cafe-international")
}

/// Explains an argument that has been renamed.
#[must_use]
pub fn explain_renamed_argument(error: &clap::Error) -> Option<String> {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let argument = context(ContextKind::InvalidArg).or_else(|| context(ContextKind::InvalidSubcommand))?;
    let new_name = match argument.strip_prefix("--").and_then(|flag| find_new_name(&RENAMED_SETTINGS, flag)) {
        Some(flag) => format!("--{flag}"),
        None => find_new_name(&RENAMED_ADMIN_ARGUMENTS, argument)?.to_owned(),
    };
    Some(format!("{argument} has been renamed to {new_name}"))
}

fn find_new_name(renamed: &[(&str, &'static str)], name: &str) -> Option<&'static str> {
    renamed.iter().find(|(old, _)| *old == name).map(|(_, new)| *new)
}

/// Refuses environment variables that have been renamed; otherwise they would be ignored.
///
/// # Errors
/// The first such variable and its new name.
pub(crate) fn check_environment(is_set: impl Fn(&str) -> bool) -> Result<(), String> {
    let variable = |setting: &str| format!("CAFE_{}", setting.replace('-', "_").to_uppercase());
    match RENAMED_SETTINGS.iter().find(|(old, _)| is_set(&variable(old))) {
        Some((old, new)) => {
            Err(format!("the variable {} has been renamed to {}", variable(old), variable(new)))
        }
        None => Ok(()),
    }
}

/// Parses the arguments of this process again, with the settings of a file for which neither a flag nor a variable is set.
/// Settings that this command does not have are ignored.
///
/// # Errors
/// What is wrong with the file.
pub(crate) fn parse_with_file<A: Args>(file: &Path) -> Result<A, String> {
    // Clap takes the first argument, here the name of the subcommand, as the name of the program.
    parse_arguments(file, std::env::args_os().skip(1))
}

fn parse_arguments<A: Args>(file: &Path, arguments: impl IntoIterator<Item = OsString>) -> Result<A, String> {
    let in_file = |reason: String| format!("{}: {reason}", file.display());
    let text =
        std::fs::read_to_string(file).map_err(|error| in_file(crate::text_file::read_error(&error)))?;
    let settings: toml::Table = text.parse().map_err(|error: toml::de::Error| in_file(error.to_string()))?;
    let known = serve::Arguments::augment_args(Command::new("cafe"));
    let mut command = A::augment_args(Command::new("cafe"));
    for (name, value) in settings {
        let flag = name.replace('_', "-");
        let is_named = |argument: &&clap::Arg| argument.get_long() == Some(&flag) && name != "config";
        let Some(id) = known.get_arguments().find(is_named).map(|argument| argument.get_id().clone()) else {
            return Err(in_file(match find_new_name(&RENAMED_SETTINGS, &flag) {
                Some(new) => format!("the setting {name} has been renamed to {}", new.replace('-', "_")),
                None => format!("there is no setting {name}; `cafe serve --help` lists the settings"),
            }));
        };
        let values: Vec<String> = match value {
            toml::Value::Array(values) => values.into_iter().map(value_text).collect(),
            value => vec![value_text(value)],
        };
        if command.get_arguments().any(|argument| *argument.get_id() == id) {
            command = command.mut_arg(id, |argument| argument.default_values(values));
        }
    }
    let matches = command.try_get_matches_from(arguments).map_err(|error| in_file(error.to_string()))?;
    A::from_arg_matches(&matches).map_err(|error| in_file(error.to_string()))
}

fn value_text(value: toml::Value) -> String {
    match value {
        toml::Value::String(text) => text,
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_new_name_is_a_setting_and_no_old_name_is() {
        let command = serve::Arguments::augment_args(Command::new("cafe"));
        let is_flag = |name: &str| command.get_arguments().any(|argument| argument.get_long() == Some(name));
        for (old, new) in RENAMED_SETTINGS {
            assert!(is_flag(new) && !is_flag(old), "{old} -> {new}");
        }
    }

    #[test]
    fn every_setting_has_a_variable_of_its_name() {
        let command = serve::Arguments::augment_args(Command::new("cafe"));
        for argument in command.get_arguments() {
            let name = argument.get_long().unwrap();
            let variable = format!("CAFE_{}", name.replace('-', "_").to_uppercase());
            assert_eq!(argument.get_env(), Some(variable.as_ref()), "{name}");
        }
    }

    #[test]
    fn renamed_flag_is_explained() {
        let parse = |arguments: &[&str]| {
            let command = serve::Arguments::augment_args(Command::new("cafe"));
            explain_renamed_argument(&command.try_get_matches_from(arguments).unwrap_err())
        };
        let message = "--thinkers has been renamed to --bot-threads";
        assert_eq!(parse(&["cafe", "--thinkers", "2"]).as_deref(), Some(message));
        assert_eq!(parse(&["cafe", "--thinker", "2"]), None);
    }

    #[test]
    fn renamed_variable_is_explained() {
        let message = "the variable CAFE_TABLES_EACH has been renamed to CAFE_MAX_OPEN_ROOMS";
        assert_eq!(check_environment(|name| name == "CAFE_TABLES_EACH").unwrap_err(), message);
        assert_eq!(check_environment(|name| name == "CAFE_MAX_OPEN_ROOMS"), Ok(()));
    }

    #[test]
    fn renamed_setting_in_a_file_is_explained() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("cafe.toml");
        std::fs::write(&file, "patience_seconds = 5\n").unwrap();
        let error = parse_arguments::<serve::Arguments>(&file, ["serve".into()]).unwrap_err();
        let message = "the setting patience_seconds has been renamed to request_timeout_seconds";
        assert!(error.ends_with(message), "{error}");
    }
}
