//! Actions that someone might try, right or wrong, made without asking the game what is legal.

use cafe_rules::{Action, Cafe, Game, Guest, Hand, Nation, Party, Seat, SeatSet, Sex, Table, Tile};

/// What someone might try in a game at this moment.
pub(crate) struct Candidates {
    simple: Vec<Action>,
    party: PartyAttempt,
}

/// How many things of every sort a few things are.
const A_FEW: usize = 20;

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
        Candidates { simple: everything_but_parties(cafe), party: PartyAttempt::new(cafe, hand, random) }
    }

    /// Everything, with the parties of one table.
    pub(crate) fn all(&self) -> impl Iterator<Item = Action> {
        self.simple.iter().copied().chain(self.party.every_way())
    }

    /// A few things of every sort.
    pub(crate) fn few(&self, random: &mut fastrand::Rng) -> Vec<Action> {
        let simple: Vec<Action> = (0..A_FEW).filter_map(|_| random.choice(&self.simple).copied()).collect();
        let parties = (0..A_FEW).filter_map(|_| self.party.some_way(random));
        simple.into_iter().chain(parties.collect::<Vec<_>>()).collect()
    }
}

/// Everyone as everything everywhere, and all the words there are: also those of the other game.
fn everything_but_parties<S: SeatSet, const SEATS: usize, const TABLES: usize>(
    cafe: &Cafe<S, SEATS, TABLES>,
) -> Vec<Action> {
    let mut all = vec![Action::End, Action::Draw, Action::Close, Action::Pass];
    let seats: Vec<Seat> = cafe.plan().seats().iter().chain([Seat::NONE]).collect();
    for tile in Tile::in_code_order() {
        all.extend([Action::Down(tile), Action::Bar(tile)]);
        all.extend(seats.iter().map(|&seat| Action::Swap(tile, seat)));
    }
    for guest in Nation::ALL.into_iter().flat_map(everyone_of) {
        all.extend(seats.iter().map(|&seat| Action::Seat(guest, seat)));
    }
    all
}

fn everyone_of(nation: Nation) -> [Guest; 4] {
    let [lady, gentleman] = Sex::BOTH;
    [
        Guest::new(nation, lady),
        Guest::new(nation, gentleman),
        Guest::joker(nation, lady),
        Guest::joker(nation, gentleman),
    ]
}

/// A party that someone might try at one table: the hand, and someone who is not in it, on its free seats or on the
/// wrong ones.
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
        let stranger = random.choice(Nation::ALL).expect("there are nations");
        guests.extend(random.choice(everyone_of(stranger)));
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

    /// The guests on the free seats in every way, each guest as often as one likes.
    fn every_way(&self) -> impl Iterator<Item = Action> {
        let ways = self.guests.len().pow(self.free.len() as u32);
        (0..ways).filter_map(|way| {
            let mut digits = way;
            let guest = |&seat: &Seat| {
                let digit = digits % self.guests.len();
                digits /= self.guests.len();
                (self.guests[digit], seat)
            };
            let seated: Vec<(Guest, Seat)> = self.free.iter().map(guest).collect();
            Party::new(self.table, &seated).map(Action::Party)
        })
    }

    /// Some guests on the free seats, or on the wrong ones, or at no table at all.
    fn some_way(&self, random: &mut fastrand::Rng) -> Option<Action> {
        let table = if random.u8(..20) == 0 { Table::NONE } else { self.table };
        let seats = if random.bool() { &self.free } else { random.choice(&self.wrong)? };
        let mut seated = Vec::new();
        for &seat in seats {
            seated.push((random.choice(&self.guests).copied()?, seat));
        }
        Party::new(table, &seated).map(Action::Party)
    }
}
