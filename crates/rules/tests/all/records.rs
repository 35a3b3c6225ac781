//! Records round-trip, and forged ones are rejected with line, action and reason.

use cafe_rules::{
    Board, Commitment, Deal, DealSource, FriendlyDeal, Header, Kind, Options, Record, Secret, Seed, Share,
    split_archive,
};

pub(crate) fn header(options: Options) -> Header {
    let secret = Secret([7; 32]);
    let mut shares = vec![None; usize::from(options.players())];
    shares[0] = Some(Share([1; 32]));
    let mut header = Header::new(options, DealSource::Seed(secret.seed(&shares)));
    header.commitment = Some(secret.commitment());
    header.secret = Some(secret);
    header.shares = shares;
    header.names[0] = "Ada".to_owned();
    header.names[1] = "Béla: the second".to_owned();
    header.date = "2026-11-15".to_owned();
    header
}

/// Plays pseudo-random actions up to a limit or the end.
pub(crate) fn played(header: Header, limit: usize) -> Record {
    let mut record = Record::new(header);
    for number in 0..limit {
        let legal = record.game().legal();
        if legal.is_empty() {
            break;
        }
        let action = legal.get((number * 7919 + 13) % legal.len()).unwrap();
        record.play(action).unwrap();
    }
    record
}

pub(crate) fn options(kind: Kind) -> Options {
    Options::new(kind, 3, true).unwrap()
}

#[test]
fn records_of_all_options_round_trip() {
    for options in Options::all() {
        for limit in [0, 1, 10, usize::MAX] {
            let record = played(header(options), limit);
            assert_eq!(record.game().ending().is_some(), limit == usize::MAX, "{options}");
            let text = record.to_string();
            assert_eq!(Record::parse(&text).as_ref(), Ok(&record), "{options}, {limit} actions:\n{text}");
        }
    }
}

#[test]
fn explicit_deal_round_trips() {
    for kind in Kind::BOTH {
        let deal = Deal::shuffled(kind, Seed([2; 32]));
        let record = played(Header::new(options(kind), DealSource::Explicit(deal)), 30);
        let text = record.to_string();
        assert_eq!(Record::parse(&text).as_ref(), Ok(&record), "{text}");
    }
}

#[test]
fn record_includes_a_custom_board() {
    let other = Board::standard().to_json().replacen("-30", "-99", 1);
    let board = Board::from_json(&other).unwrap().intern().unwrap();
    let mut header = header(options(Kind::Board));
    header.board = board;
    let record = played(header, usize::MAX);
    let text = record.to_string();
    assert!(text.contains("\nplan: {"));
    assert_eq!(Record::parse(&text).as_ref(), Ok(&record));
}

#[test]
fn comments_and_blank_lines_are_ignored() {
    let record = played(header(options(Kind::Card)), 40);
    let text = record.to_string().replace("\n1. ", "\n# the first turn\n\n1. ").replace('\n', "\r\n");
    assert_eq!(Record::parse(&text), Ok(record));
}

#[test]
fn archive_is_split_at_first_lines() {
    let one = played(header(options(Kind::Card)), 5).to_string();
    let two = played(header(options(Kind::Board)), 5).to_string();
    let archive = format!("# my games\n\n{one}\n{two}\n# the end\n\n");
    let parts: Vec<(usize, &str)> = split_archive(&archive).collect();
    assert_eq!(parts.len(), 2);
    assert_eq!(parts[0].0, 1);
    assert_eq!(parts[1].0, 4 + one.lines().count());
    assert!(parts.iter().all(|(_, record)| Record::parse(record).is_ok()));
    assert_eq!(split_archive("").count(), 0);
    assert_eq!(split_archive("\n# nothing\n").count(), 0);
    assert_eq!(split_archive("hello\nworld").count(), 1, "invalid text is reported, not skipped");
}

/// Returns the faults of a text.
pub(crate) fn faults(text: &str) -> String {
    Record::parse(text).map(|_| "nothing".to_owned()).unwrap_or_else(|faults| faults.to_string())
}

