//! A request whose body is held back, over a connection of its own.

use std::io::{Error, ErrorKind, Result};

use cafe_client::{Credential, Session};
use tokio::net::TcpStream;

/// A request whose headers were sent.
pub(super) struct HeldRequest {
    stream: TcpStream,
    body: String,
}

impl HeldRequest {
    /// Sends the headers of a request.
    pub(super) async fn start(
        session: &Session,
        address: &str,
        method: &str,
        path: &str,
        body: String,
    ) -> Result<HeldRequest> {
        let base = session.client().base_url();
        let host = base.host_str().unwrap_or_default().trim_matches(['[', ']']);
        let stream = TcpStream::connect((host, base.port_or_known_default().unwrap_or(80))).await?;
        stream.set_nodelay(true)?;
        let credential = match session.credential() {
            Credential::Cookie(pair) => format!("Cookie: {pair}\r\n"),
            Credential::Bearer(token) => format!("Authorization: Bearer {token}\r\n"),
            Credential::None => String::new(),
        };
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nX-Forwarded-For: {address}\r\n{credential}Content-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        );
        write(&stream, head.as_bytes()).await?;
        Ok(HeldRequest { stream, body })
    }

    /// Sends the body. Returns the status of the response.
    pub(super) async fn finish(self) -> Result<u16> {
        write(&self.stream, self.body.as_bytes()).await?;
        let mut response = Vec::new();
        loop {
            self.stream.readable().await?;
            match self.stream.try_read_buf(&mut response) {
                Ok(0) => break,
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
        let status =
            String::from_utf8_lossy(&response).split(' ').nth(1).and_then(|status| status.parse().ok());
        status.ok_or_else(|| Error::from(ErrorKind::InvalidData))
    }
}

async fn write(stream: &TcpStream, mut bytes: &[u8]) -> Result<()> {
    while !bytes.is_empty() {
        stream.writable().await?;
        match stream.try_write(bytes) {
            Ok(count) => bytes = &bytes[count..],
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
