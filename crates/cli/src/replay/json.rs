//! A record as JSON, one object per line: the header with the deal, then every action with its results.

use std::io::{self, Write};

use cafe_rules::Record;
use serde_json::{Map, Value, json};

use crate::engine;
use crate::text_file::sanitize_json;

/// Writes the game, or the actions of one turn.
pub(super) fn write(record: &Record, turn: Option<usize>, output: &mut impl Write) -> io::Result<()> {
    write_line(&header(record), output)?;
    for (index, steps) in record.turns().enumerate() {
        let number = index + 1;
        if turn.is_some_and(|turn| turn != number) {
            continue;
        }
        for step in steps {
            let mut fields = Map::new();
            fields.insert("turn".to_owned(), json!(number));
            fields.insert("player".to_owned(), json!(step.player));
            fields.insert("action".to_owned(), json!(step.after.format_action(&step.action)));
            if let Value::Object(mut answer) = engine::events_json(&step.after, &step.events) {
                answer.shift_remove("ok");
                fields.extend(answer);
            }
            write_line(&Value::Object(fields), output)?;
        }
    }
    Ok(())
}

fn header(record: &Record) -> Value {
    let header = record.header();
    let options = header.options;
    let mut fields = json!({
        "game": options.kind().as_str(),
        "players": options.players(),
        "parties": options.parties(),
        "names": header.names,
        "date": header.date,
        "note": header.note,
        "turns": record.turns().count(),
        "actions": record.steps().len(),
        "state": record.start().position(),
    });
    if !header.resigned.is_empty() {
        fields["resigned"] = json!(header.resigned);
    }
    fields
}

fn write_line(value: &Value, output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "{}", sanitize_json(&value.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample_games::{board_game, card_game};

    fn write_lines(record: &Record, turn: Option<usize>) -> Vec<Value> {
        let mut output = Vec::new();
        write(record, turn, &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[test]
    fn every_action_is_a_line_with_the_state_after_it() {
        for record in [card_game(3), board_game(3)] {
            let lines = write_lines(&record, None);
            assert_eq!(lines.len(), record.steps().len() + 1);
            assert_eq!(lines[0]["state"], record.start().position());
            let mut game = *record.start();
            for (line, step) in lines[1..].iter().zip(record.steps()) {
                assert_eq!(line["player"], json!(step.player));
                let action = game.parse_action(line["action"].as_str().unwrap()).unwrap();
                game.play(action).unwrap();
                assert_eq!(line["state"], game.position());
                for field in ["turn", "points", "cleared", "laid", "drew", "eliminated"] {
                    assert!(line.get(field).is_some(), "{field}");
                }
            }
            assert!(lines.last().unwrap()["state"]["result"].is_object());
        }
    }

    #[test]
    fn one_turn_can_be_selected() {
        let record = card_game(3);
        let lines = write_lines(&record, Some(2));
        assert_eq!(lines.len(), 1 + record.turns().nth(1).unwrap().len());
        assert!(lines[1..].iter().all(|line| line["turn"] == 2));
    }

    #[test]
    fn first_lines_of_a_game() {
        let lines = write_lines(&card_game(3), Some(1));
        insta::assert_snapshot!(serde_json::to_string_pretty(&lines).unwrap());
    }
}
