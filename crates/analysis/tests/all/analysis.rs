//! Losses, grades and luck.

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

fn new_record(kind: Kind, players: u8, number: u8) -> Record {
    let mut header =
        Header::new(Options::new(kind, players, false).unwrap(), DealSource::Seed(Seed([number; 32])));
    header.names[0] = "Ada".to_owned();
    Record::new(header)
}

fn own_view(game: &Game) -> View {
    View::of(game, Viewer::Player(game.turn()))
}

fn play(record: &mut Record, turn: &Turn) {
    turn.actions.iter().for_each(|&action| _ = record.play(action).unwrap());
}

fn regular_turn(record: &Record) -> Turn {
    Level::Regular.choose(&own_view(record.game()), Budget::DEFAULT, 0).unwrap()
}

/// Plays a game between `regular` bots, up to this many actions.
fn regular_game(kind: Kind, number: u8, actions: usize) -> Record {
    let mut record = new_record(kind, 2, number);
    while record.game().ending().is_none() && record.steps().len() < actions {
        let turn = regular_turn(&record);
        play(&mut record, &turn);
    }
    record
}

fn analyse(record: &Record) -> GameAnalysis {
    analyse_game(record, &SETTINGS, |_, _| {})
}

fn last_decision(record: &Record) -> Decision {
    let settings = AnalysisSettings { budget: Budget::Playouts(400), ..SETTINGS };
    analyse_game(record, &settings, |_, _| {}).decisions.pop().unwrap()
}

/// Plays a card game up to a turn that scores at least 16 points, where drawing is legal too.
fn before_a_rich_turn() -> Record {
    let mut record = new_record(Kind::Card, 2, 1);
    loop {
        let turn = regular_turn(&record);
        if turn.points >= 16 && record.game().check(Action::Draw).is_ok() {
            return record;
        }
        play(&mut record, &turn);
    }
}

#[test]
fn grades_follow_from_the_loss() {
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
fn drawing_instead_of_a_rich_turn_is_a_mistake() {
    let mut drawn = before_a_rich_turn();
    let mut taken = drawn.clone();
    drawn.play(Action::Draw).unwrap();
    let drawn = last_decision(&drawn);
    assert!(drawn.grade >= Grade::Mistake, "{drawn:?}");
    assert!((drawn.alternatives[0].value - drawn.value - drawn.loss).abs() < 0.051);
    play(&mut taken, &drawn.alternatives[0].turn);
    let taken = last_decision(&taken);
    assert_eq!((taken.grade, taken.part), (Grade::Best, drawn.part));
    assert!(taken.loss < drawn.loss - 5.0);
}

#[test]
fn self_elimination_at_the_bar_is_a_blunder() {
    let mut record = new_record(Kind::Board, 3, 2);
    let out = |record: &Record| matches!(record.game(), Game::Board(game) if !game.eliminated().is_empty());
    while !out(&record) {
        let bar = record.game().legal().iter().find(|action| matches!(action, Action::Bar(_))).unwrap();
        record.play(bar).unwrap();
    }
    let decision = last_decision(&record);
    assert_eq!(decision.grade, Grade::Blunder, "{decision:?}");
    assert!(decision.value < -30.0 && decision.loss > 10.0, "{decision:?}");
}

#[test]
fn worse_order_loses_the_difference_in_points() {
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
        let mut record = new_record(Kind::Card, 2, number);
        let Game::Card(game) = *record.game() else { panic!("a card game") };
        let worse = all_turns(&game).into_iter().find_map(|turn| {
            let mut other = turn.clone();
            other.actions.swap(0, turn.actions.len().min(3) - 1);
            let less = turn.points - points(record.game(), &other.actions)?;
            (less > 0).then_some((other, less))
        });
        let Some((worse, less)) = worse else { continue };
        play(&mut record, &worse);
        let decision = analyse(&record).decisions.pop().unwrap();
        assert_eq!(decision.played.actions, worse.actions);
        assert!(decision.loss >= f32::from(less) - 0.001, "{decision:?}");
        found += 1;
    }
    assert!(found > 3, "only {found} turns in a worse order");
}

#[test]
fn equivalent_seats_are_the_same_turn() {
    // The outer seats a4 and b5 of the Russian table b4 touch no other table.
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
        let requested = Turn { actions: actions.into_iter().collect(), points: 6, continues: false };
        let list = rank_turns(&view, std::slice::from_ref(&requested), Budget::Playouts(60), 1);
        let there = list.iter().filter(|candidate| candidate.turn.actions == requested.actions);
        assert_eq!(there.count(), 1, "{seat}: {list:?}");
        let outer = list.iter().filter(|candidate| candidate.turn.points == 6).count();
        assert_eq!(outer, 1, "{seat}: {list:?}");
    }
}

#[test]
fn decisions_cover_every_action_once() {
    for record in [regular_game(Kind::Card, 3, 60), regular_game(Kind::Board, 3, 30)] {
        let analysis = analyse(&record);
        let played = analysis.decisions.iter().flat_map(|decision| decision.played.actions.clone());
        assert!(played.eq(record.steps().iter().map(|step| step.action)));
        let parts = analysis.decisions.iter().filter(|decision| decision.part > 1).count();
        let laid = record
            .turns()
            .flat_map(|turn| &turn[..turn.len() - 1])
            .filter(|step| step.events.iter().any(|event| matches!(event, Event::TableLaid { .. })));
        assert_eq!(parts, laid.count(), "one more decision for every table laid within a turn");
        for decision in &analysis.decisions {
            assert!(decision.loss >= 0.0 && decision.alternatives.len() <= 3);
            assert!(decision.alternatives.is_sorted_by(|one, next| one.value >= next.value));
        }
    }
}

