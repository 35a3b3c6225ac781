//! The reasons for tiles without a legal seat, compared with the refusals of every seat.

use cafe_rules::{
    Action, AloneReason, Cafe, Cell, Game, Guest, Nation, Refusal, Seat, SeatSet, Tile, Unseatable,
    UnseatableReason,
};

/// Checks that exactly the tiles without a legal seat are listed, each with the refusal of a seat that no other seat exceeds.
pub(crate) fn check(game: &Game) {
    match game {
        Game::Card(card) => check_in(game, card.cafe()),
        Game::Board(board) => check_in(game, board.cafe()),
    }
}

fn check_in<S: SeatSet, const SEATS: usize, const TABLES: usize>(game: &Game, cafe: &Cafe<S, SEATS, TABLES>) {
    let hand = game.hands()[usize::from(game.turn())];
    let unseatable = game.unseatable();
    let is_running = game.ending().is_none();
    let mut listed = unseatable.iter();
    for tile in Tile::in_code_order().filter(|tile| is_running && hand.has(*tile)) {
        let seats: Vec<(Seat, Result<(), Refusal>)> = guests(tile)
            .flat_map(|guest| cafe.plan().seats().iter().map(move |seat| (guest, seat)))
            .map(|(guest, seat)| (seat, game.check(Action::Seat(guest, seat))))
            .collect();
        if seats.iter().any(|(_, checked)| checked.is_ok()) {
            continue;
        }
        let at = || format!("{tile} in {}", game.position());
        let Some(Unseatable { tile: found, reason }) = listed.next() else {
            panic!("no reason for {}", at())
        };
        assert_eq!(*found, tile, "{}", at());
        let refusals = || seats.iter().filter_map(|(seat, checked)| Some((*seat, checked.as_ref().err()?)));
        let nearest = refusals().map(|(_, refusal)| stage(refusal)).max();
        match seat_of(reason) {
            Some(cell) => {
                let mut there = refusals().filter(|(seat, _)| cafe.plan().seat_cell(*seat) == cell);
                let found = there.find(|(_, refusal)| is_refusal(reason, refusal));
                let Some((_, refusal)) = found else { panic!("{reason:?} is not the refusal of {}", at()) };
                assert_eq!(Some(stage(refusal)), nearest, "{reason:?} is not the nearest of {}", at());
            }
            None => {
                assert_eq!(nearest, Some(0), "{reason:?} for {}", at());
                let nation = tile.nation().expect("a joker is of every nation");
                let tables = cafe.plan().tables().filter(|table| cafe.nation(*table) == nation);
                let tables: Vec<Cell> = tables.map(|table| cafe.plan().table_cell(table)).collect();
                let named: Vec<Cell> = match reason {
                    UnseatableReason::NoFreeSeat { tables } => {
                        tables.iter().map(|table| table.cell).collect()
                    }
                    _ => Vec::new(),
                };
                assert_eq!(named, tables, "{}", at());
            }
        }
        if let UnseatableReason::Unbalanced { table, .. } = reason {
            let is_own = |nation| Some(nation) == tile.nation();
            let is_own_refusal = |(_, refusal): (Seat, &Refusal)| matches!(refusal, Refusal::Unbalanced { table, .. } if is_own(table.nation));
            assert_eq!(is_own(table.nation), refusals().any(is_own_refusal), "{}", at());
        }
    }
    assert_eq!(listed.next(), None, "in {}", game.position());
}

fn guests(tile: Tile) -> impl Iterator<Item = Guest> {
    let nations = tile.nation().map_or(Nation::ALL.to_vec(), |nation| vec![nation]);
    nations.into_iter().map(move |nation| match tile.is_joker() {
        true => Guest::joker(nation, tile.sex()),
        false => Guest::new(nation, tile.sex()),
    })
}

/// Returns the rules that a refused seat passes: none of those for a free seat of the nation, or up to balance or company.
fn stage(refusal: &Refusal) -> u8 {
    match refusal {
        Refusal::SeatTaken { .. } | Refusal::WrongNation { .. } | Refusal::JokerNation { .. } => 0,
        Refusal::Unbalanced { .. } => 1,
        Refusal::Alone { .. } => 2,
        Refusal::AwayFromOpener { .. } => 3,
        other => panic!("not a refusal of a seat: {other}"),
    }
}

/// Returns the seat that the reason names, if it names one.
fn seat_of(reason: &UnseatableReason) -> Option<Cell> {
    match reason {
        UnseatableReason::NoTable | UnseatableReason::NoFreeSeat { .. } => None,
        UnseatableReason::Unbalanced { seat, .. }
        | UnseatableReason::Alone { seat, .. }
        | UnseatableReason::AwayFromOpener { seat, .. } => Some(*seat),
    }
}

/// Returns true if the reason tells the same as the refusal of its seat.
fn is_refusal(reason: &UnseatableReason, refusal: &Refusal) -> bool {
    match (reason, refusal) {
        (UnseatableReason::Unbalanced { table, ladies, gentlemen, .. }, refusal) => {
            let (table, ladies, gentlemen) = (*table, *ladies, *gentlemen);
            *refusal == Refusal::Unbalanced { table, ladies, gentlemen }
        }
        (
            UnseatableReason::Alone { tables, reason, .. },
            Refusal::Alone { tables: found, reason: found_reason, .. },
        ) => (tables, reason) == (found, found_reason),
        (UnseatableReason::AwayFromOpener { tables, .. }, Refusal::AwayFromOpener { tables: found, .. }) => {
            tables == found
        }
        _ => false,
    }
}

/// Returns the name of a reason.
pub(crate) fn name(unseatable: &Unseatable) -> &'static str {
    match &unseatable.reason {
        UnseatableReason::NoTable => "no table",
        UnseatableReason::NoFreeSeat { .. } => "no free seat",
        UnseatableReason::Unbalanced { .. } => "unbalanced",
        UnseatableReason::Alone { reason: AloneReason::LastPlacement, .. } => "alone: last placement",
        UnseatableReason::Alone { reason: AloneReason::NoFollower, .. } => "alone: no follower",
        UnseatableReason::AwayFromOpener { .. } => "away from opener",
    }
}
