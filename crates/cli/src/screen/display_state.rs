//! The part of a game that the screen shows: everything in a replay, the player's view in play.

use cafe_rules::{
    BoardCafe, BoardGame, BoardView, Cafe, CardCafe, CardGame, CardView, Cell, Game, Guest, Hand, Kind,
    Nation, Outcome, SeatSet, TableSet, Tile, View,
};

use crate::describe;

/// The visible state of a game.
#[derive(Clone, Debug)]
pub struct DisplayState {
    /// All tables and seats.
    pub cells: Vec<DisplayCell>,
    /// The game.
    pub kind: Kind,
    /// The player to move; in a finished game, the player who ended it.
    pub turn: u8,
    /// By player.
    pub players: Vec<Player>,
    /// Sizes of the stocks, as text.
    pub stock_text: String,
    /// The bar of the board game.
    pub bar: Option<Bar>,
    /// Tables at one of which an opener needs company.
    pub pending: Vec<Cell>,
    /// The result of a finished game.
    pub outcome: Option<Outcome>,
}

/// A cell with a table or a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DisplayCell {
    /// Position.
    pub cell: Cell,
    /// Content.
    pub content: CellContent,
}

/// The content of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellContent {
    /// A table of a nation.
    Table(Nation),
    /// A seat and its guest.
    Seat(Option<Guest>),
}

/// The visible state of a player.
#[derive(Clone, Copy, Debug)]
pub struct Player {
    /// Score.
    pub score: i16,
    /// The hand, if it is visible.
    pub hand: Option<Hand>,
    /// Number of tiles in hand.
    pub hand_size: usize,
    /// Cards face down, if they are visible.
    pub down: Option<Hand>,
    /// Number of cards face down.
    pub down_size: usize,
    /// True if the player is eliminated.
    pub eliminated: bool,
}

/// The bar of the board game.
#[derive(Clone, Debug)]
pub struct Bar {
    /// Guests at the bar, in order.
    pub guests: Vec<Tile>,
    /// Points of all places.
    pub values: Vec<i16>,
}

impl DisplayState {
    /// Shows everything including all hands, for replays.
    #[must_use]
    pub fn of_game(game: &Game) -> DisplayState {
        match game {
            Game::Card(game) => DisplayState::of_card_game(game),
            Game::Board(game) => DisplayState::of_board(&BoardView::of(game, cafe_rules::Viewer::Spectator)),
        }
    }

    /// Shows the view of a player or spectator.
    #[must_use]
    pub fn of_view(view: &View) -> DisplayState {
        match view {
            View::Card(view) => DisplayState::of_card(view),
            View::Board(view) => DisplayState::of_board(view),
        }
    }

    fn of_card_game(game: &CardGame) -> DisplayState {
        let mut display = DisplayState::of_card(&CardView::of(game, cafe_rules::Viewer::Spectator));
        for ((player, hand), down) in display.players.iter_mut().zip(game.hands()).zip(game.down()) {
            (player.hand, player.down) = (Some(*hand), Some(*down));
        }
        display
    }

    fn of_card(view: &CardView) -> DisplayState {
        let is_own = |player: usize| view.public.viewer == cafe_rules::Viewer::Player(player as u8);
        let players = (0..view.public.scores.len()).map(|player| Player {
            score: view.public.scores[player],
            hand: is_own(player).then_some(view.hand),
            hand_size: view.hand_sizes[player],
            down: is_own(player).then_some(view.down),
            down_size: view.down_sizes[player],
            eliminated: false,
        });
        DisplayState {
            cells: all_cells::<u16, _, _>(&view.public.cafe),
            kind: Kind::Card,
            turn: view.public.turn,
            players: players.collect(),
            stock_text: format!(
                "stock: {}, {}",
                describe::count(view.guest_stock, "guest"),
                describe::count(view.table_stock, "table")
            ),
            bar: None,
            pending: table_cells(&view.public.cafe, view.public.pending),
            outcome: view.public.outcome.clone(),
        }
    }

    fn of_board(view: &BoardView) -> DisplayState {
        let players = view.hands.iter().enumerate().map(|(player, hand)| Player {
            score: view.public.scores[player],
            hand: Some(*hand),
            hand_size: hand.len(),
            down: None,
            down_size: 0,
            eliminated: view.eliminated.contains(&(player as u8)),
        });
        DisplayState {
            cells: all_cells::<u128, _, _>(&view.public.cafe),
            kind: Kind::Board,
            turn: view.public.turn,
            players: players.collect(),
            stock_text: format!("bag: {}", describe::count(view.bag.len(), "guest")),
            bar: Some(Bar { guests: view.bar.clone(), values: view.board.bar().to_vec() }),
            pending: table_cells(&view.public.cafe, view.public.pending),
            outcome: view.public.outcome.clone(),
        }
    }
}

fn all_cells<S: SeatSet, const SEATS: usize, const TABLES: usize>(
    cafe: &Cafe<S, SEATS, TABLES>,
) -> Vec<DisplayCell> {
    let plan = cafe.plan();
    let tables = plan.tables().map(|table| DisplayCell {
        cell: plan.table_cell(table),
        content: CellContent::Table(cafe.nation(table)),
    });
    let seats = plan.seats().iter().map(|seat| DisplayCell {
        cell: plan.seat_cell(seat),
        content: CellContent::Seat(cafe.guest_at(seat)),
    });
    tables.chain(seats).collect()
}

fn table_cells<S: SeatSet, const SEATS: usize, const TABLES: usize>(
    cafe: &Cafe<S, SEATS, TABLES>,
    tables: TableSet,
) -> Vec<Cell> {
    tables.map(|table| cafe.plan().table_cell(table)).collect()
}

/// Returns all seated guests with their seats.
#[must_use]
pub fn seated_guests(game: &Game) -> Vec<(Cell, Guest)> {
    fn all<S: SeatSet, const SEATS: usize, const TABLES: usize>(
        cafe: &Cafe<S, SEATS, TABLES>,
    ) -> Vec<(Cell, Guest)> {
        cafe.seated().map(|(seat, guest)| (cafe.plan().seat_cell(seat), guest)).collect()
    }
    let card = |game: &CardGame| all::<u16, _, _>(game.cafe() as &CardCafe);
    let board = |game: &BoardGame| all::<u128, _, _>(game.cafe() as &BoardCafe);
    match game {
        Game::Card(game) => card(game),
        Game::Board(game) => board(game),
    }
}
