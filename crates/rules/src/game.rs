//! A game of either kind, for code that handles both: protocol, records, views, screens.

use crate::legal::Legal;
use crate::{
    Action, Board, BoardGame, BoardLegal, CardGame, CardLegal, Cell, ClaimedResult, Deal, Ending, Event,
    Events, Hand, Kind, Nation, Options, Outcome, Penalties, PointSource, Refusal, Seat, Setup, Step, Table,
    TableSet, Tile, UnseatableTiles, notation,
};

/// A card game or a board game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::large_enum_variant, reason = "a box would prevent `Copy`")]
pub enum Game {
    /// *Das Kartenspiel*.
    Card(CardGame),
    /// The board game.
    Board(BoardGame),
}

/// The legal actions of either game.
#[derive(Clone, Copy, Debug)]
pub enum LegalActions<'g> {
    /// Legal actions of the card game.
    Card(CardLegal<'g>),
    /// Legal actions of the board game.
    Board(BoardLegal<'g>),
}

macro_rules! either {
    ($self:expr, $game:ident => $body:expr) => {
        match $self {
            Game::Card($game) => $body,
            Game::Board($game) => $body,
        }
    };
}

impl Game {
    /// Deals a new game, on the standard board if it is a board game.
    ///
    /// # Panics
    /// If the options and the deal are of different games.
    #[must_use]
    pub fn new(options: Options, deal: &Deal) -> Game {
        Game::with_board(Board::standard(), options, deal)
    }

    /// Deals a new game, on the given board if it is a board game.
    ///
    /// # Panics
    /// If the options and the deal are of different games.
    #[must_use]
    pub fn with_board(board: &'static Board, options: Options, deal: &Deal) -> Game {
        match options.kind() {
            Kind::Card => Game::Card(CardGame::new(options, deal)),
            Kind::Board => Game::Board(BoardGame::with_board(board, options, deal)),
        }
    }

    /// Game, number of players and variant.
    #[must_use]
    pub fn options(&self) -> Options {
        either!(self, game => game.options())
    }

    /// The player to move; in a finished game, the player who ended it.
    #[must_use]
    pub fn turn(&self) -> u8 {
        either!(self, game => game.turn())
    }

    /// Number of guests seated in this turn.
    #[must_use]
    pub fn placed(&self) -> u8 {
        either!(self, game => game.placed())
    }

    /// By player: the score.
    #[must_use]
    pub fn scores(&self) -> &[i16] {
        either!(self, game => game.scores())
    }

    /// By player: the hand.
    #[must_use]
    pub fn hands(&self) -> &[Hand] {
        either!(self, game => game.hands())
    }

    /// The guest stock or bag in drawing order.
    #[must_use]
    pub fn guest_stock(&self) -> &[Tile] {
        match self {
            Game::Card(game) => game.guest_stock(),
            Game::Board(game) => game.bag(),
        }
    }

    /// Reason of the end of a finished game.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        either!(self, game => game.ending())
    }

    /// Returns the result of a finished game.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        either!(self, game => game.outcome())
    }

    /// Returns the legal actions of the player to move.
    #[must_use]
    pub fn legal(&self) -> LegalActions<'_> {
        match self {
            Game::Card(game) => LegalActions::Card(game.legal()),
            Game::Board(game) => LegalActions::Board(game.legal()),
        }
    }

    /// Returns the kinds in the hand of the player to move that have no legal seat, with the reasons. Empty in a finished
    /// game.
    ///
    /// ```
    /// use cafe_rules::{Board, Game, UnseatableReason};
    /// let position = serde_json::json!({
    ///     "game": "card", "players": 2,
    ///     "tables": {"b4": "RU", "d4": "GB", "c3": "FR", "b2": "ES", "d2": "IT"},
    ///     "hands": [["CUf"], ["ITf"]], "guest_stock": ["CFm"], "table_stock": ["US"],
    /// });
    /// let game = Game::from_position(&position, Board::standard())?;
    /// let unseatable = game.unseatable();
    /// assert_eq!(unseatable[0].tile.to_string(), "CUf");
    /// assert_eq!(unseatable[0].reason, UnseatableReason::NoTable);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn unseatable(&self) -> UnseatableTiles {
        either!(self, game => game.unseatable())
    }

    /// Returns what each player would lose for tiles left if the game ended now. Everybody can know it: in the card game it
    /// follows from the numbers of cards, and in the board game hands lie open.
    #[must_use]
    pub fn penalties(&self) -> Penalties {
        either!(self, game => game.penalties())
    }

    /// Returns the legal actions as text, in byte order.
    #[must_use]
    pub fn legal_action_strings(&self) -> Vec<String> {
        let mut all: Vec<String> = self.legal().iter().map(|action| self.format_action(&action)).collect();
        all.sort_unstable();
        all
    }

    /// Checks that an action is legal.
    ///
    /// # Errors
    /// The reason why it is not, the first in the order of docs/protocol.md.
    pub fn check(&self, action: Action) -> Result<(), Refusal> {
        either!(self, game => game.check(action))
    }

    /// Plays an action if it is legal and returns its events.
    ///
    /// # Errors
    /// The reason why the action is not legal; the game is then unchanged.
    pub fn play(&mut self, action: Action) -> Result<Events, Refusal> {
        either!(self, game => game.play(action))
    }

    /// Plays an action if it is legal and returns it with the game before and after.
    ///
    /// ```
    /// use cafe_rules::{Deal, Game, Kind, Options, Seed};
    /// let options = Options::new(Kind::Card, 2, false)?;
    /// let mut game = Game::new(options, &Deal::shuffled(Kind::Card, Seed([3; 32])));
    /// let step = game.play_step(game.parse_action("draw")?)?;
    /// assert!(step.ends_turn() && step.reveals_hidden());
    /// assert_eq!((step.before.turn(), step.after.turn()), (0, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The reason why the action is not legal; the game is then unchanged.
    pub fn play_step(&mut self, action: Action) -> Result<Step, Refusal> {
        let before = *self;
        let events = self.play(action)?;
        Ok(Step { player: before.turn(), action, events, before, after: *self })
    }

    /// Plays an action that is known to be legal, for search. Any other action leaves the game in an invalid state.
    pub fn play_unchecked(&mut self, action: Action) {
        either!(self, game => game.play_unchecked(action));
    }

    /// Parses an action of this game ([`notation::parse`]).
    ///
    /// # Errors
    /// [`Refusal::NotAnAction`] if the text is not one.
    pub fn parse_action(&self, text: &str) -> Result<Action, Refusal> {
        either!(self, game => notation::parse(text, game.options().kind(), game.cafe().plan()))
    }

    /// Formats an action of this game ([`notation::display`]).
    #[must_use]
    pub fn format_action(&self, action: &Action) -> String {
        either!(self, game => notation::display(action, game.cafe().plan()).to_string())
    }

    /// Cell of a table.
    #[must_use]
    pub fn table_cell(&self, table: Table) -> Cell {
        either!(self, game => game.cafe().plan().table_cell(table))
    }

    /// Cell of a seat.
    #[must_use]
    pub fn seat_cell(&self, seat: Seat) -> Cell {
        either!(self, game => game.cafe().plan().seat_cell(seat))
    }

    /// Nation of a table.
    #[must_use]
    pub fn nation(&self, table: Table) -> Nation {
        either!(self, game => game.cafe().nation(table))
    }

    /// Returns the points of the events with what pays them: a table by its cell, or `bar`.
    #[must_use]
    pub fn points_by_source(&self, events: &[Event]) -> Vec<(String, i16)> {
        let points = |event: &Event| {
            let source = match event.point_source()? {
                PointSource::Table(table) => self.table_cell(table).to_string(),
                PointSource::Bar => "bar".to_owned(),
            };
            Some((source, event.points()?))
        };
        events.iter().filter_map(points).collect()
    }

    /// Returns the tables that the last action filled, given its events. In the card game they have been cleared.
    #[must_use]
    pub fn filled_tables(&self, events: &[Event]) -> TableSet {
        let tables = events.iter().filter_map(|event| match (self, *event) {
            (Game::Card(_), Event::TableCleared { table }) => Some(TableSet::of(table)),
            (Game::Board(game), Event::Seated { seat, .. }) => {
                Some(game.cafe().full(game.cafe().plan().tables_touching(seat)))
            }
            _ => None,
        });
        tables.fold(TableSet::EMPTY, |all, tables| all | tables)
    }

    /// Recomputes all derived state, for tests: the result must be equal.
    #[must_use]
    pub fn recomputed(&self) -> Game {
        let mut copy = *self;
        either!(&mut copy, game => game.round = game.round.recomputed());
        copy
    }

    /// Returns the position as plain data.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let options = self.options();
        let mut setup = Setup::empty(options.kind(), options.players(), options.parties());
        either!(self, game => {
            let plan = game.cafe().plan();
            let cells = |tables: TableSet| tables.map(|table| plan.table_cell(table)).collect();
            setup.turn = game.turn();
            setup.placed = game.placed();
            setup.pending = cells(game.pending());
            setup.seated = game.cafe().seated().map(|(seat, guest)| (plan.seat_cell(seat), guest)).collect();
            setup.hands = game.hands().iter().map(|hand| hand.tiles().collect()).collect();
            setup.scores = game.scores().to_vec();
        });
        setup.over = self.ending().is_some();
        setup.result = self.outcome().as_ref().map(ClaimedResult::from);
        setup.guest_stock = self.guest_stock().to_vec();
        match self {
            Game::Card(game) => {
                let plan = game.cafe().plan();
                let nation = |table| (plan.table_cell(table), game.cafe().nation(table));
                setup.tables = plan.tables().map(nation).collect();
                setup.down = game.down().iter().map(|down| down.tiles().collect()).collect();
                setup.table_stock = game.table_stock().to_vec();
            }
            Game::Board(game) => {
                setup.bar = game.bar().to_vec();
                setup.eliminated = game.eliminated().to_vec();
                setup.turns = game.turns();
                setup.saved = game.saved();
                setup.passes = game.passes();
            }
        }
        setup
    }
}

