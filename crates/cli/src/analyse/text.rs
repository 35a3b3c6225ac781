//! An analysis as text for people: no line is wider than eighty columns.

use std::fmt::Write as _;

use cafe_analysis::{
    BLUNDER_MIN_LOSS, Decision, GOOD_MIN_LOSS, GameAnalysis, Grade, HALF_ACCURACY_LOSS, INACCURACY_MIN_LOSS,
    LUCK_SAMPLES, MISTAKE_MIN_LOSS,
};
use cafe_bots::{Candidate, Turn};
use cafe_rules::Game;
use ratatui::text::Span;

use crate::screen::notice::wrapped;
use crate::words::{self, signed};

const WIDTH: usize = 80;
/// A name takes at most so many columns.
const NAME_MOST: usize = 12;
/// What stands before a turn that would have been better.
const BETTER: &str = "> ";
/// The lines of a turn after its first, and what a word means, begin so much further to the right.
const TURN_INDENT: usize = 2;
const MEANING_INDENT: usize = 10;
/// What the columns of a decision take apart from its player and turn.
const OTHER_COLUMNS: usize = 42;

const MARGIN: (&str, &str) =
    ("margin", "points ahead of the best opponent at the end of the game, as expected");

/// The best turns of a position.
pub(super) fn position(game: &Game, found: &[Candidate]) -> String {
    let mut text = String::new();
    let (kind, player) = (words::game(game.options()), game.turn() + 1);
    let _ = writeln!(text, "Café International: the {kind}; it is the turn of Player {player}\n");
    let heading = "    margin  points  worlds  turn";
    let _ = writeln!(text, "{heading}");
    let before = heading.len() - "turn".len();
    for (place, Candidate { turn, value, worlds }) in found.iter().enumerate() {
        let mut lines = lines(&written(turn, game), "", WIDTH - before).into_iter();
        let actions = lines.next().unwrap_or_default();
        let (points, value) = (turn.points, signed(*value));
        let _ = writeln!(text, "{:>2}  {value:>6}  {points:>6}  {worlds:>6}  {actions}", place + 1);
        lines.for_each(|line| _ = writeln!(text, "{:before$}{line}", ""));
    }
    legend(
        &[
            MARGIN,
            ("points", "what the turn scores at once"),
            ("worlds", "in how many deals of the hidden cards the turn was tried"),
        ],
        &mut text,
    );
    text
}

/// A whole game: every decision, how each player did, and what the columns mean.
pub(super) fn record(analysis: &GameAnalysis, names: &[String], coloured: bool) -> String {
    let kind = words::game(analysis.game.options());
    let players = wrapped(&words::list(names), WIDTH).join("\n");
    let mut text = format!("Café International: the {kind}\n{players}\n\n");
    let column = words::column(names, "player".len(), NAME_MOST);
    decisions(analysis, &column, coloured, &mut text);
    if analysis.game.ending().is_none() {
        text.push_str("\nThe game is not over; it was analysed as far as it goes.\n");
    }
    summary(analysis, &column, &mut text);
    let word = format!(
        "by points lost: best below {GOOD_MIN_LOSS}, good below {INACCURACY_MIN_LOSS}, inaccuracy below {MISTAKE_MIN_LOSS}, \
         mistake below {BLUNDER_MIN_LOSS}, blunder from {BLUNDER_MIN_LOSS} on; only: there was no choice, which counts in no \
         average"
    );
    let accuracy = format!("100 · {HALF_ACCURACY_LOSS} / ({HALF_ACCURACY_LOSS} + loss) percent, on average");
    let luck = format!(
        "what the cards gave that the player was dealt and drew, in points, compared with {LUCK_SAMPLES} other deals of \
         them; tables laid and the cards of the others are not counted"
    );
    legend(
        &[
            MARGIN,
            ("loss", "margin given away, compared with the best turn; below: on average"),
            ("word", &word),
            (BETTER, "what would have been better"),
            ("accuracy", &accuracy),
            ("luck", &luck),
        ],
        &mut text,
    );
    text
}

/// `RUm@c4; ITm@c2; end`
fn written(turn: &Turn, game: &Game) -> String {
    turn.notation(game).join("; ")
}

/// A turn after its mark, in as many lines as it takes.
fn lines(turn: &str, mark: &str, width: usize) -> Vec<String> {
    let whole = format!("{mark}{turn}");
    if whole.len() <= width {
        return vec![whole];
    }
    let mut lines = wrapped(turn, width - TURN_INDENT).into_iter();
    let first = format!("{mark}{}", lines.next().unwrap_or_default());
    std::iter::once(first).chain(lines.map(|line| format!("{:TURN_INDENT$}{line}", ""))).collect()
}

