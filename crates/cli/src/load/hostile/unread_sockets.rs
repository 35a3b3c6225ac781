//! 300 sockets on a long room that ask for everything from the beginning and never read.

use std::net::SocketAddr;

use cafe_client::{ClientError, Connection};
use tokio::net::TcpSocket;

use super::attack::{Attack, AttackSize, run_all, setup_end};
use super::long_room::LongRoom;
use super::tally::Tally;
use super::target::Target;
use super::visitor::Visitor;

const SOCKETS: usize = 300;
/// The limit of a visitor in one room.
const SOCKETS_PER_VISITOR: usize = 20;
/// A small buffer makes the server keep what is not read.
const RECEIVE_BUFFER_BYTES: u32 = 4096;
const GUESTS: usize = 4;

pub(super) struct UnreadSockets {
    room: LongRoom,
    server: SocketAddr,
}

impl Attack for UnreadSockets {
    async fn prepare(target: &Target, size: AttackSize, tally: &Tally) -> Result<UnreadSockets, String> {
        let setup = async {
            let mut guests = Vec::new();
            for _ in 0..GUESTS {
                guests.push(Visitor::program(&target.stranger()).await?);
            }
            let host = Visitor::program(&target.stranger()).await?;
            let mut room = LongRoom::open(host, &guests, 0).await?;
            room.fill_together(&guests, size.entries, setup_end()).await?;
            Ok::<_, ClientError>(room)
        };
        let room = setup.await.map_err(|error| format!("a long log: {error}"))?;
        tally.add("entries", room.entries as f64);
        let addresses = target.local().base_url().socket_addrs(|| None).map_err(|error| error.to_string())?;
        let server = *addresses.first().ok_or("the server has no address")?;
        Ok(UnreadSockets { room, server })
    }

    async fn run(self, target: &Target, tally: &Tally) {
        let UnreadSockets { room, server } = self;
        let visitors = (0..SOCKETS / SOCKETS_PER_VISITOR)
            .map(|_| hold_sockets(target.clone(), room.id.clone(), server, tally.clone()));
        run_all(visitors).await;
    }
}

/// Opens the sockets of a visitor, and holds them without reading until the attack is cancelled.
async fn hold_sockets(target: Target, room: String, server: SocketAddr, tally: Tally) {
    let Some(visitor) = tally.count(Visitor::program(&target.stranger()).await) else { return };
    let mut open: Vec<Connection> = Vec::new();
    for _ in 0..SOCKETS_PER_VISITOR {
        if let Some(connection) = tally.count(connect(&visitor, &room, server).await) {
            tally.add("sockets", 1.0);
            open.push(connection);
        }
    }
    std::future::pending::<()>().await;
}

async fn connect(visitor: &Visitor, room: &str, server: SocketAddr) -> Result<Connection, ClientError> {
    let transport = |error: std::io::Error| ClientError::Transport(error.into());
    let socket = if server.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() };
    let socket = socket.map_err(transport)?;
    socket.set_recv_buffer_size(RECEIVE_BUFFER_BYTES).map_err(transport)?;
    let stream = socket.connect(server).await.map_err(transport)?;
    visitor.0.connect_over(stream, room, 0, None).await
}
