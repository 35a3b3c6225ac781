//! *Café International* by Rudi Hoffmann (1989, Spiel des Jahres), for 2 to 4 players (docs/rules.md §3).
//!
//! The board game adds its turn, jokers, the bar, elimination, the refill and its endings to the seating rule.

use crate::event::{Ending, Event, Events};
use crate::legal::Legal;
use crate::refusal::{NotNowReason, Refusal};
use crate::round::{Round, round_methods};
use crate::seating::{Neighbours, SeatingContext};
use crate::stock::Stock;
use crate::{
    Action, BAR_PLACES, Board, Cafe, Deal, Guest, Hand, Kind, MAX_SEATS, MAX_TABLES, Options, Outcome,
    Penalties, Seat, TableSet, Tile, UnseatableTiles,
};

/// Tiles dealt to each player, which is also the limit of a hand.
pub const BOARD_HAND_SIZE: usize = 5;
/// Most guests that a player may seat in a turn.
pub const BOARD_PLACEMENT_LIMIT: u8 = 2;
/// The game ends when the first of this many last tiles of the bag is drawn.
pub const BAG_END_TILES: usize = 4;
/// Penalty for a guest in hand at the end.
pub const GUEST_PENALTY: i16 = 5;
/// Penalty for a joker in hand at the end.
pub const JOKER_PENALTY: i16 = 10;
const MAX_BOARD_PLAYERS: usize = 4;

/// The café of the board game.
pub type BoardCafe = Cafe<u128, MAX_SEATS, MAX_TABLES>;
/// The legal actions of the board game.
pub type BoardLegal<'g> = Legal<'g, u128, MAX_SEATS, MAX_TABLES>;

/// The state of a board game between two actions. It is `Copy`: search plays on copies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardGame {
    pub(crate) board: &'static Board,
    pub(crate) round: Round<u128, MAX_SEATS, MAX_TABLES>,
    pub(crate) bag: Stock<Tile, 100>,
    pub(crate) bar: [Tile; BAR_PLACES],
    pub(crate) bar_taken: u8,
    /// The eliminated players in order; only the first `eliminated_count` entries are used.
    pub(crate) eliminated: [u8; MAX_BOARD_PLAYERS],
    pub(crate) eliminated_count: u8,
    pub(crate) turns: u32,
    pub(crate) saved: u8,
    pub(crate) passes: u8,
}

/// Fills the unused entries of bag and bar.
pub(crate) const NO_TILE: Tile = Tile::JOKER_LADY;

impl BoardGame {
    /// Deals on the standard board: five tiles to each player in turn, the rest goes into the bag.
    ///
    /// # Panics
    /// If the options or the deal are those of the card game.
    #[must_use]
    pub fn new(options: Options, deal: &Deal) -> BoardGame {
        BoardGame::with_board(Board::standard(), options, deal)
    }

    /// Deals on the given board.
    ///
    /// # Panics
    /// If the options or the deal are those of the card game.
    #[must_use]
    pub fn with_board(board: &'static Board, options: Options, deal: &Deal) -> BoardGame {
        assert!(
            options.kind() == Kind::Board && deal.kind() == Kind::Board,
            "options and deal must be those of the board game"
        );
        let cafe = Cafe::new(board.floor(), *board.nations());
        let (round, bag) = Round::deal(cafe, options, deal.guests(), BOARD_HAND_SIZE);
        BoardGame { round, bag: Stock::new(bag, NO_TILE), ..BoardGame::empty(board, options) }
    }

    /// Creates a game with an empty café, empty hands and an empty bag.
    pub(crate) fn empty(board: &'static Board, options: Options) -> BoardGame {
        BoardGame {
            board,
            round: Round::empty(Cafe::new(board.floor(), *board.nations()), options),
            bag: Stock::new(&[], NO_TILE),
            bar: [NO_TILE; BAR_PLACES],
            bar_taken: 0,
            eliminated: [u8::MAX; MAX_BOARD_PLAYERS],
            eliminated_count: 0,
            turns: 0,
            saved: 0,
            passes: 0,
        }
    }

    round_methods!(BoardCafe);

