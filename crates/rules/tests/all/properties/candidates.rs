//! Candidate actions, legal or not, generated independently of the list of legal actions.

use cafe_rules::{Action, Cafe, Game, Guest, Hand, Nation, Party, Seat, SeatSet, Sex, Table, Tile};

/// Candidate actions in a position.
pub(crate) struct Candidates {
    simple: Vec<Action>,
    party: PartyAttempt,
}

/// Number of candidates of each sort in a small selection.
const FEW: usize = 20;

impl Candidates {
    pub(crate) fn new(game: &Game, random: &mut fastrand::Rng) -> Candidates {
        let hand = game.hands()[usize::from(game.turn())];
        match game {
            Game::Card(game) => Candidates::at(game.cafe(), hand, random),
            Game::Board(game) => Candidates::at(game.cafe(), hand, random),
        }
    }

    fn at<S: SeatSet, const SEATS: usize, const TABLES: usize>(
        cafe: &Cafe<S, SEATS, TABLES>,
        hand: Hand,
        random: &mut fastrand::Rng,
    ) -> Candidates {
        Candidates { simple: all_but_parties(cafe), party: PartyAttempt::new(cafe, hand, random) }
    }

    /// Iterates over all candidates, with the parties of one table.
    pub(crate) fn all(&self) -> impl Iterator<Item = Action> {
        self.simple.iter().copied().chain(self.party.all())
    }

    /// Returns a few candidates of every sort.
    pub(crate) fn few(&self, random: &mut fastrand::Rng) -> Vec<Action> {
        let simple: Vec<Action> = (0..FEW).filter_map(|_| random.choice(&self.simple).copied()).collect();
        let parties = (0..FEW).filter_map(|_| self.party.random(random));
        simple.into_iter().chain(parties.collect::<Vec<_>>()).collect()
    }
}

/// Returns all actions of both games except parties: every guest on every seat, and all plain actions.
fn all_but_parties<S: SeatSet, const SEATS: usize, const TABLES: usize>(
    cafe: &Cafe<S, SEATS, TABLES>,
) -> Vec<Action> {
    let mut all = vec![Action::End, Action::Draw, Action::Close, Action::Pass];
    let seats: Vec<Seat> = cafe.plan().seats().iter().chain([Seat::NONE]).collect();
    for tile in Tile::in_code_order() {
        all.extend([Action::Down(tile), Action::Bar(tile)]);
        all.extend(seats.iter().map(|&seat| Action::Swap(tile, seat)));
    }
    for guest in Nation::ALL.into_iter().flat_map(guests_of) {
        all.extend(seats.iter().map(|&seat| Action::Seat(guest, seat)));
    }
    all
}

fn guests_of(nation: Nation) -> [Guest; 4] {
    let [lady, gentleman] = Sex::BOTH;
    [
        Guest::new(nation, lady),
        Guest::new(nation, gentleman),
        Guest::joker(nation, lady),
        Guest::joker(nation, gentleman),
    ]
}

/// Candidate parties at one table: guests of the hand and one who is not, on its free seats or on wrong ones.
struct PartyAttempt {
    table: Table,
    guests: Vec<Guest>,
    free: Vec<Seat>,
    wrong: Vec<Vec<Seat>>,
}

impl PartyAttempt {
    fn new<S: SeatSet, const SEATS: usize, const TABLES: usize>(
        cafe: &Cafe<S, SEATS, TABLES>,
        hand: Hand,
        random: &mut fastrand::Rng,
    ) -> PartyAttempt {
        let plan = cafe.plan();
        let [table, elsewhere] = [(); 2].map(|()| random.choice(plan.tables()).expect("there are tables"));
        let around: Vec<Nation> =
            plan.seats_of(table).iter().flat_map(|seat| cafe.nations_at(seat)).collect();
        let mut guests: Vec<Guest> = Vec::new();
        for tile in hand.kinds() {
            match tile.nation() {
                Some(nation) => guests.push(Guest::new(nation, tile.sex())),
                None => guests.extend(around.iter().map(|&nation| Guest::joker(nation, tile.sex()))),
            }
        }
        let other_nation = random.choice(Nation::ALL).expect("there are nations");
        guests.extend(random.choice(guests_of(other_nation)));
        guests.sort_unstable();
        guests.dedup();

        let free: Vec<Seat> = (plan.seats_of(table) & cafe.free()).iter().collect();
        let wrong = vec![
            vec![Seat::NONE],
            free.iter().rev().copied().collect(),
            free.iter().skip(1).copied().collect(),
            plan.seats_of(table).iter().collect(),
            (plan.seats_of(elsewhere) & cafe.free()).iter().collect(),
        ];
        PartyAttempt { table, guests, free, wrong }
    }

    /// Iterates over all combinations of the guests on the free seats, with repetition.
    fn all(&self) -> impl Iterator<Item = Action> {
        let count = self.guests.len().pow(self.free.len() as u32);
        (0..count).filter_map(|number| {
            let mut digits = number;
            let guest = |&seat: &Seat| {
                let digit = digits % self.guests.len();
                digits /= self.guests.len();
                (self.guests[digit], seat)
            };
            let seated: Vec<(Guest, Seat)> = self.free.iter().map(guest).collect();
            Party::new(self.table, &seated).map(Action::Party)
        })
    }

    /// Returns a random party on the free seats, on wrong seats, or at no table.
    fn random(&self, random: &mut fastrand::Rng) -> Option<Action> {
        let table = if random.u8(..20) == 0 { Table::NONE } else { self.table };
        let seats = if random.bool() { &self.free } else { random.choice(&self.wrong)? };
        let mut seated = Vec::new();
        for &seat in seats {
            seated.push((random.choice(&self.guests).copied()?, seat));
        }
        Party::new(table, &seated).map(Action::Party)
    }
}
