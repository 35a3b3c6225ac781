//! A coarse name for a device, such as "Firefox on Android". Only names of this file are stored, never what the browser sent,
//! which could tell devices of different visitors apart. A few names are enough for that, so no library is used.

use axum::http::{HeaderMap, header};

/// Browsers and a mark in what they send. The first that matches counts: most browsers also have the marks of others.
const BROWSERS: [(&str, &str); 10] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Chromium/", "Chrome"),
    ("Safari/", "Safari"),
];

/// Operating systems, in the same way. An iPad may call itself a Macintosh.
const SYSTEMS: [(&str, &str); 8] = [
    ("Android", "Android"),
    ("iPhone", "iOS"),
    ("iPad", "iPadOS"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
    ("FreeBSD", "FreeBSD"),
];

/// Returns the names of browser and system of a request, as far as they are known.
pub(super) fn describe(headers: &HeaderMap) -> (Option<&'static str>, Option<&'static str>) {
    let text = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let find = |names: &[(&str, &'static str)]| {
        names.iter().find(|(mark, _)| text.contains(mark)).map(|(_, name)| *name)
    };
    (find(&BROWSERS), find(&SYSTEMS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_browser_and_system() {
        let cases = [
            (
                "Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0",
                Some("Firefox"),
                Some("Android"),
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
                 Version/17.5 Mobile/15E148 Safari/604.1",
                Some("Safari"),
                Some("iOS"),
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 \
                 Safari/537.36 Edg/128.0.0.0",
                Some("Edge"),
                Some("Windows"),
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/128.0.0.0 \
                 Safari/537.36",
                Some("Chrome"),
                Some("Linux"),
            ),
            ("curl/8.5.0", None, None),
            ("", None, None),
        ];
        for (text, browser, system) in cases {
            let headers = HeaderMap::from_iter([(header::USER_AGENT, text.parse().unwrap())]);
            assert_eq!(describe(&headers), (browser, system), "{text}");
        }
        assert_eq!(describe(&HeaderMap::new()), (None, None));
    }
}
