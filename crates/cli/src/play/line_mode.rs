//! Line mode of `cafe play`, without a terminal: for scripts, pipes and screen readers.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use cafe_bots::Level;
use cafe_rules::{Kind, View, Viewer, excerpt};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::choices::{self, Choice};
use super::input_line::{self, InputLine, MAX_LINE_BYTES};
use super::save_and_report;
use super::session::Session;
use crate::describe::{self, Describer};
use crate::screen::{DisplayState, FloorLayout, Highlights, Palette};

const HELP: &str = "\
Type a number or an action (RUm@c4, draw, end) to play it, u to undo,
l or legal to list the actions, ? or help for this help, q or quit to leave.
RUf is a lady from Russia, RUm a gentleman, (RU) a table. When several people
play the card game, an empty line (Enter) shows the cards of the next player.";

/// Number of empty lines that scroll a hand off the screen.
const CLEARING_LINES: usize = 60;

/// Plays until the game is over, the player leaves, or the input ends.
pub(super) fn play(mut session: Session, mut input: impl BufRead, output: &mut impl Write) -> io::Result<()> {
    let played = run(&mut session, &mut input, output);
    // The record is saved even if the input fails.
    played.and(save_and_report(&mut session, true, output))
}

fn run(session: &mut Session, input: &mut impl BufRead, output: &mut impl Write) -> io::Result<()> {
    writeln!(
        output,
        "Café International: the {}. Type ? for help, q to leave.",
        describe::game(session.game().options())
    )?;
    for description in session.bots().descriptions() {
        writeln!(output, "{description}")?;
    }
    // Number of steps that have been described.
    let mut described = 0;
    // Number of steps when the position was last shown.
    let mut shown_at = None;
    let mut viewer = 0;
    loop {
        play_bots(session, &mut described, output)?;
        if session.game().ending().is_some() {
            return describe_steps(session, &mut described, output);
        }
        let turn = session.game().turn();
        let has_hidden_hands = session.game().options().kind() == Kind::Card;
        if turn != viewer && has_hidden_hands && !wait_for_next_player(session, input, output)? {
            return Ok(());
        }
        viewer = turn;
        describe_steps(session, &mut described, output)?;
        if let Some(note) = session.take_note() {
            writeln!(output, "{note}")?;
        }
        let choices = choices::list(session.game());
        if shown_at != Some(session.record().steps().len()) {
            write_position(session, output)?;
            write_choices(&choices, output)?;
            shown_at = Some(session.record().steps().len());
        }
        write!(output, "{}> ", session.names()[usize::from(turn)])?;
        output.flush()?;
        match input_line::read(input)? {
            InputLine::EndOfInput => return writeln!(output),
            InputLine::TooLong => {
                writeln!(output, "Not an action: the line is longer than {MAX_LINE_BYTES} bytes.")?;
            }
            InputLine::NotUtf8 => writeln!(output, "Not an action: the line is not UTF-8 text.")?,
            InputLine::Text(line) => match line.as_str() {
                "" => {}
                "q" | "quit" => return Ok(()),
                "?" | "help" => writeln!(output, "{HELP}")?,
                "l" | "legal" => shown_at = None,
                "u" if session.take_back() => {
                    described = session.record().steps().len();
                    writeln!(output, "Undone.")?;
                }
                "u" => writeln!(output, "There is nothing to undo.")?,
                text => play_input(session, &choices, text, output)?,
            },
        }
    }
}

/// Plays the actions of bots until a person is to move or the game is over.
fn play_bots(session: &mut Session, described: &mut usize, output: &mut impl Write) -> io::Result<()> {
    while session.game().ending().is_none() && !session.is_humans_turn() {
        if session.thinking_bot() == Some(Level::Master) {
            // Only a master takes time. With several people, the steps are described to the next one.
            if session.humans() == 1 {
                describe_steps(session, described, output)?;
            }
            writeln!(output, "{} is thinking.", session.names()[usize::from(session.game().turn())])?;
            output.flush()?;
        }
        session.play_bot_action(Duration::MAX)?;
    }
    Ok(())
}

