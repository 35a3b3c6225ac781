//! What is checked after every step: messages and answers against the disk, deadlines, lateness.

use cafe_room::messages::{GameView, RoomEvent, RoomEventKind, RoomUpdate, RoomView, ServerMessage};
use cafe_room::{Millis, RoomError, RoomId, RoomRequest, Token, VisitorId};

use super::client::{Link, OpenRefused};
use super::http::{HttpResponse, Purpose};
use super::world::{Life, SimVisitor, World};

/// A viewer who was away for longer may be sent only the last entries.
const SHORTEST_TAIL: u64 = 200;
/// How far the last entry of a room may be in the future after the clock was set back: time does not go backwards in a log.
const CLOCK_TOLERANCE: Millis = 1_000;
/// Presence messages per second, and those at the beginning of a connection.
const MAX_PRESENCE_PER_SECOND: u64 = 4;
const MAX_FIRST_PRESENCE: u64 = 3;

impl World {
    /// Reads what was sent and answered, and checks it.
    pub(super) async fn observe(&mut self, life: &Life) {
        let mut messages = Vec::new();
        for index in 0..self.clients.len() {
            self.finish_opening(index).await;
            self.read_inbox(index, &mut messages);
        }
        let now = life.state.now();
        let is_erasing = self.visitors.iter().any(|visitor| visitor.is_being_erased);
        if is_erasing {
            self.ledger.verify(&life.disk, true).await;
        }
        self.ledger.refresh(&life.disk, now).await;
        for (index, text) in messages {
            let message = serde_json::from_str(&text).expect("a message is JSON");
            self.trace.add(format!("{now} client {index} is sent {text}"));
            self.receive(index, message, now);
        }
        self.close_lost_connections();
        self.finish_requests(life).await;
        self.check_lateness(life, now);
    }

    async fn finish_opening(&mut self, index: usize) {
        let client = &mut self.clients[index];
        let Link::Opening(opening) = &mut client.link else { return };
        if !opening.is_finished() {
            return;
        }
        match opening.await.expect("opening a socket does not panic") {
            Ok(socket) => client.link = Link::Open(Box::new(socket)),
            Err(refused) => {
                self.trace.add(format!("client {index} is refused: {refused:?}"));
                let is_lost = refused == OpenRefused::NoSuchRoom && !self.has_panicked;
                assert!(!is_lost, "room {} exists", client.room);
                client.forget_connection();
            }
        }
    }

    fn read_inbox(&mut self, index: usize, messages: &mut Vec<(usize, String)>) {
        let client = &mut self.clients[index];
        if client.is_slow {
            return;
        }
        let Some(socket) = client.socket() else { return };
        while let Ok(text) = socket.inbox.try_recv() {
            messages.push((index, text.to_string()));
        }
    }

    fn receive(&mut self, index: usize, message: ServerMessage, now: Millis) {
        let client = &mut self.clients[index];
        match message {
            ServerMessage::Update(update) => self.receive_update(index, *update, now),
            ServerMessage::Done { id } | ServerMessage::Hint { id, .. } => _ = self.answer(index, id),
            ServerMessage::Refused { id: 0, .. } => {}
            ServerMessage::Refused { id, code, .. } => {
                let room = client.room.clone();
                let request = self.answer(index, id);
                if let RoomRequest::Chat { text } = request
                    && code == RoomError::NotStored.code()
                {
                    self.ledger.refuse_chat(&room, &text);
                }
            }
            ServerMessage::PastView { id, view } => {
                let visitor = &self.visitors[client.visitor].id;
                let log = &self.ledger.rooms[&client.room];
                // The view of the player whom the visitor is, at one of the last states.
                let is_right = (client.last..=log.current().last_number()).any(|number| {
                    let room = log.after(number);
                    GameView::past(room, view.seq as usize, room.viewer(visitor))
                        .is_ok_and(|past| past == *view)
                });
                // While a visitor is erased, the disk and the rooms in memory differ for a moment.
                let is_erasing = self.visitors.iter().any(|visitor| visitor.is_being_erased);
                let may_differ = is_erasing || client.last <= client.erased_before;
                assert!(is_right || may_differ, "client {index} is sent a past view that is not its own");
                self.answer(index, id);
            }
            ServerMessage::Presence { .. } => {
                if let Some(socket) = client.socket() {
                    socket.presence_count += 1;
                    let seconds = socket.opened_at.elapsed().as_secs() + 1;
                    let limit = MAX_FIRST_PRESENCE + MAX_PRESENCE_PER_SECOND * seconds;
                    let count = socket.presence_count;
                    assert!(count <= limit, "{count} presence messages in {seconds} s to client {index}");
                }
            }
            ServerMessage::Welcome { .. } | ServerMessage::Reaction { .. } | ServerMessage::Closing => {}
        }
    }

