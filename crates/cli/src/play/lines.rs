//! The game line by line, where there is no terminal: for scripts, pipes and screen readers.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use cafe_bots::Level;
use cafe_rules::{Kind, View, Viewer, excerpt};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::choices::{self, Choice};
use super::table::Table;
use super::typed::{self, MOST_BYTES, Typed};
use super::{Told, farewell};
use crate::screen::{Floor, Marks, Palette, Sight};
use crate::words::{self, Teller};

const HELP: &str = "\
A number or an action (RUm@c4, draw, end) plays it; u takes back. l or legal
lists the actions again, ? or help shows this, q or quit leaves. RUf is a lady
from Russia, RUm a gentleman, (RU) a table. If several play the card game here,
an empty line (Enter) shows the next one's cards.";

/// So many empty lines push a hand off any usual screen.
const PAGE: usize = 60;

/// Plays until the game is over, the player leaves, or the input ends.
pub(super) fn play(mut table: Table, mut input: impl BufRead, output: &mut impl Write) -> io::Result<()> {
    let played = rounds(&mut table, &mut input, output);
    // Also when the input breaks off, what was played is kept.
    played.and(farewell(&mut table, Told::TheEnd, output))
}

fn rounds(table: &mut Table, input: &mut impl BufRead, output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "Café International: the {}. ? helps, q leaves.", words::game(table.game().options()))?;
    for character in table.bots().characters() {
        writeln!(output, "{character}")?;
    }
    let mut told = 0;
    let mut shown = None;
    let mut looking = 0;
    loop {
        while table.game().ending().is_none() && !table.waits_for_human() {
            if table.thinker() == Some(Level::Master) {
                // Only a master lets others wait. Where several sit here, what happened is told to the next of them.
                if table.humans() == 1 {
                    tell(table, &mut told, output)?;
                }
                writeln!(output, "{} is thinking.", table.names()[usize::from(table.game().turn())])?;
                output.flush()?;
            }
            table.bot_plays(Duration::MAX)?;
        }
        if table.game().ending().is_some() {
            return tell(table, &mut told, output);
        }
        let turn = table.game().turn();
        let secret = table.game().options().kind() == Kind::Card;
        if turn != looking && secret && !passed_on(table, input, output)? {
            return Ok(());
        }
        looking = turn;
        tell(table, &mut told, output)?;
        if let Some(remark) = table.take_remark() {
            writeln!(output, "{remark}")?;
        }
        let choices = choices::all(table.game());
        if shown != Some(table.log().steps().len()) {
            position(table, output)?;
            list(&choices, output)?;
            shown = Some(table.log().steps().len());
        }
        write!(output, "{}> ", table.names()[usize::from(turn)])?;
        output.flush()?;
        match typed::read(input)? {
            Typed::End => return writeln!(output),
            Typed::TooLong => writeln!(output, "A line of more than {MOST_BYTES} bytes is no action.")?,
            Typed::NotText => writeln!(output, "This line is not text (UTF-8), so it is no action.")?,
            Typed::Line(line) => match line.as_str() {
                "" => {}
                "q" | "quit" => return Ok(()),
                "?" | "help" => writeln!(output, "{HELP}")?,
                "l" | "legal" => shown = None,
                "u" if table.take_back() => {
                    told = table.log().steps().len();
                    writeln!(output, "Taken back.")?;
                }
                "u" => writeln!(output, "Nothing can be taken back.")?,
                text => answer(table, &choices, text, output)?,
            },
        }
    }
}

/// Hides the cards of the last player until the next one presses Enter; `false` if somebody leaves instead.
fn passed_on(table: &Table, input: &mut impl BufRead, output: &mut impl Write) -> io::Result<bool> {
    let name = &table.names()[usize::from(table.game().turn())];
    write!(output, "{}", "\n".repeat(PAGE))?;
    loop {
        write!(output, "It is {name}'s turn: Enter shows the cards of {name}, q leaves. ")?;
        output.flush()?;
        match typed::read(input)? {
            Typed::Line(line) if line.is_empty() => return Ok(true),
            Typed::Line(line) if ["q", "quit"].contains(&line.as_str()) => return Ok(false),
            Typed::End => return writeln!(output).map(|()| false),
            _ => {}
        }
    }
}

fn answer(table: &mut Table, choices: &[Choice], text: &str, output: &mut impl Write) -> io::Result<()> {
    let numbered = text.parse::<usize>().ok().map(|number| (number, number.checked_sub(1)));
    let action = match numbered {
        Some((number, index)) => match index.and_then(|index| choices.get(index)) {
            Some(choice) => Ok(choice.action),
            None => {
                let all = words::counted(choices.len(), "action");
                return writeln!(output, "There is no action {number}; the list has {all}.");
            }
        },
        None => table.game().parse_action(text),
    };
    match action.and_then(|action| table.play(action)) {
        Ok(()) => Ok(()),
        Err(refusal) => writeln!(output, "{}: {refusal}.", excerpt(text)),
    }
}

