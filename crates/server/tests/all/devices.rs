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
    // Both connections are closed, and only the signed-in device can connect again.
    while own.try_next().await.is_some() {}
    while on_lost_device.try_next().await.is_some() {}
    ann.connect(&room_id).await.accept(take_any_seat()).await;
    assert!(lost.try_connect(&room_id).await.is_err());
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
