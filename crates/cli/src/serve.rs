//! `cafe serve`: runs the server.

use std::io::{IsTerminal as _, Write};
use std::net::SocketAddr;
use std::time::Duration;

use cafe_rules::Secret;
use cafe_server::{AppState, ServerConfig, serve};
use cafe_store::{Store, database_file};
use clap::value_parser;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::fd_limit;
use crate::settings::{self, DataArguments, parse_with_file};

/// Time that bots and slow clients get to finish at shutdown.
const RUNTIME_SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(1);
const DAY_SECONDS: u64 = 24 * 60 * 60;

/// The settings of a server. Each has a flag, an environment variable (`CAFE_` and the name in capitals) and a key in the settings
/// file (the name with underscores); the first one that is set counts.
#[derive(clap::Args, Clone, Debug)]
pub struct Arguments {
    /// Address to listen on
    #[arg(long, env = "CAFE_LISTEN", default_value = "127.0.0.1:7878", value_name = "ADDRESS")]
    listen: SocketAddr,
    #[command(flatten)]
    data: DataArguments,
    /// Pause of a bot before each action, so that people can follow
    #[arg(long, env = "CAFE_BOT_PAUSE_MS", default_value_t = defaults().bot_pause.as_millis() as u64, value_name = "N", value_parser = value_parser!(u64).range(0..=60_000))]
    bot_pause_ms: u64,
    /// Thinking time of the master bot for a turn
    #[arg(long, env = "CAFE_BOT_THINK_MS", default_value_t = defaults().bot_think_time.as_millis() as u64, value_name = "N", value_parser = value_parser!(u64).range(1..=60_000))]
    bot_think_ms: u64,
    /// Number of bots that think at the same time [default: one less than cores]
    #[arg(long, env = "CAFE_BOT_THREADS", value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    bot_threads: Option<u16>,
    /// Time until a game without viewers leaves memory
    #[arg(long, env = "CAFE_ROOM_IDLE_SECONDS", default_value_t = defaults().room_idle_timeout.as_secs(), value_name = "N", value_parser = value_parser!(u64).range(1..=86_400))]
    room_idle_seconds: u64,
    /// Time until a game that has not started and has no viewers is closed
    #[arg(long, env = "CAFE_WAITING_ROOM_DAYS", default_value_t = defaults().waiting_room_timeout.as_secs() / DAY_SECONDS, value_name = "N", value_parser = value_parser!(u64).range(1..=3650))]
    waiting_room_days: u64,
    /// Time until a game that was closed before it started is deleted
    #[arg(long, env = "CAFE_UNSTARTED_ROOM_DAYS", default_value_t = defaults().unstarted_room_retention.as_secs() / DAY_SECONDS, value_name = "N", value_parser = value_parser!(u64).range(1..=3650))]
    unstarted_room_days: u64,
    /// Time until a game that is over and was not viewed since is deleted [default: games are kept]
    #[arg(long, env = "CAFE_KEEP_GAMES_DAYS", value_name = "N", value_parser = value_parser!(u64).range(1..=36_500))]
    keep_games_days: Option<u64>,
    /// Time until a visitor who never opened or joined a game and never returned is deleted
    #[arg(long, env = "CAFE_UNUSED_VISITOR_DAYS", default_value_t = defaults().unused_visitor_retention.as_secs() / DAY_SECONDS, value_name = "N", value_parser = value_parser!(u64).range(1..=3650))]
    unused_visitor_days: u64,
    /// Maximum number of open games per visitor
    #[arg(long, env = "CAFE_MAX_OPEN_ROOMS", default_value_t = defaults().max_open_rooms_per_visitor as u32, value_name = "N", value_parser = value_parser!(u32).range(1..=1_000_000))]
    max_open_rooms: u32,
    /// Maximum number of new visitors per address and hour; this machine is not limited
    #[arg(long, env = "CAFE_NEW_VISITORS_PER_HOUR", default_value_t = defaults().new_visitors_per_hour, value_name = "N")]
    new_visitors_per_hour: u32,
    /// Maximum number of games that a visitor opens in an hour, four times as many for an address; this machine is not limited
    #[arg(long, env = "CAFE_ROOMS_PER_HOUR", default_value_t = defaults().rooms_per_hour, value_name = "N", value_parser = value_parser!(u32).range(1..=1_000_000))]
    rooms_per_hour: u32,
    /// Maximum number of requests per second, for each visitor or for each address without one
    #[arg(long, env = "CAFE_REQUESTS_PER_SECOND", default_value_t = defaults().requests_per_second, value_name = "N", value_parser = value_parser!(u32).range(10..=1_000_000))]
    requests_per_second: u32,
    /// Maximum number of connections; lower if the limit on open files is lower
    #[arg(long, env = "CAFE_MAX_CONNECTIONS", default_value_t = defaults().max_connections as u32, value_name = "N", value_parser = value_parser!(u32).range(1..=1_000_000))]
    max_connections: u32,
    /// Maximum number of connections per address; this machine and a proxy are not limited
    #[arg(long, env = "CAFE_MAX_CONNECTIONS_PER_ADDRESS", default_value_t = defaults().max_connections_per_address as u32, value_name = "N", value_parser = value_parser!(u32).range(1..=1_000_000))]
    max_connections_per_address: u32,
    /// Maximum size of the messages that wait for slow clients, in MiB
    #[arg(long, env = "CAFE_MAX_QUEUED_MIB", default_value_t = (defaults().max_queued_bytes >> 20) as u32, value_name = "N", value_parser = value_parser!(u32).range(64..=65_536))]
    max_queued_mib: u32,
    /// Time a client may take to send a request and to read the response
    #[arg(long, env = "CAFE_REQUEST_TIMEOUT_SECONDS", default_value_t = defaults().request_timeout.as_secs(), value_name = "N", value_parser = value_parser!(u64).range(1..=600))]
    request_timeout_seconds: u64,
    /// Clients connect over TLS: send cookies only over TLS
    #[arg(long, env = "CAFE_TLS")]
    tls: bool,
    /// A proxy in front of the server sets X-Forwarded-For
    #[arg(long, env = "CAFE_BEHIND_PROXY")]
    behind_proxy: bool,
    /// Another origin whose pages may send requests, such as `https://cafe.example`; can be repeated
    #[arg(long, env = "CAFE_ALLOWED_ORIGIN", value_name = "ORIGIN", value_delimiter = ',')]
    allowed_origin: Vec<String>,
    /// For tests only: all games are dealt from this seed instead of a random one, and stored without waiting for the disk
    #[arg(long, env = "CAFE_TEST_SEED", value_name = "N", hide = true)]
    test_seed: Option<u64>,
    /// Format of the log
    #[arg(long, env = "CAFE_LOG_FORMAT", default_value = "text", value_name = "FORMAT", value_parser = ["text", "json"])]
    log_format: String,
    /// Lowest level to log
    #[arg(long, env = "CAFE_LOG", default_value = "info", value_name = "LEVEL", value_parser = ["error", "warn", "info", "debug", "trace"])]
    log: String,
}

