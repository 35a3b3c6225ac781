//! The settings of a server.

use std::time::Duration;

use cafe_rules::Secret;

/// The settings of a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServerConfig {
    /// Pause before each action of a bot, so that people can follow.
    pub bot_pause: Duration,
    /// Time the master bot may think about a turn.
    pub bot_think_time: Duration,
    /// Number of bots that may think at the same time, hints included. Turns out of time have a thread of their own.
    pub bot_threads: usize,
    /// Time after which a room without viewers leaves memory.
    pub room_idle_timeout: Duration,
    /// Time after which a waiting room that nobody has viewed is closed.
    pub waiting_room_timeout: Duration,
    /// Time after which a room that was closed before its game started is deleted.
    pub unstarted_room_retention: Duration,
    /// Time without activity after which a game that is over is deleted. None keeps all games.
    pub game_retention: Option<Duration>,
    /// Time after which a visitor who never did anything is deleted.
    pub unused_visitor_retention: Duration,
    /// Maximum number of open rooms per host.
    pub max_open_rooms_per_visitor: usize,
    /// Maximum number of new visitors per address and hour. The machine's own address is not limited.
    pub new_visitors_per_hour: u32,
    /// Maximum number of rooms that a visitor opens in an hour; the visitors of an address together open four times as many. The
    /// machine's own address is not limited.
    pub rooms_per_hour: u32,
    /// Request budget per second, for each visitor or for each address without one. Expensive requests cost more.
    pub requests_per_second: u32,
    /// Maximum number of connections.
    pub max_connections: usize,
    /// Maximum number of connections per address. The machine's own address is not limited, nor are connections behind a
    /// proxy, which all have the proxy's address.
    pub max_connections_per_address: usize,
    /// Maximum number of bytes that may wait for clients: a quarter of it for the clients of one address, a 16th for one
    /// visitor, a 128th for one client. Where a limit is exceeded, the clients for which most is waiting have to reconnect.
    pub max_queued_bytes: usize,
    /// Size of a connection's send buffer in the system. Linux doubles it for its own bookkeeping.
    pub send_buffer_bytes: usize,
    /// Time a client may take to send a request and to read the response.
    pub request_timeout: Duration,
    /// Whether clients connect over TLS, so that cookies must never be sent without it.
    pub tls: bool,
    /// Whether a proxy in front of the server sets `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// Other origins whose pages may send requests. The server's own is always allowed.
    pub allowed_origins: Vec<String>,
    /// For tests only: all rooms get this secret instead of a random one, so their deals can be foreseen.
    pub test_secret: Option<Secret>,
}

impl Default for ServerConfig {
    fn default() -> ServerConfig {
        ServerConfig {
            bot_pause: Duration::from_millis(800),
            bot_think_time: Duration::from_millis(300),
            // One core is left to the server.
            bot_threads: std::thread::available_parallelism().map_or(1, |cores| (cores.get() - 1).max(1)),
            room_idle_timeout: Duration::from_secs(60),
            waiting_room_timeout: Duration::from_secs(7 * 24 * 60 * 60),
            unstarted_room_retention: Duration::from_secs(24 * 60 * 60),
            game_retention: None,
            unused_visitor_retention: Duration::from_secs(30 * 24 * 60 * 60),
            max_open_rooms_per_visitor: 50,
            new_visitors_per_hour: 60,
            rooms_per_hour: 100,
            requests_per_second: 100,
            max_connections: 20_000,
            max_connections_per_address: 1_000,
            max_queued_bytes: 64 << 20,
            send_buffer_bytes: 64 << 10,
            request_timeout: Duration::from_secs(15),
            tls: false,
            behind_proxy: false,
            allowed_origins: Vec::new(),
            test_secret: None,
        }
    }
}
