//! *Café International – Das Kartenspiel* by Rudi Hoffmann and Roland Siegers (2001), for 2 to 5 players
//! (docs/rules.md §2).
//!
//! The card game adds its turn, the replacement of full tables and its endings to the seating rule.

use crate::event::{Ending, Event, Events};
use crate::legal::Legal;
use crate::refusal::{NotNowReason, Refusal};
use crate::round::{Round, round_methods};
use crate::seating::{Neighbours, SeatingContext};
use crate::stock::Stock;
use crate::{
    Action, Cafe, Deal, FloorPlan, Hand, Kind, MAX_PLAYERS, Nation, Options, Outcome, Penalties, TableSet,
    Tile, UnseatableTiles,
};

/// Cards dealt to each player.
pub const CARD_HAND_SIZE: usize = 7;
/// With this many cards in hand a player cannot draw, but may lay a card face down.
pub const CARD_HAND_LIMIT: usize = 12;
/// Most guests that a player may seat in a turn.
pub const CARD_PLACEMENT_LIMIT: u8 = 3;
/// Penalty for a card in hand or face down at the end.
pub const CARD_PENALTY: i16 = 2;
pub(crate) const CARD_TABLES: usize = 5;
const SEATS: usize = 12;

/// The café of the card game.
pub type CardCafe = Cafe<u16, SEATS, CARD_TABLES>;
/// The legal actions of the card game.
pub type CardLegal<'g> = Legal<'g, u16, SEATS, CARD_TABLES>;

/// The state of a card game between two actions. It is `Copy`: search plays on copies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardGame {
    pub(crate) round: Round<u16, SEATS, CARD_TABLES>,
    pub(crate) down: [Hand; MAX_PLAYERS],
    pub(crate) guest_stock: Stock<Tile, 96>,
    pub(crate) table_stock: Stock<Nation, 24>,
}

impl CardGame {
    /// Deals seven guests to each player in turn and five tables in reading order; the rest are the stocks.
    ///
    /// # Panics
    /// If the options or the deal are those of the board game.
    #[must_use]
    pub fn new(options: Options, deal: &Deal) -> CardGame {
        assert!(
            options.kind() == Kind::Card && deal.kind() == Kind::Card,
            "options and deal must be those of the card game"
        );
        let (laid, table_stock) = deal.tables().split_at(CARD_TABLES);
        let mut nations = [Nation::Germany; CARD_TABLES];
        nations.copy_from_slice(laid);
        let cafe = Cafe::new(FloorPlan::card_game(), nations);
        let (round, guest_stock) = Round::deal(cafe, options, deal.guests(), CARD_HAND_SIZE);
        CardGame {
            round,
            down: [Hand::EMPTY; MAX_PLAYERS],
            guest_stock: Stock::new(guest_stock, Tile::JOKER_LADY),
            table_stock: Stock::new(table_stock, Nation::Germany),
        }
    }

    round_methods!(CardCafe);

    /// By player: the cards laid face down.
    #[must_use]
    pub fn down(&self) -> &[Hand] {
        &self.down[..self.round.players()]
    }

    /// The guest stock in drawing order.
    #[must_use]
    pub fn guest_stock(&self) -> &[Tile] {
        self.guest_stock.items()
    }

    /// The table stock in drawing order.
    #[must_use]
    pub fn table_stock(&self) -> &[Nation] {
        self.table_stock.items()
    }

    /// By player: the penalty for the cards in hand and face down if the game ended now.
    #[must_use]
    pub fn penalties(&self) -> Penalties {
        let cards = self.hands().iter().zip(self.down()).map(|(hand, down)| hand.len() + down.len());
        cards.map(|cards| CARD_PENALTY * cards as i16).collect()
    }

