//! What a board player looks at when weighing a position: numbers of about the size of one.

use cafe_rules::{BAR_PLACES, BoardGame, Hand, Nation, Sex, Tile};

use super::Features;
use super::single_tile::{TopThree, best_points, flag};
use crate::evaluate::{KnownHand, current_margin, without};

/// How many numbers there are for each nation.
pub const BOARD_NATION_FEATURES: usize = 20;
/// How many numbers there are for the whole café.
pub const BOARD_GLOBAL_FEATURES: usize = 44;
/// What a board player looks at.
pub type BoardFeatures = Features<BOARD_NATION_FEATURES, BOARD_GLOBAL_FEATURES>;

struct Prospects {
    top: TopThree,
    placeable: usize,
    stuck: usize,
    dead: usize,
    jokers: usize,
    completes: usize,
    size: usize,
}

/// The features of the position that a player leaves, as far as that player can see.
pub(crate) fn board_features(game: &BoardGame, own: &KnownHand) -> BoardFeatures {
    let me = own.player;
    let cafe = game.cafe();
    let plan = cafe.plan();
    let players = game.scores().len();
    let joinable = cafe.joinable();
    let free = cafe.free();
    let next = if game.ending().is_some() { (me + 1) % players } else { usize::from(game.turn()) };
    let prospects = |hand: Hand| {
        let mut seen = Prospects {
            top: TopThree::default(),
            placeable: 0,
            stuck: 0,
            dead: 0,
            jokers: 0,
            completes: 0,
            size: hand.len(),
        };
        for tile in hand.kinds() {
            let count = hand.count(tile);
            seen.jokers += if tile.is_joker() { count } else { 0 };
            match best_points(cafe, joinable, tile) {
                Some(points) => {
                    seen.placeable += count;
                    seen.top.add(points);
                    if count > 1 {
                        seen.top.add(points / 2);
                    }
                    seen.completes += usize::from(points >= 8);
                }
                None => {
                    let somewhere =
                        tile.nation().is_none_or(|nation| cafe.seats_of_nation(nation) & free != 0);
                    if somewhere {
                        seen.stuck += count;
                    } else {
                        seen.dead += count;
                    }
                }
            }
        }
        seen
    };
    let mine = prospects(own.known);
    let theirs = prospects(game.hands()[next]);
    let mut bag_placeable = 0;
    let mut bag_points = 0;
    let mut bag: Hand = game.bag().iter().copied().collect();
    without(game.hands()[me], own.known).for_each(|tile| bag.add(tile));
    let bag_total = bag.len().max(1) as f32;

    let mut nations = [[0.0_f32; BOARD_NATION_FEATURES]; 12];
    for nation in Nation::ALL {
        let features = &mut nations[nation.index()];
        for sex in Sex::BOTH {
            let tile = Tile::guest(nation, sex);
            let at = sex.index();
            features[at] = own.known.count(tile) as f32 / 2.0;
            features[2 + at] = game.hands()[next].count(tile) as f32 / 2.0;
            features[4 + at] = bag.count(tile) as f32 / 4.0;
            let points = best_points(cafe, joinable, tile);
            features[6 + at] = points.map_or(0.0, |points| f32::from(points) / 8.0);
            features[8 + at] = flag(points.is_some());
            if let (count @ 1.., Some(points)) = (bag.count(tile), points) {
                bag_placeable += count;
                bag_points += count * points as usize;
            }
        }
    }
    let mut seen_tables = [0; 12];
    let mut by_company = [0.0_f32; 5];
    let (mut pure_two, mut pure_three) = (0.0_f32, 0.0_f32);
    let (mut lacks_mine, mut lacks_theirs) = (0.0_f32, 0.0_f32);
    for table in plan.tables() {
        let company = cafe.guests_by_sex(table);
        let guests = company[0] + company[1];
        by_company[guests.min(4)] += 1.0;
        let index = cafe.nation(table).index();
        let at = 10 + 5 * seen_tables[index].min(1);
        seen_tables[index] += 1;
        let features = &mut nations[index];
        features[at] = company[0] as f32 / 2.0;
        features[at + 1] = company[1] as f32 / 2.0;
        features[at + 2] = flag(guests > 0 && cafe.is_own_nation(table));
        features[at + 3] = (plan.seats_of(table) & joinable[0]).count_ones() as f32 / 2.0;
        features[at + 4] = (plan.seats_of(table) & joinable[1]).count_ones() as f32 / 2.0;
        if cafe.is_own_nation(table) {
            match guests {
                2 => pure_two += 1.0,
                3 => {
                    pure_three += 1.0;
                    let sex = if company[0] > company[1] { Sex::Gentleman } else { Sex::Lady };
                    let lacking = Tile::guest(cafe.nation(table), sex);
                    lacks_mine += flag(own.known.has(lacking));
                    lacks_theirs += flag(game.hands()[next].has(lacking));
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
        mine.size as f32 / 5.0,
        f32::from(own.drawn) / 2.0,
        others as f32 / 5.0 / (players - 1) as f32,
        mine.jokers as f32,
        theirs.jokers as f32,
        f32::from(theirs.top.0[0]) / 10.0,
        f32::from(theirs.top.0[0] + theirs.top.0[1]) / 20.0,
        f32::from(theirs.top.sum()) / 30.0,
        theirs.placeable as f32 / 5.0,
        theirs.stuck as f32 / 5.0,
        theirs.dead as f32 / 5.0,
        theirs.completes as f32 / 2.0,
        f32::from(mine.top.0[0]) / 10.0,
        f32::from(mine.top.0[0] + mine.top.0[1]) / 20.0,
        f32::from(mine.top.sum()) / 30.0,
        mine.placeable as f32 / 5.0,
        mine.stuck as f32 / 5.0,
        mine.dead as f32 / 5.0,
        mine.completes as f32 / 2.0,
        by_company[0] / 12.0,
        by_company[1] / 12.0,
        by_company[2] / 12.0,
        by_company[3] / 12.0,
        pure_two / 4.0,
        pure_three / 2.0,
        lacks_mine,
        lacks_theirs,
        bag_placeable as f32 / bag_total,
        bag_points as f32 / bag_total / 8.0,
        (players - 2) as f32,
        flag(game.options().parties()),
    ];
    Features { nations, global }
}
