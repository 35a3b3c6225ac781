//! Highlighted cells: the changes of the last action, and the seats on offer.

use cafe_rules::{Cell, Event, Guest, Step};

use super::display_state::seated_guests;

/// Highlighted cells of the café.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Highlights {
    /// Seats that were just taken, also by a swap.
    pub seated: Vec<Cell>,
    /// Guests who just left, with their seats.
    pub departed: Vec<(Cell, Guest)>,
    /// Tables that just scored, with the points.
    pub scored: Vec<(Cell, i16)>,
    /// Tables that were just laid.
    pub new_tables: Vec<Cell>,
    /// Index of the place at the bar that was just taken.
    pub bar_place: Option<usize>,
    /// Seats that the selected guest can take, with the points.
    pub offers: Vec<(Cell, i16)>,
    /// Seats of the selected action.
    pub selected: Vec<Cell>,
}

impl Highlights {
    /// Returns the changes of an action.
    #[must_use]
    pub fn of(step: &Step) -> Highlights {
        let mut highlights = Highlights::default();
        let before = &step.before;
        let mut guests = seated_guests(before);
        for event in &step.events {
            match *event {
                Event::Seated { guest, seat, .. } => {
                    let cell = before.seat_cell(seat);
                    guests.push((cell, guest));
                    highlights.seated.push(cell);
                }
                Event::Swapped { seat, .. } => highlights.seated.push(before.seat_cell(seat)),
                Event::Scored { table, .. } | Event::PartyScored { table, .. } => {
                    highlights.scored.extend(event.points().map(|points| (before.table_cell(table), points)));
                }
                Event::TableLaid { table, .. } => highlights.new_tables.push(before.table_cell(table)),
                Event::SentToBar { place, .. } | Event::Eliminated { place, .. } => {
                    highlights.bar_place = Some(usize::from(place));
                }
                _ => {}
            }
        }
        let taken: Vec<Cell> = seated_guests(&step.after).into_iter().map(|(cell, _)| cell).collect();
        highlights.departed = guests.into_iter().filter(|(cell, _)| !taken.contains(cell)).collect();
        highlights.seated.retain(|cell| taken.contains(cell));
        highlights
    }

    /// Returns the points that a table just scored.
    #[must_use]
    pub fn points_at(&self, cell: Cell) -> Option<i16> {
        self.scored.iter().find(|(table, _)| *table == cell).map(|(_, points)| *points)
    }

    /// Returns the points that a seat on offer would score.
    #[must_use]
    pub fn offer_at(&self, cell: Cell) -> Option<i16> {
        self.offers.iter().find(|(seat, _)| *seat == cell).map(|(_, points)| *points)
    }
}
