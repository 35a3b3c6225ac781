//! A position as plain data, not yet known to make sense ([`Setup`]), and the one check that turns it into a game.
//!
//! What is refused is what docs/protocol.md lists: what no game could have come to, as far as it would leave the rules
//! without an answer.

use crate::deal::copies;
use crate::faults::Finding;
use crate::position_fault::{Out, Pending, PositionFault};
use crate::round::Round;
use crate::stock::Stock;
use crate::{
    BAR_PLACES, BOARD_PLACEMENTS, Board, BoardGame, CARD_HAND_MOST, CARD_PLACEMENTS, Cafe, CardGame, Cell,
    Ending, Faults, FloorPlan, Game, Guest, Hand, Kind, Nation, Options, Outcome, Party, SeatSet,
    TABLES_PER_NATION, Table, TableSet, Tile,
};

/// Scores of positions from outside lie between this and its negative.
pub const SCORE_LIMIT: i16 = 9_999;

/// A position as somebody describes it. Anything can be written down here; [`Setup::check`] tells whether it is a
/// game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are those of a position in docs/protocol.md")]
pub struct Setup {
    pub kind: Kind,
    pub players: u8,
    pub parties: bool,
    pub turn: u8,
    pub placed: u8,
    pub pending: Vec<Cell>,
    pub over: bool,
    pub tables: Vec<(Cell, Nation)>,
    pub seated: Vec<(Cell, Guest)>,
    pub hands: Vec<Vec<Tile>>,
    pub down: Vec<Vec<Tile>>,
    pub scores: Vec<i16>,
    pub guest_stock: Vec<Tile>,
    pub table_stock: Vec<Nation>,
    pub bar: Vec<Tile>,
    pub out: Vec<u8>,
    pub turns: u32,
    pub saved: u8,
    pub passes: u8,
    pub result: Option<Claim>,
}

/// The result as a finished position states it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are those of a result in docs/protocol.md")]
pub struct Claim {
    pub why: Ending,
    pub penalties: Vec<i16>,
    pub finals: Vec<i16>,
    pub winners: Vec<u8>,
}

impl Claim {
    fn is(&self, outcome: &Outcome) -> bool {
        self.why == outcome.why
            && self.penalties[..] == outcome.penalties[..]
            && self.finals[..] == outcome.finals[..]
            && self.winners[..] == outcome.winners[..]
    }
}

impl From<&Outcome> for Claim {
    fn from(outcome: &Outcome) -> Claim {
        Claim {
            why: outcome.why,
            penalties: outcome.penalties.to_vec(),
            finals: outcome.finals.to_vec(),
            winners: outcome.winners.to_vec(),
        }
    }
}

impl Setup {
    /// Nothing yet: an empty café before the first turn.
    #[must_use]
    pub fn empty(kind: Kind, players: u8, parties: bool) -> Setup {
        let seats = usize::from(players);
        Setup {
            kind,
            players,
            parties,
            turn: 0,
            placed: 0,
            pending: Vec::new(),
            over: false,
            tables: Vec::new(),
            seated: Vec::new(),
            hands: vec![Vec::new(); seats],
            down: vec![Vec::new(); seats],
            scores: vec![0; seats],
            guest_stock: Vec::new(),
            table_stock: Vec::new(),
            bar: Vec::new(),
            out: Vec::new(),
            turns: 0,
            saved: 0,
            passes: 0,
            result: None,
        }
    }

    /// The game in this position, on the standard board if it is the board game.
    ///
    /// # Errors
    /// Everything that is wrong with the position.
    pub fn check(&self) -> Result<Game, Faults<PositionFault>> {
        self.check_on(Board::standard())
    }

    /// The game in this position; the board game is played on this board.
    ///
    /// # Errors
    /// Everything that is wrong with the position.
    pub fn check_on(&self, board: &'static Board) -> Result<Game, Faults<PositionFault>> {
        let mut faults = Finding::new();
        let game = self.find_faults(board, &mut faults);
        match game {
            Some(game) => faults.or(game),
            None => Err(faults.or(()).expect_err("where no game could be made, a fault was found")),
        }
    }

    pub(crate) fn find_faults(
        &self,
        board: &'static Board,
        faults: &mut Finding<PositionFault>,
    ) -> Option<Game> {
        // With a wrong number of players the rest is still looked at, as if the fewest played.
        let options = Options::new(self.kind, self.players, self.parties).or_else(|wrong| {
            faults.add(PositionFault::Players(wrong));
            Options::new(self.kind, *self.kind.players().start(), self.parties)
        });
        let options = options.ok()?;
        self.check_lists(faults);
        self.check_counts(faults);
        let game = match self.kind {
            Kind::Card => self.card_game(options, faults).map(Game::Card),
            Kind::Board => self.board_game(options, board, faults).map(Game::Board),
        };
        if faults.is_empty() {
            let game = game?;
            self.check_result(&game, faults);
            return Some(game);
        }
        None
    }