fn defaults() -> ServerConfig {
    ServerConfig::default()
}

impl Arguments {
    fn config(&self) -> ServerConfig {
        ServerConfig {
            bot_pause: Duration::from_millis(self.bot_pause_ms),
            bot_think_time: Duration::from_millis(self.bot_think_ms),
            bot_threads: self.bot_threads.map_or(defaults().bot_threads, usize::from),
            room_idle_timeout: Duration::from_secs(self.room_idle_seconds),
            waiting_room_timeout: Duration::from_secs(self.waiting_room_days * DAY_SECONDS),
            unstarted_room_retention: Duration::from_secs(self.unstarted_room_days * DAY_SECONDS),
            game_retention: self.keep_games_days.map(|days| Duration::from_secs(days * DAY_SECONDS)),
            unused_visitor_retention: Duration::from_secs(self.unused_visitor_days * DAY_SECONDS),
            max_open_rooms_per_visitor: self.max_open_rooms as usize,
            new_visitors_per_hour: self.new_visitors_per_hour,
            rooms_per_hour: self.rooms_per_hour,
            requests_per_second: self.requests_per_second,
            max_connections: limit_connections(self.max_connections as usize),
            max_connections_per_address: self.max_connections_per_address as usize,
            max_queued_bytes: (self.max_queued_mib as usize) << 20,
            send_buffer_bytes: defaults().send_buffer_bytes,
            request_timeout: Duration::from_secs(self.request_timeout_seconds),
            tls: self.tls,
            behind_proxy: self.behind_proxy,
            allowed_origins: self.allowed_origin.clone(),
            test_secret: self.test_seed.map(test_secret),
        }
    }
}

