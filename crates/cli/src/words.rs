//! A game in words: who did what, what it scored and why, how it ended.

mod names;

use std::fmt::Display;

use cafe_rules::{
    Action, Ending, Event, EventView, Game, Guest, Kind, Options, Outcome, Sex, Step, Table, TableScore,
    Tile, Viewer,
};

pub use self::names::*;
use crate::screen::sight::{nation_of, seat_cell};

/// The name of the one who reads: told in the second person.
pub const YOU: &str = "You";

/// `card game for 2`, `board game for 4 with parties`
#[must_use]
pub fn game(options: Options) -> String {
    let parties = if options.parties() { " with parties" } else { "" };
    format!("{} game for {}{parties}", options.kind(), options.players())
}

/// `a lady from Russia`, `a joker, as a lady from Spain`
#[must_use]
pub fn guest(guest: Guest) -> String {
    let plain = tile(Guest::new(guest.nation(), guest.sex()).tile());
    if guest.is_joker() { format!("a joker as {plain}") } else { plain }
}

/// `a lady from Russia`, `a joker (a lady)`
#[must_use]
pub fn tile(tile: Tile) -> String {
    let who = match tile.sex() {
        Sex::Lady => "a lady",
        Sex::Gentleman => "a gentleman",
    };
    match tile.nation() {
        Some(nation) => format!("{who} from {}", nation.english_name()),
        None => format!("{who} among the jokers"),
    }
}

/// `1 guest`, `2 guests`
#[must_use]
pub fn counted<N: Copy + Display + PartialEq + From<u8>>(number: N, what: &str) -> String {
    let ending = if number == N::from(1) { "" } else { "s" };
    format!("{number} {what}{ending}")
}

/// `+3.8`, `-0.3`, `0.0`: a number with one decimal and its sign, if it is still one with that.
#[must_use]
pub fn signed(number: impl Into<f64>) -> String {
    let text = format!("{:+.1}", number.into());
    if ["+0.0", "-0.0"].contains(&text.as_str()) { "0.0".to_owned() } else { text }
}

/// One and one and one, as people list things.
#[must_use]
pub fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [init @ .., last] => format!("{} and {last}", init.join(", ")),
    }
}

/// How an action scores: all of it, and where it comes from.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Points {
    /// All of it.
    pub sum: i16,
    /// `Russia: 3 guests × 2 = 6 · France: 2`
    pub long: String,
    /// `RU 3×2 · FR 2`
    pub short: String,
}

/// Explains the points of an action from the game before it and what it brought about.
#[must_use]
pub fn points(before: &Game, events: &[Event]) -> Points {
    let (mut long, mut short, mut sum) = (Vec::new(), Vec::new(), 0);
    let mut add = |points: i16, in_words: String, in_short: String| {
        sum += points;
        long.push(in_words);
        short.push(in_short);
    };
    let twice = |table: Table| {
        let nation = nation_of(before, table);
        let same = |event: &&Event| matches!(event, Event::Scored { table, .. } if nation_of(before, *table) == nation);
        events.iter().filter(same).count() > 1
    };
    for event in events {
        match *event {
            Event::Scored { table, score, .. } => {
                let nation = nation_of(before, table);
                let mut name = capital(nation.english_name());
                if twice(table) {
                    name = format!("{name} {}", before.table_cell(table));
                }
                let TableScore { guests, own } = score;
                let points = score.points();
                let (in_words, in_short) = if own {
                    (format!("{name}: {guests} guests × 2 = {points}"), format!("{nation} {guests}×2"))
                } else {
                    (format!("{name}: {guests}"), format!("{nation} {guests}"))
                };
                add(points, in_words, in_short);
            }
            Event::PartyScored { table, own, points, .. } => {
                let nation = nation_of(before, table);
                let why = if own { ", all from there" } else { "" };
                add(
                    points,
                    format!("Party at {}{why}: {points}", nation.english_name()),
                    format!("{nation} party {points}"),
                );
            }
            Event::SentToBar { place, points, .. } => {
                add(points, format!("Bar, place {}: {points:+}", place + 1), format!("place {}", place + 1));
            }
            _ => {}
        }
    }
    Points { sum, long: long.join(" · "), short: short.join(" · ") }
}

/// The text as a sentence begins.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Tells a game to somebody.
#[derive(Clone, Copy, Debug)]
pub struct Teller<'n> {
    /// What the players are called.
    pub names: &'n [String],
    /// Who listens; nobody in particular may hear everything.
    pub viewer: Option<Viewer>,
}