    fn check_lists(&self, faults: &mut Finding<PositionFault>) {
        let wanted = usize::from(self.players);
        let mut length = |field, found| {
            faults.must(found == wanted, PositionFault::Length { field, found, wanted });
        };
        length("hands", self.hands.len());
        length("scores", self.scores.len());
        if self.kind == Kind::Card {
            length("down", self.down.len());
        }
        faults.must(self.turn < self.players, PositionFault::Turn { turn: self.turn });
        for (player, &score) in self.scores.iter().enumerate() {
            let within = (-SCORE_LIMIT..=SCORE_LIMIT).contains(&score);
            faults.must(within, PositionFault::Score { player, score });
        }
    }

    /// No more of anything than the box holds.
    fn check_counts(&self, faults: &mut Finding<PositionFault>) {
        let mut found = [0; Tile::KINDS];
        let lists = self.hands.iter().chain(&self.down).chain([&self.guest_stock, &self.bar]);
        for tile in lists.flatten().copied().chain(self.seated.iter().map(|(_, guest)| guest.tile())) {
            found[tile.index()] += 1;
        }
        for tile in Tile::written_order() {
            let (found, most) = (found[tile.index()], copies(self.kind, tile));
            faults.must(found <= most, PositionFault::TooMany { tile, found, most });
        }
        if self.kind == Kind::Card {
            for nation in Nation::ALL {
                let laid = self.tables.iter().map(|(_, laid)| laid);
                let found = laid.chain(&self.table_stock).filter(|&&other| other == nation).count();
                faults.must(found <= TABLES_PER_NATION, PositionFault::TooManyTables { nation, found });
            }
        }
    }

