//! Matches between bots: statistics, reproducibility and early stopping.

use cafe_bots::{Budget, current_margin, final_margin};
use cafe_lab::arena::{Report, seating_orders};
use cafe_lab::{Arena, Entrant};
use cafe_rules::{Game, Kind, Record};

fn arena(kind: Kind, bots: &str, deals: u32) -> Arena {
    let entrants = bots.split(',').map(|word| Entrant::parse(word).unwrap()).collect();
    let mut arena = Arena::new(kind, false, entrants).unwrap();
    arena.budget = Budget::Playouts(20);
    arena.deals = deals;
    arena
}

fn run(arena: &Arena) -> Report {
    arena.run(|_| {}).unwrap()
}

/// Returns the report and the records, without times.
fn run_without_times(arena: &Arena) -> (Report, Vec<String>) {
    let mut records = Vec::new();
    let mut report =
        arena.run(|progress| records.extend(progress.records.iter().map(Record::to_string))).unwrap();
    report.bots.iter_mut().for_each(|bot| bot.ms_per_turn = 0.0);
    (report, records)
}

#[test]
fn equal_bots_are_interchangeable_in_seating_orders() {
    for (bots, orders) in [
        ("master,regular", 2),
        ("master,master", 1),
        ("master,regular,regular", 3),
        ("master,regular,novice", 6),
        ("master,regular,master,regular", 6),
        ("novice,casual,regular,expert,master", 120),
    ] {
        let entrants: Vec<Entrant> = bots.split(',').map(|word| Entrant::parse(word).unwrap()).collect();
        let mut all = seating_orders(&entrants);
        assert_eq!(all.len(), orders, "{bots}");
        let mut sorted = entrants.clone();
        sorted.sort_unstable();
        for order in &all {
            let mut order = order.clone();
            order.sort_unstable();
            assert_eq!(order, sorted, "an entrant is missing in {bots}");
        }
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), orders, "{bots}: an order comes twice");
    }
}

#[test]
fn order_of_names_does_not_matter() {
    let report = |bots: &str| run_without_times(&arena(Kind::Card, bots, 10)).0;
    let named = report("regular,novice,casual");
    let otherwise = report("casual,regular,novice");
    for (bot, place) in named.bots.iter().zip([1, 2, 0]) {
        assert_eq!(*bot, otherwise.bots[place]);
    }
    assert_ne!(named.bots[0].margin, named.bots[1].margin);
}

#[test]
fn shares_add_up_to_one() {
    for (kind, bots) in [(Kind::Card, "regular,novice,casual"), (Kind::Board, "casual,regular,casual")] {
        let report = run(&arena(kind, bots, 4));
        let sum: f64 = report.bots.iter().map(|bot| bot.share).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{sum}");
        for bot in &report.bots {
            assert!(bot.low <= bot.share && bot.share <= bot.high, "{bot:?}");
            assert!(bot.place_low <= bot.place && bot.place <= bot.place_high, "{bot:?}");
            assert!(bot.margin_low <= bot.margin && bot.margin <= bot.margin_high, "{bot:?}");
        }
    }
}

#[test]
fn report_agrees_with_the_records() {
    let arena = arena(Kind::Board, "regular,casual,casual", 3);
    let (report, records) = run_without_times(&arena);
    assert_eq!((report.deals, report.games, records.len()), (3, 9, 9));
    let (mut wins, mut places, mut margins) = (0.0, 0.0, 0.0);
    for (number, text) in records.iter().enumerate() {
        let played = Record::parse(text).unwrap();
        let mut names = played.header().names.clone();
        let seat = names.iter().position(|name| name == "Irma (regular)").unwrap();
        names.remove(seat);
        assert_eq!(names, ["Paolo (casual)", "Paolo 2 (casual)"]);
        assert_eq!(seat, number % 3, "every seating order once, in order");
        assert_eq!(
            played.header().deal_source,
            Record::parse(&records[number - number % 3]).unwrap().header().deal_source
        );
        assert_eq!(played.header().note, format!("arena, seed 0, deal {}", number / 3));
        let outcome = played.game().outcome().unwrap();
        if outcome.winners.contains(&(seat as u8)) {
            wins += 1.0 / outcome.winners.len() as f64;
        }
        places += f64::from(outcome.places[seat]);
        let Game::Board(board) = played.game() else { panic!("a board game") };
        margins += f64::from(final_margin(board, seat));
    }
    let regular = &report.bots[0];
    for (counted, expected) in [(regular.share, wins), (regular.place, places), (regular.margin, margins)] {
        assert!((counted - expected / 9.0).abs() < 1e-9, "{counted} is not a ninth of {expected}");
    }
    assert_eq!(report.bots[1], report.bots[2], "equal bots share their results");
}

