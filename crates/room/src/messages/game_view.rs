//! The game as one viewer sees it, with the legal actions and their points.
//!
//! What is hidden is removed by `cafe_rules::View`; everything here is built from such a view.

use cafe_rules::{Cafe, Cell, Game, Guest, Hand, Kind, Nation, PublicView, SeatSet, Tile, View, Viewer};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{EndVoteView, GameResult, LegalAction, OrderedMap, UndoVoteView, UnseatableTile};
use crate::room::PlayerIndex;
use crate::{Millis, Room, RoomError};

/// The game as one viewer sees it. Cells, guests, tiles and nations are in notation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct GameView {
    /// The player you are; null for a spectator.
    #[schema(value_type = Option<u8>, required)]
    pub player: Option<PlayerIndex>,
    /// Number of actions and undos so far. Requests refer to it.
    pub seq: u32,
    /// The player to move.
    #[schema(value_type = u8)]
    pub turn: PlayerIndex,
    /// Number of guests seated in this turn.
    pub placed: u8,
    /// The tables at one of which the opener still needs company.
    #[ts(type = "Array<string>")]
    #[schema(value_type = Vec<String>)]
    pub pending: Vec<Cell>,
    /// Card game: the nation of each table. The board's tables are part of its plan.
    #[ts(type = "Record<string, string>")]
    #[schema(value_type = BTreeMap<String, String>)]
    pub tables: OrderedMap<Cell, Nation>,
    /// The guest on each occupied seat.
    #[ts(type = "Record<string, string>")]
    #[schema(value_type = BTreeMap<String, String>)]
    pub seated: OrderedMap<Cell, Guest>,
    /// By player: the score.
    pub scores: Vec<i16>,
    /// By player: what the tiles left would cost if the game ended now, as a positive number; in a finished game, what they
    /// cost. It is exact: in the card game it follows from the numbers of cards, and in the board game hands lie open.
    pub penalties: Vec<i16>,
    /// By player: the final score if the game ended now; in a finished game, the final score.
    pub totals: Vec<i16>,
    /// By player: the hand, if you may see it.
    #[ts(type = "Array<Array<string> | null>")]
    #[schema(value_type = Vec<Option<Vec<String>>>)]
    pub hands: Vec<Option<Vec<Tile>>>,
    /// By player: the size of the hand.
    pub hand_sizes: Vec<usize>,
    /// Card game, by player: the number of cards face down.
    pub down_sizes: Vec<usize>,
    /// Card game, by player: the cards face down, if you may see them.
    #[ts(type = "Array<Array<string> | null>")]
    #[schema(value_type = Vec<Option<Vec<String>>>)]
    pub down: Vec<Option<Vec<Tile>>>,
    /// Number of guests still to be drawn.
    pub guest_stock: usize,
    /// Number of tables still to be laid.
    pub table_stock: usize,
    /// The guests you have not seen, in other hands and in the stock.
    #[ts(type = "Array<string>")]
    #[schema(value_type = Vec<String>)]
    pub unseen: Vec<Tile>,
    /// Card game: the tables still to be laid, sorted.
    #[ts(type = "Array<string>")]
    #[schema(value_type = Vec<String>)]
    pub tables_left: Vec<Nation>,
    /// Board game: the guests at the bar, in order.
    #[ts(type = "Array<string>")]
    #[schema(value_type = Vec<String>)]
    pub bar: Vec<Tile>,
    /// Board game: the points of the places at the bar.
    pub bar_values: Vec<i16>,
    /// Board game: the eliminated players, in order.
    #[schema(value_type = Vec<u8>)]
    pub eliminated: Vec<PlayerIndex>,
    /// When the turn of the player to move runs out of time, in milliseconds since 1970.
    #[schema(value_type = Option<i64>, required)]
    pub deadline: Option<Millis>,
    /// Whether you can undo your last action without asking.
    pub can_undo: bool,
    /// The open undo request.
    #[schema(required)]
    pub undo_vote: Option<UndoVoteView>,
    /// The open proposal to end the game.
    #[schema(required)]
    pub end_vote: Option<EndVoteView>,
    /// From when you may nudge the player to move, in milliseconds since 1970; null if you may not.
    #[schema(value_type = Option<i64>, required)]
    pub nudge_at: Option<Millis>,
    /// From when you may claim the end because the player to move is silent, in milliseconds since 1970; null if you may not.
    #[schema(value_type = Option<i64>, required)]
    pub claim_at: Option<Millis>,
    /// Your legal actions, if it is your turn.
    pub legal: Vec<LegalAction>,
    /// If it is your turn, the tiles in your hand that have no legal seat, sorted; of equal ones only the first.
    pub unseatable: Vec<UnseatableTile>,
    /// The result of a finished game.
    #[schema(required)]
    pub result: Option<GameResult>,
}

impl GameView {
    /// Returns the game of a room as a viewer sees it; none before it starts.
    #[must_use]
    pub fn of(room: &Room, viewer: Viewer) -> Option<GameView> {
        let game = room.game.as_ref()?;
        let mut view = GameView::of_game(&game.current, viewer);
        let is_to_move = view.player.is_some() && view.player == room.to_move();
        view.seq = game.seq() as u32;
        view.deadline = room.deadline();
        view.can_undo = is_to_move && room.options.undo && game.can_undo_freely();
        view.undo_vote = room.undo_vote.as_ref().map(UndoVoteView::of);
        view.end_vote = room.end_vote.as_ref().map(|vote| EndVoteView::of(room, vote));
        view.nudge_at = view.player.and_then(|player| room.nudge_at(player));
        view.claim_at = view.player.and_then(|player| room.claim_at(player));
        view.result = GameResult::of_room(room);
        // A game that was not played to its end has no penalties.
        if let Some(result) = &view.result {
            (view.penalties, view.totals) = (result.penalties.clone(), result.finals.clone());
        }
        if is_to_move {
            view.add_choices(&game.current, &game.resigned);
        }
        Some(view)
    }

