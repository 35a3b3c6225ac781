//! The table at which a game is played here: its record so far, who sits there, and who is of the house.

use std::io;
use std::path::PathBuf;

use cafe_rules::{Action, DealtBy, Event, Game, Header, Log, Options, Refusal, Seed, Step};

use super::clock;
use super::house::House;
use super::keeper::Keeper;
use crate::words::{self, YOU};

const PEOPLE: [&str; 5] = ["Ann", "Ben", "Cleo", "Dora", "Emil"];

/// A game that is being played.
#[derive(Clone, Debug)]
pub(super) struct Table {
    log: Log,
    names: Vec<String>,
    humans: u8,
    house: House,
    keeper: Keeper,
    /// The record could not be kept when it was last tried.
    in_trouble: bool,
    /// What those who play have to be told about the record.
    remark: Option<String>,
}

impl Table {
    /// Deals a game. The first players sit here, the others are of the house.
    pub(super) fn new(options: Options, seed: Seed, humans: u8, mut keeper: Keeper) -> Table {
        let players = options.players();
        let of_house = players - humans;
        let name = |player: u8| match player.checked_sub(humans) {
            None if humans == 1 => YOU.to_owned(),
            None => PEOPLE[usize::from(player)].to_owned(),
            Some(0) if of_house == 1 => "the house".to_owned(),
            Some(number) => format!("the house {}", number + 1),
        };
        let names: Vec<String> = (0..players).map(name).collect();
        let mut header = Header::new(options, DealtBy::Seed(seed));
        header.names.clone_from(&names);
        header.date = clock::now();
        let remark = keeper.remark.take();
        let (log, house) = (Log::new(header), House::new(seed));
        Table { log, names, humans, house, keeper, in_trouble: false, remark }
    }

    /// The game as it stands.
    pub(super) fn game(&self) -> &Game {
        self.log.game()
    }

    /// Everything that was played.
    pub(super) fn log(&self) -> &Log {
        &self.log
    }

    /// What the players are called.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// How many sit here.
    pub(super) fn humans(&self) -> u8 {
        self.humans
    }

    /// Whether the game goes on and somebody who sits here is to move.
    pub(super) fn waits_for_human(&self) -> bool {
        self.game().ending().is_none() && self.game().turn() < self.humans
    }

    /// Plays an action of the player to move. The record is kept when the turn has ended.
    pub(super) fn play(&mut self, action: Action) -> Result<(), Refusal> {
        if self.log.play(action)?.ends_turn() {
            self.keep_turn();
        }
        Ok(())
    }

    /// A full disk is no reason to end a game: it is said once, and tried again after every turn.
    fn keep_turn(&mut self) {
        match self.keeper.keep(&self.log) {
            Ok(_) => self.in_trouble = false,
            Err(_) if self.in_trouble => {}
            Err(why) => {
                self.in_trouble = true;
                let why = words::capital(&why);
                self.remark = Some(format!("{why}. The game goes on; it is tried again after every turn."));
            }
        }
    }

    /// What those who play have to be told about the record, once.
    pub(super) fn take_remark(&mut self) -> Option<String> {
        self.remark.take()
    }

    /// Plays one action for a player of the house, if it is to move.
    pub(super) fn house_plays(&mut self) -> io::Result<()> {
        if self.game().ending().is_some() || self.waits_for_human() {
            return Ok(());
        }
        let game = *self.game();
        let action = self.house.choose(&game).ok_or_else(|| io::Error::other("the house has no action"))?;
        self.play(action).map_err(io::Error::other)
    }

    /// The last action, if it can be taken back: it is of this turn, and it revealed nothing.
    fn last_of_turn(&self) -> Option<&Step> {
        let revealed = |event: &Event| matches!(event, Event::Laid { .. } | Event::Drew { .. });
        self.log.steps().last().filter(|step| !step.ends_turn() && !step.events.iter().any(revealed))
    }

    /// Whether the last action can be taken back.
    pub(super) fn can_take_back(&self) -> bool {
        self.last_of_turn().is_some()
    }

