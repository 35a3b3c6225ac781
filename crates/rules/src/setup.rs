//! Positions as unchecked data ([`Setup`]), and the check that turns them into a game (docs/protocol.md).

use crate::deal::copies;
use crate::faults::FaultCollector;
use crate::position_fault::{EliminatedFault, PendingFault, PositionFault};
use crate::round::Round;
use crate::stock::Stock;
use crate::{
    BAR_PLACES, BOARD_PLACEMENT_LIMIT, Board, BoardGame, CARD_HAND_LIMIT, CARD_PLACEMENT_LIMIT, Cafe,
    CardGame, Cell, Ending, Faults, FloorPlan, Game, Guest, Hand, Kind, Nation, Options, Outcome, Party,
    SeatSet, TABLES_PER_NATION, Table, TableSet, Tile,
};

/// Limit of the absolute value of a score in a position.
pub const SCORE_LIMIT: i16 = 9_999;

/// An unchecked position. [`Setup::to_game`] checks it.
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
    pub eliminated: Vec<u8>,
    pub turns: u32,
    pub saved: u8,
    pub passes: u8,
    pub result: Option<ClaimedResult>,
}

/// The result that a finished position claims, not yet checked.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are those of a result in docs/protocol.md")]
pub struct ClaimedResult {
    pub why: Ending,
    pub penalties: Vec<i16>,
    pub final_scores: Vec<i16>,
    pub winners: Vec<u8>,
}

impl ClaimedResult {
    fn matches(&self, outcome: &Outcome) -> bool {
        self.why == outcome.why
            && self.penalties[..] == outcome.penalties[..]
            && self.final_scores[..] == outcome.final_scores[..]
            && self.winners[..] == outcome.winners[..]
    }
}

impl From<&Outcome> for ClaimedResult {
    fn from(outcome: &Outcome) -> ClaimedResult {
        ClaimedResult {
            why: outcome.why,
            penalties: outcome.penalties.to_vec(),
            final_scores: outcome.final_scores.to_vec(),
            winners: outcome.winners.to_vec(),
        }
    }
}

