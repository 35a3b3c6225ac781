//! English text about games: actions, points and their reasons, results.

mod player_names;
mod points;
mod wrap;

use std::fmt::Display;

use cafe_rules::{
    Action, Ending, Event, EventView, Game, Guest, Kind, Options, Outcome, Party, Record, Sex, Step, Table,
    Tile, Viewer,
};

pub use self::player_names::{bare_name, name_column, player_names, short_name};
pub use self::points::{PointsText, explain_points};
pub use self::wrap::wrap;

/// Name of the reader, who is addressed in the second person.
pub const YOU: &str = "You";

/// `card game for 2`, `board game for 4 with parties`
#[must_use]
pub fn game(options: Options) -> String {
    let parties = if options.parties() { " with parties" } else { "" };
    format!("{} game for {}{parties}", options.kind(), options.players())
}

/// `a lady from Russia`, `a joker as a lady from Spain`
#[must_use]
pub fn guest(guest: Guest) -> String {
    let plain = tile(Guest::new(guest.nation(), guest.sex()).tile());
    if guest.is_joker() { format!("a joker as {plain}") } else { plain }
}

/// `a lady from Russia`, `a joker (lady)`
#[must_use]
pub fn tile(tile: Tile) -> String {
    let sex = match tile.sex() {
        Sex::Lady => "lady",
        Sex::Gentleman => "gentleman",
    };
    match tile.nation() {
        Some(nation) => format!("a {sex} from {}", nation.english_name()),
        None => format!("a joker ({sex})"),
    }
}

/// `1 guest`, `2 guests`
#[must_use]
pub fn count<N: Copy + Display + PartialEq + TryFrom<u8>>(number: N, noun: &str) -> String {
    let ending = if N::try_from(1).is_ok_and(|one| number == one) { "" } else { "s" };
    format!("{number} {noun}{ending}")
}

/// `+3.8`, `-0.3`, `0.0`: a number with one decimal and its sign. Zero has no sign.
#[must_use]
pub fn signed(number: impl Into<f64>) -> String {
    let text = format!("{:+.1}", number.into());
    if ["+0.0", "-0.0"].contains(&text.as_str()) { "0.0".to_owned() } else { text }
}

/// `Ann, Ben and Cleo`
#[must_use]
pub fn join_list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [item] => item.clone(),
        [init @ .., last] => format!("{} and {last}", init.join(", ")),
    }
}

/// Returns the text with a capital first letter.
#[must_use]
pub fn capitalize(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Describes the steps of a game to a viewer.
#[derive(Clone, Copy, Debug)]
pub struct Describer<'n> {
    /// Names of the players.
    pub names: &'n [String],
    /// The viewer from whom hidden cards are kept; `None` shows everything.
    pub viewer: Option<Viewer>,
}

