//! Many rooms: the limit for each visitor, and unloading of rooms without viewers.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::common::requests::*;
use crate::common::{
    TestVisitor, TwoPlayers, card_game, fast_bots, in_time, play_out, start_server, two_players,
};
use cafe_client::ClientError;
use cafe_server::ServerConfig;
use futures_util::StreamExt as _;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

/// Opens a room. Returns its id, or status and code of the error.
async fn open_room(visitor: &TestVisitor) -> Result<String, (u16, String)> {
    match visitor.session.open_room(card_game(2), Vec::new()).await {
        Ok(room) => Ok(room.id),
        Err(ClientError::Http { status, code, .. }) => Err((status, code)),
        Err(error) => panic!("{error}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn visitor_cannot_exceed_the_room_limit_with_parallel_requests() {
    // The rate limit must not interfere.
    let config =
        ServerConfig { max_open_rooms_per_visitor: 20, requests_per_second: 1_000_000, ..fast_bots() };
    let (_folder, server) = start_server(config).await;
    let eve = server.visitor("Eve").await;
    let TwoPlayers { connections: mut other_game, .. } = two_players(&server, card_game(2)).await;
    other_game[0].send(hint(0)).await;
    let open_many = async {
        let results = futures_util::stream::iter(0..2000).map(|_| open_room(&eve)).buffer_unordered(50);
        let mut results = std::pin::pin!(results);
        let mut opened = 0;
        let mut errors: BTreeMap<(u16, String), u32> = BTreeMap::new();
        while let Some(result) = results.next().await {
            match result {
                Ok(_) => opened += 1,
                Err(error) => *errors.entry(error).or_default() += 1,
            }
        }
        (opened, errors)
    };
    // Other visitors open rooms and play at the same time.
    let play = async {
        let ben = server.visitor("Ben").await;
        for _ in 0..20 {
            open_room(&ben).await.unwrap();
        }
        let TwoPlayers { room_id, visitors: [ann, _], mut connections, .. } =
            two_players(&server, card_game(2)).await;
        connections[0] = ann.connect(&room_id).await;
        play_out(&mut connections, &mut fastrand::Rng::with_seed(6)).await
    };
    let ((opened, errors), result) = tokio::join!(open_many, play);
    assert_eq!((opened, errors), (20, [((429, "too_many".to_owned()), 1980)].into()));
    assert!(result["final"].is_array());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn room_is_unloaded_if_clients_vanish_while_connecting() {
    let config = ServerConfig { room_idle_timeout: Duration::from_millis(50), ..fast_bots() };
    let (_folder, server) = start_server(config).await;
    let ann = server.visitor("Ann").await;
    let room_id = open_room(&ann).await.unwrap();
    for _ in 0..50 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.set_zero_linger().unwrap();
        stream.write_all(ann.upgrade_request(&room_id).as_bytes()).await.unwrap();
        drop(stream);
    }
    let metrics = &server.state.metrics;
    in_time("all connections end", metrics.connections.until_value(|connections| connections == 0)).await;
    in_time("all sockets end", metrics.sockets.until_value(|sockets| sockets == 0)).await;
    server.until_no_room_in_memory().await;
    server.stop().await;
}
