//! Taking back what has come to light: only if all at the table agree.

use cafe_rules::{Kind, Options};
use cafe_server::messages::Ask;
use cafe_server::room::{Bot, By, Decision, Entry, Problem, Room, Stamped, TableOptions, Who};
use cafe_server::{Name, TableId, VisitorId};

/// Who sits somewhere.
enum Sits {
    Person,
    Program,
    HouseBot,
}

use Sits::{HouseBot, Person, Program};

struct Table {
    room: Room,
    who: Vec<Who>,
}

impl Table {
    /// The card game with these, dealt, and the first has drawn a card: that came to light.
    fn where_the_first_has_drawn(sits: &[Sits]) -> Table {
        let mut table = Table::dealt(sits, &"ab".repeat(32));
        table.ask(0, &Ask::Act { seq: 0, actions: vec!["draw".to_owned()] }).unwrap();
        assert_eq!(table.room.to_move(), Some(1));
        table
    }

    /// The card game with these, dealt from this secret.
    fn dealt(sits: &[Sits], secret: &str) -> Table {
        let options = Options::new(Kind::Card, sits.len() as u8, false).unwrap();
        let person = |sits: &Sits| Who {
            visitor: VisitorId::new(),
            name: Name::new("Ann").unwrap(),
            program: matches!(sits, Program),
        };
        let who: Vec<Who> = sits.iter().map(person).collect();
        let opened = Entry::Opened {
            options: TableOptions::new(options),
            host: who[0].visitor.clone(),
            secret: secret.to_owned(),
            kept_for: Vec::new(),
            deal: None,
        };
        let room = Room::open(TableId::new(), Stamped { at: 0, entry: opened }).unwrap();
        let mut table = Table { room, who };
        for (seat, sits) in (0..).zip(sits) {
            match sits {
                HouseBot => {
                    table.happen(Entry::BotSat { seat, bot: Bot::of(cafe_bots::Level::Novice) });
                }
                Person | Program => {
                    table.ask(seat, &Ask::Sit { seat: Some(seat), share: None }).unwrap();
                }
            }
        }
        table.ask(0, &Ask::Start).unwrap();
        table
    }

    fn happen(&mut self, entry: Entry) {
        self.room.apply(Stamped { at: 0, entry }).unwrap();
    }

    fn ask(&mut self, seat: u8, ask: &Ask) -> Result<(), Problem> {
        if let Decision::Happens(entries) = self.room.decide(&self.who[usize::from(seat)], ask, 0)? {
            entries.into_iter().for_each(|entry| self.happen(entry));
        }
        Ok(())
    }

    fn asks_to_take_back(&mut self) -> Result<(), Problem> {
        self.ask(0, &Ask::Undo { seq: 1 })
    }

    fn answers(&mut self, seat: u8, agree: bool) -> Result<(), Problem> {
        let seq = self.room.play.as_ref().unwrap().moves.len() as u32;
        self.ask(seat, &Ask::AnswerUndo { seq, agree })
    }

    /// Whether the card is back where it was.
    fn is_taken_back(&self) -> bool {
        self.room.to_move() == Some(0)
    }
}

#[test]
fn against_bots_of_the_house_one_asks_nobody() {
    let mut table = Table::where_the_first_has_drawn(&[Person, HouseBot, HouseBot]);
    table.asks_to_take_back().unwrap();
    assert!(table.is_taken_back());
}

#[test]
fn what_the_other_declines_stays_as_it_is_and_may_be_asked_again() {
    let mut table = Table::where_the_first_has_drawn(&[Person, Person]);
    table.asks_to_take_back().unwrap();
    assert!(!table.is_taken_back());
    table.answers(1, false).unwrap();
    assert!(!table.is_taken_back() && table.room.vote.is_none());
    assert_eq!(table.answers(1, true), Err(Problem::NothingAsked));
    table.asks_to_take_back().unwrap();
    table.answers(1, true).unwrap();
    assert!(table.is_taken_back());
}

#[test]
fn an_answer_that_comes_too_late_is_none_to_the_next_wish() {
    let mut table = Table::where_the_first_has_drawn(&[Person, Person]);
    table.asks_to_take_back().unwrap();
    table.ask(1, &Ask::Act { seq: 1, actions: vec!["draw".to_owned()] }).unwrap();
    table.ask(0, &Ask::Undo { seq: 2 }).unwrap();
    assert_eq!(table.room.vote.as_ref().unwrap().steps, 2);
    assert_eq!(table.ask(1, &Ask::AnswerUndo { seq: 1, agree: true }), Err(Problem::Stale));
    assert_eq!(table.room.play.as_ref().unwrap().moves.len(), 2);
    table.answers(1, true).unwrap();
    assert_eq!(table.room.play.as_ref().unwrap().moves.len(), 3);
}

#[test]
fn where_nothing_is_to_be_taken_back_nobody_can() {
    let mut table = Table::where_the_first_has_drawn(&[Person, HouseBot]);
    table.room.options.undo = false;
    assert_eq!(table.asks_to_take_back(), Err(Problem::UndoOff));
    assert!(!table.is_taken_back());
}

/// Seats somebody for the first player. Returns whether that can be done and leaves the turn open.
fn seats_somebody(table: &mut Table, by: By) -> bool {
    let game = table.room.play.as_ref().unwrap().game;
    let legal = game.legal();
    let Some(action) = legal.iter().find(|action| game.format_action(action).contains('@')) else {
        return false;
    };
    table.happen(Entry::Acted { seat: 0, action: game.format_action(&action), by });
    table.room.to_move() == Some(0)
}

