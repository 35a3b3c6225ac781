//! The socket of a room.

use cafe_room::RoomRequest;
use cafe_room::messages::{ClientMessage, PROTOCOL_VERSION, ServerMessage};
use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use crate::ClientError;

/// Messages are short, and a load test has thousands of connections.
const READ_BUFFER_BYTES: usize = 4096;

/// A connection to a room.
///
/// [`next`](Connection::next) and [`next_raw`](Connection::next_raw) are cancel safe: they can be used in `select!`.
#[derive(Debug)]
pub struct Connection {
    socket: WebSocketStream<TcpStream>,
    last_id: u32,
}

impl Connection {
    pub(crate) async fn open(request: Request, stream: TcpStream) -> Result<Connection, ClientError> {
        let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER_BYTES).write_buffer_size(0);
        let (socket, _) = tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await?;
        Ok(Connection { socket, last_id: 0 })
    }

    /// Sends a request and returns its id, which the answer will carry.
    ///
    /// # Errors
    /// [`ClientError::Closed`] or [`ClientError::Transport`].
    pub async fn send(&mut self, request: RoomRequest) -> Result<u32, ClientError> {
        self.last_id += 1;
        let message = ClientMessage { id: self.last_id, request };
        let text =
            serde_json::to_string(&message).map_err(|error| ClientError::Protocol(error.to_string()))?;
        self.send_text(text).await?;
        Ok(self.last_id)
    }

    /// Sends a request and waits for its answer: an update, `Done` or `Hint`.
    ///
    /// Messages that arrive before the answer are dropped. An update always has the whole state, but use
    /// [`send`](Connection::send) and [`next`](Connection::next) to see every event.
    ///
    /// # Errors
    /// [`ClientError::Refused`] if the room refuses the request; otherwise as [`next`](Connection::next).
    pub async fn request(&mut self, request: RoomRequest) -> Result<ServerMessage, ClientError> {
        let sent = self.send(request).await?;
        loop {
            match self.next().await? {
                ServerMessage::Refused { id, code, message, tables } if id == sent => {
                    return Err(ClientError::Refused { code, message, tables });
                }
                ServerMessage::Update(update) if update.id == Some(sent) => {
                    return Ok(ServerMessage::Update(update));
                }
                answer @ (ServerMessage::Done { id } | ServerMessage::Hint { id, .. }) if id == sent => {
                    return Ok(answer);
                }
                _ => {}
            }
        }
    }

    /// Waits for the next message.
    ///
    /// # Errors
    /// [`ClientError::Closed`] if the server closes the connection, [`ClientError::Transport`] if it breaks,
    /// [`ClientError::Protocol`] if the message is not a [`ServerMessage`], [`ClientError::Version`] if the server has another
    /// version of the messages.
    pub async fn next(&mut self) -> Result<ServerMessage, ClientError> {
        match self.next_raw().await?.parse()? {
            ServerMessage::Welcome { protocol, .. } if protocol != PROTOCOL_VERSION => {
                Err(ClientError::Version { server: protocol, client: PROTOCOL_VERSION })
            }
            message => Ok(message),
        }
    }

    /// Waits for the next message and returns its text.
    ///
    /// # Errors
    /// As [`next`](Connection::next).
    pub async fn next_raw(&mut self) -> Result<RawMessage, ClientError> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return Ok(RawMessage(text)),
                Some(Ok(Message::Close(frame))) => {
                    return Err(match frame {
                        Some(frame) => ClientError::Closed {
                            code: Some(frame.code.into()),
                            reason: frame.reason.to_string(),
                        },
                        None => ClientError::Closed { code: None, reason: String::new() },
                    });
                }
                Some(Ok(Message::Binary(_))) => {
                    return Err(ClientError::Protocol("a binary message".to_owned()));
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                Some(Err(error)) => return Err(error.into()),
                None => return Err(ClientError::Closed { code: None, reason: String::new() }),
            }
        }
    }

    /// Sends any text, for tests of what the server does with it.
    ///
    /// # Errors
    /// As [`send`](Connection::send).
    pub async fn send_text(&mut self, text: impl Into<Utf8Bytes>) -> Result<(), ClientError> {
        Ok(self.socket.send(Message::Text(text.into())).await?)
    }

    /// Closes the connection.
    ///
    /// # Errors
    /// As [`send`](Connection::send).
    pub async fn close(mut self) -> Result<(), ClientError> {
        Ok(self.socket.close(None).await?)
    }

    /// Returns the WebSocket itself, for tests of single frames.
    #[must_use]
    pub fn into_socket(self) -> WebSocketStream<TcpStream> {
        self.socket
    }
}

/// A message as it was received.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawMessage(Utf8Bytes);

impl RawMessage {
    /// Returns the JSON text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Parses the message, or only the parts of it that are needed. A type that borrows its strings and has few fields is
    /// several times as fast as [`ServerMessage`].
    ///
    /// # Errors
    /// [`ClientError::Protocol`].
    pub fn parse<'t, T: Deserialize<'t>>(&'t self) -> Result<T, ClientError> {
        let text = self.as_str();
        serde_json::from_str(text).map_err(|error| ClientError::Protocol(format!("{error} in {text}")))
    }
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;
    use tokio_tungstenite::accept_async;

    use super::*;
    use crate::Client;

    /// Starts a server that accepts one WebSocket and sends this message.
    async fn serve_one_message(message: ServerMessage) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move {
            let (stream, _) = listener.accept().await.unwrap();
            let mut socket = accept_async(stream).await.unwrap();
            socket.send(Message::text(message.to_json())).await.unwrap();
            std::future::pending::<()>().await;
        });
        url
    }

    #[tokio::test]
    async fn messages_of_another_version_are_not_read() {
        for (protocol, is_read) in [(PROTOCOL_VERSION, true), (PROTOCOL_VERSION + 1, false)] {
            let welcome = ServerMessage::Welcome { protocol, now: 0, visitor: "a".to_owned() };
            let url = serve_one_message(welcome.clone()).await;
            let mut connection = Client::new(&url).unwrap().anonymous().connect("room", 0).await.unwrap();
            match connection.next().await {
                Ok(message) => assert!(is_read && message == welcome),
                Err(error) => assert!(
                    !is_read && matches!(error, ClientError::Version { server, .. } if server == protocol),
                    "{error}"
                ),
            }
        }
    }
}
