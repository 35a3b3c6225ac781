//! Writes on behalf of a device.

use cafe_room::{Entry, NewRoom, Room, RoomId, RoomOptions, TimedEntry, TokenHash};
use cafe_rules::{Kind, Options, Secret};

use super::*;
use crate::{Append, NewDevice, NewLink};

const ANN: TokenHash = [1; 32];
const GONE: TokenHash = [2; 32];
const LINK: TokenHash = [3; 32];

/// Returns a store with a visitor who has two devices, one of which has just been signed out.
async fn store_with_gone_device(folder: &Path) -> (Store, Visitor) {
    let store = Store::open_for_tests(folder).unwrap();
    let ann = Visitor { id: visitor_id(1), name: Name::new("Ann").unwrap(), is_program: false };
    store.create_visitor(&ann, ANN, 10).await.unwrap();
    store.on_behalf_of(ANN).create_link(link(&ann, ANN)).await.unwrap();
    let phone = NewDevice { browser: Some("Firefox".to_owned()), has_host_cookie: true, ..GONE.into() };
    store.claim_link(LINK, phone, 20).await.unwrap();
    let devices = store.devices(&ann.id).await.unwrap();
    let listed: Vec<_> = devices.iter().map(|device| (device.token, device.browser.as_deref())).collect();
    assert_eq!(listed, [(GONE, Some("Firefox")), (ANN, None)]);
    store.on_behalf_of(ANN).sign_out_device(&ann.id, GONE).await.unwrap();
    (store, ann)
}

fn link(visitor: &Visitor, device: TokenHash) -> NewLink {
    NewLink { link: LINK, visitor: visitor.id.clone(), device, expires_at: 1000, at: 10 }
}

fn new_room(number: u8, host: &Visitor) -> Room {
    let options = RoomOptions::new(Options::new(Kind::Card, 2, false).unwrap());
    let id = RoomId::from_random([number; 16]);
    Room::create(NewRoom::new(id, host.id.clone(), options, Secret([3; 32])), 30).unwrap()
}

#[tokio::test]
async fn device_that_is_gone_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (store, ann) = store_with_gone_device(folder.path()).await;
    let room = new_room(1, &ann);
    store.on_behalf_of(ANN).create_room(&room, 10).await.unwrap();
    let close = || Append {
        room: room.id.clone(),
        first: 2,
        entries: vec![TimedEntry { at: 40, entry: Entry::Closed { reason: None } }],
        summary: None,
    };
    let gone = store.on_behalf_of(GONE);
    let next = new_room(2, &ann);
    let append_and_create = gone.begin_append_and_create_room(close(), &next, 10).await.unwrap();
    let results = [
        gone.rename_visitor(&ann.id, &Name::new("Eve").unwrap()).await,
        gone.create_link(link(&ann, GONE)).await,
        gone.create_room(&new_room(3, &ann), 10).await,
        gone.append(close()).await,
        append_and_create.done().await,
        gone.renew_session(ANN, 50).await,
        gone.sign_out_others(&ann.id, GONE).await,
        gone.sign_out_device(&ann.id, ANN).await,
        gone.erase_visitor(&ann.id).await,
    ];
    assert!(results.iter().all(|result| *result == Err(StoreError::SignedOut)), "{results:?}");
    let session = store.session(ANN).await.unwrap().unwrap();
    assert_eq!((session.visitor, session.renewed_at), (ann, 10));
    assert_eq!(store.claim_link(LINK, GONE, 30).await, Err(StoreError::Conflict));
    assert_eq!(store.room(&room.id).await.unwrap().unwrap().last_number(), 1);
    // The others can go on: the store is not affected.
    store.on_behalf_of(ANN).append(close()).await.unwrap();
    store.append(Append { first: 3, ..close() }).await.unwrap();
}

#[tokio::test]
async fn sign_out_in_the_same_transaction_comes_first() {
    let folder = tempfile::tempdir().unwrap();
    let (jobs, _) = spawn_writer(create_database(folder.path()));
    let visitor = visitor_id(5);
    let token = |change: &Change| match change {
        Change::CreateVisitor { device, .. } => device.token,
        _ => unreachable!(),
    };
    tokio::task::spawn_blocking(move || {
        let create = create_visitor(5);
        let device = token(&create);
        let rename = || {
            let name = Name::new("Eve").unwrap();
            Change::ByDevice(device, Box::new(Change::RenameVisitor { visitor: visitor.clone(), name }))
        };
        // All of them wait before the first is written.
        let outcomes = [
            send(&jobs, create),
            send(&jobs, rename()),
            send(&jobs, Change::SignOutDevice { visitor: visitor.clone(), device }),
            send(&jobs, rename()),
        ];
        let results: Vec<_> = outcomes.into_iter().map(|outcome| outcome.blocking_recv().unwrap()).collect();
        assert_eq!(results, [Ok(()), Ok(()), Ok(()), Err(StoreError::SignedOut)]);
    })
    .await
    .unwrap();
}

#[tokio::test]
async fn device_keeps_the_cookie_with_the_prefix() {
    let folder = tempfile::tempdir().unwrap();
    let (store, ann) = store_with_gone_device(folder.path()).await;
    let state = async || {
        let session = store.session(ANN).await.unwrap().unwrap();
        (session.used_at, session.has_host_cookie)
    };
    assert_eq!(state().await, (10, false));
    for (at, has_host_cookie, expected) in
        [(50, false, (50, false)), (60, true, (60, true)), (40, false, (60, true))]
    {
        store.mark_device_used(ANN, at, has_host_cookie).await;
        // Waits for the writer.
        store.rename_visitor(&ann.id, &ann.name).await.unwrap();
        assert_eq!(state().await, expected);
    }
}
