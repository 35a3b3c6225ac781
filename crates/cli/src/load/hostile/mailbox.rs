//! One room is flooded with connections and messages while bots play there, so that it always has something to do.

use cafe_client::ClientError;
use cafe_room::RoomRequest;

use super::attack::{Attack, AttackSize, run_all, setup_end};
use super::long_room::LongRoom;
use super::tally::Tally;
use super::target::Target;
use super::visitor::Visitor;

const VISITORS: usize = 40;
/// Number of connections that a visitor opens at the same time.
const AT_ONCE: usize = 5;
const BOTS: usize = 4;
/// Number of messages on a connection before the next one.
const MESSAGES: u32 = 10;

pub(super) struct Mailbox {
    room: LongRoom,
    visitors: Vec<Visitor>,
}

impl Attack for Mailbox {
    const MEASURES_CLOCKS: bool = true;

    async fn prepare(target: &Target, size: AttackSize, tally: &Tally) -> Result<Mailbox, String> {
        let setup = async {
            let mut visitors = Vec::new();
            for _ in 0..VISITORS {
                visitors.push(Visitor::program(&target.stranger()).await?);
            }
            let host = Visitor::program(&target.stranger()).await?;
            let mut room = LongRoom::open(host, &[], BOTS).await?;
            room.fill(size.entries, setup_end()).await?;
            Ok::<_, ClientError>(Mailbox { room, visitors })
        };
        let mailbox = setup.await.map_err(|error| format!("a long log: {error}"))?;
        tally.add("entries", mailbox.room.entries as f64);
        Ok(mailbox)
    }

    async fn run(self, _: &Target, tally: &Tally) {
        let Mailbox { room, visitors } = self;
        // A bot takes the host's seat, so it is always a bot's turn.
        let leave =
            async { room.host.connect(&room.id, room.entries).await?.request(RoomRequest::Leave {}).await };
        tally.count(leave.await);
        let floods = visitors.into_iter().flat_map(|visitor| vec![visitor; AT_ONCE]);
        run_all(floods.map(|visitor| flood(visitor, room.id.clone(), tally.clone()))).await;
    }
}

async fn flood(visitor: Visitor, room: String, tally: Tally) {
    loop {
        let Some(mut socket) = tally.count_or_wait(visitor.connect(&room, 0).await).await else { continue };
        tally.add("connections", 1.0);
        for _ in 0..MESSAGES {
            if tally.count(socket.0.send(RoomRequest::PastView { actions: 0 }).await).is_none() {
                break;
            }
        }
        // The answers are read, so that the server does not give up on the connection.
        while socket
            .0
            .next_raw()
            .await
            .is_ok_and(|message| !message.as_str().contains(r#""type":"past_view""#))
        {}
    }
}