#[test]
fn eliminated_players_rank_behind_all_others() {
    let scores = [30, 5, 10];
    let margins = |eliminated: &[u8]| [0, 1, 2].map(|player| current_margin(&scores, eliminated, player));
    assert_eq!(margins(&[]), [20, -25, -20]);
    let [gone, second, first] = margins(&[0]);
    assert_eq!((first, second), (5, -5), "players who are still in compare their points");
    assert!(gone < second);
    let [gone_first, still_in, gone_later] = margins(&[0, 2]);
    assert!(gone_first < gone_later && gone_later < 0 && still_in > 0, "a later elimination is better");
}

#[test]
fn winner_is_ahead_of_eliminated_players_with_more_points() {
    let mut arena = arena(Kind::Board, "novice,casual", 1);
    let mut richer_losers = 0;
    for seed in 0..400 {
        arena.seed = seed;
        // For `novice`: the margins of complete games, and the results of games that an elimination ended.
        let (mut margins, mut cut_short) = (0, Vec::new());
        let mut count = |played: &Record| {
            let Game::Board(board) = played.game() else { panic!("a board game") };
            let outcome = board.outcome().unwrap();
            let novice = usize::from(played.header().names[1] == "Fleur (novice)");
            let ahead = outcome.final_scores[novice] - outcome.final_scores[1 - novice];
            if board.eliminated().is_empty() {
                margins += ahead;
            } else {
                cut_short.push((outcome.winners.contains(&(novice as u8)), ahead));
            }
        };
        let report = arena.run(|progress| progress.records.iter().for_each(&mut count)).unwrap();
        if let [(won, ahead)] = cut_short[..] {
            let margin = 2.0 * report.bots[0].margin - f64::from(margins);
            assert_eq!(margin > 0.0, won, "seed {seed}: {margin}");
            richer_losers += usize::from((ahead > 0) != won);
        }
    }
    assert!(richer_losers > 2, "{richer_losers} players were eliminated with more points than the winner");
}

#[test]
fn games_do_not_depend_on_the_number_of_threads() {
    let mut arena = arena(Kind::Card, "master,casual", 3);
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let three = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let first = alone.install(|| run_without_times(&arena));
    assert_eq!(first, three.install(|| run_without_times(&arena)));
    arena.seed = 1;
    assert_ne!(first.1, run_without_times(&arena).1);
}

#[test]
fn first_turn_does_not_depend_on_the_opponent() {
    let first_turn = |bots: &str| -> Vec<String> {
        let (_, records) = run_without_times(&arena(Kind::Card, bots, 8));
        let line = |record: &String| record.lines().find(|line| line.starts_with("1. ")).unwrap().to_owned();
        records.iter().filter(|record| record.contains("name 0: Fleur")).map(line).collect()
    };
    assert_eq!(first_turn("novice,regular"), first_turn("casual,novice"));
}

#[test]
fn regular_beats_novice() {
    for kind in Kind::BOTH {
        let report = run(&arena(kind, "regular,novice", 40));
        let [regular, novice] = &report.bots[..] else { panic!("two bots play") };
        assert!(regular.share_interval().is_above(report.even()), "{kind}: {report:?}");
        assert!(novice.share_interval().is_below(report.even()), "{kind}: {report:?}");
        assert!(regular.margin_low > 0.0 && regular.place_high < novice.place_low, "{kind}: {report:?}");
    }
}

#[test]
fn early_stop_counts_no_later_deal() {
    let mut stopping = arena(Kind::Card, "regular,novice", 500);
    stopping.stop_early = true;
    let (report, records) = run_without_times(&stopping);
    assert!(report.stopped && report.anytime && (5..100).contains(&report.deals), "{report:?}");
    assert_eq!((report.games, records.len() as u64), (2 * report.deals, 2 * report.deals));
    assert!(report.bots[0].share_interval().is_above(0.5), "{report:?}");
    // With one deal less the result is not clear yet.
    stopping.deals = report.deals as u32 - 1;
    let (before, _) = run_without_times(&stopping);
    assert!(!before.stopped && !before.bots[0].share_interval().is_above(0.5), "{before:?}");
    // The interval for a fixed number of deals is narrower.
    stopping.deals += 1;
    stopping.stop_early = false;
    let fixed = run(&stopping);
    assert_eq!(fixed.bots[0].share, report.bots[0].share);
    assert!(fixed.bots[0].low > report.bots[0].low, "{fixed:?} {report:?}");
}

#[test]
fn rejects_a_wrong_number_of_bots() {
    let refused = |kind, count| {
        Arena::new(kind, false, vec![Entrant::PerfectInformation; count]).unwrap_err().to_string()
    };
    assert_eq!(refused(Kind::Board, 5), "the board game is for 2 to 4 players, not 5");
    assert_eq!(refused(Kind::Card, 1), "the card game is for 2 to 5 players, not 1");
    assert_eq!(refused(Kind::Card, 258), "the card game is for 2 to 5 players, not 258");
}
