//! An analysis as text of at most eighty columns.

use std::fmt::Write as _;

use cafe_analysis::{
    BLUNDER_MIN_LOSS, Decision, GOOD_MIN_LOSS, GameAnalysis, Grade, HALF_ACCURACY_LOSS, INACCURACY_MIN_LOSS,
    LUCK_SAMPLES, MISTAKE_MIN_LOSS,
};
use cafe_bots::{Candidate, Turn};
use cafe_rules::{Game, Record};
use ratatui::text::Span;

use crate::describe::{self, Describer, signed, wrap};

const WIDTH: usize = 80;
/// Maximum width of a player's name.
const MAX_NAME_WIDTH: usize = 12;
/// Marks a turn that would have been better.
const BETTER_MARK: &str = "> ";
/// Indentation of the continuation lines of a turn.
const TURN_INDENT: usize = 2;
/// Width of the first column of the legend.
const LEGEND_INDENT: usize = 10;
/// Width of the columns of a decision other than player and turn.
const OTHER_COLUMNS_WIDTH: usize = 42;

const MARGIN: (&str, &str) =
    ("margin", "expected lead over the best opponent at the end of the game, in points");

/// Formats the best turns of a position.
pub(super) fn position(game: &Game, candidates: &[Candidate]) -> String {
    let mut text = String::new();
    let (kind, player) = (describe::game(game.options()), game.turn() + 1);
    let _ = writeln!(text, "Café International: the {kind}; Player {player} is to move\n");
    let heading = "    margin  points  worlds  turn";
    let _ = writeln!(text, "{heading}");
    let indent = heading.len() - "turn".len();
    for (place, Candidate { turn, value, worlds }) in candidates.iter().enumerate() {
        let mut lines = turn_lines(&format_turn(turn, game), "", WIDTH - indent).into_iter();
        let actions = lines.next().unwrap_or_default();
        let (points, value) = (turn.points, signed(*value));
        let _ = writeln!(text, "{:>2}  {value:>6}  {points:>6}  {worlds:>6}  {actions}", place + 1);
        lines.for_each(|line| _ = writeln!(text, "{:indent$}{line}", ""));
    }
    legend(
        &[
            MARGIN,
            ("points", "points that the turn scores at once"),
            ("worlds", "number of deals of the hidden cards in which the turn was tried"),
        ],
        &mut text,
    );
    text
}

/// Formats the analysis of a game: every decision, a summary per player, and a legend.
pub(super) fn record(analysis: &GameAnalysis, record: &Record, use_colour: bool) -> String {
    let kind = describe::game(analysis.game.options());
    let names = describe::player_names(record.header());
    let players = wrap(&describe::join_list(&names), WIDTH).join("\n");
    let mut text = format!("Café International: the {kind}\n{players}\n\n");
    let column = describe::name_column(&names, "player".len(), MAX_NAME_WIDTH);
    decisions(analysis, &column, use_colour, &mut text);
    let resignations = Describer { names: &names, viewer: None }.resignations(record);
    if !resignations.is_empty() {
        let _ = writeln!(text, "\n{}", wrap(&resignations, WIDTH).join("\n"));
    }
    if !record.is_over() {
        text.push_str("\nThe game is not over.\n");
    }
    summary(analysis, &column, &mut text);
    let grades = format!(
        "by points lost: best below {GOOD_MIN_LOSS}, good below {INACCURACY_MIN_LOSS}, inaccuracy below {MISTAKE_MIN_LOSS}, \
         mistake below {BLUNDER_MIN_LOSS}, blunder from {BLUNDER_MIN_LOSS}; only: there was no choice; it does not count"
    );
    let accuracy = format!("100 · {HALF_ACCURACY_LOSS} / ({HALF_ACCURACY_LOSS} + loss) percent, averaged");
    let luck = format!(
        "value of the cards that the player received, in points, compared with {LUCK_SAMPLES} random samples; new \
         tables and the cards of others are not counted"
    );
    legend(
        &[
            MARGIN,
            ("loss", "margin lost compared with the best turn; in the summary: averaged"),
            ("grade", &grades),
            (BETTER_MARK, "a better turn"),
            ("accuracy", &accuracy),
            ("luck", &luck),
        ],
        &mut text,
    );
    text
}

