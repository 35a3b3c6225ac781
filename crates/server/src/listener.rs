//! The TCP listener: bounded connections, and time limits for slow clients.
//!
//! `axum::serve` offers neither a limit of connections nor time limits for reading and writing, so the accept loop is our own.

mod fd_reserve;
mod limits;
mod stall_guard;
#[cfg(test)]
mod tests;

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
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower_service::Service as _;

pub(crate) use self::limits::ConnectionPermit;

use self::fd_reserve::FdReserve;
use self::limits::ConnectionLimits;
use self::stall_guard::StallGuard;
use crate::state::AppState;

/// Maximum size of a request's head.
const MAX_HEAD_BYTES: usize = 32 * 1024;
/// Pause when the system cannot open another socket, not even to refuse it.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
/// The response to a connection over the limit. Its request is not read.
const TOO_MANY_CONNECTIONS: &str = "HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/json\r\nretry-after: 30\r\n\
    connection: close\r\n\r\n\
    {\"error\":{\"code\":\"too_many\",\"message\":\"too many connections; try again later\"}}";

/// Accepts connections and serves them.
pub(crate) struct Listener {
    state: AppState,
    router: Router,
    limits: ConnectionLimits,
    fd_reserve: FdReserve,
    /// Cancelled when no more connections are accepted. Open ones end after the request in progress.
    stopped: CancellationToken,
}

impl Listener {
    pub(crate) fn new(state: AppState, router: Router) -> Listener {
        let limits = ConnectionLimits::new(state.clone());
        Listener { limits, fd_reserve: FdReserve::new(), stopped: CancellationToken::new(), router, state }
    }

    /// Accepts connections until `stop` resolves, then waits for the requests in progress.
    pub(crate) async fn serve(mut self, listener: TcpListener, stop: impl Future<Output = ()>) {
        limit_send_buffers(&listener, self.state.config.send_buffer_bytes);
        let connections = TaskTracker::new();
        let mut stop = pin!(stop);
        loop {
            let accepted = tokio::select! {
                () = &mut stop => break,
                accepted = listener.accept() => accepted,
            };
            match accepted {
                Ok((stream, peer)) => self.admit(stream, peer, &connections),
                Err(error) if is_client_error(&error) => {}
                // For example, the process has no file descriptors left.
                Err(error) => self.refuse_next(&listener, &error).await,
            }
        }
        drop(listener);
        self.stopped.cancel();
        connections.close();
        connections.wait().await;
    }

    fn admit(&mut self, stream: TcpStream, peer: SocketAddr, connections: &TaskTracker) {
        let Some(permit) = self.limits.admit(peer.ip()) else {
            if self.limits.is_full() {
                self.fd_reserve.warn("connection limit reached");
            }
            return self.refuse(&stream);
        };
        // Moves are small and must not wait for each other.
        let _ = stream.set_nodelay(true);
        connections.spawn(self.serve_stream(stream, peer, permit));
    }

    /// Serves a connection until it ends.
    fn serve_stream<S>(
        &self,
        stream: S,
        peer: SocketAddr,
        permit: ConnectionPermit,
    ) -> impl Future<Output = ()> + Send + use<S>
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let router = self.router.clone();
        let service = service_fn(move |mut request: hyper::Request<Incoming>| {
            let mut router = router.clone();
            request.extensions_mut().insert(ConnectInfo(peer));
            request.extensions_mut().insert(permit.clone());
            async move {
                Ok::<Response, Infallible>(router.call(request).await.unwrap_or_else(|never| match never {}))
            }
        });
        let request_timeout = self.state.config.request_timeout;
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(request_timeout)
            .max_buf_size(MAX_HEAD_BYTES)
            .serve_connection(TokioIo::new(StallGuard::new(stream, request_timeout)), service)
            .with_upgrades();
        let stopped = self.stopped.clone();
        async move {
            let mut connection = pin!(connection);
            // A broken connection concerns only its client.
            tokio::select! {
                _ = connection.as_mut() => {}
                () = stopped.cancelled() => {
                    connection.as_mut().graceful_shutdown();
                    let _ = connection.await;
                }
            }
        }
    }

    /// Refuses the next connection when the system cannot open a socket: a reserved file is closed to make room for it.
    async fn refuse_next(&mut self, listener: &TcpListener, error: &io::Error) {
        self.fd_reserve.warn(&error.to_string());
        self.fd_reserve.release();
        match tokio::time::timeout(ACCEPT_PAUSE, listener.accept()).await {
            Ok(Ok((stream, _))) => self.refuse(&stream),
            _ => tokio::time::sleep(ACCEPT_PAUSE).await,
        }
        self.fd_reserve.acquire();
    }

    fn refuse(&self, stream: &TcpStream) {
        self.state.metrics.count_refusal("listener", "too_many");
        // If it does not fit into the send buffer, the client only sees the connection close.
        let _ = stream.try_write(TOO_MANY_CONNECTIONS.as_bytes());
    }
}

/// Limits what the system keeps for a client that does not read. Connections inherit the size from the listening socket. Without
/// a limit it grows to megabytes for each of them.
fn limit_send_buffers(listener: &TcpListener, bytes: usize) {
    if let Err(error) = SockRef::from(listener).set_send_buffer_size(bytes) {
        tracing::warn!(%error, "cannot limit the send buffers");
    }
}

/// Returns true if accepting failed because the client is gone.
fn is_client_error(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
