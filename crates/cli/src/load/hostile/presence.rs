//! Five visitors connect and disconnect in a loop in a room with viewers.

use cafe_client::ClientError;
use serde_json::json;

use super::attack::{Attack, AttackSize, run_all};
use super::tally::Tally;
use super::target::Target;
use super::visitor::Visitor;

const VIEWERS: usize = 20;
const VISITORS: usize = 5;

pub(super) struct Presence {
    room: String,
    viewers: Vec<Visitor>,
    visitors: Vec<Visitor>,
}

impl Attack for Presence {
    async fn prepare(target: &Target, _: AttackSize, _: &Tally) -> Result<Presence, String> {
        let setup = async {
            let (mut viewers, mut visitors) = (Vec::new(), Vec::new());
            for _ in 0..VIEWERS {
                viewers.push(Visitor::program(&target.stranger()).await?);
            }
            for _ in 0..VISITORS {
                visitors.push(Visitor::program(&target.stranger()).await?);
            }
            let room = viewers[0].open_room(&json!({ "game": "card", "players": 2 }), &[]).await?;
            Ok::<_, ClientError>(Presence { room, viewers, visitors })
        };
        setup.await.map_err(|error| error.to_string())
    }

    async fn run(self, _: &Target, tally: &Tally) {
        let Presence { room, viewers, visitors } = self;
        let views = run_all(viewers.into_iter().map(|viewer| view(viewer, room.clone(), tally.clone())));
        let joins =
            run_all(visitors.into_iter().map(|visitor| come_and_go(visitor, room.clone(), tally.clone())));
        tokio::join!(views, joins);
    }
}

/// Counts what a viewer is sent.
async fn view(viewer: Visitor, room: String, tally: Tally) {
    loop {
        let Ok(mut socket) = viewer.connect(&room, 0).await else {
            tokio::task::yield_now().await;
            continue;
        };
        while let Ok(message) = socket.next().await {
            if message.kind == "presence" {
                tally.add("presence messages to each viewer", 1.0 / VIEWERS as f64);
            }
        }
    }
}

async fn come_and_go(visitor: Visitor, room: String, tally: Tally) {
    loop {
        if let Some(socket) = tally.count_or_wait(visitor.connect(&room, 0).await).await {
            tally.add("visits", 1.0);
            let _ = socket.0.close().await;
        }
    }
}
