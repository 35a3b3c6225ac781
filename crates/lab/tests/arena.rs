//! Bots against bots: what is counted, that it can be repeated, and that the better one wins.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

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

/// The report and the records, without what depends on the clock.
fn timeless(arena: &Arena) -> (Report, Vec<String>) {
    let mut records = Vec::new();
    let mut report = arena.run(|news| records.extend(news.records.iter().map(Record::to_string))).unwrap();
    report.bots.iter_mut().for_each(|bot| bot.ms_per_turn = 0.0);
    (report, records)
}

#[test]
fn equal_bots_can_change_seats_without_a_new_order() {
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
            assert_eq!(order, sorted, "somebody is missing in {bots}");
        }
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), orders, "{bots}: an order comes twice");
    }
}

#[test]
fn it_does_not_matter_who_is_named_first() {
    let report = |bots: &str| timeless(&arena(Kind::Card, bots, 10)).0;
    let named = report("regular,novice,casual");
    let otherwise = report("casual,regular,novice");
    for (bot, place) in named.bots.iter().zip([1, 2, 0]) {
        assert_eq!(*bot, otherwise.bots[place]);
    }
    assert_ne!(named.bots[0].margin, named.bots[1].margin);
}

#[test]
fn shares_of_all_seats_make_one_win() {
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
fn what_is_counted_is_what_the_records_say() {
    let arena = arena(Kind::Board, "regular,casual,casual", 3);
    let (report, records) = timeless(&arena);
    assert_eq!((report.deals, report.games, records.len()), (3, 9, 9));
    let (mut wins, mut places, mut margins) = (0.0, 0.0, 0.0);
    for (number, record) in records.iter().enumerate() {
        let log = Record::parse(record).unwrap();
        let mut names = log.header().names.clone();
        let seat = names.iter().position(|name| name == "Irma (regular)").unwrap();
        names.remove(seat);
        assert_eq!(names, ["Paolo (casual)", "Paolo 2 (casual)"]);
        assert_eq!(seat, number % 3, "every seating order once, in order");
        assert_eq!(
            log.header().deal_source,
            Record::parse(&records[number - number % 3]).unwrap().header().deal_source
        );
        assert_eq!(log.header().note, format!("arena, seed 0, deal {}", number / 3));
        let outcome = log.game().outcome().unwrap();
        if outcome.winners.contains(&(seat as u8)) {
            wins += 1.0 / outcome.winners.len() as f64;
        }
        places += f64::from(outcome.places[seat]);
        let Game::Board(board) = log.game() else { panic!("a board game") };
        margins += f64::from(final_margin(board, seat));
    }
    let regular = &report.bots[0];
    for (counted, by_hand) in [(regular.share, wins), (regular.place, places), (regular.margin, margins)] {
        assert!((counted - by_hand / 9.0).abs() < 1e-9, "{counted} is not a ninth of {by_hand}");
    }
    assert_eq!(report.bots[1], report.bots[2], "equal bots have one account");
}

#[test]
fn who_is_out_stands_behind_all_who_are_in() {
    let scores = [30, 5, 10];
    let margins = |out: &[u8]| [0, 1, 2].map(|player| current_margin(&scores, out, player));
    assert_eq!(margins(&[]), [20, -25, -20]);
    let [gone, second, first] = margins(&[0]);
    assert_eq!((first, second), (5, -5), "between themselves the points of those who are in count");
    assert!(gone < second);
    let [gone_first, still_in, gone_later] = margins(&[0, 2]);
    assert!(gone_first < gone_later && gone_later < 0 && still_in > 0, "who goes later is better");
}

#[test]
fn the_winner_is_ahead_even_of_somebody_eliminated_with_more_points() {
    let mut arena = arena(Kind::Board, "novice,casual", 1);
    let mut richer_losers = 0;
    for seed in 0..400 {
        arena.seed = seed;
        // From the novice's side: the margins of games that went to their end, and who won the others.
        let (mut margins, mut cut_short) = (0, Vec::new());
        let mut count = |log: &Record| {
            let Game::Board(board) = log.game() else { panic!("a board game") };
            let outcome = board.outcome().unwrap();
            let novice = usize::from(log.header().names[1] == "Fleur (novice)");
            let ahead = outcome.final_scores[novice] - outcome.final_scores[1 - novice];
            if board.eliminated().is_empty() {
                margins += ahead;
            } else {
                cut_short.push((outcome.winners.contains(&(novice as u8)), ahead));
            }
        };
        let report = arena.run(|news| news.records.iter().for_each(&mut count)).unwrap();
        if let [(won, ahead)] = cut_short[..] {
            let margin = 2.0 * report.bots[0].margin - f64::from(margins);
            assert_eq!(margin > 0.0, won, "seed {seed}: {margin}");
            richer_losers += usize::from((ahead > 0) != won);
        }
    }
    assert!(richer_losers > 2, "{richer_losers} players were eliminated with more points than the winner");
}

#[test]
fn the_same_numbers_give_the_same_games_on_any_number_of_threads() {
    let mut arena = arena(Kind::Card, "master,casual", 3);
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let three = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let once = alone.install(|| timeless(&arena));
    assert_eq!(once, three.install(|| timeless(&arena)));
    arena.seed = 1;
    assert_ne!(once.1, timeless(&arena).1);
}

#[test]
fn a_bot_begins_the_same_way_whoever_sits_opposite() {
    let first_turn = |bots: &str| -> Vec<String> {
        let (_, records) = timeless(&arena(Kind::Card, bots, 8));
        let line = |record: &String| record.lines().find(|line| line.starts_with("1. ")).unwrap().to_owned();
        records.iter().filter(|record| record.contains("name 0: Fleur")).map(line).collect()
    };
    assert_eq!(first_turn("novice,regular"), first_turn("casual,novice"));
}

#[test]
fn the_regular_is_clearly_better_than_the_novice() {
    for kind in Kind::BOTH {
        let report = run(&arena(kind, "regular,novice", 40));
        let [regular, novice] = &report.bots[..] else { panic!("two bots play") };
        assert!(regular.share_interval().is_above(report.even()), "{kind}: {report:?}");
        assert!(novice.share_interval().is_below(report.even()), "{kind}: {report:?}");
        assert!(regular.margin_low > 0.0 && regular.place_high < novice.place_low, "{kind}: {report:?}");
    }
}

#[test]
fn a_clear_verdict_stops_the_arena_and_counts_no_deal_after_it() {
    let mut stopping = arena(Kind::Card, "regular,novice", 500);
    stopping.stop_early = true;
    let (report, records) = timeless(&stopping);
    assert!(report.stopped && report.anytime && (5..100).contains(&report.deals), "{report:?}");
    assert_eq!((report.games, records.len() as u64), (2 * report.deals, 2 * report.deals));
    assert!(report.bots[0].share_interval().is_above(0.5), "{report:?}");
    // With one deal less it was not clear yet.
    stopping.deals = report.deals as u32 - 1;
    let (before, _) = timeless(&stopping);
    assert!(!before.stopped && !before.bots[0].share_interval().is_above(0.5), "{before:?}");
    // Looking again and again has a price.
    stopping.deals += 1;
    stopping.stop_early = false;
    let looked_once = run(&stopping);
    assert_eq!(looked_once.bots[0].share, report.bots[0].share);
    assert!(looked_once.bots[0].low > report.bots[0].low, "{looked_once:?} {report:?}");
}

#[test]
fn games_are_for_as_many_bots_as_can_play() {
    let refused = |kind, count| {
        Arena::new(kind, false, vec![Entrant::PerfectInformation; count]).unwrap_err().to_string()
    };
    assert_eq!(refused(Kind::Board, 5), "the board game is for 2 to 4 players, not 5");
    assert_eq!(refused(Kind::Card, 1), "the card game is for 2 to 5 players, not 1");
    assert_eq!(refused(Kind::Card, 258), "the card game is for 2 to 5 players, not 258");
}
