//! An analysis as text for people: no line is wider than a hundred columns.

use std::fmt::Write as _;

use cafe_bots::{
    BLUNDER_FROM, Candidate, Decision, GOOD_FROM, GameAnalysis, Grade, HALF_ACCURATE, INACCURACY_FROM,
    MISTAKE_FROM, REDEALS, Turn,
};
use cafe_rules::Game;
use ratatui::text::Span;

use crate::words;

/// A name takes at most so many columns.
const NAME_MOST: usize = 10;
/// What stands before a turn that would have been better.
const BETTER: &str = "> ";

/// The best turns of a position.
pub(super) fn position(game: &Game, found: &[Candidate]) -> String {
    let mut text = String::new();
    let (kind, player) = (words::game(game.options()), game.turn() + 1);
    let _ = writeln!(text, "Café International: the {kind}; it is the turn of Player {player}\n");
    let _ = writeln!(text, "    margin  points  worlds  turn");
    for (place, Candidate { turn, worth, worlds }) in found.iter().enumerate() {
        let (points, actions) = (turn.points, written(turn, game));
        let _ = writeln!(text, "{:>2}  {worth:>+6.1}  {points:>6}  {worlds:>6}  {actions}", place + 1);
    }
    let _ = write!(
        text,
        "\nmargin    points ahead of the best opponent at the end of the game, as expected\n\
         points    what the turn scores at once\n\
         worlds    in how many deals of the hidden cards the turn was tried\n"
    );
    text
}

/// A whole game: every decision, how each player did, and what the columns mean.
pub(super) fn record(analysis: &GameAnalysis, names: &[String], coloured: bool) -> String {
    let kind = words::game(analysis.game.options());
    let mut text = format!("Café International: the {kind}\n{}\n\n", words::list(names));
    let columns = padded(names);
    decisions(analysis, &columns, coloured, &mut text);
    if analysis.game.ending().is_none() {
        text.push_str("\nThe game is not over; it was analysed as far as it goes.\n");
    }
    summary(analysis, &columns, &mut text);
    legend(&mut text);
    text
}

/// `RUm@c4; ITm@c2; end`
fn written(turn: &Turn, game: &Game) -> String {
    turn.written(game).join("; ")
}

/// Names cut to what their column holds and filled up with blanks, all equally wide.
fn padded(names: &[String]) -> Vec<String> {
    let width = |text: &str| Span::raw(text).width();
    let cut = |name: &String| {
        let mut cut = name.clone();
        while width(&cut) > NAME_MOST {
            let mut letters = cut.trim_end_matches('…').chars();
            letters.next_back();
            cut = format!("{}…", letters.as_str());
        }
        cut
    };
    let cut: Vec<String> = names.iter().map(cut).collect();
    let most = cut.iter().map(|name| width(name)).fold("player".len(), usize::max);
    cut.into_iter().map(|name| format!("{name}{}", " ".repeat(most - width(&name)))).collect()
}

/// The turns that would have been better than what was played, unless that was good enough to be called best.
fn better(decision: &Decision) -> impl Iterator<Item = &Candidate> {
    let lost = decision.grade > Grade::Best;
    decision.alternatives.iter().filter(move |candidate| lost && candidate.worth > decision.worth)
}

fn decisions(analysis: &GameAnalysis, names: &[String], coloured: bool, text: &mut String) {
    let actions = |turn: &Turn| written(turn, &analysis.game);
    let width = |decision: &Decision| {
        let others = better(decision).map(|candidate| BETTER.len() + actions(&candidate.turn).len());
        others.fold(actions(&decision.played).len(), usize::max)
    };
    let most = analysis.decisions.iter().map(width).fold("played".len(), usize::max);
    let blank = names.first().map_or(0, |name| Span::raw(name).width());
    let _ = writeln!(text, "turn  {:blank$}  {:most$}  points  margin  loss  word", "player", "played");
    for decision in &analysis.decisions {
        let Decision { turn, player, played, worth, loss, grade, .. } = decision;
        let name = &names[usize::from(*player)];
        let word = if coloured { colour(*grade) } else { grade.word().to_owned() };
        let _ = writeln!(
            text,
            "{turn:>4}  {name}  {:most$}  {:>6}  {worth:>+6.1}  {loss:>4.1}  {word}",
            actions(played),
            played.points,
        );
        for Candidate { turn, worth, .. } in better(decision) {
            let other = format!("{BETTER}{}", actions(turn));
            let _ =
                writeln!(text, "{:4}  {:blank$}  {other:most$}  {:>6}  {worth:>+6.1}", "", "", turn.points);
        }
    }
}

/// The word in the terminal's own colours, which it keeps readable on its own ground.
fn colour(grade: Grade) -> String {
    let code = match grade {
        Grade::Only => "2",
        Grade::Best => "1;32",
        Grade::Good => "32",
        Grade::Inaccuracy => "33",
        Grade::Mistake => "31",
        Grade::Blunder => "1;31",
    };
    format!("\u{1b}[{code}m{}\u{1b}[0m", grade.word())
}

fn summary(analysis: &GameAnalysis, names: &[String], text: &mut String) {
    let blank = names.first().map_or(0, |name| Span::raw(name).width());
    let _ = write!(text, "\n{:blank$}  decisions  loss  accuracy", "player");
    Grade::CHOSEN.iter().for_each(|grade| _ = write!(text, "  {}", grade.word()));
    let _ = writeln!(text, "    luck");
    for player in &analysis.players {
        let loss = player.average_loss.map_or("-".to_owned(), |loss| format!("{loss:.1}"));
        let accuracy = player.accuracy.map_or("-".to_owned(), |accuracy| format!("{accuracy:.0} %"));
        let name = &names[usize::from(player.player)];
        let _ = write!(text, "{name}  {:>9}  {loss:>4}  {accuracy:>8}", player.decisions);
        for (grade, count) in Grade::CHOSEN.iter().zip(player.grades) {
            let _ = write!(text, "  {count:>0$}", grade.word().len());
        }
        let _ = writeln!(text, "  {:>+6.1}", player.luck);
    }
}

fn legend(text: &mut String) {
    let _ = write!(
        text,
        "\nmargin    points ahead of the best opponent at the end of the game, as expected\n\
         loss      how much margin was given away, compared with the best turn; below: on average\n\
         word      by points lost: best below {GOOD_FROM}, good below {INACCURACY_FROM}, \
         inaccuracy below {MISTAKE_FROM}, mistake below {BLUNDER_FROM},\n          \
         blunder from {BLUNDER_FROM} on; only: there was no choice, which counts in no average\n\
         >         what would have been better\n\
         accuracy  100 · {HALF_ACCURATE} / ({HALF_ACCURATE} + loss) percent, on average\n\
         luck      what the cards gave that the player was dealt and drew, in points, compared with {REDEALS}\n          \
         other deals of them; tables laid and the cards of the others are not counted\n"
    );
}