/// What has happened since it was last told, as far as the player to move may know.
fn tell(table: &Table, told: &mut usize, output: &mut impl Write) -> io::Result<()> {
    let listener = table.game().turn().min(table.humans() - 1);
    let teller = Teller { names: table.names(), viewer: Some(Viewer::Player(listener)) };
    let steps = table.log().steps();
    for step in steps.iter().skip(*told) {
        let before = &step.before;
        write!(output, "{}", teller.deed(before, step))?;
        let points = words::points(before, &step.events);
        if !points.long.is_empty() {
            write!(output, " {:+} ({})", points.sum, points.long)?;
        }
        for after in teller.aftermath(before, step) {
            write!(output, " {after}")?;
        }
        writeln!(output)?;
    }
    *told = steps.len();
    Ok(())
}

fn position(table: &Table, output: &mut impl Write) -> io::Result<()> {
    let player = table.game().turn();
    let sight = Sight::of(&View::of(table.game(), Viewer::Player(player)));
    writeln!(output)?;
    for line in drawn(&sight) {
        writeln!(output, "{line}")?;
    }
    for (name, shown) in table.names().iter().zip(&sight.players) {
        let hand = shown.hand.map_or_else(|| words::counted(shown.held, "card"), |hand| hand.to_string());
        writeln!(output, "{name}: {}; {hand}", words::counted(shown.score, "point"))?;
    }
    if let Some(bar) = &sight.bar {
        let next =
            bar.values.get(bar.guests.len()).map_or("full".to_owned(), |value| format!("next {value:+}"));
        writeln!(output, "bar: {}, {next}", words::counted(bar.guests.len(), "guest"))?;
    }
    writeln!(output, "{}", sight.stocks)
}

/// The café as lines of text, in its smallest size.
fn drawn(sight: &Sight) -> Vec<String> {
    let Some(floor) = Floor::sizes(sight).pop() else { return Vec::new() };
    let area = Rect::new(0, 0, floor.width(), floor.height());
    let mut buffer = Buffer::empty(area);
    floor.draw(sight, &Marks::default(), Palette::Plain, area, &mut buffer);
    let row = |y| (0..area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..area.height).map(|y| row(y).trim_end().to_owned()).collect()
}

