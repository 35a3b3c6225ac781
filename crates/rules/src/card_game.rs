//! *Café International – Das Kartenspiel* by Rudi Hoffmann and Roland Siegers (2001), for 2 to 5 players
//! (docs/rules.md §2).
//!
//! Here is what the card game adds to the seating rule: its turn, its full tables, its ends.

use arrayvec::ArrayVec;

use crate::event::{Ending, Event, Events};
use crate::legal::Legal;
use crate::refusal::{NotNow, Refusal};
use crate::round::{Round, a_round_of};
use crate::seating::{Moment, Neighbours};
use crate::stock::Stock;
use crate::{
    Action, Cafe, Deal, FloorPlan, Hand, Kind, MAX_PLAYERS, Nation, Options, Outcome, TableSet, Tile,
};

/// Cards dealt to each player.
pub const CARD_HAND: usize = 7;
/// With this many in hand nobody draws; one lays a card down instead.
pub const CARD_HAND_MOST: usize = 12;
/// Guests a player may seat in a turn.
pub const CARD_PLACEMENTS: u8 = 3;
/// What a card in hand or face down costs at the end.
pub const CARD_PENALTY: i16 = 2;
pub(crate) const CARD_TABLES: usize = 5;
const SEATS: usize = 12;

/// The café of the card game.
pub type CardCafe = Cafe<u16, SEATS, CARD_TABLES>;
/// The legal actions of the card game.
pub type CardLegal<'g> = Legal<'g, u16, SEATS, CARD_TABLES>;

/// A card game at a moment between two actions. Copying it is the way to look ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardGame {
    pub(crate) round: Round<u16, SEATS, CARD_TABLES>,
    pub(crate) down: [Hand; MAX_PLAYERS],
    pub(crate) guest_stock: Stock<Tile, 96>,
    pub(crate) table_stock: Stock<Nation, 24>,
}

impl CardGame {
    /// Deals: seven guests to each player in turn, five tables in reading order, the rest are the stocks.
    ///
    /// # Panics
    /// If the options or the deal are of the board game.
    #[must_use]
    pub fn new(options: Options, deal: &Deal) -> CardGame {
        assert!(
            options.kind() == Kind::Card && deal.kind() == Kind::Card,
            "options and deal of the card game"
        );
        let (laid, table_stock) = deal.tables().split_at(CARD_TABLES);
        let mut nations = [Nation::Germany; CARD_TABLES];
        nations.copy_from_slice(laid);
        let cafe = Cafe::new(FloorPlan::cross(), nations);
        let (round, guest_stock) = Round::deal(cafe, options, deal.guests(), CARD_HAND);
        CardGame {
            round,
            down: [Hand::EMPTY; MAX_PLAYERS],
            guest_stock: Stock::new(guest_stock, Tile::JOKER_LADY),
            table_stock: Stock::new(table_stock, Nation::Germany),
        }
    }

    a_round_of!(CardCafe);

    /// By player: the cards face down.
    #[must_use]
    pub fn down(&self) -> &[Hand] {
        &self.down[..self.round.players()]
    }

    /// The guests to be drawn, the next one first.
    #[must_use]
    pub fn guest_stock(&self) -> &[Tile] {
        self.guest_stock.left()
    }

    /// The tables to be laid, the next one first.
    #[must_use]
    pub fn table_stock(&self) -> &[Nation] {
        self.table_stock.left()
    }

