//! The table at which a game is played here: its record so far, who sits there, and what the bots have in mind.

use std::collections::VecDeque;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use cafe_bots::Level;
use cafe_rules::{Action, DealSource, Game, Header, Options, Record, Refusal, Seed, Step, View, Viewer};

use super::bots::Bots;
use super::clock;
use super::keeper::Keeper;
use super::thought::Thought;
use crate::words::{self, YOU};

const PEOPLE: [&str; 5] = ["Ann", "Ben", "Cleo", "Dora", "Emil"];

/// A game that is being played.
#[derive(Debug)]
pub(super) struct Table {
    log: Record,
    names: Vec<String>,
    humans: u8,
    bots: Bots,
    /// What the bot to move is thinking about.
    thought: Option<Thought>,
    /// What it has decided and not yet played.
    plan: VecDeque<Action>,
    keeper: Keeper,
    /// The record could not be kept when it was last tried.
    in_trouble: bool,
    /// What those who play have to be told about the record.
    remark: Option<String>,
}

impl Table {
    /// Deals a game. The first players sit here, the others are bots.
    pub(super) fn new(options: Options, seed: Seed, humans: u8, bots: Bots, mut keeper: Keeper) -> Table {
        let here: &[&str] = if humans == 1 { &[YOU] } else { &PEOPLE[..usize::from(humans)] };
        let people = || here.iter().map(|&name| name.to_owned());
        let names = people().chain(bots.names().map(str::to_owned)).collect();
        let mut header = Header::new(options, DealSource::Seed(seed));
        header.names = people().chain(bots.full_names()).collect();
        header.date = clock::now();
        let remark = keeper.remark.take();
        Table {
            log: Record::new(header),
            names,
            humans,
            bots,
            thought: None,
            plan: VecDeque::new(),
            keeper,
            in_trouble: false,
            remark,
        }
    }

    /// The game as it stands.
    pub(super) fn game(&self) -> &Game {
        self.log.game()
    }

    /// Everything that was played.
    pub(super) fn log(&self) -> &Record {
        &self.log
    }

    /// What the players are called.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// The bots at this table.
    pub(super) fn bots(&self) -> &Bots {
        &self.bots
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

    /// The bot that is to move and has not yet said what it will do.
    pub(super) fn thinker(&self) -> Option<Level> {
        let level = self.bots.level(self.game().turn())?;
        (self.game().ending().is_none() && self.plan.is_empty()).then_some(level)
    }

    /// Lets the bot that is to move begin to think, unless it thinks already or has decided.
    pub(super) fn think(&mut self) -> io::Result<()> {
        if let Some(level) = self.thinker()
            && self.thought.is_none()
        {
            let seat = self.game().turn();
            let view = View::of(self.game(), Viewer::Player(seat));
            self.thought = Some(self.bots.think(level, seat, view, self.log.steps().len())?);
        }
        Ok(())
    }

    /// Plays one action of a bot, if it is to move and decides within this time. Tells whether it has.
    ///
    /// A bot decides about its whole turn at once, or up to where something hidden comes to light.
    pub(super) fn bot_plays(&mut self, most: Duration) -> io::Result<bool> {
        self.think()?;
        if let Some(thought) = &self.thought {
            let Some(turn) = thought.turn(most)? else { return Ok(false) };
            self.thought = None;
            self.plan.extend(turn.actions);
        }
        let Some(action) = self.plan.pop_front() else { return Ok(false) };
        self.play(action).map_err(io::Error::other)?;
        Ok(true)
    }

    /// The last action, if it can be taken back: it is of this turn, and it revealed nothing.
    fn last_of_turn(&self) -> Option<&Step> {
        self.log.steps().last().filter(|step| !step.ends_turn() && !step.reveals_hidden())
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
        self.log.truncate(self.log.steps().len() - 1);
        true
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
    use cafe_bots::Budget;
    use cafe_rules::{Event, Kind};

    use super::*;

    /// A table for two whose record goes to a folder of its own; a bot is a regular.
    pub(crate) fn table(kind: Kind, humans: u8, folder: &std::path::Path) -> Table {
        table_with(kind, humans, &[Level::Regular; 2][usize::from(humans)..], Budget::DEFAULT, folder)
    }

    /// A table whose record goes to a folder of its own.
    pub(crate) fn table_with(
        kind: Kind,
        humans: u8,
        levels: &[Level],
        budget: Budget,
        folder: &std::path::Path,
    ) -> Table {
        let players = humans + levels.len() as u8;
        let (options, seed) = (Options::new(kind, players, false).unwrap(), Seed([5; 32]));
        let bots = Bots::new(levels, humans, players, budget, seed).unwrap();
        let keeper = Keeper::open(Some(folder.join("game.cafe"))).unwrap();
        Table::new(options, seed, humans, bots, keeper)
    }

    /// Long enough for any bot but one that is told to think longer.
    const LONG: Duration = Duration::from_secs(60);

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
            let view = View::of(table.game(), Viewer::Player(table.game().turn()));
            let turn = Level::Regular.choose(&view, Budget::DEFAULT, 7).unwrap();
            table.play(turn.actions[0]).unwrap();
            let laid = |step: &Step| step.events.iter().any(|event| matches!(event, Event::TableLaid { .. }));
            let last = table.log.steps().last().unwrap();
            if laid(last) && !last.ends_turn() {
                assert!(!table.can_take_back());
                seen += 1;
            }
        }
        assert!(seen > 0, "no table was laid in the middle of a turn");
    }