/// Returns a secret that is always the same for a seed.
fn test_secret(seed: u64) -> Secret {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    Secret(bytes)
}

/// Runs the server until SIGINT or SIGTERM.
///
/// # Errors
/// Why the server cannot start.
pub fn run(arguments: &Arguments, output: &mut impl Write) -> Result<(), String> {
    settings::check_environment(|name| std::env::var_os(name).is_some())?;
    let arguments = match &arguments.data.config {
        Some(file) => parse_with_file(file)?,
        None => arguments.clone(),
    };
    start_log(&arguments);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    let served = runtime.block_on(run_server(&arguments, output));
    // A thinking bot or a client that does not read must not delay the exit: everything is stored.
    runtime.shutdown_timeout(RUNTIME_SHUTDOWN_TIMEOUT);
    served
}

async fn run_server(arguments: &Arguments, output: &mut impl Write) -> Result<(), String> {
    let folder = &arguments.data.data;
    let open = if arguments.test_seed.is_some() { Store::open_for_tests } else { Store::open };
    let store = open(folder).map_err(|error| error.to_string())?;
    let listener = tokio::net::TcpListener::bind(arguments.listen).await.map_err(|error| {
        format!(
            "cannot listen on {} ({error}); is another server running there? Choose another address with --listen",
            arguments.listen
        )
    })?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    let stop = stop_signal().map_err(|error| error.to_string())?;
    let written = writeln!(
        output,
        "Café International is running at http://{address}\nThe data is in {}. Press Ctrl-C to stop.",
        database_file(folder).display()
    );
    written.and_then(|()| output.flush()).map_err(|error| error.to_string())?;
    if arguments.test_seed.is_some() {
        tracing::warn!("--test-seed is set: everybody can foresee the deals, and a power cut can lose games");
    }
    let state = AppState::new(store, arguments.config());
    serve(state, listener, folder, stop).await.map_err(|error| error.to_string())
}

/// Lowers the number of connections to what the limit on open files allows.
fn limit_connections(configured: usize) -> usize {
    match fd_limit::raise_for_connections() {
        Some(allowed) if allowed < configured => {
            tracing::debug!(allowed, configured, "connections limited by the limit on open files");
            allowed
        }
        _ => configured,
    }
}

/// Returns a future that resolves at SIGINT or SIGTERM. Signals count from this call on, not from the first poll.
#[cfg(unix)]
fn stop_signal() -> std::io::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn stop_signal() -> std::io::Result<impl Future<Output = ()> + Send + 'static> {
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
    // Only this project's crates: other libraries might log tokens and names.
    let targets = ["cafe_server", "cafe_store", "cafe_room", "cafe_cli"];
    let targets = Targets::new().with_targets(targets.map(|target| (target, level)));
    // Fails if the process has a subscriber already, as in tests.
    let _ = if arguments.log_format == "json" {
        log.json().flatten_event(true).with_span_list(true).finish().with(targets).try_init()
    } else {
        log.finish().with(targets).try_init()
    };
}
