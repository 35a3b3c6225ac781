//! The interface of both games to the bots.

use cafe_rules::{
    Action, BOARD_PLACEMENT_LIMIT, BoardGame, BoardView, CARD_PENALTY, CARD_PLACEMENT_LIMIT, CardGame,
    CardView, Deal, GUEST_PENALTY, Hand, JOKER_PENALTY, Nation, Options, Outcome, Seat, SeatSet, Tile,
    Viewer,
};

use crate::rng::Rng;

/// A game that can be copied and played on.
pub trait State: Copy + PartialEq + Send + Sync + 'static {
    /// What one player can see of the game.
    type View: Sync;
    /// Maximum number of guests that a player may seat in a turn, except by a party.
    const MAX_PLACEMENTS: u8;
    /// Whether hands are hidden from the other players.
    const HIDDEN_HANDS: bool;

    /// Deals a new game; a board game uses the standard board.
    fn deal(options: Options, deal: &Deal) -> Self;
    /// Returns the view of the player to move.
    fn view(&self) -> Self::View;
    /// Samples a game that looks like this to the viewer, with everything hidden dealt at random.
    fn sample_world(view: &Self::View, rng: &mut Rng) -> Self;
    /// Returns the kind of game, the number of players and the variant.
    fn options(&self) -> Options;
    /// Calls `visit` with every legal action of the player to move.
    fn for_each_action(&self, visit: &mut impl FnMut(Action));
    /// Returns the first of all seats that touch the same tables as `seat`, which can represent all of them.
    fn canonical_seat(&self, seat: Seat) -> Seat;
    /// Returns true if an earlier seat touches the same tables as `seat` and is free.
    fn has_free_equivalent(&self, seat: Seat) -> bool;
    /// Plays an action that must be legal.
    fn play(&mut self, action: Action);
    /// Returns the player to move.
    fn player(&self) -> usize;
    /// Returns the number of guests seated in this turn.
    fn placed(&self) -> u8;
    /// Returns the points so far, by player.
    fn scores(&self) -> &[i16];
    /// Returns the hands, by player.
    fn hands(&self) -> &[Hand];
    /// Returns the result of a finished game.
    fn outcome(&self) -> Option<Outcome>;
    /// Returns true if the game is over.
    fn is_over(&self) -> bool;
    /// Returns the number of tiles and tables in the stocks. It changes whenever one is revealed.
    fn hidden_count(&self) -> usize;
    /// Returns the players eliminated so far, in order.
    fn eliminated(&self) -> &[u8];
    /// Returns the tiles to be drawn, next one first.
    fn stock(&self) -> &[Tile];
    /// Returns the points that a player would lose for tiles left if the game ended now (`docs/rules.md`).
    fn penalty(&self, player: usize) -> i16;
}

/// The methods that forward to inherent methods of the same name in both games.
macro_rules! forward_to_game {
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

    forward_to_game!();

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

    forward_to_game!();

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