impl From<CardGame> for Game {
    fn from(game: CardGame) -> Game {
        Game::Card(game)
    }
}

impl From<BoardGame> for Game {
    fn from(game: BoardGame) -> Game {
        Game::Board(game)
    }
}

macro_rules! either_legal {
    ($self:expr, $legal:ident => $body:expr) => {
        match $self {
            LegalActions::Card($legal) => $body,
            LegalActions::Board($legal) => $body,
        }
    };
}

impl LegalActions<'_> {
    /// Number of legal actions.
    #[must_use]
    pub fn len(&self) -> usize {
        either_legal!(self, legal => legal.len())
    }

    /// Returns true if no action is legal, which means that the game is over.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        either_legal!(self, legal => legal.is_empty())
    }

    /// Returns the most points that seating one guest scores; `None` if no guest can be seated.
    #[must_use]
    pub fn best_seating_points(&self) -> Option<i16> {
        either_legal!(self, legal => legal.best_seating_points())
    }

    /// Returns the action with this index in [`LegalActions::iter`].
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Action> {
        either_legal!(self, legal => legal.get(index))
    }

    /// Iterates over the legal actions, each once.
    pub fn iter(&self) -> impl Iterator<Item = Action> {
        let (card, board) = match self {
            LegalActions::Card(legal) => (Some(legal), None),
            LegalActions::Board(legal) => (None, Some(legal)),
        };
        let card = card.into_iter().flat_map(Legal::iter);
        card.chain(board.into_iter().flat_map(Legal::iter))
    }
}
