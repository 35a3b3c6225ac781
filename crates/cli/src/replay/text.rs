//! A record as text for people: every turn with its actions, the points explained, the scores, the result.

use std::io::{self, Write};

use cafe_rules::{DealtBy, Game, Log, Step};

use crate::files::clean;
use crate::words::{self, Teller};

/// How wide the column of actions is; a party is wider and pushes its sentence to the right.
const ACTION: usize = 10;

/// Writes the game; with a turn, only that one.
pub(super) fn write(log: &Log, turn: Option<usize>, output: &mut impl Write) -> io::Result<()> {
    let names = words::names(log.header());
    let teller = Teller { names: &names, viewer: None };
    header(log, &names, output)?;
    let mut before = log.start();
    for (index, steps) in log.turns().enumerate() {
        let number = index + 1;
        if turn.is_none_or(|turn| turn == number) {
            write_turn(number, steps, before, teller, output)?;
        }
        before = steps.last().map_or(before, |step| &step.after);
    }
    if turn.is_none() {
        result(log, teller, output)?;
    }
    Ok(())
}

fn header(log: &Log, names: &[String], output: &mut impl Write) -> io::Result<()> {
    let header = log.header();
    writeln!(output, "Café International: the {}", words::game(header.options))?;
    writeln!(output, "{}", words::list(names))?;
    for remark in [&header.date, &header.note].into_iter().filter(|remark| !remark.is_empty()) {
        writeln!(output, "{}", clean(remark))?;
    }
    if let DealtBy::Seed(seed) = header.dealt_by {
        writeln!(output, "seed {seed}")?;
    }
    if let Game::Card(game) = log.start() {
        let plan = game.cafe().plan();
        let tables: Vec<String> = plan
            .tables()
            .map(|table| format!("{} {}", plan.table_cell(table), game.cafe().nation(table).english()))
            .collect();
        writeln!(output, "tables: {}", tables.join(", "))?;
    }
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    for (name, hand) in names.iter().zip(log.start().hands()) {
        writeln!(output, "{name:<width$}  {hand}")?;
    }
    Ok(())
}

fn write_turn(
    number: usize,
    steps: &[Step],
    start: &Game,
    teller: Teller,
    output: &mut impl Write,
) -> io::Result<()> {
    let Some(first) = steps.first() else { return Ok(()) };
    writeln!(output, "\n{number}. {}", teller.name(first.player))?;
    let mut before = start;
    let mut sum = 0;
    for step in steps {
        let points = words::points(before, &step.events);
        writeln!(output, "   {:<ACTION$}  {}", step.after.write(&step.action), teller.deed(before, step))?;
        if !points.long.is_empty() {
            writeln!(output, "   {:>ACTION$}  {}", format!("{:+}", points.sum), points.long)?;
        }
        for told in teller.aftermath(before, step) {
            writeln!(output, "   {:ACTION$}  {told}", "")?;
        }
        sum += points.sum;
        before = &step.after;
    }
    let score = |(player, score): (usize, &i16)| format!("{} {score}", teller.name(player as u8));
    let scores: Vec<String> = before.scores().iter().enumerate().map(score).collect();
    writeln!(output, "   {:<ACTION$}  {}", format!("= {sum}"), scores.join(", "))
}

fn result(log: &Log, teller: Teller, output: &mut impl Write) -> io::Result<()> {
    let game = log.game();
    let Some(outcome) = game.outcome() else {
        return writeln!(output, "\nThe record ends here; the game is not over.");
    };
    writeln!(output, "\nResult: {}", outcome.why.english())?;
    writeln!(output, "{}", words::penalty_rule(game.options().kind()))?;
    for line in teller.standings(game, &outcome) {
        writeln!(output, "   {line}")?;
    }
    writeln!(output, "{}", teller.verdict(&outcome))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample_games::{board_game, card_game};

    fn written(log: &Log, turn: Option<usize>) -> String {
        let mut output = Vec::new();
        write(log, turn, &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn a_whole_card_game_reads_like_this() {
        insta::assert_snapshot!(written(&card_game(3), None));
    }

    #[test]
    fn a_whole_board_game_reads_like_this() {
        insta::assert_snapshot!(written(&board_game(3), None));
    }

    #[test]
    fn one_turn_alone_reads_like_this() {
        insta::assert_snapshot!(written(&board_game(3), Some(2)));
    }
}