    /// Takes a request that was answered.
    fn answer(&mut self, index: usize, id: u32) -> RoomRequest {
        let request = self.clients[index].pending.remove(&id);
        request.unwrap_or_else(|| {
            panic!("client {index} gets a second answer to request {id}, or asked nothing")
        })
    }

    fn receive_update(&mut self, index: usize, update: RoomUpdate, now: Millis) {
        let client = &mut self.clients[index];
        let (visitor, last) = (self.visitors[client.visitor].id.clone(), client.last);
        let log = &self.ledger.rooms[&client.room];
        let room = log.after(update.number);
        let viewer = room.viewer(&visitor);
        let socket = match &mut client.link {
            Link::Open(socket) => socket,
            _ => return,
        };
        let is_first = !std::mem::replace(&mut socket.is_current, true);
        check_numbers(&update, last, is_first, index);
        // While a visitor is erased, the disk and the rooms in memory differ for a moment.
        let is_erasing = self.visitors.iter().any(|visitor| visitor.is_being_erased);
        if update.number > client.erased_before && !is_erasing {
            for event in &update.events {
                let applied = &log.applied[event.number as usize - 1];
                let expected = RoomEvent::of(room, applied, viewer);
                assert_eq!(Some(event), expected.as_ref(), "event for client {index} as {viewer:?}");
            }
            if let Some(sent) = &update.room {
                assert_eq!(*sent, RoomView::of(room), "room for client {index}");
            }
            // The start of a turn may have been corrected after a wrong clock, so the deadline is checked on its own.
            let without_times = |view: Option<GameView>| {
                view.map(|view| GameView { deadline: None, nudge_at: None, claim_at: None, ..view })
            };
            let expected = without_times(GameView::of(room, viewer));
            assert_eq!(without_times(update.view.clone()), expected, "view for client {index} as {viewer:?}");
        }
        if let Some(deadline) = update.view.as_ref().and_then(|view| view.deadline) {
            let limit = room.options.clock.limit_millis().expect("a deadline needs a clock");
            let latest = now + limit + CLOCK_TOLERANCE;
            assert!(deadline <= latest, "the deadline {deadline} is more than {limit} ms after {now}");
        }
        let client = &mut self.clients[index];
        client.last = update.number;
        if let Some(vote) = update.view.as_ref().and_then(|view| view.undo_vote.as_ref())
            && client.votes.back() != Some(&vote.id)
        {
            client.votes.push_back(vote.id);
        }
        client.view = update.view;
        client.room_view = update.room.or_else(|| client.room_view.take());
        if let Some(id) = update.id {
            let request = self.answer(index, id);
            let chats = update.events.iter().filter_map(|event| match &event.kind {
                RoomEventKind::Chat { text, .. } => Some(text),
                _ => None,
            });
            if let RoomRequest::Chat { text } = &request {
                assert!(
                    chats.into_iter().any(|sent| sent == text),
                    "the answer to `{text}` does not have it"
                );
            }
        }
    }

    /// Closes connections that the server closed.
    fn close_lost_connections(&mut self) {
        for client in &mut self.clients {
            let Some(socket) = client.socket() else { continue };
            // A slow client notices it too: its socket is closed.
            let is_lost =
                socket.state.must_reconnect() || (socket.inbox.is_closed() && socket.inbox.is_empty());
            if is_lost {
                client.close(false);
            }
        }
    }

    async fn finish_requests(&mut self, life: &Life) {
        let mut index = 0;
        while index < self.http.len() {
            if self.http[index].response.is_finished() {
                let pending = self.http.remove(index);
                let response = pending.response.await.expect("a handler does not panic");
                self.trace.add(format!("{} {:?}", response.status, pending.purpose));
                self.finish_request(life, pending.purpose, &response).await;
            } else {
                index += 1;
            }
        }
    }

    async fn finish_request(&mut self, life: &Life, purpose: Purpose, response: &HttpResponse) {
        let status = response.status;
        assert!(status != 500, "{purpose:?} is answered {status} {}", response.body);
        let text = |field: &str| response.body[field].as_str().map(str::to_owned);
        match purpose {
            Purpose::CreateVisitor { name } if response.is_success() => {
                let id = text("visitor").and_then(|id| VisitorId::parse(&id)).expect("it has an id");
                let devices = vec![response.token.clone().expect("it sets a cookie")];
                self.check_session(life, &id, &devices[0]).await;
                self.visitors.push(SimVisitor {
                    id,
                    names: vec![name],
                    devices,
                    link: None,
                    is_being_erased: false,
                    is_erased: false,
                });
            }
            Purpose::OpenRoom { .. } if response.is_success() => {
                let id = text("id").and_then(|id| RoomId::parse(&id)).expect("it has an id");
                self.ledger.add(&life.disk, &id, life.state.now()).await;
            }
            Purpose::OpenRoom { .. } => self.find_unknown_rooms(life).await,
            Purpose::Rename { visitor, name } if response.is_success() => {
                let stored = life.disk.visitor_name(&self.visitors[visitor].id).await.unwrap();
                let is_erased = self.visitors[visitor].is_being_erased || self.visitors[visitor].is_erased;
                let is_later = self.visitors[visitor].names.last() != Some(&name);
                let is_stored = stored.is_some_and(|stored| stored.as_str() == name);
                assert!(is_stored || is_erased || is_later, "the name {name} is not stored");
            }
            Purpose::CreateLink { visitor } if response.is_success() => {
                self.visitors[visitor].link = text("code");
            }
            Purpose::ClaimLink { visitor } if response.is_success() => {
                let device = response.token.clone().expect("it sets a cookie");
                self.visitors[visitor].devices.push(device);
            }
            Purpose::SignOutOthers { visitor, keep } if response.is_success() => {
                self.check_signed_out(life, visitor, &keep).await;
            }
            Purpose::Erase { visitor } => self.finish_erasure(life, visitor, response).await,
            Purpose::CloseRoom { room } => {
                assert!(status != 404 || self.has_panicked, "room {room} exists");
                if response.is_success() {
                    let closed = self.ledger.rooms[&room].current().closed;
                    let stored = life.disk.room(&room).await.unwrap().expect("it exists").closed;
                    assert!(closed || stored, "room {room} is not closed");
                }
            }
            _ => {}
        }
    }

