//! Any text as an action: what is read is written the same, and accepted if and only if it is legal.

#![no_main]

use std::collections::HashSet;
use std::sync::LazyLock;

use cafe_rules::{Action, Deal, Game, Kind, Options, Seat, Seed, Table};
use libfuzzer_sys::fuzz_target;

/// Moments of both games with the variant, at the start and later, each with what is legal there.
static MOMENTS: LazyLock<Vec<(Game, HashSet<String>)>> = LazyLock::new(|| {
    let mut moments = Vec::new();
    for kind in Kind::BOTH {
        let options = Options::new(kind, 2, true).expect("two players");
        let mut game = Game::new(options, &Deal::shuffled(kind, Seed([5; 32])));
        for step in 0..60_usize {
            let legal = game.legal();
            let Some(action) = legal.get(step * 7 % legal.len().max(1)) else { break };
            if step % 12 < 2 {
                moments.push((game, game.legal_written().into_iter().collect()));
            }
            game.play_unchecked(action);
        }
    }
    moments
});

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for (game, legal) in MOMENTS.iter() {
        let accepted = game.read(text).is_ok_and(|action| {
            if is_of_the_cafe(&action) {
                assert_eq!(game.write(&action), text);
            }
            game.check(action).is_ok()
        });
        assert_eq!(accepted, legal.contains(text), "{text:?} in {}", game.position());
    }
});

/// Cells that the café does not have can be read, to be refused in their turn, but not written.
fn is_of_the_cafe(action: &Action) -> bool {
    match action {
        Action::Seat(_, seat) | Action::Swap(_, seat) => *seat != Seat::NOWHERE,
        Action::Party(party) => {
            party.table() != Table::NOWHERE && party.guests().iter().all(|&(_, seat)| seat != Seat::NOWHERE)
        }
        _ => true,
    }
}
