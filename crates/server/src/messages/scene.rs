//! The café as one viewer sees it, with everything that can be done and what it would score.

use cafe_rules::{Cell, Event, Game, Guest, Hand, Kind, Nation, PointSource, Tile, View, Viewer};
use serde::{Serialize, Serializer};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{ResultShown, VoteShown};
use crate::room::{Millis, Room};

/// The café as one viewer sees it. Cells, guests, tiles and nations are written as in the notation.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Scene {
    /// Your seat, if you have one.
    #[schema(required)]
    pub seat: Option<u8>,
    /// How many moves there were: what an action answers.
    pub seq: u32,
    /// Whose turn it is.
    pub turn: u8,
    /// How many guests were seated in this turn.
    pub placed: u8,
    /// At one of these tables an opener waits for company.
    #[ts(type = "Array<string>")]
    #[schema(value_type = Vec<String>)]
    pub pending: Vec<Cell>,
    /// Whose tables they are.
    #[ts(type = "Record<string, string>")]
    #[schema(value_type = BTreeMap<String, String>)]
    pub tables: Pairs<Cell, Nation>,
    /// Who sits where.
    #[ts(type = "Record<string, string>")]
    #[schema(value_type = BTreeMap<String, String>)]
    pub seated: Pairs<Cell, Guest>,
    /// By player: the points so far.
    pub scores: Vec<i16>,
    /// By player: the hand, if you may see it.
    #[ts(type = "Array<Array<string> | null>")]
    #[schema(value_type = Vec<Option<Vec<String>>>)]
    pub hands: Vec<Option<Vec<Tile>>>,
    /// By player: how many cards are in hand.
    pub hand_sizes: Vec<usize>,
    /// Card game, by player: how many lie face down.
    pub down_sizes: Vec<usize>,
    /// Card game, by player: what lies face down, if you may see it.
    #[ts(type = "Array<Array<string> | null>")]
    #[schema(value_type = Vec<Option<Vec<String>>>)]
    pub down: Vec<Option<Vec<Tile>>>,
    /// How many guests are still to be drawn.
    pub guest_stock: usize,
    /// How many tables are still to be laid.
    pub table_stock: usize,
    /// The guests you have not seen, in whatever hand or stock they are.
    #[ts(type = "Array<string>")]
    #[schema(value_type = Vec<String>)]
    pub unseen: Vec<Tile>,
    /// Card game: the tables still to be laid, sorted.
    #[ts(type = "Array<string>")]
    #[schema(value_type = Vec<String>)]
    pub tables_left: Vec<Code>,
    /// Board game: who stands at the bar, in order.
    #[ts(type = "Array<string>")]
    #[schema(value_type = Vec<String>)]
    pub bar: Vec<Tile>,
    /// Board game: what the places at the bar are worth.
    pub bar_values: Vec<i16>,
    /// Board game: who is out, in order.
    pub out: Vec<u8>,
    /// When the time of the player to move is up, in milliseconds since 1970.
    #[schema(value_type = Option<i64>, required)]
    pub deadline: Option<Millis>,
    /// Whether the last action can be taken back without asking.
    pub may_undo: bool,
    /// Somebody asks to take back.
    #[schema(required)]
    pub vote: Option<VoteShown>,
    /// If it is your turn: everything that you can do.
    pub legal: Vec<LegalAction>,
    /// How the game ended.
    #[schema(required)]
    pub result: Option<ResultShown>,
}

/// Something that you can do, and what it would score.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct LegalAction {
    /// In the notation.
    pub action: String,
    /// What each table, or the `bar`, would pay.
    #[ts(type = "Record<string, number>")]
    #[schema(value_type = BTreeMap<String, i16>)]
    pub points: Pairs<Payer, i16>,
    /// Whether it would eliminate you.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, type = "boolean")]
    pub eliminates: bool,
}

/// A map, in the order in which it was made.
#[derive(Clone, Debug)]
pub struct Pairs<K, V>(pub Vec<(K, V)>);

impl<K: Serialize, V: Serialize> Serialize for Pairs<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

/// Who pays: a table or the bar.
#[derive(Clone, Copy, Debug)]
pub enum Payer {
    /// A table.
    Table(Cell),
    /// The bar.
    Bar,
}

impl Serialize for Payer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Payer::Table(cell) => cell.serialize(serializer),
            Payer::Bar => serializer.serialize_str("bar"),
        }
    }
}

/// A nation by its letters.
#[derive(Clone, Copy, Debug)]
pub struct Code(pub Nation);

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.code())
    }
}

