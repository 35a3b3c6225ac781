//! Tables: opened, listed, looked at, and what became of them.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use cafe_bots::Level;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::answers::too_many;
use super::door::Asks;
use super::{Doors, Fault};
use crate::TableId;
use crate::messages::RoomShown;
use crate::room::{Millis, Problem, Room, TableOptions};
use crate::store::Listed;
use crate::table;

/// What a new table is to be.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTable {
    /// What is agreed.
    options: TableOptions,
    /// Bots that sit down at once.
    #[serde(default)]
    bots: Vec<NewBot>,
}

/// A bot that sits down at once.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewBot {
    /// Where.
    seat: u8,
    /// How well it plays.
    #[ts(type = "string")]
    level: Level,
}

/// A table in a list.
#[derive(Clone, Debug, Serialize, TS)]
pub(crate) struct TableListed {
    /// The table.
    table: RoomShown,
    /// When something happened there last, in milliseconds since 1970.
    #[ts(type = "number")]
    touched: Millis,
    /// Whose turn it is, in a game that goes on.
    to_move: Option<u8>,
    /// The points so far, or at the end.
    scores: Vec<i16>,
    /// Where you sit.
    seat: Option<u8>,
}

/// A list is at most this long.
const LISTED: usize = 100;

pub(super) async fn open(
    State(doors): State<Doors>,
    Asks(who): Asks,
    Json(new): Json<NewTable>,
) -> Result<Response, Fault> {
    let house = &doors.house;
    if house.store.open_tables_of(who.visitor.clone()).await? >= house.rules.tables_each {
        return Err(too_many(&house.metrics));
    }
    let bots: Vec<(u8, Level)> = new.bots.iter().map(|bot| (bot.seat, bot.level)).collect();
    let room = table::open(house, &who.visitor, new.options, Vec::new(), &bots).await?;
    Ok((StatusCode::CREATED, Json(RoomShown::of(&room))).into_response())
}

pub(super) async fn list(State(doors): State<Doors>) -> Result<Json<Vec<TableListed>>, Fault> {
    let listed = doors.house.store.public_tables(LISTED).await?;
    Ok(Json(rooms(&doors, listed, |_| None).await?))
}

pub(super) async fn mine(
    State(doors): State<Doors>,
    Asks(who): Asks,
) -> Result<Json<Vec<TableListed>>, Fault> {
    let listed = doors.house.store.tables_of(who.visitor.clone(), LISTED).await?;
    Ok(Json(rooms(&doors, listed, |room| room.seat_of(&who.visitor)).await?))
}

/// The tables of a list, as the file has them: none is woken for it.
async fn rooms(
    doors: &Doors,
    listed: Vec<Listed>,
    seat: impl Fn(&Room) -> Option<u8>,
) -> Result<Vec<TableListed>, Fault> {
    let mut all = Vec::with_capacity(listed.len());
    for Listed { id, touched } in listed {
        let Some(room) = doors.house.store.room(id).await? else { continue };
        let scores = room.play.as_ref().map_or(Vec::new(), |play| match play.game.outcome() {
            Some(outcome) => outcome.finals.to_vec(),
            None => play.game.scores().to_vec(),
        });
        let (to_move, seat) = (room.to_move(), seat(&room));
        all.push(TableListed { table: RoomShown::of(&room), touched, to_move, scores, seat });
    }
    Ok(all)
}

fn table_id(text: &str) -> Result<TableId, Fault> {
    TableId::parse(text).ok_or(Fault::NotFound)
}

pub(super) async fn show(
    State(doors): State<Doors>,
    Path(id): Path<String>,
) -> Result<Json<RoomShown>, Fault> {
    let room = doors.house.store.room(table_id(&id)?).await?.ok_or(Fault::NotFound)?;
    Ok(Json(RoomShown::of(&room)))
}

/// The record of a finished game: everything is open then, and nothing before.
pub(super) async fn record(State(doors): State<Doors>, Path(id): Path<String>) -> Result<Response, Fault> {
    let id = table_id(&id)?;
    let room = doors.house.store.room(id.clone()).await?.ok_or(Fault::NotFound)?;
    let record = room.record().ok_or(Fault::Table(Problem::NotOver))?;
    let name = format!("attachment; filename=\"cafe-{id}.cafe\"");
    let kind = "text/plain; charset=utf-8".to_owned();
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], record.to_string())
        .into_response())
}