    /// The floor plan and the bar's values.
    #[must_use]
    pub fn board(&self) -> &'static Board {
        self.board
    }

    /// The tiles in the bag in drawing order, which is hidden from all players.
    #[must_use]
    pub fn bag(&self) -> &[Tile] {
        self.bag.items()
    }

    /// The guests at the bar, in order.
    #[must_use]
    pub fn bar(&self) -> &[Tile] {
        &self.bar[..usize::from(self.bar_taken)]
    }

    /// The eliminated players, in order.
    #[must_use]
    pub fn eliminated(&self) -> &[u8] {
        &self.eliminated[..usize::from(self.eliminated_count)]
    }

    /// Number of finished turns.
    #[must_use]
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// Number of own-nation tables completed in this turn, each of which saves a tile of the refill.
    #[must_use]
    pub fn saved(&self) -> u8 {
        self.saved
    }

    /// Number of passes in a row. Any other action sets it to 0 at once.
    #[must_use]
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// By player: the penalty for the tiles in hand if the game ended now.
    #[must_use]
    pub fn penalties(&self) -> Penalties {
        let penalty = |tile: Tile| if tile.is_joker() { JOKER_PENALTY } else { GUEST_PENALTY };
        self.hands().iter().map(|hand| hand.tiles().map(penalty).sum()).collect()
    }

    /// Returns the result of a finished game. The most points win; eliminated players rank last, those eliminated later
    /// ahead of those eliminated earlier.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        Some(Outcome::new(self.round.over?, self.scores(), self.penalties(), |player, points, _| match self
            .eliminated()
            .iter()
            .position(|&eliminated| usize::from(eliminated) == player)
        {
            None => (MAX_BOARD_PLAYERS, points),
            Some(order) => (order, 0),
        }))
    }

    /// Number of players who are not eliminated.
    pub(crate) fn players_left(&self) -> u8 {
        self.round.options.players() - self.eliminated_count
    }

    #[inline]
    fn seating_context(&self) -> SeatingContext {
        SeatingContext {
            pending: self.round.pending,
            may_open: self.round.placed + 1 < BOARD_PLACEMENT_LIMIT,
            is_first_guest: self.turns == 0 && self.round.placed == 0,
        }
    }

    /// Returns the legal actions of the player to move.
    #[inline]
    #[must_use]
    pub fn legal(&self) -> BoardLegal<'_> {
        let hand = self.round.hand();
        let mut legal = Legal::none(&self.round.cafe, hand);
        if self.round.over.is_some() {
            return legal;
        }
        legal.allowed = self.round.cafe.allowed(hand, self.seating_context());
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

    /// Returns the kinds in the hand of the player to move that have no legal seat, with the reasons.
    #[must_use]
    pub fn unseatable(&self) -> UnseatableTiles {
        if self.round.over.is_some() {
            return UnseatableTiles::new();
        }
        self.round.cafe.unseatable(self.round.hand(), self.seating_context())
    }

    /// Checks that an action is legal.
    ///
    /// # Errors
    /// The first reason in the order of docs/protocol.md.
    pub fn check(&self, action: Action) -> Result<(), Refusal> {
        // Steps 1 (form) and 2 (turn).
        self.round.check_form_and_turn(action, BOARD_PLACEMENT_LIMIT)?;
        let placed = self.round.placed;
        match action {
            Action::End if placed == 0 => return Err(Refusal::NotNow(NotNowReason::NothingSeated)),
            Action::Pass if !self.legal().pass => {
                return Err(Refusal::NotNow(NotNowReason::OtherActionLegal));
            }
            Action::Bar(_) | Action::Swap(..) | Action::Party(_) if placed > 0 => {
                return Err(Refusal::NotNow(NotNowReason::AlreadySeated));
            }
            _ => {}
        }
        // Step 3 (hand), then steps 4 (seat) and 5 (nation, balance, company).
        match action {
            Action::Seat(guest, seat) => {
                self.round.check_held([guest.tile()])?;
                self.round.cafe.check_seating(self.round.hand(), guest, seat, self.seating_context())
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
                let tables = self.round.cafe.named_tables(plan.tables_touching(seat));
                Err(Refusal::WrongNation { tile, seat: cell, tables })
            }
        }
    }

    #[inline]
    fn apply(&mut self, action: Action, emit: &mut impl FnMut(Event)) {
        // Any action but a pass sets `passes` to 0 at once (docs/protocol.md).
        let passes_before = std::mem::take(&mut self.passes);
        match action {
            Action::Seat(guest, seat) => {
                let seating = self.round.seat(guest, seat, self.seating_context().is_first_guest, emit);
                self.saved += seating.own_completed;
                let is_turn_used = self.round.placed == BOARD_PLACEMENT_LIMIT || self.round.hand().is_empty();
                self.after_seating(is_turn_used, emit);
            }
            Action::End => self.end_turn(self.round.placed - self.saved, emit),
            Action::Bar(tile) => self.send_to_bar(tile, emit),
            Action::Swap(tile, seat) => {
                if let Some(nation) = tile.nation() {
                    self.swap(Guest::new(nation, tile.sex()), seat, emit);
                }
            }
            Action::Pass => self.pass(passes_before + 1, emit),
            Action::Party(party) => {
                let seating = self.round.seat_party(&party, emit);
                self.saved = seating.own_completed;
                self.after_seating(true, emit);
            }
            Action::Draw | Action::Down(_) | Action::Close => {
                debug_assert!(false, "action of the other game");
            }
        }
    }

    /// Ends the game if the last chair is taken, and the turn if its placements are used.
    #[inline]
    fn after_seating(&mut self, is_turn_used: bool, emit: &mut impl FnMut(Event)) {
        if self.round.cafe.free() == 0 {
            self.round.finish(Ending::Chairs, emit);
        } else if is_turn_used {
            self.end_turn(self.round.placed - self.saved, emit);
        }
    }

    fn send_to_bar(&mut self, tile: Tile, emit: &mut impl FnMut(Event)) {
        let player = self.round.turn;
        let place = self.bar_taken;
        let points = self.board.bar()[usize::from(place)];
        self.round.hand_mut().remove(tile);
        self.bar[usize::from(place)] = tile;
        self.bar_taken += 1;
        let eliminated = self.round.scores[usize::from(player)] + points < 0;
        if eliminated {
            *self.round.hand_mut() = Hand::EMPTY;
            self.eliminated[usize::from(self.eliminated_count)] = player;
            self.eliminated_count += 1;
            emit(Event::Eliminated { player, tile, place });
        } else {
            *self.round.score_mut() += points;
            emit(Event::SentToBar { player, tile, place, points });
        }
        if usize::from(self.bar_taken) == BAR_PLACES {
            self.round.finish(Ending::Bar, emit);
        } else if self.players_left() == 1 {
            self.round.finish(Ending::Alone, emit);
        } else if eliminated {
            self.pass_turn(emit);
        } else {
            self.end_turn(1, emit);
        }
    }

    fn swap(&mut self, guest: Guest, seat: Seat, emit: &mut impl FnMut(Event)) {
        let player = self.round.turn;
        let joker = self.round.cafe.exchange(guest, seat);
        let hand = self.round.hand_mut();
        hand.remove(guest.tile());
        hand.add(joker.tile());
        emit(Event::Swapped { player, guest, joker, seat });
        self.pass_turn(emit);
    }

    fn pass(&mut self, passes: u8, emit: &mut impl FnMut(Event)) {
        emit(Event::Passed { player: self.round.turn });
        self.passes = passes;
        if passes >= self.players_left() {
            self.round.finish(Ending::Stuck, emit);
        } else {
            self.pass_turn(emit);
        }
    }

    /// Draws the refill and passes the turn. The first of the last four tiles ends the game.
    #[inline]
    fn end_turn(&mut self, refill: u8, emit: &mut impl FnMut(Event)) {
        let player = self.round.turn;
        for _ in 0..refill {
            let is_last = self.bag.len() <= BAG_END_TILES;
            if let Some(tile) = self.bag.draw() {
                self.round.hand_mut().add(tile);
                emit(Event::Drew { player, tile });
            }
            if is_last {
                return self.round.finish(Ending::Bag, emit);
            }
        }
        if refill == 0 && self.round.hand().is_empty() {
            return self.round.finish(Ending::Hand, emit);
        }
        self.pass_turn(emit);
    }

    #[inline]
    fn pass_turn(&mut self, emit: &mut impl FnMut(Event)) {
        self.turns = self.turns.saturating_add(1);
        self.round.placed = 0;
        self.saved = 0;
        loop {
            self.round.turn = self.round.next_player(self.round.turn);
            if !self.eliminated().contains(&self.round.turn) {
                break;
            }
        }
        emit(Event::TurnPassed { to: self.round.turn });
    }
}
