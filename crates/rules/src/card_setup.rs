//! Checks of a card game position.

use crate::card_game::CARD_TABLES;
use crate::faults::FaultCollector;
use crate::position_fault::PositionFault;
use crate::setup::by_player;
use crate::stock::Stock;
use crate::{
    CARD_HAND_LIMIT, CARD_PLACEMENT_LIMIT, Cafe, CardGame, Ending, FloorPlan, Nation, Options, Party, Setup,
    Tile,
};

impl Setup {
    /// Checks a card game position; returns `None` if there are faults.
    pub(crate) fn card_game(
        &self,
        options: Options,
        faults: &mut FaultCollector<PositionFault>,
    ) -> Option<CardGame> {
        let plan = FloorPlan::card_game();
        let mut laid = [None; CARD_TABLES];
        for &(cell, nation) in &self.tables {
            match plan.table_at(cell).map(|table| laid[table.index()].replace(nation)) {
                None => faults.add(PositionFault::NoTable { cell }),
                Some(Some(_)) => faults.add(PositionFault::DuplicateTable { cell }),
                Some(None) => {}
            }
        }
        for (&cell, laid) in plan.table_cells().iter().zip(&laid) {
            faults.require(laid.is_some(), PositionFault::TableMissing { cell });
        }
        for (player, hand) in self.hands.iter().enumerate() {
            faults.require(
                hand.len() <= CARD_HAND_LIMIT,
                PositionFault::HandTooLarge { player, held: hand.len() },
            );
        }
        let nations = laid.map(|nation| nation.unwrap_or(Nation::Germany));
        let mut cafe = Cafe::new(plan, nations);
        self.seat_guests(&mut cafe, faults);
        for table in cafe.full(plan.tables()) {
            faults.require(self.over, PositionFault::FullTable { cell: plan.table_cell(table) });
        }
        let limit = match (self.player_to_move_has_tiles(), self.over) {
            (true, false) => CARD_PLACEMENT_LIMIT - 1,
            _ if self.parties => Party::MAX_GUESTS as u8,
            _ => CARD_PLACEMENT_LIMIT,
        };
        faults.require(self.placed <= limit, PositionFault::Placed { placed: self.placed, limit });
        let pending = self.check_pending(&cafe, CARD_PLACEMENT_LIMIT, faults);
        if !faults.is_empty() {
            return None;
        }
        Some(CardGame {
            round: self.round(cafe, options, pending, || self.card_ending()),
            down: by_player(&self.down, |tiles| tiles.iter().copied().collect()),
            guest_stock: Stock::new(&self.guest_stock, Tile::JOKER_LADY),
            table_stock: Stock::new(&self.table_stock, Nation::Germany),
        })
    }

    /// Infers the ending of a finished card game without a result.
    fn card_ending(&self) -> Ending {
        if self.guest_stock.is_empty() {
            Ending::Guests
        } else if self.player_to_move_has_tiles() {
            Ending::Tables
        } else {
            Ending::Closed
        }
    }
}