impl Scene {
    /// The café of a table as a viewer sees it; nothing before the cards are dealt.
    #[must_use]
    pub fn of(room: &Room, viewer: Viewer) -> Option<Scene> {
        let play = room.play.as_ref()?;
        let mut scene = Scene::seen(&play.game, viewer);
        let mine = scene.seat.is_some() && scene.seat == room.to_move();
        scene.seq = play.moves.len() as u32;
        scene.deadline = room.deadline();
        scene.may_undo = mine && room.options.undo && play.may_undo();
        scene.vote = room.vote.as_ref().map(VoteShown::of);
        scene.legal = if mine { legal(&play.game) } else { Vec::new() };
        Some(scene)
    }

    /// The café of a finished game after so many steps, with everything in the open: only for who may know it all.
    pub(super) fn open(game: &Game, steps: usize) -> Scene {
        let mut scene = Scene::seen(game, Viewer::Spectator);
        let all = |piles: &[Hand]| piles.iter().map(|pile| Some(pile.tiles().collect())).collect();
        scene.hands = all(game.hands());
        if let Game::Card(game) = game {
            scene.down = all(game.down());
        }
        // Nobody sees the stock before it is drawn.
        scene.unseen = game.guest_stock().iter().copied().collect::<Hand>().tiles().collect();
        scene.seq = steps as u32;
        scene
    }

    /// A position after so many steps as a seat sees it, with everything that it can do if it is to move.
    pub(super) fn studied(game: &Game, seat: u8, steps: usize) -> Scene {
        let mut scene = Scene::seen(game, Viewer::Player(seat));
        scene.seq = steps as u32;
        scene.legal = if game.turn() == seat { legal(game) } else { Vec::new() };
        scene
    }

    /// What a viewer sees of a game by itself, without the table around it.
    fn seen(game: &Game, viewer: Viewer) -> Scene {
        let seat = if let Viewer::Player(seat) = viewer { Some(seat) } else { None };
        let mut scene = match &View::of(game, viewer) {
            View::Card(view) => {
                let mut scene = Scene::shown(&view.public);
                let own = |pile: &Hand| {
                    let mut piles = vec![None; view.hand_sizes.len()];
                    if let Some(seat) = seat {
                        piles[usize::from(seat)] = Some(pile.tiles().collect());
                    }
                    piles
                };
                scene.hands = own(&view.hand);
                scene.down = own(&view.down);
                scene.hand_sizes = view.hand_sizes.clone();
                scene.down_sizes = view.down_sizes.clone();
                scene.guest_stock = view.guest_stock;
                scene.table_stock = view.table_stock;
                scene.unseen = view.unseen.tiles().collect();
                scene.tables_left = view.tables_left.iter().map(|&nation| Code(nation)).collect();
                scene
            }
            View::Board(view) => {
                let mut scene = Scene::shown(&view.public);
                scene.hands = view.hands.iter().map(|hand| Some(hand.tiles().collect())).collect();
                scene.hand_sizes = view.hands.iter().map(|hand| hand.len()).collect();
                scene.guest_stock = view.bag.len();
                scene.unseen = view.bag.tiles().collect();
                scene.bar = view.bar.clone();
                scene.bar_values = view.board.bar().to_vec();
                scene.out = view.eliminated.clone();
                scene
            }
        };
        scene.seat = seat;
        scene
    }

    fn shown<S: cafe_rules::SeatSet, const SEATS: usize, const TABLES: usize>(
        shown: &cafe_rules::PublicView<cafe_rules::Cafe<S, SEATS, TABLES>>,
    ) -> Scene {
        let cafe = &shown.cafe;
        let plan = cafe.plan();
        // The board's tables never change: they are part of its plan.
        let tables = match shown.options.kind() {
            Kind::Card => plan.tables().map(|table| (plan.table_cell(table), cafe.nation(table))).collect(),
            Kind::Board => Vec::new(),
        };
        Scene {
            seat: None,
            seq: 0,
            turn: shown.turn,
            placed: shown.placed,
            pending: shown.pending.map(|table| plan.table_cell(table)).collect(),
            tables: Pairs(tables),
            seated: Pairs(cafe.seated().map(|(seat, guest)| (plan.seat_cell(seat), guest)).collect()),
            scores: shown.scores.clone(),
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
            out: Vec::new(),
            deadline: None,
            may_undo: false,
            vote: None,
            legal: Vec::new(),
            result: shown.outcome.as_ref().map(ResultShown::of),
        }
    }
}

/// Everything that the player to move can do, with what it would score.
fn legal(game: &Game) -> Vec<LegalAction> {
    let one = |action| {
        let mut after = *game;
        let events = after.play(action).unwrap_or_default();
        let paid = |event: &Event| {
            let payer = match event.point_source()? {
                PointSource::Table(table) => Payer::Table(game.table_cell(table)),
                PointSource::Bar => Payer::Bar,
            };
            Some((payer, event.points()?))
        };
        LegalAction {
            action: game.format_action(&action),
            points: Pairs(events.iter().filter_map(paid).collect()),
            eliminates: events.iter().any(|event| matches!(event, Event::Eliminated { .. })),
        }
    };
    game.legal().iter().map(one).collect()
}
