//! What somebody who plays sees: marks in the café, the story, the actions to choose from, what was played.

use cafe_rules::{Action, ActionView, Game, Kind, Step, Viewer};
use ratatui::text::{Line, Span};

use super::{Choice, Sitting};
use crate::screen::sight::seat_cell;
use crate::screen::{List, Marks, Row};
use crate::words::{self, Teller};

impl Sitting {
    /// The actions since the viewer's last turn ended, or that turn's last one, each with the game before it.
    fn news(&self) -> Vec<(&Game, &Step)> {
        let steps = self.table.log().steps();
        let own = |step: &Step| step.player == self.viewer && step.ends_turn();
        let first = steps.iter().rposition(own).map_or(0, |index| (index + 1).min(steps.len() - 1));
        steps[first..].iter().map(|step| (&step.before, step)).collect()
    }

    pub(super) fn marks(&self) -> Marks {
        let mut marks = Marks::default();
        for (before, step) in self.news() {
            let new = Marks::of(before, step);
            marks.taken.extend(new.taken);
            marks.laid.extend(new.laid);
            (marks.paid, marks.at_bar) = (new.paid, new.at_bar.or(marks.at_bar));
            marks.left = new.left;
        }
        let game = self.table.game();
        let fitting = self.fitting();
        let Some(chosen) = fitting.get(self.selected) else { return marks };
        marks.chosen = match chosen.action {
            Action::Seat(_, seat) | Action::Swap(_, seat) => vec![seat_cell(game, seat)],
            Action::Party(party) => party.guests().iter().map(|(_, seat)| seat_cell(game, *seat)).collect(),
            _ => Vec::new(),
        };
        if let Action::Seat(guest, _) = chosen.action {
            let offers = self.choices.iter().filter_map(|choice| match choice.action {
                Action::Seat(other, seat) if other == guest => {
                    Some((seat_cell(game, seat), choice.points.sum))
                }
                _ => None,
            });
            marks.offers = offers.collect();
            (marks.paid, marks.left) = (Vec::new(), Vec::new());
        }
        marks
    }

    fn teller(&self) -> Teller<'_> {
        Teller { names: self.table.names(), viewer: Some(Viewer::Player(self.viewer)) }
    }

    /// What was done last, and what the chosen action would do.
    pub(super) fn story(&self) -> Vec<Line<'_>> {
        let palette = self.palette;
        let teller = self.teller();
        let mut story = Vec::new();
        match self.news().last() {
            Some((before, step)) => {
                let points = words::points(before, &step.events);
                let scored = if points.long.is_empty() {
                    String::new()
                } else {
                    format!(" {:+} ({})", points.sum, points.long)
                };
                let after = teller.aftermath(before, step).join(" ");
                let told = format!("{}{scored} {after}", teller.deed(before, step));
                story.push(Line::styled(told, palette.soft()));
            }
            None if self.table.log().steps().is_empty() => {
                let hello = "The café opens, and you begin. Choose with ↑ ↓ and Enter; ? explains.";
                story.push(Line::styled(hello, palette.soft()));
            }
            None => story.push(Line::default()),
        }
        if !self.refused.is_empty() {
            story.push(Line::styled(self.refused.as_str(), palette.refused()));
        } else if let Some(chosen) = self.fitting().get(self.selected) {
            story.push(Line::from(vec![
                Span::styled(format!("{} ", chosen.text), palette.brass()),
                Span::styled(format!("{}  ", chosen.score()), palette.won()),
                Span::styled(chosen.long.clone(), palette.text()),
            ]));
        } else if self.table.waits_for_human() {
            story.push(Line::styled("No legal action is like that; Enter tells why.", palette.text()));
        }
        story
    }

    pub(super) fn prompt(&self) -> Line<'_> {
        let palette = self.palette;
        if self.table.thinker().is_some() {
            let name = self.teller().name(self.table.game().turn()).to_owned();
            return Line::styled(format!("{name} is thinking …"), palette.soft());
        }
        if !self.table.waits_for_human() {
            return Line::default();
        }
        let most = match self.table.game().options().kind() {
            Kind::Card => cafe_rules::CARD_PLACEMENT_LIMIT,
            Kind::Board => cafe_rules::BOARD_PLACEMENT_LIMIT,
        };
        let seated = format!("   {} of {most} guests seated", self.table.game().placed());
        let hint = if self.typed.is_empty() { "type to filter: RUm, c4, draw" } else { "Esc clears" };
        Line::from(vec![
            Span::styled("› ", palette.brass()),
            Span::styled(format!("{}▏", self.typed), palette.text()),
            Span::styled(format!(" {hint}"), palette.soft()),
            Span::styled(seated, palette.soft()),
        ])
    }

    pub(super) fn actions(&self) -> List {
        let row = |choice: &&Choice| Row {
            text: choice.text.clone(),
            aside: choice.short.clone(),
            points: choice.score(),
        };
        let fitting = self.fitting();
        let heading = match (self.typed.is_empty(), fitting.len()) {
            (true, 1) => "1 action".to_owned(),
            (true, count) => format!("{count} actions"),
            (false, count) => format!("{count} of {} actions", self.choices.len()),
        };
        let marked = (!fitting.is_empty()).then_some(self.selected);
        List { heading, rows: fitting.iter().map(row).collect(), marked, choosing: true }
    }

    /// What was played so far, the latest last.
    pub(super) fn history(&self) -> List {
        let steps = self.table.log().steps();
        let row = |step: &Step| {
            let action = match ActionView::of(step.action, step.player, Viewer::Player(self.viewer)) {
                ActionView::Full(action) => step.after.format_action(&action),
                ActionView::Down => "down".to_owned(),
            };
            let paid = step.events.iter().any(|event| event.points().is_some());
            Row {
                text: format!("{} {action}", words::short_name(self.teller().name(step.player)).trim_end()),
                points: if paid { format!("{:+}", step.points()) } else { String::new() },
                ..Row::default()
            }
        };
        let rows: Vec<Row> = steps.iter().map(row).collect();
        let marked = rows.len().checked_sub(1);
        List { heading: "so far".to_owned(), rows, marked, choosing: false }
    }
}