#[test]
fn rejects_forged_records() {
    let text = played(header(options(Kind::Card)), usize::MAX).to_string();
    let first_turn = text.lines().position(|line| line.starts_with("1. ")).unwrap() + 1;
    let scoring = text.lines().position(|line| line.contains(" b4+")).unwrap();
    let line = text.lines().nth(scoring).unwrap();
    let (points, after) = line.split_once(" b4+").unwrap();
    let inflated = text.replacen(line, &format!("{points} b4+1{after}"), 1);
    let cases = [
        (text.replacen("cafe 1", "cafe 2", 1), "line 1: a record must begin with".to_owned()),
        (text.replacen("game: card", "game: chess", 1), "line 2: game must be card or board".to_owned()),
        (
            text.replacen("players: 3", "players: 6", 1),
            "line 3: players must be valid: the card game is for 2 to 5".to_owned(),
        ),
        (text.replacen("parties: yes\n", "", 1), "parties is missing in the header".to_owned()),
        (text.replacen("date: ", "weather: ", 1), "line 7: unknown header field \"weather\"".to_owned()),
        (text.replacen("date: ", "name 0: ", 1), "line 7: name 0 is given twice".to_owned()),
        (text.replacen("name 0: ", "name 4: ", 1), "name must be of one of the 3 players".to_owned()),
        (text.replacen("name 0: Ada", "Ada", 1), "line 5: this is neither a header line".to_owned()),
        (text.replacen("share 0: 01", "share 0: 02", 1), "the seed does not follow".to_owned()),
        (
            text.replacen("commitment: ", "commitment: 0", 1),
            "line 8: commitment must be 64 hexadecimal digits".to_owned(),
        ),
        (text.replacen("secret: 07", "secret: 08", 1), "the secret does not match the commitment".to_owned()),
        (
            text.replacen(&format!("secret: {}\n", Secret([7; 32])), "", 1),
            "the secret of its commitment is missing".to_owned(),
        ),
        (text.replacen("\n1. 0:", "\n2. 0:", 1), format!("line {first_turn}: expected turn 1")),
        (text.replacen("\n1. 0:", "\n01. 0:", 1), format!("line {first_turn}: expected turn 1")),
        (text.replacen("\n1. 0:", "\n1. +0:", 1), format!("line {first_turn}: expected turn 1")),
        (
            text.replacen("\n1. 0:", "\n1. 1:", 1),
            format!("line {first_turn}: it is the turn of player 0, not of player 1"),
        ),
        (
            text.replacen("\n1. 0: ", "\n1. 0: close; ", 1),
            format!("line {first_turn}, close: you can close the café only"),
        ),
        (text.replacen("\n2. 1: ", "\n2. 1: draw; ", 1), "the turn has already ended".to_owned()),
        (inflated, format!("line {}, ", scoring + 1)),
        (text.replacen(" | ", " | 9", 1), "the turn's points and the scores are ".to_owned()),
        (text.replacen("winners", "losers", 1), "the result is ".to_owned()),
        (format!("{text}99. 0: draw = 0 | 0 0 0\n"), "nothing may follow the result".to_owned()),
        (text.split("\nresult").next().unwrap().to_owned(), "the record has no result".to_owned()),
        (String::new(), "line 1: a record must begin with".to_owned()),
        (format!("cafe 1\n#{}\n", "x".repeat(2_000_000)), "bytes long".to_owned()),
    ];
    for (forged, expected) in cases {
        let found = faults(&forged);
        assert!(found.contains(&expected), "expected {expected:?}, found: {found}");
    }
}

#[test]
fn reports_all_faults_of_a_header() {
    let found = faults("cafe 1\ngame: cards\nplayers: many\nparties: yes\nsecret: 12\nhat: top\n");
    for part in ["line 2: game", "line 3: players", "line 5: secret", "line 6: unknown header field"] {
        assert!(found.contains(part), "{part:?} is missing in {found}");
    }
}

#[test]
fn unfinished_game_need_not_reveal_its_secret() {
    let mut header = header(options(Kind::Board));
    header.secret = None;
    let record = played(header, 20);
    assert_eq!(Record::parse(&record.to_string()), Ok(record));
}

#[test]
fn resigned_players_are_part_of_the_record() {
    for (kind, resigned) in [(Kind::Card, vec![1]), (Kind::Board, vec![2, 0])] {
        for limit in [0, 20, usize::MAX] {
            let header = Header { resigned: resigned.clone(), ..header(options(kind)) };
            let record = played(header, limit);
            let text = record.to_string();
            assert_eq!(Record::parse(&text).as_ref(), Ok(&record), "{text}");
        }
    }
}

#[test]
fn resigned_player_does_not_win_however_many_points() {
    let winner = played(header(options(Kind::Card)), usize::MAX).outcome().unwrap().winners[0];
    let resigned = Header { resigned: vec![winner], ..header(options(Kind::Card)) };
    let record = played(resigned, usize::MAX);
    let outcome = record.outcome().unwrap();
    assert!(!outcome.winners.contains(&winner) && outcome.places[usize::from(winner)] == 3);
    let text = record.to_string();
    let without_header = text.replacen(&format!("resigned: {winner}\n"), "", 1);
    assert!(faults(&without_header).contains("the result is "), "the winner is not the one by points");
}

#[test]
fn game_of_two_ends_when_one_resigns() {
    let two = Options::new(Kind::Card, 2, false).unwrap();
    let record = played(Header { resigned: vec![0], ..header(two) }, 30);
    assert_eq!((record.winner_by_resignation(), record.is_over(), record.outcome()), (Some(1), true, None));
    let text = record.to_string();
    assert_eq!(Record::parse(&text).as_ref(), Ok(&record), "{text}");
    let without_secret = text.replacen(&format!("secret: {}\n", Secret([7; 32])), "", 1);
    assert!(faults(&without_secret).contains("the secret of its commitment is missing"));
    let illegal = text.replacen("\n1. 0: ", "\n1. 0: close; ", 1);
    assert!(faults(&illegal).contains("you can close the café only"), "everything else is checked");
    let with_result = format!("{text}result: closed; penalties 0 0; final 1 0; winners 1\n");
    assert!(faults(&with_result).contains("there is a result, but the game is not over"));
    let three = Options::new(Kind::Card, 3, false).unwrap();
    let record = played(Header { resigned: vec![0], ..header(three) }, 30);
    assert_eq!((record.winner_by_resignation(), record.is_over()), (None, false));
}

