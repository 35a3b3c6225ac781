//! What a simulated client asks of a room, from what it was sent.

use cafe_bots::Level;
use cafe_room::{Reaction, RoomRequest};

use super::client::Client;
use super::world::World;

impl World {
    /// Chooses a request for a client.
    pub(super) fn choose_request(&mut self, client: usize) -> RoomRequest {
        let rng = &mut self.rng;
        let client = &mut self.clients[client];
        let players = client.room_view.as_ref().map_or(2, |room| room.occupants.len() as u8);
        let player = rng.u8(..players);
        let is_started = client.room_view.as_ref().is_some_and(|room| room.started);
        let is_over = client.room_view.as_ref().is_some_and(|room| room.over);
        let seq = client.view.as_ref().map_or(0, |view| view.seq);
        let legal = client.legal_actions();
        if !legal.is_empty() && rng.u32(..3) > 0 {
            return play(client, &legal, seq, rng);
        }
        if is_over && rng.bool() {
            return if rng.u32(..4) == 0 { RoomRequest::Share {} } else { RoomRequest::Rematch {} };
        }
        if !is_started && rng.u32(..3) > 0 {
            return match rng.u32(..12) {
                0 => RoomRequest::AddBot { player, level: level(rng) },
                1 => RoomRequest::Remove { player },
                2 | 3 => RoomRequest::Leave {},
                4..7 => RoomRequest::Start {},
                7 => RoomRequest::TakeSeat { player: Some(player), share: None },
                _ => RoomRequest::TakeSeat { player: None, share: rng.bool().then(|| "ab".repeat(32)) },
            };
        }
        let near = |rng: &mut fastrand::Rng| seq.saturating_sub(rng.u32(..3));
        match rng.u32(..34) {
            0..4 => RoomRequest::Undo { seq: if rng.u32(..6) == 0 { near(rng) } else { seq } },
            4..9 => {
                let vote = rng.choice(client.votes.iter()).copied().unwrap_or(1);
                RoomRequest::AnswerUndo { seq, vote, agree: rng.u32(..4) > 0 }
            }
            9..13 => {
                self.chat_count += 1;
                RoomRequest::Chat { text: format!("message {} of seed {}", self.chat_count, self.seed) }
            }
            13 => RoomRequest::Leave {},
            14 => RoomRequest::Resume {},
            15 => RoomRequest::React { reaction: Reaction::Bravo },
            16 => RoomRequest::Mute { player, muted: rng.bool() },
            17 => RoomRequest::Hint { seq },
            18 => RoomRequest::PastView { actions: near(rng) },
            19 => RoomRequest::Rematch {},
            20 => RoomRequest::Share {},
            21 => RoomRequest::TakeSeat { player: None, share: None },
            22 => RoomRequest::Play { seq: near(rng), actions: vec!["end".to_owned()] },
            23 => RoomRequest::Play { seq, actions: vec!["no action".to_owned()] },
            24 => RoomRequest::Close {},
            25 | 26 => RoomRequest::HandOver {},
            27 if rng.u32(..3) == 0 => RoomRequest::Resign {},
            28 => RoomRequest::Nudge {},
            29 => RoomRequest::ProposeEnd {},
            30 | 31 => {
                let open = client.view.as_ref().and_then(|view| view.end_vote.as_ref());
                let vote = open.map_or(1, |vote| vote.id);
                RoomRequest::AnswerEnd { vote, agree: rng.u32(..4) > 0 }
            }
            32 => RoomRequest::ClaimEnd {},
            _ => RoomRequest::Ping {},
        }
    }
}

/// Returns a move, sometimes with a second one that may be illegal by then.
fn play(client: &Client, legal: &[String], seq: u32, rng: &mut fastrand::Rng) -> RoomRequest {
    let mut actions = vec![legal[rng.usize(..legal.len())].clone()];
    if rng.u32(..4) == 0 {
        actions.push(legal[rng.usize(..legal.len())].clone());
    }
    let is_stale = rng.u32(..20) == 0 && client.last > 0;
    RoomRequest::Play { seq: if is_stale { seq.saturating_sub(1) } else { seq }, actions }
}

/// Returns a level. Not `Master`: its search is slow, and the path through the server is the same.
pub(super) fn level(rng: &mut fastrand::Rng) -> Level {
    [Level::Novice, Level::Casual, Level::Regular, Level::Expert][rng.usize(..4)]
}
