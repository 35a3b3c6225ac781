//! A bot that thinks on its own thread.

use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use cafe_bots::{Budget, Level, Turn};
use cafe_rules::View;

/// A bot that is choosing a turn. It can be dropped at any time.
#[derive(Debug)]
pub(super) struct BotTask {
    result: Receiver<Option<Turn>>,
}

impl BotTask {
    /// Starts the thread. The bot gets only the player's view.
    pub(super) fn spawn(level: Level, view: View, budget: Budget, seed: u64) -> io::Result<BotTask> {
        let (sender, result) = mpsc::channel();
        thread::Builder::new().spawn(move || {
            // The receiver is dropped if the user quits.
            let _ = sender.send(level.choose(&view, budget, seed));
        })?;
        Ok(BotTask { result })
    }

    /// Waits for the turn; `None` if the bot still thinks after the timeout.
    pub(super) fn wait(&self, timeout: Duration) -> io::Result<Option<Turn>> {
        match self.result.recv_timeout(timeout) {
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

    const LONG_TIMEOUT: Duration = Duration::from_secs(60);

    fn game() -> Game {
        let options = Options::new(Kind::Card, 2, false).unwrap();
        Game::new(options, &Deal::shuffled(Kind::Card, Seed([5; 32])))
    }

    fn spawn(game: &Game, player: u8, budget: Budget) -> BotTask {
        BotTask::spawn(Level::Master, View::of(game, Viewer::Player(player)), budget, 7).unwrap()
    }

    #[test]
    fn wait_returns_after_the_timeout() {
        let task = spawn(&game(), 0, Budget::Time(Duration::from_secs(10)));
        assert_eq!(task.wait(Duration::ZERO).unwrap(), None);
        assert_eq!(task.wait(Duration::from_millis(1)).unwrap(), None);
    }

    #[test]
    fn same_view_gives_the_same_turn() {
        let game = game();
        let View::Card(view) = View::of(&game, Viewer::Player(0)) else { panic!("a card game") };
        let mut hidden: Vec<_> = view.unseen.tiles().collect();
        hidden.rotate_left(20);
        let other = Game::Card(view.game(&hidden, &view.tables_left).unwrap());
        assert_ne!(other.hands()[1], game.hands()[1]);
        let budget = Budget::Playouts(50);
        let turns = [game, other].map(|game| spawn(&game, 0, budget).wait(LONG_TIMEOUT).unwrap());
        assert!(turns[0].is_some());
        assert_eq!(turns[0], turns[1]);
    }

    #[test]
    fn bot_that_is_not_to_move_has_no_turn() {
        assert!(spawn(&game(), 1, Budget::DEFAULT).wait(LONG_TIMEOUT).is_err());
    }
}
