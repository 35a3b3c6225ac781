//! *Café International* by Rudi Hoffmann (1989, Spiel des Jahres), for 2 to 4 players (docs/rules.md §3).
//!
//! Here is what the board game adds to the seating rule: its turn, jokers, the bar, elimination, the refill, its ends.

use arrayvec::ArrayVec;

use crate::event::{Ending, Event, Events};
use crate::legal::Legal;
use crate::refusal::{NotNow, Refusal};
use crate::round::{Round, a_round_of};
use crate::seating::{Moment, Neighbours};
use crate::stock::Stock;
use crate::{
    Action, BAR_PLACES, Board, Cafe, Deal, Guest, Hand, Kind, MAX_PLAYERS, MAX_SEATS, MAX_TABLES, Options,
    Outcome, Seat, TableSet, Tile,
};

/// Tiles dealt to each player, and the most that a hand ever holds.
pub const BOARD_HAND: usize = 5;
/// Guests a player may seat in a turn.
pub const BOARD_PLACEMENTS: u8 = 2;
/// The first of this many last tiles of the bag ends the game when it is drawn.
pub const BAG_END: usize = 4;
/// What a guest in hand costs at the end.
pub const GUEST_PENALTY: i16 = 5;
/// What a joker in hand costs at the end.
pub const JOKER_PENALTY: i16 = 10;
const PLAYERS: usize = 4;

/// The café of the board game.
pub type BoardCafe = Cafe<u128, MAX_SEATS, MAX_TABLES>;
/// The legal actions of the board game.
pub type BoardLegal<'g> = Legal<'g, u128, MAX_SEATS, MAX_TABLES>;

/// A board game at a moment between two actions. Copying it is the way to look ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardGame {
    pub(crate) board: &'static Board,
    pub(crate) round: Round<u128, MAX_SEATS, MAX_TABLES>,
    pub(crate) bag: Stock<Tile, 100>,
    pub(crate) bar: [Tile; BAR_PLACES],
    pub(crate) bar_taken: u8,
    /// The players eliminated, in order; only the first `out_count` count.
    pub(crate) out: [u8; PLAYERS],
    pub(crate) out_count: u8,
    pub(crate) turns: u32,
    pub(crate) saved: u8,
    pub(crate) passes: u8,
}

pub(crate) const NO_TILE: Tile = Tile::JOKER_LADY;

impl BoardGame {
    /// Deals on the standard board: five tiles to each player in turn, the rest is the bag.
    ///
    /// # Panics
    /// If the options or the deal are of the card game.
    #[must_use]
    pub fn new(options: Options, deal: &Deal) -> BoardGame {
        BoardGame::on(Board::standard(), options, deal)
    }

    /// Deals on this board.
    ///
    /// # Panics
    /// If the options or the deal are of the card game.
    #[must_use]
    pub fn on(board: &'static Board, options: Options, deal: &Deal) -> BoardGame {
        assert!(
            options.kind() == Kind::Board && deal.kind() == Kind::Board,
            "options and deal of the board game"
        );
        let cafe = Cafe::new(board.floor(), *board.nations());
        let (round, bag) = Round::deal(cafe, options, deal.guests(), BOARD_HAND);
        BoardGame { round, bag: Stock::new(bag, NO_TILE), ..BoardGame::empty(board, options) }
    }

    /// A board with nobody and nothing on it.
    pub(crate) fn empty(board: &'static Board, options: Options) -> BoardGame {
        BoardGame {
            board,
            round: Round::empty(Cafe::new(board.floor(), *board.nations()), options),
            bag: Stock::new(&[], NO_TILE),
            bar: [NO_TILE; BAR_PLACES],
            bar_taken: 0,
            out: [u8::MAX; PLAYERS],
            out_count: 0,
            turns: 0,
            saved: 0,
            passes: 0,
        }
    }

    a_round_of!(BoardCafe);