    /// Returns the result of a finished game. The most points win; on a tie, the smaller penalty.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        Some(Outcome::new(self.round.over?, self.scores(), self.penalties(), |_, points, penalty| {
            (points, -penalty)
        }))
    }

    #[inline]
    fn seating_context(&self) -> SeatingContext {
        let may_open = self.round.placed + 1 < CARD_PLACEMENT_LIMIT;
        SeatingContext { pending: self.round.pending, may_open, is_first_guest: false }
    }

    /// Returns the legal actions of the player to move.
    #[inline]
    #[must_use]
    pub fn legal(&self) -> CardLegal<'_> {
        let hand = self.round.hand();
        let mut legal = Legal::none(&self.round.cafe, hand);
        if self.round.over.is_some() {
            return legal;
        }
        let is_first_action = self.round.placed == 0;
        if hand.is_empty() {
            legal.close = true;
            legal.draw = is_first_action;
            legal.end = !is_first_action;
            return legal;
        }
        legal.allowed = self.round.cafe.allowed(hand, self.seating_context());
        if !is_first_action {
            legal.end = self.round.pending.is_empty();
            return legal;
        }
        if hand.len() < CARD_HAND_LIMIT {
            legal.draw = true;
        } else {
            legal.down = hand.kinds();
        }
        if self.round.options.parties() {
            legal.parties = self.round.cafe.party_tables(hand, Neighbours::Ignored);
        }
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
        self.round.check_form_and_turn(action, CARD_PLACEMENT_LIMIT)?;
        let hand = self.round.hand();
        let placed = self.round.placed;
        match action {
            Action::Draw if hand.len() >= CARD_HAND_LIMIT => return Err(Refusal::HandFull),
            Action::Down(_) if hand.len() < CARD_HAND_LIMIT => {
                return Err(Refusal::HandNotFull { held: hand.len() as u8 });
            }
            Action::End if placed == 0 => return Err(Refusal::NotNow(NotNowReason::NothingSeated)),
            Action::Close if !hand.is_empty() => return Err(Refusal::NotNow(NotNowReason::HandNotEmpty)),
            Action::Draw | Action::Down(_) | Action::Party(_) if placed > 0 => {
                return Err(Refusal::NotNow(NotNowReason::AlreadySeated));
            }
            _ => {}
        }
        // Step 3 (hand), then steps 4 (seat) and 5 (nation, balance, company).
        match action {
            Action::Seat(guest, seat) => {
                self.round.check_held([guest.tile()])?;
                self.round.cafe.check_seating(hand, guest, seat, self.seating_context())
            }
            Action::Down(tile) => self.round.check_held([tile]),
            Action::Party(party) => {
                self.round.check_held(party.guests().iter().map(|(guest, _)| guest.tile()))?;
                self.round.cafe.check_party(&party, Neighbours::Ignored)
            }
            _ => Ok(()),
        }
    }

    #[inline]
    fn apply(&mut self, action: Action, emit: &mut impl FnMut(Event)) {
        match action {
            Action::Seat(guest, seat) => {
                let seating = self.round.seat(guest, seat, false, emit);
                self.replace_full_tables(seating.touched, emit);
                if self.round.placed == CARD_PLACEMENT_LIMIT {
                    self.pass_turn_unless_hand_empty(emit);
                }
            }
            Action::Party(party) => {
                let seating = self.round.seat_party(&party, emit);
                self.replace_full_tables(seating.touched, emit);
                self.pass_turn_unless_hand_empty(emit);
            }
            Action::Draw => self.draw(emit),
            Action::Down(tile) => {
                let player = self.round.turn;
                self.round.hand_mut().remove(tile);
                self.down[usize::from(player)].add(tile);
                emit(Event::LaidFaceDown { player, tile });
                self.pass_turn(emit);
            }
            Action::End => self.pass_turn(emit),
            Action::Close => self.round.finish(Ending::Closed, emit),
            Action::Bar(_) | Action::Swap(..) | Action::Pass => {
                debug_assert!(false, "action of the other game");
            }
        }
    }

    /// Clears full tables with all their guests and replaces them in reading order. If the stock is too small for all
    /// of them, no table is laid and the game is over.
    #[inline]
    fn replace_full_tables(&mut self, touched: TableSet, emit: &mut impl FnMut(Event)) {
        let full = self.round.cafe.full(touched);
        if full.is_empty() {
            return;
        }
        self.round.cafe.clear(full);
        full.for_each(|table| emit(Event::TableCleared { table }));
        if full.len() > self.table_stock.len() {
            return self.round.finish(Ending::Tables, emit);
        }
        for table in full {
            if let Some(nation) = self.table_stock.draw() {
                self.round.cafe.lay(table, nation);
                emit(Event::TableLaid { table, nation });
            }
        }
    }

    #[inline]
    fn draw(&mut self, emit: &mut impl FnMut(Event)) {
        let player = self.round.turn;
        if let Some(tile) = self.guest_stock.draw() {
            self.round.hand_mut().add(tile);
            emit(Event::Drew { player, tile });
        }
        if self.guest_stock.len() == 0 {
            self.round.finish(Ending::Guests, emit);
        } else {
            self.pass_turn(emit);
        }
    }

    /// Passes the turn after its last placement. With an empty hand the turn goes on, since the player can choose between
    /// `end` and `close`.
    #[inline]
    fn pass_turn_unless_hand_empty(&mut self, emit: &mut impl FnMut(Event)) {
        if self.round.over.is_none() && !self.round.hand().is_empty() {
            self.pass_turn(emit);
        }
    }

    #[inline]
    fn pass_turn(&mut self, emit: &mut impl FnMut(Event)) {
        self.round.turn = self.round.next_player(self.round.turn);
        self.round.placed = 0;
        emit(Event::TurnPassed { to: self.round.turn });
    }
}
