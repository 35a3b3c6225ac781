//! Analysis: what was lost, in which words, and what the cards gave.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use cafe_analysis::{
    AnalysisSettings, Decision, GameAnalysis, Grade, ReceivedTiles, accuracy, analyse_game, analyse_position,
    received_tiles,
};
use cafe_bots::{Budget, Level, Turn, all_turns, rank_turns};
use cafe_rules::{
    Action, Board, DealSource, Event, Game, Hand, Header, Kind, Options, Record, Seed, Tile, View, Viewer,
};
use serde_json::{Value, json};

const SETTINGS: AnalysisSettings =
    AnalysisSettings { budget: Budget::Playouts(60), top: 3, seed: 0, player: None };

fn new_log(kind: Kind, players: u8, number: u8) -> Record {
    let mut header =
        Header::new(Options::new(kind, players, false).unwrap(), DealSource::Seed(Seed([number; 32])));
    header.names[0] = "Ada".to_owned();
    Record::new(header)
}

fn own_view(game: &Game) -> View {
    View::of(game, Viewer::Player(game.turn()))
}

fn play(log: &mut Record, turn: &Turn) {
    turn.actions.iter().for_each(|&action| _ = log.play(action).unwrap());
}

fn greedy_turn(log: &Record) -> Turn {
    Level::Regular.choose(&own_view(log.game()), Budget::DEFAULT, 0).unwrap()
}

/// A game of players who take what scores most, up to so many actions.
fn greedy(kind: Kind, number: u8, actions: usize) -> Record {
    let mut log = new_log(kind, 2, number);
    while log.game().ending().is_none() && log.steps().len() < actions {
        let turn = greedy_turn(&log);
        play(&mut log, &turn);
    }
    log
}

fn analysed(log: &Record) -> GameAnalysis {
    analyse_game(log, &SETTINGS, |_, _| {})
}

fn last(log: &Record) -> Decision {
    let settings = AnalysisSettings { budget: Budget::Playouts(400), ..SETTINGS };
    analyse_game(log, &settings, |_, _| {}).decisions.pop().unwrap()
}

/// A card game in which the next player could score very much, or draw.
fn feast() -> Record {
    let mut log = new_log(Kind::Card, 2, 1);
    loop {
        let turn = greedy_turn(&log);
        if turn.points >= 16 && log.game().check(Action::Draw).is_ok() {
            return log;
        }
        play(&mut log, &turn);
    }
}

#[test]
fn words_follow_from_the_points_lost() {
    for (loss, grade) in [
        (0.0, Grade::Best),
        (0.49, Grade::Best),
        (0.5, Grade::Good),
        (1.99, Grade::Good),
        (2.0, Grade::Inaccuracy),
        (4.99, Grade::Inaccuracy),
        (5.0, Grade::Mistake),
        (9.99, Grade::Mistake),
        (10.0, Grade::Blunder),
        (80.0, Grade::Blunder),
    ] {
        assert_eq!(Grade::of(loss), grade, "{loss}");
    }
    assert_eq!([accuracy(0.0), accuracy(5.0), accuracy(45.0)], [100.0, 50.0, 10.0]);
}

#[test]
fn drawing_instead_of_a_feast_is_a_mistake_and_the_feast_is_best() {
    let mut drawn = feast();
    let mut taken = drawn.clone();
    drawn.play(Action::Draw).unwrap();
    let drawn = last(&drawn);
    assert!(drawn.grade >= Grade::Mistake, "{drawn:?}");
    assert!((drawn.alternatives[0].value - drawn.value - drawn.loss).abs() < 0.051);
    play(&mut taken, &drawn.alternatives[0].turn);
    let taken = last(&taken);
    assert_eq!((taken.grade, taken.part), (Grade::Best, drawn.part));
    assert!(taken.loss < drawn.loss - 5.0);
}