#[test]
fn what_a_bot_played_for_somebody_who_was_away_is_not_taken_back_freely() {
    let mut seen = 0;
    for deal in 0..50 {
        for (by, freely) in [(By::Player, true), (By::Bot, false), (By::Clock, false)] {
            let mut table = Table::dealt(&[Person, Person], &format!("{deal:02x}").repeat(32));
            if !seats_somebody(&mut table, by) {
                continue;
            }
            let play = table.room.play.as_ref().unwrap();
            let revealed = play.steps[0].reveals;
            assert_eq!(play.may_undo(), freely && !revealed);
            seen += u32::from(!revealed);
            if !freely && !revealed {
                table.ask(0, &Ask::Undo { seq: 1 }).unwrap();
                assert!(table.room.vote.is_some(), "the other is asked");
            }
        }
    }
    assert!(seen > 3, "{seen}");
}

#[test]
fn nobody_agrees_to_their_own_wish() {
    let mut table = Table::where_the_first_has_drawn(&[Person, Person]);
    table.asks_to_take_back().unwrap();
    table.answers(0, true).unwrap();
    assert!(!table.is_taken_back());
}

#[test]
fn of_three_both_others_must_agree_and_one_who_does_not_is_enough() {
    let mut table = Table::where_the_first_has_drawn(&[Person, Person, Person]);
    table.asks_to_take_back().unwrap();
    table.answers(1, true).unwrap();
    assert!(!table.is_taken_back());
    table.answers(1, true).unwrap();
    assert!(!table.is_taken_back(), "one who agrees twice is not two");
    table.answers(2, false).unwrap();
    assert!(!table.is_taken_back() && table.room.vote.is_none());
    table.asks_to_take_back().unwrap();
    table.answers(2, true).unwrap();
    assert!(!table.is_taken_back(), "who agreed before is asked again");
    table.answers(1, true).unwrap();
    assert!(table.is_taken_back());
}

#[test]
fn a_program_is_asked_like_anybody_else() {
    let mut table = Table::where_the_first_has_drawn(&[Person, Program]);
    table.asks_to_take_back().unwrap();
    assert!(!table.is_taken_back());
    table.answers(1, true).unwrap();
    assert!(table.is_taken_back());
}

#[test]
fn while_somebody_is_away_nothing_is_taken_back_that_has_come_to_light() {
    for away in [Person, Program] {
        let mut table = Table::where_the_first_has_drawn(&[Person, Person, away]);
        table.ask(2, &Ask::Leave).unwrap();
        assert_eq!(table.asks_to_take_back().unwrap_err().code(), "somebody_away");
        table.ask(2, &Ask::Back).unwrap();
        table.asks_to_take_back().unwrap();
        table.answers(1, true).unwrap();
        // Who leaves without an answer has not agreed.
        table.ask(2, &Ask::Leave).unwrap();
        assert!(!table.is_taken_back());
        table.ask(2, &Ask::Back).unwrap();
        table.answers(2, true).unwrap();
        assert!(table.is_taken_back());
    }
}

#[test]
fn who_was_forgotten_for_good_is_not_waited_for() {
    let mut table = Table::where_the_first_has_drawn(&[Person, HouseBot]);
    let (name, visitor) = (Name::new("Somebody").unwrap(), VisitorId::nobody());
    table.happen(Entry::Sat { seat: 1, visitor, name, program: false, share: None });
    table.happen(Entry::Minded { seat: 1 });
    table.asks_to_take_back().unwrap();
    assert!(table.is_taken_back());
}

#[test]
fn what_laid_a_new_table_is_not_taken_back_freely_and_nothing_is_played_beyond_it() {
    let mut found = 0;
    for deal in 0..20 {
        let mut table = Table::dealt(&[Person, Person], &format!("{deal:02x}").repeat(32));
        let mut chance = fastrand::Rng::with_seed(deal);
        for _ in 0..300 {
            let Some(play) = table.room.play.as_ref().filter(|_| !table.room.is_over()) else { break };
            let (seat, seq, legal) =
                (play.game.turn(), play.moves.len() as u32, play.game.legal_action_strings());
            let seats: Vec<&String> = legal.iter().filter(|action| action.contains('@')).collect();
            let action = chance.choice(&seats).copied().or_else(|| chance.choice(&legal)).unwrap();
            let act = |actions: &[&str]| {
                let actions = actions.iter().map(|&action| action.to_owned()).collect();
                table.room.decide(&table.who[usize::from(seat)], &Ask::Act { seq, actions }, 0)
            };
            // With more than can be known yet, if that could be played.
            let decided = act(&[action, "end"]).or_else(|_| act(&[action]));
            let Ok(Decision::Happens(entries)) = decided else { panic!("{action} is legal") };
            let count = entries.len();
            entries.into_iter().take(1).for_each(|entry| table.happen(entry));
            let play = table.room.play.as_ref().unwrap();
            let step = play.steps.last().unwrap();
            if step.reveals && !step.ends_turn {
                found += 1;
                assert_eq!(count, 1, "the end of the turn was not played");
                assert!(!play.may_undo());
                table.ask(seat, &Ask::Undo { seq: seq + 1 }).unwrap();
                assert!(table.room.vote.is_some(), "the other is asked");
                break;
            }
        }
    }
    assert!(found > 3, "{found}");
}
