//! What happens in a step: somebody does something, then time passes.

use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::http::Method;
use cafe_room::{Clock, Entry, RoomId, RoomOptions, RoomRequest, TimedEntry};
use cafe_rules::Options;
use cafe_store::Append;
use serde_json::json;

use super::client::{Client, Link, open_socket};
use super::faults::DiskHealth;
use super::http::{Purpose, send};
use super::requests::level;
use super::world::{Life, STUCK_FOR, World};
use crate::room_actor::RoomCommand;

const HOUR: i64 = 60 * 60 * 1000;

impl World {
    /// Visitors come, open rooms and take seats, on a disk that works.
    pub(super) async fn set_up(&mut self, life: &Life) {
        for _ in 0..self.rng.u32(2..5) {
            self.create_visitor(life);
            self.finish_http(life).await;
        }
        for _ in 0..self.rng.u32(1..3) {
            self.open_room(life);
            self.finish_http(life).await;
        }
        let rooms: Vec<RoomId> = self.ledger.rooms.keys().cloned().collect();
        for room in rooms {
            if self.rng.u32(..3) == 0 {
                self.play_nearly_to_the_end(life, &room).await;
            }
            for visitor in 0..self.visitors.len() {
                let client = self.add_client(visitor, room.clone());
                self.clients[client].open(&life.state);
                self.settle(life, Duration::from_millis(1)).await;
                self.clients[client].send(RoomRequest::TakeSeat { player: None, share: None });
                self.settle(life, Duration::from_millis(1)).await;
            }
        }
    }

    /// Waits until all HTTP requests are answered.
    async fn finish_http(&mut self, life: &Life) {
        while !self.http.is_empty() {
            self.settle(life, Duration::from_millis(1)).await;
        }
    }

    /// Lets time pass, then checks everything.
    async fn settle(&mut self, life: &Life, time: Duration) {
        if time.is_zero() {
            tokio::task::yield_now().await;
        } else {
            tokio::time::sleep(time).await;
        }
        self.observe(life).await;
    }

    /// One step.
    pub(super) async fn step(&mut self, life: &Life) {
        match self.rng.u32(..100) {
            0..60 => self.send_request(),
            60..76 => self.change_connection(life),
            76..88 => self.send_http(life),
            88..91 => self.jump_clock(),
            91..94 => self.change_disk(),
            94 => self.flood(),
            95 => self.connect_often(life),
            96 => self.write_elsewhere(life).await,
            97 if self.rng.u32(..4) == 0 => self.panic_room(life),
            _ => self.find_unknown_rooms(life).await,
        }
        let time = match self.rng.u32(..20) {
            0..8 => Duration::ZERO,
            8..14 => Duration::from_millis(self.rng.u64(1..20)),
            14..18 => Duration::from_millis(self.rng.u64(20..1_000)),
            18 => Duration::from_millis(self.rng.u64(1_000..5_000)),
            _ => Duration::from_millis(self.rng.u64(5_000..20_000)),
        };
        self.settle(life, time).await;
    }

    pub(super) fn add_client(&mut self, visitor: usize, room: RoomId) -> usize {
        let device = self.rng.choice(&self.visitors[visitor].devices).cloned();
        let device = device.expect("a visitor has a device");
        self.clients.push(Client::new(self.clients.len(), visitor, device, room));
        self.clients.len() - 1
    }

    fn send_request(&mut self) {
        let open = |client: &Client| matches!(client.link, Link::Open(_));
        let mut connected: Vec<usize> = (0..self.clients.len()).filter(|&i| open(&self.clients[i])).collect();
        // Mostly the player to move, so that games get somewhere.
        let to_move: Vec<usize> =
            connected.iter().copied().filter(|&i| !self.clients[i].legal_actions().is_empty()).collect();
        if !to_move.is_empty() && self.rng.bool() {
            connected = to_move;
        }
        let Some(&index) = self.rng.choice(&connected) else { return };
        let request = self.choose_request(index);
        self.trace.add(format!("client {index} asks {request:?}"));
        let client = &mut self.clients[index];
        let visitor = client.visitor;
        if client.send(request.clone()).is_none() {
            return;
        }
        match request.clone() {
            RoomRequest::Chat { text } => _ = self.ledger.chats.insert(text, super::ledger::Chat::Sent),
            RoomRequest::AnswerUndo { vote, agree: true, .. } => {
                let id = self.visitors[visitor].id.clone();
                _ = self.ledger.agreed.insert((client.room.clone(), id, vote));
            }
            RoomRequest::AnswerEnd { agree: true, .. }
            | RoomRequest::ProposeEnd {}
            | RoomRequest::Resign {}
            | RoomRequest::ClaimEnd {} => {
                let id = self.visitors[visitor].id.clone();
                self.ledger.endings.push((client.room.clone(), id, request));
            }
            _ => {}
        }
    }