#[test]
fn whoever_pays_more_at_the_bar_than_there_is_blunders() {
    let mut log = new_log(Kind::Board, 3, 2);
    let out = |log: &Record| matches!(log.game(), Game::Board(game) if !game.eliminated().is_empty());
    while !out(&log) {
        let bar = log.game().legal().iter().find(|action| matches!(action, Action::Bar(_))).unwrap();
        log.play(bar).unwrap();
    }
    let decision = last(&log);
    assert_eq!(decision.grade, Grade::Blunder, "{decision:?}");
    assert!(decision.value < -30.0 && decision.loss > 10.0, "{decision:?}");
}

#[test]
fn the_same_guests_in_a_worse_order_lose_the_difference() {
    let points = |game: &Game, actions: &[Action]| {
        let mut after = *game;
        let player = game.turn();
        for &action in actions {
            if after.turn() != player {
                return None;
            }
            after.play(action).ok()?;
        }
        Some(after.scores()[usize::from(player)] - game.scores()[usize::from(player)])
    };
    let mut found = 0;
    for number in 0..40 {
        let mut log = new_log(Kind::Card, 2, number);
        let Game::Card(game) = *log.game() else { panic!("a card game") };
        let worse = all_turns(&game).into_iter().find_map(|turn| {
            let mut other = turn.clone();
            other.actions.swap(0, turn.actions.len().min(3) - 1);
            let less = turn.points - points(log.game(), &other.actions)?;
            (less > 0).then_some((other, less))
        });
        let Some((worse, less)) = worse else { continue };
        play(&mut log, &worse);
        let decision = analysed(&log).decisions.pop().unwrap();
        assert_eq!(decision.played.actions, worse.actions);
        assert!(decision.loss >= f32::from(less) - 0.001, "{decision:?}");
        found += 1;
    }
    assert!(found > 3, "{found} turns in a worse order");
}

#[test]
fn a_turn_on_another_seat_of_the_same_tables_is_the_same_turn() {
    // Russians at the table b4: its outer seats a4 and b5 touch no other.
    let position = json!({
        "game": "card", "players": 2,
        "tables": {"b4": "RU", "d4": "GB", "c3": "FR", "b2": "ES", "d2": "IT"},
        "seated": {"c4": "RUf", "b3": "RUm"},
        "hands": [["RUf", "CUm", "CUf"], ["CUm", "CUm"]], "guest_stock": ["CFm", "CFf", "INm"], "table_stock": ["US", "TR"],
    });
    let game = Game::from_position(&position, Board::standard()).unwrap();
    let view = View::of(&game, Viewer::Player(0));
    for seat in ["a4", "b5"] {
        let actions = [game.parse_action(&format!("RUf@{seat}")).unwrap(), Action::End];
        let asked = Turn { actions: actions.into_iter().collect(), points: 6, continues: false };
        let list = rank_turns(&view, std::slice::from_ref(&asked), Budget::Playouts(60), 1);
        let there = list.iter().filter(|candidate| candidate.turn.actions == asked.actions);
        assert_eq!(there.count(), 1, "{seat}: {list:?}");
        let outer = list.iter().filter(|candidate| candidate.turn.points == 6).count();
        assert_eq!(outer, 1, "{seat}: {list:?}");
    }
}

#[test]
fn every_action_of_a_game_is_part_of_one_decision() {
    for log in [greedy(Kind::Card, 3, 60), greedy(Kind::Board, 3, 30)] {
        let analysis = analysed(&log);
        let played = analysis.decisions.iter().flat_map(|decision| decision.played.actions.clone());
        assert!(played.eq(log.steps().iter().map(|step| step.action)));
        let parts = analysis.decisions.iter().filter(|decision| decision.part > 1).count();
        let laid = log
            .turns()
            .flat_map(|turn| &turn[..turn.len() - 1])
            .filter(|step| step.events.iter().any(|event| matches!(event, Event::TableLaid { .. })));
        assert_eq!(parts, laid.count(), "one more decision for every table laid in the middle of a turn");
        for decision in &analysis.decisions {
            assert!(decision.loss >= 0.0 && decision.alternatives.len() <= 3);
            assert!(decision.alternatives.is_sorted_by(|one, next| one.value >= next.value));
        }
    }
}

