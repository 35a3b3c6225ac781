//! Positions as unchecked data ([`Setup`]), and the check that turns them into a game (docs/protocol.md).

use crate::deal::copies;
use crate::faults::FaultCollector;
use crate::position_fault::{PendingFault, PositionFault};
use crate::round::Round;
use crate::{
    Board, Cafe, Cell, Ending, Faults, Game, Guest, Hand, Kind, Nation, Options, Outcome, SeatSet,
    TABLES_PER_NATION, Table, TableSet, Tile,
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
        let options = Options::new(self.kind, self.players, self.parties).or_else(|error| {
            faults.add(PositionFault::Players(error));
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

    /// Creates the part that both games share, after all checks.
    pub(crate) fn round<S: SeatSet, const SEATS: usize, const TABLES: usize>(
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

    pub(crate) fn player_to_move_has_tiles(&self) -> bool {
        self.hands.get(usize::from(self.turn)).is_some_and(|hand| !hand.is_empty())
    }

    /// Seats the guests and checks the seats and the balance of the tables.
    pub(crate) fn seat_guests<S: SeatSet, const SEATS: usize, const TABLES: usize>(
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
    pub(crate) fn check_pending<S: SeatSet, const SEATS: usize, const TABLES: usize>(
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
pub(crate) fn by_player<T, U: Copy + Default, const N: usize>(
    list: &[T],
    convert: impl Fn(&T) -> U,
) -> [U; N] {
    let mut all = [U::default(); N];
    for (entry, item) in all.iter_mut().zip(list) {
        *entry = convert(item);
    }
    all
}