    fn change_connection(&mut self, life: &Life) {
        let is_closed = |client: &Client| matches!(client.link, Link::Closed);
        let alive = |world: &World, visitor: usize| !world.visitors[visitor].is_erased;
        let closed: Vec<usize> = (0..self.clients.len())
            .filter(|&i| is_closed(&self.clients[i]) && alive(self, self.clients[i].visitor))
            .collect();
        if let Some(&index) = self.rng.choice(&closed)
            && self.rng.u32(..4) > 0
        {
            if self.rng.u32(..4) == 0 {
                // Another page: it has seen nothing.
                (self.clients[index].last, self.clients[index].view) = (0, None);
            }
            // A client moves on to the rematch.
            let next = self.clients[index].room_view.as_ref().and_then(|room| room.next_room.clone());
            if let Some(next) = next.and_then(|next| RoomId::parse(&next))
                && self.ledger.rooms.contains_key(&next)
            {
                let visitor = self.clients[index].visitor;
                self.clients[index] = Client {
                    number: index,
                    ..Client::new(index, visitor, self.clients[index].device.clone(), next)
                };
            }
            self.trace.add(format!("client {index} connects with last {}", self.clients[index].last));
            self.clients[index].open(&life.state);
            return;
        }
        if self.clients.len() < 10
            && let Some(room) = self.rng.choice(self.ledger.rooms.keys()).cloned()
        {
            let visitor = self.rng.usize(..self.visitors.len());
            if alive(self, visitor) && self.rng.bool() {
                let index = self.add_client(visitor, room);
                self.trace.add(format!("client {index} is new"));
                return self.clients[index].open(&life.state);
            }
        }
        let index = self.rng.usize(..self.clients.len());
        match self.rng.u32(..5) {
            0 | 1 => {
                self.trace.add(format!("client {index} disconnects"));
                self.clients[index].close(false);
            }
            2 => {
                self.trace.add(format!("client {index} vanishes"));
                self.clients[index].close(true);
            }
            _ => {
                let is_slow = !self.clients[index].is_slow;
                self.trace.add(format!("client {index} is slow: {is_slow}"));
                self.clients[index].is_slow = is_slow;
            }
        }
    }

    fn create_visitor(&mut self, life: &Life) {
        self.visitor_count += 1;
        let name = format!("Visitor {}", self.visitor_count);
        let (purpose, body) = (Purpose::CreateVisitor { name: name.clone() }, json!({ "name": name }));
        self.http.push(send(&life.router, purpose, Method::POST, "/me", None, Some(&body)));
    }

    fn open_room(&mut self, life: &Life) {
        let visitor = self.rng.usize(..self.visitors.len());
        let all: Vec<Options> = Options::all().filter(|options| options.players() <= 4).collect();
        let options = all[self.rng.usize(..all.len())];
        let clock = match self.rng.u32(..4) {
            0 => Clock::None,
            1 => Clock::Days { per_turn: 1 },
            _ => Clock::Seconds { per_turn: self.rng.u32(15..40) },
        };
        let bot_count = options.players().saturating_sub(self.rng.u8(1..4));
        let options = RoomOptions {
            clock,
            public: self.rng.bool(),
            spectators: self.rng.u32(..4) > 0,
            hints: true,
            undo: true,
            friendly_deal: bot_count + 1 == options.players() && self.rng.bool(),
            ..RoomOptions::new(options)
        };
        let bots: Vec<_> = (options.players - bot_count..options.players)
            .map(|player| json!({ "player": player, "level": level(&mut self.rng) }))
            .collect();
        let (purpose, body) = (Purpose::OpenRoom { visitor }, json!({ "options": options, "bots": bots }));
        self.send_as(life, visitor, purpose, Method::POST, "/rooms", Some(&body));
    }

    /// Sends a request as a visitor.
    fn send_as(
        &mut self,
        life: &Life,
        visitor: usize,
        purpose: Purpose,
        method: Method,
        path: &str,
        body: Option<&serde_json::Value>,
    ) {
        let device = self.rng.choice(&self.visitors[visitor].devices).cloned();
        let Some(device) = device else { return };
        let purpose = match purpose {
            Purpose::SignOutOthers { visitor, .. } => {
                Purpose::SignOutOthers { visitor, keep: device.clone() }
            }
            purpose => purpose,
        };
        self.trace.add(format!("{method} {path} {purpose:?}"));
        self.http.push(send(&life.router, purpose, method, path, Some(&device), body));
    }

