//! Feeds arbitrary bytes to the engine: every line gets one answer, and only `quit` or the end of input ends it.

#![no_main]

use cafe_fuzz::engine;
use cafe_rules::Board;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

/// Returns true if a line requests a long search, which would slow down fuzzing without covering more code.
fn is_slow(line: &[u8]) -> bool {
    let Ok(request) = serde_json::from_slice::<Value>(line) else { return false };
    let searches = request["op"] == "analyse" || request["level"] == "master";
    let is_small = |field: &str, limit: u64| request[field].as_u64().is_some_and(|budget| budget <= limit);
    searches && !is_small("ms", 2) && !is_small("playouts", 50)
}

fuzz_target!(|data: &[u8]| {
    if data.split(|&byte| byte == b'\n').any(is_slow) {
        return;
    }
    let mut output = Vec::new();
    engine::serve(data, &mut output, Board::standard()).expect("buffers do not fail");
    let answers: Vec<Value> = output
        .split_inclusive(|&byte| byte == b'\n')
        .map(|line| serde_json::from_slice(line).expect("every answer is JSON"))
        .collect();
    let lines = data.split_inclusive(|&byte| byte == b'\n').count();
    let quit = answers
        .last()
        .is_some_and(|last| last.as_object().is_some_and(|last| last.len() <= 2 && last["ok"] == true));
    assert!(
        answers.len() == lines || (quit && answers.len() < lines),
        "{} answers to {lines} lines",
        answers.len()
    );
    for answer in answers {
        if answer["ok"] == false {
            let message = answer["error"]["message"].as_str();
            assert!(
                answer["error"]["code"].is_string() && message.is_some_and(|message| message.len() < 50_000)
            );
        }
    }
});
