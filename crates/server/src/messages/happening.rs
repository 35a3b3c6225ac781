//! What has happened, as one viewer may know it.

use cafe_rules::{ActionView, Event, EventView, Game, Viewer};
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::room::{Acted, Applied, By, Entry, Millis, Room, Stamped};

/// Something that happened at a table.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Happening {
    /// Its number.
    pub n: u64,
    /// When, in milliseconds since 1970.
    #[schema(value_type = i64)]
    pub at: Millis,
    /// What.
    #[serde(flatten)]
    pub what: What,
}

/// What happened.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
#[serde(tag = "what", rename_all = "snake_case")]
#[expect(missing_docs, reason = "the fields are what the sentence above them names")]
pub enum What {
    /// The table was opened.
    Opened,
    /// Somebody sat down.
    Sat { seat: u8, name: String },
    /// Somebody left.
    Left { seat: u8 },
    /// The cards were dealt.
    Dealt,
    /// An action was played. What is hidden of it is left out: `down` without the guest.
    Acted { seat: u8, action: String, by: By, events: Vec<Seen>, scores: Vec<i16> },
    /// The last actions were taken back.
    Undone { seat: u8, steps: u16 },
    /// Somebody asked to take back.
    UndoAsked { seat: u8, steps: u16 },
    /// Somebody agreed to that.
    UndoAgreed { seat: u8 },
    /// Somebody did not.
    UndoDeclined { seat: u8 },
    /// A bot looks after the seat.
    Minded { seat: u8 },
    /// The player is back.
    Returned { seat: u8 },
    /// Somebody said something.
    Said { seat: u8, text: String },
    /// The host muted somebody, or let them speak again.
    Muted { seat: u8, muted: bool },
    /// The same people go on at another table.
    Followed { table: String },
    /// A player lets everybody who has the link see the finished game.
    Shared { seat: u8 },
    /// The table was closed before the end: by whoever runs the house, who perhaps said why, or because nobody is
    /// left whom it could wait for.
    Closed {
        #[schema(required)]
        why: Option<String>,
    },
}

/// What an action brought about, as one viewer may know it.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
#[expect(missing_docs, reason = "the fields are what the sentence above them names")]
pub enum Seen {
    /// A guest sat down.
    Seated { guest: String, seat: String },
    /// A table paid: one point a guest, doubled if all are at home.
    Scored { table: String, nation: String, guests: u8, doubled: bool, points: i16 },
    /// A party paid.
    PartyScored { table: String, nation: String, doubled: bool, points: i16 },
    /// A full table was cleared.
    Cleared { table: String },
    /// A new table was laid.
    Laid { table: String, nation: String },
    /// Somebody drew; what, only the player knows in the card game.
    Drew {
        player: u8,
        #[schema(required)]
        tile: Option<String>,
    },
    /// Somebody laid a guest face down.
    LaidDown {
        player: u8,
        #[schema(required)]
        tile: Option<String>,
    },
    /// A guest went to the bar.
    AtBar { tile: String, place: u8, points: i16 },
    /// A joker was taken for a guest.
    Swapped { guest: String, joker: String, seat: String },
    /// A player was eliminated at the bar.
    Eliminated { player: u8, tile: String, place: u8 },
    /// A player could do nothing.
    Passed { player: u8 },
    /// The turn went on to the next.
    TurnPassed { to: u8 },
    /// The game ended.
    GameOver { why: String },
}

impl Happening {
    /// What an entry of a table tells a viewer.
    #[must_use]
    pub fn of(room: &Room, applied: &Applied, viewer: Viewer) -> Option<Happening> {
        let Stamped { at, entry } = room.entries().get(applied.number as usize - 1)?;
        let what = match &applied.acted {
            Some(acted) => What::of_action(acted, viewer),
            None => What::of_entry(entry)?,
        };
        Some(Happening { n: applied.number, at: *at, what })
    }
}

