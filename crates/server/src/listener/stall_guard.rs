//! A stream that fails when the client stops reading, and that limits how fast it is read.

use std::future::Future as _;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Sleep;

use crate::token_bucket::{BucketConfig, TokenBucket};

/// Bytes read per second. A message has about a hundred, so no client needs more. Without the limit an endless series of empty
/// WebSocket fragments, which the library does not report, would cost much CPU time.
const READ_RATE: BucketConfig = BucketConfig { capacity: 1_048_576.0, per_second: 1_048_576.0 };

/// A stream with a time limit for writes and a rate limit for reads.
pub(super) struct StallGuard<S> {
    stream: S,
    write_timeout: Duration,
    /// Runs while a write is pending.
    write_deadline: Option<Pin<Box<Sleep>>>,
    read_budget: TokenBucket,
    /// Runs while reading is suspended.
    read_pause: Option<Pin<Box<Sleep>>>,
}

impl<S> StallGuard<S> {
    pub(super) fn new(stream: S, write_timeout: Duration) -> StallGuard<S> {
        StallGuard {
            stream,
            write_timeout,
            write_deadline: None,
            read_budget: TokenBucket::new(READ_RATE),
            read_pause: None,
        }
    }

    /// Turns a write that is pending for too long into an error.
    fn limit_write<T>(&mut self, write: Poll<io::Result<T>>, task: &mut Context<'_>) -> Poll<io::Result<T>> {
        if write.is_ready() {
            self.write_deadline = None;
            return write;
        }
        let timeout = self.write_timeout;
        let deadline = self.write_deadline.get_or_insert_with(|| Box::pin(tokio::time::sleep(timeout)));
        deadline.as_mut().poll(task).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for StallGuard<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        task: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if let Some(pause) = &mut this.read_pause {
            ready!(pause.as_mut().poll(task));
            this.read_pause = None;
        }
        let before = into.filled().len();
        let read = ready!(Pin::new(&mut this.stream).poll_read(task, into));
        let left = this.read_budget.take((into.filled().len() - before) as f64, READ_RATE);
        if left < 0.0 {
            let pause = Duration::from_secs_f64(-left / READ_RATE.per_second);
            this.read_pause = Some(Box::pin(tokio::time::sleep(pause)));
        }
        Poll::Ready(read)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for StallGuard<S> {
    fn poll_write(self: Pin<&mut Self>, task: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let write = Pin::new(&mut this.stream).poll_write(task, bytes);
        this.limit_write(write, task)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        task: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let write = Pin::new(&mut this.stream).poll_write_vectored(task, parts);
        this.limit_write(write, task)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, task: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(task)
    }

    fn poll_shutdown(self: Pin<&mut Self>, task: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(task)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};
    use tokio::time::Instant;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[tokio::test(start_paused = true)]
    async fn reading_pauses_after_a_flood_and_loses_nothing() {
        let (mut flood, stream) = duplex(65_536);
        let sent = 3 * READ_RATE.capacity as usize;
        tokio::spawn(async move { flood.write_all(&vec![7; sent]).await });
        let (started, mut received) = (Instant::now(), Vec::new());
        StallGuard::new(stream, SECOND).read_to_end(&mut received).await.unwrap();
        assert!(received == vec![7; sent]);
        // The first third is read at once.
        assert_eq!(started.elapsed().as_secs_f64().round(), 2.0);
    }

    #[tokio::test(start_paused = true)]
    async fn client_that_stops_reading_is_given_up() {
        let (mut client, stream) = duplex(1_000);
        let mut stream = StallGuard::new(stream, 10 * SECOND);
        // Each time it waits less than the limit.
        let reading = tokio::spawn(async move {
            for _ in 0..5 {
                tokio::time::sleep(9 * SECOND).await;
                client.read_exact(&mut [0; 1_000]).await.unwrap();
            }
            client
        });
        stream.write_all(&[0; 6_000]).await.unwrap();
        let _unread = reading.await.unwrap();
        let stopped = Instant::now();
        let error = stream.write_all(&[0; 1_000]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert_eq!(stopped.elapsed().as_secs(), 10);
    }
}
