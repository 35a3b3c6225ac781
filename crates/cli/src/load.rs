//! `cafe load`: plays whole games over real connections to measure a server.

mod hostile;
mod messages;
mod pair;
mod stats;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use cafe_client::{Client, ClientError};
use cafe_rules::Options;
use indicatif::{ProgressBar, ProgressStyle};
use tokio::sync::Semaphore;

use self::hostile::HostileArguments;
use self::pair::PairConfig;
use self::stats::LoadStats;

/// What to play, and on which server.
#[derive(clap::Args, Clone, Debug)]
pub struct Arguments {
    /// URL of the server
    #[arg(long, default_value = "http://127.0.0.1:7878")]
    url: String,
    /// Number of games that are played at the same time
    #[arg(long, default_value_t = 50, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=20_000))]
    tables: u32,
    /// First start this many further games and leave them, to measure what idle games cost
    ///
    /// The server must allow a visitor that many open rooms.
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    idle: u32,
    /// Duration of the measurement in seconds, once all games have started
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=3600))]
    seconds: u64,
    /// Average pause before each action in milliseconds; pauses vary from half to one and a half times as long
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u64).range(0..=600_000))]
    pause_ms: u64,
    /// Which game: card or board
    #[arg(long, default_value = "card", value_parser = crate::arguments::read_kind, value_name = "GAME")]
    game: cafe_rules::Kind,
    /// Allow a server on another machine; load only your own
    #[arg(long)]
    elsewhere: bool,
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    hostile: HostileArguments,
}

/// Number of rooms that are set up at the same time.
const MAX_PARALLEL_SETUPS: usize = 64;

/// Runs the load test and prints its results.
///
/// # Errors
/// If the server cannot be reached, or is on another machine without `--elsewhere` or with `--hostile`.
pub fn run(arguments: &Arguments, out: &mut impl std::io::Write) -> Result<(), String> {
    let client = Client::new(&arguments.url).map_err(|error| error.to_string())?;
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(worker_threads()).enable_all().build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    if let Some(profile) = arguments.hostile.hostile {
        let Arguments { hostile, seconds, json, .. } = arguments;
        return runtime.block_on(hostile::run(profile, hostile, client, *seconds, *json, out));
    }
    if !client.is_local() && !arguments.elsewhere {
        return Err(format!(
            "{} is not on this machine; if the server is yours, add --elsewhere",
            arguments.url
        ));
    }
    let stats = runtime.block_on(measure(arguments, client))?;
    let text = if arguments.json { stats.to_json() } else { stats.to_text() };
    writeln!(out, "{text}").map_err(|error| error.to_string())
}

/// Returns half of the cores: the server may be on the same machine and needs the others.
fn worker_threads() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| (cores.get() / 2).max(1))
}

async fn measure(arguments: &Arguments, client: Client) -> Result<LoadStats, String> {
    check_ready(&client).await?;
    let options = Options::new(arguments.game, 2, false).map_err(|error| error.to_string())?;
    start_idle_games(arguments.idle, options, &client).await?;
    let count = arguments.tables as usize;
    let setup_progress = progress_bar(arguments.tables.into(), "games started");
    let setup_permits = Arc::new(Semaphore::new(MAX_PARALLEL_SETUPS));
    let (ready, mut when_ready) = tokio::sync::mpsc::channel::<Result<(), String>>(count);
    let (start, end_time) = tokio::sync::watch::channel(None::<Instant>);
    let mut pairs = tokio::task::JoinSet::new();
    for seed in 0..u64::from(arguments.tables) {
        let config = PairConfig { options, pause: Duration::from_millis(arguments.pause_ms), seed };
        let (client, setup_permits) = (client.clone(), Arc::clone(&setup_permits));
        let (ready, end_time) = (ready.clone(), end_time.clone());
        pairs.spawn(async move { pair::run(&client, config, &setup_permits, ready, end_time).await });
    }
    drop(ready);
    while let Some(result) = when_ready.recv().await {
        result?;
        setup_progress.inc(1);
        if setup_progress.position() == u64::from(arguments.tables) {
            break;
        }
    }
    setup_progress.finish_and_clear();
    let started = Instant::now();
    let duration = Duration::from_secs(arguments.seconds);
    let _ = start.send(Some(started + duration));
    let progress = progress_bar(arguments.seconds, "seconds");
    for _ in 0..arguments.seconds {
        tokio::time::sleep(Duration::from_secs(1)).await;
        progress.inc(1);
    }
    progress.finish_and_clear();
    let mut stats = LoadStats::new(count);
    while let Some(pair) = pairs.join_next().await {
        stats.add(pair.map_err(|error| error.to_string())?);
    }
    // All pairs may have stopped before the end because of errors.
    stats.seconds = started.elapsed().min(duration).as_secs_f64();
    Ok(stats)
}

async fn check_ready(client: &Client) -> Result<(), String> {
    client.check_ready().await.map_err(|error| match error {
        ClientError::Transport(_) => {
            format!("no server at {}; start one with `cafe serve`", client.base_url())
        }
        error => format!("{}: {error}", client.base_url()),
    })
}

/// Starts games without players.
async fn start_idle_games(count: u32, options: Options, client: &Client) -> Result<(), String> {
    let progress = progress_bar(count.into(), "idle games started");
    let next = Arc::new(AtomicU32::new(0));
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..MAX_PARALLEL_SETUPS.min(count as usize) {
        let (client, next, progress) = (client.clone(), Arc::clone(&next), progress.clone());
        tasks.spawn(async move {
            let players = pair::create_players(&client).await.map_err(|error| error.to_string())?;
            while next.fetch_add(1, Ordering::Relaxed) < count {
                pair::start_idle_game(options, players.clone()).await?;
                progress.inc(1);
            }
            Ok::<(), String>(())
        });
    }
    while let Some(task) = tasks.join_next().await {
        task.map_err(|error| error.to_string())??;
    }
    progress.finish_and_clear();
    Ok(())
}

fn progress_bar(length: u64, message: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{pos} of {len} {msg} {wide_bar}");
    ProgressBar::new(length)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        .with_message(message)
}
