//! Coming back: what was missed, what was said twice, what comes too late, taking back, and clocks.

use std::time::Duration;

use crate::common::{Cafe, Socket, Visitor, quick, two};
use serde_json::{Value, json};

fn first_legal(scene: &Value) -> Value {
    scene["legal"][0]["action"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_back_hears_what_was_missed_and_nothing_twice() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    let (table, [ann, ben], [mut first, second], scene) =
        two(&cafe, json!({ "game": "card", "players": 2 })).await;
    drop(second);
    let seen = first.must(json!({ "do": "say", "text": "Bonsoir!" })).await["n"].as_u64().unwrap();
    let act = json!({ "do": "act", "seq": scene["seq"], "actions": ["draw"] });
    let n = first.must(act).await["n"].as_u64().unwrap();
    let mut back = ben.try_join(&table, seen, None).await.unwrap();
    let now = back.hear_a("now").await;
    let happened: Vec<(u64, &str)> = now["happened"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["n"].as_u64().unwrap(), one["what"].as_str().unwrap()))
        .collect();
    assert_eq!(happened, [(n, "acted")]);
    assert_eq!(now["scene"]["turn"], 1);
    // Who has seen nothing, or claims to have seen the future, gets everything.
    for last in [0, 9999] {
        let mut fresh = ann.try_join(&table, last, None).await.unwrap();
        let now = fresh.hear_a("now").await;
        assert_eq!(now["happened"].as_array().unwrap().len() as u64, n, "{last}");
    }
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_action_sent_twice_is_played_once_and_one_that_comes_too_late_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    let (_, _, [mut first, mut second], _) = two(&cafe, json!({ "game": "card", "players": 2 })).await;
    let draw = json!({ "do": "act", "seq": 0, "actions": ["draw"] });
    assert_eq!(first.must(draw.clone()).await["scene"]["seq"], 1);
    assert_eq!(first.must(draw.clone()).await["tell"], "done");
    second.refused(draw, "stale").await;
    // With the refusal comes the table as it is.
    let now = second.hear_a("now").await;
    assert_eq!(now["scene"]["seq"], 1);
    second.must(json!({ "do": "act", "seq": 1, "actions": ["draw"] })).await;
    first.refused(json!({ "do": "act", "seq": 1, "actions": ["draw"] }), "stale").await;
    second.refused(json!({ "do": "act", "seq": 2, "actions": ["draw"] }), "not_your_turn").await;
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_of_which_only_the_beginning_was_played_is_not_called_done() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    // Some deals begin with nobody to seat: look for one with a placement that leaves the turn open.
    loop {
        let (_, _, [mut first, _second], scene) = two(&cafe, json!({ "game": "card", "players": 2 })).await;
        let action = first_legal(&scene);
        let act = |actions: Value| json!({ "do": "act", "seq": 0, "actions": actions });
        let now = first.must(act(json!([action]))).await;
        if now["scene"]["turn"] != 0 || now["scene"]["may_undo"] != true {
            continue;
        }
        let then = first_legal(&now["scene"]);
        first.refused(act(json!([action, then])), "stale").await;
        assert_eq!(first.hear_a("now").await["scene"]["seq"], 1, "the table as it is");
        first.refused(act(json!([action, "XXm@z9"])), "stale").await;
        assert_eq!(first.must(act(json!([action]))).await["tell"], "done");
        break;
    }
    // Drawing ends a turn: what was planned beyond it was dropped then, and is now.
    let (_, _, [mut first, _second], _) = two(&cafe, json!({ "game": "card", "players": 2 })).await;
    let act = json!({ "do": "act", "seq": 0, "actions": ["draw", "end"] });
    assert_eq!(first.must(act.clone()).await["scene"]["seq"], 1);
    assert_eq!(first.must(act).await["tell"], "done");
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_placement_is_taken_back_freely_and_a_draw_only_if_the_other_agrees() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    // Some deals begin with nobody to seat: look for one with a placement that leaves the turn open.
    loop {
        let (_, _, [mut first, mut second], scene) =
            two(&cafe, json!({ "game": "board", "players": 2 })).await;
        let action = first_legal(&scene);
        if !action.as_str().unwrap().contains('@') {
            continue;
        }
        let now = first.must(json!({ "do": "act", "seq": 0, "actions": [action] })).await;
        if now["scene"]["may_undo"] != true {
            continue;
        }
        let back = first.must(json!({ "do": "undo", "seq": 1 })).await;
        assert_eq!(back["scene"]["seq"], 2);
        assert_eq!(back["scene"]["legal"], scene["legal"]);
        assert_eq!(first.must(json!({ "do": "undo", "seq": 1 })).await["tell"], "done");
        second.refused(json!({ "do": "undo", "seq": 2 }), "nothing_to_undo").await;
        // A guest at the bar is a whole turn: the next tile is drawn, and the other has to agree.
        let bar = scene["legal"]
            .as_array()
            .unwrap()
            .iter()
            .find(|one| one["action"].as_str().unwrap().starts_with("bar "));
        let Some(bar) = bar else { continue };
        first.must(json!({ "do": "act", "seq": 2, "actions": [bar["action"]] })).await;
        let asked = first.must(json!({ "do": "undo", "seq": 3 })).await;
        assert_eq!(asked["scene"]["vote"]["seat"], 0);
        second.refused(json!({ "do": "undo", "seq": 3 }), "nothing_to_undo").await;
        let undone = second.must(json!({ "do": "answer_undo", "seq": 3, "agree": true })).await;
        assert_eq!(undone["scene"]["turn"], 0);
        let again = second.must(json!({ "do": "answer_undo", "seq": 3, "agree": true })).await;
        assert_eq!(again["tell"], "done");
        break;
    }
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_turn_goes_at_once_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    let (_, _, [mut first, _second], scene) = two(&cafe, json!({ "game": "card", "players": 2 })).await;
    let action = first_legal(&scene);
    first.refused(json!({ "do": "act", "seq": 0, "actions": [action, "XXm@z9"] }), "not_an_action").await;
    first.refused(json!({ "do": "act", "seq": 0, "actions": ["draw", "XXm@z9"] }), "not_an_action").await;
    first.refused(json!({ "do": "act", "seq": 0, "actions": [] }), "bad_message").await;
    let now = first.must(json!({ "do": "act", "seq": 0, "actions": ["draw", "end"] })).await;
    assert_eq!((&now["scene"]["seq"], &now["scene"]["turn"]), (&json!(1), &json!(1)));
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_where_it_was_after_the_house_was_closed() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    let clock = json!({ "kind": "seconds", "each": 600 });
    let options = json!({ "game": "board", "players": 2, "clock": clock });
    let (table, [ann, _], [mut first, _second], scene) = two(&cafe, options).await;
    first.must(json!({ "do": "say", "text": "Until tomorrow" })).await;
    let deadline = scene["deadline"].as_i64().unwrap();
    cafe.close().await;
    // Everybody was told.
    while let Some(told) = first.try_hear().await {
        if told["tell"] == "closing" {
            break;
        }
    }
    let cafe = Cafe::open(folder.path(), quick()).await;
    let ann = Visitor { address: cafe.address, ..ann };
    let mut first = ann.join(&table).await;
    let now = first.hear_a("now").await;
    assert_eq!(now["scene"]["legal"], scene["legal"]);
    assert_eq!(now["scene"]["deadline"], deadline);
    let said = now["happened"].as_array().unwrap().iter().any(|one| one["text"] == "Until tomorrow");
    assert!(said, "{now}");
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_leaves_is_looked_after_until_they_sit_down_again() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    let (_, _, [mut first, mut second], _) = two(&cafe, json!({ "game": "card", "players": 2 })).await;
    first.must(json!({ "do": "leave" })).await;
    // The bot plays the turn of the one who left.
    let mut acted = false;
    while !acted {
        let now = second.hear_a("now").await;
        acted = now["scene"]["turn"] == 1;
    }
    let back = first.must(json!({ "do": "sit" })).await;
    assert_eq!(back["room"]["seats"][0]["minded"], false);
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_people_play_again_with_the_next_player_beginning() {
    let folder = tempfile::tempdir().unwrap();
    let rules = cafe_server::HouseRules { idle: Duration::from_millis(100), ..quick() };
    let cafe = Cafe::open(folder.path(), rules).await;
    let (table, [ann, ben], [mut first, mut second], scene) =
        two(&cafe, json!({ "game": "card", "players": 2 })).await;
    first.refused(json!({ "do": "rematch" }), "not_over").await;
    // Both leave: the bots of the house bring the game to its end.
    first.must(json!({ "do": "leave" })).await;
    second.must(json!({ "do": "leave" })).await;
    let mut over = scene["result"].clone();
    while over.is_null() {
        over = second.hear_a("now").await["scene"]["result"].clone();
    }
    let next = second.must(json!({ "do": "rematch" })).await["room"]["followed"].as_str().unwrap().to_owned();
    assert_ne!(next, table);
    let mut first = ann.join(&next).await;
    let mut second = ben.join(&next).await;
    // Ben, who was second, is first now; when both sit, the cards are dealt.
    let sat = second.must(json!({ "do": "sit" })).await;
    assert_eq!(sat["room"]["seats"][0]["name"], "Ben");
    let dealt = first.must(json!({ "do": "sit" })).await;
    assert_eq!(dealt["room"]["started"], true);
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_next_table_was_closed_another_one_is_laid_and_a_table_without_a_game_has_no_next() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    let (_, [ann, _], [mut first, mut second], _) = two(&cafe, json!({ "game": "card", "players": 2 })).await;
    first.must(json!({ "do": "leave" })).await;
    second.must(json!({ "do": "leave" })).await;
    while second.hear_a("now").await["scene"]["result"].is_null() {}
    let rematch = json!({ "do": "rematch" });
    let next = second.must(rematch.clone()).await["room"]["followed"].as_str().unwrap().to_owned();
    assert_eq!(first.must(rematch.clone()).await["tell"], "done", "the same one for both");
    let mut closed = ann.join(&next).await;
    closed.must(json!({ "do": "sit" })).await;
    closed.must(json!({ "do": "close" })).await;
    closed.refused(rematch.clone(), "not_started").await;
    let other = second.must(rematch).await["room"]["followed"].as_str().unwrap().to_owned();
    assert_ne!(next, other);
    cafe.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_watched_and_sits_down_is_here_for_everybody() {
    let folder = tempfile::tempdir().unwrap();
    let cafe = Cafe::open(folder.path(), quick()).await;
    let (ann, ben) = (cafe.visitor("Ann").await, cafe.visitor("Ben").await);
    let table = ann.table(json!({ "game": "card", "players": 2 })).await;
    let mut first = ann.join(&table).await;
    first.must(json!({ "do": "sit", "seat": 0 })).await;
    let mut second = ben.join(&table).await;
    let until = async |first: &mut Socket, here: Value, watching: u32| {
        let wanted = json!({ "tell": "presence", "here": here, "watching": watching });
        while first.hear_a("presence").await != wanted {}
    };
    until(&mut first, json!([true, false]), 1).await;
    second.must(json!({ "do": "sit", "seat": 1 })).await;
    until(&mut first, json!([true, true]), 0).await;
    second.must(json!({ "do": "leave" })).await;
    until(&mut first, json!([true, false]), 1).await;
    cafe.close().await;
}