    #[test]
    fn a_bot_plays_until_somebody_here_is_to_move() {
        let folder = tempfile::tempdir().unwrap();
        let mut table = table(Kind::Board, 1, folder.path());
        assert!(table.waits_for_human());
        assert!(!table.bot_plays(LONG).unwrap());
        assert!(table.log().steps().is_empty());
        while table.waits_for_human() {
            let action = table.game().legal().get(0).unwrap();
            table.play(action).unwrap();
        }
        while !table.waits_for_human() {
            assert!(table.bot_plays(LONG).unwrap());
        }
        assert!(table.log().steps().iter().any(|step| step.player == 1));
    }

    #[test]
    fn a_bot_thinks_once_for_a_turn_and_anew_only_where_something_came_to_light() {
        let folder = tempfile::tempdir().unwrap();
        let mut table = table(Kind::Card, 1, folder.path());
        let (mut decided, mut surprised) = (0, 0);
        while table.game().ending().is_none() {
            if table.waits_for_human() {
                table.play(table.game().legal().get(0).unwrap()).unwrap();
                continue;
            }
            let thinks = table.thinker().is_some();
            table.bot_plays(LONG).unwrap();
            let [.., before, last] = table.log().steps() else { continue };
            if !before.ends_turn() {
                let laid = before.events.iter().any(|event| matches!(event, Event::TableLaid { .. }));
                assert_eq!(thinks, laid, "{last:?}");
                decided += u32::from(!laid);
                surprised += u32::from(laid);
            }
        }
        assert!(decided > 0 && surprised > 0, "{decided} and {surprised}");
    }

    #[test]
    fn the_same_seed_and_the_same_actions_give_the_same_game_against_regulars() {
        let steps = || {
            let folder = tempfile::tempdir().unwrap();
            let mut table = table_with(Kind::Card, 1, &[Level::Regular; 2], Budget::DEFAULT, folder.path());
            while table.game().ending().is_none() {
                if !table.bot_plays(LONG).unwrap() {
                    table.play(table.game().legal().get(0).unwrap()).unwrap();
                }
            }
            table.log().steps().to_vec()
        };
        let game = steps();
        assert!(game.iter().any(|step| step.player == 2));
        assert_eq!(game, steps());
    }

    #[test]
    fn the_table_calls_bots_by_name_and_the_record_by_level_too() {
        let folder = tempfile::tempdir().unwrap();
        let levels = [Level::Regular, Level::Expert, Level::Regular];
        let table = table_with(Kind::Card, 1, &levels, Budget::DEFAULT, folder.path());
        assert_eq!(table.names(), ["You", "Irma", "Tariq", "Ravi"]);
        let recorded = ["You", "Irma (regular)", "Tariq (expert)", "Ravi (regular)"];
        assert_eq!(table.log().header().names, recorded);
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
        assert_eq!(&Record::parse(&std::fs::read_to_string(path).unwrap()).unwrap(), table.log());
    }
}