    /// Returns the game after its first actions as a viewer saw it then. Undone actions do not count, and nothing can be
    /// played there.
    ///
    /// # Errors
    /// If the game has not started or has fewer actions.
    pub fn past(room: &Room, actions: usize, viewer: Viewer) -> Result<GameView, RoomError> {
        let game = room.game.as_ref().ok_or(RoomError::NotStarted)?;
        let past = game.after(actions)?;
        let mut view = GameView::of_game(&past, viewer);
        view.seq = actions as u32;
        view.result = GameResult::of_position(&past, &game.resigned);
        Ok(view)
    }

    /// Returns a position of a finished game with all hands open.
    pub(super) fn revealed(game: &Game, seq: usize, resigned: &[PlayerIndex]) -> GameView {
        let mut view = GameView::of_game(game, Viewer::Spectator);
        let reveal = |hands: &[Hand]| hands.iter().map(|hand| Some(hand.tiles().collect())).collect();
        view.hands = reveal(game.hands());
        if let Game::Card(game) = game {
            view.down = reveal(game.down());
        }
        // The order of the stock stays hidden.
        view.unseen = game.guest_stock().iter().copied().collect::<Hand>().tiles().collect();
        view.seq = seq as u32;
        view.result = GameResult::of_position(game, resigned);
        view
    }

    /// Returns a studied position as a player sees it, with the legal actions if that player is to move.
    pub(super) fn study(game: &Game, player: PlayerIndex, seq: usize) -> GameView {
        let mut view = GameView::of_game(game, Viewer::Player(player));
        view.seq = seq as u32;
        if game.turn() == player {
            view.add_choices(game, &[]);
        }
        view
    }

    /// Adds what the player to move can do, and why not more.
    fn add_choices(&mut self, game: &Game, resigned: &[PlayerIndex]) {
        self.legal = LegalAction::all(game, resigned);
        self.unseatable = UnseatableTile::all(game);
    }

    /// Returns what a viewer sees of the game alone, without the room around it.
    fn of_game(game: &Game, viewer: Viewer) -> GameView {
        let player = if let Viewer::Player(player) = viewer { Some(player) } else { None };
        let mut view = match &View::of(game, viewer) {
            View::Card(card) => {
                let own = |hand: &Hand| {
                    let mut hands = vec![None; card.hand_sizes.len()];
                    if let Some(player) = player {
                        hands[usize::from(player)] = Some(hand.tiles().collect());
                    }
                    hands
                };
                GameView {
                    hands: own(&card.hand),
                    down: own(&card.down),
                    hand_sizes: card.hand_sizes.clone(),
                    down_sizes: card.down_sizes.clone(),
                    guest_stock: card.guest_stock,
                    table_stock: card.table_stock,
                    unseen: card.unseen.tiles().collect(),
                    tables_left: card.tables_left.clone(),
                    ..GameView::of_public(&card.public)
                }
            }
            View::Board(board) => GameView {
                hands: board.hands.iter().map(|hand| Some(hand.tiles().collect())).collect(),
                hand_sizes: board.hands.iter().map(|hand| hand.len()).collect(),
                guest_stock: board.bag.len(),
                unseen: board.bag.tiles().collect(),
                bar: board.bar.clone(),
                bar_values: board.board.bar().to_vec(),
                eliminated: board.eliminated.clone(),
                ..GameView::of_public(&board.public)
            },
        };
        view.player = player;
        view.penalties = game.penalties().to_vec();
        view.totals =
            view.scores.iter().zip(&view.penalties).map(|(score, penalty)| score - penalty).collect();
        view
    }

    /// Returns what both games show to everybody.
    fn of_public<S: SeatSet, const SEATS: usize, const TABLES: usize>(
        public: &PublicView<Cafe<S, SEATS, TABLES>>,
    ) -> GameView {
        let cafe = &public.cafe;
        let plan = cafe.plan();
        let tables = match public.options.kind() {
            Kind::Card => plan.tables().map(|table| (plan.table_cell(table), cafe.nation(table))).collect(),
            Kind::Board => Vec::new(),
        };
        GameView {
            player: None,
            seq: 0,
            turn: public.turn,
            placed: public.placed,
            pending: public.pending.map(|table| plan.table_cell(table)).collect(),
            tables: OrderedMap(tables),
            seated: OrderedMap(cafe.seated().map(|(seat, guest)| (plan.seat_cell(seat), guest)).collect()),
            scores: public.scores.clone(),
            penalties: Vec::new(),
            totals: Vec::new(),
            hands: Vec::new(),
            hand_sizes: Vec::new(),
            down_sizes: Vec::new(),
            down: Vec::new(),
            guest_stock: 0,
            table_stock: 0,
            unseen: Vec::new(),
            tables_left: Vec::new(),
            bar: Vec::new(),
            bar_values: Vec::new(),
            eliminated: Vec::new(),
            deadline: None,
            can_undo: false,
            undo_vote: None,
            end_vote: None,
            nudge_at: None,
            claim_at: None,
            legal: Vec::new(),
            unseatable: Vec::new(),
            result: public.outcome.as_ref().map(GameResult::of),
        }
    }
}
