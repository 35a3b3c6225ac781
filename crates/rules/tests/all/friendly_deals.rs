//! Records of games with a friendly first deal.

use cafe_rules::{Board, Deal, DealSource, FriendlyDeal, Game, Header, Kind, Options, Record, Secret, Seed};

use crate::records::{faults, header, options, played};

/// A header whose deal is the first friendly one of its secret and shares.
fn friendly_header(options: Options) -> (Header, FriendlyDeal) {
    let header = header(options);
    let series = header.secret.unwrap().seed(&header.shares);
    let deal = FriendlyDeal::first(options, Board::standard(), series);
    (Header { deal_source: DealSource::Friendly(deal), ..header }, deal)
}

#[test]
fn records_with_a_friendly_deal_round_trip() {
    for options in Options::all() {
        let (header, deal) = friendly_header(options);
        assert!(Record::new(header.clone()).start().has_friendly_opening(), "{options}");
        let record = played(header, usize::MAX);
        let text = record.to_string();
        assert!(text.contains(&format!("\nseed: {}\nfriendly: {}\n", deal.seed, deal.number)), "{text}");
        assert_eq!(Record::parse(&text).as_ref(), Ok(&record), "{options}");
    }
}

#[test]
fn rejects_a_friendly_deal_that_is_not_the_first_of_its_seed() {
    let options = options(Kind::Card);
    let (header, deal) = friendly_header(options);
    let series = header.secret.unwrap().seed(&header.shares);
    let is_friendly = |number: &u32| {
        let cards = Deal::shuffled(Kind::Card, series.friendly(*number));
        Game::new(options, &cards).has_friendly_opening()
    };
    let text_of = |number: u32| {
        let deal_source = DealSource::Friendly(FriendlyDeal { number, seed: series.friendly(number) });
        played(Header { deal_source, ..header.clone() }, 3).to_string()
    };
    let text = text_of(deal.number);
    assert_eq!(faults(&text), "nothing");
    let later = (deal.number + 1..).find(is_friendly).unwrap();
    let unfriendly = (0..).find(|number| !is_friendly(number)).unwrap();
    let first = format!(
        "the first friendly deal that follows from the secret and the shares has the number {}",
        deal.number
    );
    let line = format!("friendly: {}\n", deal.number);
    let secret = format!("secret: {}\n", Secret([7; 32]));
    let cases = [
        (text_of(later), first.as_str()),
        (text_of(unfriendly), &first),
        (text.replacen(&line, "friendly: 4294967295\n", 1), "the seed does not follow"),
        (text.replacen(&line, "", 1), "the seed does not follow"),
        (text.replacen(&line, "friendly: yes\n", 1), "friendly must be the number of the deal"),
        (text.replacen(&line, "friendly: 007\n", 1), "friendly must be the number of the deal"),
        (text.replacen("share 0: 01", "share 0: 02", 1), "the seed does not follow"),
        (text_of(unfriendly).replacen(&secret, "", 1), "the deal is not friendly to the first player"),
        (text_of(later).replacen(&secret, "", 1), "nothing"),
    ];
    for (forged, expected) in cases {
        let message = faults(&forged);
        assert!(message.contains(expected), "expected {expected:?}, got: {message}");
    }
    let explicit = Header::new(options, DealSource::Explicit(Deal::shuffled(Kind::Card, Seed([2; 32]))));
    let text = played(explicit, 3).to_string().replacen("guests: ", "friendly: 0\nguests: ", 1);
    assert!(faults(&text).contains("friendly must be left out if guests and tables are given"));
}

#[test]
fn about_half_of_the_deals_are_friendly() {
    for options in Options::all() {
        let is_friendly = |number: &u32| {
            let cards = Deal::shuffled(options.kind(), Seed([3; 32]).friendly(*number));
            Game::new(options, &cards).has_friendly_opening()
        };
        let friendly = (0..400).filter(is_friendly).count();
        assert!((140..260).contains(&friendly), "{options}: {friendly} of 400");
    }
}