    fn send_http(&mut self, life: &Life) {
        let alive: Vec<usize> = (0..self.visitors.len())
            .filter(|&i| !self.visitors[i].is_erased && !self.visitors[i].is_being_erased)
            .collect();
        let Some(&visitor) = self.rng.choice(&alive) else { return self.create_visitor(life) };
        match self.rng.u32(..16) {
            0..3 if self.ledger.rooms.len() < 5 => self.open_room(life),
            3 if alive.len() < 4 => self.create_visitor(life),
            4 => {
                self.visitor_count += 1;
                let name = format!("Visitor {}", self.visitor_count);
                self.visitors[visitor].names.push(name.clone());
                let body = json!({ "name": name });
                self.send_as(
                    life,
                    visitor,
                    Purpose::Rename { visitor, name },
                    Method::PATCH,
                    "/me",
                    Some(&body),
                );
            }
            5 | 6 => {
                let purpose = Purpose::CreateLink { visitor };
                self.send_as(life, visitor, purpose, Method::POST, "/me/link", None);
            }
            7 | 8 => {
                if let Some(code) = self.visitors[visitor].link.take() {
                    let (purpose, path) = (Purpose::ClaimLink { visitor }, format!("/links/{code}"));
                    self.http.push(send(&life.router, purpose, Method::POST, &path, None, None));
                }
            }
            9 | 10 => {
                let keep = self.visitors[visitor].devices[0].clone();
                let purpose = Purpose::SignOutOthers { visitor, keep };
                self.send_as(life, visitor, purpose, Method::DELETE, "/me/devices", None);
            }
            11 if alive.len() > 1 => {
                self.visitors[visitor].is_being_erased = true;
                self.send_as(life, visitor, Purpose::Erase { visitor }, Method::DELETE, "/me", None);
            }
            12 => {
                let Some(room) = self.rng.choice(self.ledger.rooms.keys()).cloned() else { return };
                let path = format!("/rooms/{room}");
                self.send_as(life, visitor, Purpose::CloseRoom { room }, Method::DELETE, &path, None);
            }
            13 => self.send_as(life, visitor, Purpose::List, Method::GET, "/rooms", None),
            _ => self.send_as(life, visitor, Purpose::List, Method::GET, "/me/rooms", None),
        }
    }

    /// The system clock jumps. Nothing changes before the next start of the server.
    fn jump_clock(&mut self) {
        let by = [-24 * HOUR, -HOUR, -5_000, 5_000, HOUR, 24 * HOUR][self.rng.usize(..6)];
        self.trace.add(format!("the system clock jumps by {by} ms"));
        self.clock_error.fetch_add(by, Ordering::Relaxed);
    }

    fn change_disk(&mut self) {
        let health = [DiskHealth::Good, DiskHealth::Unreliable, DiskHealth::Unreliable, DiskHealth::Bad]
            [self.rng.usize(..4)];
        self.trace.add(format!("the disk is {health:?}"));
        self.faults.set_health(health);
    }

    /// A client sends as much as the queue takes.
    fn flood(&mut self) {
        let index = self.rng.usize(..self.clients.len());
        let count = (0..300).map_while(|_| self.clients[index].send(RoomRequest::Ping {})).count();
        self.trace.add(format!("client {index} floods with {count}"));
    }

    /// A visitor connects and disconnects all the time.
    fn connect_often(&mut self, life: &Life) {
        let index = self.rng.usize(..self.clients.len());
        let Client { device, room, last, .. } = &self.clients[index];
        self.trace.add(format!("the visitor of client {index} connects often"));
        let (state, device, room, last) = (life.state.clone(), device.clone(), room.clone(), *last);
        tokio::spawn(async move {
            for _ in 0..30 {
                if let Ok(socket) = open_socket(state.clone(), device.clone(), room.clone(), last).await {
                    let _ = socket.room.send(RoomCommand::Disconnected(socket.id)).await;
                }
            }
        });
    }

    /// The task of a room panics. Its commands are lost, but nothing else.
    fn panic_room(&mut self, life: &Life) {
        let rooms: Vec<RoomId> = self.ledger.rooms.keys().cloned().collect();
        let Some(id) = self.rng.choice(&rooms) else { return };
        self.trace.add(format!("room {id} panics"));
        self.has_panicked = true;
        life.state.rooms.try_send(&life.state, id, RoomCommand::Panic);
    }

    /// Another writer appends to a room, as another node would.
    async fn write_elsewhere(&mut self, life: &Life) {
        let rooms: Vec<RoomId> = self.ledger.rooms.keys().cloned().collect();
        let Some(id) = self.rng.choice(&rooms) else { return };
        let room = life.disk.room(id).await.unwrap().expect("it is stored");
        if room.closed {
            return;
        }
        self.chat_count += 1;
        let text = format!("message {} from elsewhere", self.chat_count);
        let entry = Entry::Chat { player: 0, text };
        let entries = vec![TimedEntry { at: room.updated_at, entry }];
        let append = Append { room: id.clone(), first: room.last_number() + 1, entries, summary: None };
        self.trace.add(format!("another writer appends to {id}"));
        let store = life.state.store.clone();
        tokio::spawn(async move { store.append(append).await });
    }

    /// Reading a room takes a minute, and its queue is full meanwhile. Other rooms go on.
    pub(super) async fn make_room_stuck(&mut self, life: &Life) {
        let rooms: Vec<RoomId> = self.ledger.rooms.keys().cloned().collect();
        let Some(id) = self.rng.choice(&rooms).filter(|_| rooms.len() > 1) else { return };
        if life.state.rooms.is_loaded(id) {
            return;
        }
        self.trace.add(format!("room {id} is stuck"));
        self.stuck = Some(id.clone());
        self.faults.delay_next_query(STUCK_FOR);
        life.state.rooms.try_send(&life.state, id, RoomCommand::CheckTimers);
        tokio::task::yield_now().await;
        while life.state.rooms.try_send(&life.state, id, RoomCommand::CheckTimers) {}
    }
}
