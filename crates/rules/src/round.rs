//! What both games keep from action to action, and what seating does to it.

use crate::event::{Ending, Event};
use crate::refusal::{NotAnAction, Refusal};
use crate::{Action, Cafe, Guest, Hand, MAX_PLAYERS, Options, Party, Seat, SeatSet, TableSet, Tile};

/// The café, the players' hands and scores, and how far the turn has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Round<S: SeatSet, const SEATS: usize, const TABLES: usize> {
    pub(crate) cafe: Cafe<S, SEATS, TABLES>,
    pub(crate) options: Options,
    pub(crate) hands: [Hand; MAX_PLAYERS],
    pub(crate) scores: [i16; MAX_PLAYERS],
    pub(crate) turn: u8,
    pub(crate) placed: u8,
    /// The tables at one of which an opener waits for company.
    pub(crate) pending: TableSet,
    pub(crate) over: Option<Ending>,
}

/// Where a guest, or a party, has just sat down.
pub(crate) struct SatDown {
    /// The tables touched.
    pub(crate) touched: TableSet,
    /// How many of them were completed with four guests of their own nation.
    pub(crate) own_completed: u8,
}

impl<S: SeatSet, const SEATS: usize, const TABLES: usize> Round<S, SEATS, TABLES> {
    /// Before the first turn. Each player takes this many of the tiles; the second half is the rest of them.
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

    /// Before the first turn, with empty hands.
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

    /// The player after this one.
    #[inline]
    pub(crate) fn after(&self, player: u8) -> u8 {
        if player + 1 == self.options.players() { 0 } else { player + 1 }
    }

    /// Seats a guest and pays its points. An opener owes company from now on, unless it is free of that.
    #[inline]
    pub(crate) fn seat(
        &mut self,
        guest: Guest,
        seat: Seat,
        owes_nothing: bool,
        tell: &mut impl FnMut(Event),
    ) -> SatDown {
        let player = self.turn;
        let touched = self.cafe.plan().touching(seat);
        let opens = !self.cafe.anyone_at(touched) && !owes_nothing;
        self.sit(guest, seat, tell);
        self.pending = if opens { touched } else { TableSet::EMPTY };
        let mut own_completed = 0;
        for table in touched {
            if let Some(score) = self.cafe.score(table) {
                *self.score_mut() += score.points();
                own_completed += u8::from(score.own && score.guests == 4);
                tell(Event::Scored { player, table, score });
            }
        }
        SatDown { touched, own_completed }
    }

    /// Seats a party and pays for it: 20, or 40 if all four are of the table's own nation, and nothing else.
    pub(crate) fn seat_party(&mut self, party: &Party, tell: &mut impl FnMut(Event)) -> SatDown {
        let mut touched = TableSet::EMPTY;
        for &(guest, seat) in party.guests() {
            self.sit(guest, seat, tell);
            touched = touched | self.cafe.plan().touching(seat);
        }
        let own = self.cafe.is_own(party.table());
        let points = if own { 40 } else { 20 };
        *self.score_mut() += points;
        tell(Event::PartyScored { player: self.turn, table: party.table(), own, points });
        SatDown { touched, own_completed: u8::from(own) }
    }

    #[inline]
    fn sit(&mut self, guest: Guest, seat: Seat, tell: &mut impl FnMut(Event)) {
        self.hand_mut().remove(guest.tile());
        self.cafe.seat(guest, seat);
        self.placed += 1;
        tell(Event::Seated { player: self.turn, guest, seat });
    }

    pub(crate) fn finish(&mut self, why: Ending, tell: &mut impl FnMut(Event)) {
        self.over = Some(why);
        tell(Event::GameOver { why });
    }

    /// Step 1 of a refusal, form, and what both games ask first of a turn.
    pub(crate) fn check_form_and_turn(&self, action: Action, placements: u8) -> Result<(), Refusal> {
        let seating = matches!(action, Action::Seat(..));
        if !action.is_of(self.options.kind()) {
            return Err(Refusal::NotAnAction(NotAnAction::OtherGame));
        }
        if matches!(action, Action::Party(_)) && !self.options.parties() {
            return Err(Refusal::VariantOff);
        }
        if self.over.is_some() {
            return Err(Refusal::GameOver);
        }
        if !self.pending.is_empty() && !seating {
            return Err(Refusal::OwesCompany { tables: self.cafe.named(self.pending) });
        }
        if seating && self.placed >= placements {
            return Err(Refusal::TurnUsed { most: placements });
        }
        Ok(())
    }

    /// Step 3 of a refusal: all of these are in the hand, each as often as asked for.
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

    /// The same round with everything that is kept up to date worked out anew.
    pub(crate) fn recomputed(&self) -> Self {
        Round { cafe: self.cafe.recomputed(), ..*self }
    }
}

/// What a game lets everybody know of its round, and the two ways to play, which are the same in both games.
macro_rules! a_round_of {
    ($cafe:ty) => {
        /// Game, players, variant.
        #[must_use]
        pub fn options(&self) -> Options {
            self.round.options
        }

        /// The tables, and who sits where.
        #[must_use]
        pub fn cafe(&self) -> &$cafe {
            &self.round.cafe
        }

        /// Whose turn it is; in a finished game, who ended it.
        #[must_use]
        pub fn turn(&self) -> u8 {
            self.round.turn
        }

        /// How many guests were seated in this turn.
        #[must_use]
        pub fn placed(&self) -> u8 {
            self.round.placed
        }

        /// The tables at one of which an opener waits for company.
        #[must_use]
        pub fn pending(&self) -> TableSet {
            self.round.pending
        }

        /// By player: the points so far.
        #[must_use]
        pub fn scores(&self) -> &[i16] {
            &self.round.scores[..self.round.players()]
        }

        /// By player: what is in hand.
        #[must_use]
        pub fn hands(&self) -> &[Hand] {
            &self.round.hands[..self.round.players()]
        }

        /// Why the game ended, if it did.
        #[must_use]
        pub fn ending(&self) -> Option<Ending> {
            self.round.over
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
    };
}
pub(crate) use a_round_of;
