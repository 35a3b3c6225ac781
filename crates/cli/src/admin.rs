//! `cafe admin`: for whoever runs a house.

mod lists;
mod reach;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use cafe_server::store::{Look, Store, StoreFault, TablesSeen};
use cafe_server::{TableId, VisitorId};
use indicatif::{ProgressBar, ProgressStyle};

use self::reach::Keeper;
use crate::files::clean;
use crate::interrupt;
use crate::new_file::NewFile;
use crate::settings::{Place, with_file};

/// Which house, and what to do.
#[derive(clap::Args, Clone, Debug)]
pub struct Arguments {
    #[command(flatten)]
    place: Place,
    #[command(subcommand)]
    task: Task,
}

/// What to do.
#[derive(clap::Subcommand, Clone, Debug)]
enum Task {
    /// List the tables that wait or play
    Tables {
        /// Also those that are over
        #[arg(long)]
        all: bool,
        #[command(flatten)]
        list: List,
    },
    /// End a table: those at it are told why, and it is kept as it is
    End {
        /// Which
        #[arg(value_parser = read_table)]
        table: TableId,
        /// What those at the table are told
        #[arg(long, value_name = "TEXT")]
        why: Option<String>,
    },
    /// List the visitors
    Visitors {
        #[command(flatten)]
        list: List,
    },
    /// Forget a visitor: name, words, devices and links; the games of others stay as they are
    Forget {
        /// Who
        #[arg(value_parser = read_visitor)]
        visitor: VisitorId,
    },
    /// Copy everything, as it is at one moment, into a new file, while the house is open
    Backup {
        /// Where to; a file that is there already is never replaced
        file: PathBuf,
    },
}

/// How to list.
#[derive(clap::Args, Clone, Copy, Debug)]
struct List {
    /// The most to list
    #[arg(long, default_value_t = 200, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    most: u32,
    /// Print one JSON array
    #[arg(long)]
    json: bool,
}

fn read_table(text: &str) -> Result<TableId, String> {
    TableId::parse(text).ok_or_else(|| "a table has 16 small letters and digits".to_owned())
}

fn read_visitor(text: &str) -> Result<VisitorId, String> {
    VisitorId::parse(text).ok_or_else(|| "a visitor has 12 small letters and digits".to_owned())
}

/// Does what is asked.
///
/// # Errors
/// Why it is not done.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), String> {
    let arguments = match &arguments.place.config {
        Some(file) => with_file(file)?,
        None => arguments.clone(),
    };
    let data = &arguments.place.data;
    let told = match &arguments.task {
        Task::Tables { all, list } => {
            let tables = look(data)?.tables(*all, list.most as usize);
            let TablesSeen { tables, unreadable } = tables.map_err(|fault| about(data, &fault))?;
            unreadable.iter().for_each(|fault| complain(&about(data, fault)));
            if list.json { lists::tables_json(&tables) } else { lists::tables(&tables, list.most) }
        }
        Task::Visitors { list } => {
            let visitors = look(data)?.visitors(list.most as usize);
            let visitors = visitors.map_err(|fault| about(data, &fault))?;
            if list.json { lists::visitors_json(&visitors) } else { lists::visitors(&visitors, list.most) }
        }
        Task::End { table, why } => {
            Keeper::reach(data)?.end(table, why.as_deref())?;
            format!("{table} is closed.\n")
        }
        Task::Forget { visitor } => {
            Keeper::reach(data)?.forget(visitor)?;
            format!("{visitor} is forgotten.\n")
        }
        Task::Backup { file } => backup(data, file)?,
    };
    out.write_all(told.as_bytes()).map_err(|error| error.to_string())
}

fn look(data: &Path) -> Result<Look, String> {
    Look::open(data).map_err(|fault| about(data, &fault))
}

/// Beside the list, so that programs can read it all the same.
#[expect(clippy::print_stderr, reason = "what is left out of a list must be said")]
fn complain(why: &str) {
    eprintln!("cafe: {}", clean(why));
}

fn about(data: &Path, fault: &StoreFault) -> String {
    fault.about(&Store::file(data))
}

/// Copies everything into a new file.
fn backup(data: &Path, file: &Path) -> Result<String, String> {
    let look = look(data)?;
    let mut new = NewFile::at(file)?;
    interrupt::expect("Ctrl-C: the backup stops, and nothing is kept.");
    let bar = ProgressBar::new(0).with_style(style());
    new.fill(|draft| {
        let copied = look.copy(draft, |done, pages| {
            bar.set_length(pages);
            bar.set_position(done);
            if interrupt::came() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        copied.map_err(|fault| match fault {
            StoreFault::Damaged(_) => about(data, &fault),
            fault => format!("there is no backup: {fault}"),
        })
    })?;
    bar.finish_and_clear();
    let bytes = std::fs::metadata(file).map_or(0, |file| file.len());
    Ok(format!("{} holds everything in {}, {bytes} bytes.\n", file.display(), look.path().display()))
}

fn style() -> ProgressStyle {
    let shape = "{pos} of {len} pages are copied {wide_bar}";
    ProgressStyle::with_template(shape).unwrap_or_else(|_| ProgressStyle::default_bar())
}
