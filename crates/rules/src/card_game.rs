//! *Café International – Das Kartenspiel* by Rudi Hoffmann and Roland Siegers (2001), for 2 to 5 players
//! (docs/rules.md §2).
//!
//! Here is what the card game adds to the seating rule: its turn, its full tables, its ends.

use arrayvec::ArrayVec;

use crate::event::{Ending, Event, Events};
use crate::legal::Legal;
use crate::refusal::{NotAnAction, NotNow, Refusal};
use crate::seating::{Moment, Neighbours, check_held, party_points};
use crate::stock::Stock;
use crate::{
    Action, Cafe, Deal, FloorPlan, Guest, Hand, Kind, MAX_PLAYERS, Nation, Options, Outcome, Party, Seat,
    TableSet, Tile,
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

/// A card game at a moment between two actions. Copying it is the way to look ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardGame {
    pub(crate) cafe: CardCafe,
    pub(crate) options: Options,
    pub(crate) hands: [Hand; MAX_PLAYERS],
    pub(crate) down: [Hand; MAX_PLAYERS],
    pub(crate) scores: [i16; MAX_PLAYERS],
    pub(crate) turn: u8,
    pub(crate) placed: u8,
    pub(crate) pending: TableSet,
    pub(crate) over: Option<Ending>,
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
        let (dealt, guest_stock) = deal.guests().split_at(CARD_HAND * usize::from(options.players()));
        let mut hands = [Hand::EMPTY; MAX_PLAYERS];
        for (hand, tiles) in hands.iter_mut().zip(dealt.chunks(CARD_HAND)) {
            *hand = tiles.iter().copied().collect();
        }
        let mut nations = [Nation::Germany; CARD_TABLES];
        nations.copy_from_slice(laid);
        CardGame {
            cafe: Cafe::new(FloorPlan::cross(), nations),
            options,
            hands,
            down: [Hand::EMPTY; MAX_PLAYERS],
            scores: [0; MAX_PLAYERS],
            turn: 0,
            placed: 0,
            pending: TableSet::EMPTY,
            over: None,
            guest_stock: Stock::new(guest_stock, Tile::JOKER_LADY),
            table_stock: Stock::new(table_stock, Nation::Germany),
        }
    }

    /// Game, players, variant.
    #[must_use]
    pub fn options(&self) -> Options {
        self.options
    }

    /// Who sits where, and which tables are laid.
    #[must_use]
    pub fn cafe(&self) -> &CardCafe {
        &self.cafe
    }

    /// Whose turn it is; in a finished game, who ended it.
    #[must_use]
    pub fn turn(&self) -> u8 {
        self.turn
    }

    /// How many guests were seated in this turn.
    #[must_use]
    pub fn placed(&self) -> u8 {
        self.placed
    }

    /// The tables at one of which an opener waits for company.
    #[must_use]
    pub fn pending(&self) -> TableSet {
        self.pending
    }

    /// By player: the points so far.
    #[must_use]
    pub fn scores(&self) -> &[i16] {
        &self.scores[..self.players()]
    }

    /// By player: the cards in hand.
    #[must_use]
    pub fn hands(&self) -> &[Hand] {
        &self.hands[..self.players()]
    }

    /// By player: the cards face down.
    #[must_use]
    pub fn down(&self) -> &[Hand] {
        &self.down[..self.players()]
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

    /// Why the game ended, if it did.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.over
    }

    /// The result of a finished game: most points win; on a tie, the smaller penalty.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let cards = self.hands().iter().zip(self.down()).map(|(hand, down)| hand.len() + down.len());
        let penalties: ArrayVec<i16, MAX_PLAYERS> = cards.map(|cards| CARD_PENALTY * cards as i16).collect();
        Some(Outcome::new(self.over?, self.scores(), penalties, |_, points, penalty| (points, -penalty)))
    }

    fn players(&self) -> usize {
        usize::from(self.options.players())
    }

    #[inline]
    fn hand(&self) -> Hand {
        self.hands[usize::from(self.turn)]
    }

    #[inline]
    fn moment(&self) -> Moment {
        let may_open = self.placed + 1 < CARD_PLACEMENTS;
        Moment { pending: self.pending, may_open, very_first: false }
    }

    /// All legal actions of the player to move.
    #[inline]
    #[must_use]
    pub fn legal(&self) -> Legal<u16> {
        let hand = self.hand();
        let mut legal = Legal::none(hand);
        if self.over.is_some() {
            return legal;
        }
        let starts = self.placed == 0;
        if hand.is_empty() {
            legal.close = true;
            legal.draw = starts;
            legal.end = !starts;
            return legal;
        }
        self.cafe.seatings(hand, self.moment(), &mut legal);
        if !starts {
            legal.end = self.pending.is_empty();
            return legal;
        }
        if hand.len() < CARD_HAND_MOST {
            legal.draw = true;
        } else {
            legal.down = hand.kinds();
        }
        if self.options.parties() {
            self.cafe.party_tables(hand, Neighbours::Ignored, &mut legal);
        }
        legal
    }

    /// Whether an action is legal, and if not, why not.
    ///
    /// # Errors
    /// The first reason in the order of docs/protocol.md.
    pub fn check(&self, action: Action) -> Result<(), Refusal> {
        // 1. form
        if !action.is_of(Kind::Card) {
            return Err(Refusal::NotAnAction(NotAnAction::OtherGame));
        }
        if matches!(action, Action::Party(_)) && !self.options.parties() {
            return Err(Refusal::VariantOff);
        }
        // 2. turn
        let hand = self.hand();
        let seating = matches!(action, Action::Seat(..));
        if self.over.is_some() {
            return Err(Refusal::GameOver);
        }
        if !self.pending.is_empty() && !seating {
            return Err(Refusal::OwesCompany { tables: self.cafe.named(self.pending) });
        }
        if seating && self.placed >= CARD_PLACEMENTS {
            return Err(Refusal::TurnUsed { most: CARD_PLACEMENTS });
        }
        match action {
            Action::Draw if hand.len() >= CARD_HAND_MOST => return Err(Refusal::HandFull),
            Action::Down(_) if hand.len() < CARD_HAND_MOST => {
                return Err(Refusal::HandNotFull { held: hand.len() as u8 });
            }
            Action::End if self.placed == 0 => return Err(Refusal::NotNow(NotNow::NothingSeated)),
            Action::Close if !hand.is_empty() => return Err(Refusal::NotNow(NotNow::HandNotEmpty)),
            Action::Draw | Action::Down(_) | Action::Party(_) if self.placed > 0 => {
                return Err(Refusal::NotNow(NotNow::AlreadySeated));
            }
            _ => {}
        }
        // 3. hand, then 4. seat and 5. nation, balance, company
        match action {
            Action::Seat(guest, seat) => {
                check_held(hand, [guest.tile()])?;
                self.cafe.check_seating(hand, guest, seat, self.moment())
            }
            Action::Down(tile) => check_held(hand, [tile]),
            Action::Party(party) => {
                check_held(hand, party.guests().iter().map(|(guest, _)| guest.tile()))?;
                self.cafe.check_party(&party, Neighbours::Ignored)
            }
            _ => Ok(()),
        }
    }

    /// Plays an action if it is legal and tells what happened.
    ///
    /// # Errors
    /// The reason why it is not legal; the game is then unchanged.
    pub fn play(&mut self, action: Action) -> Result<Events, Refusal> {
        self.check(action)?;
        let mut events = Events::new();
        self.apply(action, &mut |event| events.push(event));
        Ok(events)
    }

    /// Plays an action that is known to be legal, for search. With any other, the game makes no sense afterwards.
    #[inline]
    pub fn play_unchecked(&mut self, action: Action) {
        self.apply(action, &mut |_| {});
    }

    #[inline]
    fn apply(&mut self, action: Action, tell: &mut impl FnMut(Event)) {
        match action {
            Action::Seat(guest, seat) => self.seat(guest, seat, tell),
            Action::Party(party) => self.party(&party, tell),
            Action::Draw => self.draw(tell),
            Action::Down(tile) => {
                let player = self.turn;
                self.hands[usize::from(player)].remove(tile);
                self.down[usize::from(player)].add(tile);
                tell(Event::LaidDown { player, tile });
                self.pass_turn(tell);
            }
            Action::End => self.pass_turn(tell),
            Action::Close => self.finish(Ending::Closed, tell),
            Action::Bar(_) | Action::Swap(..) | Action::Pass => {
                debug_assert!(false, "an action of the other game");
            }
        }
    }

    #[inline]
    fn seat(&mut self, guest: Guest, seat: Seat, tell: &mut impl FnMut(Event)) {
        let player = self.turn;
        let touched = self.cafe.plan().touching(seat);
        let opens = !self.cafe.anyone_at(touched);
        self.hands[usize::from(player)].remove(guest.tile());
        self.cafe.seat(guest, seat);
        self.placed += 1;
        self.pending = if opens { touched } else { TableSet::EMPTY };
        tell(Event::Seated { player, guest, seat });
        for table in touched {
            if let Some(score) = self.cafe.score(table) {
                self.scores[usize::from(player)] += score.points();
                tell(Event::Scored { player, table, score });
            }
        }
        self.replace_full(touched, tell);
        if self.over.is_none() && self.placed == CARD_PLACEMENTS && !self.hand().is_empty() {
            self.pass_turn(tell);
        }
    }

    fn party(&mut self, party: &Party, tell: &mut impl FnMut(Event)) {
        let player = self.turn;
        let mut touched = TableSet::EMPTY;
        for &(guest, seat) in party.guests() {
            self.hands[usize::from(player)].remove(guest.tile());
            self.cafe.seat(guest, seat);
            self.placed += 1;
            touched = touched | self.cafe.plan().touching(seat);
            tell(Event::Seated { player, guest, seat });
        }
        self.scores[usize::from(player)] += party_points(&self.cafe, player, party.table(), tell);
        self.replace_full(touched, tell);
        if self.over.is_none() && !self.hand().is_empty() {
            self.pass_turn(tell);
        }
    }

    /// Full tables leave with all their guests, several at once in reading order, and are replaced; if the stock is
    /// too small for all of them, none is laid and the game is over.
    #[inline]
    fn replace_full(&mut self, touched: TableSet, tell: &mut impl FnMut(Event)) {
        let full = self.cafe.full(touched);
        if full.is_empty() {
            return;
        }
        self.cafe.clear(full);
        full.for_each(|table| tell(Event::Cleared { table }));
        if full.len() > self.table_stock.len() {
            return self.finish(Ending::Tables, tell);
        }
        for table in full {
            if let Some(nation) = self.table_stock.draw() {
                self.cafe.lay(table, nation);
                tell(Event::Laid { table, nation });
            }
        }
    }

    #[inline]
    fn draw(&mut self, tell: &mut impl FnMut(Event)) {
        let player = self.turn;
        if let Some(tile) = self.guest_stock.draw() {
            self.hands[usize::from(player)].add(tile);
            tell(Event::Drew { player, tile });
        }
        if self.guest_stock.len() == 0 {
            self.finish(Ending::Guests, tell);
        } else {
            self.pass_turn(tell);
        }
    }

    #[inline]
    fn pass_turn(&mut self, tell: &mut impl FnMut(Event)) {
        self.turn = if self.turn + 1 == self.options.players() { 0 } else { self.turn + 1 };
        self.placed = 0;
        tell(Event::TurnPassed { to: self.turn });
    }

    fn finish(&mut self, why: Ending, tell: &mut impl FnMut(Event)) {
        self.over = Some(why);
        tell(Event::GameOver { why });
    }
}
