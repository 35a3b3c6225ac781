//! The café of a game in one short text, for lists.

use cafe_rules::{Cafe, Game, Nation, SeatSet};

use crate::Room;

impl Room {
    /// Returns the café of the game for a small picture in a list: a letter for the nation of each table, a space, and a letter for
    /// the nation of the guest on each seat, all in reading order. `A` is the first nation of [`Nation::ALL`], `.` a free seat.
    /// Empty before the game.
    #[must_use]
    pub fn cafe_summary(&self) -> String {
        match self.game.as_ref().map(|game| &game.current) {
            None => String::new(),
            Some(Game::Card(game)) => summarise(game.cafe()),
            Some(Game::Board(game)) => summarise(game.cafe()),
        }
    }
}

fn summarise<S: SeatSet, const SEATS: usize, const TABLES: usize>(cafe: &Cafe<S, SEATS, TABLES>) -> String {
    let tables = cafe.plan().tables().map(|table| letter(cafe.nation(table)));
    let guests = cafe.plan().seats().iter().map(|seat| cafe.guest_at(seat));
    let seats = guests.map(|guest| guest.map_or('.', |guest| letter(guest.nation())));
    tables.chain([' ']).chain(seats).collect()
}

fn letter(nation: Nation) -> char {
    char::from(b'A' + nation.index() as u8)
}
