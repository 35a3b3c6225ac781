//! Plays games chosen by the input bytes, with legal and illegal actions.

#![no_main]

use cafe_fuzz::{Choices, check_invariants, check_position};
use cafe_rules::{
    Action, Board, Cafe, Deal, Game, Guest, Nation, Options, Party, Seat, SeatSet, Seed, Sex, Table,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut choices = Choices(data);
    let all: Vec<Options> = Options::all().collect();
    let options = all[choices.below(all.len())];
    let seed = Seed([choices.byte(); 32]);
    let mut game = Game::new(options, &Deal::shuffled(options.kind(), seed));
    while !choices.is_empty() {
        check_invariants(&game);
        let before = game;
        let legal = game.legal();
        // Three of four actions are legal, while there are any.
        let try_anything = choices.byte() % 4 == 0;
        match legal.get(choices.below(legal.len().max(1))) {
            Some(action) if !try_anything => {
                game.play(action).expect("a legal action is accepted");
                let mut unchecked = before;
                unchecked.play_unchecked(action);
                assert!(unchecked == game, "{action:?} in {}", before.position());
            }
            _ => {
                let action = any_action(&game, &mut choices);
                let is_legal = legal.iter().any(|other| other == action);
                let accepted = game.play(action).is_ok();
                assert_eq!(accepted, is_legal, "{action:?} in {}", before.position());
                assert!(accepted || game == before, "{action:?} in {}", before.position());
            }
        }
    }
    check_invariants(&game);
    check_position(&game, Board::standard());
});

/// Returns an action that may be illegal.
fn any_action(game: &Game, choices: &mut Choices<'_>) -> Action {
    match game {
        Game::Card(game) => any_action_in(game.cafe(), choices),
        Game::Board(game) => any_action_in(game.cafe(), choices),
    }
}

fn any_action_in<S: SeatSet, const SEATS: usize, const TABLES: usize>(
    cafe: &Cafe<S, SEATS, TABLES>,
    choices: &mut Choices<'_>,
) -> Action {
    match choices.below(9) {
        0 => Action::End,
        1 => Action::Draw,
        2 => Action::Close,
        3 => Action::Pass,
        4 => Action::Down(guest(choices).tile()),
        5 => Action::Bar(guest(choices).tile()),
        6 => Action::Swap(guest(choices).tile(), seat(cafe, choices)),
        7 => Action::Seat(guest(choices), seat(cafe, choices)),
        _ => {
            let table = cafe.plan().tables().nth(choices.below(TABLES + 1)).unwrap_or(Table::NONE);
            let length = 1 + choices.below(Party::MAX_GUESTS);
            let guests: Vec<(Guest, Seat)> =
                (0..length).map(|_| (guest(choices), seat(cafe, choices))).collect();
            Party::new(table, &guests).map_or(Action::Pass, Action::Party)
        }
    }
}

fn guest(choices: &mut Choices<'_>) -> Guest {
    let nation = Nation::ALL[choices.below(Nation::ALL.len())];
    let sex = Sex::BOTH[choices.below(2)];
    let joker = choices.below(4) == 0;
    if joker { Guest::joker(nation, sex) } else { Guest::new(nation, sex) }
}

fn seat<S: SeatSet, const SEATS: usize, const TABLES: usize>(
    cafe: &Cafe<S, SEATS, TABLES>,
    choices: &mut Choices<'_>,
) -> Seat {
    let all = cafe.plan().seats();
    all.iter().nth(choices.below(all.len() + 1)).unwrap_or(Seat::NONE)
}
