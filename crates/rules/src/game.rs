//! Either game, for all who do not care which: protocol, record, views, screens.

use crate::legal::Legal;
use crate::{
    Action, Board, BoardGame, BoardLegal, CardGame, CardLegal, Cell, Claim, Deal, Ending, Event, Events,
    Hand, Kind, Nation, Options, Outcome, Refusal, Seat, Setup, Table, TableSet, Tile, notation,
};

/// A card game or a board game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::large_enum_variant, reason = "a box would cost the cheap copy")]
pub enum Game {
    /// *Das Kartenspiel*.
    Card(CardGame),
    /// The board game.
    Board(BoardGame),
}

/// The legal actions of either game.
#[derive(Clone, Copy, Debug)]
pub enum LegalActions<'g> {
    /// Of the card game.
    Card(CardLegal<'g>),
    /// Of the board game.
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
    /// Deals a new game; a board game on the standard board.
    ///
    /// # Panics
    /// If options and deal are of different games.
    #[must_use]
    pub fn new(options: Options, deal: &Deal) -> Game {
        Game::on(Board::standard(), options, deal)
    }

    /// Deals a new game; a board game on this board.
    ///
    /// # Panics
    /// If options and deal are of different games.
    #[must_use]
    pub fn on(board: &'static Board, options: Options, deal: &Deal) -> Game {
        match options.kind() {
            Kind::Card => Game::Card(CardGame::new(options, deal)),
            Kind::Board => Game::Board(BoardGame::on(board, options, deal)),
        }
    }

    /// Game, players, variant.
    #[must_use]
    pub fn options(&self) -> Options {
        either!(self, game => game.options())
    }

    /// Whose turn it is; in a finished game, who ended it.
    #[must_use]
    pub fn turn(&self) -> u8 {
        either!(self, game => game.turn())
    }

    /// How many guests were seated in this turn.
    #[must_use]
    pub fn placed(&self) -> u8 {
        either!(self, game => game.placed())
    }

    /// By player: the points so far.
    #[must_use]
    pub fn scores(&self) -> &[i16] {
        either!(self, game => game.scores())
    }

    /// By player: what is in hand.
    #[must_use]
    pub fn hands(&self) -> &[Hand] {
        either!(self, game => game.hands())
    }

    /// The guests to be drawn, the next one first.
    #[must_use]
    pub fn guest_stock(&self) -> &[Tile] {
        match self {
            Game::Card(game) => game.guest_stock(),
            Game::Board(game) => game.bag(),
        }
    }

    /// Why the game ended, if it did.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        either!(self, game => game.ending())
    }

    /// The result of a finished game.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        either!(self, game => game.outcome())
    }

    /// All legal actions of the player to move.
    #[must_use]
    pub fn legal(&self) -> LegalActions<'_> {
        match self {
            Game::Card(game) => LegalActions::Card(game.legal()),
            Game::Board(game) => LegalActions::Board(game.legal()),
        }
    }

    /// All legal actions as text, sorted by bytes.
    #[must_use]
    pub fn legal_written(&self) -> Vec<String> {
        let mut all: Vec<String> = self.legal().iter().map(|action| self.write(&action)).collect();
        all.sort_unstable();
        all
    }

    /// Whether an action is legal.
    ///
    /// # Errors
    /// Why it is not.
    pub fn check(&self, action: Action) -> Result<(), Refusal> {
        either!(self, game => game.check(action))
    }

    /// Plays an action if it is legal and tells what happened.
    ///
    /// # Errors
    /// The reason why it is not legal; the game is then unchanged.
    pub fn play(&mut self, action: Action) -> Result<Events, Refusal> {
        either!(self, game => game.play(action))
    }

    /// Plays an action that is known to be legal, for search.
    pub fn play_unchecked(&mut self, action: Action) {
        either!(self, game => game.play_unchecked(action));
    }

    /// Reads an action of this game.
    ///
    /// # Errors
    /// If it is not one.
    pub fn read(&self, text: &str) -> Result<Action, Refusal> {
        either!(self, game => notation::parse(text, game.options().kind(), game.cafe().plan()))
    }

    /// Writes an action of this game.
    #[must_use]
    pub fn write(&self, action: &Action) -> String {
        either!(self, game => notation::written(action, game.cafe().plan()).to_string())
    }

    /// Where a table stands.
    #[must_use]
    pub fn table_cell(&self, table: Table) -> Cell {
        either!(self, game => game.cafe().plan().table_cell(table))
    }

    /// Where a seat stands.
    #[must_use]
    pub fn seat_cell(&self, seat: Seat) -> Cell {
        either!(self, game => game.cafe().plan().seat_cell(seat))
    }

    /// Whose table it is.
    #[must_use]
    pub fn nation(&self, table: Table) -> Nation {
        either!(self, game => game.cafe().nation(table))
    }

    /// The points of each table (by its cell) or of the `bar` among events, in order.
    #[must_use]
    pub fn points(&self, events: &[Event]) -> Vec<(String, i16)> {
        let of_event = |event: &Event| match *event {
            Event::Scored { table, score, .. } => Some((self.table_cell(table).to_string(), score.points())),
            Event::PartyScored { table, points, .. } => Some((self.table_cell(table).to_string(), points)),
            Event::AtBar { points, .. } => Some(("bar".to_owned(), points)),
            _ => None,
        };
        events.iter().filter_map(of_event).collect()
    }

    /// The same game with everything that is kept up to date worked out anew. It must always be equal.
    #[must_use]
    pub fn recomputed(&self) -> Game {
        let mut again = *self;
        either!(&mut again, game => game.round = game.round.recomputed());
        again
    }

    /// The position as plain data.
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
        setup.result = self.outcome().as_ref().map(Claim::from);
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
                setup.out = game.out().to_vec();
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
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        either_legal!(self, legal => legal.len())
    }

    /// Whether there is none: the game is over.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        either_legal!(self, legal => legal.is_empty())
    }

    /// The action with this number.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Action> {
        either_legal!(self, legal => legal.get(index))
    }

    /// All of them, each once.
    pub fn iter(&self) -> impl Iterator<Item = Action> {
        let (card, board) = match self {
            LegalActions::Card(legal) => (Some(legal), None),
            LegalActions::Board(legal) => (None, Some(legal)),
        };
        let card = card.into_iter().flat_map(Legal::iter);
        card.chain(board.into_iter().flat_map(Legal::iter))
    }
}
