//! The cookie that carries a device's token.
//!
//! Under TLS its name has the prefix `__Host-`: browsers accept such a cookie only from this very host over TLS, so no other
//! host of the domain can plant one. The cookie without the prefix, from before, is accepted until the device has the new one.

use axum::http::{HeaderMap, HeaderName, header};
use cafe_room::Token;

use super::ApiError;

/// Name of the cookie without TLS.
pub(super) const COOKIE: &str = "cafe_visitor";
/// Name of the cookie under TLS.
const HOST_COOKIE: &str = "__Host-cafe_visitor";
/// Lifetime of a cookie, counted from the last day it was used.
const MAX_AGE_SECONDS: u32 = 365 * 24 * 60 * 60;

/// What carries a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Carrier {
    /// The header `Authorization`.
    Bearer,
    /// The cookie.
    Cookie,
    /// Under TLS, the cookie without the prefix.
    OldCookie,
}

/// Returns the bearer token of a request. The inner `None` is a token that cannot be one of ours.
pub(super) fn bearer_token(headers: &HeaderMap) -> Option<Option<Token>> {
    let authorization = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    authorization.and_then(|text| text.strip_prefix("Bearer ")).map(|token| Token::parse(token.trim()))
}

/// Returns the token of a request and what carries it.
///
/// # Errors
/// If there are two cookies of our name: it is not known which one is the visitor's.
pub(super) fn token(headers: &HeaderMap, tls: bool) -> Result<Option<(Token, Carrier)>, ApiError> {
    if let Some(token) = bearer_token(headers) {
        return Ok(token.map(|token| (token, Carrier::Bearer)));
    }
    let cookie = find(headers, name(tls))?.map(|text| (text, Carrier::Cookie));
    let cookie = match cookie {
        None if tls => find(headers, COOKIE)?.map(|text| (text, Carrier::OldCookie)),
        cookie => cookie,
    };
    Ok(cookie.and_then(|(text, carrier)| Some((Token::parse(text)?, carrier))))
}

/// Returns true if the request has a cookie that is to be removed.
pub(super) fn has_old_cookie(headers: &HeaderMap, tls: bool) -> bool {
    tls && values(headers, COOKIE).next().is_some()
}

fn name(tls: bool) -> &'static str {
    if tls { HOST_COOKIE } else { COOKIE }
}

fn find<'h>(headers: &'h HeaderMap, name: &'static str) -> Result<Option<&'h str>, ApiError> {
    let mut found = values(headers, name);
    match (found.next(), found.next()) {
        (_, Some(_)) => Err(ApiError::DuplicateCookie),
        (first, None) => Ok(first),
    }
}

fn values<'h>(headers: &'h HeaderMap, name: &'static str) -> impl Iterator<Item = &'h str> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(move |(cookie, _)| *cookie == name).map(|(_, value)| value)
}

/// Returns the header that sets or removes the cookie.
pub(super) fn set_cookie(tls: bool, token: Option<&Token>) -> (HeaderName, String) {
    header_for(name(tls), tls, token)
}

/// Returns the header that removes the cookie without the prefix.
pub(super) fn remove_old_cookie() -> (HeaderName, String) {
    header_for(COOKIE, true, None)
}

fn header_for(name: &str, tls: bool, token: Option<&Token>) -> (HeaderName, String) {
    let secure = if tls { "; Secure" } else { "" };
    let (value, max_age) = token.map_or(("", 0), |token| (token.reveal(), MAX_AGE_SECONDS));
    let text = format!("{name}={value}; Path=/; Max-Age={max_age}; HttpOnly; SameSite=Lax{secure}");
    (header::SET_COOKIE, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    const EVE: &str = "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";

    fn token_of(lines: &[&str], tls: bool) -> Result<Option<(String, Carrier)>, ApiError> {
        let headers = lines.iter().map(|line| (header::COOKIE, line.parse().unwrap())).collect();
        token(&headers, tls).map(|found| found.map(|(token, carrier)| (token.reveal().to_owned(), carrier)))
    }

    #[test]
    fn cookie_has_the_prefix_under_tls_only() {
        let (old, new) = (format!("{COOKIE}={ANN}"), format!("{HOST_COOKIE}={ANN}"));
        let ann = |carrier| Ok(Some((ANN.to_owned(), carrier)));
        assert_eq!(token_of(&[&old], false), ann(Carrier::Cookie));
        assert_eq!(token_of(&[&new], false), Ok(None));
        assert_eq!(token_of(&[&new], true), ann(Carrier::Cookie));
        assert_eq!(token_of(&[&old], true), ann(Carrier::OldCookie));
        // A cookie that another host of the domain planted does not count beside the right one.
        assert_eq!(token_of(&[&format!("{COOKIE}={EVE}; {new}")], true), ann(Carrier::Cookie));
    }

    #[test]
    fn two_cookies_of_the_name_are_refused() {
        let (ann, eve) = (format!("{COOKIE}={ANN}"), format!("{COOKIE}={EVE}"));
        let duplicate = Err(ApiError::DuplicateCookie);
        assert_eq!(token_of(&[&ann, &eve], false), duplicate);
        assert_eq!(token_of(&[&format!("{ann}; theme=dark; {eve}")], false), duplicate);
        assert_eq!(token_of(&[&format!("{ann}; {ann}")], true), duplicate);
        assert!(token_of(&[&format!("x{ann}; {eve}")], false).is_ok());
    }
}