#[test]
fn rejects_impossible_resignations() {
    let text = played(header(options(Kind::Card)), 5).to_string();
    for players in ["", "3", "0 0", "00", "+1", "0,1", "0  1", "0 1 2", "Ada"] {
        let found = faults(&text.replacen("date: ", &format!("resigned: {players}\ndate: "), 1));
        assert!(found.contains("line 7: "), "{players:?}: {found}");
    }
}

#[test]
fn line_breaks_in_names_are_removed() {
    let mut header = header(options(Kind::Card));
    header.names[0] = " Eve\nsecret: 00\u{7} ".to_owned();
    let text = Record::new(header).to_string();
    assert_eq!(Record::parse(&text).unwrap().header().names[0], "Eve secret: 00");
}

#[test]
fn blank_texts_are_omitted() {
    let mut header = header(options(Kind::Card));
    header.names[0] = "  ".to_owned();
    header.note = "\t\u{202e}".to_owned();
    let text = Record::new(header).to_string();
    let record = Record::parse(&text).unwrap();
    assert_eq!((record.header().names[0].as_str(), record.header().note.as_str()), ("", ""));
}

#[test]
fn rejects_extreme_bar_values() {
    let plan = Board::standard().to_json().replacen("-30", "-9223372036854775808", 1);
    assert!(Board::from_json(&plan).unwrap_err().to_string().contains("bar place 20"));
    let text = played(header(options(Kind::Board)), 3).to_string();
    let forged = text.replacen("seed: ", &format!("plan: {plan}\nseed: "), 1);
    assert!(faults(&forged).contains("bar place 20"));
}

#[test]
fn messages_escape_control_characters() {
    let text = played(header(options(Kind::Card)), usize::MAX).to_string();
    let found = faults(&text.replacen("\n1. 0: ", "\n1. 0: \u{1b}]0;x\u{7}; ", 1));
    assert!(found.contains("\\u{1b}]0;x\\u{7}"), "{found}");
}

#[test]
fn commitments_and_seeds_match_the_specification() {
    let bytes: [u8; 32] = std::array::from_fn(|index| index as u8);
    let zero = "eb264f4195b844dbf3b0385e1b40307834708d1c258ac03b78192f4d348202d5";
    let count = "af781282bc2b652f44f85f9619bb3f945033ce9af74a79dfa75ad0d0c37c49f8";
    assert_eq!(Some(Secret([0; 32]).commitment()), Commitment::parse(zero));
    assert_eq!(Some(Secret(bytes).commitment()), Commitment::parse(count));
    let seed = Secret(bytes).seed(&[Some(Share([1; 32])), None, Some(Share([255; 32]))]);
    assert_eq!(seed.to_string(), "ce65cb296c374665036b8972a5b90ad080871d22177fa01450192609e638b238");
}

/// The vectors of docs/shuffle.md come from an independent implementation.
#[test]
fn friendly_deals_match_the_specification() {
    let document = include_str!("../../../../docs/shuffle.md");
    let series = Seed::parse("ce65cb296c374665036b8972a5b90ad080871d22177fa01450192609e638b238").unwrap();
    for number in [0, 1, 2, 258] {
        assert!(document.contains(&format!("| {number} | `{}` |", series.friendly(number))), "{number}");
    }
    for (kind, number) in [(Kind::Card, 1), (Kind::Board, 2)] {
        let first = FriendlyDeal::first(options(kind), Board::standard(), series);
        assert_eq!(first, FriendlyDeal { number, seed: series.friendly(number) }, "{kind}");
    }
}

/// The vectors of docs/shuffle.md come from an independent implementation.
#[test]
fn shuffles_match_the_specification() {
    let document = include_str!("../../../../docs/shuffle.md");
    let mut vectors = 0;
    for block in document.split("```text\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let (Some(game), Some(seed)) = (field("game:"), field("seed:")) else { continue };
        let deal = Deal::shuffled(Kind::parse(game).unwrap(), Seed::parse(seed).unwrap());
        let row = |names: Vec<String>| names.join(" ");
        assert_eq!(
            field("guests:"),
            Some(&*row(deal.guests().iter().map(ToString::to_string).collect())),
            "{seed}"
        );
        assert_eq!(
            field("tables:"),
            Some(&*row(deal.tables().iter().map(ToString::to_string).collect())),
            "{seed}"
        );
        vectors += 1;
    }
    assert_eq!(vectors, 4, "vectors in docs/shuffle.md");
}

#[test]
fn specification_example_is_a_record() {
    let document = include_str!("../../../../docs/record.md");
    let example = document.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let record = Record::parse(example).unwrap();
    assert_eq!(record.to_string(), example, "formatted like the example");
}
