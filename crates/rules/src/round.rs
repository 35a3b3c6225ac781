//! The state and the seating that both games share.

use crate::event::{Ending, Event};
use crate::refusal::{NotAnActionReason, Refusal};
use crate::{Action, Cafe, Guest, Hand, MAX_PLAYERS, Options, Party, Seat, SeatSet, TableSet, Tile};

/// The café, the players' hands and scores, and the progress of the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Round<S: SeatSet, const SEATS: usize, const TABLES: usize> {
    pub(crate) cafe: Cafe<S, SEATS, TABLES>,
    pub(crate) options: Options,
    pub(crate) hands: [Hand; MAX_PLAYERS],
    pub(crate) scores: [i16; MAX_PLAYERS],
    pub(crate) turn: u8,
    pub(crate) placed: u8,
    /// The tables at one of which the opener needs company.
    pub(crate) pending: TableSet,
    pub(crate) over: Option<Ending>,
}

/// The tables that the seating of a guest or party affected.
pub(crate) struct Seating {
    /// The tables touched.
    pub(crate) touched: TableSet,
    /// Number of them completed with four guests of their own nation.
    pub(crate) own_completed: u8,
}

impl<S: SeatSet, const SEATS: usize, const TABLES: usize> Round<S, SEATS, TABLES> {
    /// Deals `each` tiles to every player, and returns the round with the remaining tiles.
    pub(crate) fn deal(
        cafe: Cafe<S, SEATS, TABLES>,
        options: Options,
        tiles: &[Tile],
        each: usize,
    ) -> (Self, &[Tile]) {
        let (dealt, stock) = tiles.split_at(each * usize::from(options.players()));
        let mut round = Round::empty(cafe, options);
        for (hand, tiles) in round.hands.iter_mut().zip(dealt.chunks(each)) {
            *hand = tiles.iter().copied().collect();
        }
        (round, stock)
    }

    /// Creates the round before the first turn, with empty hands.
    pub(crate) fn empty(cafe: Cafe<S, SEATS, TABLES>, options: Options) -> Self {
        Round {
            cafe,
            options,
            hands: [Hand::EMPTY; MAX_PLAYERS],
            scores: [0; MAX_PLAYERS],
            turn: 0,
            placed: 0,
            pending: TableSet::EMPTY,
            over: None,
        }
    }

    pub(crate) fn players(&self) -> usize {
        usize::from(self.options.players())
    }

    /// The hand of the player to move.
    #[inline]
    pub(crate) fn hand(&self) -> Hand {
        self.hands[usize::from(self.turn)]
    }

    #[inline]
    pub(crate) fn hand_mut(&mut self) -> &mut Hand {
        &mut self.hands[usize::from(self.turn)]
    }

    #[inline]
    pub(crate) fn score_mut(&mut self) -> &mut i16 {
        &mut self.scores[usize::from(self.turn)]
    }

    /// Returns the player after this one.
    #[inline]
    pub(crate) fn next_player(&self, player: u8) -> u8 {
        if player + 1 == self.options.players() { 0 } else { player + 1 }
    }

    /// Seats a guest and adds its points. An opener then needs company unless `may_stay_alone`.
    #[inline]
    pub(crate) fn seat(
        &mut self,
        guest: Guest,
        seat: Seat,
        may_stay_alone: bool,
        emit: &mut impl FnMut(Event),
    ) -> Seating {
        let player = self.turn;
        let touched = self.cafe.plan().tables_touching(seat);
        let is_opener = !self.cafe.has_guest_at(touched) && !may_stay_alone;
        self.place(guest, seat, emit);
        self.pending = if is_opener { touched } else { TableSet::EMPTY };
        let mut own_completed = 0;
        for table in touched {
            if let Some(score) = self.cafe.score(table) {
                *self.score_mut() += score.points();
                own_completed += u8::from(score.own && score.guests == 4);
                emit(Event::Scored { player, table, score });
            }
        }
        Seating { touched, own_completed }
    }

