//! The result of an arena for people.

use std::io::{self, Write};

use cafe_bots::arena::{Report, Standing};
use cafe_bots::{Arena, Budget};

/// Writes what was played, a line for each level, and the verdict.
pub(super) fn write(arena: &Arena, report: &Report, output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "{}\n", heading(report))?;
    let titles = ["level", "name", "share", "margin", "place", "ms a turn"].map(str::to_owned);
    let levels = levels(report);
    let mut rows = vec![titles];
    rows.extend(levels.iter().map(|&(bot, seats)| row(bot, seats)));
    let widths: [usize; 6] =
        std::array::from_fn(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0));
    for row in &rows {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(widths).enumerate() {
            let cell = if column == 5 { format!("{cell:>width$}") } else { format!("{cell:width$}  ") };
            line.push_str(&cell);
        }
        writeln!(output, "{}", line.trim_end())?;
    }
    let looks = if report.anytime { ", valid however often one looks" } else { "" };
    writeln!(output, "\nIn brackets: 95 % intervals{looks}.")?;
    if report.anytime {
        let stopped = match report.stopped {
            true => format!("Stopped after {} of {} deals.", report.deals, arena.deals),
            false => format!("Played all {} deals.", arena.deals),
        };
        writeln!(output, "{stopped}")?;
    }
    writeln!(output, "{}", verdict(report))
}

/// `card game, 2 players, 200 deals, 400 games, 300 ms a turn, seed 7`
fn heading(report: &Report) -> String {
    let parties = if report.parties { " with parties" } else { "" };
    let budget = match report.budget {
        Budget::Time(time) => format!("{} ms a turn", time.as_millis()),
        Budget::Playouts(1) => "1 playout a turn".to_owned(),
        Budget::Playouts(playouts) => format!("{playouts} playouts a turn"),
    };
    format!(
        "{} game{parties}, {} players, {}, {}, {budget}, seed {}",
        report.game,
        report.players,
        count(report.deals, "deal"),
        count(report.games, "game"),
        report.seed
    )
}

fn count(number: u64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// Each level once, and how many seats it has.
fn levels(report: &Report) -> Vec<(&Standing, usize)> {
    let seats = |bot: &Standing| report.bots.iter().filter(|other| other.level == bot.level).count();
    let all = report.bots.iter().enumerate();
    all.filter(|(place, bot)| report.bots[..*place].iter().all(|other| other.level != bot.level))
        .map(|(_, bot)| (bot, seats(bot)))
        .collect()
}

fn row(bot: &Standing, seats: usize) -> [String; 6] {
    let times = if seats > 1 { format!(" ×{seats}") } else { String::new() };
    let margin = if bot.margin_low.is_finite() {
        format!("{:+.1} ({:+.1} to {:+.1})", bot.margin, bot.margin_low, bot.margin_high)
    } else {
        format!("{:+.1} (not known)", bot.margin)
    };
    [
        format!("{}{times}", bot.level.word()),
        bot.level.name().to_owned(),
        format!("{:.1} % ({:.1} to {:.1})", 100.0 * bot.share, 100.0 * bot.low, 100.0 * bot.high),
        margin,
        format!("{:.2} ({:.2} to {:.2})", bot.place, bot.place_low, bot.place_high),
        format!("{:.3}", bot.ms_per_turn),
    ]
}

/// Who is clearly better, in a sentence.
fn verdict(report: &Report) -> String {
    let even = report.even();
    let ahead = |bot: &Standing| bot.share_interval().is_above(even);
    let behind = |bot: &Standing| bot.share_interval().is_below(even);
    let levels: Vec<&Standing> = levels(report).into_iter().map(|(bot, _)| bot).collect();
    match levels[..] {
        [_] => "One level in all seats: nobody can be ahead.".to_owned(),
        [one, other] if ahead(one) => {
            format!("{} is clearly ahead of {}.", one.level.word(), other.level.word())
        }
        [one, other] if behind(one) => {
            format!("{} is clearly ahead of {}.", other.level.word(), one.level.word())
        }
        [_, _] => "No clear difference yet.".to_owned(),
        _ => {
            let list = |which: &dyn Fn(&Standing) -> bool| {
                let words: Vec<&str> =
                    levels.iter().filter(|bot| which(bot)).map(|bot| bot.level.word()).collect();
                if words.is_empty() { "nobody yet".to_owned() } else { words.join(", ") }
            };
            let even = 100.0 * even;
            format!(
                "Clearly above an even share ({even:.1} %): {}; clearly below: {}.",
                list(&ahead),
                list(&behind)
            )
        }
    }
}