/// The turns that would have been better than what was played, unless that was good enough to be called best.
fn better(decision: &Decision) -> impl Iterator<Item = &Candidate> {
    let lost = decision.grade > Grade::Best;
    decision.alternatives.iter().filter(move |candidate| lost && candidate.value > decision.value)
}

/// How wide a column of names is.
fn width_of(names: &[String]) -> usize {
    names.first().map_or(0, |name| Span::raw(name).width())
}

fn decisions(analysis: &GameAnalysis, names: &[String], coloured: bool, text: &mut String) {
    let actions = |turn: &Turn| written(turn, &analysis.game);
    let width = |decision: &Decision| {
        let others = better(decision).map(|candidate| BETTER.len() + actions(&candidate.turn).len());
        others.fold(actions(&decision.played).len(), usize::max)
    };
    let blank = width_of(names);
    let widest = analysis.decisions.iter().map(width).fold("played".len(), usize::max);
    let most = widest.min(WIDTH - OTHER_COLUMNS - blank);
    let _ = writeln!(text, "turn  {:blank$}  {:most$}  points  margin  loss  word", "player", "played");
    let mut row = |number: &str, name: &str, turn: &Turn, mark: &str, value: f32, end: &str| {
        let (points, value) = (turn.points, signed(value));
        let mut lines = lines(&actions(turn), mark, most).into_iter();
        let first = lines.next().unwrap_or_default();
        let _ = writeln!(text, "{number:>4}  {name}  {first:most$}  {points:>6}  {value:>6}{end}");
        lines.for_each(|line| _ = writeln!(text, "{:4}  {:blank$}  {line}", "", ""));
    };
    for decision in &analysis.decisions {
        let Decision { turn, player, played, value, loss, grade, .. } = decision;
        let word = if coloured { colour(*grade) } else { grade.as_str().to_owned() };
        let name = &names[usize::from(*player)];
        row(&turn.to_string(), name, played, "", *value, &format!("  {loss:>4.1}  {word}"));
        for Candidate { turn, value, .. } in better(decision) {
            row("", &" ".repeat(blank), turn, BETTER, *value, "");
        }
    }
}

/// The word in the terminal's own colours, which it keeps readable on its own ground.
fn colour(grade: Grade) -> String {
    let code = match grade {
        Grade::Forced => "2",
        Grade::Best => "1;32",
        Grade::Good => "32",
        Grade::Inaccuracy => "33",
        Grade::Mistake => "31",
        Grade::Blunder => "1;31",
    };
    format!("\u{1b}[{code}m{}\u{1b}[0m", grade.as_str())
}

/// How each player did. How many decisions there were is the sum of the words.
fn summary(analysis: &GameAnalysis, names: &[String], text: &mut String) {
    let blank = width_of(names);
    let _ = write!(text, "\n{:blank$}  loss  accuracy", "player");
    Grade::WITH_CHOICE.iter().for_each(|grade| _ = write!(text, "  {}", grade.as_str()));
    let _ = writeln!(text, "    luck");
    for player in &analysis.players {
        let loss = player.average_loss.map_or("-".to_owned(), |loss| format!("{loss:.1}"));
        let accuracy = player.accuracy.map_or("-".to_owned(), |accuracy| format!("{accuracy:.0} %"));
        let name = &names[usize::from(player.player)];
        let _ = write!(text, "{name}  {loss:>4}  {accuracy:>8}");
        for (grade, count) in Grade::WITH_CHOICE.iter().zip(player.grades) {
            let _ = write!(text, "  {count:>0$}", grade.as_str().len());
        }
        let _ = writeln!(text, "  {:>6}", signed(player.luck));
    }
}

/// What the words over the columns mean.
fn legend(words: &[(&str, &str)], text: &mut String) {
    text.push('\n');
    for (word, meaning) in words {
        for (number, line) in wrapped(meaning, WIDTH - MEANING_INDENT).iter().enumerate() {
            let word = if number == 0 { word } else { "" };
            let _ = writeln!(text, "{word:MEANING_INDENT$}{line}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_too_long_for_its_column_goes_on_in_the_next_line() {
        assert_eq!(lines("RUm@c4; end", BETTER, 13), ["> RUm@c4; end"]);
        let party = "party b4 FRf@b5 FRf@a4 DEf@c4 FRf@b3";
        assert_eq!(lines(party, BETTER, 24), ["> party b4 FRf@b5 FRf@a4", "  DEf@c4 FRf@b3"]);
        assert_eq!(lines(party, "", 20), ["party b4 FRf@b5", "  FRf@a4 DEf@c4", "  FRf@b3"]);
    }
}
