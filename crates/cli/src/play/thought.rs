//! A bot that thinks while the table waits.

use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use cafe_bots::{Budget, Level, Turn};
use cafe_rules::View;

/// A turn that is being thought about. Whoever does not want to wait for it may leave.
#[derive(Debug)]
pub(super) struct Thought {
    answer: Receiver<Option<Turn>>,
}

impl Thought {
    /// Begins to think. All that a bot is given is what its seat sees.
    pub(super) fn begin(level: Level, view: View, budget: Budget, dice: u64) -> io::Result<Thought> {
        let (say, answer) = mpsc::channel();
        thread::Builder::new().spawn(move || {
            // Where nobody listens any more, somebody has left the café.
            let _ = say.send(level.choose(&view, budget, dice));
        })?;
        Ok(Thought { answer })
    }

    /// The turn, if it is found within this time; nothing while the bot still thinks.
    pub(super) fn turn(&self, most: Duration) -> io::Result<Option<Turn>> {
        match self.answer.recv_timeout(most) {
            Ok(Some(turn)) if !turn.actions.is_empty() => Ok(Some(turn)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Ok(_) | Err(RecvTimeoutError::Disconnected) => Err(io::Error::other("a bot found no turn")),
        }
    }
}

#[cfg(test)]
mod tests {
    use cafe_rules::{Deal, Game, Kind, Options, Seed, Viewer};

    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    fn game() -> Game {
        let options = Options::new(Kind::Card, 2, false).unwrap();
        Game::new(options, &Deal::shuffled(Kind::Card, Seed([5; 32])))
    }

    fn begin(game: &Game, seat: u8, budget: Budget) -> Thought {
        Thought::begin(Level::Master, View::of(game, Viewer::Player(seat)), budget, 7).unwrap()
    }

    #[test]
    fn who_thinks_long_is_not_waited_for() {
        let thought = begin(&game(), 0, Budget::Time(Duration::from_secs(10)));
        assert_eq!(thought.turn(Duration::ZERO).unwrap(), None);
        assert_eq!(thought.turn(Duration::from_millis(1)).unwrap(), None);
    }

    #[test]
    fn two_games_that_look_the_same_to_a_seat_get_the_same_turn() {
        let game = game();
        let View::Card(view) = View::of(&game, Viewer::Player(0)) else { panic!("a card game") };
        let mut hidden: Vec<_> = view.unseen.tiles().collect();
        hidden.rotate_left(20);
        let other = Game::Card(view.game(&hidden, &view.tables_left).unwrap());
        assert_ne!(other.hands()[1], game.hands()[1]);
        let budget = Budget::Playouts(50);
        let turns = [game, other].map(|game| begin(&game, 0, budget).turn(LONG).unwrap());
        assert!(turns[0].is_some());
        assert_eq!(turns[0], turns[1]);
    }

    #[test]
    fn a_bot_whose_turn_it_is_not_has_none() {
        assert!(begin(&game(), 1, Budget::DEFAULT).turn(LONG).is_err());
    }
}
