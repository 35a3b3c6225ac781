//! `cafe serve`: the house opens.

use std::io::{IsTerminal as _, Write};
use std::net::SocketAddr;
use std::time::Duration;

use cafe_server::store::Store;
use cafe_server::{House, HouseRules, serve};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::descriptors;
use crate::settings::{Place, with_file};

/// How the house is run. Every setting is given here once: as a flag, as a variable of the environment (`CAFE_` and the
/// name in capitals), or in a file (the name, as in `listen = "0.0.0.0:7878"`); the first of these that is there counts.
#[derive(clap::Args, Clone, Debug)]
pub struct Arguments {
    /// Where to listen
    #[arg(long, env = "CAFE_LISTEN", default_value = "127.0.0.1:7878", value_name = "ADDRESS")]
    listen: SocketAddr,
    #[command(flatten)]
    place: Place,
    /// How long a bot waits before each action, so that people can follow
    #[arg(long, env = "CAFE_BOT_PAUSE_MS", default_value_t = usual().bot_pause.as_millis() as u64, value_name = "N", value_parser = clap::value_parser!(u64).range(0..=60_000))]
    bot_pause_ms: u64,
    /// How long the master thinks about a turn
    #[arg(long, env = "CAFE_MASTER_MS", default_value_t = usual().master_time.as_millis() as u64, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=60_000))]
    master_ms: u64,
    /// How many bots think at the same time; as many as there are cores if left out
    #[arg(long, env = "CAFE_THINKERS", value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    thinkers: Option<u16>,
    /// After how many seconds a table that nobody looks at leaves memory
    #[arg(long, env = "CAFE_IDLE_SECONDS", default_value_t = usual().idle.as_secs(), value_name = "N", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    idle_seconds: u64,
    /// After how many days a table that waits, and at which nobody has looked, is closed
    #[arg(long, env = "CAFE_WAITING_DAYS", default_value_t = usual().waiting.as_secs() / A_DAY, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=3650))]
    waiting_days: u64,
    /// How many open tables a visitor may have
    #[arg(long, env = "CAFE_TABLES_EACH", default_value_t = usual().tables_each as u32, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    tables_each: u32,
    /// How many visitors one address may make in an hour; this machine's own are not counted
    #[arg(long, env = "CAFE_VISITORS_AN_HOUR", default_value_t = usual().visitors_an_hour, value_name = "N")]
    visitors_an_hour: u32,
    /// How many requests a visitor, or an address whose visitors are unknown, may make in a second
    #[arg(long, env = "CAFE_REQUESTS_A_SECOND", default_value_t = usual().requests_a_second, value_name = "N", value_parser = clap::value_parser!(u32).range(10..=1_000_000))]
    requests_a_second: u32,
    /// How many connections there may be at once; fewer if the system allows fewer
    #[arg(long, env = "CAFE_CONNECTIONS", default_value_t = usual().connections as u32, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    connections: u32,
    /// How many of them may come from one address; this machine's own, and those behind a proxy, are not counted
    #[arg(long, env = "CAFE_CONNECTIONS_EACH", default_value_t = usual().connections_each as u32, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    connections_each: u32,
    /// How many seconds somebody may take to send a request, and to listen to the answer
    #[arg(long, env = "CAFE_PATIENCE_SECONDS", default_value_t = usual().patience.as_secs(), value_name = "N", value_parser = clap::value_parser!(u64).range(1..=600))]
    patience_seconds: u64,
    /// Visitors come over TLS: cookies never travel without it
    #[arg(long, env = "CAFE_TLS")]
    tls: bool,
    /// A proxy stands before the server and adds X-Forwarded-For
    #[arg(long, env = "CAFE_BEHIND_PROXY")]
    behind_proxy: bool,
    /// Another origin whose pages may come in, such as `https://cafe.example`; can be given several times
    #[arg(long, env = "CAFE_ORIGIN", value_name = "ORIGIN", value_delimiter = ',')]
    origin: Vec<String>,
    /// How to write the log: text or json
    #[arg(long, env = "CAFE_LOG_FORMAT", default_value = "text", value_name = "FORMAT", value_parser = ["text", "json"])]
    log_format: String,
    /// What to write into the log: error, warn, info, debug or trace
    #[arg(long, env = "CAFE_LOG", default_value = "info", value_name = "LEVEL", value_parser = ["error", "warn", "info", "debug", "trace"])]
    log: String,
}

