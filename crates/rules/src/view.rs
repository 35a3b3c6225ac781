//! Views: what a player or spectator may see of a game. Hidden information is removed only here.
//!
//! In the card game hands, cards laid face down and the order of the stocks are hidden; in the board game only the order
//! of the bag is (docs/rules.md §2, §3). The types of a view have no place for a hidden card, so a bot or client that
//! receives a view cannot cheat. Two games that look the same to a player give that player the same bytes.
//!
//! A view includes what a player with a perfect memory knows: [`CardView::unseen`] is the deck minus every guest that the
//! viewer has seen. It does not depend on where the unseen guests are.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::round::Round;
use crate::stock::Stock;
use crate::{
    Action, Board, BoardCafe, BoardGame, Cafe, CardCafe, CardGame, Event, Game, Hand, MAX_PLAYERS, Nation,
    Options, Outcome, SeatSet, TableSet, Tile,
};

/// The recipient of a view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// The player with this index.
    Player(u8),
    /// A spectator.
    Spectator,
}

impl Viewer {
    fn is_player(self, player: usize) -> bool {
        matches!(self, Viewer::Player(own) if usize::from(own) == player)
    }
}

/// A game as a viewer sees it.
///
/// ```
/// use cafe_rules::{Deal, Game, Kind, Options, Seed, View, Viewer};
/// let options = Options::new(Kind::Card, 2, false)?;
/// let game = Game::new(options, &Deal::shuffled(Kind::Card, Seed([3; 32])));
/// let view = View::of(&game, Viewer::Player(1)).to_json();
/// assert_eq!(view["hands"][0], serde_json::Value::Null);
/// assert_eq!(view["hands"][1].as_array().map(Vec::len), Some(7));
/// assert_eq!(view["hand_sizes"], serde_json::json!([7, 7]));
/// # Ok::<(), cafe_rules::PlayerCountError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::large_enum_variant, reason = "views are short-lived")]
pub enum View {
    /// View of a card game.
    Card(CardView),
    /// View of a board game.
    Board(BoardView),
}

/// The part of either game that everyone sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicView<C> {
    /// The recipient of the view.
    pub viewer: Viewer,
    /// Game, number of players and variant.
    pub options: Options,
    /// The tables and the seated guests.
    pub cafe: C,
    /// The player to move.
    pub turn: u8,
    /// Number of guests seated in this turn.
    pub placed: u8,
    /// The tables at one of which the opener needs company.
    pub pending: TableSet,
    /// By player: the score.
    pub scores: Vec<i16>,
    /// The result of a finished game.
    pub outcome: Option<Outcome>,
}

/// A card game as a viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardView {
    /// The part that everyone sees.
    pub public: PublicView<CardCafe>,
    /// Hand of the viewer.
    pub hand: Hand,
    /// Cards that the viewer laid face down.
    pub down: Hand,
    /// By player: number of cards in hand.
    pub hand_sizes: Vec<usize>,
    /// By player: number of cards laid face down.
    pub down_sizes: Vec<usize>,
    /// Number of guests in the stock.
    pub guest_stock: usize,
    /// Number of tables in the stock.
    pub table_stock: usize,
    /// The guests in other hands, laid face down by others, or in the stock, all together.
    pub unseen: Hand,
    /// The tables in the stock, in the order of their codes.
    pub tables_left: Vec<Nation>,
}

/// A board game as a viewer sees it: everything but the order of the bag.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the other fields are those of the game")]
pub struct BoardView {
    /// The part that everyone sees.
    pub public: PublicView<BoardCafe>,
    pub board: &'static Board,
    /// By player: the hand, which is open in this game.
    pub hands: Vec<Hand>,
    /// The tiles in the bag, without their order.
    pub bag: Hand,
    pub bar: Vec<Tile>,
    pub eliminated: Vec<u8>,
    pub turns: u32,
    pub saved: u8,
    pub passes: u8,
}

impl View {
    /// Creates the view of a game for a viewer.
    #[must_use]
    pub fn of(game: &Game, viewer: Viewer) -> View {
        match game {
            Game::Card(game) => View::Card(CardView::of(game, viewer)),
            Game::Board(game) => View::Board(BoardView::of(game, viewer)),
        }
    }

    /// Returns the view as JSON: a position with `null` and sizes in place of what is hidden.
    #[must_use]
    pub fn to_json(&self) -> Value {
        match self {
            View::Card(view) => view.to_json(),
            View::Board(view) => view.to_json(),
        }
    }
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}

