//! A typed client of a Café International server.
//!
//! A [`Client`] is a server's address, a [`Session`] an identity there, and a [`Connection`] the socket of one room. The
//! messages are those of [`cafe_room::messages`].
//!
//! An external bot that plays a game against the server's own bot, always with its first legal action:
//!
//! ```no_run
//! use cafe_bots::Level;
//! use cafe_client::{Client, ClientError};
//! use cafe_room::messages::{NewBot, ServerMessage};
//! use cafe_room::{RoomOptions, RoomRequest};
//! use cafe_rules::{Kind, Options};
//!
//! # async fn example() -> Result<(), ClientError> {
//! let client = Client::new("http://127.0.0.1:7878")?;
//! let session = client.create_program("First action").await?;
//! let options = RoomOptions::new(Options::new(Kind::Card, 2, false).expect("two can play"));
//! let room = session.open_room(options, vec![NewBot { player: 1, level: Level::Casual }]).await?;
//!
//! let mut connection = session.connect(&room.id, 0).await?;
//! connection.request(RoomRequest::TakeSeat { player: Some(0), share: None }).await?;
//! connection.send(RoomRequest::Start {}).await?;
//! loop {
//!     let update = match connection.next().await? {
//!         ServerMessage::Update(update) => update,
//!         ServerMessage::Refused { code, message, .. } => panic!("{code}: {message}"),
//!         _ => continue,
//!     };
//!     let Some(view) = update.view else { continue };
//!     if let Some(result) = view.result {
//!         println!("final scores: {:?}", result.finals);
//!         break;
//!     }
//!     // Legal actions are listed only for the player to move.
//!     if let Some(legal) = view.legal.first() {
//!         let actions = vec![legal.action.clone()];
//!         connection.send(RoomRequest::Play { seq: view.seq, actions }).await?;
//!     }
//! }
//! # Ok(())
//! # }
//! ```

mod client;
mod connection;
mod error;
mod session;

pub use client::Client;
pub use connection::{Connection, RawMessage};
pub use error::ClientError;
pub use session::{Credential, Session};

pub use reqwest;
pub use tokio_tungstenite;
