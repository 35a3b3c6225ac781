//! What bots ask of either game.

use cafe_rules::{
    Action, BOARD_PLACEMENT_LIMIT, BoardGame, BoardView, CARD_PENALTY, CARD_PLACEMENT_LIMIT, CardGame,
    CardView, Deal, GUEST_PENALTY, Hand, JOKER_PENALTY, Nation, Options, Outcome, Seat, SeatSet, Tile,
    Viewer,
};

use crate::rng::Rng;

/// A game that can be looked ahead in: copied, played on, and weighed.
pub trait State: Copy + PartialEq + Send + Sync + 'static {
    /// What one seat sees of it.
    type View: Sync;
    /// How many guests a player may seat in a turn.
    const MAX_PLACEMENTS: u8;
    /// Whether players hide their hands.
    const HIDDEN_HANDS: bool;

    /// Deals a new game; a board game on the standard board.
    fn deal(options: Options, deal: &Deal) -> Self;
    /// What the player to move sees.
    fn view(&self) -> Self::View;
    /// A game that looks like this to the viewer, with everything hidden dealt at random.
    fn sample_world(view: &Self::View, rng: &mut Rng) -> Self;
    /// Game, players, variant.
    fn options(&self) -> Options;
    /// Shows every legal action of the player to move.
    fn for_each_action(&self, visit: &mut impl FnMut(Action));
    /// The first of the seats that touch the same tables as this one: it could stand for all of them.
    fn canonical_seat(&self, seat: Seat) -> Seat;
    /// Whether a seat before this one touches the same tables and is free.
    fn has_free_equivalent(&self, seat: Seat) -> bool;
    /// Plays an action that is known to be legal.
    fn play(&mut self, action: Action);
    /// Who is to move.
    fn player(&self) -> usize;
    /// How many guests were seated in this turn.
    fn placed(&self) -> u8;
    /// By player: the points so far.
    fn scores(&self) -> &[i16];
    /// By player: what is in hand.
    fn hands(&self) -> &[Hand];
    /// The result of a finished game.
    fn outcome(&self) -> Option<Outcome>;
    /// Whether the game is over.
    fn is_over(&self) -> bool;
    /// A number that changes whenever something hidden comes to light: a tile is drawn or a table is laid.
    fn hidden_count(&self) -> usize;
    /// The players eliminated, in order.
    fn eliminated(&self) -> &[u8];
    /// The guests to be drawn, the next one first.
    fn stock(&self) -> &[Tile];
    /// What a player would pay for the tiles left, if the game ended now.
    fn penalty(&self, player: usize) -> i16;
}

macro_rules! state_of_a_game {
    () => {
        fn options(&self) -> Options {
            self.options()
        }

        #[inline]
        fn for_each_action(&self, visit: &mut impl FnMut(Action)) {
            self.legal().iter().for_each(visit);
        }

        fn canonical_seat(&self, seat: Seat) -> Seat {
            self.cafe().plan().earlier_equivalent_seats(seat).first().unwrap_or(seat)
        }

        #[inline]
        fn has_free_equivalent(&self, seat: Seat) -> bool {
            !(self.cafe().plan().earlier_equivalent_seats(seat) & self.cafe().free()).is_empty()
        }

        #[inline]
        fn play(&mut self, action: Action) {
            self.play_unchecked(action);
        }

        fn player(&self) -> usize {
            usize::from(self.turn())
        }

        fn placed(&self) -> u8 {
            self.placed()
        }

        fn scores(&self) -> &[i16] {
            self.scores()
        }

        fn hands(&self) -> &[Hand] {
            self.hands()
        }

        fn outcome(&self) -> Option<Outcome> {
            self.outcome()
        }

        fn is_over(&self) -> bool {
            self.ending().is_some()
        }
    };
}

impl State for CardGame {
    type View = CardView;
    const MAX_PLACEMENTS: u8 = CARD_PLACEMENT_LIMIT;
    const HIDDEN_HANDS: bool = true;

    fn deal(options: Options, deal: &Deal) -> CardGame {
        CardGame::new(options, deal)
    }

    fn view(&self) -> CardView {
        CardView::of(self, Viewer::Player(self.turn()))
    }

    fn sample_world(view: &CardView, rng: &mut Rng) -> CardGame {
        let mut unseen: Vec<Tile> = view.unseen.tiles().collect();
        let mut tables: Vec<Nation> = view.tables_left.clone();
        rng.shuffle(&mut unseen);
        rng.shuffle(&mut tables);
        view.game(&unseen, &tables).expect("these are the unseen guests and the tables left")
    }

    state_of_a_game!();

    fn hidden_count(&self) -> usize {
        self.guest_stock().len() + self.table_stock().len()
    }

    fn eliminated(&self) -> &[u8] {
        &[]
    }

    fn stock(&self) -> &[Tile] {
        self.guest_stock()
    }

    fn penalty(&self, player: usize) -> i16 {
        CARD_PENALTY * (self.hands()[player].len() + self.down()[player].len()) as i16
    }
}

impl State for BoardGame {
    type View = BoardView;
    const MAX_PLACEMENTS: u8 = BOARD_PLACEMENT_LIMIT;
    const HIDDEN_HANDS: bool = false;

    fn deal(options: Options, deal: &Deal) -> BoardGame {
        BoardGame::new(options, deal)
    }

    fn view(&self) -> BoardView {
        BoardView::of(self, Viewer::Player(self.turn()))
    }

    fn sample_world(view: &BoardView, rng: &mut Rng) -> BoardGame {
        let mut bag: Vec<Tile> = view.bag.tiles().collect();
        rng.shuffle(&mut bag);
        view.game(&bag).expect("these are the tiles of the bag")
    }

    state_of_a_game!();

    fn hidden_count(&self) -> usize {
        self.bag().len()
    }

    fn eliminated(&self) -> &[u8] {
        self.eliminated()
    }

    fn stock(&self) -> &[Tile] {
        self.bag()
    }

    fn penalty(&self, player: usize) -> i16 {
        let hand = self.hands()[player];
        let jokers = hand.count(Tile::JOKER_LADY) + hand.count(Tile::JOKER_GENTLEMAN);
        GUEST_PENALTY * (hand.len() - jokers) as i16 + JOKER_PENALTY * jokers as i16
    }
}
