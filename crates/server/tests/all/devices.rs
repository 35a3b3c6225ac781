//! Sign-in links and the devices of a visitor.

use std::time::Duration;

use crate::common::requests::*;
use crate::common::{TestServer, TestVisitor, card_game, fast_bots, start_server};
use cafe_client::Credential;

/// Maximum number of devices of a visitor.
const MAX_DEVICES: usize = 20;

async fn start_with_ann() -> (tempfile::TempDir, TestServer, TestVisitor) {
    let (folder, server) = start_server(fast_bots()).await;
    let ann = server.visitor("Ann").await;
    (folder, server, ann)
}

async fn create_link(visitor: &TestVisitor) -> String {
    visitor.session.create_link().await.unwrap().code
}

/// Signs in another device with a link. Returns the error code of an invalid link.
async fn claim(server: &TestServer, code: &str) -> Result<TestVisitor, String> {
    match server.client().claim_link(code).await {
        Ok((session, me)) => Ok(TestVisitor { session, id: me.visitor }),
        Err(error) => {
            assert_eq!(error.status(), Some(404));
            assert!(error.to_string().contains("create a new one"), "{error}");
            Err(error.code().unwrap().to_owned())
        }
    }
}

async fn is_signed_in(visitor: &TestVisitor) -> bool {
    match visitor.session.me().await {
        Ok(_) => true,
        Err(error) => {
            assert_eq!(error.code(), Some("not_identified"));
            false
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn new_link_replaces_the_previous_one_and_works_once() {
    let (_folder, server, ann) = start_with_ann().await;
    let ben = server.visitor("Ben").await;
    let link_of_ben = create_link(&ben).await;
    let (first, second) = (create_link(&ann).await, create_link(&ann).await);
    assert_eq!(claim(&server, &first).await.err().as_deref(), Some("link_expired"));
    let phone = claim(&server, &second).await.unwrap();
    assert_eq!(phone.session.me().await.unwrap().visitor, ann.id);
    assert_eq!(claim(&server, &second).await.err().as_deref(), Some("link_expired"));
    assert!(is_signed_in(&ann).await, "the first device stays signed in");
    // Links of other visitors are not affected.
    assert_eq!(claim(&server, &link_of_ben).await.unwrap().id, ben.id);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn device_over_the_limit_signs_out_the_oldest_other_one() {
    let (_folder, server, ann) = start_with_ann().await;
    let ben = server.visitor("Ben").await;
    let add_device = async |visitor: &TestVisitor| {
        // Every device has another age.
        server.state.wall_clock.advance(Duration::from_secs(1));
        claim(&server, &create_link(visitor).await).await.unwrap()
    };
    let mut others = Vec::new();
    while others.len() < MAX_DEVICES - 1 {
        others.push(add_device(&ann).await);
    }
    assert!(is_signed_in(&others[0]).await);
    // The oldest device makes the link, so the second oldest is signed out.
    others.push(add_device(&ann).await);
    assert!(is_signed_in(&ann).await && !is_signed_in(&others[0]).await);
    // Another device makes the link, so the oldest is signed out.
    others.push(add_device(&others[MAX_DEVICES - 1]).await);
    assert!(!is_signed_in(&ann).await);
    for device in &others[1..] {
        assert!(is_signed_in(device).await);
    }
    assert_eq!(others[1..].len(), MAX_DEVICES);
    assert!(is_signed_in(&ben).await, "other visitors are not affected");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_out_other_devices_closes_their_connections() {
    let (_folder, server, ann) = start_with_ann().await;
    let ben = server.visitor("Ben").await;
    let lost = claim(&server, &create_link(&ann).await).await.unwrap();
    let room_id = ann.open_room(card_game(2)).await;
    let (mut own, mut on_lost_device) = (ann.connect(&room_id).await, lost.connect(&room_id).await);
    let mut of_ben = ben.connect(&room_id).await;
    let link_of_lost_device = create_link(&lost).await;
    ann.session.sign_out_others().await.unwrap();
    assert!(is_signed_in(&ann).await && !is_signed_in(&lost).await && is_signed_in(&ben).await);
    assert_eq!(claim(&server, &link_of_lost_device).await.err().as_deref(), Some("link_expired"));
    on_lost_device.read_to_end().await;
    assert!(lost.try_connect(&room_id).await.is_err());
    own.accept(take_any_seat()).await;
    of_ben.accept(take_any_seat()).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stored_files_contain_no_token_or_link() {
    let (folder, server, ann) = start_with_ann().await;
    let program = server.program("Deep Café").await;
    let Credential::Bearer(token) = program.session.credential() else { panic!("a program has a token") };
    let link = create_link(&ann).await;
    let secrets = [ann.cookie().split('=').nth(1).unwrap(), token, &link];
    assert!(secrets.iter().all(|secret| secret.len() >= 16), "{secrets:?}");
    let files =
        ["cafe.sqlite", "cafe.sqlite-wal"].map(|name| std::fs::read(folder.path().join(name)).unwrap());
    let bytes = files.concat();
    let contains = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(contains("Deep Café"), "the files are the right ones");
    for secret in secrets {
        assert!(!contains(secret));
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn single_device_is_signed_out_and_the_others_stay() {
    let (_folder, server, ann) = start_with_ann().await;
    let ben = server.visitor("Ben").await;
    server.state.wall_clock.advance(Duration::from_secs(60));
    let phone = claim(&server, &create_link(&ann).await).await.unwrap();
    let tablet = claim(&server, &create_link(&ann).await).await.unwrap();
    let room_id = ann.open_room(card_game(2)).await;
    let (mut own, mut on_phone) = (ann.connect(&room_id).await, phone.connect(&room_id).await);
    let mut on_tablet = tablet.connect(&room_id).await;
    let of_phone = phone.session.devices().await.unwrap();
    assert_eq!(of_phone.len(), 3);
    let id = of_phone.iter().find(|device| device.is_current).unwrap().id.clone();
    let own_list = ann.session.devices().await.unwrap();
    assert_eq!(own_list.iter().filter(|device| device.is_current).count(), 1);
    assert!(own_list.iter().any(|device| device.id == id && !device.is_current));
    // Nobody else can do it, and an unknown device is not found.
    for (visitor, id) in [(&ben, id.as_str()), (&ann, "aaaaaaaaaaaa"), (&ann, "x")] {
        let error = visitor.session.sign_out_device(id).await.unwrap_err();
        assert_eq!((error.status(), error.code()), (Some(404), Some("not_found")));
    }
    let link_of_phone = create_link(&phone).await;
    ann.session.sign_out_device(&id).await.unwrap();
    assert!(is_signed_in(&ann).await && !is_signed_in(&phone).await && is_signed_in(&tablet).await);
    assert_eq!(claim(&server, &link_of_phone).await.err().as_deref(), Some("link_expired"));
    on_phone.read_to_end().await;
    own.accept(take_any_seat()).await;
    on_tablet.accept(cafe_room::RoomRequest::Ping {}).await;
    // A device can sign itself out.
    let own_id = own_list.iter().find(|device| device.is_current).unwrap().id.clone();
    let path = format!("/api/v1/me/devices/{own_id}");
    let response = ann.http(reqwest::Method::DELETE, &path, None).await;
    assert_eq!(response.status(), 204);
    assert!(response.headers()["set-cookie"].to_str().unwrap().contains("Max-Age=0"));
    assert!(!is_signed_in(&ann).await && is_signed_in(&tablet).await);
    own.read_to_end().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn device_over_the_limit_loses_its_connections() {
    let (_folder, server, ann) = start_with_ann().await;
    let room_id = ann.open_room(card_game(2)).await;
    server.state.wall_clock.advance(Duration::from_secs(1));
    let mut last = claim(&server, &create_link(&ann).await).await.unwrap();
    let mut of_oldest = ann.connect(&room_id).await;
    for _ in 0..MAX_DEVICES - 1 {
        server.state.wall_clock.advance(Duration::from_secs(1));
        last = claim(&server, &create_link(&last).await).await.unwrap();
    }
    assert!(!is_signed_in(&ann).await);
    of_oldest.read_to_end().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn list_of_devices_shows_kind_and_last_use() {
    let (folder, server, ann) = start_with_ann().await;
    let agent = "Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0";
    server.state.wall_clock.advance(Duration::from_secs(10));
    let claim = reqwest::Client::new()
        .post(server.url(&format!("/api/v1/links/{}", create_link(&ann).await)))
        .header("user-agent", agent);
    assert_eq!(claim.send().await.unwrap().status(), 200);
    let list = async || -> Vec<_> {
        let devices = ann.session.devices().await.unwrap();
        devices.into_iter().map(|device| (device.browser, device.system, device.is_current)).collect()
    };
    let phone = (Some("Firefox".to_owned()), Some("Android".to_owned()), false);
    assert_eq!(list().await, [phone.clone(), (None, None, true)]);
    let used_at = |devices: &[cafe_room::messages::Device]| {
        devices.iter().find(|device| device.is_current).map(|device| device.used_at)
    };
    let before = used_at(&ann.session.devices().await.unwrap());
    server.state.wall_clock.advance(Duration::from_secs(2 * 60 * 60));
    ann.session.me().await.unwrap();
    // The last used device comes first. The use is stored after the response, by the writes before the next one.
    create_link(&ann).await;
    assert_eq!(list().await, [(None, None, true), phone]);
    assert!(used_at(&ann.session.devices().await.unwrap()) > before);
    let files =
        ["cafe.sqlite", "cafe.sqlite-wal"].map(|name| std::fs::read(folder.path().join(name)).unwrap());
    assert!(!files.concat().windows(agent.len()).any(|window| window == agent.as_bytes()));
    server.stop().await;
}
