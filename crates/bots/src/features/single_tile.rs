//! The points that a single tile could score in a café.

use cafe_rules::{Cafe, Guest, SeatSet, Tile};

/// Returns the most points that a tile could score by itself, or `None` if no seat offers it company.
#[inline]
pub(crate) fn best_points<S: SeatSet, const SEATS: usize, const TABLES: usize>(
    cafe: &Cafe<S, SEATS, TABLES>,
    joinable: [S; 2],
    tile: Tile,
) -> Option<i16> {
    let open = joinable[tile.sex().index()];
    match tile.nation() {
        Some(nation) => {
            let guest = Guest::new(nation, tile.sex());
            let seats = cafe.seats_of_nation(nation) & open;
            seats.iter().map(|seat| cafe.points_for(guest, seat)).max()
        }
        None => {
            let points = |seat| {
                let guests = cafe.nations_at(seat).map(|nation| Guest::joker(nation, tile.sex()));
                guests.map(|guest| cafe.points_for(guest, seat)).max().unwrap_or(0)
            };
            open.iter().map(points).max()
        }
    }
}

/// The three greatest of some numbers, in descending order.
#[derive(Clone, Copy, Default)]
pub(crate) struct TopThree(pub(crate) [i16; 3]);

impl TopThree {
    #[inline]
    pub(crate) fn add(&mut self, mut points: i16) {
        for place in &mut self.0 {
            if *place < points {
                std::mem::swap(place, &mut points);
            }
        }
    }

    pub(crate) fn sum(self) -> i16 {
        self.0.iter().sum()
    }
}

/// Returns 1 for true and 0 for false.
pub(crate) fn flag(condition: bool) -> f32 {
    if condition { 1.0 } else { 0.0 }
}
