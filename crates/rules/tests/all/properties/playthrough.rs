//! Whole games of every configuration, played in several styles.

use std::fmt;

use cafe_rules::{Action, Deal, Events, Game, Kind, Options, Seed, Tile};

/// Preference of the players. Random play rarely reaches the corner cases of the rules, so most styles prefer some
/// actions, seven times out of eight.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Style {
    Random,
    Seating,
    Parties,
    Waiting,
}

impl Style {
    const ALL: [Style; 4] = [Style::Random, Style::Seating, Style::Parties, Style::Waiting];

    fn prefers(self, action: &Action) -> bool {
        match self {
            Style::Random => true,
            Style::Seating => matches!(action, Action::Seat(..)),
            Style::Parties => matches!(action, Action::Party(_)),
            Style::Waiting => {
                matches!(action, Action::Draw | Action::Down(_) | Action::Bar(_) | Action::Swap(..))
            }
        }
    }

    fn choose(self, game: &Game, random: &mut fastrand::Rng) -> Option<Action> {
        let legal = game.legal();
        let preferred = legal.iter().filter(|action| self.prefers(action)).count();
        if preferred == 0 || random.u8(..8) == 0 {
            return (!legal.is_empty()).then(|| legal.get(random.usize(..legal.len())))?;
        }
        legal.iter().filter(|action| self.prefers(action)).nth(random.usize(..preferred))
    }
}

/// Start of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Start {
    /// The deal.
    Deal,
    /// A position with small hands and stocks and many jokers, since some endings are rare in whole games.
    Late,
}

/// A game, determined by its options, start, style and seed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Playthrough {
    pub(crate) options: Options,
    start: Start,
    style: Style,
    seed: u64,
}

impl Playthrough {
    /// Returns a game of every configuration and style, from both starts.
    pub(crate) fn all(seed: u64) -> impl Iterator<Item = Playthrough> {
        let starts = [Start::Deal, Start::Late].into_iter();
        let styles = starts.flat_map(|start| Style::ALL.map(|style| (start, style)));
        Options::all().flat_map(move |options| {
            styles.clone().map(move |(start, style)| Playthrough { options, start, style, seed })
        })
    }

    pub(crate) fn start(&self) -> Game {
        let mut random = fastrand::Rng::with_seed(self.seed);
        let mut seed = Seed([0; 32]);
        random.fill(&mut seed.0);
        let dealt = Game::new(self.options, &Deal::shuffled(self.options.kind(), seed));
        match self.start {
            Start::Deal => dealt,
            Start::Late => shortened(&dealt, &mut random),
        }
    }

    /// Plays the game to its end.
    pub(crate) fn steps(self) -> impl Iterator<Item = Step> {
        let mut game = self.start();
        let mut random = fastrand::Rng::with_seed(!self.seed);
        std::iter::from_fn(move || {
            let before = game;
            let action = self.style.choose(&game, &mut random)?;
            let events = game.play(action).expect("a legal action is accepted");
            Some(Step { playthrough: self, before, action, events, after: game })
        })
    }
}

/// Returns the game with smaller hands and stocks.
fn shortened(game: &Game, random: &mut fastrand::Rng) -> Game {
    let mut setup = game.setup();
    setup.scores.fill_with(|| random.i16(-9..=30));
    setup.guest_stock.truncate(random.usize(1..30));
    setup.table_stock.truncate(random.usize(..6));
    for hand in &mut setup.hands {
        random.shuffle(hand);
        hand.truncate(random.usize(..4));
    }
    if setup.kind == Kind::Board {
        setup.turns = random.u32(..2);
        setup
            .hands
            .iter_mut()
            .chain([&mut setup.guest_stock])
            .for_each(|tiles| tiles.retain(|tile| !tile.is_joker()));
        let jokers = [Tile::JOKER_LADY, Tile::JOKER_GENTLEMAN].into_iter().cycle();
        for (hand, joker) in setup.hands.iter_mut().zip(jokers).filter(|_| random.bool()) {
            hand.push(joker);
        }
    }
    setup.to_game().expect("a smaller position is valid")
}

/// One action of a playthrough.
pub(crate) struct Step {
    playthrough: Playthrough,
    pub(crate) before: Game,
    pub(crate) action: Action,
    pub(crate) events: Events,
    pub(crate) after: Game,
}

/// Shows what is needed to reproduce a failure.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let action = self.before.format_action(&self.action);
        write!(f, "{:?}: {action} in {}", self.playthrough, self.before.position())
    }
}