    /// Seats a party and adds its points: 20, or 40 if all four guests are of the table's nation (docs/rules.md §2, §3).
    pub(crate) fn seat_party(&mut self, party: &Party, emit: &mut impl FnMut(Event)) -> Seating {
        let mut touched = TableSet::EMPTY;
        for &(guest, seat) in party.guests() {
            self.place(guest, seat, emit);
            touched = touched | self.cafe.plan().tables_touching(seat);
        }
        let own = self.cafe.is_own_nation(party.table());
        let points = if own { 40 } else { 20 };
        *self.score_mut() += points;
        emit(Event::PartyScored { player: self.turn, table: party.table(), own, points });
        Seating { touched, own_completed: u8::from(own) }
    }

    #[inline]
    fn place(&mut self, guest: Guest, seat: Seat, emit: &mut impl FnMut(Event)) {
        self.hand_mut().remove(guest.tile());
        self.cafe.seat(guest, seat);
        self.placed += 1;
        emit(Event::Seated { player: self.turn, guest, seat });
    }

    pub(crate) fn finish(&mut self, why: Ending, emit: &mut impl FnMut(Event)) {
        self.over = Some(why);
        emit(Event::GameOver { why });
    }

    /// Checks step 1 (form) and the common part of step 2 (turn) of the refusal order in docs/protocol.md.
    pub(crate) fn check_form_and_turn(&self, action: Action, placements: u8) -> Result<(), Refusal> {
        let is_seating = matches!(action, Action::Seat(..));
        if !action.belongs_to(self.options.kind()) {
            return Err(Refusal::NotAnAction(NotAnActionReason::OtherGame));
        }
        if matches!(action, Action::Party(_)) && !self.options.parties() {
            return Err(Refusal::VariantOff);
        }
        if self.over.is_some() {
            return Err(Refusal::GameOver);
        }
        if !self.pending.is_empty() && !is_seating {
            return Err(Refusal::OwesCompany { tables: self.cafe.named_tables(self.pending) });
        }
        if is_seating && self.placed >= placements {
            return Err(Refusal::TurnUsed { limit: placements });
        }
        Ok(())
    }

    /// Checks step 3 (hand) of the refusal order: the player to move holds all these tiles.
    pub(crate) fn check_held(&self, tiles: impl IntoIterator<Item = Tile>) -> Result<(), Refusal> {
        let mut hand = self.hand();
        for tile in tiles {
            if !hand.has(tile) {
                return Err(Refusal::NotInHand { tile });
            }
            hand.remove(tile);
        }
        Ok(())
    }

    /// Recomputes all derived state, for tests: the result must be equal.
    pub(crate) fn recomputed(&self) -> Self {
        Round { cafe: self.cafe.recomputed(), ..*self }
    }
}

/// Implements the accessors and the two play functions that both games share.
macro_rules! round_methods {
    ($cafe:ty) => {
        /// Game, number of players and variant.
        #[must_use]
        pub fn options(&self) -> Options {
            self.round.options
        }

        /// The tables and the seated guests.
        #[must_use]
        pub fn cafe(&self) -> &$cafe {
            &self.round.cafe
        }

        /// The player to move; in a finished game, the player who ended it.
        #[must_use]
        pub fn turn(&self) -> u8 {
            self.round.turn
        }

        /// Number of guests seated in this turn.
        #[must_use]
        pub fn placed(&self) -> u8 {
            self.round.placed
        }

        /// The tables at one of which the opener needs company.
        #[must_use]
        pub fn pending(&self) -> TableSet {
            self.round.pending
        }

        /// By player: the score.
        #[must_use]
        pub fn scores(&self) -> &[i16] {
            &self.round.scores[..self.round.players()]
        }

        /// By player: the hand.
        #[must_use]
        pub fn hands(&self) -> &[Hand] {
            &self.round.hands[..self.round.players()]
        }

        /// Reason of the end of a finished game.
        #[must_use]
        pub fn ending(&self) -> Option<Ending> {
            self.round.over
        }

        /// Plays an action if it is legal and returns its events.
        ///
        /// # Errors
        /// The reason why the action is not legal; the game is then unchanged.
        pub fn play(&mut self, action: Action) -> Result<Events, Refusal> {
            self.check(action)?;
            let mut events = Events::new();
            self.apply(action, &mut |event| events.push(event));
            Ok(events)
        }

        /// Plays an action that is known to be legal, for search. Any other action leaves the game in an invalid state.
        #[inline]
        pub fn play_unchecked(&mut self, action: Action) {
            self.apply(action, &mut |_| {});
        }
    };
}
pub(crate) use round_methods;