/// Hides the cards of the last player until the next one presses Enter. Returns false if they leave instead.
fn wait_for_next_player(
    session: &Session,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> io::Result<bool> {
    let name = &session.names()[usize::from(session.game().turn())];
    write!(output, "{}", "\n".repeat(CLEARING_LINES))?;
    loop {
        write!(output, "{name}'s turn: press Enter to show the cards of {name}, q to leave. ")?;
        output.flush()?;
        match input_line::read(input)? {
            InputLine::Text(line) if line.is_empty() => return Ok(true),
            InputLine::Text(line) if ["q", "quit"].contains(&line.as_str()) => return Ok(false),
            InputLine::EndOfInput => return writeln!(output).map(|()| false),
            _ => {}
        }
    }
}

fn play_input(
    session: &mut Session,
    choices: &[Choice],
    text: &str,
    output: &mut impl Write,
) -> io::Result<()> {
    let number = text.parse::<usize>().ok().map(|number| (number, number.checked_sub(1)));
    let action = match number {
        Some((number, index)) => match index.and_then(|index| choices.get(index)) {
            Some(choice) => Ok(choice.action),
            None => {
                let count = describe::count(choices.len(), "action");
                return writeln!(output, "There is no action {number}; the list has {count}.");
            }
        },
        None => session.game().parse_action(text),
    };
    match action.and_then(|action| session.play(action)) {
        Ok(()) => Ok(()),
        Err(refusal) => writeln!(output, "{}: {refusal}.", excerpt(text)),
    }
}

/// Describes the new steps to the player to move.
fn describe_steps(session: &Session, described: &mut usize, output: &mut impl Write) -> io::Result<()> {
    let viewer = session.game().turn().min(session.humans() - 1);
    let describer = Describer { names: session.names(), viewer: Some(Viewer::Player(viewer)) };
    let steps = session.record().steps();
    for step in steps.iter().skip(*described) {
        write!(output, "{}", describer.action(step))?;
        let points = describe::explain_points(&step.before, &step.events);
        if !points.long.is_empty() {
            write!(output, " {:+} ({})", points.total, points.long)?;
        }
        for sentence in describer.consequences(step) {
            write!(output, " {sentence}")?;
        }
        writeln!(output)?;
    }
    *described = steps.len();
    Ok(())
}

fn write_position(session: &Session, output: &mut impl Write) -> io::Result<()> {
    let player = session.game().turn();
    let display = DisplayState::of_view(&View::of(session.game(), Viewer::Player(player)));
    writeln!(output)?;
    for line in draw_floor(&display) {
        writeln!(output, "{line}")?;
    }
    for (name, shown) in session.names().iter().zip(&display.players) {
        let hand =
            shown.hand.map_or_else(|| describe::count(shown.hand_size, "card"), |hand| hand.to_string());
        writeln!(output, "{name}: {}; {hand}", describe::count(shown.score, "point"))?;
    }
    if let Some(bar) = &display.bar {
        let next =
            bar.values.get(bar.guests.len()).map_or("full".to_owned(), |value| format!("next {value:+}"));
        writeln!(output, "bar: {}, {next}", describe::count(bar.guests.len(), "guest"))?;
    }
    writeln!(output, "{}", display.stock_text)
}

/// Draws the café as lines of text, in its smallest size.
fn draw_floor(display: &DisplayState) -> Vec<String> {
    let Some(floor) = FloorLayout::sizes(display).pop() else { return Vec::new() };
    let area = Rect::new(0, 0, floor.width(), floor.height());
    let mut buffer = Buffer::empty(area);
    floor.draw(display, &Highlights::default(), Palette::Plain, area, &mut buffer);
    let row = |y| (0..area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..area.height).map(|y| row(y).trim_end().to_owned()).collect()
}

fn write_choices(choices: &[Choice], output: &mut impl Write) -> io::Result<()> {
    for (index, choice) in choices.iter().enumerate() {
        writeln!(output, "{:>3}  {:<10} {:>3}  {}", index + 1, choice.text, choice.score(), choice.short)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use cafe_bots::Budget;
    use cafe_rules::Record;

    use super::super::session::tests::{session, session_with};
    use super::*;

    /// Plays a script. Returns the output and the saved record.
    fn play_script(kind: Kind, humans: u8, script: impl AsRef<[u8]>) -> (String, Option<Record>) {
        let folder = tempfile::tempdir().unwrap();
        let mut output = Vec::new();
        play(session(kind, humans, folder.path()), script.as_ref(), &mut output).unwrap();
        let record = std::fs::read_to_string(folder.path().join("game.cafe")).ok();
        let output = String::from_utf8(output).unwrap();
        let output = output.replace(&folder.path().display().to_string(), "FOLDER");
        (output, record.map(|record| Record::parse(&record).unwrap()))
    }

    #[test]
    fn first_choice_plays_whole_games() {
        for kind in Kind::BOTH {
            for humans in [1, 2] {
                let (output, record) = play_script(kind, humans, "1\n\n".repeat(2000));
                let record = record.unwrap();
                assert!(record.game().outcome().is_some(), "{kind}");
                assert_eq!(output.matches("The game is over").count(), 1, "{kind}");
                for hint in ["Replay it: cafe replay FOLDER", "Analyse it: cafe analyse FOLDER"] {
                    assert!(output.contains(hint), "{kind}: {hint}");
                }
            }
        }
    }

    #[test]
    fn bots_are_introduced_and_masters_announced() {
        let folder = tempfile::tempdir().unwrap();
        let levels = [Level::Master, Level::Novice];
        let session = session_with(Kind::Card, 1, &levels, Budget::Playouts(20), folder.path());
        let mut output = Vec::new();
        play(session, &b"draw\n"[..], &mut output).unwrap();
        let output = String::from_utf8(output).unwrap();
        let opening = [Level::Master.description(), Level::Novice.description(), ""].join("\n");
        let (_, played) = output.split_once(&opening).unwrap();
        let place = |text: &str| played.find(text).unwrap_or_else(|| panic!("{text} is missing in {output}"));
        let order = ["You draw ", "Madame Wen is thinking.\nMadame Wen ", "\nFleur "].map(place);
        assert!(order.is_sorted(), "{output}");
        assert!(!output.contains("Fleur is thinking"), "{output}");
    }

    #[test]
    fn card_game_opening() {
        insta::assert_snapshot!(play_script(Kind::Card, 1, "draw\n").0);
    }

    #[test]
    fn board_game_opening() {
        insta::assert_snapshot!(play_script(Kind::Board, 2, "1\n").0);
    }

    #[test]
    fn refused_action_shows_the_reason() {
        let (output, record) = play_script(Kind::Card, 1, "close\nhello\nbar DEf\n999\n0\n");
        for message in [
            "close: you can close the café only with an empty hand.",
            "hello: this is not written as an action",
            "bar DEf: this is an action of the other game.",
            "There is no action 999; the list has ",
            "There is no action 0; the list has ",
            "Nothing was played, so there is no record.",
        ] {
            assert!(output.contains(message), "{message}\n{output}");
        }
        assert!(record.is_none());
    }

    #[test]
    fn commands_have_short_and_long_names() {
        for (script, text, count) in
            [("?\nhelp\n", "RUf is a lady", 2), ("l\nlegal\n", "  1  ", 3), ("quit\ndraw\n", "You draw", 0)]
        {
            let (output, _) = play_script(Kind::Card, 1, script);
            assert_eq!(output.matches(text).count(), count, "{script}: {output}");
        }
    }

    #[test]
    fn leaving_early_saves_the_record() {
        let (output, record) = play_script(Kind::Card, 1, "draw\ndraw\nq\n");
        assert!(
            output.contains("You left the game before the end.") && !output.contains("cafe analyse"),
            "{output}"
        );
        assert!(record.unwrap().steps().len() >= 3);
    }

    #[test]
    fn guest_can_be_taken_back_within_the_turn() {
        let folder = tempfile::tempdir().unwrap();
        let fresh = session(Kind::Card, 1, folder.path());
        let opener = choices::list(fresh.game()).into_iter().find(|choice| choice.short.starts_with("opens"));
        let (output, record) = play_script(Kind::Card, 1, format!("{}\nu\nu\n", opener.unwrap().text));
        assert!(output.contains("Undone.") && output.contains("There is nothing to undo."));
        assert!(record.is_none());
    }

    #[test]
    fn hidden_draws_and_hands_are_not_shown() {
        // The first choice scores most, so Irma soon has nothing better than to draw.
        let (output, _) = play_script(Kind::Card, 1, "1\n".repeat(60));
        let draws: Vec<&str> = output.lines().filter(|line| line.starts_with("Irma draws")).collect();
        assert!(!draws.is_empty(), "{output}");
        assert!(draws.iter().all(|line| line.starts_with("Irma draws a card.")), "{draws:?}");
        let hands: Vec<&str> = output.lines().filter(|line| line.starts_with("Irma: ")).collect();
        assert!(!hands.is_empty(), "{output}");
        assert!(hands.iter().all(|line| line.ends_with(" cards") || line.ends_with(" card")), "{hands:?}");
    }

    #[test]
    fn malformed_lines_do_not_end_the_game() {
        let long = "x".repeat(MAX_LINE_BYTES + 1);
        let script = [b"dr\xffaw\n", long.as_bytes(), b"\ndraw\n"].concat();
        let (output, record) = play_script(Kind::Card, 1, script);
        assert!(output.contains("Not an action: the line is not UTF-8 text."), "{output}");
        assert!(output.contains("Not an action: the line is longer than 4096 bytes."), "{output}");
        assert!(output.contains("You draw "), "{output}");
        assert!(record.is_some());
    }

    #[test]
    fn cards_are_hidden_until_the_next_player_presses_enter() {
        let folder = tempfile::tempdir().unwrap();
        let hand = session(Kind::Card, 2, folder.path()).game().hands()[1].to_string();
        let prompt = "Ben's turn: press Enter to show the cards of Ben, q to leave. ";
        let (covered, _) = play_script(Kind::Card, 2, "draw\n1\nl\n");
        assert_eq!(covered.matches(prompt).count(), 3, "{covered}");
        assert!(!covered.contains(&hand), "{covered}");
        assert!(covered.contains(&format!("{}{prompt}", "\n".repeat(CLEARING_LINES))), "{covered}");
        let (shown, _) = play_script(Kind::Card, 2, "draw\n\n");
        assert!(shown.contains(&format!("Ben: 0 points; {hand}")), "{shown}");
        let (left, _) = play_script(Kind::Card, 2, "draw\nq\ndraw\n");
        assert!(left.contains("You left the game before the end.") && !left.contains(&hand), "{left}");
    }

    #[test]
    fn game_continues_if_the_record_cannot_be_saved() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("gone");
        std::fs::create_dir(&place).unwrap();
        let session = session(Kind::Card, 1, &place);
        std::fs::remove_dir(&place).unwrap();
        let mut output = Vec::new();
        let saved = play(session, &b"draw\ndraw\n"[..], &mut output);
        let output = String::from_utf8(output).unwrap();
        assert_eq!(output.matches("Cannot save the record to ").count(), 1, "{output}");
        assert_eq!(output.matches("You draw ").count(), 2, "{output}");
        let error = saved.unwrap_err().to_string();
        assert!(error.starts_with("cannot save the record to "), "{error}");
    }
}
