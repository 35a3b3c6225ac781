//! Parsers and limits of command-line values.

use cafe_bots::Level;
use cafe_lab::Entrant;
use cafe_rules::Kind;

/// Maximum number of playouts of a bot for one turn.
pub const MAX_PLAYOUTS: u64 = 1_000_000_000;
/// Maximum number of threads.
pub const MAX_THREADS: i64 = 1024;

/// Parses the name of a game.
///
/// # Errors
/// The valid names.
pub fn read_kind(text: &str) -> Result<Kind, String> {
    Kind::parse(&text.to_lowercase()).ok_or_else(|| "the games are card and board".to_owned())
}

/// Parses the name of a bot level.
///
/// # Errors
/// The valid names.
pub fn read_level(text: &str) -> Result<Level, String> {
    let levels = || format!("the levels are {}", Level::ALL.map(Level::as_str).join(", "));
    Level::parse(&text.to_lowercase()).ok_or_else(levels)
}

/// Parses the name of an arena entrant.
///
/// # Errors
/// The valid names.
pub fn read_entrant(text: &str) -> Result<Entrant, String> {
    Entrant::parse(&text.to_lowercase()).ok_or_else(|| {
        let names: Vec<&str> = Entrant::all().map(Entrant::as_str).collect();
        format!("the bots are {}", names.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_case_insensitive() {
        assert_eq!(read_kind("Board"), Ok(Kind::Board));
        assert_eq!(read_level("EXPERT"), Ok(Level::Expert));
        assert_eq!(read_entrant("Seer"), Ok(Entrant::PerfectInformation));
        assert!(read_level("seer").is_err() && read_entrant("wizard").is_err());
    }
}
