//! Visitors: no sign-up, a name, and a link to another device.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::answers::too_many;
use super::door::{Asks, COOKIE, From, Renewed, token};
use super::input::Body;
use super::openapi::{BadBody, FromElsewhere, NoStore, NotIntroduced, NotThere, TooFast, TooMany};
use super::{Doors, Fault};
use crate::admin::NotDone;
use crate::metrics::count;
use crate::room::{Millis, Who};
use crate::store::{Change, StoreFault};
use crate::{Name, Token, VisitorId};

/// A visitor.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub(crate) struct Me {
    /// As others see it.
    visitor: String,
    /// The name to show.
    name: String,
    /// Whether it is a bot from outside.
    program: bool,
}

/// A name.
#[derive(Clone, Debug, Deserialize, TS, ToSchema)]
pub(crate) struct Named {
    /// 1 to 24 characters.
    name: String,
}

/// A token, told once.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub(crate) struct ProgramMade {
    /// As others see it.
    visitor: String,
    /// To be shown as `Authorization: Bearer …`.
    token: String,
}

/// A link to another device, told once.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub(crate) struct LinkMade {
    /// To be given to `POST /api/v1/links/{code}` on the other device.
    code: String,
    /// Until when, in milliseconds since 1970.
    #[schema(value_type = i64)]
    expires: Millis,
}

/// A link to another device works for ten minutes.
const LINK_LIFE: Millis = 10 * 60 * 1000;
const A_DAY: Millis = 24 * 60 * 60 * 1000;
/// A cookie lasts a year from the last day on which somebody came with it.
const COOKIE_SECONDS: u32 = 365 * 24 * 60 * 60;

fn shown(who: &Who) -> Json<Me> {
    Json(Me { visitor: who.visitor.to_string(), name: who.name.to_string(), program: who.program })
}

/// Who you are.
#[utoipa::path(
    get,
    path = "/me",
    operation_id = "show_me",
    security(("cookie" = []), ("token" = [])),
    responses(
        (status = 200, description = "you; a cookie that is a day old begins a new life", body = Me, headers(("set-cookie" = Option<String>))),
        NotIntroduced,
        TooFast,
        NoStore
    )
)]
pub(super) async fn show(
    State(doors): State<Doors>,
    Asks(who): Asks,
    Extension(Renewed(renewed)): Extension<Renewed>,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    let (house, at) = (&doors.house, doors.house.now());
    let by_cookie = !headers.contains_key(header::AUTHORIZATION);
    match token(&headers).filter(|_| by_cookie && at - renewed >= A_DAY) {
        Some(token) => {
            house.store.write(Change::Renew { token: token.hash(), at }).await?;
            Ok((cookie(&doors, Some(&token)), shown(&who)).into_response())
        }
        None => Ok(shown(&who).into_response()),
    }
}

/// The first visit: a name, and a cookie to be known by.
#[utoipa::path(
    post,
    path = "/me",
    operation_id = "arrive",
    request_body = Named,
    responses(
        (status = 200, description = "you were known already", body = Me),
        (status = 201, description = "you are known from now on", body = Me, headers(("set-cookie" = String))),
        BadBody,
        FromElsewhere,
        TooMany,
        NoStore
    )
)]
pub(super) async fn arrive(
    State(doors): State<Doors>,
    from: From,
    known: Option<Asks>,
    Body(Named { name }): Body<Named>,
) -> Result<Response, Fault> {
    let name = Name::chosen(&name)?;
    // Who is known already keeps what they have.
    if let Some(Asks(known)) = known {
        return Ok(shown(&known).into_response());
    }
    let (who, token) = make(&doors, from, name, false).await?;
    Ok((StatusCode::CREATED, cookie(&doors, Some(&token)), shown(&who)).into_response())
}

async fn make(doors: &Doors, from: From, name: Name, program: bool) -> Result<(Who, Token), Fault> {
    let house = &doors.house;
    if !doors.limits.may_arrive(from) {
        return Err(too_many(&house.metrics));
    }
    let (visitor, token) = (VisitorId::new(), Token::new());
    let who = Who { visitor: visitor.clone(), name: name.clone(), program };
    house
        .store
        .write(Change::Visitor { visitor, name, program, token: token.hash(), at: house.now() })
        .await?;
    count(&house.metrics.visitors);
    Ok((who, token))
}

/// A bot from outside, with a token to show.
#[utoipa::path(
    post,
    path = "/programs",
    operation_id = "make_program",
    request_body = Named,
    responses(
        (status = 201, description = "the token, told once", body = ProgramMade),
        BadBody,
        FromElsewhere,
        TooMany,
        NoStore
    )
)]
pub(super) async fn program(
    State(doors): State<Doors>,
    from: From,
    Body(Named { name }): Body<Named>,
) -> Result<Response, Fault> {
    let (who, token) = make(&doors, from, Name::chosen(&name)?, true).await?;
    let made = ProgramMade { visitor: who.visitor.to_string(), token: token.reveal().to_owned() };
    Ok((StatusCode::CREATED, Json(made)).into_response())
}

