//! Parses arbitrary text as an action: it formats back to the same text, and is accepted exactly if it is legal.

#![no_main]

use std::collections::HashSet;
use std::sync::LazyLock;

use cafe_rules::{Action, Deal, Game, Kind, Options, Seat, Seed, Table};
use libfuzzer_sys::fuzz_target;

/// Positions of both games with parties, early and late, with their legal actions.
static POSITIONS: LazyLock<Vec<(Game, HashSet<String>)>> = LazyLock::new(|| {
    let mut positions = Vec::new();
    for kind in Kind::BOTH {
        let options = Options::new(kind, 2, true).expect("two players");
        let mut game = Game::new(options, &Deal::shuffled(kind, Seed([5; 32])));
        for step in 0..60_usize {
            let legal = game.legal();
            let Some(action) = legal.get(step * 7 % legal.len().max(1)) else { break };
            if step % 12 < 2 {
                positions.push((game, game.legal_action_strings().into_iter().collect()));
            }
            game.play_unchecked(action);
        }
    }
    positions
});

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for (game, legal) in POSITIONS.iter() {
        let accepted = game.parse_action(text).is_ok_and(|action| {
            if is_on_plan(&action) {
                assert_eq!(game.format_action(&action), text);
            }
            game.check(action).is_ok()
        });
        assert_eq!(accepted, legal.contains(text), "{text:?} in {}", game.position());
    }
});

/// Returns true if the café has all seats and tables of the action; others parse but cannot be formatted.
fn is_on_plan(action: &Action) -> bool {
    match action {
        Action::Seat(_, seat) | Action::Swap(_, seat) => *seat != Seat::NONE,
        Action::Party(party) => {
            party.table() != Table::NONE && party.guests().iter().all(|&(_, seat)| seat != Seat::NONE)
        }
        _ => true,
    }
}
