//! Five clients of one address ask for the public list and for their own list all the time.

use super::attack::{Attack, AttackSize, run_all, setup_end};
use super::long_room::open_many;
use super::tally::Tally;
use super::target::Target;
use super::visitor::Visitor;

const CLIENTS: usize = 5;
/// Number of requests that a client sends without waiting for answers: a burst within the budget of a visitor.
const AT_ONCE: usize = 20;
const LISTS: [&str; 2] = ["/api/v1/rooms?limit=100", "/api/v1/me/rooms?limit=100"];

pub(super) struct Lists {
    clients: Vec<Visitor>,
}

impl Attack for Lists {
    async fn prepare(target: &Target, size: AttackSize, tally: &Tally) -> Result<Lists, String> {
        let (clients, hosts) =
            create_visitors(target, size.rooms).await.map_err(|error| error.to_string())?;
        let rooms = open_many(hosts, &clients, size.entries, setup_end()).await?;
        tally.add("rooms", rooms.len() as f64);
        tally.add("entries", rooms.iter().map(|room| room.entries as f64).sum());
        Ok(Lists { clients })
    }

    async fn run(self, _: &Target, tally: &Tally) {
        let loops = self.clients.into_iter().flat_map(|client| vec![client; AT_ONCE]);
        run_all(loops.map(|client| ask(client, tally.clone()))).await;
    }
}

/// Creates the clients of one address, and the hosts of the rooms in which they have seats.
pub(super) async fn create_visitors(
    target: &Target,
    rooms: usize,
) -> Result<(Vec<Visitor>, Vec<Visitor>), cafe_client::ClientError> {
    let (address, mut clients, mut hosts) = (target.stranger(), Vec::new(), Vec::new());
    for _ in 0..CLIENTS {
        clients.push(Visitor::program(&address).await?);
    }
    for _ in 0..rooms {
        hosts.push(Visitor::program(&target.stranger()).await?);
    }
    Ok((clients, hosts))
}

async fn ask(client: Visitor, tally: Tally) {
    for path in LISTS.iter().cycle() {
        if let Some(bytes) = tally.count_or_wait(client.fetch(path).await).await {
            tally.add("lists", 1.0);
            tally.add("megabytes of lists", bytes as f64 / 1e6);
        }
    }
}