fn list(choices: &[Choice], output: &mut impl Write) -> io::Result<()> {
    for (index, choice) in choices.iter().enumerate() {
        writeln!(output, "{:>3}  {:<10} {:>3}  {}", index + 1, choice.text, choice.score(), choice.short)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use cafe_bots::Budget;
    use cafe_rules::Record;

    use super::super::table::tests::{table, table_with};
    use super::*;

    /// Plays from a script; the output, and the record that was kept.
    fn played(kind: Kind, humans: u8, script: impl AsRef<[u8]>) -> (String, Option<Record>) {
        let folder = tempfile::tempdir().unwrap();
        let mut output = Vec::new();
        play(table(kind, humans, folder.path()), script.as_ref(), &mut output).unwrap();
        let record = std::fs::read_to_string(folder.path().join("game.cafe")).ok();
        let output = String::from_utf8(output).unwrap();
        let told = output.replace(&folder.path().display().to_string(), "FOLDER");
        (told, record.map(|record| Record::parse(&record).unwrap()))
    }

    #[test]
    fn always_taking_the_first_action_plays_a_whole_game_of_each_kind() {
        for kind in Kind::BOTH {
            for humans in [1, 2] {
                let (output, record) = played(kind, humans, "1\n\n".repeat(2000));
                let record = record.unwrap();
                assert!(record.game().outcome().is_some(), "{kind}");
                assert_eq!(output.matches("The game is over").count(), 1, "{kind}");
                for hint in
                    ["See it again with: cafe replay FOLDER", "how well it was played: cafe analyse FOLDER"]
                {
                    assert!(output.contains(hint), "{kind}: {hint}");
                }
            }
        }
    }

    #[test]
    fn who_plays_is_said_at_first_and_that_a_master_thinks_before_she_plays() {
        let folder = tempfile::tempdir().unwrap();
        let levels = [Level::Master, Level::Novice];
        let table = table_with(Kind::Card, 1, &levels, Budget::Playouts(20), folder.path());
        let mut output = Vec::new();
        play(table, &b"draw\n"[..], &mut output).unwrap();
        let output = String::from_utf8(output).unwrap();
        let opening = [Level::Master.description(), Level::Novice.description(), ""].join("\n");
        let (_, played) = output.split_once(&opening).unwrap();
        let place = |text: &str| played.find(text).unwrap_or_else(|| panic!("{text} is missing in {output}"));
        let order = ["You draw ", "Madame Wen is thinking.\nMadame Wen ", "\nFleur "].map(place);
        assert!(order.is_sorted(), "{output}");
        assert!(!output.contains("Fleur is thinking"), "{output}");
    }

    #[test]
    fn the_beginning_of_a_card_game_reads_like_this() {
        insta::assert_snapshot!(played(Kind::Card, 1, "draw\n").0);
    }

    #[test]
    fn the_beginning_of_a_board_game_reads_like_this() {
        insta::assert_snapshot!(played(Kind::Board, 2, "1\n").0);
    }

    #[test]
    fn a_refused_action_is_answered_with_its_sentence() {
        let (output, record) = played(Kind::Card, 1, "close\nhello\nbar DEf\n999\n0\n");
        for said in [
            "close: you can close the café only with an empty hand.",
            "hello: this is not written as an action",
            "bar DEf: this is an action of the other game.",
            "There is no action 999; the list has ",
            "There is no action 0; the list has ",
            "Nothing was played, so there is no record.",
        ] {
            assert!(output.contains(said), "{said}\n{output}");
        }
        assert!(record.is_none());
    }

    #[test]
    fn a_command_may_be_a_letter_or_a_word() {
        for (script, said, times) in
            [("?\nhelp\n", "RUf is a lady", 2), ("l\nlegal\n", "  1  ", 3), ("quit\ndraw\n", "You draw", 0)]
        {
            let (output, _) = played(Kind::Card, 1, script);
            assert_eq!(output.matches(said).count(), times, "{script}: {output}");
        }
    }

    #[test]
    fn leaving_in_the_middle_keeps_what_was_played() {
        let (output, record) = played(Kind::Card, 1, "draw\ndraw\nq\n");
        assert!(output.contains("You leave before the end.") && !output.contains("cafe analyse"), "{output}");
        assert!(record.unwrap().steps().len() >= 3);
    }

    #[test]
    fn a_guest_can_be_taken_back_before_the_turn_ends() {
        let folder = tempfile::tempdir().unwrap();
        let fresh = table(Kind::Card, 1, folder.path());
        let opener = choices::all(fresh.game()).into_iter().find(|choice| choice.short.starts_with("opens"));
        let (output, record) = played(Kind::Card, 1, format!("{}\nu\nu\n", opener.unwrap().text));
        assert!(output.contains("Taken back.") && output.contains("Nothing can be taken back."));
        assert!(record.is_none());
    }

    #[test]
    fn what_others_draw_and_hold_is_not_told() {
        // The first action is one of the best paid, so Irma soon has nothing better to do than to draw.
        let (output, _) = played(Kind::Card, 1, "1\n".repeat(60));
        let draws: Vec<&str> = output.lines().filter(|line| line.starts_with("Irma draws")).collect();
        assert!(!draws.is_empty(), "{output}");
        assert!(draws.iter().all(|line| line.starts_with("Irma draws a card.")), "{draws:?}");
        let hands: Vec<&str> = output.lines().filter(|line| line.starts_with("Irma: ")).collect();
        assert!(!hands.is_empty(), "{output}");
        assert!(hands.iter().all(|line| line.ends_with(" cards") || line.ends_with(" card")), "{hands:?}");
    }

    #[test]
    fn a_line_that_is_no_text_or_too_long_is_answered_and_the_game_goes_on() {
        let long = "x".repeat(MOST_BYTES + 1);
        let script = [b"dr\xffaw\n", long.as_bytes(), b"\ndraw\n"].concat();
        let (output, record) = played(Kind::Card, 1, script);
        assert!(output.contains("This line is not text (UTF-8), so it is no action."), "{output}");
        assert!(output.contains("A line of more than 4096 bytes is no action."), "{output}");
        assert!(output.contains("You draw "), "{output}");
        assert!(record.is_some());
    }

    #[test]
    fn the_next_players_cards_are_shown_only_after_enter() {
        let folder = tempfile::tempdir().unwrap();
        let hand = table(Kind::Card, 2, folder.path()).game().hands()[1].to_string();
        let pass = "It is Ben's turn: Enter shows the cards of Ben, q leaves. ";
        let (covered, _) = played(Kind::Card, 2, "draw\n1\nl\n");
        assert_eq!(covered.matches(pass).count(), 3, "{covered}");
        assert!(!covered.contains(&hand), "{covered}");
        assert!(covered.contains(&format!("{}{pass}", "\n".repeat(PAGE))), "{covered}");
        let (shown, _) = played(Kind::Card, 2, "draw\n\n");
        assert!(shown.contains(&format!("Ben: 0 points; {hand}")), "{shown}");
        let (left, _) = played(Kind::Card, 2, "draw\nq\ndraw\n");
        assert!(left.contains("You leave before the end.") && !left.contains(&hand), "{left}");
    }

    #[test]
    fn a_record_that_cannot_be_kept_is_told_and_the_game_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("gone");
        std::fs::create_dir(&place).unwrap();
        let table = table(Kind::Card, 1, &place);
        std::fs::remove_dir(&place).unwrap();
        let mut output = Vec::new();
        let kept = play(table, &b"draw\ndraw\n"[..], &mut output);
        let output = String::from_utf8(output).unwrap();
        assert_eq!(output.matches("The record could not be kept in ").count(), 1, "{output}");
        assert_eq!(output.matches("You draw ").count(), 2, "{output}");
        let why = kept.unwrap_err().to_string();
        assert!(why.starts_with("the record could not be kept in "), "{why}");
    }
}
