//! The features of a board game.

use cafe_rules::{BAR_PLACES, BoardGame, Hand, Nation, Sex, Tile};

use super::single_tile::{TopThree, best_points, flag};
use super::{Features, NATION_COUNT};
use crate::evaluate::{KnownHand, current_margin, difference};

/// Number of features of each nation.
pub const BOARD_NATION_FEATURES: usize = 20;
/// Number of global features.
pub const BOARD_GLOBAL_FEATURES: usize = 44;
/// The features of a board game.
pub type BoardFeatures = Features<BOARD_NATION_FEATURES, BOARD_GLOBAL_FEATURES>;

/// What a hand could do in the café as it stands.
struct HandSummary {
    /// The points of its best placements.
    top: TopThree,
    /// Tiles that have company somewhere.
    placeable: usize,
    /// Tiles without company whose nation has a free seat.
    waiting: usize,
    /// Tiles whose nation has no free seat.
    dead: usize,
    jokers: usize,
    /// Kinds of tiles that complete a table of their own nation.
    completes: usize,
    size: usize,
}

/// Computes the features of the position that a player leaves, from what that player can see.
pub(crate) fn board_features(game: &BoardGame, own: &KnownHand) -> BoardFeatures {
    let me = own.player;
    let cafe = game.cafe();
    let plan = cafe.plan();
    let players = game.scores().len();
    let joinable = cafe.joinable();
    let free = cafe.free();
    let next = if game.ending().is_some() { (me + 1) % players } else { usize::from(game.turn()) };
    let summarise = |hand: Hand| {
        let mut summary = HandSummary {
            top: TopThree::default(),
            placeable: 0,
            waiting: 0,
            dead: 0,
            jokers: 0,
            completes: 0,
            size: hand.len(),
        };
        for tile in hand.kinds() {
            let count = hand.count(tile);
            summary.jokers += if tile.is_joker() { count } else { 0 };
            match best_points(cafe, joinable, tile) {
                Some(points) => {
                    summary.placeable += count;
                    summary.top.add(points);
                    if count > 1 {
                        summary.top.add(points / 2);
                    }
                    summary.completes += usize::from(points >= 8);
                }
                None => {
                    let has_free_seat =
                        tile.nation().is_none_or(|nation| cafe.seats_of_nation(nation) & free != 0);
                    if has_free_seat {
                        summary.waiting += count;
                    } else {
                        summary.dead += count;
                    }
                }
            }
        }
        summary
    };
    let own_summary = summarise(own.known);
    let next_summary = summarise(game.hands()[next]);
    let mut bag_placeable = 0;
    let mut bag_points = 0;
    let mut bag: Hand = game.bag().iter().copied().collect();
    difference(game.hands()[me], own.known).for_each(|tile| bag.add(tile));
    let bag_total = bag.len().max(1) as f32;

    let mut nations = [[0.0_f32; BOARD_NATION_FEATURES]; NATION_COUNT];
    for nation in Nation::ALL {
        let features = &mut nations[nation.index()];
        for sex in Sex::BOTH {
            let tile = Tile::guest(nation, sex);
            let offset = sex.index();
            features[offset] = own.known.count(tile) as f32 / 2.0;
            features[2 + offset] = game.hands()[next].count(tile) as f32 / 2.0;
            features[4 + offset] = bag.count(tile) as f32 / 4.0;
            let points = best_points(cafe, joinable, tile);
            features[6 + offset] = points.map_or(0.0, |points| f32::from(points) / 8.0);
            features[8 + offset] = flag(points.is_some());
            if let (count @ 1.., Some(points)) = (bag.count(tile), points) {
                bag_placeable += count;
                bag_points += count * points as usize;
            }
        }
    }
    let mut tables_seen = [0; NATION_COUNT];
    let mut tables_by_guests = [0.0_f32; 5];
    let (mut own_nation_two, mut own_nation_three) = (0.0_f32, 0.0_f32);
    let (mut own_completes, mut next_completes) = (0.0_f32, 0.0_f32);
    for table in plan.tables() {
        let guests_by_sex = cafe.guests_by_sex(table);
        let guests = guests_by_sex[0] + guests_by_sex[1];
        tables_by_guests[guests.min(4)] += 1.0;
        let index = cafe.nation(table).index();
        let offset = 10 + 5 * tables_seen[index].min(1);
        tables_seen[index] += 1;
        let features = &mut nations[index];
        features[offset] = guests_by_sex[0] as f32 / 2.0;
        features[offset + 1] = guests_by_sex[1] as f32 / 2.0;
        features[offset + 2] = flag(guests > 0 && cafe.is_own_nation(table));
        features[offset + 3] = (plan.seats_of(table) & joinable[0]).count_ones() as f32 / 2.0;
        features[offset + 4] = (plan.seats_of(table) & joinable[1]).count_ones() as f32 / 2.0;
        if cafe.is_own_nation(table) {
            match guests {
                2 => own_nation_two += 1.0,
                3 => {
                    own_nation_three += 1.0;
                    let sex = if guests_by_sex[0] > guests_by_sex[1] { Sex::Gentleman } else { Sex::Lady };
                    let missing = Tile::guest(cafe.nation(table), sex);
                    own_completes += flag(own.known.has(missing));
                    next_completes += flag(game.hands()[next].has(missing));
                }
                _ => {}
            }
        }
    }
    let margin = f32::from(current_margin(game.scores(), game.eliminated(), me));
    let bar = game.bar().len();
    let bar_value = f32::from(game.board().bar()[bar.min(BAR_PLACES - 1)]);
    let left = game.bag().len() as f32 - 4.0;
    let others: usize =
        game.hands().iter().enumerate().filter(|(p, _)| *p != me).map(|(_, hand)| hand.len()).sum();
    let global = [
        (margin / 40.0).clamp(-2.0, 2.0),
        (margin / 10.0).clamp(-1.0, 1.0),
        f32::from(game.scores()[me]).min(100.0) / 100.0,
        f32::from(game.scores()[me]).min(20.0) / 20.0,
        f32::from(game.scores()[next]).min(20.0) / 20.0,
        left / 40.0,
        (left / 10.0).min(1.0),
        (left / 4.0).min(1.0),
        bar as f32 / 20.0,
        bar_value / 10.0,
        flag(bar_value > 0.0),
        free.count_ones() as f32 / 68.0,
        (free.count_ones() as f32 / 12.0).min(1.0),
        own_summary.size as f32 / 5.0,
        f32::from(own.drawn) / 2.0,
        others as f32 / 5.0 / (players - 1) as f32,
        own_summary.jokers as f32,
        next_summary.jokers as f32,
        f32::from(next_summary.top.0[0]) / 10.0,
        f32::from(next_summary.top.0[0] + next_summary.top.0[1]) / 20.0,
        f32::from(next_summary.top.sum()) / 30.0,
        next_summary.placeable as f32 / 5.0,
        next_summary.waiting as f32 / 5.0,
        next_summary.dead as f32 / 5.0,
        next_summary.completes as f32 / 2.0,
        f32::from(own_summary.top.0[0]) / 10.0,
        f32::from(own_summary.top.0[0] + own_summary.top.0[1]) / 20.0,
        f32::from(own_summary.top.sum()) / 30.0,
        own_summary.placeable as f32 / 5.0,
        own_summary.waiting as f32 / 5.0,
        own_summary.dead as f32 / 5.0,
        own_summary.completes as f32 / 2.0,
        tables_by_guests[0] / 12.0,
        tables_by_guests[1] / 12.0,
        tables_by_guests[2] / 12.0,
        tables_by_guests[3] / 12.0,
        own_nation_two / 4.0,
        own_nation_three / 2.0,
        own_completes,
        next_completes,
        bag_placeable as f32 / bag_total,
        bag_points as f32 / bag_total / 8.0,
        (players - 2) as f32,
        flag(game.options().parties()),
    ];
    Features { nations, global }
}