    /// The result of a finished game: most points win; on a tie, the smaller penalty.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let cards = self.hands().iter().zip(self.down()).map(|(hand, down)| hand.len() + down.len());
        let penalties: ArrayVec<i16, MAX_PLAYERS> = cards.map(|cards| CARD_PENALTY * cards as i16).collect();
        Some(Outcome::new(self.round.over?, self.scores(), penalties, |_, points, penalty| {
            (points, -penalty)
        }))
    }

    #[inline]
    fn moment(&self) -> Moment {
        let may_open = self.round.placed + 1 < CARD_PLACEMENTS;
        Moment { pending: self.round.pending, may_open, very_first: false }
    }

    /// All legal actions of the player to move.
    #[inline]
    #[must_use]
    pub fn legal(&self) -> CardLegal<'_> {
        let hand = self.round.hand();
        let mut legal = Legal::none(&self.round.cafe, hand);
        if self.round.over.is_some() {
            return legal;
        }
        let starts = self.round.placed == 0;
        if hand.is_empty() {
            legal.close = true;
            legal.draw = starts;
            legal.end = !starts;
            return legal;
        }
        legal.allowed = self.round.cafe.allowed(hand, self.moment());
        if !starts {
            legal.end = self.round.pending.is_empty();
            return legal;
        }
        if hand.len() < CARD_HAND_MOST {
            legal.draw = true;
        } else {
            legal.down = hand.kinds();
        }
        if self.round.options.parties() {
            legal.parties = self.round.cafe.party_tables(hand, Neighbours::Ignored);
        }
        legal
    }

    /// Whether an action is legal, and if not, why not.
    ///
    /// # Errors
    /// The first reason in the order of docs/protocol.md.
    pub fn check(&self, action: Action) -> Result<(), Refusal> {
        // 1. form and 2. turn
        self.round.check_form_and_turn(action, CARD_PLACEMENTS)?;
        let hand = self.round.hand();
        let placed = self.round.placed;
        match action {
            Action::Draw if hand.len() >= CARD_HAND_MOST => return Err(Refusal::HandFull),
            Action::Down(_) if hand.len() < CARD_HAND_MOST => {
                return Err(Refusal::HandNotFull { held: hand.len() as u8 });
            }
            Action::End if placed == 0 => return Err(Refusal::NotNow(NotNow::NothingSeated)),
            Action::Close if !hand.is_empty() => return Err(Refusal::NotNow(NotNow::HandNotEmpty)),
            Action::Draw | Action::Down(_) | Action::Party(_) if placed > 0 => {
                return Err(Refusal::NotNow(NotNow::AlreadySeated));
            }
            _ => {}
        }
        // 3. hand, then 4. seat and 5. nation, balance, company
        match action {
            Action::Seat(guest, seat) => {
                self.round.check_held([guest.tile()])?;
                self.round.cafe.check_seating(hand, guest, seat, self.moment())
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
    fn apply(&mut self, action: Action, tell: &mut impl FnMut(Event)) {
        match action {
            Action::Seat(guest, seat) => {
                let sat = self.round.seat(guest, seat, false, tell);
                self.replace_full(sat.touched, tell);
                if self.round.placed == CARD_PLACEMENTS {
                    self.pass_turn_with_cards(tell);
                }
            }
            Action::Party(party) => {
                let sat = self.round.seat_party(&party, tell);
                self.replace_full(sat.touched, tell);
                self.pass_turn_with_cards(tell);
            }
            Action::Draw => self.draw(tell),
            Action::Down(tile) => {
                let player = self.round.turn;
                self.round.hand_mut().remove(tile);
                self.down[usize::from(player)].add(tile);
                tell(Event::LaidDown { player, tile });
                self.pass_turn(tell);
            }
            Action::End => self.pass_turn(tell),
            Action::Close => self.round.finish(Ending::Closed, tell),
            Action::Bar(_) | Action::Swap(..) | Action::Pass => {
                debug_assert!(false, "an action of the other game");
            }
        }
    }

    /// Full tables leave with all their guests, several at once in reading order, and are replaced; if the stock is
    /// too small for all of them, none is laid and the game is over.
    #[inline]
    fn replace_full(&mut self, touched: TableSet, tell: &mut impl FnMut(Event)) {
        let full = self.round.cafe.full(touched);
        if full.is_empty() {
            return;
        }
        self.round.cafe.clear(full);
        full.for_each(|table| tell(Event::Cleared { table }));
        if full.len() > self.table_stock.len() {
            return self.round.finish(Ending::Tables, tell);
        }
        for table in full {
            if let Some(nation) = self.table_stock.draw() {
                self.round.cafe.lay(table, nation);
                tell(Event::Laid { table, nation });
            }
        }
    }

    #[inline]
    fn draw(&mut self, tell: &mut impl FnMut(Event)) {
        let player = self.round.turn;
        if let Some(tile) = self.guest_stock.draw() {
            self.round.hand_mut().add(tile);
            tell(Event::Drew { player, tile });
        }
        if self.guest_stock.len() == 0 {
            self.round.finish(Ending::Guests, tell);
        } else {
            self.pass_turn(tell);
        }
    }

    /// A turn whose placements are used ends by itself, unless the hand is now empty: then the player chooses between
    /// `end` and `close`.
    #[inline]
    fn pass_turn_with_cards(&mut self, tell: &mut impl FnMut(Event)) {
        if self.round.over.is_none() && !self.round.hand().is_empty() {
            self.pass_turn(tell);
        }
    }

    #[inline]
    fn pass_turn(&mut self, tell: &mut impl FnMut(Event)) {
        self.round.turn = self.round.after(self.round.turn);
        self.round.placed = 0;
        tell(Event::TurnPassed { to: self.round.turn });
    }
}