    /// Takes the last action back, if that can be done.
    pub(super) fn take_back(&mut self) -> bool {
        if !self.can_take_back() {
            return false;
        }
        let mut log = Log::new(self.log.header().clone());
        let steps = self.log.steps();
        let again = steps[..steps.len() - 1].iter().all(|step| log.play(step.action).is_ok());
        debug_assert!(again, "what was legal is legal again");
        if again {
            self.log = log;
        }
        again
    }

    /// Writes down what was played, also of a turn that has not ended. Nothing if nothing was played.
    pub(super) fn keep(&mut self) -> Result<Option<PathBuf>, String> {
        if self.log.steps().is_empty() {
            return Ok(None);
        }
        self.keeper.keep(&self.log).map(|path| Some(path.to_owned()))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use cafe_rules::Kind;

    use super::*;

    /// A table whose record goes to a folder of its own.
    pub(crate) fn table(kind: Kind, humans: u8, folder: &std::path::Path) -> Table {
        let options = Options::new(kind, 2, false).unwrap();
        let keeper = Keeper::open(Some(folder.join("game.cafe"))).unwrap();
        Table::new(options, Seed([5; 32]), humans, keeper)
    }

    fn seat_someone(table: &mut Table) {
        let legal = table.game().legal();
        let action = legal.iter().find(|action| matches!(action, Action::Seat(..))).unwrap();
        table.play(action).unwrap();
    }

    #[test]
    fn a_taken_back_guest_returns_to_the_hand() {
        let folder = tempfile::tempdir().unwrap();
        let mut table = table(Kind::Card, 1, folder.path());
        let before = *table.game();
        assert!(!table.can_take_back());
        seat_someone(&mut table);
        assert_eq!(table.game().hands()[0].len(), 6);
        assert!(table.take_back());
        assert_eq!(*table.game(), before);
        assert!(!table.take_back());
    }

    #[test]
    fn a_finished_turn_stays_played() {
        let folder = tempfile::tempdir().unwrap();
        let mut table = table(Kind::Card, 2, folder.path());
        table.play(Action::Draw).unwrap();
        assert!(!table.can_take_back());
    }

    #[test]
    fn a_newly_laid_table_cannot_be_taken_back() {
        let folder = tempfile::tempdir().unwrap();
        let mut table = table(Kind::Card, 2, folder.path());
        let mut seen = 0;
        while table.game().ending().is_none() {
            let game = *table.game();
            let action = table.house.choose(&game).unwrap();
            table.play(action).unwrap();
            let laid = |step: &Step| step.events.iter().any(|event| matches!(event, Event::Laid { .. }));
            let last = table.log.steps().last().unwrap();
            if laid(last) && !last.ends_turn() {
                assert!(!table.can_take_back());
                seen += 1;
            }
        }
        assert!(seen > 0, "no table was laid in the middle of a turn");
    }

    #[test]
    fn the_house_plays_until_somebody_here_is_to_move() {
        let folder = tempfile::tempdir().unwrap();
        let mut table = table(Kind::Board, 1, folder.path());
        assert!(table.waits_for_human());
        table.house_plays().unwrap();
        assert!(table.log().steps().is_empty());
        while table.waits_for_human() {
            let action = table.game().legal().get(0).unwrap();
            table.play(action).unwrap();
        }
        while !table.waits_for_human() {
            table.house_plays().unwrap();
        }
        assert!(table.log().steps().iter().any(|step| step.player == 1));
    }

    #[test]
    fn a_game_goes_on_while_its_record_cannot_be_kept() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("gone");
        std::fs::create_dir(&place).unwrap();
        let mut table = table(Kind::Card, 2, &place);
        std::fs::remove_dir(&place).unwrap();
        table.play(Action::Draw).unwrap();
        let remark = table.take_remark().unwrap();
        assert!(remark.starts_with("The record could not be kept in "), "{remark}");
        table.play(Action::Draw).unwrap();
        assert_eq!(table.take_remark(), None, "it is said once");
        assert!(table.keep().unwrap_err().starts_with("the record could not be kept in "));
        std::fs::create_dir(&place).unwrap();
        let path = table.keep().unwrap().unwrap();
        assert_eq!(&Log::read(&std::fs::read_to_string(path).unwrap()).unwrap(), table.log());
    }
}
