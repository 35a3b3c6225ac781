//! The address of a server, and the ways to get an identity there.

use std::net::IpAddr;
use std::time::Duration;

use cafe_room::messages::{Me, NameBody, ProgramCreated};
use reqwest::header::SET_COOKIE;
use reqwest::{Method, Response, Url};

use crate::session::read_json;
use crate::{ClientError, Credential, Session};

/// A request that takes longer fails.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(60);

/// A server. Clones share their HTTP connections.
#[derive(Clone, Debug)]
pub struct Client {
    pub(crate) base: Url,
    pub(crate) http: reqwest::Client,
    pub(crate) forwarded_for: Option<IpAddr>,
}

impl Client {
    /// Makes a client for the server at this URL, for example `http://127.0.0.1:7878`.
    ///
    /// # Errors
    /// [`ClientError::Url`] if it is not an `http` URL. TLS is not supported: connect to a server behind a TLS proxy from
    /// its own machine.
    pub fn new(base_url: &str) -> Result<Client, ClientError> {
        let invalid = |reason: String| ClientError::Url { url: base_url.to_owned(), reason };
        let base = Url::parse(base_url).map_err(|error| invalid(error.to_string()))?;
        if base.scheme() != "http" || base.host_str().is_none() {
            return Err(invalid("expected a URL that starts with http://; TLS is not supported".to_owned()));
        }
        let http = reqwest::Client::builder().no_proxy().timeout(REQUEST_TIMEOUT).build()?;
        Ok(Client { base, http, forwarded_for: None })
    }

    /// Returns a client whose requests say that they come from this address, as a proxy's do. The server believes it with
    /// `--behind-proxy` only.
    #[must_use]
    pub fn forwarded_for(&self, address: IpAddr) -> Client {
        Client { forwarded_for: Some(address), ..self.clone() }
    }

    /// Returns the URL of the server.
    #[must_use]
    pub fn base_url(&self) -> &Url {
        &self.base
    }

    /// Returns true if the server's address is a loopback address.
    #[must_use]
    pub fn is_local(&self) -> bool {
        match self.base.host_str() {
            Some("localhost" | "[::1]") => true,
            Some(host) => host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback()),
            None => false,
        }
    }

    /// Checks that the server is ready.
    ///
    /// # Errors
    /// [`ClientError::Transport`] if it cannot be reached, [`ClientError::Http`] if it is not ready.
    pub async fn check_ready(&self) -> Result<(), ClientError> {
        self.anonymous().call(Method::GET, "/readyz", None::<&()>).await.map(drop)
    }

    /// Returns a session without an identity, for what everybody may see.
    #[must_use]
    pub fn anonymous(&self) -> Session {
        self.with_credential(Credential::None)
    }

    /// Returns a session for a known identity.
    #[must_use]
    pub fn with_credential(&self, credential: Credential) -> Session {
        Session { client: self.clone(), credential }
    }

    /// Signs in a new visitor, as a browser does. The session keeps the cookie.
    ///
    /// # Errors
    /// As every request: [`ClientError::Http`], [`ClientError::Transport`] or [`ClientError::Protocol`].
    pub async fn sign_in(&self, name: &str) -> Result<(Session, Me), ClientError> {
        let body = NameBody { name: name.to_owned() };
        let response = self.anonymous().call(Method::POST, "/api/v1/me", Some(&body)).await?;
        self.accept_cookie(response).await
    }

    /// Creates an external bot. The session keeps its token; [`Session::credential`] returns it for the next run.
    ///
    /// # Errors
    /// As every request.
    pub async fn create_program(&self, name: &str) -> Result<Session, ClientError> {
        let body = NameBody { name: name.to_owned() };
        let response = self.anonymous().call(Method::POST, "/api/v1/programs", Some(&body)).await?;
        let ProgramCreated { token, .. } = read_json(response).await?;
        Ok(self.with_credential(Credential::Bearer(token)))
    }

    /// Signs in this device as the visitor who made the link with [`Session::create_link`].
    ///
    /// # Errors
    /// As every request.
    pub async fn claim_link(&self, code: &str) -> Result<(Session, Me), ClientError> {
        let path = format!("/api/v1/links/{code}");
        let response = self.anonymous().call(Method::POST, &path, None::<&()>).await?;
        self.accept_cookie(response).await
    }

    async fn accept_cookie(&self, response: Response) -> Result<(Session, Me), ClientError> {
        let cookie = response.headers().get(SET_COOKIE).and_then(|value| value.to_str().ok());
        let pair = cookie.and_then(|cookie| cookie.split(';').next()).map(str::to_owned);
        let pair = pair.ok_or_else(|| ClientError::Protocol("no cookie was set".to_owned()))?;
        let me = read_json(response).await?;
        Ok((self.with_credential(Credential::Cookie(pair)), me))
    }
}
