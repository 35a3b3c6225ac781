//! The contents of the screen: highlights, description, choices and history.

use cafe_rules::{Action, ActionView, Kind, Step, Viewer};
use ratatui::text::{Line, Span};

use super::{Choice, PlayScreen};
use crate::describe::{self, Describer};
use crate::screen::{Highlights, List, Row};

impl PlayScreen {
    /// Returns the steps since the viewer's last turn; if there are none, the last step of that turn.
    fn recent_steps(&self) -> &[Step] {
        let steps = self.session.record().steps();
        let ends_own_turn = |step: &Step| step.player == self.viewer && step.ends_turn();
        let first = steps.iter().rposition(ends_own_turn).map_or(0, |index| (index + 1).min(steps.len() - 1));
        &steps[first..]
    }

    pub(super) fn highlights(&self) -> Highlights {
        let mut highlights = Highlights::default();
        for step in self.recent_steps() {
            let new = Highlights::of(step);
            highlights.seated.extend(new.seated);
            highlights.new_tables.extend(new.new_tables);
            (highlights.scored, highlights.bar_place) = (new.scored, new.bar_place.or(highlights.bar_place));
            highlights.departed = new.departed;
        }
        let game = self.session.game();
        let matching = self.matching();
        let Some(choice) = matching.get(self.selected) else { return highlights };
        highlights.selected = match choice.action {
            Action::Seat(_, seat) | Action::Swap(_, seat) => vec![game.seat_cell(seat)],
            Action::Party(party) => party.guests().iter().map(|(_, seat)| game.seat_cell(*seat)).collect(),
            _ => Vec::new(),
        };
        if let Action::Seat(guest, _) = choice.action {
            let offers = self.choices.iter().filter_map(|choice| match choice.action {
                Action::Seat(other, seat) if other == guest => {
                    Some((game.seat_cell(seat), choice.points.total))
                }
                _ => None,
            });
            highlights.offers = offers.collect();
            (highlights.scored, highlights.departed) = (Vec::new(), Vec::new());
        }
        highlights
    }

    fn describer(&self) -> Describer<'_> {
        Describer { names: self.session.names(), viewer: Some(Viewer::Player(self.viewer)) }
    }

    /// Describes the last step and the selected action.
    pub(super) fn description(&self) -> Vec<Line<'_>> {
        let palette = self.palette;
        let describer = self.describer();
        let mut description = Vec::new();
        match self.recent_steps().last() {
            Some(step) => {
                let points = describe::explain_points(&step.before, &step.events);
                let scored = if points.long.is_empty() {
                    String::new()
                } else {
                    format!(" {:+} ({})", points.total, points.long)
                };
                let consequences = describer.consequences(step).join(" ");
                let text = format!("{}{scored} {consequences}", describer.action(step));
                description.push(Line::styled(text, palette.muted()));
            }
            None if self.session.record().steps().is_empty() => {
                let hello = "You begin. Choose with ↑ ↓ and Enter; ? shows help.";
                description.push(Line::styled(hello, palette.muted()));
            }
            None => description.push(Line::default()),
        }
        if !self.error.is_empty() {
            description.push(Line::styled(self.error.as_str(), palette.error()));
        } else if let Some(choice) = self.matching().get(self.selected) {
            description.push(Line::from(vec![
                Span::styled(format!("{} ", choice.text), palette.heading()),
                Span::styled(format!("{}  ", choice.score()), palette.gain()),
                Span::styled(choice.long.clone(), palette.text()),
            ]));
        } else if self.session.is_humans_turn() {
            description
                .push(Line::styled("No legal action matches; press Enter to see why.", palette.text()));
        }
        description
    }

    pub(super) fn prompt(&self) -> Line<'_> {
        let palette = self.palette;
        if self.session.thinking_bot().is_some() {
            let name = self.describer().name(self.session.game().turn()).to_owned();
            return Line::styled(format!("{name} is thinking …"), palette.muted());
        }
        if !self.session.is_humans_turn() {
            return Line::default();
        }
        let limit = match self.session.game().options().kind() {
            Kind::Card => cafe_rules::CARD_PLACEMENT_LIMIT,
            Kind::Board => cafe_rules::BOARD_PLACEMENT_LIMIT,
        };
        let seated = format!("   {} of {limit} guests seated", self.session.game().placed());
        let hint = if self.filter.is_empty() { "type to filter: RUm, c4, draw" } else { "Esc clears" };
        Line::from(vec![
            Span::styled("› ", palette.heading()),
            Span::styled(format!("{}▏", self.filter), palette.text()),
            Span::styled(format!(" {hint}"), palette.muted()),
            Span::styled(seated, palette.muted()),
        ])
    }

    pub(super) fn actions(&self) -> List {
        let row = |choice: &&Choice| Row {
            text: choice.text.clone(),
            note: choice.short.clone(),
            points: choice.score(),
        };
        let matching = self.matching();
        let heading = match (self.filter.is_empty(), matching.len()) {
            (true, 1) => "1 action".to_owned(),
            (true, count) => format!("{count} actions"),
            (false, count) => format!("{count} of {} actions", self.choices.len()),
        };
        let selected = (!matching.is_empty()).then_some(self.selected);
        List { heading, rows: matching.iter().map(row).collect(), selected, selectable: true }
    }

    /// Lists the steps so far.
    pub(super) fn history(&self) -> List {
        let steps = self.session.record().steps();
        let row = |step: &Step| {
            let action = match ActionView::of(step.action, step.player, Viewer::Player(self.viewer)) {
                ActionView::Full(action) => step.after.format_action(&action),
                ActionView::Down => "down".to_owned(),
            };
            let has_scored = step.events.iter().any(|event| event.points().is_some());
            Row {
                text: format!(
                    "{} {action}",
                    describe::short_name(self.describer().name(step.player)).trim_end()
                ),
                points: if has_scored { format!("{:+}", step.points()) } else { String::new() },
                ..Row::default()
            }
        };
        let rows: Vec<Row> = steps.iter().map(row).collect();
        let selected = rows.len().checked_sub(1);
        List { heading: "history".to_owned(), rows, selected, selectable: false }
    }
}
