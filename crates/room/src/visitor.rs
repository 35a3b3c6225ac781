//! The identity behind a request.

use crate::{Name, VisitorId};

/// A person or an external program, as the server identified it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Visitor {
    /// Public id.
    pub id: VisitorId,
    /// Display name.
    pub name: Name,
    /// True for an external bot, which authenticates with a token instead of a cookie.
    pub is_program: bool,
}