impl Setup {
    /// Creates a position with an empty café, empty hands and empty stocks, before the first turn.
    #[must_use]
    pub fn empty(kind: Kind, players: u8, parties: bool) -> Setup {
        let count = usize::from(players);
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
            hands: vec![Vec::new(); count],
            down: vec![Vec::new(); count],
            scores: vec![0; count],
            guest_stock: Vec::new(),
            table_stock: Vec::new(),
            bar: Vec::new(),
            eliminated: Vec::new(),
            turns: 0,
            saved: 0,
            passes: 0,
            result: None,
        }
    }

    /// Checks the position and returns its game, on the standard board if it is a board game.
    ///
    /// # Errors
    /// All faults of the position.
    pub fn to_game(&self) -> Result<Game, Faults<PositionFault>> {
        self.to_game_on(Board::standard())
    }

    /// Checks the position and returns its game, on the given board if it is a board game.
    ///
    /// # Errors
    /// All faults of the position.
    pub fn to_game_on(&self, board: &'static Board) -> Result<Game, Faults<PositionFault>> {
        let mut faults = FaultCollector::new();
        let game = self.check(board, &mut faults);
        match game {
            Some(game) => faults.into_result(game),
            None => Err(faults.into_result(()).expect_err("a position without a game has a fault")),
        }
    }

    /// Checks the position and collects its faults; returns `None` if there are any.
    pub(crate) fn check(
        &self,
        board: &'static Board,
        faults: &mut FaultCollector<PositionFault>,
    ) -> Option<Game> {
        // With a wrong number of players the rest is checked as if the fewest played.
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

    fn check_lists(&self, faults: &mut FaultCollector<PositionFault>) {
        let wanted = usize::from(self.players);
        let mut length = |field, found| {
            faults.require(found == wanted, PositionFault::Length { field, found, wanted });
        };
        length("hands", self.hands.len());
        length("scores", self.scores.len());
        if self.kind == Kind::Card {
            length("down", self.down.len());
        }
        faults.require(self.turn < self.players, PositionFault::Turn { turn: self.turn });
        for (player, &score) in self.scores.iter().enumerate() {
            let within = (-SCORE_LIMIT..=SCORE_LIMIT).contains(&score);
            faults.require(within, PositionFault::Score { player, score });
        }
    }

    /// Checks that no card exists more often than in the game.
    fn check_counts(&self, faults: &mut FaultCollector<PositionFault>) {
        let mut found = [0; Tile::KINDS];
        let lists = self.hands.iter().chain(&self.down).chain([&self.guest_stock, &self.bar]);
        for tile in lists.flatten().copied().chain(self.seated.iter().map(|(_, guest)| guest.tile())) {
            found[tile.index()] += 1;
        }
        for tile in Tile::in_code_order() {
            let (found, limit) = (found[tile.index()], copies(self.kind, tile));
            faults.require(found <= limit, PositionFault::TooManyTiles { tile, found, limit });
        }
        if self.kind == Kind::Card {
            for nation in Nation::ALL {
                let laid = self.tables.iter().map(|(_, laid)| laid);
                let found = laid.chain(&self.table_stock).filter(|&&other| other == nation).count();
                faults.require(found <= TABLES_PER_NATION, PositionFault::TooManyTables { nation, found });
            }
        }
    }

    fn card_game(&self, options: Options, faults: &mut FaultCollector<PositionFault>) -> Option<CardGame> {
        let plan = FloorPlan::card_game();
        let mut laid = [None; crate::card_game::CARD_TABLES];
        for &(cell, nation) in &self.tables {
            match plan.table_at(cell).map(|table| laid[table.index()].replace(nation)) {
                None => faults.add(PositionFault::NoTable { cell }),
                Some(Some(_)) => faults.add(PositionFault::DuplicateTable { cell }),
                Some(None) => {}
            }
        }
        for (&cell, laid) in plan.table_cells().iter().zip(&laid) {
            faults.require(laid.is_some(), PositionFault::TableMissing { cell });
        }
        for (player, hand) in self.hands.iter().enumerate() {
            faults.require(
                hand.len() <= CARD_HAND_LIMIT,
                PositionFault::HandTooLarge { player, held: hand.len() },
            );
        }
        let nations = laid.map(|nation| nation.unwrap_or(Nation::Germany));
        let mut cafe = Cafe::new(plan, nations);
        self.seat_guests(&mut cafe, faults);
        for table in cafe.full(plan.tables()) {
            faults.require(self.over, PositionFault::FullTable { cell: plan.table_cell(table) });
        }
        let limit = match (self.player_to_move_has_tiles(), self.over) {
            (true, false) => CARD_PLACEMENT_LIMIT - 1,
            _ if self.parties => Party::MAX_GUESTS as u8,
            _ => CARD_PLACEMENT_LIMIT,
        };
        faults.require(self.placed <= limit, PositionFault::Placed { placed: self.placed, limit });
        let pending = self.check_pending(&cafe, CARD_PLACEMENT_LIMIT, faults);
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

    /// Creates the part that both games share, after all checks.
    fn round<S: SeatSet, const SEATS: usize, const TABLES: usize>(
        &self,
        cafe: Cafe<S, SEATS, TABLES>,
        options: Options,
        pending: TableSet,
        infer_ending: impl FnOnce() -> Ending,
    ) -> Round<S, SEATS, TABLES> {
        let ending = || self.result.as_ref().map_or_else(infer_ending, |claim| claim.why);
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
        faults: &mut FaultCollector<PositionFault>,
    ) -> Option<BoardGame> {
        let mut game = BoardGame::empty(board, options);
        for &(cell, nation) in &self.tables {
            match board.floor().table_at(cell) {
                None => faults.add(PositionFault::NoTable { cell }),
                Some(table) => {
                    let is = board.nation(table);
                    faults.require(
                        is == nation,
                        PositionFault::NationMismatch { cell, given: nation, actual: is },
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
        game.bag = Stock::new(&self.guest_stock, crate::board_game::NO_TILE);
        game.bar[..self.bar.len()].copy_from_slice(&self.bar);
        game.bar_taken = self.bar.len() as u8;
        game.eliminated[..self.eliminated.len()].copy_from_slice(&self.eliminated);
        game.eliminated_count = self.eliminated.len() as u8;
        game.turns = self.turns;
        game.saved = self.saved;
        game.passes = self.passes;
        Some(game)
    }

    fn player_to_move_has_tiles(&self) -> bool {
        self.hands.get(usize::from(self.turn)).is_some_and(|hand| !hand.is_empty())
    }

    /// Seats the guests and checks the seats and the balance of the tables.
    fn seat_guests<S: SeatSet, const SEATS: usize, const TABLES: usize>(
        &self,
        cafe: &mut Cafe<S, SEATS, TABLES>,
        faults: &mut FaultCollector<PositionFault>,
    ) {
        let plan = cafe.plan();
        for &(cell, guest) in &self.seated {
            let Some(seat) = plan.seat_at(cell) else {
                faults.add(PositionFault::NoSeat { cell });
                continue;
            };
            if cafe.guest_at(seat).is_some() {
                faults.add(PositionFault::DuplicateSeat { cell });
                continue;
            }
            // In the card game a table can be replaced next to a guest, who then touches no table of its nation.
            let tables_stay = self.kind == Kind::Board;
            faults.require(
                !tables_stay || cafe.touches_nation(guest.nation(), seat),
                PositionFault::NoOwnTable { cell, guest },
            );
            cafe.seat(guest, seat);
        }
        for table in plan.tables() {
            let [ladies, gentlemen] = cafe.guests_by_sex(table);
            let party = self.kind == Kind::Board
                && self.parties
                && [ladies, gentlemen].iter().all(|&count| count == 0 || count == 4);
            let cell = plan.table_cell(table);
            let three = ladies.max(gentlemen) >= 3 && !party;
            faults.require(!three, PositionFault::Unbalanced { cell, ladies, gentlemen });
            let pair = ladies.max(gentlemen) == 2 && ladies.min(gentlemen) == 0;
            faults.require(
                !pair || self.kind == Kind::Card,
                PositionFault::Unbalanced { cell, ladies, gentlemen },
            );
        }
    }

    /// Checks the tables of the opener: they are exactly those of a seat whose guest is alone at all of them, the turn has
    /// a placement left, and the hand holds a guest who can follow.
    fn check_pending<S: SeatSet, const SEATS: usize, const TABLES: usize>(
        &self,
        cafe: &Cafe<S, SEATS, TABLES>,
        placements: u8,
        faults: &mut FaultCollector<PositionFault>,
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
        faults.require(!self.over, PositionFault::Pending(PendingFault::GameOver));
        faults.require(
            (1..placements).contains(&self.placed),
            PositionFault::Pending(PendingFault::PlacedCount),
        );
        faults.require(self.pending.is_sorted_by(|a, b| a < b), PositionFault::Pending(PendingFault::Order));
        let has_one_guest = |table: Table| cafe.guests_by_sex(table).iter().sum::<usize>() == 1;
        let opener = cafe.seated().find(|&(seat, guest)| {
            plan.tables_touching(seat) == pending
                && pending.into_iter().all(has_one_guest)
                && cafe.touches_nation(guest.nation(), seat)
        });
        let Some((seat, opener)) = opener else {
            faults.add(PositionFault::Pending(PendingFault::NoOpener));
            return pending;
        };
        // The hand can be used only if no fault was found in it.
        if faults.is_empty() {
            let hand: Hand = self.hands[usize::from(self.turn)].iter().copied().collect();
            let has_follower = cafe.has_follower(hand, opener.sex(), seat);
            faults.require(has_follower, PositionFault::Pending(PendingFault::NoFollower));
        }
        pending
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

    /// Infers the ending of a finished card game without a result.
    fn card_ending(&self) -> Ending {
        if self.guest_stock.is_empty() {
            Ending::Guests
        } else if self.player_to_move_has_tiles() {
            Ending::Tables
        } else {
            Ending::Closed
        }
    }

    /// Infers the ending of a finished board game without a result.
    fn board_ending(&self, is_full: bool) -> Ending {
        if is_full {
            Ending::Chairs
        } else if self.bar.len() == BAR_PLACES {
            Ending::Bar
        } else if self.eliminated.len() + 1 == usize::from(self.players) {
            Ending::Alone
        } else if self.guest_stock.len() < crate::BAG_END_TILES {
            Ending::Bag
        } else if self.player_to_move_has_tiles() {
            Ending::Stuck
        } else {
            Ending::Hand
        }
    }

    fn check_result(&self, game: &Game, faults: &mut FaultCollector<PositionFault>) {
        let Some(claim) = &self.result else { return };
        let endings: &[Ending] = match self.kind {
            Kind::Card => &Ending::CARD,
            Kind::Board => &Ending::BOARD,
        };
        faults.require(self.over, PositionFault::UnexpectedResult);
        faults.require(endings.contains(&claim.why), PositionFault::WrongEnding { why: claim.why });
        if let Some(outcome) = game.outcome() {
            faults
                .require(claim.matches(&outcome), PositionFault::WrongResult { outcome: Box::new(outcome) });
        }
    }
}

/// Converts a list by player into an array, padded with defaults.
fn by_player<T, U: Copy + Default, const N: usize>(list: &[T], convert: impl Fn(&T) -> U) -> [U; N] {
    let mut all = [U::default(); N];
    for (entry, item) in all.iter_mut().zip(list) {
        *entry = convert(item);
    }
    all
}