#[test]
fn a_decision_without_a_choice_counts_in_no_average() {
    let mut forced = 0;
    for number in 0..8 {
        let log = greedy(Kind::Card, number, 40);
        let analysis = analysed(&log);
        let only = analysis.decisions.iter().filter(|decision| decision.grade == Grade::Forced);
        for decision in only.clone() {
            assert_eq!((decision.alternatives.len(), decision.loss), (1, 0.0), "{decision:?}");
        }
        assert_eq!(only.count(), analysis.players.iter().map(|player| player.forced).sum::<usize>());
        for player in &analysis.players {
            assert_eq!(player.grades.iter().sum::<usize>(), player.decisions);
            forced += player.forced;
        }
        let decided = analysis.players.iter().map(|player| player.decisions + player.forced);
        assert_eq!(decided.sum::<usize>(), analysis.decisions.len());
    }
    assert!(forced > 0, "no forced decision in eight games");
}

#[test]
fn a_turn_that_was_not_finished_is_left_out() {
    let whole = greedy(Kind::Board, 5, 12);
    let mut log = Record::new(whole.header().clone());
    let last = whole.steps().iter().rposition(|step| !step.ends_turn()).unwrap();
    whole.steps()[..=last].iter().for_each(|step| _ = log.play(step.action).unwrap());
    let analysis = analysed(&log);
    assert_eq!(analysis.decisions.len(), log.turns().count() - 1);
    assert_eq!(analysis.to_json()["finished"], false);
}

#[test]
fn progress_is_told_up_to_the_end_and_one_player_can_be_asked_for() {
    let log = greedy(Kind::Board, 7, 8);
    let mut most = 0;
    let settings = AnalysisSettings { player: Some(1), ..SETTINGS };
    let analysis = analyse_game(&log, &settings, |done, total| {
        assert!(done <= total);
        most = most.max(done);
    });
    assert_eq!(most, analysis.decisions.len());
    assert!(analysis.decisions.iter().all(|decision| decision.player == 1));
    assert_eq!(analysis.players.iter().map(|player| player.player).collect::<Vec<_>>(), [1]);
}

#[test]
fn the_json_has_the_shape_that_is_described() {
    let log = greedy(Kind::Card, 8, 6);
    let json = analysed(&log).to_json();
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&json), ["game", "players", "parties", "finished", "decisions", "summary"]);
    let first = &json["decisions"][0];
    assert_eq!(
        keys(first),
        ["turn", "part", "player", "actions", "points", "value", "loss", "word", "forced", "alternatives"]
    );
    assert_eq!(keys(&first["alternatives"][0]), ["actions", "points", "value", "played"]);
    assert_eq!(first["actions"][0], log.start().format_action(&log.steps()[0].action));
    let ada = &json["summary"][0];
    assert_eq!(
        keys(ada),
        ["player", "name", "decisions", "forced", "average_loss", "accuracy", "words", "luck"]
    );
    assert_eq!(keys(&ada["words"]), ["best", "good", "inaccuracy", "mistake", "blunder"]);
    assert_eq!((&ada["name"], &json["summary"][1]["name"]), (&json!("Ada"), &json!("")));
}

#[test]
fn what_the_player_cannot_see_changes_no_analysis() {
    let game = *feast().game();
    let View::Card(view) = own_view(&game) else { panic!("a card game") };
    let mut unseen: Vec<Tile> = view.unseen.tiles().collect();
    unseen.reverse();
    let other = Game::from(view.game(&unseen, &view.tables_left).unwrap());
    assert_ne!(game, other);
    let moves = |game: &Game| {
        let found = analyse_position(&own_view(game), 9, Budget::Playouts(200), 5);
        found.into_iter().map(|one| (one.turn, one.value)).collect::<Vec<_>>()
    };
    assert_eq!(moves(&game), moves(&other));
    assert!(
        analyse_position(&View::of(&game, Viewer::Player(1 - game.turn())), 9, SETTINGS.budget, 0).is_empty()
    );
}

