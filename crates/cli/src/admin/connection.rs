//! Access to a data folder that changes it: through the server that runs on it, or directly under the same lock.

use std::path::{Path, PathBuf};
use std::time::Duration;

use cafe_room::{RoomId, VisitorId};
use cafe_server::admin::{AdminError, AdminKey};
use cafe_server::{AppState, ServerConfig};
use cafe_store::{OpenError, Store, StoreReader, database_file};
use reqwest::StatusCode;
use serde_json::{Value, json};
use thiserror::Error;

/// Number of attempts while a server is starting or shutting down.
const MAX_ATTEMPTS: u32 = 50;
const RETRY_DELAY: Duration = Duration::from_millis(100);
const HEALTH_CHECK_TIMEOUT: Duration = Duration::from_secs(5);

/// Exclusive or remote access to the data of a server.
pub(super) struct AdminConnection {
    runtime: tokio::runtime::Runtime,
    folder: PathBuf,
    access: Access,
}

enum Access {
    /// No server runs: this process holds the lock of the folder.
    Direct(Box<AppState>),
    /// A server runs on the folder.
    Server { client: reqwest::Client, key: AdminKey },
}

#[derive(Debug, Error)]
enum RequestError {
    #[error("not found")]
    NotFound,
    #[error("the server does not answer ({0})")]
    NoAnswer(reqwest::Error),
    #[error("{0}")]
    Failed(String),
}

impl AdminConnection {
    /// Opens the data folder.
    ///
    /// # Errors
    /// If there is no data, or it is locked by a server that does not answer.
    pub(super) fn open(folder: &Path) -> Result<AdminConnection, String> {
        // Opening the store would create a database in an empty folder.
        StoreReader::open(folder).map_err(|error| error.to_string())?;
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|error| error.to_string())?;
        let access = find_access(folder, &runtime)?;
        Ok(AdminConnection { runtime, folder: folder.to_owned(), access })
    }

    /// Closes a room.
    ///
    /// # Errors
    /// Why it was not closed.
    pub(super) fn close_room(self, room: &RoomId, reason: Option<&str>) -> Result<(), String> {
        let closed = match &self.access {
            Access::Direct(state) => self.run(state, state.close_room(room, reason.map(str::to_owned))),
            Access::Server { client, key } => {
                let url = format!("http://{}/admin/v1/rooms/{room}/close", key.address);
                self.send(client.post(url).json(&json!({ "reason": reason })), key)
            }
        };
        closed.map_err(|error| match error {
            RequestError::NotFound => {
                format!("there is no game {room}; `cafe admin rooms --all` lists the games")
            }
            error => format!("{room}: {error}"),
        })
    }

    /// Erases a visitor.
    ///
    /// # Errors
    /// Why the visitor was not erased.
    pub(super) fn erase_visitor(self, visitor: &VisitorId) -> Result<(), String> {
        let erased = match &self.access {
            Access::Direct(state) => self.run(state, state.erase_visitor(visitor)),
            Access::Server { client, key } => {
                let url = format!("http://{}/admin/v1/visitors/{visitor}", key.address);
                self.send(client.delete(url), key)
            }
        };
        erased.map_err(|error| match error {
            RequestError::NotFound => {
                format!("there is no visitor {visitor}; `cafe admin visitors` lists the visitors")
            }
            error => format!("{visitor}: {error}"),
        })
    }

    /// Runs an operation on the state and shuts it down, which stores pending writes.
    fn run(
        &self,
        state: &AppState,
        operation: impl Future<Output = Result<(), AdminError>>,
    ) -> Result<(), RequestError> {
        let result = self.runtime.block_on(async {
            let result = operation.await;
            state.shut_down().await;
            result
        });
        result.map_err(|error| match error {
            AdminError::NotFound => RequestError::NotFound,
            AdminError::Store(error) => {
                RequestError::Failed(format!("{}: {error}", database_file(&self.folder).display()))
            }
            error => RequestError::Failed(error.to_string()),
        })
    }

    fn send(&self, request: reqwest::RequestBuilder, key: &AdminKey) -> Result<(), RequestError> {
        self.runtime.block_on(async {
            let response = request.bearer_auth(&key.token).send().await;
            let response = response.map_err(|error| RequestError::NoAnswer(error.without_url()))?;
            let status = response.status();
            if status.is_success() {
                return Ok(());
            }
            if status == StatusCode::NOT_FOUND {
                return Err(RequestError::NotFound);
            }
            let body: Value = response.json().await.unwrap_or_default();
            let message = body["error"]["message"].as_str().map_or_else(|| status.to_string(), str::to_owned);
            Err(RequestError::Failed(message))
        })
    }
}

/// Takes the lock of the folder, or finds the server that holds it.
fn find_access(folder: &Path, runtime: &tokio::runtime::Runtime) -> Result<Access, String> {
    let client = reqwest::Client::builder().no_proxy().build().map_err(|error| error.to_string())?;
    for _ in 0..MAX_ATTEMPTS {
        match Store::open(folder) {
            Ok(store) => {
                let _context = runtime.enter();
                return Ok(Access::Direct(Box::new(AppState::new(store, ServerConfig::default()))));
            }
            Err(OpenError::InUse { .. }) => {}
            Err(error) => return Err(error.to_string()),
        }
        if let Some(key) = AdminKey::read(folder)
            && runtime.block_on(is_healthy(&client, &key))
        {
            return Ok(Access::Server { client, key });
        }
        std::thread::sleep(RETRY_DELAY);
    }
    Err(format!(
        "{} is in use, but its server does not answer; check that you are its user and that it is not shutting down",
        database_file(folder).display()
    ))
}

async fn is_healthy(client: &reqwest::Client, key: &AdminKey) -> bool {
    let request = client.get(format!("http://{}/healthz", key.address)).timeout(HEALTH_CHECK_TIMEOUT);
    request.send().await.is_ok_and(|response| response.status().is_success())
}