impl CardView {
    /// Creates the view of a game for a viewer.
    #[must_use]
    pub fn of(game: &CardGame, viewer: Viewer) -> CardView {
        let own = |piles: &[Hand]| match viewer {
            Viewer::Player(player) => piles.get(usize::from(player)).copied().unwrap_or(Hand::EMPTY),
            Viewer::Spectator => Hand::EMPTY,
        };
        let hidden_piles = game.hands().iter().enumerate().chain(game.down().iter().enumerate());
        let hidden =
            hidden_piles.filter(|(player, _)| !viewer.is_player(*player)).flat_map(|(_, pile)| pile.tiles());
        let mut tables_left = game.table_stock().to_vec();
        tables_left.sort_unstable();
        CardView {
            public: PublicView::of(&game.round, viewer, game.outcome()),
            hand: own(game.hands()),
            down: own(game.down()),
            hand_sizes: game.hands().iter().map(|hand| hand.len()).collect(),
            down_sizes: game.down().iter().map(|down| down.len()).collect(),
            guest_stock: game.guest_stock().len(),
            table_stock: game.table_stock().len(),
            unseen: hidden.chain(game.guest_stock().iter().copied()).collect(),
            tables_left,
        }
    }

    /// Returns a game that gives the viewer this view. The unseen guests, in this order, fill the other hands, then the
    /// cards face down of the others, then the stock; the tables left, in this order, are the table stock.
    ///
    /// Returns `None` if the arguments are not the unseen guests and the tables left.
    #[must_use]
    pub fn game(&self, unseen: &[Tile], tables: &[Nation]) -> Option<CardGame> {
        let mut sorted = tables.to_vec();
        sorted.sort_unstable();
        let is_same_guests = unseen.len() == self.unseen.len() && is_contained(unseen, self.unseen);
        if !is_same_guests || sorted != self.tables_left {
            return None;
        }
        let mut left = unseen.iter();
        let mut take = |sizes: &[usize], own: Hand| {
            let mut piles = [Hand::EMPTY; MAX_PLAYERS];
            for (player, (pile, &size)) in piles.iter_mut().zip(sizes).enumerate() {
                *pile = if self.public.viewer.is_player(player) {
                    own
                } else {
                    left.by_ref().take(size).copied().collect()
                };
            }
            piles
        };
        let hands = take(&self.hand_sizes, self.hand);
        let down = take(&self.down_sizes, self.down);
        Some(CardGame {
            round: self.public.round(hands),
            down,
            guest_stock: Stock::new(left.as_slice(), Tile::JOKER_LADY),
            table_stock: Stock::new(tables, Nation::Germany),
        })
    }

    fn to_json(&self) -> Value {
        let own = |pile: Hand| {
            let pile: Vec<Tile> = pile.tiles().collect();
            let piles = (0..self.hand_sizes.len())
                .map(|player| self.public.viewer.is_player(player).then_some(&pile));
            json!(piles.collect::<Vec<_>>())
        };
        let mut view = self.public.to_json();
        view.insert("hands".to_owned(), own(self.hand));
        view.insert("hand_sizes".to_owned(), json!(self.hand_sizes));
        view.insert("down".to_owned(), own(self.down));
        view.insert("down_sizes".to_owned(), json!(self.down_sizes));
        view.insert("guest_stock".to_owned(), json!(self.guest_stock));
        view.insert("table_stock".to_owned(), json!(self.table_stock));
        view.insert("unseen".to_owned(), json!(self.unseen.tiles().collect::<Vec<_>>()));
        view.insert("tables_left".to_owned(), json!(self.tables_left));
        self.public.finish_json(view)
    }
}

impl BoardView {
    /// Creates the view of a game for a viewer.
    #[must_use]
    pub fn of(game: &BoardGame, viewer: Viewer) -> BoardView {
        BoardView {
            public: PublicView::of(&game.round, viewer, game.outcome()),
            board: game.board(),
            hands: game.hands().to_vec(),
            bag: game.bag().iter().copied().collect(),
            bar: game.bar().to_vec(),
            eliminated: game.eliminated().to_vec(),
            turns: game.turns(),
            saved: game.saved(),
            passes: game.passes(),
        }
    }

    /// Returns a game that gives the viewer this view, with the tiles of the bag in this order.
    ///
    /// Returns `None` if these are not the tiles of the bag.
    #[must_use]
    pub fn game(&self, bag: &[Tile]) -> Option<BoardGame> {
        if bag.len() != self.bag.len() || !is_contained(bag, self.bag) {
            return None;
        }
        let mut hands = [Hand::EMPTY; MAX_PLAYERS];
        hands[..self.hands.len()].copy_from_slice(&self.hands);
        let mut game = BoardGame::empty(self.board, self.public.options);
        game.round = self.public.round(hands);
        game.bag = Stock::new(bag, crate::board_game::NO_TILE);
        game.bar[..self.bar.len()].copy_from_slice(&self.bar);
        game.bar_taken = self.bar.len() as u8;
        game.eliminated[..self.eliminated.len()].copy_from_slice(&self.eliminated);
        game.eliminated_count = self.eliminated.len() as u8;
        (game.turns, game.saved, game.passes) = (self.turns, self.saved, self.passes);
        Some(game)
    }

