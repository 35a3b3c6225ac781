//! Many open home pages that poll.

use std::time::Duration;

use cafe_client::ClientError;
use cafe_client::reqwest::header::{ETAG, HeaderValue, IF_NONE_MATCH};
use cafe_client::reqwest::{Method, StatusCode};

use super::attack::{Attack, AttackSize, run_all, setup_end};
use super::lists::create_visitors;
use super::long_room::open_many;
use super::tally::Tally;
use super::target::Target;
use super::visitor::Visitor;

const PAGES: usize = 300;
/// What a page asks for, and how often.
const HOME: &str = "/api/v1/home";
const INTERVAL: Duration = Duration::from_secs(5);
/// The same on servers without that path.
const EARLIER_REQUESTS: [&str; 4] = [
    "/api/v1/me",
    "/api/v1/rooms",
    "/api/v1/me/rooms?limit=100&over=false",
    "/api/v1/me/rooms?limit=6&over=true",
];
/// The rooms on these pages are ordinary ones.
const ENTRIES: u64 = 100;

pub(super) struct Home {
    visitors: Vec<Visitor>,
    /// Whether the server has the path of the home page.
    has_home: bool,
}

impl Attack for Home {
    async fn prepare(target: &Target, size: AttackSize, tally: &Tally) -> Result<Home, String> {
        let (clients, hosts) =
            create_visitors(target, size.rooms).await.map_err(|error| error.to_string())?;
        let rooms = open_many(hosts, &clients, size.entries.min(ENTRIES), setup_end()).await?;
        tally.add("rooms", rooms.len() as f64);
        let create = async {
            let mut visitors: Vec<Visitor> = rooms.into_iter().map(|room| room.host).take(PAGES).collect();
            while visitors.len() < PAGES {
                visitors.push(Visitor::browser(&target.stranger()).await?);
            }
            Ok::<_, ClientError>(visitors)
        };
        let visitors = create.await.map_err(|error| error.to_string())?;
        let has_home = visitors[0].fetch(HOME).await.is_ok();
        Ok(Home { visitors, has_home })
    }

    async fn run(self, _: &Target, tally: &Tally) {
        let pages = (0..).zip(self.visitors);
        run_all(pages.map(|(page, visitor)| poll(page, visitor, self.has_home, tally.clone()))).await;
    }
}

async fn poll(page: u32, visitor: Visitor, has_home: bool, tally: Tally) {
    let mut etag = None;
    // The pages were not opened at the same moment.
    tokio::time::sleep(INTERVAL / PAGES as u32 * page).await;
    let mut interval = tokio::time::interval(INTERVAL);
    loop {
        interval.tick().await;
        tally.add("polls", 1.0);
        if has_home {
            tally.count(fetch_home(&visitor, &mut etag).await);
        } else {
            for path in EARLIER_REQUESTS {
                tally.count(visitor.fetch(path).await);
            }
        }
    }
}

/// Asks for the home page's data, unless it is what the page has already.
async fn fetch_home(visitor: &Visitor, etag: &mut Option<HeaderValue>) -> Result<(), ClientError> {
    let request = visitor.0.request(Method::GET, HOME)?;
    let known = etag.take().unwrap_or(HeaderValue::from_static("none"));
    let response = request.header(IF_NONE_MATCH, &known).send().await?;
    *etag = response.headers().get(ETAG).cloned().or(Some(known));
    match response.status() {
        StatusCode::OK | StatusCode::NOT_MODIFIED => response.bytes().await.map(drop).map_err(Into::into),
        status => {
            Err(ClientError::Http { status: status.as_u16(), code: String::new(), message: String::new() })
        }
    }
}
