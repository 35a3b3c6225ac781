//! Visitors who open and close rooms as fast as they may.

use cafe_client::ClientError;
use cafe_client::reqwest::Method;
use serde_json::json;

use super::attack::{Attack, AttackSize, run_all};
use super::tally::Tally;
use super::target::Target;
use super::visitor::Visitor;

const VISITORS: usize = 5;

pub(super) struct OpenClose {
    visitors: Vec<Visitor>,
}

impl Attack for OpenClose {
    async fn prepare(target: &Target, _: AttackSize, _: &Tally) -> Result<OpenClose, String> {
        let mut visitors = Vec::new();
        for _ in 0..VISITORS {
            let visitor = Visitor::program(&target.stranger()).await;
            visitors.push(visitor.map_err(|error| error.to_string())?);
        }
        Ok(OpenClose { visitors })
    }

    async fn run(self, _: &Target, tally: &Tally) {
        run_all(self.visitors.into_iter().map(|visitor| open_and_close(visitor, tally.clone()))).await;
    }
}

async fn open_and_close(visitor: Visitor, tally: Tally) {
    let options = json!({ "game": "card", "players": 2 });
    loop {
        let Some(room) = tally.count_or_wait(visitor.open_room(&options, &[]).await).await else { continue };
        while tally.count_or_wait(close(&visitor, &room).await).await.is_none() {}
        tally.add("rooms opened and closed", 1.0);
    }
}

async fn close(visitor: &Visitor, room: &str) -> Result<(), ClientError> {
    visitor.0.call(Method::DELETE, &format!("/api/v1/rooms/{room}"), None::<&()>).await.map(drop)
}
