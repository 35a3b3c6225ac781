//! `cafe admin`: administration of a server.

mod connection;
mod lists;
mod replicate;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use cafe_room::{RoomId, VisitorId};
use cafe_store::{RoomList, StoreError, StoreReader, database_file};
use indicatif::{ProgressBar, ProgressStyle};

use self::connection::AdminConnection;
use crate::interrupt;
use crate::new_file::NewFile;
use crate::settings::{DataArguments, parse_with_file};
use crate::text_file::sanitize;

/// Arguments of `cafe admin`.
#[derive(clap::Args, Clone, Debug)]
pub struct Arguments {
    #[command(flatten)]
    data: DataArguments,
    #[command(subcommand)]
    command: AdminCommand,
}

#[derive(clap::Subcommand, Clone, Debug)]
enum AdminCommand {
    /// List open games
    Rooms {
        /// Include games that are over
        #[arg(long)]
        all: bool,
        #[command(flatten)]
        list: ListArguments,
    },
    /// Close a game; its record is kept
    Close {
        /// Id of the game
        #[arg(value_parser = read_room)]
        room: RoomId,
        /// Reason to show to the players
        #[arg(long, value_name = "TEXT")]
        reason: Option<String>,
    },
    /// List visitors
    Visitors {
        #[command(flatten)]
        list: ListArguments,
    },
    /// Erase the name, chat, devices and links of a visitor; games stay as they are
    Erase {
        /// Id of the visitor
        #[arg(value_parser = read_visitor)]
        visitor: VisitorId,
    },
    /// Copy the database into a new file, also while the server runs
    Backup {
        /// File to create
        file: PathBuf,
    },
    /// Keep a copy of the data in another folder up to date, also while the server runs
    Replicate {
        /// Folder of the copy, on another disk: an empty one, or that of an earlier copy
        target: PathBuf,
        /// Copy once instead of until Ctrl-C
        #[arg(long)]
        once: bool,
    },
}

#[derive(clap::Args, Clone, Copy, Debug)]
struct ListArguments {
    /// Maximum number of entries
    #[arg(long, default_value_t = 200, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    limit: u32,
    /// Print a JSON array
    #[arg(long)]
    json: bool,
}

fn read_room(text: &str) -> Result<RoomId, String> {
    RoomId::parse(text).ok_or_else(|| "the id of a game has 16 lower-case letters and digits".to_owned())
}

fn read_visitor(text: &str) -> Result<VisitorId, String> {
    VisitorId::parse(text)
        .ok_or_else(|| "the id of a visitor has 12 lower-case letters and digits".to_owned())
}

/// Runs the command.
///
/// # Errors
/// Why it failed.
pub fn run(arguments: &Arguments, output: &mut impl Write) -> Result<(), String> {
    let arguments = match &arguments.data.config {
        Some(file) => parse_with_file(file)?,
        None => arguments.clone(),
    };
    let folder = &arguments.data.data;
    let text = match &arguments.command {
        AdminCommand::Rooms { all, list } => {
            let rooms = open_reader(folder)?.rooms(*all, list.limit as usize);
            let RoomList { rooms, unreadable } = rooms.map_err(|error| in_database(folder, &error))?;
            unreadable.iter().for_each(|error| warn(&in_database(folder, error)));
            if list.json { lists::rooms_json(&rooms) } else { lists::rooms(&rooms, list.limit) }
        }
        AdminCommand::Visitors { list } => {
            let visitors = open_reader(folder)?.visitors(list.limit as usize);
            let visitors = visitors.map_err(|error| in_database(folder, &error))?;
            if list.json { lists::visitors_json(&visitors) } else { lists::visitors(&visitors, list.limit) }
        }
        AdminCommand::Close { room, reason } => {
            AdminConnection::open(folder)?.close_room(room, reason.as_deref())?;
            format!("Closed {room}.\n")
        }
        AdminCommand::Erase { visitor } => {
            AdminConnection::open(folder)?.erase_visitor(visitor)?;
            format!("Erased {visitor}.\n")
        }
        AdminCommand::Backup { file } => backup(folder, file)?,
        AdminCommand::Replicate { target, once } => return replicate::run(folder, target, *once, output),
    };
    output.write_all(text.as_bytes()).map_err(|error| error.to_string())
}

fn open_reader(folder: &Path) -> Result<StoreReader, String> {
    StoreReader::open(folder).map_err(|error| error.to_string())
}

/// Prints to standard error, so that programs can still parse the list.
#[expect(clippy::print_stderr, reason = "what a list leaves out must be reported")]
fn warn(message: &str) {
    eprintln!("cafe: {}", sanitize(message));
}

fn in_database(folder: &Path, error: &StoreError) -> String {
    format!("{}: {error}", database_file(folder).display())
}

fn backup(folder: &Path, file: &Path) -> Result<String, String> {
    let reader = open_reader(folder)?;
    let mut new_file = NewFile::prepare(file)?;
    interrupt::install_handler("Interrupted: the unfinished backup is removed.");
    let progress = ProgressBar::new(0).with_style(progress_style());
    new_file.write_with(|draft| {
        let copied = reader.backup(draft, |done, pages| {
            progress.set_length(pages);
            progress.set_position(done);
            if interrupt::is_interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        copied.map_err(|error| format!("no backup: {error}"))
    })?;
    progress.finish_and_clear();
    let bytes = std::fs::metadata(file).map_or(0, |file| file.len());
    Ok(format!("Backed up {} to {}, {bytes} bytes.\n", database_file(folder).display(), file.display()))
}

fn progress_style() -> ProgressStyle {
    let template = "{pos} of {len} pages copied {wide_bar}";
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
