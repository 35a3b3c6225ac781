//! The entrance: it takes as many connections as there is room for, and gives none of them for ever to say what it wants.

mod full;
mod stay;
mod unstuck;

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tower_service::Service as _;

use self::full::Full;
use self::stay::Stays;
use self::unstuck::Unstuck;
use crate::house::House;

pub(crate) use self::stay::Stay;

/// The head of a request, with all it says about itself, is at most this long.
const HEAD_BYTES: usize = 32 * 1024;
/// How long nobody is let in when the system cannot even turn them away.
const BREATH: Duration = Duration::from_millis(100);
/// What is told to those for whom there is no room: no request is read for that.
const NO_ROOM: &str = "HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/json\r\nretry-after: 30\r\n\
    connection: close\r\n\r\n\
    {\"error\":{\"code\":\"too_many\",\"message\":\"there are as many connections as there may be; try again later\"}}";

/// The entrance of a house.
pub(crate) struct Entrance {
    house: House,
    router: Router,
    stays: Stays,
    full: Full,
}

impl Entrance {
    /// The entrance of a house with these doors behind it.
    pub(crate) fn new(house: House, router: Router) -> Entrance {
        Entrance { stays: Stays::new(house.clone()), full: Full::new(), router, house }
    }

    /// Lets people in until told to stop, and waits until the last request is answered.
    pub(crate) async fn serve(mut self, listener: TcpListener, stop: impl Future<Output = ()>) {
        let mut visits = JoinSet::new();
        let mut stop = pin!(stop);
        let stopped = watch::Sender::new(false);
        loop {
            let accepted = tokio::select! {
                () = &mut stop => break,
                Some(_) = visits.join_next() => continue,
                accepted = listener.accept() => accepted,
            };
            match accepted {
                Ok((stream, peer)) => match self.stays.begin(peer.ip()) {
                    Some(stay) => {
                        let visit = Visit { patience: self.house.rules.patience, peer, stay };
                        visits.spawn(visit.serve(stream, self.router.clone(), stopped.subscribe()));
                    }
                    None => {
                        if self.stays.are_all() {
                            self.full.tell("there are as many connections as there may be");
                        }
                        self.turn_away(&stream);
                    }
                },
                Err(error) if has_gone(&error) => {}
                Err(error) => {
                    // The system has no descriptors left, for instance.
                    self.full.tell(&error.to_string());
                    self.full.lend_a_file();
                    match tokio::time::timeout(BREATH, listener.accept()).await {
                        Ok(Ok((stream, _))) => self.turn_away(&stream),
                        _ => tokio::time::sleep(BREATH).await,
                    }
                    self.full.take_it_back();
                }
            }
        }
        drop(listener);
        stopped.send_replace(true);
        while visits.join_next().await.is_some() {}
    }

    fn turn_away(&self, stream: &TcpStream) {
        self.house.metrics.refuse("entrance", "too_many");
        // If it does not fit into what the system takes at once, they see that the door is closed.
        let _ = stream.try_write(NO_ROOM.as_bytes());
    }
}

/// Whether only the one who was to be let in is the matter.
fn has_gone(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// A connection that was let in.
struct Visit {
    patience: Duration,
    peer: SocketAddr,
    stay: Stay,
}

impl Visit {
    /// Answers what comes over the connection.
    async fn serve(self, stream: TcpStream, router: Router, mut stopped: watch::Receiver<bool>) {
        let Visit { patience, peer, stay } = self;
        // Moves are small and must not wait for each other.
        let _ = stream.set_nodelay(true);
        let service = service_fn(move |mut request: hyper::Request<Incoming>| {
            let mut router = router.clone();
            request.extensions_mut().insert(ConnectInfo(peer));
            request.extensions_mut().insert(stay.clone());
            async move {
                Ok::<Response, Infallible>(router.call(request).await.unwrap_or_else(|never| match never {}))
            }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(patience)
            .max_buf_size(HEAD_BYTES)
            .serve_connection(TokioIo::new(Unstuck::new(stream, patience)), service)
            .with_upgrades();
        let mut connection = pin!(connection);
        let stop = async {
            let _ = stopped.wait_for(|stopped| *stopped).await;
        };
        // What goes wrong with a connection is its client's business.
        tokio::select! {
            _ = connection.as_mut() => {}
            () = stop => {
                connection.as_mut().graceful_shutdown();
                let _ = connection.await;
            }
        }
    }
}
