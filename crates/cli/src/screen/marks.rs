//! What is marked in the café: what the last action changed, and what is offered.

use cafe_rules::{Cell, Event, Game, Guest, Step};

use super::sight::{seat_cell, seated};

/// What is marked in the café.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Marks {
    /// Seats that were just taken, also by a swap.
    pub taken: Vec<Cell>,
    /// Who just left, and from where.
    pub left: Vec<(Cell, Guest)>,
    /// Tables that just paid, and how much.
    pub paid: Vec<(Cell, i16)>,
    /// Tables that were just laid.
    pub laid: Vec<Cell>,
    /// The place at the bar that was just taken, from 0.
    pub at_bar: Option<usize>,
    /// Seats that the chosen guest could take, with the points.
    pub offers: Vec<(Cell, i16)>,
    /// The seats of the chosen action.
    pub chosen: Vec<Cell>,
}

impl Marks {
    /// What an action changed.
    #[must_use]
    pub fn of(before: &Game, step: &Step) -> Marks {
        let mut marks = Marks::default();
        let mut there = seated(before);
        for event in &step.events {
            match *event {
                Event::Seated { guest, seat, .. } => {
                    let cell = seat_cell(before, seat);
                    there.push((cell, guest));
                    marks.taken.push(cell);
                }
                Event::Swapped { seat, .. } => marks.taken.push(seat_cell(before, seat)),
                Event::Scored { table, .. } | Event::PartyScored { table, .. } => {
                    marks.paid.extend(event.points().map(|points| (before.table_cell(table), points)));
                }
                Event::TableLaid { table, .. } => marks.laid.push(before.table_cell(table)),
                Event::SentToBar { place, .. } | Event::Eliminated { place, .. } => {
                    marks.at_bar = Some(usize::from(place));
                }
                _ => {}
            }
        }
        let still: Vec<Cell> = seated(&step.after).into_iter().map(|(cell, _)| cell).collect();
        marks.left = there.into_iter().filter(|(cell, _)| !still.contains(cell)).collect();
        marks.taken.retain(|cell| still.contains(cell));
        marks
    }

    /// What a table paid, if it did.
    #[must_use]
    pub fn paid_at(&self, cell: Cell) -> Option<i16> {
        self.paid.iter().find(|(table, _)| *table == cell).map(|(_, points)| *points)
    }

    /// What a seat would pay, if it is offered.
    #[must_use]
    pub fn offered_at(&self, cell: Cell) -> Option<i16> {
        self.offers.iter().find(|(seat, _)| *seat == cell).map(|(_, points)| *points)
    }
}