impl Teller<'_> {
    /// The name of a player.
    #[must_use]
    pub fn name(&self, player: u8) -> &str {
        self.names.get(usize::from(player)).map_or("Somebody", String::as_str)
    }

    /// `Ann seats`, `You seat`
    fn does(&self, player: u8, verb: &str) -> String {
        let name = capital(self.name(player));
        match (name.as_str(), verb) {
            (YOU, "is") => format!("{name} are"),
            (YOU, "passes") => format!("{name} pass"),
            (YOU, _) => format!("{name} {}", verb.strip_suffix('s').unwrap_or(verb)),
            _ => format!("{name} {verb}"),
        }
    }

    fn may_see(&self, event: Event, game: &Game) -> bool {
        match self.viewer {
            None => true,
            Some(viewer) => matches!(EventView::of(event, game, viewer), EventView::Full(_)),
        }
    }

    /// What the player did, in one sentence.
    #[must_use]
    pub fn deed(&self, before: &Game, step: &Step) -> String {
        let player = step.player;
        let seen = |wanted: fn(&Event) -> Option<Tile>| {
            let event = step.events.iter().find(|event| wanted(event).is_some())?;
            self.may_see(*event, before).then(|| wanted(event)).flatten().map(tile)
        };
        match step.action {
            Action::Seat(who, seat) => {
                let waits = if opens(step) { ", who waits for company" } else { "" };
                format!(
                    "{} {} on {}{waits}.",
                    self.does(player, "seats"),
                    guest(who),
                    seat_cell(before, seat)
                )
            }
            Action::End => format!("{} the turn.", self.does(player, "ends")),
            Action::Draw => {
                let drawn = |event: &Event| match event {
                    Event::Drew { tile, .. } => Some(*tile),
                    _ => None,
                };
                format!("{} {}.", self.does(player, "draws"), seen(drawn).unwrap_or("a card".to_owned()))
            }
            Action::Down(_) => {
                let laid = |event: &Event| match event {
                    Event::LaidFaceDown { tile, .. } => Some(*tile),
                    _ => None,
                };
                let what = seen(laid).unwrap_or("a card".to_owned());
                format!("{} {what} face down.", self.does(player, "lays"))
            }
            Action::Close => format!("{} the café.", self.does(player, "closes")),
            Action::Bar(sent) => format!("{} {} to the bar.", self.does(player, "sends"), tile(sent)),
            Action::Swap(put, seat) => format!(
                "{} {} on {} for the joker there, who comes to the hand.",
                self.does(player, "puts"),
                tile(put),
                seat_cell(before, seat)
            ),
            Action::Pass => format!("{}.", self.does(player, "passes")),
            Action::Party(party) => {
                let lady = party.guests().first().is_some_and(|(guest, _)| guest.sex() == Sex::Lady);
                let what = if lady { "a ladies' party" } else { "a regulars' table" };
                let table = party.table();
                let nation = nation_of(before, table).english_name();
                format!(
                    "{} {what} at {nation} ({}), {} of them new.",
                    self.does(player, "holds"),
                    before.table_cell(table),
                    party.guests().len()
                )
            }
        }
    }

    /// What followed from it, a sentence each: tables cleared and laid, tiles drawn, the end.
    #[must_use]
    pub fn aftermath(&self, before: &Game, step: &Step) -> Vec<String> {
        let mut told = Vec::new();
        let (mut drawn, mut unseen) = (Vec::new(), 0);
        let laid = |table: Table| {
            step.events.iter().find_map(|event| match *event {
                Event::TableLaid { table: at, nation } if at == table => Some(nation.english_name()),
                _ => None,
            })
        };
        for event in &step.events {
            match *event {
                Event::TableCleared { table } => {
                    let nation = capital(nation_of(before, table).english_name());
                    let cell = before.table_cell(table);
                    told.push(match laid(table) {
                        Some(new) => format!("{nation} ({cell}) is full and leaves; {new} is laid."),
                        None => format!("{nation} ({cell}) is full and leaves."),
                    });
                }
                Event::Drew { .. } if step.action == Action::Draw => {}
                Event::Drew { tile, .. } if self.may_see(*event, before) => drawn.push(tile.to_string()),
                Event::Drew { .. } => unseen += 1,
                Event::Eliminated { player, .. } => {
                    told.push(format!("{} out: the bar cannot be paid.", self.does(player, "is")));
                }
                Event::GameOver { why } => told.push(over(why)),
                _ => {}
            }
        }
        if unseen > 0 {
            drawn.push(counted(unseen, "card"));
        }
        if !drawn.is_empty() {
            told.insert(0, format!("{} {}.", self.does(step.player, "draws"), list(&drawn)));
        }
        told
    }

    /// Who won, in one sentence.
    #[must_use]
    pub fn verdict(&self, outcome: &Outcome) -> String {
        let winners: Vec<String> =
            outcome.winners.iter().map(|&winner| self.name(winner).to_owned()).collect();
        let points = outcome.winners.first().map_or(0, |&winner| outcome.final_scores[usize::from(winner)]);
        let points = counted(points, "point");
        match winners.as_slice() {
            [one] if one == YOU => format!("You win with {points}."),
            [one] => format!("{} wins with {points}.", capital(one)),
            _ => format!("{} share the win with {points}.", list(&winners)),
        }
    }

    /// The result as a table: a line for each player, best first.
    #[must_use]
    pub fn standings(&self, game: &Game, outcome: &Outcome) -> Vec<String> {
        let width = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let mut players: Vec<usize> = (0..outcome.final_scores.len()).collect();
        players.sort_by_key(|&player| outcome.places[player]);
        let out = |player: usize| match game {
            Game::Board(game) => game.eliminated().contains(&(player as u8)),
            Game::Card(_) => false,
        };
        let line = |&player: &usize| {
            let (score, penalty) = (game.scores()[player], outcome.penalties[player]);
            let why = if out(player) { "   eliminated" } else { "" };
            format!(
                "{}.  {:<width$}  {score:>4} − {penalty:>2} = {:>4}{why}",
                outcome.places[player], self.names[player], outcome.final_scores[player]
            )
        };
        players.iter().map(line).collect()
    }
}

/// Whether the action leaves a guest waiting for company.
#[must_use]
pub fn opens(step: &Step) -> bool {
    let pending = match &step.after {
        Game::Card(game) => game.pending(),
        Game::Board(game) => game.pending(),
    };
    matches!(step.action, Action::Seat(..)) && !pending.is_empty()
}

/// Why it is over.
#[must_use]
pub fn over(why: Ending) -> String {
    format!("The game is over: {}.", why.description())
}

/// What is left in hand costs something: the rule, for the result.
#[must_use]
pub fn penalty_rule(kind: Kind) -> &'static str {
    match kind {
        Kind::Card => "Each card in hand or face down costs 2.",
        Kind::Board => "Each guest left in hand costs 5, each joker 10.",
    }
}

#[cfg(test)]
mod tests;
