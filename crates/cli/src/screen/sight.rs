//! What is shown of a game: everything in a replay, and in play what the player's seat may see.

use cafe_rules::{
    BoardCafe, BoardGame, BoardView, Cafe, CardCafe, CardGame, CardView, Cell, Game, Guest, Hand, Kind,
    Nation, Outcome, SeatSet, Table, TableSet, Tile, View,
};

use crate::words;

/// What is shown of a game.
#[derive(Clone, Debug)]
pub struct Sight {
    /// Every table and seat.
    pub spots: Vec<Spot>,
    /// Which game.
    pub kind: Kind,
    /// Whose turn it is; in a finished game, who ended it.
    pub turn: u8,
    /// By player.
    pub players: Vec<Player>,
    /// What is left to draw, in words.
    pub stocks: String,
    /// Board game: who stands at the bar, and what its places are worth.
    pub bar: Option<Bar>,
    /// The tables at one of which an opener waits for company.
    pub waiting: Vec<Cell>,
    /// The result of a finished game.
    pub outcome: Option<Outcome>,
}

/// A cell with a table or a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// Where.
    pub cell: Cell,
    /// What.
    pub what: What,
}

/// What is on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// A table of a nation.
    Table(Nation),
    /// A seat, with whoever sits there.
    Seat(Option<Guest>),
}

/// One player, as shown.
#[derive(Clone, Copy, Debug)]
pub struct Player {
    /// The points so far.
    pub score: i16,
    /// What is in hand, if it may be seen.
    pub hand: Option<Hand>,
    /// How much is in hand.
    pub held: usize,
    /// What lies face down, if it may be seen.
    pub down: Option<Hand>,
    /// How much lies face down.
    pub laid_down: usize,
    /// Whether the player was eliminated.
    pub out: bool,
}

/// The bar of the board game.
#[derive(Clone, Debug)]
pub struct Bar {
    /// Who stands there, in order.
    pub guests: Vec<Tile>,
    /// What the places are worth.
    pub values: Vec<i16>,
}

impl Sight {
    /// Everything, all hands included: for replays.
    #[must_use]
    pub fn whole(game: &Game) -> Sight {
        match game {
            Game::Card(game) => Sight::of_card_game(game),
            Game::Board(game) => Sight::of_board(&BoardView::of(game, cafe_rules::Viewer::Spectator)),
        }
    }

    /// What a viewer sees.
    #[must_use]
    pub fn of(view: &View) -> Sight {
        match view {
            View::Card(view) => Sight::of_card(view),
            View::Board(view) => Sight::of_board(view),
        }
    }

    fn of_card_game(game: &CardGame) -> Sight {
        let mut sight = Sight::of_card(&CardView::of(game, cafe_rules::Viewer::Spectator));
        for ((player, hand), down) in sight.players.iter_mut().zip(game.hands()).zip(game.down()) {
            (player.hand, player.down) = (Some(*hand), Some(*down));
        }
        sight
    }

    fn of_card(view: &CardView) -> Sight {
        let own = |player: usize| view.public.viewer == cafe_rules::Viewer::Player(player as u8);
        let players = (0..view.public.scores.len()).map(|player| Player {
            score: view.public.scores[player],
            hand: own(player).then_some(view.hand),
            held: view.hand_sizes[player],
            down: own(player).then_some(view.down),
            laid_down: view.down_sizes[player],
            out: false,
        });
        Sight {
            spots: spots::<u16, _, _>(&view.public.cafe),
            kind: Kind::Card,
            turn: view.public.turn,
            players: players.collect(),
            stocks: format!(
                "stock: {}, {}",
                words::counted(view.guest_stock, "guest"),
                words::counted(view.table_stock, "table")
            ),
            bar: None,
            waiting: cells(&view.public.cafe, view.public.pending),
            outcome: view.public.outcome.clone(),
        }
    }

    fn of_board(view: &BoardView) -> Sight {
        let players = view.hands.iter().enumerate().map(|(player, hand)| Player {
            score: view.public.scores[player],
            hand: Some(*hand),
            held: hand.len(),
            down: None,
            laid_down: 0,
            out: view.eliminated.contains(&(player as u8)),
        });
        Sight {
            spots: spots::<u128, _, _>(&view.public.cafe),
            kind: Kind::Board,
            turn: view.public.turn,
            players: players.collect(),
            stocks: format!("bag: {}", words::counted(view.bag.len(), "guest")),
            bar: Some(Bar { guests: view.bar.clone(), values: view.board.bar().to_vec() }),
            waiting: cells(&view.public.cafe, view.public.pending),
            outcome: view.public.outcome.clone(),
        }
    }
}

fn spots<S: SeatSet, const SEATS: usize, const TABLES: usize>(cafe: &Cafe<S, SEATS, TABLES>) -> Vec<Spot> {
    let plan = cafe.plan();
    let tables = plan
        .tables()
        .map(|table| Spot { cell: plan.table_cell(table), what: What::Table(cafe.nation(table)) });
    let seats = plan
        .seats()
        .iter()
        .map(|seat| Spot { cell: plan.seat_cell(seat), what: What::Seat(cafe.guest_at(seat)) });
    tables.chain(seats).collect()
}

fn cells<S: SeatSet, const SEATS: usize, const TABLES: usize>(
    cafe: &Cafe<S, SEATS, TABLES>,
    tables: TableSet,
) -> Vec<Cell> {
    tables.map(|table| cafe.plan().table_cell(table)).collect()
}

/// Where a seat is.
#[must_use]
pub fn seat_cell(game: &Game, seat: cafe_rules::Seat) -> Cell {
    match game {
        Game::Card(game) => game.cafe().plan().seat_cell(seat),
        Game::Board(game) => game.cafe().plan().seat_cell(seat),
    }
}

/// Whose a table is.
#[must_use]
pub fn nation_of(game: &Game, table: Table) -> Nation {
    match game {
        Game::Card(game) => game.cafe().nation(table),
        Game::Board(game) => game.cafe().nation(table),
    }
}

/// Who sits in the café, and where.
#[must_use]
pub fn seated(game: &Game) -> Vec<(Cell, Guest)> {
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
