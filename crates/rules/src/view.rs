//! What one seat, or somebody who watches, may see. Secrets are taken out here and nowhere else.
//!
//! In the card game hands, cards face down and the order of the stocks are secret; in the board game only the order of
//! the bag is (docs/rules.md §2, §3). A view holds no hidden card by type: whoever is given one, a bot or a client,
//! cannot cheat. Two games that look the same to a seat give it the same bytes.
//!
//! A view remembers for its owner what has been in the open: [`CardView::unseen`] is the deck less every guest that the
//! viewer has seen, which is what a player with a good memory knows. It does not depend on where the unseen are.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::round::Round;
use crate::stock::Stock;
use crate::{
    Action, Board, BoardCafe, BoardGame, Cafe, CardCafe, CardGame, Event, Game, Hand, MAX_PLAYERS, Nation,
    Options, Outcome, SeatSet, TableSet, Tile,
};

/// Who looks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// The player with this number.
    Seat(u8),
    /// Somebody who watches.
    Spectator,
}

impl Viewer {
    fn is(self, player: usize) -> bool {
        matches!(self, Viewer::Seat(seat) if usize::from(seat) == player)
    }
}

/// What a viewer sees of a game.
///
/// ```
/// use cafe_rules::{Deal, Game, Kind, Options, Seed, View, Viewer};
/// let options = Options::new(Kind::Card, 2, false)?;
/// let game = Game::new(options, &Deal::shuffled(Kind::Card, Seed([3; 32])));
/// let view = View::of(&game, Viewer::Seat(1)).to_json();
/// assert_eq!(view["hands"][0], serde_json::Value::Null);
/// assert_eq!(view["hands"][1].as_array().map(Vec::len), Some(7));
/// assert_eq!(view["hand_sizes"], serde_json::json!([7, 7]));
/// # Ok::<(), cafe_rules::WrongPlayers>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::large_enum_variant, reason = "a view is made, looked at and thrown away")]
pub enum View {
    /// Of the card game.
    Card(CardView),
    /// Of the board game.
    Board(BoardView),
}

/// What everybody sees of either game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown<C> {
    /// Who looks.
    pub viewer: Viewer,
    /// Game, players, variant.
    pub options: Options,
    /// The tables, and who sits where.
    pub cafe: C,
    /// Whose turn it is.
    pub turn: u8,
    /// How many guests were seated in this turn.
    pub placed: u8,
    /// The tables at one of which an opener waits for company.
    pub pending: TableSet,
    /// By player: the points so far.
    pub scores: Vec<i16>,
    /// The result of a finished game.
    pub outcome: Option<Outcome>,
}

/// What a viewer sees of a card game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardView {
    /// What everybody sees.
    pub shown: Shown<CardCafe>,
    /// The viewer's own cards.
    pub hand: Hand,
    /// The viewer's own cards face down.
    pub down: Hand,
    /// By player: how many cards are in hand.
    pub hand_sizes: Vec<usize>,
    /// By player: how many cards lie face down.
    pub down_sizes: Vec<usize>,
    /// How many guests are in the stock.
    pub guest_stock: usize,
    /// How many tables are in the stock.
    pub table_stock: usize,
    /// The guests that are in other hands, face down before others, or in the stock: all of them together.
    pub unseen: Hand,
    /// The tables that are in the stock, in the order of their codes.
    pub tables_left: Vec<Nation>,
}

/// What a viewer sees of a board game: all but the order of the bag.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "fields without a comment are those of the game")]
pub struct BoardView {
    /// What everybody sees.
    pub shown: Shown<BoardCafe>,
    pub board: &'static Board,
    /// By player: the tiles in hand, which lie open.
    pub hands: Vec<Hand>,
    /// The tiles in the bag, in no order.
    pub bag: Hand,
    pub bar: Vec<Tile>,
    pub out: Vec<u8>,
    pub turns: u32,
    pub saved: u8,
    pub passes: u8,
}

impl View {
    /// What this viewer sees of the game.
    #[must_use]
    pub fn of(game: &Game, viewer: Viewer) -> View {
        match game {
            Game::Card(game) => View::Card(CardView::of(game, viewer)),
            Game::Board(game) => View::Board(BoardView::of(game, viewer)),
        }
    }

