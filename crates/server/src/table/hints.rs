//! What the house would play, for those who ask: thought about once, however often one asks.

use cafe_analysis::analyse_position;
use cafe_bots::{Budget, Candidate};
use cafe_rules::{View, Viewer};
use tokio::sync::mpsc;

use super::bots::away;
use super::{Command, ConnectionId};
use crate::house::House;
use crate::messages::HintedTurn;
use crate::room::{Problem, Room};

/// How many turns a hint shows.
const HINTED_TURNS: usize = 3;

/// The hints that are thought about: one for a seat at the most.
pub(super) struct Hints {
    sender: mpsc::Sender<Command>,
    under_way: Vec<Hint>,
}

/// A hint that is thought about.
struct Hint {
    seat: u8,
    /// It is about the moment after so many moves.
    moves: usize,
    /// Who waits for it: every device once.
    asked: Vec<(ConnectionId, u32)>,
}

impl Hints {
    pub(super) fn new(sender: mpsc::Sender<Command>) -> Hints {
        Hints { sender, under_way: Vec::new() }
    }

    /// Asks the house what it would play. Who asks from another device meanwhile is told the same; who asks again, or about
    /// another moment, has to wait.
    pub(super) fn ask(
        &mut self,
        house: &House,
        room: &Room,
        connection: ConnectionId,
        id: u32,
    ) -> Result<(), Problem> {
        let (play, seat) = room.play.as_ref().zip(room.to_move()).ok_or(Problem::Over)?;
        let moves = play.moves.len();
        if let Some(hint) = self.under_way.iter_mut().find(|hint| hint.seat == seat) {
            let waits = hint.asked.iter().any(|(other, _)| *other == connection);
            if waits || hint.moves != moves {
                return Err(Problem::TooFast);
            }
            hint.asked.push((connection, id));
            return Ok(());
        }
        self.under_way.push(Hint { seat, moves, asked: vec![(connection, id)] });
        let (game, seed) = (play.game, room.bot_seed());
        let (house, sender) = (house.clone(), self.sender.clone());
        tokio::spawn(async move {
            let view = View::of(&game, Viewer::Player(seat));
            let time = Budget::Time(house.rules.master_time);
            let analyses = move || analyse_position(&view, HINTED_TURNS, time, seed);
            // Moves are waited for by everybody at a table, hints by one: they have leave of their own.
            let found = away(&house, &house.hinting, analyses).await;
            let turn = |candidate: &Candidate| HintedTurn {
                actions: candidate.turn.actions.iter().map(|action| game.format_action(action)).collect(),
                points: candidate.turn.points,
                value: (candidate.value * 10.0).round() / 10.0,
            };
            let turns = found.unwrap_or_default().iter().map(turn).collect();
            let _ = sender.send(Command::Hinted(seat, turns)).await;
        });
        Ok(())
    }

    /// The hint for a seat is ready. Returns who waits for it.
    pub(super) fn ready(&mut self, seat: u8) -> Vec<(ConnectionId, u32)> {
        let found = self.under_way.iter().position(|hint| hint.seat == seat);
        found.map(|hint| self.under_way.swap_remove(hint).asked).unwrap_or_default()
    }
}
