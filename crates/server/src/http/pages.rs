//! The web client: what a browser that opens the address gets.

use std::borrow::Cow;

use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::Embed;

use super::Fault;

/// The client as `npm run build` made it, with every text also compressed beside it. Empty if it was not made before the
/// server was.
#[derive(Embed)]
#[folder = "../../web/dist/site"]
#[allow_missing = true]
struct Client;

/// A file of the client.
struct Page {
    data: Cow<'static, [u8]>,
    /// Another one for other content.
    tag: String,
    kind: String,
}

fn in_client(name: &str) -> Option<Page> {
    let file = Client::get(name)?;
    let hash: String = file.metadata.sha256_hash()[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    Some(Page { data: file.data, tag: hash, kind: file.metadata.mimetype().to_owned() })
}

/// What there is instead of the client if it was not built.
const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Café International</title>\
    <h1>The café is open, but its rooms are not furnished</h1>\
    <p>This server was built without the web client. <code>cargo play</code> builds both. By hand: \
    <code>npm ci &amp;&amp; npm run build</code> in the folder <code>web</code>, then build the server again.</p>\
    <p>Programs find what they need at <a href=\"/api/v1/openapi.json\">/api/v1/openapi.json</a>.</p></html>";

/// The page that all addresses of the client lead to: it looks itself where it is.
const DOOR: &str = "index.html";
/// What is in here has the hash of its content in its name, and so never changes.
const NEVER_CHANGES: &str = "assets/";
/// Ways of compression, best first, and how the names of such files end.
const COMPRESSED: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// Answers whatever no other door does.
pub(super) async fn show(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if !matches!(method, Method::GET | Method::HEAD) || is_for_programs(path) {
        return Fault::NotFound.into_response();
    }
    answer(in_client, path, &headers)
}

/// Whether whoever asks for this expects JSON, and not a page.
fn is_for_programs(path: &str) -> bool {
    matches!(path.split('/').next(), Some("api" | "admin"))
}

fn answer(find: impl Fn(&str) -> Option<Page>, path: &str, headers: &HeaderMap) -> Response {
    // A name with an ending is a file's. Everything else is an address inside the client.
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    let name = if is_file { path } else { DOOR };
    match find(name) {
        Some(page) => send(find, name, page, headers),
        None if is_file => Fault::NotFound.into_response(),
        None => (StatusCode::SERVICE_UNAVAILABLE, Html(NOT_BUILT)).into_response(),
    }
}

fn send(find: impl Fn(&str) -> Option<Page>, name: &str, page: Page, headers: &HeaderMap) -> Response {
    // Weak, since the compressed file has the same one.
    let tag = format!("W/\"{}\"", page.tag);
    let keep =
        if name.starts_with(NEVER_CHANGES) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let compressed = || {
        let accepted = COMPRESSED.iter().filter(|(way, _)| accepts(headers, way));
        accepted.filter_map(|(way, ending)| Some((*way, find(&format!("{name}{ending}"))?.data))).next()
    };
    let mut response = if known {
        StatusCode::NOT_MODIFIED.into_response()
    } else if let Some((way, data)) = compressed() {
        ([(header::CONTENT_ENCODING, way)], bytes(data)).into_response()
    } else {
        bytes(page.data)
    };
    let about = response.headers_mut();
    about.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    about.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    for (name, value) in [(header::CONTENT_TYPE, &page.kind), (header::ETAG, &tag)] {
        if let Ok(value) = HeaderValue::from_str(value) {
            about.insert(name, value);
        }
    }
    response
}

fn bytes(data: Cow<'static, [u8]>) -> Response {
    match data {
        Cow::Borrowed(data) => data.into_response(),
        Cow::Owned(data) => data.into_response(),
    }
}

/// Whether a browser can read this kind of compression.
fn accepts(headers: &HeaderMap, way: &str) -> bool {
    headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok()).any(|accepted| {
        accepted.split(',').any(|one| {
            let mut parts = one.split(';').map(str::trim);
            let refused = |quality: &str| quality.strip_prefix("q=").is_some_and(|q| q.parse() == Ok(0.0));
            parts.next().is_some_and(|name| name.eq_ignore_ascii_case(way)) && !parts.any(refused)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &[u8] = b"<!doctype html>a page";
    const SCRIPT: &[u8] = b"export {}; // a script";

    fn furnished(name: &str) -> Option<Page> {
        let (data, kind): (&'static [u8], _) = match name {
            "index.html" => (PAGE, "text/html"),
            "assets/table-abc.js" => (SCRIPT, "text/javascript"),
            "assets/table-abc.js.br" => (b"small", "application/octet-stream"),
            "assets/table-abc.js.gz" => (b"smallish", "application/octet-stream"),
            _ => return None,
        };
        Some(Page { data: Cow::Borrowed(data), tag: data.len().to_string(), kind: kind.to_owned() })
    }

    fn asked(path: &str, headers: &[(header::HeaderName, &'static str)]) -> Response {
        let headers = headers.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value)));
        answer(furnished, path, &headers.collect())
    }

    fn header_of(response: &Response, name: header::HeaderName) -> Option<&str> {
        response.headers().get(name).and_then(|value| value.to_str().ok())
    }

    async fn body(response: Response) -> Vec<u8> {
        axum::body::to_bytes(response.into_body(), 1024).await.map(Vec::from).unwrap_or_default()
    }

    #[tokio::test]
    async fn every_address_of_the_client_leads_to_its_page() {
        for path in ["", "new", "t/abcdef", "learn/card"] {
            let response = asked(path, &[]);
            assert_eq!(response.status(), StatusCode::OK, "{path}");
            assert_eq!(header_of(&response, header::CONTENT_TYPE), Some("text/html"));
            assert_eq!(header_of(&response, header::CACHE_CONTROL), Some("no-cache"), "{path}");
            assert_eq!(body(response).await, PAGE);
        }
    }

    #[tokio::test]
    async fn a_file_that_is_not_there_is_not_the_page() {
        let response = asked("assets/gone-123.js", &[]);
        assert_eq!(response.status(), StatusCode::NOT_FOUND);
    }

    #[tokio::test]
    async fn a_browser_gets_the_smallest_file_it_can_read() {
        let sent = [
            ("gzip, deflate, br, zstd", Some("br"), &b"small"[..]),
            ("gzip, deflate", Some("gzip"), b"smallish"),
            ("br;q=0, gzip;q=0.5", Some("gzip"), b"smallish"),
            ("deflate", None, SCRIPT),
        ];
        for (accepted, way, data) in sent {
            let response = asked("assets/table-abc.js", &[(header::ACCEPT_ENCODING, accepted)]);
            assert_eq!(header_of(&response, header::CONTENT_ENCODING), way, "{accepted}");
            assert_eq!(header_of(&response, header::CONTENT_TYPE), Some("text/javascript"));
            assert_eq!(header_of(&response, header::VARY), Some("accept-encoding"));
            assert_eq!(
                header_of(&response, header::CACHE_CONTROL),
                Some("public, max-age=31536000, immutable")
            );
            assert_eq!(body(response).await, data, "{accepted}");
        }
    }

    #[tokio::test]
    async fn what_a_browser_has_already_is_not_sent_again() {
        let first = asked("", &[]);
        let tag = header_of(&first, header::ETAG).unwrap_or_default().to_owned();
        let headers =
            HeaderMap::from_iter([(header::IF_NONE_MATCH, HeaderValue::from_str(&tag).expect("a tag"))]);
        let again = answer(furnished, "", &headers);
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        assert!(body(again).await.is_empty());
    }

    #[tokio::test]
    async fn a_server_without_the_client_says_how_to_get_it() {
        let response = answer(|_| None, "", &HeaderMap::new());
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert!(String::from_utf8_lossy(&body(response).await).contains("npm run build"));
    }

    #[tokio::test]
    async fn programs_are_never_sent_a_page() {
        for path in ["/api", "/api/v1/nonsense", "/admin/v1"] {
            let response = show(Method::GET, Uri::from_static(path), HeaderMap::new()).await;
            assert_eq!(response.status(), StatusCode::NOT_FOUND, "{path}");
        }
        let response = show(Method::POST, Uri::from_static("/new"), HeaderMap::new()).await;
        assert_eq!(response.status(), StatusCode::NOT_FOUND);
    }
}
