//! *Café International* by Rudi Hoffmann (1989, Spiel des Jahres), for 2 to 4 players (docs/rules.md §3).
//!
//! Here is what the board game adds to the seating rule: its turn, jokers, the bar, elimination, the refill, its ends.

use arrayvec::ArrayVec;

use crate::event::{Ending, Event, Events};
use crate::legal::Legal;
use crate::refusal::{NotAnAction, NotNow, Refusal};
use crate::seating::{Moment, Neighbours, check_held, party_points};
use crate::stock::Stock;
use crate::{
    Action, BAR_PLACES, Board, Cafe, Deal, Guest, Hand, Kind, MAX_PLAYERS, MAX_SEATS, MAX_TABLES, Options,
    Outcome, Party, Seat, SeatSet, TableSet, Tile, TileSet,
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

/// A board game at a moment between two actions. Copying it is the way to look ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardGame {
    pub(crate) board: &'static Board,
    pub(crate) cafe: BoardCafe,
    pub(crate) options: Options,
    pub(crate) hands: [Hand; PLAYERS],
    pub(crate) scores: [i16; PLAYERS],
    pub(crate) turn: u8,
    pub(crate) placed: u8,
    pub(crate) pending: TableSet,
    pub(crate) over: Option<Ending>,
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
        let (dealt, bag) = deal.guests().split_at(BOARD_HAND * usize::from(options.players()));
        let mut hands = [Hand::EMPTY; PLAYERS];
        for (hand, tiles) in hands.iter_mut().zip(dealt.chunks(BOARD_HAND)) {
            *hand = tiles.iter().copied().collect();
        }
        BoardGame { hands, bag: Stock::new(bag, NO_TILE), ..BoardGame::empty(board, options) }
    }

    /// A board with nobody and nothing on it.
    pub(crate) fn empty(board: &'static Board, options: Options) -> BoardGame {
        BoardGame {
            board,
            cafe: Cafe::new(board.floor(), *board.nations()),
            options,
            hands: [Hand::EMPTY; PLAYERS],
            scores: [0; PLAYERS],
            turn: 0,
            placed: 0,
            pending: TableSet::EMPTY,
            over: None,
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

    /// Game, players, variant.
    #[must_use]
    pub fn options(&self) -> Options {
        self.options
    }

    /// The floor plan and the bar's values.
    #[must_use]
    pub fn board(&self) -> &'static Board {
        self.board
    }

    /// Who sits where.
    #[must_use]
    pub fn cafe(&self) -> &BoardCafe {
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

    /// By player: the tiles in hand. They lie open.
    #[must_use]
    pub fn hands(&self) -> &[Hand] {
        &self.hands[..self.players()]
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

    /// Why the game ended, if it did.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.over
    }

    /// The result of a finished game: most points among those still in win; those out rank behind, the later out the
    /// better.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let cost = |tile: Tile| if tile.is_joker() { JOKER_PENALTY } else { GUEST_PENALTY };
        let penalties: ArrayVec<i16, MAX_PLAYERS> =
            self.hands().iter().map(|hand| hand.tiles().map(cost).sum()).collect();
        Some(Outcome::new(self.over?, self.scores(), penalties, |player, points, _| {
            match self.out().iter().position(|&out| usize::from(out) == player) {
                None => (PLAYERS, points),
                Some(order) => (order, 0),
            }
        }))
    }

    fn players(&self) -> usize {
        usize::from(self.options.players())
    }

    /// How many are still in.
    pub(crate) fn players_in(&self) -> u8 {
        self.options.players() - self.out_count
    }

    #[inline]
    fn hand(&self) -> Hand {
        self.hands[usize::from(self.turn)]
    }

    #[inline]
    fn moment(&self) -> Moment {
        Moment {
            pending: self.pending,
            may_open: self.placed + 1 < BOARD_PLACEMENTS,
            very_first: self.turns == 0 && self.placed == 0,
        }
    }

    /// All legal actions of the player to move.
    #[inline]
    #[must_use]
    pub fn legal(&self) -> Legal<u128> {
        let hand = self.hand();
        let mut legal = Legal::none(hand);
        if self.over.is_some() {
            return legal;
        }
        self.cafe.seatings(hand, self.moment(), &mut legal);
        if self.placed > 0 {
            legal.end = self.pending.is_empty();
            return legal;
        }
        legal.bar = hand.kinds().guests();
        self.swaps(hand.kinds().guests(), &mut legal);
        if self.options.parties() {
            self.cafe.party_tables(hand, Neighbours::MustBalance, &mut legal);
        }
        legal.pass = legal.is_empty();
        legal
    }

    /// Which guest may take the place of which jokers.
    fn swaps(&self, guests: TileSet, legal: &mut Legal<u128>) {
        let mut jokers = [0_u128; 2];
        for (seat, joker) in self.cafe.seated().filter(|(_, guest)| guest.is_joker()) {
            jokers[joker.sex().index()] |= u128::of(seat);
        }
        if jokers == [0; 2] {
            return;
        }
        for tile in guests {
            let Some(nation) = tile.nation() else { continue };
            let seats = jokers[tile.sex().index()] & self.cafe.seats_of_nation(nation);
            if seats != 0 {
                legal.swaps.push((tile, seats));
            }
        }
    }

    /// Whether an action is legal, and if not, why not.
    ///
    /// # Errors
    /// The first reason in the order of docs/protocol.md.
    pub fn check(&self, action: Action) -> Result<(), Refusal> {
        // 1. form
        if !action.is_of(Kind::Board) {
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
        if seating && self.placed >= BOARD_PLACEMENTS {
            return Err(Refusal::TurnUsed { most: BOARD_PLACEMENTS });
        }
        match action {
            Action::End if self.placed == 0 => return Err(Refusal::NotNow(NotNow::NothingSeated)),
            Action::Pass if !self.legal().pass => return Err(Refusal::NotNow(NotNow::CanDoMore)),
            Action::Bar(_) | Action::Swap(..) | Action::Party(_) if self.placed > 0 => {
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
            Action::Bar(tile) if tile.is_joker() => Err(Refusal::JokerAtBar),
            Action::Bar(tile) => check_held(hand, [tile]),
            Action::Swap(tile, seat) => {
                check_held(hand, [tile])?;
                self.check_swap(tile, seat)
            }
            Action::Party(party) => {
                check_held(hand, party.guests().iter().map(|(guest, _)| guest.tile()))?;
                self.cafe.check_party(&party, Neighbours::MustBalance)
            }
            _ => Ok(()),
        }
    }

    fn check_swap(&self, tile: Tile, seat: Seat) -> Result<(), Refusal> {
        let plan = self.cafe.plan();
        if !plan.has_seat(seat) {
            return Err(Refusal::NoSuchSeat);
        }
        let cell = plan.seat_cell(seat);
        let joker = self.cafe.guest_at(seat).filter(|guest| guest.is_joker());
        let joker = joker.ok_or(Refusal::NoJoker { seat: cell })?;
        if joker.sex() != tile.sex() {
            return Err(Refusal::WrongSex { seat: cell, joker: joker.sex() });
        }
        match tile.nation() {
            Some(nation) => self.cafe.check_nation(Guest::new(nation, tile.sex()), seat),
            None => {
                let tables = self.cafe.named(plan.touching(seat));
                Err(Refusal::WrongNation { tile, seat: cell, tables })
            }
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
            Action::End => self.end_turn(self.placed - self.saved, tell),
            Action::Bar(tile) => self.go_to_bar(tile, tell),
            Action::Swap(tile, seat) => {
                if let Some(nation) = tile.nation() {
                    self.swap(Guest::new(nation, tile.sex()), seat, tell);
                }
            }
            Action::Pass => self.pass(tell),
            Action::Party(party) => self.party(&party, tell),
            Action::Draw | Action::Down(_) | Action::Close => {
                debug_assert!(false, "an action of the other game");
            }
        }
    }

    #[inline]
    fn seat(&mut self, guest: Guest, seat: Seat, tell: &mut impl FnMut(Event)) {
        let player = self.turn;
        let touched = self.cafe.plan().touching(seat);
        let opens = !self.cafe.anyone_at(touched) && !self.moment().very_first;
        self.hands[usize::from(player)].remove(guest.tile());
        self.cafe.seat(guest, seat);
        self.placed += 1;
        self.pending = if opens { touched } else { TableSet::EMPTY };
        tell(Event::Seated { player, guest, seat });
        for table in touched {
            if let Some(score) = self.cafe.score(table) {
                self.scores[usize::from(player)] += score.points();
                self.saved += u8::from(score.own && score.guests == 4);
                tell(Event::Scored { player, table, score });
            }
        }
        if self.cafe.free() == 0 {
            self.finish(Ending::Chairs, tell);
        } else if self.placed == BOARD_PLACEMENTS || self.hand().is_empty() {
            self.end_turn(self.placed - self.saved, tell);
        }
    }

    fn party(&mut self, party: &Party, tell: &mut impl FnMut(Event)) {
        let player = self.turn;
        for &(guest, seat) in party.guests() {
            self.hands[usize::from(player)].remove(guest.tile());
            self.cafe.seat(guest, seat);
            self.placed += 1;
            tell(Event::Seated { player, guest, seat });
        }
        let points = party_points(&self.cafe, player, party.table(), tell);
        self.scores[usize::from(player)] += points;
        self.saved = u8::from(points == 40);
        if self.cafe.free() == 0 {
            self.finish(Ending::Chairs, tell);
        } else {
            self.end_turn(self.placed - self.saved, tell);
        }
    }

    fn go_to_bar(&mut self, tile: Tile, tell: &mut impl FnMut(Event)) {
        let player = self.turn;
        let place = self.bar_taken;
        let points = self.board.bar()[usize::from(place)];
        self.hands[usize::from(player)].remove(tile);
        self.bar[usize::from(place)] = tile;
        self.bar_taken += 1;
        let eliminated = self.scores[usize::from(player)] + points < 0;
        if eliminated {
            self.hands[usize::from(player)] = Hand::EMPTY;
            self.out[usize::from(self.out_count)] = player;
            self.out_count += 1;
            tell(Event::Eliminated { player, tile, place });
        } else {
            self.scores[usize::from(player)] += points;
            tell(Event::AtBar { player, tile, place, points });
        }
        if usize::from(self.bar_taken) == BAR_PLACES {
            self.finish(Ending::Bar, tell);
        } else if self.players_in() == 1 {
            self.finish(Ending::Alone, tell);
        } else if eliminated {
            self.pass_turn(tell);
        } else {
            self.end_turn(1, tell);
        }
    }

    fn swap(&mut self, guest: Guest, seat: Seat, tell: &mut impl FnMut(Event)) {
        let player = self.turn;
        let hand = &mut self.hands[usize::from(player)];
        hand.remove(guest.tile());
        let joker = self.cafe.exchange(guest, seat);
        hand.add(joker.tile());
        tell(Event::Swapped { player, guest, joker, seat });
        self.pass_turn(tell);
    }

    fn pass(&mut self, tell: &mut impl FnMut(Event)) {
        tell(Event::Passed { player: self.turn });
        let passes = self.passes + 1;
        if passes >= self.players_in() {
            self.passes = passes;
            return self.finish(Ending::Stuck, tell);
        }
        self.pass_turn(tell);
        self.passes = passes;
    }

    /// Draws the refill, tile by tile; the first of the last four ends the game. Then the turn is over.
    #[inline]
    fn end_turn(&mut self, refill: u8, tell: &mut impl FnMut(Event)) {
        let player = self.turn;
        for _ in 0..refill {
            let last = self.bag.len() <= BAG_END;
            if let Some(tile) = self.bag.draw() {
                self.hands[usize::from(player)].add(tile);
                tell(Event::Drew { player, tile });
            }
            if last {
                return self.finish(Ending::Bag, tell);
            }
        }
        if refill == 0 && self.hand().is_empty() {
            return self.finish(Ending::Hand, tell);
        }
        self.pass_turn(tell);
    }

    #[inline]
    fn pass_turn(&mut self, tell: &mut impl FnMut(Event)) {
        self.turns = self.turns.saturating_add(1);
        self.placed = 0;
        self.saved = 0;
        self.passes = 0;
        loop {
            self.turn = if self.turn + 1 == self.options.players() { 0 } else { self.turn + 1 };
            if !self.out().contains(&self.turn) {
                break;
            }
        }
        tell(Event::TurnPassed { to: self.turn });
    }

    fn finish(&mut self, why: Ending, tell: &mut impl FnMut(Event)) {
        self.over = Some(why);
        tell(Event::GameOver { why });
    }
}