/// What is set about a house if nobody says otherwise.
fn usual() -> HouseRules {
    HouseRules::default()
}

/// The seconds of a day.
const A_DAY: u64 = 24 * 60 * 60;
/// How long what still runs is waited for when the house is closed.
const LAST_THOUGHTS: Duration = Duration::from_secs(1);

/// Opens the house and serves until told to stop.
///
/// # Errors
/// Why it cannot be opened.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), String> {
    let arguments = match &arguments.place.config {
        Some(file) => with_file(file)?,
        None => arguments.clone(),
    };
    start_log(&arguments);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    let served = runtime.block_on(open(&arguments, out));
    // A bot that thinks, or a client that neither reads nor goes, is not waited for: everything is stored.
    runtime.shutdown_timeout(LAST_THOUGHTS);
    served
}

async fn open(arguments: &Arguments, out: &mut impl Write) -> Result<(), String> {
    let data = &arguments.place.data;
    let store = Store::open(data).map_err(|fault| fault.about(&Store::file(data)))?;
    let rules = HouseRules {
        bot_pause: Duration::from_millis(arguments.bot_pause_ms),
        master_time: Duration::from_millis(arguments.master_ms),
        thinkers: arguments.thinkers.map_or(usual().thinkers, usize::from),
        idle: Duration::from_secs(arguments.idle_seconds),
        waiting: Duration::from_secs(arguments.waiting_days * A_DAY),
        tables_each: arguments.tables_each as usize,
        visitors_an_hour: arguments.visitors_an_hour,
        requests_a_second: arguments.requests_a_second,
        connections: connections(arguments.connections as usize),
        connections_each: arguments.connections_each as usize,
        patience: Duration::from_secs(arguments.patience_seconds),
        tls: arguments.tls,
        behind_proxy: arguments.behind_proxy,
        origins: arguments.origin.clone(),
    };
    let listener = tokio::net::TcpListener::bind(arguments.listen).await.map_err(|error| {
        format!(
            "{} cannot be listened on ({error}); is another café open there? Choose another with --listen",
            arguments.listen
        )
    })?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    let stop = told_to_stop().map_err(|error| error.to_string())?;
    let told = writeln!(
        out,
        "Café International is open at http://{address}\nEverything is kept in {}. Press Ctrl-C to close.",
        store.path().display()
    );
    told.and_then(|()| out.flush()).map_err(|error| error.to_string())?;
    serve(House::new(store, rules), listener, stop).await.map_err(|error| error.to_string())
}

/// As many connections as were asked for, if the system has room for them.
fn connections(wanted: usize) -> usize {
    match descriptors::for_connections() {
        Some(most) if most < wanted => {
            tracing::debug!(
                most,
                wanted,
                "the system allows fewer connections; raise its limit on open files"
            );
            most
        }
        _ => wanted,
    }
}

/// Listens for Ctrl-C and, where there is such a thing, a signal to end; from now on, not from when somebody waits for it.
#[cfg(unix)]
fn told_to_stop() -> std::io::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut end) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = end.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn told_to_stop() -> std::io::Result<impl Future<Output = ()> + Send + 'static> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}

fn start_log(arguments: &Arguments) {
    let level = arguments.log.parse().unwrap_or(tracing::Level::INFO);
    let log = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .with_target(false);
    // Only what we write ourselves: other people's libraries do not know what is secret here.
    let ours = Targets::new().with_target("cafe_server", level).with_target("cafe_cli", level);
    // Another log in the same process, as in tests, stays.
    let _ = if arguments.log_format == "json" {
        log.json().flatten_event(true).with_span_list(true).finish().with(ours).try_init()
    } else {
        log.finish().with(ours).try_init()
    };
}
