//! A record as text: every turn with its actions, points and scores, and the result.

use std::io::{self, Write};

use cafe_rules::{DealSource, FriendlyDeal, Game, Record, Step};

use crate::describe::{self, Describer};
use crate::text_file::sanitize;

/// Width of the column of actions. A party is wider and moves its sentence to the right.
const ACTION_WIDTH: usize = 10;

/// Writes the game, or one turn.
pub(super) fn write(record: &Record, turn: Option<usize>, output: &mut impl Write) -> io::Result<()> {
    let names = describe::player_names(record.header());
    let describer = Describer { names: &names, viewer: None };
    write_header(record, &names, output)?;
    for (index, steps) in record.turns().enumerate() {
        let number = index + 1;
        if turn.is_none_or(|turn| turn == number) {
            write_turn(number, steps, describer, output)?;
        }
    }
    if turn.is_none() {
        write_result(record, describer, output)?;
    }
    Ok(())
}

fn write_header(record: &Record, names: &[String], output: &mut impl Write) -> io::Result<()> {
    let header = record.header();
    writeln!(output, "Café International: the {}", describe::game(header.options))?;
    writeln!(output, "{}", describe::join_list(names))?;
    for line in [&header.date, &header.note].into_iter().filter(|line| !line.is_empty()) {
        writeln!(output, "{}", sanitize(line))?;
    }
    match header.deal_source {
        DealSource::Seed(seed) => writeln!(output, "seed {seed}")?,
        DealSource::Friendly(FriendlyDeal { number, seed }) => {
            writeln!(output, "seed {seed}, chosen as a friendly deal (number {number})")?;
        }
        DealSource::Explicit(_) => {}
    }
    if let Game::Card(game) = record.start() {
        let plan = game.cafe().plan();
        let tables: Vec<String> = plan
            .tables()
            .map(|table| format!("{} {}", plan.table_cell(table), game.cafe().nation(table).english_name()))
            .collect();
        writeln!(output, "tables: {}", tables.join(", "))?;
    }
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    for (name, hand) in names.iter().zip(record.start().hands()) {
        writeln!(output, "{name:<width$}  {hand}")?;
    }
    Ok(())
}

fn write_turn(
    number: usize,
    steps: &[Step],
    describer: Describer,
    output: &mut impl Write,
) -> io::Result<()> {
    let (Some(first), Some(last)) = (steps.first(), steps.last()) else { return Ok(()) };
    writeln!(output, "\n{number}. {}", describer.name(first.player))?;
    let mut total = 0;
    for step in steps {
        let points = describe::explain_points(&step.before, &step.events);
        writeln!(
            output,
            "   {:<ACTION_WIDTH$}  {}",
            step.after.format_action(&step.action),
            describer.action(step)
        )?;
        if !points.long.is_empty() {
            writeln!(output, "   {:>ACTION_WIDTH$}  {}", format!("{:+}", points.total), points.long)?;
        }
        for sentence in describer.consequences(step) {
            writeln!(output, "   {:ACTION_WIDTH$}  {sentence}", "")?;
        }
        total += points.total;
    }
    let score = |(player, score): (usize, &i16)| format!("{} {score}", describer.name(player as u8));
    let scores: Vec<String> = last.after.scores().iter().enumerate().map(score).collect();
    writeln!(output, "   {:<ACTION_WIDTH$}  {}", format!("= {total}"), scores.join(", "))
}

fn write_result(record: &Record, describer: Describer, output: &mut impl Write) -> io::Result<()> {
    let game = record.game();
    let resignations = describer.resignations(record);
    if !resignations.is_empty() {
        writeln!(output, "\n{resignations}")?;
    }
    let Some(outcome) = record.outcome() else {
        return if record.is_over() { Ok(()) } else { writeln!(output, "\nThe game is not over.") };
    };
    writeln!(output, "\nResult: {}", outcome.why.description())?;
    writeln!(output, "{}", describe::penalty_rule(game.options().kind()))?;
    for line in describer.standings(game, &outcome) {
        writeln!(output, "   {line}")?;
    }
    writeln!(output, "{}", describer.winner_sentence(&outcome))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample_games::{board_game, card_game};

    fn write_text(record: &Record, turn: Option<usize>) -> String {
        let mut output = Vec::new();
        write(record, turn, &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn whole_card_game() {
        insta::assert_snapshot!(write_text(&card_game(3), None));
    }

    #[test]
    fn whole_board_game() {
        insta::assert_snapshot!(write_text(&board_game(3), None));
    }

    #[test]
    fn one_turn() {
        insta::assert_snapshot!(write_text(&board_game(3), Some(2)));
    }
}
