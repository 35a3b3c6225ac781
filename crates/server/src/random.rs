//! Ids and secrets from the operating system's random bytes.

use cafe_room::{RoomId, Token, VisitorId};
use cafe_rules::Secret;

/// # Panics
/// If the operating system has no random bytes. Nothing can be dealt or authenticated then.
fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system provides random bytes");
    bytes
}

/// Returns a new room id.
#[must_use]
pub fn new_room_id() -> RoomId {
    RoomId::from_random(random())
}

/// Returns a new visitor id.
#[must_use]
pub fn new_visitor_id() -> VisitorId {
    VisitorId::from_random(random())
}

/// Returns a new token.
#[must_use]
pub fn new_token() -> Token {
    Token::from_random(random())
}

/// Returns a new secret for a deal.
#[must_use]
pub fn new_secret() -> Secret {
    Secret(random())
}
