//! The results of a load test.

use hdrhistogram::Histogram;
use serde_json::json;

/// Results of all rooms together.
pub(super) struct LoadStats {
    rooms: usize,
    pub(super) seconds: f64,
    moves: u64,
    games: u64,
    errors: u64,
    first_error: Option<String>,
    latency_micros: Histogram<u64>,
}

/// Results of one pair of players.
#[derive(Default)]
pub(super) struct PairStats {
    pub(super) moves: u64,
    pub(super) games: u64,
    pub(super) errors: u64,
    pub(super) first_error: Option<String>,
    /// Time from sending each move until the opponent received it.
    pub(super) latency_micros: Vec<u64>,
}

impl PairStats {
    /// Counts an error. Only the first message is kept, because there may be very many.
    pub(super) fn add_error(&mut self, message: String) {
        self.errors += 1;
        self.first_error.get_or_insert(message);
    }
}

impl LoadStats {
    pub(super) fn new(rooms: usize) -> LoadStats {
        let latency_micros = Histogram::new_with_bounds(1, 600_000_000, 3).expect("the bounds are valid");
        LoadStats { rooms, seconds: 0.0, moves: 0, games: 0, errors: 0, first_error: None, latency_micros }
    }

    pub(super) fn add(&mut self, pair: PairStats) {
        self.moves += pair.moves;
        self.games += pair.games;
        self.errors += pair.errors;
        self.first_error = self.first_error.take().or(pair.first_error);
        pair.latency_micros
            .into_iter()
            .for_each(|micros| self.latency_micros.saturating_record(micros.max(1)));
    }

    fn latency_millis(&self, quantile: f64) -> f64 {
        (self.latency_micros.value_at_quantile(quantile) as f64 / 10.0).round() / 100.0
    }

    fn moves_per_second(&self) -> f64 {
        self.moves as f64 / self.seconds.max(1e-9)
    }

    pub(super) fn to_json(&self) -> String {
        json!({
            "tables": self.rooms,
            "seconds": (self.seconds * 100.0).round() / 100.0,
            "moves": self.moves,
            "moves_per_second": (self.moves_per_second() * 10.0).round() / 10.0,
            "games": self.games,
            "p50_ms": self.latency_millis(0.5),
            "p90_ms": self.latency_millis(0.9),
            "p99_ms": self.latency_millis(0.99),
            "max_ms": self.latency_micros.max() as f64 / 1000.0,
            "errors": self.errors,
            "first_error": self.first_error,
        })
        .to_string()
    }

    pub(super) fn to_text(&self) -> String {
        let LoadStats { rooms, seconds, moves, games, errors, .. } = self;
        let first_error = match &self.first_error {
            Some(first) => format!("\n{errors} errors, the first: {first}"),
            None => String::new(),
        };
        format!(
            "{moves} moves in {seconds:.1} s in {rooms} games at a time, {:.0} per second; {games} games finished\n\
             latency from player to opponent: median {} ms, p99 {} ms, max {} ms{first_error}",
            self.moves_per_second(),
            self.latency_millis(0.5),
            self.latency_millis(0.99),
            self.latency_micros.max() as f64 / 1000.0,
        )
    }
}