    /// The view as JSON: a position with `null`, sizes and sums where the viewer may not look.
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
    /// What this viewer sees of the game.
    #[must_use]
    pub fn of(game: &CardGame, viewer: Viewer) -> CardView {
        let own = |piles: &[Hand]| match viewer {
            Viewer::Seat(seat) => piles.get(usize::from(seat)).copied().unwrap_or(Hand::EMPTY),
            Viewer::Spectator => Hand::EMPTY,
        };
        let hidden_piles = game.hands().iter().enumerate().chain(game.down().iter().enumerate());
        let hidden =
            hidden_piles.filter(|(player, _)| !viewer.is(*player)).flat_map(|(_, pile)| pile.tiles());
        let mut tables_left = game.table_stock().to_vec();
        tables_left.sort_unstable();
        CardView {
            shown: Shown::of(&game.round, viewer, game.outcome()),
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

    /// A game that looks like this to the viewer. The unseen guests, in this order, fill the other hands, then the
    /// piles face down, and the rest is the stock; the tables left, in this order, are the table stock.
    ///
    /// Nothing if these are not the unseen guests and the tables left.
    #[must_use]
    pub fn game(&self, unseen: &[Tile], tables: &[Nation]) -> Option<CardGame> {
        let mut sorted = tables.to_vec();
        sorted.sort_unstable();
        let same_guests = unseen.len() == self.unseen.len() && fits(unseen, self.unseen);
        if !same_guests || sorted != self.tables_left {
            return None;
        }
        let mut left = unseen.iter();
        let mut take = |sizes: &[usize], own: Hand| {
            let mut piles = [Hand::EMPTY; MAX_PLAYERS];
            for (player, (pile, &size)) in piles.iter_mut().zip(sizes).enumerate() {
                *pile = if self.shown.viewer.is(player) {
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
            round: self.shown.round(hands),
            down,
            guest_stock: Stock::new(left.as_slice(), Tile::JOKER_LADY),
            table_stock: Stock::new(tables, Nation::Germany),
        })
    }

    fn to_json(&self) -> Value {
        let own = |pile: Hand| {
            let pile: Vec<Tile> = pile.tiles().collect();
            let piles =
                (0..self.hand_sizes.len()).map(|player| self.shown.viewer.is(player).then_some(&pile));
            json!(piles.collect::<Vec<_>>())
        };
        let mut view = self.shown.to_json();
        view.insert("hands".to_owned(), own(self.hand));
        view.insert("hand_sizes".to_owned(), json!(self.hand_sizes));
        view.insert("down".to_owned(), own(self.down));
        view.insert("down_sizes".to_owned(), json!(self.down_sizes));
        view.insert("guest_stock".to_owned(), json!(self.guest_stock));
        view.insert("table_stock".to_owned(), json!(self.table_stock));
        view.insert("unseen".to_owned(), json!(self.unseen.tiles().collect::<Vec<_>>()));
        view.insert("tables_left".to_owned(), json!(self.tables_left));
        self.shown.finish_json(view)
    }
}

impl BoardView {
    /// What this viewer sees of the game.
    #[must_use]
    pub fn of(game: &BoardGame, viewer: Viewer) -> BoardView {
        BoardView {
            shown: Shown::of(&game.round, viewer, game.outcome()),
            board: game.board(),
            hands: game.hands().to_vec(),
            bag: game.bag().iter().copied().collect(),
            bar: game.bar().to_vec(),
            out: game.out().to_vec(),
            turns: game.turns(),
            saved: game.saved(),
            passes: game.passes(),
        }
    }

    /// A game that looks like this to the viewer: one with the tiles of the bag in this order.
    ///
    /// Nothing if these are not the tiles of the bag.
    #[must_use]
    pub fn game(&self, bag: &[Tile]) -> Option<BoardGame> {
        if bag.len() != self.bag.len() || !fits(bag, self.bag) {
            return None;
        }
        let mut hands = [Hand::EMPTY; MAX_PLAYERS];
        hands[..self.hands.len()].copy_from_slice(&self.hands);
        let mut game = BoardGame::empty(self.board, self.shown.options);
        game.round = self.shown.round(hands);
        game.bag = Stock::new(bag, crate::board_game::NO_TILE);
        game.bar[..self.bar.len()].copy_from_slice(&self.bar);
        game.bar_taken = self.bar.len() as u8;
        game.out[..self.out.len()].copy_from_slice(&self.out);
        game.out_count = self.out.len() as u8;
        (game.turns, game.saved, game.passes) = (self.turns, self.saved, self.passes);
        Some(game)
    }

    fn to_json(&self) -> Value {
        let mut view = self.shown.to_json();
        let hands: Vec<Vec<Tile>> = self.hands.iter().map(|hand| hand.tiles().collect()).collect();
        let sizes: Vec<usize> = self.hands.iter().map(|hand| hand.len()).collect();
        view.insert("hands".to_owned(), json!(hands));
        view.insert("hand_sizes".to_owned(), json!(sizes));
        view.insert("guest_stock".to_owned(), json!(self.bag.len()));
        view.insert("unseen".to_owned(), json!(self.bag.tiles().collect::<Vec<_>>()));
        view.insert("bar".to_owned(), json!(self.bar));
        view.insert("out".to_owned(), json!(self.out));
        view.insert("turns".to_owned(), json!(self.turns));
        view.insert("saved".to_owned(), json!(self.saved));
        view.insert("passes".to_owned(), json!(self.passes));
        self.shown.finish_json(view)
    }
}

/// Whether a pile holds each of these tiles as often as they are there.
fn fits(tiles: &[Tile], mut pile: Hand) -> bool {
    tiles.iter().all(|&tile| {
        let held = pile.has(tile);
        if held {
            pile.remove(tile);
        }
        held
    })
}

impl<S: SeatSet, const SEATS: usize, const TABLES: usize> Shown<Cafe<S, SEATS, TABLES>> {
    fn of(round: &Round<S, SEATS, TABLES>, viewer: Viewer, outcome: Option<Outcome>) -> Self {
        Shown {
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

    /// The round as it would be if these were the hands.
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
        put("seat", if let Viewer::Seat(seat) = self.viewer { json!(seat) } else { Value::Null });
        put("game", json!(self.options.kind().word()));
        put("players", json!(self.options.players()));
        put("parties", json!(self.options.parties()));
        put("turn", json!(self.turn));
        put("placed", json!(self.placed));
        let waiting: Vec<_> = self.pending.map(|table| plan.table_cell(table)).collect();
        put("pending", if waiting.is_empty() { Value::Null } else { json!(waiting) });
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
pub enum SeenEvent {
    /// All of it.
    Whole(Event),
    /// Somebody drew a card; which one, the viewer cannot see.
    Drew {
        /// Who.
        player: u8,
    },
    /// Somebody laid a card face down; which one, the viewer cannot see.
    LaidDown {
        /// Who.
        player: u8,
    },
}

impl SeenEvent {
    /// What a viewer sees of an event in this game.
    #[must_use]
    pub fn of(event: Event, game: &Game, viewer: Viewer) -> SeenEvent {
        let secret = |player: u8| matches!(game, Game::Card(_)) && !viewer.is(usize::from(player));
        match event {
            Event::Drew { player, .. } if secret(player) => SeenEvent::Drew { player },
            Event::LaidDown { player, .. } if secret(player) => SeenEvent::LaidDown { player },
            _ => SeenEvent::Whole(event),
        }
    }
}

/// An action as a viewer sees it being played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeenAction {
    /// All of it.
    Whole(Action),
    /// Somebody laid a card face down; which one, the viewer cannot see.
    Down,
}

impl SeenAction {
    /// What a viewer sees of this player's action.
    #[must_use]
    pub fn of(action: Action, player: u8, viewer: Viewer) -> SeenAction {
        match action {
            Action::Down(_) if !viewer.is(usize::from(player)) => SeenAction::Down,
            _ => SeenAction::Whole(action),
        }
    }
}
