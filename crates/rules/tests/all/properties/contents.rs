//! Counts of all guests and tables of a game.

use std::ops::{Add, Sub};

use cafe_rules::{
    Event, GUEST_COPIES, Game, Guest, Hand, JOKER_COPIES, Kind, Nation, Seat, SeatSet, TABLES_PER_NATION,
    Table, Tile,
};

use super::playthrough::Step;

/// Number of each kind of tile and of each nation's tables. Tables of the board game are part of the board and not counted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Contents {
    tiles: [usize; Tile::KINDS],
    tables: [usize; Nation::ALL.len()],
}

impl Contents {
    /// Returns the contents of a complete game.
    pub(crate) fn complete(kind: Kind) -> Contents {
        let mut contents = Contents::default();
        for tile in Tile::in_code_order() {
            contents.tiles[tile.index()] = match (kind, tile.is_joker()) {
                (_, false) => GUEST_COPIES,
                (Kind::Board, true) => JOKER_COPIES,
                (Kind::Card, true) => 0,
            };
        }
        if kind == Kind::Card {
            contents.tables = [TABLES_PER_NATION; Nation::ALL.len()];
        }
        contents
    }

    /// Counts the hands, the cards face down, the café, the stocks and the bar.
    pub(crate) fn of(game: &Game) -> Contents {
        let setup = game.setup();
        let mut contents = Contents::default();
        let lists = setup.hands.iter().chain(&setup.down).chain([&setup.guest_stock, &setup.bar]);
        lists.flatten().for_each(|&tile| contents.add_tile(tile));
        setup.seated.iter().for_each(|(_, guest)| contents.add_tile(guest.tile()));
        let tables = setup.tables.iter().map(|(_, nation)| nation).chain(&setup.table_stock);
        tables.for_each(|nation| contents.tables[nation.index()] += 1);
        contents
    }

    fn add_tile(&mut self, tile: Tile) {
        self.tiles[tile.index()] += 1;
    }

    /// Adds what a step removes from the game: guests of cleared tables, replaced tables and hands of eliminated
    /// players.
    pub(crate) fn add_removed_by(&mut self, step: &Step) {
        let mut cleared: Vec<Table> = Vec::new();
        let mut newly_seated: Vec<(Guest, Seat)> = Vec::new();
        for event in &step.events {
            match *event {
                Event::Seated { guest, seat, .. } => newly_seated.push((guest, seat)),
                Event::TableCleared { table } => cleared.push(table),
                Event::TableLaid { table, .. } => {
                    let Game::Card(game) = &step.before else {
                        panic!("the board game lays no tables: {step}")
                    };
                    self.tables[game.cafe().nation(table).index()] += 1;
                }
                Event::Eliminated { player, tile, .. } => {
                    let mut rest: Hand = step.before.hands()[usize::from(player)];
                    rest.remove(tile);
                    rest.tiles().for_each(|tile| self.add_tile(tile));
                }
                _ => {}
            }
        }
        let Game::Card(game) = &step.before else {
            assert!(cleared.is_empty(), "the board game clears no tables: {step}");
            return;
        };
        let plan = game.cafe().plan();
        // A guest between two full tables leaves only once.
        let leaves = |seat: Seat| cleared.iter().any(|&table| plan.seats_of(table).contains(seat));
        for (seat, guest) in
            game.cafe().seated().chain(newly_seated.iter().map(|&(guest, seat)| (seat, guest)))
        {
            if leaves(seat) {
                self.add_tile(guest.tile());
            }
        }
    }
}

impl Add for Contents {
    type Output = Contents;

    fn add(mut self, other: Contents) -> Contents {
        self.tiles.iter_mut().zip(other.tiles).for_each(|(sum, more)| *sum += more);
        self.tables.iter_mut().zip(other.tables).for_each(|(sum, more)| *sum += more);
        self
    }
}

impl Sub for Contents {
    type Output = Contents;

    /// Panics if a count would become negative.
    fn sub(mut self, other: Contents) -> Contents {
        self.tiles.iter_mut().zip(other.tiles).for_each(|(rest, less)| *rest -= less);
        self.tables.iter_mut().zip(other.tables).for_each(|(rest, less)| *rest -= less);
        self
    }
}