    fn to_json(&self) -> Value {
        let mut view = self.public.to_json();
        let hands: Vec<Vec<Tile>> = self.hands.iter().map(|hand| hand.tiles().collect()).collect();
        let sizes: Vec<usize> = self.hands.iter().map(|hand| hand.len()).collect();
        view.insert("hands".to_owned(), json!(hands));
        view.insert("hand_sizes".to_owned(), json!(sizes));
        view.insert("guest_stock".to_owned(), json!(self.bag.len()));
        view.insert("unseen".to_owned(), json!(self.bag.tiles().collect::<Vec<_>>()));
        view.insert("bar".to_owned(), json!(self.bar));
        view.insert("out".to_owned(), json!(self.eliminated));
        view.insert("turns".to_owned(), json!(self.turns));
        view.insert("saved".to_owned(), json!(self.saved));
        view.insert("passes".to_owned(), json!(self.passes));
        self.public.finish_json(view)
    }
}

/// Returns true if the pile holds all these tiles, each as often as it is listed.
fn is_contained(tiles: &[Tile], mut pile: Hand) -> bool {
    tiles.iter().all(|&tile| {
        let held = pile.has(tile);
        if held {
            pile.remove(tile);
        }
        held
    })
}

impl<S: SeatSet, const SEATS: usize, const TABLES: usize> PublicView<Cafe<S, SEATS, TABLES>> {
    fn of(round: &Round<S, SEATS, TABLES>, viewer: Viewer, outcome: Option<Outcome>) -> Self {
        PublicView {
            viewer,
            options: round.options,
            cafe: round.cafe,
            turn: round.turn,
            placed: round.placed,
            pending: round.pending,
            scores: round.scores[..round.players()].to_vec(),
            outcome,
        }
    }

    /// Creates the round with the given hands.
    fn round(&self, hands: [Hand; MAX_PLAYERS]) -> Round<S, SEATS, TABLES> {
        let mut scores = [0; MAX_PLAYERS];
        scores[..self.scores.len()].copy_from_slice(&self.scores);
        Round {
            cafe: self.cafe,
            options: self.options,
            hands,
            scores,
            turn: self.turn,
            placed: self.placed,
            pending: self.pending,
            over: self.outcome.as_ref().map(|outcome| outcome.why),
        }
    }

    fn to_json(&self) -> Map<String, Value> {
        let plan = self.cafe.plan();
        let mut view = Map::new();
        let mut put = |field: &str, value: Value| {
            view.insert(field.to_owned(), value);
        };
        put("seat", if let Viewer::Player(player) = self.viewer { json!(player) } else { Value::Null });
        put("game", json!(self.options.kind().as_str()));
        put("players", json!(self.options.players()));
        put("parties", json!(self.options.parties()));
        put("turn", json!(self.turn));
        put("placed", json!(self.placed));
        let pending: Vec<_> = self.pending.map(|table| plan.table_cell(table)).collect();
        put("pending", if pending.is_empty() { Value::Null } else { json!(pending) });
        put("over", json!(self.outcome.is_some()));
        let table = |table| (plan.table_cell(table).to_string(), json!(self.cafe.nation(table)));
        put("tables", Value::Object(plan.tables().map(table).collect()));
        let seated = self.cafe.seated().map(|(seat, guest)| (plan.seat_cell(seat).to_string(), json!(guest)));
        put("seated", Value::Object(seated.collect()));
        put("scores", json!(self.scores));
        view
    }

    fn finish_json(&self, mut view: Map<String, Value>) -> Value {
        if let Some(outcome) = &self.outcome {
            view.insert("result".to_owned(), json!(outcome));
        }
        Value::Object(view)
    }
}

/// An event as a viewer sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventView {
    /// Completely visible.
    Full(Event),
    /// A player drew a card that the viewer does not see.
    Drew {
        /// The player.
        player: u8,
    },
    /// A player laid a card face down that the viewer does not see.
    LaidFaceDown {
        /// The player.
        player: u8,
    },
}

impl EventView {
    /// Creates the view of an event in this game.
    #[must_use]
    pub fn of(event: Event, game: &Game, viewer: Viewer) -> EventView {
        let is_hidden = |player: u8| matches!(game, Game::Card(_)) && !viewer.is_player(usize::from(player));
        match event {
            Event::Drew { player, .. } if is_hidden(player) => EventView::Drew { player },
            Event::LaidFaceDown { player, .. } if is_hidden(player) => EventView::LaidFaceDown { player },
            _ => EventView::Full(event),
        }
    }
}

/// An action as a viewer sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ActionView {
    /// Completely visible.
    Full(Action),
    /// A player laid a card face down that the viewer does not see.
    Down,
}

impl ActionView {
    /// Creates the view of an action of this player.
    #[must_use]
    pub fn of(action: Action, player: u8, viewer: Viewer) -> ActionView {
        match action {
            Action::Down(_) if !viewer.is_player(usize::from(player)) => ActionView::Down,
            _ => ActionView::Full(action),
        }
    }
}
