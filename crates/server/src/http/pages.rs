//! The files of the web client, embedded in the binary.

use std::borrow::Cow;

use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::Embed;

use super::ApiError;

/// The output of `npm run build`, with compressed variants beside the text files. Empty if the client was not built before the
/// server.
#[derive(Embed)]
#[folder = "../../web/dist/site"]
#[allow_missing = true]
struct WebClientFiles;

/// A file of the client.
struct StaticFile {
    data: Cow<'static, [u8]>,
    /// Hash of the content.
    etag: String,
    content_type: String,
}

fn embedded(name: &str) -> Option<StaticFile> {
    let file = WebClientFiles::get(name)?;
    let hash: String = file.metadata.sha256_hash()[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    Some(StaticFile { data: file.data, etag: hash, content_type: file.metadata.mimetype().to_owned() })
}

/// Shown if the client was not built.
const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Café International</title>\
    <h1>This server has no web client</h1>\
    <p>It was built without it. <code>cargo play</code> builds both. By hand: \
    <code>npm ci &amp;&amp; npm run build</code> in the folder <code>web</code>, then build the server again.</p>\
    <p>The API is described at <a href=\"/api/v1/openapi.json\">/api/v1/openapi.json</a>.</p></html>";

/// The page for all paths of the client, which routes in the browser.
const INDEX: &str = "index.html";
/// File names in this folder contain a hash of the content, so the files never change.
const IMMUTABLE_FOLDER: &str = "assets/";
/// Content encodings, best first, and the endings of their files.
const ENCODINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// Serves a path that no other route matches.
pub(super) async fn show(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if !matches!(method, Method::GET | Method::HEAD) || is_api(path) {
        return ApiError::NotFound.into_response();
    }
    respond(embedded, path, &headers)
}

/// Returns true for paths where clients expect JSON, not a page.
fn is_api(path: &str) -> bool {
    matches!(path.split('/').next(), Some("api" | "admin"))
}

fn respond(find: impl Fn(&str) -> Option<StaticFile>, path: &str, headers: &HeaderMap) -> Response {
    // A name with an extension is a file. Everything else is a path inside the client.
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    let name = if is_file { path } else { INDEX };
    match find(name) {
        Some(file) => send(find, name, file, headers),
        None if is_file => ApiError::NotFound.into_response(),
        None => (StatusCode::SERVICE_UNAVAILABLE, Html(NOT_BUILT)).into_response(),
    }
}

fn send(
    find: impl Fn(&str) -> Option<StaticFile>,
    name: &str,
    file: StaticFile,
    headers: &HeaderMap,
) -> Response {
    // Weak, because the compressed variants share it.
    let etag = format!("W/\"{}\"", file.etag);
    let cache_control =
        if name.starts_with(IMMUTABLE_FOLDER) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let is_cached =
        headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == etag.as_bytes());
    let compressed = || {
        let accepted = ENCODINGS.iter().filter(|(encoding, _)| accepts(headers, encoding));
        accepted
            .filter_map(|(encoding, ending)| Some((*encoding, find(&format!("{name}{ending}"))?.data)))
            .next()
    };
    let mut response = if is_cached {
        StatusCode::NOT_MODIFIED.into_response()
    } else if let Some((encoding, data)) = compressed() {
        ([(header::CONTENT_ENCODING, encoding)], bytes(data)).into_response()
    } else {
        bytes(file.data)
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache_control));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    for (name, value) in [(header::CONTENT_TYPE, &file.content_type), (header::ETAG, &etag)] {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(name, value);
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

/// Returns true if the client accepts a content encoding.
fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok()).any(|accepted| {
        accepted.split(',').any(|item| {
            let mut parts = item.split(';').map(str::trim);
            let refused = |quality: &str| quality.strip_prefix("q=").is_some_and(|q| q.parse() == Ok(0.0));
            parts.next().is_some_and(|name| name.eq_ignore_ascii_case(encoding)) && !parts.any(refused)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &[u8] = b"<!doctype html>a page";
    const SCRIPT: &[u8] = b"export {}; // a script";

    fn built_client(name: &str) -> Option<StaticFile> {
        let (data, content_type): (&'static [u8], _) = match name {
            "index.html" => (PAGE, "text/html"),
            "assets/table-abc.js" => (SCRIPT, "text/javascript"),
            "assets/table-abc.js.br" => (b"small", "application/octet-stream"),
            "assets/table-abc.js.gz" => (b"smallish", "application/octet-stream"),
            _ => return None,
        };
        let (etag, content_type) = (data.len().to_string(), content_type.to_owned());
        Some(StaticFile { data: Cow::Borrowed(data), etag, content_type })
    }

    fn get(path: &str, headers: &[(header::HeaderName, &'static str)]) -> Response {
        let headers = headers.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value)));
        respond(built_client, path, &headers.collect())
    }

    fn header_of(response: &Response, name: header::HeaderName) -> Option<&str> {
        response.headers().get(name).and_then(|value| value.to_str().ok())
    }

    async fn body(response: Response) -> Vec<u8> {
        axum::body::to_bytes(response.into_body(), 1024).await.map(Vec::from).unwrap_or_default()
    }

    #[tokio::test]
    async fn every_path_of_the_client_serves_its_page() {
        for path in ["", "new", "t/abcdef", "learn/card"] {
            let response = get(path, &[]);
            assert_eq!(response.status(), StatusCode::OK, "{path}");
            assert_eq!(header_of(&response, header::CONTENT_TYPE), Some("text/html"));
            assert_eq!(header_of(&response, header::CACHE_CONTROL), Some("no-cache"), "{path}");
            assert_eq!(body(response).await, PAGE);
        }
    }

    #[tokio::test]
    async fn a_missing_file_is_not_found() {
        let response = get("assets/gone-123.js", &[]);
        assert_eq!(response.status(), StatusCode::NOT_FOUND);
    }

    #[tokio::test]
    async fn serves_the_best_accepted_encoding() {
        let cases = [
            ("gzip, deflate, br, zstd", Some("br"), &b"small"[..]),
            ("gzip, deflate", Some("gzip"), b"smallish"),
            ("br;q=0, gzip;q=0.5", Some("gzip"), b"smallish"),
            ("deflate", None, SCRIPT),
        ];
        for (accepted, encoding, data) in cases {
            let response = get("assets/table-abc.js", &[(header::ACCEPT_ENCODING, accepted)]);
            assert_eq!(header_of(&response, header::CONTENT_ENCODING), encoding, "{accepted}");
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
    async fn a_cached_file_is_not_modified() {
        let first = get("", &[]);
        let etag = header_of(&first, header::ETAG).unwrap_or_default().to_owned();
        let headers =
            HeaderMap::from_iter([(header::IF_NONE_MATCH, HeaderValue::from_str(&etag).expect("an etag"))]);
        let again = respond(built_client, "", &headers);
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        assert!(body(again).await.is_empty());
    }

    #[tokio::test]
    async fn without_the_client_the_page_says_how_to_build_it() {
        let response = respond(|_| None, "", &HeaderMap::new());
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert!(String::from_utf8_lossy(&body(response).await).contains("npm run build"));
    }

    #[tokio::test]
    async fn api_paths_never_serve_the_page() {
        for path in ["/api", "/api/v1/nonsense", "/admin/v1"] {
            let response = show(Method::GET, Uri::from_static(path), HeaderMap::new()).await;
            assert_eq!(response.status(), StatusCode::NOT_FOUND, "{path}");
        }
        let response = show(Method::POST, Uri::from_static("/new"), HeaderMap::new()).await;
        assert_eq!(response.status(), StatusCode::NOT_FOUND);
    }
}