/// `RUm@c4; ITm@c2; end`
fn format_turn(turn: &Turn, game: &Game) -> String {
    turn.notation(game).join("; ")
}

/// Wraps a turn after its mark.
fn turn_lines(turn: &str, mark: &str, width: usize) -> Vec<String> {
    let line = format!("{mark}{turn}");
    if line.len() <= width {
        return vec![line];
    }
    let mut lines = wrap(turn, width - TURN_INDENT).into_iter();
    let first = format!("{mark}{}", lines.next().unwrap_or_default());
    std::iter::once(first).chain(lines.map(|line| format!("{:TURN_INDENT$}{line}", ""))).collect()
}

/// Returns the turns that are better than the one played, unless that was graded best.
fn better_turns(decision: &Decision) -> impl Iterator<Item = &Candidate> {
    let is_worse = decision.grade > Grade::Best;
    decision.alternatives.iter().filter(move |candidate| is_worse && candidate.value > decision.value)
}

fn column_width(names: &[String]) -> usize {
    names.first().map_or(0, |name| Span::raw(name).width())
}

fn decisions(analysis: &GameAnalysis, names: &[String], use_colour: bool, text: &mut String) {
    let actions = |turn: &Turn| format_turn(turn, &analysis.game);
    let width = |decision: &Decision| {
        let others =
            better_turns(decision).map(|candidate| BETTER_MARK.len() + actions(&candidate.turn).len());
        others.fold(actions(&decision.played).len(), usize::max)
    };
    let name_width = column_width(names);
    let widest = analysis.decisions.iter().map(width).fold("played".len(), usize::max);
    let turn_width = widest.min(WIDTH - OTHER_COLUMNS_WIDTH - name_width);
    let _ = writeln!(
        text,
        "turn  {:name_width$}  {:turn_width$}  points  margin  loss  grade",
        "player", "played"
    );
    let mut row = |number: &str, name: &str, turn: &Turn, mark: &str, value: f32, end: &str| {
        let (points, value) = (turn.points, signed(value));
        let mut lines = turn_lines(&actions(turn), mark, turn_width).into_iter();
        let first = lines.next().unwrap_or_default();
        let _ = writeln!(text, "{number:>4}  {name}  {first:turn_width$}  {points:>6}  {value:>6}{end}");
        lines.for_each(|line| _ = writeln!(text, "{:4}  {:name_width$}  {line}", "", ""));
    };
    for decision in &analysis.decisions {
        let Decision { turn, player, played, value, loss, grade, .. } = decision;
        let grade = if use_colour { coloured(*grade) } else { grade.as_str().to_owned() };
        let name = &names[usize::from(*player)];
        row(&turn.to_string(), name, played, "", *value, &format!("  {loss:>4.1}  {grade}"));
        for Candidate { turn, value, .. } in better_turns(decision) {
            row("", &" ".repeat(name_width), turn, BETTER_MARK, *value, "");
        }
    }
}

/// Formats a grade in the terminal's basic colours, which are readable on its background.
fn coloured(grade: Grade) -> String {
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

/// Writes one line per player. The number of decisions is the sum of the grades.
fn summary(analysis: &GameAnalysis, names: &[String], text: &mut String) {
    let name_width = column_width(names);
    let _ = write!(text, "\n{:name_width$}  loss  accuracy", "player");
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

/// Writes the legend.
fn legend(entries: &[(&str, &str)], text: &mut String) {
    text.push('\n');
    for (name, meaning) in entries {
        for (number, line) in wrap(meaning, WIDTH - LEGEND_INDENT).iter().enumerate() {
            let name = if number == 0 { name } else { "" };
            let _ = writeln!(text, "{name:LEGEND_INDENT$}{line}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_turn_is_wrapped() {
        assert_eq!(turn_lines("RUm@c4; end", BETTER_MARK, 13), ["> RUm@c4; end"]);
        let party = "party b4 FRf@b5 FRf@a4 DEf@c4 FRf@b3";
        assert_eq!(turn_lines(party, BETTER_MARK, 24), ["> party b4 FRf@b5 FRf@a4", "  DEf@c4 FRf@b3"]);
        assert_eq!(turn_lines(party, "", 20), ["party b4 FRf@b5", "  FRf@a4 DEf@c4", "  FRf@b3"]);
    }
}
