//! A record as text for people: every turn with its actions, the points explained, the scores, the result.

use std::io::{self, Write};

use cafe_rules::{DealSource, Game, Record, Step};

use crate::files::clean;
use crate::words::{self, Teller};

/// How wide the column of actions is; a party is wider and pushes its sentence to the right.
const ACTION: usize = 10;

/// Writes the game; with a turn, only that one.
pub(super) fn write(log: &Record, turn: Option<usize>, output: &mut impl Write) -> io::Result<()> {
    let names = words::names(log.header());
    let teller = Teller { names: &names, viewer: None };
    header(log, &names, output)?;
    for (index, steps) in log.turns().enumerate() {
        let number = index + 1;
        if turn.is_none_or(|turn| turn == number) {
            write_turn(number, steps, teller, output)?;
        }
    }
    if turn.is_none() {
        result(log, teller, output)?;
    }
    Ok(())
}

fn header(log: &Record, names: &[String], output: &mut impl Write) -> io::Result<()> {
    let header = log.header();
    writeln!(output, "Café International: the {}", words::game(header.options))?;
    writeln!(output, "{}", words::list(names))?;
    for remark in [&header.date, &header.note].into_iter().filter(|remark| !remark.is_empty()) {
        writeln!(output, "{}", clean(remark))?;
    }
    if let DealSource::Seed(seed) = header.deal_source {
        writeln!(output, "seed {seed}")?;
    }
    if let Game::Card(game) = log.start() {
        let plan = game.cafe().plan();
        let tables: Vec<String> = plan
            .tables()
            .map(|table| format!("{} {}", plan.table_cell(table), game.cafe().nation(table).english_name()))
            .collect();
        writeln!(output, "tables: {}", tables.join(", "))?;
    }
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    for (name, hand) in names.iter().zip(log.start().hands()) {
        writeln!(output, "{name:<width$}  {hand}")?;
    }
    Ok(())
}

fn write_turn(number: usize, steps: &[Step], teller: Teller, output: &mut impl Write) -> io::Result<()> {
    let (Some(first), Some(last)) = (steps.first(), steps.last()) else { return Ok(()) };
    writeln!(output, "\n{number}. {}", teller.name(first.player))?;
    let mut sum = 0;
    for step in steps {
        let before = &step.before;
        let points = words::points(before, &step.events);
        writeln!(
            output,
            "   {:<ACTION$}  {}",
            step.after.format_action(&step.action),
            teller.deed(before, step)
        )?;
        if !points.long.is_empty() {
            writeln!(output, "   {:>ACTION$}  {}", format!("{:+}", points.sum), points.long)?;
        }
        for told in teller.aftermath(before, step) {
            writeln!(output, "   {:ACTION$}  {told}", "")?;
        }
        sum += points.sum;
    }
    let score = |(player, score): (usize, &i16)| format!("{} {score}", teller.name(player as u8));
    let scores: Vec<String> = last.after.scores().iter().enumerate().map(score).collect();
    writeln!(output, "   {:<ACTION$}  {}", format!("= {sum}"), scores.join(", "))
}

fn result(log: &Record, teller: Teller, output: &mut impl Write) -> io::Result<()> {
    let game = log.game();
    let Some(outcome) = game.outcome() else {
        return writeln!(output, "\nThe record ends here; the game is not over.");
    };
    writeln!(output, "\nResult: {}", outcome.why.description())?;
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

    fn written(log: &Record, turn: Option<usize>) -> String {
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
