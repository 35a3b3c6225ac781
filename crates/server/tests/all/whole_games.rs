//! Whole games over real connections.

use crate::common::requests::*;
use crate::common::{TestServer, fast_bots, play_out, share, start_server};
use cafe_bots::Level;
use cafe_room::messages::GameResult;
use cafe_room::{RoomOptions, RoomRequest};
use cafe_rules::{Kind, Options, Record};
use serde_json::{Value, json};

fn result_json(record: &Record) -> Value {
    json!(GameResult::of(&record.game().outcome().unwrap()))
}

#[tokio::test(flavor = "multi_thread")]
async fn visitors_finish_every_configuration_with_valid_records() {
    let (_folder, server) = start_server(fast_bots()).await;
    let mut rng = fastrand::Rng::with_seed(1);
    for options in Options::all() {
        let host = server.visitor("Host").await;
        let room_id = host.open_room(RoomOptions::new(options)).await;
        let mut connections = Vec::new();
        for player in 0..options.players() {
            let visitor = if player == 0 { host.clone() } else { server.visitor("Guest").await };
            let mut connection = visitor.connect(&room_id).await;
            connection.accept(take_seat_with_share(player, &share(player))).await;
            connections.push(connection);
        }
        connections[0].send(RoomRequest::Start {}).await;
        let result = play_out(&mut connections, &mut rng).await;
        let record = Record::parse(&host.session.record(&room_id).await.unwrap()).unwrap();
        assert_eq!(result_json(&record), result, "{options}");
        assert!(record.header().secret.is_some() && record.header().shares.iter().all(Option::is_some));
    }
    server.stop().await;
}

/// Plays a game of random players and bots, by player: the level of the bot, if it is one.
async fn play_mixed_game(
    server: &TestServer,
    options: Options,
    levels: &[Option<Level>],
    rng: &mut fastrand::Rng,
) {
    let host = server.visitor("Host").await;
    let room_id = host.open_room(RoomOptions::new(options)).await;
    let mut connections = Vec::new();
    // Spectators get the result as well.
    let mut spectator = host.connect(&room_id).await;
    for (player, level) in (0..).zip(levels) {
        match level {
            Some(level) => _ = spectator.accept(add_bot(player, *level)).await,
            None => {
                let mut connection = server.visitor("Guest").await.connect(&room_id).await;
                connection.accept(take_seat_with_share(player, &share(player))).await;
                connections.push(connection);
            }
        }
    }
    spectator.send(RoomRequest::Start {}).await;
    connections.push(spectator);
    let result = play_out(&mut connections, rng).await;
    let record = Record::parse(&host.session.record(&room_id).await.unwrap()).unwrap();
    assert_eq!(result_json(&record), result, "{options} {levels:?}");
    let header = record.header();
    assert!(header.secret.is_some());
    for (share, level) in header.shares.iter().zip(levels) {
        assert_eq!(share.is_some(), level.is_none(), "{options}: only visitors add a share");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_and_visitors_finish_every_configuration() {
    let (_folder, server) = start_server(fast_bots()).await;
    let mut rng = fastrand::Rng::with_seed(4);
    // The slow levels have a test of their own.
    let mut levels = [Level::Novice, Level::Casual, Level::Regular].into_iter().cycle();
    for options in Options::all() {
        let players = usize::from(options.players());
        let only_bots: Vec<Option<Level>> = (0..players).map(|_| levels.next()).collect();
        play_mixed_game(&server, options, &only_bots, &mut rng).await;
        let chosen = rng.usize(..players);
        let one_visitor: Vec<Option<Level>> =
            (0..players).map(|player| levels.next().filter(|_| player != chosen)).collect();
        let one_bot: Vec<Option<Level>> =
            (0..players).map(|player| levels.next().filter(|_| player == chosen)).collect();
        play_mixed_game(&server, options, &one_visitor, &mut rng).await;
        play_mixed_game(&server, options, &one_bot, &mut rng).await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn visitor_plays_against_bots_of_every_level() {
    let (_folder, server) = start_server(fast_bots()).await;
    let mut rng = fastrand::Rng::with_seed(2);
    for (kind, levels) in [
        (Kind::Card, &[Level::Novice, Level::Casual, Level::Regular, Level::Master][..]),
        (Kind::Board, &[Level::Expert, Level::Regular]),
    ] {
        let ann = server.visitor("Ann").await;
        let options = Options::new(kind, levels.len() as u8 + 1, false).unwrap();
        let room_id = ann.open_room(RoomOptions::new(options)).await;
        let mut connection = ann.connect(&room_id).await;
        for (player, level) in (1..).zip(levels) {
            connection.accept(add_bot(player, *level)).await;
        }
        connection.accept(take_any_seat()).await;
        connection.send(RoomRequest::Start {}).await;
        let result = play_out(std::slice::from_mut(&mut connection), &mut rng).await;
        assert_eq!(result["final"].as_array().unwrap().len(), levels.len() + 1);
        let record = Record::parse(&ann.session.record(&room_id).await.unwrap()).unwrap();
        assert_eq!(result_json(&record), result, "{options}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn external_bot_plays_whole_games_with_its_token() {
    let (_folder, server) = start_server(fast_bots()).await;
    let mut rng = fastrand::Rng::with_seed(3);
    let program = server.program("DeepCafe").await;
    assert!(program.session.me().await.unwrap().is_program);
    for kind in [Kind::Card, Kind::Board] {
        let options = RoomOptions::new(Options::new(kind, 2, false).unwrap());
        let room_id = program.open_room(options).await;
        let mut connection = program.connect(&room_id).await;
        connection.accept(add_bot(1, Level::Regular)).await;
        let seated = connection.accept(take_seat_with_share(0, &share(9))).await;
        assert_eq!(seated["room"]["occupants"][0]["is_program"], true);
        connection.send(RoomRequest::Start {}).await;
        let result = play_out(std::slice::from_mut(&mut connection), &mut rng).await;
        let record = Record::parse(&program.session.record(&room_id).await.unwrap()).unwrap();
        assert_eq!(result_json(&record), result);
        assert_eq!(record.header().names[0], "DeepCafe");
    }
    server.stop().await;
}
