//! The features of a card game.

use cafe_rules::{CardGame, Hand, Nation, Sex, Tile};

use super::single_tile::{TopThree, best_points, flag};
use super::{Features, NATION_COUNT};
use crate::evaluate::{KnownHand, current_margin, difference};
use crate::state::State;

/// Number of features of each nation.
pub const CARD_NATION_FEATURES: usize = 18;
/// Number of global features.
pub const CARD_GLOBAL_FEATURES: usize = 48;
/// The features of a card game.
pub type CardFeatures = Features<CARD_NATION_FEATURES, CARD_GLOBAL_FEATURES>;

/// Computes the features of the position that a player leaves, from what that player can see.
pub(crate) fn card_features(game: &CardGame, own: &KnownHand) -> CardFeatures {
    let me = own.player;
    let cafe = game.cafe();
    let plan = cafe.plan();
    let players = game.scores().len();
    let next = (me + 1) % players;
    let sizes = game.hands().iter().map(|hand| hand.len());
    let least_other = sizes
        .clone()
        .enumerate()
        .filter(|(player, _)| *player != me)
        .map(|(_, size)| size)
        .min()
        .unwrap_or(0);
    let next_size = game.hands()[next].len();
    let others: usize = sizes.enumerate().filter(|(player, _)| *player != me).map(|(_, size)| size).sum();

    let unseen = unseen(game, own);
    let unseen_total = unseen.len().max(1) as f32;
    let joinable = cafe.joinable();
    let stock_tables = stock_tables(game);

    // By points: number of unseen guests that score this much by themselves.
    let mut guests_by_points = [0_u32; 26];
    let mut points_unseen = 0;
    let mut placeable_unseen = 0;
    let mut top = TopThree::default();
    let (mut placeable, mut with_table, mut without_table, mut with_stock_table) = (0, 0, 0, 0);
    let (mut couples, mut couples_with_table, mut doubles) = (0, 0, 0);
    let mut nations = [[0.0; CARD_NATION_FEATURES]; NATION_COUNT];
    for nation in Nation::ALL {
        let features = &mut nations[nation.index()];
        let mut tables_of_nation = 0;
        for table in plan.tables().filter(|&table| cafe.nation(table) == nation) {
            let [ladies, gentlemen] = cafe.guests_by_sex(table);
            let offset = if tables_of_nation == 0 { 8 } else { 13 };
            features[offset] = 1.0;
            features[offset + 1] = ladies as f32 / 2.0;
            features[offset + 2] = gentlemen as f32 / 2.0;
            features[offset + 3] = flag(ladies + gentlemen > 0 && cafe.is_own_nation(table));
            features[offset + 4] =
                (plan.seats_of(table) & joinable[0] & joinable[1]).count_ones() as f32 / 2.0;
            tables_of_nation += 1;
        }
        features[6] = f32::from(stock_tables[nation.index()]);
        features[7] = f32::from(stock_tables[nation.index()]) / (game.table_stock().len() + 4) as f32 * 4.0;
        let mut held = [0; 2];
        for sex in Sex::BOTH {
            let tile = Tile::guest(nation, sex);
            let count = own.known.count(tile);
            held[sex.index()] = count;
            features[sex.index()] = count as f32 / 2.0;
            features[2 + sex.index()] = unseen.count(tile) as f32 / 4.0;
            if tables_of_nation == 0 {
                if stock_tables[nation.index()] == 0 {
                    without_table += count;
                } else {
                    with_stock_table += count;
                }
                continue;
            }
            with_table += count;
            let unseen_count = unseen.count(tile);
            if count + unseen_count == 0 {
                continue;
            }
            let Some(points) = best_points(cafe, joinable, tile) else { continue };
            features[4 + sex.index()] = f32::from(points) / 8.0;
            guests_by_points[(points as usize).min(25)] += unseen_count as u32;
            points_unseen += unseen_count * points as usize;
            placeable_unseen += unseen_count;
            if count > 0 {
                placeable += count;
                top.add(points);
                if count > 1 {
                    top.add(points / 2);
                }
            }
        }
        let pairs = held[0].min(held[1]);
        couples += pairs;
        couples_with_table += if tables_of_nation > 0 { pairs } else { 0 };
        doubles += (held[0] + held[1]).saturating_sub(1);
    }
    let next_best_points = expected_best(&guests_by_points, unseen_total, next_size);
    let next_can_place = 1.0 - probability_of_none(placeable_unseen as f32 / unseen_total, next_size);

    let mut tables_by_guests = [0.0_f32; 4];
    let (mut own_nation_two, mut own_nation_three) = (0.0, 0.0);
    for table in plan.tables() {
        let guests_by_sex = cafe.guests_by_sex(table);
        let guests = guests_by_sex[0] + guests_by_sex[1];
        if let Some(count) = tables_by_guests.get_mut(guests) {
            *count += 1.0;
        }
        if cafe.is_own_nation(table) {
            match guests {
                2 => own_nation_two += 1.0,
                3 => own_nation_three += 1.0,
                _ => {}
            }
        }
    }
    let (own_party, other_party) = party_progress(game, own, &unseen);
    let known = own.known.len() as f32;
    let margin = f32::from(current_margin(game.scores(), &[], me));
    let stock = game.guest_stock().len() as f32;
    let tables = game.table_stock().len() as f32;
    // The margin if the game ended now, and the best opponent then.
    let points = |player: usize| game.scores()[player] - game.penalty(player);
    let rival =
        (0..players).filter(|&player| player != me).max_by_key(|&player| points(player)).unwrap_or(next);
    let margin_if_over = f32::from(points(me) - points(rival));
    let down = |player: usize| game.down()[player].len() as f32;
    let global = [
        (margin / 40.0).clamp(-2.0, 2.0),
        (margin / 10.0).clamp(-1.0, 1.0),
        known / 8.0,
        f32::from(own.drawn),
        down(me) / 4.0,
        next_size as f32 / 8.0,
        least_other as f32 / 8.0,
        others as f32 / 8.0 / (players - 1) as f32,
        stock / 40.0,
        (stock / 10.0).min(1.0),
        tables / 10.0,
        (tables / 4.0).min(1.0),
        next_best_points / 10.0,
        next_can_place,
        points_unseen as f32 / unseen_total * next_size as f32 / 20.0,
        placeable_unseen as f32 / unseen_total,
        f32::from(top.0[0]) / 10.0,
        f32::from(top.sum()) / 20.0,
        placeable as f32 / 6.0,
        with_table as f32 / 6.0,
        without_table as f32 / 4.0,
        with_stock_table as f32 / 6.0,
        couples as f32 / 3.0,
        couples_with_table as f32 / 3.0,
        doubles as f32 / 4.0,
        f32::from(own.placements_left) / 2.0,
        tables_by_guests[0] / 3.0,
        tables_by_guests[1] / 3.0,
        tables_by_guests[2] / 3.0,
        tables_by_guests[3] / 3.0,
        own_nation_two / 2.0,
        own_nation_three,
        cafe.free().count_ones() as f32 / 12.0,
        flag(own.known.is_empty() && own.drawn == 0),
        flag(least_other == 0),
        flag(known + f32::from(own.drawn) > 10.0),
        (players - 2) as f32,
        flag(game.options().parties()),
        own_party,
        other_party,
        down(next) / 8.0,
        down(rival) / 8.0,
        (margin_if_over / 40.0).clamp(-2.0, 2.0),
        (margin_if_over / 10.0).clamp(-1.0, 1.0),
        ((known + f32::from(own.drawn) + down(me)) / 16.0).min(2.0),
        ((game.hands()[rival].len() as f32 + down(rival)) / 16.0).min(2.0),
        (stock / 4.0).min(1.0),
        flag(game.guest_stock().len() % 2 == 1),
    ];
    Features { nations, global }
}

