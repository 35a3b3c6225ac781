//! What a request costs.

use axum::extract::Query;
use axum::http::{Method, Uri};
use cafe_room::messages::PublicRoomsQuery;
use serde::Deserialize;

use super::rooms::MAX_PAGE;

/// The price from which a request is expensive: the long lists, replays and records.
pub(super) const EXPENSIVE_PRICE: f64 = 5.0;

/// The price of a request, in units of at most about half a millisecond of work.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Price {
    pub(super) fixed: f64,
    /// For each entry in the log of the room: some requests replay all of it.
    pub(super) per_entry: f64,
}

impl Price {
    /// Returns the price of a request.
    pub(super) fn of(method: &Method, path: &str, uri: &Uri) -> Price {
        let is_read = matches!(*method, Method::GET | Method::HEAD);
        let (fixed, per_entry) = match path {
            "/api/v1/rooms" if is_read => (list_price(uri), 0.0),
            "/api/v1/me/rooms" => (list_price(uri), 0.0),
            // Two long lists and a short one.
            "/api/v1/home" => (20.0, 0.0),
            // Every step is sent with its view.
            "/api/v1/rooms/{id}/replay" => (5.0, 0.1),
            "/api/v1/rooms/{id}/record" | "/api/v1/rooms/{id}/positions/{step}" => (5.0, 0.02),
            "/api/v1/rooms/{id}" if is_read => (1.0, 0.0),
            // The room may have to be loaded.
            "/api/v1/rooms/{id}" | "/api/v1/rooms/{id}/share" | "/api/v1/rooms/{id}/socket" => (1.0, 0.01),
            "/api/v1/me/link" | "/api/v1/me/devices" | "/api/v1/me/devices/{id}" | "/api/v1/links/{code}" => {
                (10.0, 0.0)
            }
            "/api/v1/me" if matches!(*method, Method::PATCH | Method::DELETE) => (10.0, 0.0),
            // Computed at once without the store, and learners should not have to wait.
            "/api/v1/study" => (2.0, 0.0),
            _ => (1.0, 0.0),
        };
        Price { fixed, per_entry }
    }
}

/// Returns the price of a page of a list.
fn list_price(uri: &Uri) -> f64 {
    #[derive(Deserialize)]
    struct PageSize {
        limit: Option<usize>,
    }
    let asked = Query::<PageSize>::try_from_uri(uri).ok().and_then(|Query(page)| page.limit);
    let limit = asked.unwrap_or(PublicRoomsQuery::default().limit).min(MAX_PAGE);
    1.0 + limit as f64 / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn price_grows_with_the_page_and_the_log() {
        let price = |method: Method, path: &str, uri: &str| Price::of(&method, path, &uri.parse().unwrap());
        let list = |query: &str| price(Method::GET, "/api/v1/rooms", &format!("/api/v1/rooms{query}")).fixed;
        assert_eq!(
            [list("?limit=10"), list(""), list("?limit=100"), list("?limit=9999")],
            [2.0, 3.0, 11.0, 11.0]
        );
        let replay = "/api/v1/rooms/{id}/replay";
        let show = "/api/v1/rooms/{id}";
        assert!(price(Method::GET, replay, replay).per_entry > price(Method::DELETE, show, show).per_entry);
        assert_eq!(price(Method::GET, show, show).per_entry, 0.0, "it replays nothing");
    }
}
