//! `cafe load`: whole games over real sockets, as many and as fast as one likes, to see what a server can take.

mod figures;
mod game;
mod wire;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use tokio::sync::Semaphore;

use self::figures::Figures;
use self::wire::Server;

/// What to play, and where.
#[derive(clap::Args, Clone, Debug)]
pub struct Arguments {
    /// Where the server is
    #[arg(long, default_value = "http://127.0.0.1:7878")]
    url: String,
    /// At how many tables
    #[arg(long, default_value_t = 50, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=20_000))]
    tables: u32,
    /// First lay so many more tables, deal, and leave them all alone: to see what they cost. The server must allow one
    /// visitor as many (`--tables-each`)
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    idle: u32,
    /// For how long, once all have sat down
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=3600))]
    seconds: u64,
    /// How long a player waits before each action; the waits are spread from half as long to one and a half
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u64).range(0..=600_000))]
    pause_ms: u64,
    /// Which game: card or board
    #[arg(long, default_value = "card", value_parser = crate::arguments::read_kind, value_name = "GAME")]
    game: cafe_rules::Kind,
    /// Also load a server that is not on this machine: only do that to your own
    #[arg(long)]
    elsewhere: bool,
    /// Print one JSON object instead of sentences
    #[arg(long)]
    json: bool,
}

/// So many players sit down at the same time.
const SITTING_DOWN: usize = 64;

/// Plays and prints what it took.
///
/// # Errors
/// If the server cannot be reached, or is elsewhere and that was not asked for.
pub fn run(arguments: &Arguments, out: &mut impl std::io::Write) -> Result<(), String> {
    let server = Server::new(&arguments.url)?;
    if !server.is_here() && !arguments.elsewhere {
        return Err(format!(
            "{} is not this machine; if it is yours to load, say --elsewhere",
            arguments.url
        ));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(workers()).enable_all().build();
    let figures = runtime.map_err(|error| error.to_string())?.block_on(play(arguments, server))?;
    let told = if arguments.json { figures.json() } else { figures.text() };
    writeln!(out, "{told}").map_err(|error| error.to_string())
}

/// Those who play get half of the cores: the server may be on the same machine, and needs the others.
fn workers() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| (cores.get() / 2).max(1))
}

async fn play(arguments: &Arguments, server: Server) -> Result<Figures, String> {
    let server = Arc::new(server);
    server.greet().await?;
    leave_alone(arguments, &server).await?;
    let tables = arguments.tables as usize;
    let progress = ProgressBar::new(u64::from(arguments.tables)).with_style(style());
    progress.set_message("tables are laid");
    let leave = Arc::new(Semaphore::new(SITTING_DOWN));
    let (ready, mut seated) = tokio::sync::mpsc::channel::<Result<(), String>>(tables);
    let (go, begun) = tokio::sync::watch::channel(None::<Instant>);
    let mut all = tokio::task::JoinSet::new();
    for number in 0..u64::from(arguments.tables) {
        let (server, leave, ready, begun) =
            (Arc::clone(&server), Arc::clone(&leave), ready.clone(), begun.clone());
        let plan =
            game::Plan { kind: arguments.game, pause: Duration::from_millis(arguments.pause_ms), number };
        all.spawn(async move { game::table(&server, plan, &leave, ready, begun).await });
    }
    drop(ready);
    while let Some(one) = seated.recv().await {
        one?;
        progress.inc(1);
        if progress.position() == u64::from(arguments.tables) {
            break;
        }
    }
    progress.finish_and_clear();
    let started = Instant::now();
    let length = Duration::from_secs(arguments.seconds);
    let _ = go.send(Some(started + length));
    let waiting = ProgressBar::new(arguments.seconds).with_style(style());
    waiting.set_message("seconds are played");
    for _ in 0..arguments.seconds {
        tokio::time::sleep(Duration::from_secs(1)).await;
        waiting.inc(1);
    }
    waiting.finish_and_clear();
    let mut figures = Figures::new(tables);
    while let Some(one) = all.join_next().await {
        figures.add(one.map_err(|error| error.to_string())?);
    }
    // Nothing is played after the time is up, but all may have stopped before.
    figures.seconds = started.elapsed().min(length).as_secs_f64();
    Ok(figures)
}

/// Lays tables where a game has begun and nobody is left.
async fn leave_alone(arguments: &Arguments, server: &Arc<Server>) -> Result<(), String> {
    let progress = ProgressBar::new(u64::from(arguments.idle)).with_style(style());
    progress.set_message("tables are left alone");
    let next = Arc::new(AtomicU32::new(0));
    let (idle, kind) = (arguments.idle, arguments.game);
    let mut all = tokio::task::JoinSet::new();
    for _ in 0..SITTING_DOWN.min(idle as usize) {
        let (server, next, progress) = (Arc::clone(server), Arc::clone(&next), progress.clone());
        all.spawn(async move {
            let mut tokens = None;
            while next.fetch_add(1, Ordering::Relaxed) < idle {
                tokens = Some(game::deal_and_go(&server, kind, tokens).await?);
                progress.inc(1);
            }
            Ok::<(), String>(())
        });
    }
    while let Some(one) = all.join_next().await {
        one.map_err(|error| error.to_string())??;
    }
    progress.finish_and_clear();
    Ok(())
}

fn style() -> ProgressStyle {
    let shape = "{pos} of {len} {msg} {wide_bar}";
    ProgressStyle::with_template(shape).unwrap_or_else(|_| ProgressStyle::default_bar())
}
