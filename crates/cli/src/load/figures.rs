//! What a load came to.

use hdrhistogram::Histogram;
use serde_json::json;

/// What a load came to.
pub(super) struct Figures {
    tables: usize,
    pub(super) seconds: f64,
    moves: u64,
    games: u64,
    errors: u64,
    first_error: Option<String>,
    micros: Histogram<u64>,
}

/// What one table came to.
#[derive(Default)]
pub(super) struct OfTable {
    pub(super) moves: u64,
    pub(super) games: u64,
    pub(super) errors: u64,
    pub(super) first_error: Option<String>,
    /// How long each move took to reach the opponent, in microseconds.
    pub(super) micros: Vec<u64>,
}

impl OfTable {
    /// Notes that something went wrong. What, is kept only of the first: there may be very many.
    pub(super) fn failed(&mut self, why: String) {
        self.errors += 1;
        self.first_error.get_or_insert(why);
    }
}

impl Figures {
    pub(super) fn new(tables: usize) -> Figures {
        let micros = Histogram::new_with_bounds(1, 600_000_000, 3).expect("these bounds are sound");
        Figures { tables, seconds: 0.0, moves: 0, games: 0, errors: 0, first_error: None, micros }
    }

    pub(super) fn add(&mut self, table: OfTable) {
        self.moves += table.moves;
        self.games += table.games;
        self.errors += table.errors;
        self.first_error = self.first_error.take().or(table.first_error);
        table.micros.into_iter().for_each(|micros| self.micros.saturating_record(micros.max(1)));
    }

    fn millis(&self, quantile: f64) -> f64 {
        (self.micros.value_at_quantile(quantile) as f64 / 10.0).round() / 100.0
    }

    pub(super) fn json(&self) -> String {
        let rate = self.moves as f64 / self.seconds.max(1e-9);
        json!({
            "tables": self.tables,
            "seconds": (self.seconds * 100.0).round() / 100.0,
            "moves": self.moves,
            "moves_per_second": (rate * 10.0).round() / 10.0,
            "games": self.games,
            "p50_ms": self.millis(0.5),
            "p90_ms": self.millis(0.9),
            "p99_ms": self.millis(0.99),
            "max_ms": self.micros.max() as f64 / 1000.0,
            "errors": self.errors,
            "first_error": self.first_error,
        })
        .to_string()
    }

    pub(super) fn text(&self) -> String {
        let Figures { tables, seconds, moves, games, errors, .. } = self;
        let rate = *moves as f64 / seconds.max(1e-9);
        let wrong = match &self.first_error {
            Some(first) => format!("\n{errors} errors, the first: {first}"),
            None => String::new(),
        };
        format!(
            "{moves} moves in {seconds:.1} s at {tables} tables, {rate:.0} a second; {games} games ended\n\
             from a player's hand to the opponent's eye: half within {} ms, 99 % within {} ms, all within {} ms{wrong}",
            self.millis(0.5),
            self.millis(0.99),
            self.micros.max() as f64 / 1000.0,
        )
    }
}
