//! What can go wrong between a client and a server.

use cafe_room::messages::ErrorBody;
use reqwest::StatusCode;
use tokio_tungstenite::tungstenite;

/// Why the client failed.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The server's URL cannot be used.
    #[error("{url}: {reason}")]
    Url {
        /// The URL.
        url: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The server answered an HTTP request with an error.
    #[error("{status} {code}: {message}")]
    Http {
        /// HTTP status.
        status: u16,
        /// Code for programs; empty if the body is not the server's own.
        code: String,
        /// English text for people.
        message: String,
    },
    /// The room refused a request.
    #[error("{code}: {message}")]
    Refused {
        /// Code for programs.
        code: String,
        /// English text for people.
        message: String,
        /// The café tables that are in the way, for a refusal of the rules.
        tables: Vec<String>,
    },
    /// The connection to a room was closed.
    #[error("connection closed: {} {reason}", code.map_or_else(|| "no code".to_owned(), |code| code.to_string()))]
    Closed {
        /// Close code; none if the connection ended without a close frame.
        code: Option<u16>,
        /// The server's reason.
        reason: String,
    },
    /// The server cannot be reached, or the connection broke.
    #[error("{0}")]
    Transport(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The server has another version of the messages.
    #[error("the server uses protocol version {server}, this program version {client}: update the older one")]
    Version {
        /// The server's version.
        server: u32,
        /// The client's version.
        client: u32,
    },
    /// The server sent something that is not part of the protocol.
    #[error("unexpected response: {0}")]
    Protocol(String),
}

impl ClientError {
    /// Returns the code of an error response or of a refusal.
    #[must_use]
    pub fn code(&self) -> Option<&str> {
        match self {
            ClientError::Http { code, .. } | ClientError::Refused { code, .. } => Some(code),
            _ => None,
        }
    }

    /// Returns the HTTP status of an error response.
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        if let ClientError::Http { status, .. } = self { Some(*status) } else { None }
    }

    pub(crate) fn of_response(status: StatusCode, body: &[u8]) -> ClientError {
        match serde_json::from_slice::<ErrorBody>(body) {
            Ok(ErrorBody { error }) => {
                ClientError::Http { status: status.as_u16(), code: error.code, message: error.message }
            }
            Err(_) => ClientError::Http {
                status: status.as_u16(),
                code: String::new(),
                message: String::from_utf8_lossy(body).into_owned(),
            },
        }
    }
}

impl From<reqwest::Error> for ClientError {
    fn from(error: reqwest::Error) -> ClientError {
        if error.is_decode() {
            ClientError::Protocol(error.to_string())
        } else {
            ClientError::Transport(error.into())
        }
    }
}

impl From<tungstenite::Error> for ClientError {
    fn from(error: tungstenite::Error) -> ClientError {
        use tungstenite::Error;
        match error {
            Error::Http(response) => {
                ClientError::of_response(response.status(), response.body().as_deref().unwrap_or_default())
            }
            Error::ConnectionClosed | Error::AlreadyClosed => {
                ClientError::Closed { code: None, reason: String::new() }
            }
            error => ClientError::Transport(error.into()),
        }
    }
}
