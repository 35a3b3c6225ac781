//! Rooms with long logs, written as fast as a visitor is allowed to.

use std::time::{Duration, Instant};

use cafe_client::ClientError;
use cafe_room::RoomRequest;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::visitor::{Socket, View, Visitor};

/// Number of actions that are played and undone before the answers are read.
const PAIRS_AT_ONCE: u32 = 8;
/// Number of times that, until the budget of a socket is used up.
const ROUNDS_PER_SOCKET: usize = 4;
/// Maximum number of games that are started until one can be used.
const MAX_DEALS: usize = 10;
/// Pause of a visitor whose budget is used up.
const REFILL_PAUSE: Duration = Duration::from_millis(200);

/// A running game with a long log.
pub(super) struct LongRoom {
    pub(super) id: String,
    pub(super) host: Visitor,
    /// Number of entries in the log.
    pub(super) entries: u64,
}

impl LongRoom {
    /// Opens a public room, seats the guests and bots, and starts the game: again until the host's hand has a guest who can be
    /// seated at once.
    pub(super) async fn open(
        host: Visitor,
        guests: &[Visitor],
        bots: usize,
    ) -> Result<LongRoom, ClientError> {
        let players = 1 + guests.len() + bots;
        let bots: Vec<Value> = (1 + guests.len()..players)
            .map(|player| json!({ "player": player, "level": "casual" }))
            .collect();
        let options = json!({ "game": "card", "players": players, "public": true });
        for _ in 0..MAX_DEALS {
            let id = host.open_room(&options, &bots).await?;
            let mut socket = host.sit_down(&id, 0).await?;
            for (player, guest) in (1..).zip(guests) {
                guest.sit_down(&id, player).await?;
            }
            let started = socket.request(RoomRequest::Start {}).await?;
            if started.view.as_ref().is_some_and(|view| seating(view).is_some()) {
                return Ok(LongRoom { id, host, entries: started.number });
            }
        }
        Err(ClientError::Protocol("the host cannot seat a guest".to_owned()))
    }

    /// Lets the host play and undo an action until the log is long enough or the time is up.
    pub(super) async fn fill(&mut self, entries: u64, end: Instant) -> Result<(), ClientError> {
        while self.entries < entries && Instant::now() < end {
            match self.write(entries).await {
                Err(ClientError::Refused { code, .. }) if code == "too_many" => return Ok(()),
                Err(ClientError::Refused { .. } | ClientError::Http { status: 429, .. }) => {
                    tokio::time::sleep(REFILL_PAUSE).await;
                }
                result => result?,
            }
        }
        Ok(())
    }

    async fn write(&mut self, entries: u64) -> Result<(), ClientError> {
        let mut socket = self.host.connect(&self.id, self.entries).await?;
        let mut view = socket.next_view(0).await?;
        // The last undo of the previous socket may have been refused because its budget was used up.
        while view.placed > 0 {
            let undone = socket.request(RoomRequest::Undo { seq: view.seq }).await?;
            self.entries = self.entries.max(undone.number);
            view = match undone.view {
                Some(view) => view,
                None => socket.next_view(view.seq + 1).await?,
            };
        }
        let mut seq = view.seq;
        let action = seating(&view)
            .ok_or_else(|| ClientError::Protocol("the host cannot seat a guest any more".to_owned()))?;
        for _ in 0..ROUNDS_PER_SOCKET {
            for _ in 0..PAIRS_AT_ONCE {
                socket.0.send(RoomRequest::Play { seq, actions: vec![action.clone()] }).await?;
                socket.0.send(RoomRequest::Undo { seq: seq + 1 }).await?;
                seq += 2;
            }
            self.read_until(&mut socket, seq).await?;
            if self.entries >= entries {
                return Ok(());
            }
        }
        Ok(())
    }

    async fn read_until(&mut self, socket: &mut Socket, seq: u32) -> Result<(), ClientError> {
        loop {
            let message = socket.next().await?;
            self.entries = self.entries.max(message.number);
            if message.view.is_some_and(|view| view.seq >= seq) {
                return Ok(());
            }
        }
    }

    /// Fills the log with the help of the guests, who leave and return all the time: a visitor alone is limited to a hundred
    /// entries a second.
    pub(super) async fn fill_together(
        &mut self,
        guests: &[Visitor],
        entries: u64,
        end: Instant,
    ) -> Result<(), ClientError> {
        let mut tasks = JoinSet::new();
        for guest in guests {
            let (guest, id, mut last) = (guest.clone(), self.id.clone(), self.entries);
            tasks.spawn(async move {
                loop {
                    if leave_and_return(&guest, &id, &mut last).await.is_err() {
                        tokio::time::sleep(REFILL_PAUSE).await;
                    }
                }
            });
        }
        self.fill(entries, end).await
    }
}

/// Returns an action that seats a guest. It neither ends the turn nor reveals anything, so it can be undone without asking.
fn seating(view: &View) -> Option<String> {
    view.legal.iter().map(|legal| &legal.action).find(|action| action.contains('@')).cloned()
}

/// `last` is the number of the last entry that the guest has seen.
async fn leave_and_return(guest: &Visitor, room: &str, last: &mut u64) -> Result<(), ClientError> {
    let mut socket = guest.connect(room, *last).await?;
    for _ in 0..PAIRS_AT_ONCE * 2 {
        socket.0.send(RoomRequest::Leave {}).await?;
        *last = socket.request(RoomRequest::Resume {}).await?.number.max(*last);
    }
    Ok(())
}

/// Opens rooms with long logs at the same time, each with a host of its own and one of the guests.
pub(super) async fn open_many(
    hosts: Vec<Visitor>,
    guests: &[Visitor],
    entries: u64,
    end: Instant,
) -> Result<Vec<LongRoom>, String> {
    let mut tasks = JoinSet::new();
    for (index, host) in hosts.into_iter().enumerate() {
        let guest = guests[index % guests.len()].clone();
        tasks.spawn(async move {
            let mut room = open_patiently(host, guest, end).await?;
            room.fill(entries, end).await?;
            Ok::<_, ClientError>(room)
        });
    }
    let mut rooms = Vec::new();
    while let Some(room) = tasks.join_next().await {
        rooms.push(room.map_err(|error| error.to_string())?.map_err(|error| format!("a long log: {error}"))?);
    }
    Ok(rooms)
}

/// Opens a room, again and again while the guest, who takes a seat in many rooms, is over a limit.
async fn open_patiently(host: Visitor, guest: Visitor, end: Instant) -> Result<LongRoom, ClientError> {
    loop {
        match LongRoom::open(host.clone(), std::slice::from_ref(&guest), 0).await {
            Err(ClientError::Refused { .. } | ClientError::Http { status: 429, .. })
                if Instant::now() < end =>
            {
                tokio::time::sleep(REFILL_PAUSE).await;
            }
            result => return result,
        }
    }
}