    async fn check_session(&self, life: &Life, id: &VisitorId, device: &Token) {
        let session = life.disk.session(device.hash()).await.unwrap();
        assert_eq!(session.map(|session| session.visitor.id).as_ref(), Some(id), "the visitor is not stored");
    }

    /// After a sign-out only one device is left, and no connection of the others.
    async fn check_signed_out(&mut self, life: &Life, visitor: usize, keep: &Token) {
        let devices = std::mem::take(&mut self.visitors[visitor].devices);
        for device in devices.iter().filter(|device| *device != keep) {
            let session = life.disk.session(device.hash()).await.unwrap();
            assert!(session.is_none(), "a device of visitor {visitor} is still signed in");
        }
        self.visitors[visitor].devices = vec![keep.clone()];
        for client in self.clients.iter_mut().filter(|client| client.visitor == visitor) {
            if client.device != *keep {
                client.device = keep.clone();
                // A connection that was opened meanwhile is not covered: its device was checked before.
                if let Link::Opening(opening) = &client.link {
                    opening.abort();
                }
                client.close(true);
            }
        }
    }

    async fn finish_erasure(&mut self, life: &Life, visitor: usize, response: &HttpResponse) {
        // The room was read again after the erasure, and what waits in slow connections was sent before.
        for client in &mut self.clients {
            client.erased_before = self.ledger.rooms[&client.room].current().last_number();
        }
        self.ledger.verify(&life.disk, true).await;
        self.visitors[visitor].is_being_erased = false;
        if !response.is_success() {
            return;
        }
        let SimVisitor { id, names, .. } = &self.visitors[visitor];
        assert!(!life.disk.visitor_exists(id).await.unwrap(), "visitor {id} still exists");
        self.ledger.check_erased(id, names);
        self.visitors[visitor].is_erased = true;
        for client in self.clients.iter_mut().filter(|client| client.visitor == visitor) {
            client.close(true);
        }
    }

    /// No bot and no clock is late.
    fn check_lateness(&self, life: &Life, now: Millis) {
        for (id, log) in &self.ledger.rooms {
            let room = log.current();
            // A turn that was corrected after a wrong clock may start again after a failed write.
            if self.stuck.as_ref() == Some(id) || room.has_future_turn(now) {
                continue;
            }
            let due_at = match room.deadline() {
                // After a wrong clock a turn lasts at most its limit from the start of the server.
                Some(deadline) => {
                    let limit = room.options.clock.limit_millis().unwrap_or(0);
                    deadline.min(life.started_at.max(log.grew_at) + limit)
                }
                None if room.bot_to_move(now).is_some() => log.grew_at,
                None => continue,
            };
            let late = now - due_at.max(life.started_at).max(log.grew_at);
            assert!(late < self.max_lateness, "room {id} waits since {late} ms for a bot or a clock");
        }
    }
}

/// Checks that a client misses no entry and gets none twice.
fn check_numbers(update: &RoomUpdate, last: u64, is_first: bool, index: usize) {
    let numbers: Vec<u64> = update.events.iter().map(|event| event.number).collect();
    assert!(update.number >= last, "client {index} has seen {last}, and is sent {}", update.number);
    let is_dense = numbers.windows(2).all(|pair| pair[1] == pair[0] + 1);
    let ends_right = numbers.last().is_none_or(|&end| end == update.number);
    let starts_right = match numbers.first() {
        Some(&first) => first == last + 1,
        None => update.number == last,
    };
    let is_tail = is_first && update.number - last > SHORTEST_TAIL;
    assert!(
        is_dense && ends_right && (starts_right || is_tail),
        "client {index} has seen {last}, and is sent {numbers:?} up to {}",
        update.number
    );
}
