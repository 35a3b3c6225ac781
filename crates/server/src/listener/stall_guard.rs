//! A stream that fails when the client stops reading, and that limits how fast it is read.

use std::future::Future as _;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Sleep;

use crate::token_bucket::{BucketConfig, TokenBucket};

/// Bytes read per second. A message has about a hundred, so no client needs more. Without the limit an endless series of empty
/// WebSocket fragments, which the library does not report, would cost much CPU time.
const READ_RATE: BucketConfig = BucketConfig { capacity: 1_048_576.0, per_second: 1_048_576.0 };

/// A TCP stream with a time limit for writes and a rate limit for reads.
pub(super) struct StallGuard {
    stream: TcpStream,
    write_timeout: Duration,
    /// Runs while a write is pending.
    write_deadline: Option<Pin<Box<Sleep>>>,
    read_budget: TokenBucket,
    /// Runs while reading is suspended.
    read_pause: Option<Pin<Box<Sleep>>>,
}

impl StallGuard {
    pub(super) fn new(stream: TcpStream, write_timeout: Duration) -> StallGuard {
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

impl AsyncRead for StallGuard {
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

impl AsyncWrite for StallGuard {
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
    use std::future::poll_fn;

    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn reading_pauses_after_a_flood_and_loses_nothing() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut flood = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let sent = READ_RATE.capacity as usize + 300_000;
        let sending = tokio::spawn(async move {
            let bytes = vec![0; sent];
            let mut left = &bytes[..];
            while !left.is_empty() {
                let length = poll_fn(|task| Pin::new(&mut flood).poll_write(task, left)).await.unwrap();
                left = &left[length..];
            }
        });
        let (stream, _) = listener.accept().await.unwrap();
        let mut stream = StallGuard::new(stream, Duration::from_secs(60));
        // An empty budget, so that the test does not depend on the speed of the machine.
        stream.read_budget.take(READ_RATE.capacity, READ_RATE);
        let (mut total, mut paused, mut bytes) = (0, false, vec![0; 65_536]);
        while total < sent {
            let mut into = ReadBuf::new(&mut bytes);
            poll_fn(|task| Pin::new(&mut stream).poll_read(task, &mut into)).await.unwrap();
            assert!(!into.filled().is_empty(), "the stream ended early");
            total += into.filled().len();
            paused |= stream.read_pause.is_some();
        }
        assert!(paused && total == sent);
        sending.await.unwrap();
    }
}