/// Another name, from the next seat on.
#[utoipa::path(
    patch,
    path = "/me",
    operation_id = "rename_me",
    request_body = Named,
    security(("cookie" = []), ("token" = [])),
    responses((status = 200, description = "you", body = Me), BadBody, NotIntroduced, FromElsewhere, TooFast, NoStore)
)]
pub(super) async fn rename(
    State(doors): State<Doors>,
    Asks(who): Asks,
    Body(Named { name }): Body<Named>,
) -> Result<Json<Me>, Fault> {
    let name = Name::chosen(&name)?;
    doors.house.store.write(Change::Rename { visitor: who.visitor.clone(), name: name.clone() }).await?;
    Ok(shown(&Who { name, ..who }))
}

/// Forgets everything about the visitor.
#[utoipa::path(
    delete,
    path = "/me",
    operation_id = "forget_me",
    security(("cookie" = []), ("token" = [])),
    responses((status = 204, description = "you are forgotten"), NotIntroduced, FromElsewhere, TooFast, NoStore)
)]
pub(super) async fn forget(State(doors): State<Doors>, Asks(who): Asks) -> Result<Response, Fault> {
    doors.house.forget(&who.visitor).await.map_err(|why| match why {
        NotDone::Store(fault) => fault.into(),
        // Another device was faster.
        _ => Fault::WhoAreYou,
    })?;
    Ok((StatusCode::NO_CONTENT, cookie(&doors, None)).into_response())
}

/// A link that brings the visitor to another device, once.
#[utoipa::path(
    post,
    path = "/me/link",
    operation_id = "link_me",
    security(("cookie" = []), ("token" = [])),
    responses((status = 200, description = "the link", body = LinkMade), NotIntroduced, FromElsewhere, TooFast, NoStore)
)]
pub(super) async fn link(
    State(doors): State<Doors>,
    Asks(who): Asks,
    headers: HeaderMap,
) -> Result<Json<LinkMade>, Fault> {
    let device = token(&headers).ok_or(Fault::WhoAreYou)?.hash();
    let (code, at) = (Token::new(), doors.house.now());
    let (hash, visitor, expires) = (code.hash(), who.visitor, at + LINK_LIFE);
    doors.house.store.write(Change::Link { hash, visitor, device, expires, at }).await?;
    Ok(Json(LinkMade { code: code.reveal().to_owned(), expires }))
}

/// Forgets every other device of the visitor, and the link that would bring one.
#[utoipa::path(
    delete,
    path = "/me/devices",
    operation_id = "sign_out_others",
    security(("cookie" = []), ("token" = [])),
    responses(
        (status = 204, description = "you are known on this device only"),
        NotIntroduced,
        FromElsewhere,
        TooFast,
        NoStore
    )
)]
pub(super) async fn sign_out_others(
    State(doors): State<Doors>,
    Asks(who): Asks,
    headers: HeaderMap,
) -> Result<StatusCode, Fault> {
    let device = token(&headers).ok_or(Fault::WhoAreYou)?.hash();
    doors.house.sign_out_others(&who.visitor, device).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The visitor of a link, from now on also on this device.
#[utoipa::path(
    post,
    path = "/links/{code}",
    operation_id = "claim_link",
    params(("code" = String, Path, description = "what `POST /api/v1/me/link` told")),
    responses(
        (status = 200, description = "you", body = Me, headers(("set-cookie" = String))),
        FromElsewhere,
        NotThere,
        TooFast,
        NoStore
    )
)]
pub(super) async fn claim(State(doors): State<Doors>, Path(code): Path<String>) -> Result<Response, Fault> {
    let code = Token::parse(&code).ok_or(Fault::LinkGone)?;
    let token = Token::new();
    let claim = Change::Claim { link: code.hash(), token: token.hash(), at: doors.house.now() };
    match doors.house.store.write(claim).await {
        Ok(()) => {}
        Err(StoreFault::Conflict) => return Err(Fault::LinkGone),
        Err(fault) => return Err(fault.into()),
    }
    let visitor = doors.house.store.visitor_of(token.hash()).await?.ok_or(Fault::LinkGone)?;
    let who = Who { visitor: visitor.id, name: visitor.name, program: visitor.program };
    Ok((cookie(&doors, Some(&token)), shown(&who)).into_response())
}

/// The header that gives a device its token, or takes it away.
fn cookie(doors: &Doors, token: Option<&Token>) -> [(header::HeaderName, String); 1] {
    let secure = if doors.house.rules.tls { "; Secure" } else { "" };
    let (value, seconds) = token.map_or(("", 0), |token| (token.reveal(), COOKIE_SECONDS));
    let text = format!("{COOKIE}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    [(header::SET_COOKIE, text)]
}