/// Returns the guests that the player has not seen: in other hands, in the face-down piles of others, in the stock, and
/// just drawn.
fn unseen(game: &CardGame, own: &KnownHand) -> Hand {
    let mut unseen: Hand = game.guest_stock().iter().copied().collect();
    for (player, (hand, down)) in game.hands().iter().zip(game.down()).enumerate() {
        if player == own.player {
            difference(*hand, own.known).for_each(|tile| unseen.add(tile));
        } else {
            hand.tiles().chain(down.tiles()).for_each(|tile| unseen.add(tile));
        }
    }
    unseen
}

/// Returns the number of tables in the stock, by nation.
fn stock_tables(game: &CardGame) -> [u8; NATION_COUNT] {
    let mut left = [0; NATION_COUNT];
    game.table_stock().iter().for_each(|nation| left[nation.index()] += 1);
    left
}

/// Returns the probability that none of `cards` random cards is of a kind that makes up `fraction` of all.
fn probability_of_none(fraction: f32, cards: usize) -> f32 {
    let mut probability = 1.0;
    for _ in 0..cards {
        probability *= 1.0 - fraction;
    }
    probability
}

/// Returns the expected points of the best single guest among `cards` random cards.
fn expected_best(guests_by_points: &[u32; 26], total: f32, cards: usize) -> f32 {
    let mut at_least = 0;
    let mut expected = 0.0;
    let mut probability = 0.0;
    for points in (1..guests_by_points.len()).rev() {
        if guests_by_points[points] > 0 {
            at_least += guests_by_points[points];
            probability = 1.0 - probability_of_none(at_least as f32 / total, cards);
        }
        expected += probability;
    }
    expected
}

/// Returns how close the player and the next player are to a party: the fraction of a table's free seats that they could
/// fill with fitting guests, at the best table for each.
fn party_progress(game: &CardGame, own: &KnownHand, unseen: &Hand) -> (f32, f32) {
    if !game.options().parties() {
        return (0.0, 0.0);
    }
    let cafe = game.cafe();
    let plan = cafe.plan();
    let (mut mine, mut theirs) = (0.0_f32, 0.0_f32);
    let total = unseen.len().max(1) as f32;
    let next = game.hands()[(own.player + 1) % game.scores().len()].len() as f32;
    for table in plan.tables() {
        for sex in Sex::BOTH {
            let guests_by_sex = cafe.guests_by_sex(table);
            if guests_by_sex[sex.other().index()] > 0 {
                continue;
            }
            let free = plan.seats_of(table) & cafe.free();
            let seats = free.count_ones();
            let mut nations: u32 = 0;
            for seat in cafe_rules::SeatSet::iter(free) {
                plan.tables_touching(seat)
                    .for_each(|t: cafe_rules::Table| nations |= 1 << cafe.nation(t).index());
            }
            let count = |hand: &Hand| -> usize {
                Nation::ALL
                    .iter()
                    .filter(|nation| nations >> nation.index() & 1 == 1)
                    .map(|&nation| hand.count(Tile::guest(nation, sex)))
                    .sum()
            };
            mine = mine.max((count(&own.known) as f32 / seats as f32).min(1.0));
            let expected = count(unseen) as f32 / total * next;
            theirs = theirs.max((expected / seats as f32).min(1.0));
        }
    }
    (mine, theirs)
}