impl What {
    /// What an entry tells everybody; nothing if it is an action, which not everybody may know.
    fn of_entry(entry: &Entry) -> Option<What> {
        Some(match entry {
            Entry::Acted { .. } => return None,
            Entry::Opened { .. } => What::Opened,
            Entry::Sat { seat, name, .. } => What::Sat { seat: *seat, name: name.to_string() },
            Entry::BotSat { seat, bot } => What::Sat { seat: *seat, name: bot.name().to_owned() },
            Entry::Left { seat, .. } => What::Left { seat: *seat },
            Entry::Dealt { .. } => What::Dealt,
            Entry::Undone { seat, steps } => What::Undone { seat: *seat, steps: *steps },
            Entry::UndoAsked { seat, steps } => What::UndoAsked { seat: *seat, steps: *steps },
            Entry::UndoAgreed { seat } => What::UndoAgreed { seat: *seat },
            Entry::UndoDeclined { seat } => What::UndoDeclined { seat: *seat },
            Entry::Minded { seat } => What::Minded { seat: *seat },
            Entry::Returned { seat, .. } => What::Returned { seat: *seat },
            Entry::Said { seat, text } => What::Said { seat: *seat, text: text.clone() },
            Entry::Muted { seat, muted } => What::Muted { seat: *seat, muted: *muted },
            Entry::Followed { table } => What::Followed { table: table.to_string() },
            Entry::Shared { seat } => What::Shared { seat: *seat },
            Entry::Closed { why } => What::Closed { why: why.clone() },
        })
    }

    fn of_action(acted: &Acted, viewer: Viewer) -> What {
        let Acted { seat, action, by, events, before, after } = acted;
        let action = match ActionView::of(*action, *seat, viewer) {
            ActionView::Full(action) => after.format_action(&action),
            ActionView::Down => "down".to_owned(),
        };
        let events = events.iter().map(|&event| Seen::of(event, before, after, viewer)).collect();
        What::Acted { seat: *seat, action, by: *by, events, scores: after.scores().to_vec() }
    }
}

impl Seen {
    pub(super) fn of(event: Event, before: &Game, after: &Game, viewer: Viewer) -> Seen {
        match EventView::of(event, after, viewer) {
            EventView::Drew { player } => Seen::Drew { player, tile: None },
            EventView::LaidFaceDown { player } => Seen::LaidDown { player, tile: None },
            EventView::Full(event) => Seen::whole(event, before, after),
        }
    }

    /// All of an event: for who may know it, or when the game is over.
    pub(super) fn whole(event: Event, before: &Game, after: &Game) -> Seen {
        let cell = |table| after.table_cell(table).to_string();
        // A table pays before it may be replaced.
        let nation = |table| before.nation(table).code().to_owned();
        match event {
            Event::Seated { guest, seat, .. } => {
                Seen::Seated { guest: guest.to_string(), seat: after.seat_cell(seat).to_string() }
            }
            Event::Scored { table, score, .. } => Seen::Scored {
                table: cell(table),
                nation: nation(table),
                guests: score.guests,
                doubled: score.own,
                points: score.points(),
            },
            Event::PartyScored { table, own, points, .. } => {
                Seen::PartyScored { table: cell(table), nation: nation(table), doubled: own, points }
            }
            Event::TableCleared { table } => Seen::Cleared { table: cell(table) },
            Event::TableLaid { table, nation } => {
                Seen::Laid { table: cell(table), nation: nation.code().to_owned() }
            }
            Event::Drew { player, tile } => Seen::Drew { player, tile: Some(tile.to_string()) },
            Event::LaidFaceDown { player, tile } => Seen::LaidDown { player, tile: Some(tile.to_string()) },
            Event::SentToBar { tile, place, points, .. } => {
                Seen::AtBar { tile: tile.to_string(), place, points }
            }
            Event::Swapped { guest, joker, seat, .. } => Seen::Swapped {
                guest: guest.to_string(),
                joker: joker.to_string(),
                seat: after.seat_cell(seat).to_string(),
            },
            Event::Eliminated { player, tile, place } => {
                Seen::Eliminated { player, tile: tile.to_string(), place }
            }
            Event::Passed { player } => Seen::Passed { player },
            Event::TurnPassed { to } => Seen::TurnPassed { to },
            Event::GameOver { why } => Seen::GameOver { why: why.as_str().to_owned() },
        }
    }
}
