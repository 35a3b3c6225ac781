//! The report of an arena as text of at most eighty columns.

use std::io::{self, Write};

use cafe_bots::{Budget, Level};
use cafe_lab::arena::{Report, Standing};
use cafe_lab::{Arena, Entrant};

use crate::describe::{count, signed, wrap};

const WIDTH: usize = 80;

/// Writes the heading, two lines per level, and the conclusion.
pub(super) fn write(
    arena: &Arena,
    report: &Report,
    interrupted: bool,
    output: &mut impl Write,
) -> io::Result<()> {
    for line in wrap(&heading(report), WIDTH) {
        writeln!(output, "{line}")?;
    }
    writeln!(output)?;
    let titles = ["level", "name", "share", "margin", "place", "ms/turn"].map(str::to_owned);
    let mut rows = vec![titles];
    rows.extend(levels(report).iter().flat_map(|&(bot, seats)| [means(bot, seats), intervals(bot)]));
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; 6] = std::array::from_fn(width);
    for row in &rows {
        let cell = |(column, (cell, width)): (usize, (&String, usize))| match column {
            0 | 1 => format!("{cell:width$}"),
            _ => format!("{cell:>width$}"),
        };
        let cells: Vec<String> = row.iter().zip(widths).enumerate().map(cell).collect();
        writeln!(output, "{}", cells.join("  ").trim_end())?;
    }
    let validity = if report.anytime { ", valid at every look" } else { "" };
    writeln!(output, "\nBelow each figure: its 95 % interval{validity}.")?;
    let progress = match arena.deals {
        all if interrupted => format!("Interrupted after {} of {all} deals.\n", report.deals),
        all if report.stopped => format!("Stopped after {} of {all} deals.\n", report.deals),
        1 if report.anytime => "Played the only deal.\n".to_owned(),
        all if report.anytime => format!("Played all {all} deals.\n"),
        _ => String::new(),
    };
    writeln!(output, "{progress}{}", conclusion(report))
}

/// `card game, 2 players, 200 deals, 400 games, 300 ms a turn, seed 7`
fn heading(report: &Report) -> String {
    let parties = if report.parties { " with parties" } else { "" };
    let (players, seed) = (report.players, report.seed);
    let (deals, games) = (count(report.deals, "deal"), count(report.games, "game"));
    let budget = budget(report);
    format!("{} game{parties}, {players} players, {deals}, {games}{budget}, seed {seed}", report.game)
}

/// `, 300 ms a turn`; empty if no bot uses the budget.
fn budget(report: &Report) -> String {
    let uses_budget = |bot: &Standing| bot.level == Entrant::Level(Level::Master);
    match report.budget {
        _ if !report.bots.iter().any(uses_budget) => String::new(),
        Budget::Time(time) => format!(", {} ms a turn", time.as_millis()),
        Budget::Playouts(playouts) => format!(", {} a turn", count(playouts, "playout")),
    }
}

/// Returns each level once with its number of seats.
fn levels(report: &Report) -> Vec<(&Standing, usize)> {
    let seats = |bot: &Standing| report.bots.iter().filter(|other| other.level == bot.level).count();
    let bots = report.bots.iter().enumerate();
    bots.filter(|(index, bot)| report.bots[..*index].iter().all(|other| other.level != bot.level))
        .map(|(_, bot)| (bot, seats(bot)))
        .collect()
}

fn means(bot: &Standing, seats: usize) -> [String; 6] {
    let times = if seats > 1 { format!(" ×{seats}") } else { String::new() };
    let decimals = if bot.ms_per_turn < 1000.0 { 3 } else { 0 };
    [
        format!("{}{times}", bot.level.as_str()),
        bot.level.display_name().to_owned(),
        format!("{:.1} %", 100.0 * bot.share),
        signed(bot.margin),
        format!("{:.2}", bot.place),
        format!("{:.decimals$}", bot.ms_per_turn),
    ]
}

fn intervals(bot: &Standing) -> [String; 6] {
    let margin = if bot.margin_low.is_finite() {
        format!("{} to {}", signed(bot.margin_low), signed(bot.margin_high))
    } else {
        "unknown".to_owned()
    };
    [
        String::new(),
        String::new(),
        format!("{:.1} to {:.1}", 100.0 * bot.low, 100.0 * bot.high),
        margin,
        format!("{:.2} to {:.2}", bot.place_low, bot.place_high),
        String::new(),
    ]
}

/// Says which levels clearly win more than others.
fn conclusion(report: &Report) -> String {
    let even = report.even();
    let is_ahead = |bot: &Standing| bot.share_interval().is_above(even);
    let is_behind = |bot: &Standing| bot.share_interval().is_below(even);
    let levels: Vec<&Standing> = levels(report).into_iter().map(|(bot, _)| bot).collect();
    match levels[..] {
        [_] => "All bots have the same level: there is nothing to compare.".to_owned(),
        [one, other] if is_ahead(one) => {
            format!("By share of wins, {} is clearly ahead of {}.", one.level.as_str(), other.level.as_str())
        }
        [one, other] if is_behind(one) => {
            format!("By share of wins, {} is clearly ahead of {}.", other.level.as_str(), one.level.as_str())
        }
        [_, _] => "By share of wins, there is no clear difference yet.".to_owned(),
        _ => {
            let list = |matches: &dyn Fn(&Standing) -> bool| {
                let names: Vec<&str> =
                    levels.iter().filter(|bot| matches(bot)).map(|bot| bot.level.as_str()).collect();
                if names.is_empty() { "none yet".to_owned() } else { names.join(", ") }
            };
            format!(
                "Clearly more wins than an even share ({:.1} %): {}.\nClearly fewer: {}.",
                100.0 * even,
                list(&is_ahead),
                list(&is_behind)
            )
        }
    }
}
