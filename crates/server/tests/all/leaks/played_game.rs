//! A random game, and other deals that look the same to one viewer.

use cafe_rules::{Action, Deal, Event, Game, Hand, Kind, Options, Seed, Tile, Viewer};

/// Number of moves that are played over the connections. The moves before them are stored.
pub(super) const LIVE_MOVES: usize = 6;

/// A played action. A card face down is identified by its index in the deck, because another deal has another card there.
pub(super) struct PlayedAction {
    pub(super) player: u8,
    text: String,
    down: Option<usize>,
}

impl PlayedAction {
    /// Returns the action in another deal.
    pub(super) fn text(&self, deal: &Deal) -> String {
        self.down.map_or_else(|| self.text.clone(), |index| format!("down {}", deal.guests()[index]))
    }

    /// Returns the cell of a placement.
    pub(super) fn cell(&self) -> Option<&str> {
        self.text.split_once('@').map(|(_, cell)| cell)
    }
}

/// A running game, and the deck indices of all cards that a player holds.
pub(super) struct PlayedGame {
    pub(super) options: Options,
    pub(super) deal: Deal,
    pub(super) actions: Vec<PlayedAction>,
    /// By player: the cards in the hand.
    hands: Vec<Vec<usize>>,
    /// By player: the cards face down.
    pub(super) down: Vec<Vec<usize>>,
    /// Number of guests dealt or drawn.
    drawn: usize,
    /// Number of tables laid.
    laid: usize,
}

impl PlayedGame {
    /// Plays at random, but not to the end, because everything is open then.
    pub(super) fn random(options: Options, rng: &mut fastrand::Rng) -> PlayedGame {
        let kind = options.kind();
        let deal = Deal::shuffled(kind, Seed(std::array::from_fn(|_| rng.u8(..))));
        let mut game = Game::new(options, &deal);
        let players = usize::from(options.players());
        let mut next = game.hands().iter().map(|hand| hand.len()).sum();
        let mut hands =
            if kind == Kind::Card { dealt_indices(&deal, &game, players) } else { vec![Vec::new(); players] };
        let mut down = vec![Vec::new(); players];
        let mut actions: Vec<PlayedAction> = Vec::new();
        let length = LIVE_MOVES + rng.usize(1..90);
        while actions.len() < length {
            let legal: Vec<Action> = game.legal().iter().collect();
            let to_down: Vec<Action> =
                legal.iter().copied().filter(|action| matches!(action, Action::Down(_))).collect();
            let choices = if to_down.is_empty() || rng.u8(..4) > 0 { &legal } else { &to_down };
            let Some(&action) = choices.get(rng.usize(..choices.len().max(1))) else { break };
            let (player, text, before) = (game.turn(), game.format_action(&action), game);
            let events = game.play(action).unwrap();
            if game.ending().is_some() {
                game = before;
                break;
            }
            let mut laid_down = None;
            for event in events.iter().filter(|_| kind == Kind::Card) {
                let mut take = |player: &u8, tile: Tile| {
                    let hand = &mut hands[usize::from(*player)];
                    let position = hand.iter().position(|&index| deal.guests()[index] == tile).unwrap();
                    hand.swap_remove(position)
                };
                match event {
                    Event::Seated { player, guest, .. } => _ = take(player, guest.tile()),
                    Event::LaidFaceDown { player, tile } => {
                        let index = take(player, *tile);
                        down[usize::from(*player)].push(index);
                        laid_down = Some(index);
                    }
                    Event::Drew { player, .. } => {
                        hands[usize::from(*player)].push(next);
                        next += 1;
                    }
                    _ => {}
                }
            }
            actions.push(PlayedAction { player, text, down: laid_down });
        }
        let drawn = deal.guests().len() - game.guest_stock().len();
        assert!(kind == Kind::Board || drawn == next, "guests are drawn in another order");
        let laid = deal.tables().len() - game.setup().table_stock.len();
        PlayedGame { options, deal, actions, hands, down, drawn, laid }
    }

    /// Returns the deck indices that a viewer has not seen: hands and cards face down of other players, and the stock. In the
    /// board game, where hands are open, only the bag.
    fn hidden_from(&self, viewer: Viewer) -> Vec<usize> {
        let piles = self.hands.iter().chain(&self.down).enumerate();
        let hidden = piles.filter(|(pile, _)| viewer != Viewer::Player((pile % self.hands.len()) as u8));
        hidden
            .flat_map(|(_, pile)| pile.iter().copied())
            .chain(self.drawn..self.deal.guests().len())
            .collect()
    }

    /// Returns another deal of what the viewer has not seen in which the same actions are legal. Not every deal is: a player
    /// who seats an opener must hold a guest to follow.
    pub(super) fn other_deal(&self, viewer: Viewer, rng: &mut fastrand::Rng) -> Option<Deal> {
        let hidden = self.hidden_from(viewer);
        (0..200).find_map(|_| {
            let mut guests = self.deal.guests().to_vec();
            let mut tiles: Vec<Tile> = hidden.iter().map(|&index| guests[index]).collect();
            rng.shuffle(&mut tiles);
            hidden.iter().zip(tiles).for_each(|(&index, tile)| guests[index] = tile);
            let mut tables = self.deal.tables().to_vec();
            rng.shuffle(&mut tables[self.laid..]);
            let deal = Deal::new(self.options.kind(), guests, tables).unwrap();
            self.positions(&deal).map(|_| deal)
        })
    }

    /// Returns the game before each action and at the end; none if the actions are not legal in this deal.
    pub(super) fn positions(&self, deal: &Deal) -> Option<Vec<Game>> {
        let mut game = Game::new(self.options, deal);
        let mut positions = vec![game];
        for played in &self.actions {
            let action = game.parse_action(&played.text(deal)).ok()?;
            game.play(action).ok().filter(|_| game.ending().is_none())?;
            positions.push(game);
        }
        Some(positions)
    }
}

/// Returns the deck indices of the hands at the start, by player.
fn dealt_indices(deal: &Deal, game: &Game, players: usize) -> Vec<Vec<usize>> {
    let hand_size = game.hands()[0].len();
    let round_robin =
        |player: usize| (0..hand_size).map(move |round| round * players + player).collect::<Vec<_>>();
    let in_a_row = |player: usize| (player * hand_size..(player + 1) * hand_size).collect::<Vec<_>>();
    let matches_hands = |indices: &dyn Fn(usize) -> Vec<usize>| {
        (0..players).all(|player| {
            let hand: Hand = indices(player).into_iter().map(|index| deal.guests()[index]).collect();
            hand == game.hands()[player]
        })
    };
    let indices: &dyn Fn(usize) -> Vec<usize> =
        if matches_hands(&round_robin) { &round_robin } else { &in_a_row };
    assert!(matches_hands(indices), "the cards are dealt in another order");
    (0..players).map(indices).collect()
}
