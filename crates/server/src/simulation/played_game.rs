//! A game that is nearly over, so that its end and what follows are simulated often.

use cafe_room::{Bot, Entry, PlayedBy, Room, RoomId, TimedEntry};
use cafe_rules::Action;
use cafe_store::{Append, RoomSummary};

use super::requests::level;
use super::world::{Life, World};

impl World {
    /// Fills the seats of a new room with visitors and bots, and plays at random up to the last action.
    pub(super) async fn play_nearly_to_the_end(&mut self, life: &Life, id: &RoomId) {
        let mut room = life.disk.room(id).await.unwrap().expect("it is stored");
        let (first, at) = (room.last_number() + 1, life.state.now());
        let apply = |room: &mut Room, entry| _ = room.apply(TimedEntry { at, entry }).unwrap();
        let mut visitors = self.visitors.iter();
        for player in 0..room.occupants.len() as u8 {
            if !room.occupants[usize::from(player)].is_free() {
                continue;
            }
            let entry = match visitors.next() {
                Some(visitor) => Entry::SeatTaken {
                    player,
                    visitor: visitor.id.clone(),
                    name: life.disk.visitor_name(&visitor.id).await.unwrap().expect("it is stored"),
                    is_program: false,
                    share: None,
                },
                None => Entry::BotSeated { player, bot: room.name_bot(&Bot::unnamed(level(&mut self.rng))) },
            };
            apply(&mut room, entry);
        }
        apply(&mut room, Entry::Started { date: "2026-11-16".to_owned() });
        loop {
            let game = room.game.as_ref().expect("it has started").current;
            let legal: Vec<Action> = game.legal().iter().collect();
            let action = legal[self.rng.usize(..legal.len())];
            let mut after = game;
            after.play(action).unwrap();
            if after.ending().is_some() {
                break;
            }
            let (player, action) = (game.turn(), game.format_action(&action));
            apply(&mut room, Entry::ActionPlayed { player, action, by: PlayedBy::Player });
        }
        let entries = room.entries()[first as usize - 1..].to_vec();
        let append = Append { room: id.clone(), first, entries, summary: Some(RoomSummary::of(&room)) };
        life.state.store.append(append).await.unwrap();
        self.trace.add(format!("the game in room {id} is nearly over"));
    }
}
