//! A connection that gives up when the other side does not read, and that reads no faster than anybody means what they say.

use std::future::Future as _;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Sleep;

use crate::credit::{Allowance, Credit};

/// How many bytes are read. A message has a hundred, so this is far more than anybody needs; but an endless row of parts of
/// nothing, for which a socket has no word, costs next to nothing like this.
const READ: Allowance = Allowance { most: 1_048_576.0, each_second: 1_048_576.0 };

/// A stream on which nothing waits for longer than some time to be sent, and from which not too much is read at once.
pub(super) struct Unstuck {
    stream: TcpStream,
    patience: Duration,
    /// Since something waits to be sent.
    waiting: Option<Pin<Box<Sleep>>>,
    /// What may still be read at once.
    credit: Credit,
    /// Until more is read.
    pause: Option<Pin<Box<Sleep>>>,
}

impl Unstuck {
    pub(super) fn new(stream: TcpStream, patience: Duration) -> Unstuck {
        Unstuck { stream, patience, waiting: None, credit: Credit::new(READ), pause: None }
    }

    /// What became of sending; a failure if it has waited for too long.
    fn sent<T>(&mut self, sent: Poll<io::Result<T>>, task: &mut Context<'_>) -> Poll<io::Result<T>> {
        if sent.is_ready() {
            self.waiting = None;
            return sent;
        }
        let patience = self.patience;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(tokio::time::sleep(patience)));
        waiting.as_mut().poll(task).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Unstuck {
    fn poll_read(
        self: Pin<&mut Self>,
        task: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if let Some(pause) = &mut this.pause {
            ready!(pause.as_mut().poll(task));
            this.pause = None;
        }
        let before = into.filled().len();
        let read = ready!(Pin::new(&mut this.stream).poll_read(task, into));
        let left = this.credit.take((into.filled().len() - before) as f64, READ);
        if left < 0.0 {
            let pause = Duration::from_secs_f64(-left / READ.each_second);
            this.pause = Some(Box::pin(tokio::time::sleep(pause)));
        }
        Poll::Ready(read)
    }
}

impl AsyncWrite for Unstuck {
    fn poll_write(self: Pin<&mut Self>, task: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let sent = Pin::new(&mut this.stream).poll_write(task, bytes);
        this.sent(sent, task)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        task: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let sent = Pin::new(&mut this.stream).poll_write_vectored(task, parts);
        this.sent(sent, task)
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
    async fn after_a_flood_of_bytes_there_is_a_pause_and_then_the_rest_is_read() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut flood = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let sent = READ.most as usize + 300_000;
        let sending = tokio::spawn(async move {
            let bytes = vec![0; sent];
            let mut left = &bytes[..];
            while !left.is_empty() {
                let length = poll_fn(|task| Pin::new(&mut flood).poll_write(task, left)).await.unwrap();
                left = &left[length..];
            }
        });
        let (stream, _) = listener.accept().await.unwrap();
        let mut stream = Unstuck::new(stream, Duration::from_secs(60));
        // As if nothing came in while it is read: how fast that is says nothing here.
        stream.credit.take(READ.most, READ);
        let (mut total, mut paused, mut bytes) = (0, false, vec![0; 65_536]);
        while total < sent {
            let mut into = ReadBuf::new(&mut bytes);
            poll_fn(|task| Pin::new(&mut stream).poll_read(task, &mut into)).await.unwrap();
            assert!(!into.filled().is_empty(), "nothing is lost");
            total += into.filled().len();
            paused |= stream.pause.is_some();
        }
        assert!(paused && total == sent);
        sending.await.unwrap();
    }
}