    fn card_game(&self, options: Options, faults: &mut Finding<PositionFault>) -> Option<CardGame> {
        let plan = FloorPlan::cross();
        let mut laid = [None; crate::card_game::CARD_TABLES];
        for &(cell, nation) in &self.tables {
            match plan.table_at(cell).map(|table| laid[table.index()].replace(nation)) {
                None => faults.add(PositionFault::NoTable { cell }),
                Some(Some(_)) => faults.add(PositionFault::TableTwice { cell }),
                Some(None) => {}
            }
        }
        for (&cell, laid) in plan.table_cells().iter().zip(&laid) {
            faults.must(laid.is_some(), PositionFault::TableMissing { cell });
        }
        for (player, hand) in self.hands.iter().enumerate() {
            faults
                .must(hand.len() <= CARD_HAND_MOST, PositionFault::HandTooLarge { player, held: hand.len() });
        }
        let nations = laid.map(|nation| nation.unwrap_or(Nation::Germany));
        let mut cafe = Cafe::new(plan, nations);
        self.seat_all(&mut cafe, faults);
        for table in cafe.full(plan.tables()) {
            faults.must(self.over, PositionFault::FullTable { cell: plan.table_cell(table) });
        }
        let most = match (self.mover_has_cards(), self.over) {
            (true, false) => CARD_PLACEMENTS - 1,
            _ if self.parties => Party::MOST as u8,
            _ => CARD_PLACEMENTS,
        };
        faults.must(self.placed <= most, PositionFault::Placed { placed: self.placed, most });
        let pending = self.check_pending(&cafe, CARD_PLACEMENTS, faults);
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

    /// The part that both games share, once nothing is wrong with it.
    fn round<S: SeatSet, const SEATS: usize, const TABLES: usize>(
        &self,
        cafe: Cafe<S, SEATS, TABLES>,
        options: Options,
        pending: TableSet,
        guess_ending: impl FnOnce() -> Ending,
    ) -> Round<S, SEATS, TABLES> {
        let ending = || self.result.as_ref().map_or_else(guess_ending, |claim| claim.why);
        Round {
            cafe,
            options,
            hands: by_player(&self.hands, |tiles| tiles.iter().copied().collect()),
            scores: by_player(&self.scores, |&score| score),
            turn: self.turn,
            placed: self.placed,
            pending,
            over: self.over.then(ending),
        }
    }

    fn board_game(
        &self,
        options: Options,
        board: &'static Board,
        faults: &mut Finding<PositionFault>,
    ) -> Option<BoardGame> {
        let mut game = BoardGame::empty(board, options);
        for &(cell, nation) in &self.tables {
            match board.floor().table_at(cell) {
                None => faults.add(PositionFault::NoTable { cell }),
                Some(table) => {
                    let is = board.nation(table);
                    faults.must(is == nation, PositionFault::OtherNation { cell, said: nation, is });
                }
            }
        }
        self.seat_all(&mut game.round.cafe, faults);
        let cafe = game.round.cafe;
        faults.must(cafe.free() != 0 || self.over, PositionFault::NoChairLeft);
        self.check_bar_and_out(board, faults);
        let most = match (self.mover_has_cards(), self.over) {
            (_, true) => Party::MOST as u8,
            (true, false) => BOARD_PLACEMENTS - 1,
            (false, false) => 0,
        };
        let most = most.min(self.seated.len().try_into().unwrap_or(u8::MAX));
        faults.must(self.placed <= most, PositionFault::Placed { placed: self.placed, most });
        let own = cafe.full(board.floor().tables()).filter(|&table| cafe.is_own(table)).count();
        let most = self.placed.min(own as u8);
        faults.must(self.saved <= most || self.over, PositionFault::Saved { saved: self.saved, most });
        faults.must(self.turns > 0 || self.pending.is_empty(), PositionFault::Pending(Pending::VeryFirst));
        let pending = self.check_pending(&cafe, BOARD_PLACEMENTS, faults);
        if !faults.is_empty() {
            return None;
        }
        game.round = self.round(cafe, options, pending, || self.board_ending(cafe.free() == 0));
        game.bag = Stock::new(&self.guest_stock, crate::board_game::NO_TILE);
        game.bar[..self.bar.len()].copy_from_slice(&self.bar);
        game.bar_taken = self.bar.len() as u8;
        game.out[..self.out.len()].copy_from_slice(&self.out);
        game.out_count = self.out.len() as u8;
        game.turns = self.turns;
        game.saved = self.saved;
        game.passes = self.passes;
        Some(game)
    }

    fn mover_has_cards(&self) -> bool {
        self.hands.get(usize::from(self.turn)).is_some_and(|hand| !hand.is_empty())
    }

    /// Seats everyone who can be seated, and names what could not have come about.
    fn seat_all<S: SeatSet, const SEATS: usize, const TABLES: usize>(
        &self,
        cafe: &mut Cafe<S, SEATS, TABLES>,
        faults: &mut Finding<PositionFault>,
    ) {
        let plan = cafe.plan();
        for &(cell, guest) in &self.seated {
            let Some(seat) = plan.seat_at(cell) else {
                faults.add(PositionFault::NoSeat { cell });
                continue;
            };
            if cafe.guest_at(seat).is_some() {
                faults.add(PositionFault::SeatTwice { cell });
                continue;
            }
            // In the card game a table can be replaced beside a guest, who then is among strangers.
            let stays = self.kind == Kind::Board;
            faults.must(
                !stays || cafe.is_at_home(guest.nation(), seat),
                PositionFault::Stranger { cell, guest },
            );
            cafe.seat(guest, seat);
        }
        for table in plan.tables() {
            let [ladies, gentlemen] = cafe.company_at(table);
            let party = self.kind == Kind::Board
                && self.parties
                && [ladies, gentlemen].iter().all(|&count| count == 0 || count == 4);
            let cell = plan.table_cell(table);
            let three = ladies.max(gentlemen) >= 3 && !party;
            faults.must(!three, PositionFault::ThreeOfOneSex { cell, ladies, gentlemen });
            let pair = ladies.max(gentlemen) == 2 && ladies.min(gentlemen) == 0;
            faults.must(
                !pair || self.kind == Kind::Card,
                PositionFault::TwoOfOneSex { cell, ladies, gentlemen },
            );
        }
    }

    /// The tables of the opener: exactly those of a seat whose guest is alone at all of them, in a turn with a
    /// placement left and with someone in hand who can follow.
    fn check_pending<S: SeatSet, const SEATS: usize, const TABLES: usize>(
        &self,
        cafe: &Cafe<S, SEATS, TABLES>,
        placements: u8,
        faults: &mut Finding<PositionFault>,
    ) -> TableSet {
        if self.pending.is_empty() {
            return TableSet::EMPTY;
        }
        let plan = cafe.plan();
        let mut pending = TableSet::EMPTY;
        for &cell in &self.pending {
            match plan.table_at(cell) {
                Some(table) => pending = pending | TableSet::of(table),
                None => faults.add(PositionFault::NoTable { cell }),
            }
        }
        faults.must(!self.over, PositionFault::Pending(Pending::Over));
        faults.must((1..placements).contains(&self.placed), PositionFault::Pending(Pending::Placed));
        faults.must(self.pending.is_sorted_by(|a, b| a < b), PositionFault::Pending(Pending::Order));
        let alone = |table: Table| cafe.company_at(table).iter().sum::<usize>() == 1;
        let opener = cafe.seated().find(|&(seat, guest)| {
            plan.touching(seat) == pending
                && pending.into_iter().all(alone)
                && cafe.is_at_home(guest.nation(), seat)
        });
        let Some((seat, opener)) = opener else {
            faults.add(PositionFault::Pending(Pending::NoOpener));
            return pending;
        };
        // A hand that is not a hand has been named already.
        if faults.is_empty() {
            let hand: Hand = self.hands[usize::from(self.turn)].iter().copied().collect();
            let follows = cafe.someone_could_join(hand, opener.sex(), seat);
            faults.must(follows, PositionFault::Pending(Pending::NobodyFollows));
        }
        pending
    }

    fn check_bar_and_out(&self, board: &Board, faults: &mut Finding<PositionFault>) {
        let taken = self.bar.len();
        let most = if self.over { BAR_PLACES } else { BAR_PLACES - 1 };
        faults.must(taken <= most, PositionFault::BarTooLong { found: taken, most });
        faults.must(!self.bar.iter().any(|tile| tile.is_joker()), PositionFault::JokerAtBar);
        let mut seen = Vec::new();
        for &player in &self.out {
            faults.must(player < self.players, PositionFault::Out { player, why: Out::NoPlayer });
            faults.must(!seen.contains(&player), PositionFault::Out { player, why: Out::Twice });
            let empty = self.hands.get(usize::from(player)).is_none_or(Vec::is_empty);
            faults.must(empty, PositionFault::Out { player, why: Out::HasTiles });
            faults.must(self.over || player != self.turn, PositionFault::Out { player, why: Out::ToMove });
            seen.push(player);
        }
        let left = usize::from(self.players).saturating_sub(self.out.len());
        faults.must(left >= if self.over { 1 } else { 2 }, PositionFault::TooFewLeft { left });
        // Whoever is out could not pay for a place that costs, unless a debt was there before.
        let in_debt = |player: &u8| self.scores.get(usize::from(*player)).is_some_and(|&score| score < 0);
        let out = self.out.iter().filter(|player| !in_debt(player)).count();
        let costly = board.bar()[..taken.min(BAR_PLACES)].iter().filter(|&&value| value < 0).count();
        faults.must(out <= costly, PositionFault::OutTooEarly { out, costly });
        let passes = usize::from(self.passes);
        faults.must(passes < left || self.over, PositionFault::Passes { passes: self.passes });
    }

    /// Why a finished card game that does not say so must have ended.
    fn card_ending(&self) -> Ending {
        if self.guest_stock.is_empty() {
            Ending::Guests
        } else if self.mover_has_cards() {
            Ending::Tables
        } else {
            Ending::Closed
        }
    }

    /// Why a finished board game that does not say so must have ended.
    fn board_ending(&self, full: bool) -> Ending {
        if full {
            Ending::Chairs
        } else if self.bar.len() == BAR_PLACES {
            Ending::Bar
        } else if self.out.len() + 1 == usize::from(self.players) {
            Ending::Alone
        } else if self.guest_stock.len() < crate::BAG_END {
            Ending::Bag
        } else if self.mover_has_cards() {
            Ending::Stuck
        } else {
            Ending::Hand
        }
    }

    fn check_result(&self, game: &Game, faults: &mut Finding<PositionFault>) {
        let Some(claim) = &self.result else { return };
        let endings: &[Ending] = match self.kind {
            Kind::Card => &Ending::CARD,
            Kind::Board => &Ending::BOARD,
        };
        faults.must(self.over, PositionFault::ResultTooEarly);
        faults.must(endings.contains(&claim.why), PositionFault::Ending { why: claim.why });
        if let Some(outcome) = game.outcome() {
            faults.must(claim.is(&outcome), PositionFault::Result { outcome: Box::new(outcome) });
        }
    }
}

fn by_player<T, U: Copy + Default, const N: usize>(list: &[T], read: impl Fn(&T) -> U) -> [U; N] {
    let mut all = [U::default(); N];
    for (place, item) in all.iter_mut().zip(list) {
        *place = read(item);
    }
    all
}