    /// The floor plan and the bar's values.
    #[must_use]
    pub fn board(&self) -> &'static Board {
        self.board
    }

    /// The tiles in the bag, the next one first. Nobody knows the order.
    #[must_use]
    pub fn bag(&self) -> &[Tile] {
        self.bag.left()
    }

    /// Who is at the bar, in order.
    #[must_use]
    pub fn bar(&self) -> &[Tile] {
        &self.bar[..usize::from(self.bar_taken)]
    }

    /// The players eliminated, in order.
    #[must_use]
    pub fn out(&self) -> &[u8] {
        &self.out[..usize::from(self.out_count)]
    }

    /// How many turns are finished.
    #[must_use]
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// How many own-nation tables were completed in this turn.
    #[must_use]
    pub fn saved(&self) -> u8 {
        self.saved
    }

    /// How many players have passed in a row.
    #[must_use]
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// The result of a finished game: most points among those still in win; those out rank behind, the later out the
    /// better.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let cost = |tile: Tile| if tile.is_joker() { JOKER_PENALTY } else { GUEST_PENALTY };
        let penalties: ArrayVec<i16, MAX_PLAYERS> =
            self.hands().iter().map(|hand| hand.tiles().map(cost).sum()).collect();
        Some(Outcome::new(self.round.over?, self.scores(), penalties, |player, points, _| {
            match self.out().iter().position(|&out| usize::from(out) == player) {
                None => (PLAYERS, points),
                Some(order) => (order, 0),
            }
        }))
    }

    /// How many are still in.
    pub(crate) fn players_in(&self) -> u8 {
        self.round.options.players() - self.out_count
    }

    #[inline]
    fn moment(&self) -> Moment {
        Moment {
            pending: self.round.pending,
            may_open: self.round.placed + 1 < BOARD_PLACEMENTS,
            very_first: self.turns == 0 && self.round.placed == 0,
        }
    }

    /// All legal actions of the player to move.
    #[inline]
    #[must_use]
    pub fn legal(&self) -> BoardLegal<'_> {
        let hand = self.round.hand();
        let mut legal = Legal::none(&self.round.cafe, hand);
        if self.round.over.is_some() {
            return legal;
        }
        legal.allowed = self.round.cafe.allowed(hand, self.moment());
        if self.round.placed > 0 {
            legal.end = self.round.pending.is_empty();
            return legal;
        }
        legal.bar = hand.kinds().guests();
        legal.swappable = self.round.cafe.jokers();
        if self.round.options.parties() {
            legal.parties = self.round.cafe.party_tables(hand, Neighbours::MustBalance);
        }
        legal.pass = legal.is_empty();
        legal
    }

    /// Whether an action is legal, and if not, why not.
    ///
    /// # Errors
    /// The first reason in the order of docs/protocol.md.
    pub fn check(&self, action: Action) -> Result<(), Refusal> {
        // 1. form and 2. turn
        self.round.check_form_and_turn(action, BOARD_PLACEMENTS)?;
        let placed = self.round.placed;
        match action {
            Action::End if placed == 0 => return Err(Refusal::NotNow(NotNow::NothingSeated)),
            Action::Pass if !self.legal().pass => return Err(Refusal::NotNow(NotNow::CanDoMore)),
            Action::Bar(_) | Action::Swap(..) | Action::Party(_) if placed > 0 => {
                return Err(Refusal::NotNow(NotNow::AlreadySeated));
            }
            _ => {}
        }
        // 3. hand, then 4. seat and 5. nation, balance, company
        match action {
            Action::Seat(guest, seat) => {
                self.round.check_held([guest.tile()])?;
                self.round.cafe.check_seating(self.round.hand(), guest, seat, self.moment())
            }
            Action::Bar(tile) if tile.is_joker() => Err(Refusal::JokerAtBar),
            Action::Bar(tile) => self.round.check_held([tile]),
            Action::Swap(tile, seat) => {
                self.round.check_held([tile])?;
                self.check_swap(tile, seat)
            }
            Action::Party(party) => {
                self.round.check_held(party.guests().iter().map(|(guest, _)| guest.tile()))?;
                self.round.cafe.check_party(&party, Neighbours::MustBalance)
            }
            _ => Ok(()),
        }
    }

    fn check_swap(&self, tile: Tile, seat: Seat) -> Result<(), Refusal> {
        let plan = self.round.cafe.plan();
        if !plan.has_seat(seat) {
            return Err(Refusal::NoSuchSeat);
        }
        let cell = plan.seat_cell(seat);
        let joker = self.round.cafe.guest_at(seat).filter(|guest| guest.is_joker());
        let joker = joker.ok_or(Refusal::NoJoker { seat: cell })?;
        if joker.sex() != tile.sex() {
            return Err(Refusal::WrongSex { seat: cell, joker: joker.sex() });
        }
        match tile.nation() {
            Some(nation) => self.round.cafe.check_nation(Guest::new(nation, tile.sex()), seat),
            None => {
                let tables = self.round.cafe.named(plan.touching(seat));
                Err(Refusal::WrongNation { tile, seat: cell, tables })
            }
        }
    }

    #[inline]
    fn apply(&mut self, action: Action, tell: &mut impl FnMut(Event)) {
        match action {
            Action::Seat(guest, seat) => {
                let sat = self.round.seat(guest, seat, self.moment().very_first, tell);
                self.saved += sat.own_completed;
                let used = self.round.placed == BOARD_PLACEMENTS || self.round.hand().is_empty();
                self.after_seating(used, tell);
            }
            Action::End => self.end_turn(self.round.placed - self.saved, tell),
            Action::Bar(tile) => self.go_to_bar(tile, tell),
            Action::Swap(tile, seat) => {
                if let Some(nation) = tile.nation() {
                    self.swap(Guest::new(nation, tile.sex()), seat, tell);
                }
            }
            Action::Pass => self.pass(tell),
            Action::Party(party) => {
                let sat = self.round.seat_party(&party, tell);
                self.saved = sat.own_completed;
                self.after_seating(true, tell);
            }
            Action::Draw | Action::Down(_) | Action::Close => {
                debug_assert!(false, "an action of the other game");
            }
        }
    }

    /// The last chair ends the game; used placements end the turn.
    #[inline]
    fn after_seating(&mut self, turn_is_used: bool, tell: &mut impl FnMut(Event)) {
        if self.round.cafe.free() == 0 {
            self.round.finish(Ending::Chairs, tell);
        } else if turn_is_used {
            self.end_turn(self.round.placed - self.saved, tell);
        }
    }

    fn go_to_bar(&mut self, tile: Tile, tell: &mut impl FnMut(Event)) {
        let player = self.round.turn;
        let place = self.bar_taken;
        let points = self.board.bar()[usize::from(place)];
        self.round.hand_mut().remove(tile);
        self.bar[usize::from(place)] = tile;
        self.bar_taken += 1;
        let eliminated = self.round.scores[usize::from(player)] + points < 0;
        if eliminated {
            *self.round.hand_mut() = Hand::EMPTY;
            self.out[usize::from(self.out_count)] = player;
            self.out_count += 1;
            tell(Event::Eliminated { player, tile, place });
        } else {
            *self.round.score_mut() += points;
            tell(Event::AtBar { player, tile, place, points });
        }
        if usize::from(self.bar_taken) == BAR_PLACES {
            self.round.finish(Ending::Bar, tell);
        } else if self.players_in() == 1 {
            self.round.finish(Ending::Alone, tell);
        } else if eliminated {
            self.pass_turn(tell);
        } else {
            self.end_turn(1, tell);
        }
    }

    fn swap(&mut self, guest: Guest, seat: Seat, tell: &mut impl FnMut(Event)) {
        let player = self.round.turn;
        let joker = self.round.cafe.exchange(guest, seat);
        let hand = self.round.hand_mut();
        hand.remove(guest.tile());
        hand.add(joker.tile());
        tell(Event::Swapped { player, guest, joker, seat });
        self.pass_turn(tell);
    }

    fn pass(&mut self, tell: &mut impl FnMut(Event)) {
        tell(Event::Passed { player: self.round.turn });
        let passes = self.passes + 1;
        if passes >= self.players_in() {
            self.passes = passes;
            return self.round.finish(Ending::Stuck, tell);
        }
        self.pass_turn(tell);
        self.passes = passes;
    }

    /// Draws the refill, tile by tile; the first of the last four ends the game. Then the turn is over.
    #[inline]
    fn end_turn(&mut self, refill: u8, tell: &mut impl FnMut(Event)) {
        let player = self.round.turn;
        for _ in 0..refill {
            let last = self.bag.len() <= BAG_END;
            if let Some(tile) = self.bag.draw() {
                self.round.hand_mut().add(tile);
                tell(Event::Drew { player, tile });
            }
            if last {
                return self.round.finish(Ending::Bag, tell);
            }
        }
        if refill == 0 && self.round.hand().is_empty() {
            return self.round.finish(Ending::Hand, tell);
        }
        self.pass_turn(tell);
    }

    #[inline]
    fn pass_turn(&mut self, tell: &mut impl FnMut(Event)) {
        self.turns = self.turns.saturating_add(1);
        self.round.placed = 0;
        self.saved = 0;
        self.passes = 0;
        loop {
            self.round.turn = self.round.after(self.round.turn);
            if !self.out().contains(&self.round.turn) {
                break;
            }
        }
        tell(Event::TurnPassed { to: self.round.turn });
    }
}