/// A player has got this card. Russia waits for a third guest; of all cards only a Russian gentleman is of use.
fn got(card: &str) -> ReceivedTiles {
    let position = json!({
        "game": "card", "players": 2,
        "tables": {"b4": "RU", "d4": "GB", "c3": "FR", "b2": "ES", "d2": "IT"},
        "seated": {"b5": "RUm", "b3": "RUf"},
        "hands": [["DEf", card], ["CUm", "CUm"]],
        "guest_stock": ["CFm", "CFf", "INm", "USf", "CNf", "TRf", "RUm", "CUf"], "table_stock": ["US", "TR"],
    });
    let game = Game::from_position(&position, Board::standard()).unwrap();
    let left = game.guest_stock().iter().copied().collect();
    ReceivedTiles { view: own_view(&game), received: Tile::parse(card).into_iter().collect(), left }
}

#[test]
fn the_card_one_waits_for_is_luck_and_a_useless_one_is_not() {
    let [good, useless] = ["RUm", "INf"].map(|card| got(card).luck(0));
    assert!(good > 2.0, "{good}");
    assert!(useless < 0.5 && useless < good - 2.0, "{useless}");
}

#[test]
fn without_other_cards_there_is_no_luck() {
    let nothing = ReceivedTiles { received: Hand::EMPTY, ..got("RUm") };
    let no_other = ReceivedTiles { left: Hand::EMPTY, ..got("RUm") };
    let the_same =
        ReceivedTiles { left: [Tile::parse("RUm").unwrap(); 3].into_iter().collect(), ..got("RUm") };
    assert_eq!([nothing.luck(0), no_other.luck(0), the_same.luck(0)], [0.0; 3]);
}

#[test]
fn over_all_cards_that_could_come_luck_is_nothing() {
    let receipt = got("RUm");
    let came = |tile: Tile| {
        let mut other = receipt.clone();
        let View::Card(view) = &mut other.view else { panic!("a card game") };
        for pile in [&mut view.unseen, &mut other.left] {
            receipt.received.tiles().for_each(|back| pile.add(back));
            pile.remove(tile);
        }
        view.hand = [Tile::parse("DEf").unwrap(), tile].into_iter().collect();
        other.received = [tile].into_iter().collect();
        other.luck(0)
    };
    let all: Vec<Tile> = receipt.left.tiles().chain(receipt.received.tiles()).collect();
    let mean = all.iter().map(|&tile| came(tile)).sum::<f32>() / all.len() as f32;
    assert!(mean.abs() < 0.5, "{mean} over {} cards", all.len());
}

#[test]
fn the_deal_and_every_draw_are_receipts_but_not_the_one_that_ends_the_game() {
    for kind in Kind::BOTH {
        let log = greedy(kind, 9, usize::MAX);
        let all = received_tiles(&log);
        let drawn: usize = log
            .steps()
            .iter()
            .filter(|step| step.after.ending().is_none())
            .flat_map(|step| &step.events)
            .filter(|event| matches!(event, Event::Drew { .. }))
            .count();
        let [dealt, later] = [&all[..2], &all[2..]];
        assert_eq!(later.iter().map(|(_, receipt)| receipt.received.len()).sum::<usize>(), drawn);
        for (player, (of, receipt)) in dealt.iter().enumerate() {
            assert_eq!((usize::from(*of), receipt.received), (player, log.start().hands()[player]));
        }
        let first = later.first().unwrap();
        let from = log.start().guest_stock();
        assert_eq!(first.1.left.len() + first.1.received.len(), from.len(), "all that could have come");
    }
}

#[test]
fn luck_is_summed_by_player() {
    let mut log = new_log(Kind::Card, 2, 9);
    log.play(Action::Draw).unwrap();
    let analysis = analysed(&log);
    let all = received_tiles(&log);
    let luck = |number: usize| all[number].1.luck(SETTINGS.seed);
    assert_eq!(all.iter().map(|(player, _)| *player).collect::<Vec<_>>(), [0, 1, 0]);
    assert_eq!(analysis.players[0].luck, luck(0) + luck(2));
    assert_eq!(analysis.players[1].luck, luck(1));
    assert_eq!((analysis.players[1].decisions, analysis.players[1].accuracy), (0, None));
}