impl Describer<'_> {
    /// Returns the name of a player.
    #[must_use]
    pub fn name(&self, player: u8) -> &str {
        self.names.get(usize::from(player)).map_or("Player", String::as_str)
    }

    /// `Ann seats`, `You seat`
    fn subject_and_verb(&self, player: u8, verb: &str) -> String {
        let name = capitalize(self.name(player));
        match (name.as_str(), verb) {
            (YOU, "is") => format!("{name} are"),
            (YOU, "passes") => format!("{name} pass"),
            (YOU, _) => format!("{name} {}", verb.strip_suffix('s').unwrap_or(verb)),
            _ => format!("{name} {verb}"),
        }
    }

    fn is_visible(&self, event: Event, game: &Game) -> bool {
        match self.viewer {
            None => true,
            Some(viewer) => matches!(EventView::of(event, game, viewer), EventView::Full(_)),
        }
    }

    /// Describes the tile that the step drew or laid face down, if the viewer may see it.
    fn hidden_tile(&self, step: &Step) -> String {
        let tile_of = |event: &Event| match *event {
            Event::Drew { tile, .. } | Event::LaidFaceDown { tile, .. } => Some((*event, tile)),
            _ => None,
        };
        match step.events.iter().find_map(tile_of) {
            Some((event, drawn)) if self.is_visible(event, &step.before) => tile(drawn),
            _ => "a card".to_owned(),
        }
    }

    /// Describes the action in one sentence.
    #[must_use]
    pub fn action(&self, step: &Step) -> String {
        let game = &step.before;
        let subject = |verb| self.subject_and_verb(step.player, verb);
        match step.action {
            Action::Seat(seated, seat) => {
                let pending = if is_opener(step) { ", who waits for company" } else { "" };
                format!("{} {} on {}{pending}.", subject("seats"), guest(seated), game.seat_cell(seat))
            }
            Action::End => format!("{} the turn.", subject("ends")),
            Action::Draw => format!("{} {}.", subject("draws"), self.hidden_tile(step)),
            Action::Down(_) => format!("{} {} face down.", subject("places"), self.hidden_tile(step)),
            Action::Close => format!("{} the café.", subject("closes")),
            Action::Bar(sent) => format!("{} {} to the bar.", subject("sends"), tile(sent)),
            Action::Swap(put, seat) => {
                format!("{} {} for the joker on {}.", subject("swaps"), tile(put), game.seat_cell(seat))
            }
            Action::Pass => format!("{}.", subject("passes")),
            Action::Party(party) => format!("{} {}.", subject("holds"), describe_party(game, &party)),
        }
    }

    /// Describes what followed from the action, one sentence each: draws, cleared and new tables, the end.
    #[must_use]
    pub fn consequences(&self, step: &Step) -> Vec<String> {
        let mut sentences = Vec::new();
        let (mut drawn, mut hidden_draws) = (Vec::new(), 0);
        for event in &step.events {
            match *event {
                Event::TableCleared { table } => sentences.push(describe_clearing(step, table)),
                Event::Drew { .. } if step.action == Action::Draw => {}
                Event::Drew { tile, .. } if self.is_visible(*event, &step.before) => {
                    drawn.push(tile.to_string());
                }
                Event::Drew { .. } => hidden_draws += 1,
                Event::Eliminated { player, .. } => {
                    let subject = self.subject_and_verb(player, "is");
                    sentences.push(format!("{subject} eliminated: the bar cannot be paid."));
                }
                Event::GameOver { why } => sentences.push(ending_sentence(why)),
                _ => {}
            }
        }
        if hidden_draws > 0 {
            drawn.push(count(hidden_draws, "card"));
        }
        if !drawn.is_empty() {
            let subject = self.subject_and_verb(step.player, "draws");
            sentences.insert(0, format!("{subject} {}.", join_list(&drawn)));
        }
        sentences
    }

    /// Names the winners in one sentence.
    #[must_use]
    pub fn winner_sentence(&self, outcome: &Outcome) -> String {
        let winners: Vec<String> =
            outcome.winners.iter().map(|&winner| self.name(winner).to_owned()).collect();
        let points = outcome.winners.first().map_or(0, |&winner| outcome.final_scores[usize::from(winner)]);
        let points = count(points, "point");
        match winners.as_slice() {
            [winner] if winner == YOU => format!("You win with {points}."),
            [winner] => format!("{} wins with {points}.", capitalize(winner)),
            _ => format!("{} share the win with {points} each.", join_list(&winners)),
        }
    }

    /// Says who resigned, and who has won by it; empty if nobody did.
    #[must_use]
    pub fn resignations(&self, record: &Record) -> String {
        let resigned =
            record.header().resigned.iter().map(|&player| self.subject_and_verb(player, "resigned"));
        let winner = record.winner_by_resignation().map(|winner| self.subject_and_verb(winner, "wins"));
        resigned.chain(winner).map(|sentence| format!("{sentence}.")).collect::<Vec<_>>().join(" ")
    }

    /// Returns the result as a table: one line per player, the winner first.
    #[must_use]
    pub fn standings(&self, game: &Game, outcome: &Outcome) -> Vec<String> {
        let width = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let mut players: Vec<usize> = (0..outcome.final_scores.len()).collect();
        players.sort_by_key(|&player| outcome.places[player]);
        let is_eliminated = |player: usize| match game {
            Game::Board(game) => game.eliminated().contains(&(player as u8)),
            Game::Card(_) => false,
        };
        let line = |&player: &usize| {
            let (score, penalty) = (game.scores()[player], outcome.penalties[player]);
            let note = if is_eliminated(player) { "   eliminated" } else { "" };
            format!(
                "{}.  {:<width$}  {score:>4} − {penalty:>2} = {:>4}{note}",
                outcome.places[player], self.names[player], outcome.final_scores[player]
            )
        };
        players.iter().map(line).collect()
    }
}

/// `a ladies' party at Spain (m4) with 3 new guests`
fn describe_party(game: &Game, party: &Party) -> String {
    let guests = party.guests();
    let is_ladies = guests.first().is_some_and(|(guest, _)| guest.sex() == Sex::Lady);
    let name = if is_ladies { "a ladies' party" } else { "a regulars' table" };
    let nation = game.nation(party.table()).english_name();
    let new_guests = count(guests.len(), "new guest");
    format!("{name} at {nation} ({}) with {new_guests}", game.table_cell(party.table()))
}

/// `Turkey (b2) is full and cleared; India replaces it.`
fn describe_clearing(step: &Step, table: Table) -> String {
    let new_nation = step.events.iter().find_map(|event| match *event {
        Event::TableLaid { table: laid, nation } if laid == table => Some(nation.english_name()),
        _ => None,
    });
    let nation = capitalize(step.before.nation(table).english_name());
    let cell = step.before.table_cell(table);
    match new_nation {
        Some(new) => format!("{nation} ({cell}) is full and cleared; {new} replaces it."),
        None => format!("{nation} ({cell}) is full and cleared."),
    }
}

/// Returns true if the action left a guest waiting for company (docs/rules.md §1).
#[must_use]
pub fn is_opener(step: &Step) -> bool {
    let pending = match &step.after {
        Game::Card(game) => game.pending(),
        Game::Board(game) => game.pending(),
    };
    matches!(step.action, Action::Seat(..)) && !pending.is_empty()
}

/// Says why the game is over.
#[must_use]
pub fn ending_sentence(ending: Ending) -> String {
    format!("The game is over: {}.", ending.description())
}

/// Returns the rule for the penalties in the result.
#[must_use]
pub fn penalty_rule(kind: Kind) -> &'static str {
    match kind {
        Kind::Card => "Each card in hand or face down costs 2.",
        Kind::Board => "Each guest left in hand costs 5, each joker 10.",
    }
}

#[cfg(test)]
mod tests;