#[test]
fn forced_decisions_count_in_no_average() {
    let mut forced = 0;
    for number in 0..8 {
        let record = regular_game(Kind::Card, number, 40);
        let analysis = analyse(&record);
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
fn unfinished_turn_is_left_out() {
    let whole = regular_game(Kind::Board, 5, 12);
    let mut record = Record::new(whole.header().clone());
    let last = whole.steps().iter().rposition(|step| !step.ends_turn()).unwrap();
    whole.steps()[..=last].iter().for_each(|step| _ = record.play(step.action).unwrap());
    let analysis = analyse(&record);
    assert_eq!(analysis.decisions.len(), record.turns().count() - 1);
    assert_eq!(analysis.to_json()["finished"], false);
}

#[test]
fn analysis_of_one_player_reports_progress() {
    let record = regular_game(Kind::Board, 7, 8);
    let mut most = 0;
    let settings = AnalysisSettings { player: Some(1), ..SETTINGS };
    let analysis = analyse_game(&record, &settings, |done, total| {
        assert!(done <= total);
        most = most.max(done);
    });
    assert_eq!(most, analysis.decisions.len());
    assert!(analysis.decisions.iter().all(|decision| decision.player == 1));
    assert_eq!(analysis.players.iter().map(|player| player.player).collect::<Vec<_>>(), [1]);
}

#[test]
fn json_has_the_documented_shape() {
    let record = regular_game(Kind::Card, 8, 6);
    let json = analyse(&record).to_json();
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&json), ["game", "players", "parties", "finished", "decisions", "summary"]);
    let first = &json["decisions"][0];
    assert_eq!(
        keys(first),
        ["turn", "part", "player", "actions", "points", "value", "loss", "word", "forced", "alternatives"]
    );
    assert_eq!(keys(&first["alternatives"][0]), ["actions", "points", "value", "played"]);
    assert_eq!(first["actions"][0], record.start().format_action(&record.steps()[0].action));
    let ada = &json["summary"][0];
    assert_eq!(
        keys(ada),
        ["player", "name", "decisions", "forced", "average_loss", "accuracy", "words", "luck"]
    );
    assert_eq!(keys(&ada["words"]), ["best", "good", "inaccuracy", "mistake", "blunder"]);
    assert_eq!((&ada["name"], &json["summary"][1]["name"]), (&json!("Ada"), &json!("")));
}

#[test]
fn hidden_information_does_not_change_the_analysis() {
    let game = *before_a_rich_turn().game();
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

/// Returns a player who has received this card, where only a Russian gentleman is useful.
fn received(card: &str) -> ReceivedTiles {
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
fn useful_card_is_lucky_and_useless_one_is_not() {
    let [good, useless] = ["RUm", "INf"].map(|card| received(card).luck(0));
    assert!(good > 2.0, "{good}");
    assert!(useless < 0.5 && useless < good - 2.0, "{useless}");
}

#[test]
fn no_luck_without_other_cards() {
    let nothing = ReceivedTiles { received: Hand::EMPTY, ..received("RUm") };
    let no_other = ReceivedTiles { left: Hand::EMPTY, ..received("RUm") };
    let the_same =
        ReceivedTiles { left: [Tile::parse("RUm").unwrap(); 3].into_iter().collect(), ..received("RUm") };
    assert_eq!([nothing.luck(0), no_other.luck(0), the_same.luck(0)], [0.0; 3]);
}

#[test]
fn mean_luck_over_all_cards_is_zero() {
    let receipt = received("RUm");
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
fn deal_and_draws_are_received_except_the_last() {
    for kind in Kind::BOTH {
        let record = regular_game(kind, 9, usize::MAX);
        let all = received_tiles(&record);
        let drawn: usize = record
            .steps()
            .iter()
            .filter(|step| step.after.ending().is_none())
            .flat_map(|step| &step.events)
            .filter(|event| matches!(event, Event::Drew { .. }))
            .count();
        let [dealt, later] = [&all[..2], &all[2..]];
        assert_eq!(later.iter().map(|(_, receipt)| receipt.received.len()).sum::<usize>(), drawn);
        for (player, (of, receipt)) in dealt.iter().enumerate() {
            assert_eq!((usize::from(*of), receipt.received), (player, record.start().hands()[player]));
        }
        let first = later.first().unwrap();
        let from = record.start().guest_stock();
        assert_eq!(first.1.left.len() + first.1.received.len(), from.len(), "all tiles that could have come");
    }
}

#[test]
fn luck_is_summed_by_player() {
    let mut record = new_record(Kind::Card, 2, 9);
    record.play(Action::Draw).unwrap();
    let analysis = analyse(&record);
    let all = received_tiles(&record);
    let luck = |number: usize| all[number].1.luck(SETTINGS.seed);
    assert_eq!(all.iter().map(|(player, _)| *player).collect::<Vec<_>>(), [0, 1, 0]);
    assert_eq!(analysis.players[0].luck, luck(0) + luck(2));
    assert_eq!(analysis.players[1].luck, luck(1));
    assert_eq!((analysis.players[1].decisions, analysis.players[1].accuracy), (0, None));
}
