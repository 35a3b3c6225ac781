//! Devices that try to act after they were signed out: with a request whose body they held back, with a link code made at the
//! same moment, and on a socket opened at the same moment.

use std::time::Duration;

use cafe_client::{Client, ClientError};
use cafe_room::RoomRequest;
use serde_json::json;

use super::attack::{Attack, AttackSize, run_all};
use super::held_request::HeldRequest;
use super::tally::Tally;
use super::target::Target;
use super::visitor::Visitor;

const VISITORS: usize = 24;
/// Time for the server to read the headers of a request, before the device is signed out.
const HEAD_TIME: Duration = Duration::from_millis(30);
/// Step by which each attempt of the device starts later, counted from the start of the sign-out.
const STEP: Duration = Duration::from_micros(400);
const STEPS: u32 = 10;
/// Time for the server to close a socket.
const CLOSE_TIME: Duration = Duration::from_millis(500);
const ANSWER_TIMEOUT: Duration = Duration::from_secs(2);

pub(super) struct SignOut {
    visitors: Vec<Account>,
}

/// A visitor with a device that stays signed in.
struct Account {
    client: Client,
    address: String,
    owner: Visitor,
    room: String,
}

impl Attack for SignOut {
    async fn prepare(target: &Target, _: AttackSize, _: &Tally) -> Result<SignOut, String> {
        let setup = async {
            let mut visitors = Vec::new();
            for _ in 0..VISITORS {
                let address = target.new_address();
                let client = target.local().forwarded_for(address);
                let owner = Visitor::browser(&client).await?;
                let room = owner.open_room(&json!({ "game": "card", "players": 2 }), &[]).await?;
                visitors.push(Account { client, address: address.to_string(), owner, room });
            }
            Ok::<_, ClientError>(SignOut { visitors })
        };
        setup.await.map_err(|error| error.to_string())
    }

    async fn run(self, _: &Target, tally: &Tally) {
        run_all(self.visitors.into_iter().map(|account| account.attack(tally.clone()))).await;
    }
}

impl Account {
    async fn attack(self, tally: Tally) {
        for step in (0..STEPS).cycle() {
            let delay = STEP * step;
            tally.count_or_wait(self.hold_a_request_back(&tally).await).await;
            tally.count_or_wait(self.create_a_link(delay, &tally).await).await;
            tally.count_or_wait(self.open_a_socket(delay, &tally).await).await;
        }
    }

    /// Signs in another device.
    async fn sign_in(&self) -> Result<Visitor, ClientError> {
        Visitor::with_link(&self.client, &self.owner.create_link().await?).await
    }

    async fn sign_out(&self) -> Result<(), ClientError> {
        self.owner.0.sign_out_others().await
    }

    async fn hold_a_request_back(&self, tally: &Tally) -> Result<(), ClientError> {
        let transport = |error: std::io::Error| ClientError::Transport(error.into());
        let device = self.sign_in().await?;
        let body = json!({ "name": "Gone" }).to_string();
        let held = HeldRequest::start(&device.0, &self.address, "PATCH", "/api/v1/me", body);
        let held = held.await.map_err(transport)?;
        tokio::time::sleep(HEAD_TIME).await;
        self.sign_out().await?;
        let status = held.finish().await.map_err(transport)?;
        tally.add("held requests", 1.0);
        tally.add("held requests that acted after the sign-out", f64::from(u8::from(status == 200)));
        Ok(())
    }

    async fn create_a_link(&self, delay: Duration, tally: &Tally) -> Result<(), ClientError> {
        let device = self.sign_in().await?;
        let create = async {
            tokio::time::sleep(delay).await;
            device.create_link().await
        };
        let (signed_out, code) = tokio::join!(self.sign_out(), create);
        signed_out?;
        let is_usable = match code {
            Ok(code) => Visitor::with_link(&self.client, &code).await.is_ok(),
            Err(_) => false,
        };
        tally.add("link codes", 1.0);
        tally.add("link codes that worked after the sign-out", f64::from(u8::from(is_usable)));
        self.sign_out().await
    }

    async fn open_a_socket(&self, delay: Duration, tally: &Tally) -> Result<(), ClientError> {
        let device = self.sign_in().await?;
        let connect = async {
            tokio::time::sleep(delay).await;
            device.connect(&self.room, 0).await
        };
        let (signed_out, socket) = tokio::join!(self.sign_out(), connect);
        signed_out?;
        tally.add("sockets", 1.0);
        let Ok(mut socket) = socket else { return Ok(()) };
        tokio::time::sleep(CLOSE_TIME).await;
        let answer = tokio::time::timeout(ANSWER_TIMEOUT, socket.request(RoomRequest::Ping {})).await;
        tally.add("sockets that survived the sign-out", f64::from(u8::from(matches!(answer, Ok(Ok(_))))));
        Ok(())
    }
}
