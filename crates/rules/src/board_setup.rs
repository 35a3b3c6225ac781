//! Checks of a board game position.

use crate::board_game::NO_TILE;
use crate::faults::FaultCollector;
use crate::position_fault::{EliminatedFault, PendingFault, PositionFault};
use crate::stock::Stock;
use crate::{
    BAG_END_TILES, BAR_PLACES, BOARD_PLACEMENT_LIMIT, Board, BoardGame, Ending, Options, Party, Setup,
};

impl Setup {
    /// Checks a board game position; returns `None` if there are faults.
    pub(crate) fn board_game(
        &self,
        options: Options,
        board: &'static Board,
        faults: &mut FaultCollector<PositionFault>,
    ) -> Option<BoardGame> {
        let mut game = BoardGame::empty(board, options);
        for &(cell, nation) in &self.tables {
            match board.floor().table_at(cell) {
                None => faults.add(PositionFault::NoTable { cell }),
                Some(table) => {
                    let actual = board.nation(table);
                    faults.require(
                        actual == nation,
                        PositionFault::NationMismatch { cell, given: nation, actual },
                    );
                }
            }
        }
        self.seat_guests(&mut game.round.cafe, faults);
        let cafe = game.round.cafe;
        faults.require(cafe.free() != 0 || self.over, PositionFault::NoFreeChair);
        self.check_bar_and_eliminated(board, faults);
        let limit = match (self.player_to_move_has_tiles(), self.over) {
            (_, true) => Party::MAX_GUESTS as u8,
            (true, false) => BOARD_PLACEMENT_LIMIT - 1,
            (false, false) => 0,
        };
        let limit = limit.min(self.seated.len().try_into().unwrap_or(u8::MAX));
        faults.require(self.placed <= limit, PositionFault::Placed { placed: self.placed, limit });
        let own = cafe.full(board.floor().tables()).filter(|&table| cafe.is_own_nation(table)).count();
        let limit = self.placed.min(own as u8);
        faults.require(self.saved <= limit || self.over, PositionFault::Saved { saved: self.saved, limit });
        faults.require(
            self.turns > 0 || self.pending.is_empty(),
            PositionFault::Pending(PendingFault::FirstTurn),
        );
        let pending = self.check_pending(&cafe, BOARD_PLACEMENT_LIMIT, faults);
        if !faults.is_empty() {
            return None;
        }
        game.round = self.round(cafe, options, pending, || self.board_ending(cafe.free() == 0));
        game.bag = Stock::new(&self.guest_stock, NO_TILE);
        game.bar[..self.bar.len()].copy_from_slice(&self.bar);
        game.bar_taken = self.bar.len() as u8;
        game.eliminated[..self.eliminated.len()].copy_from_slice(&self.eliminated);
        game.eliminated_count = self.eliminated.len() as u8;
        game.turns = self.turns;
        game.saved = self.saved;
        game.passes = self.passes;
        Some(game)
    }

    fn check_bar_and_eliminated(&self, board: &Board, faults: &mut FaultCollector<PositionFault>) {
        let taken = self.bar.len();
        let limit = if self.over { BAR_PLACES } else { BAR_PLACES - 1 };
        faults.require(taken <= limit, PositionFault::TooManyAtBar { found: taken, limit });
        faults.require(!self.bar.iter().any(|tile| tile.is_joker()), PositionFault::JokerAtBar);
        let mut seen = Vec::new();
        for &player in &self.eliminated {
            faults.require(
                player < self.players,
                PositionFault::Eliminated { player, reason: EliminatedFault::NoPlayer },
            );
            faults.require(
                !seen.contains(&player),
                PositionFault::Eliminated { player, reason: EliminatedFault::Twice },
            );
            let empty = self.hands.get(usize::from(player)).is_none_or(Vec::is_empty);
            faults.require(empty, PositionFault::Eliminated { player, reason: EliminatedFault::HasTiles });
            faults.require(
                self.over || player != self.turn,
                PositionFault::Eliminated { player, reason: EliminatedFault::ToMove },
            );
            seen.push(player);
        }
        let left = usize::from(self.players).saturating_sub(self.eliminated.len());
        faults.require(left >= if self.over { 1 } else { 2 }, PositionFault::TooFewPlayersLeft { left });
        // A player is eliminated by a costly place at the bar. A position may give players a negative score; for them
        // any place can be too costly.
        let is_in_debt = |player: &u8| self.scores.get(usize::from(*player)).is_some_and(|&score| score < 0);
        let eliminated = self.eliminated.iter().filter(|player| !is_in_debt(player)).count();
        let costly = board.bar()[..taken.min(BAR_PLACES)].iter().filter(|&&value| value < 0).count();
        faults.require(eliminated <= costly, PositionFault::TooManyEliminated { eliminated, costly });
        let passes = usize::from(self.passes);
        faults.require(passes < left || self.over, PositionFault::Passes { passes: self.passes });
    }

    /// Infers the ending of a finished board game without a result.
    fn board_ending(&self, is_full: bool) -> Ending {
        if is_full {
            Ending::Chairs
        } else if self.bar.len() == BAR_PLACES {
            Ending::Bar
        } else if self.eliminated.len() + 1 == usize::from(self.players) {
            Ending::Alone
        } else if self.guest_stock.len() < BAG_END_TILES {
            Ending::Bag
        } else if self.player_to_move_has_tiles() {
            Ending::Stuck
        } else {
            Ending::Hand
        }
    }
}
