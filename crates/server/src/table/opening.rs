//! Opening a table, also for those who want to play again.

use super::Table;
use crate::house::House;
use crate::metrics::count;
use crate::room::{Bot, Decision, Entry, Holder, Problem, Room, Stamped, TableOptions, Who};
use crate::store::{Change, StoreFault, Summary};
use crate::{TableId, VisitorId, random};

/// Opens a new table and stores it.
///
/// # Errors
/// If nobody could play like this, if the host has too many, or if it cannot be stored.
pub async fn open(
    house: &House,
    host: &VisitorId,
    options: TableOptions,
    kept_for: Vec<Option<VisitorId>>,
    bots: &[(u8, Bot)],
) -> Result<Room, Problem> {
    options.check().map_err(Problem::Options)?;
    let twice =
        |(number, (seat, _)): (usize, &(u8, _))| bots[..number].iter().any(|(other, _)| other == seat);
    if bots.iter().take(usize::from(options.players) + 1).enumerate().any(twice) {
        return Err(Problem::SeatTaken);
    }
    let secret = cafe_rules::Secret(random());
    let secret = secret.to_string();
    let opened = Entry::Opened { options, host: host.clone(), secret, kept_for, deal: None };
    let (id, at) = (TableId::new(), house.now());
    let stamped = |entry: Entry| Stamped { at, entry };
    let mut room = Room::open(id.clone(), stamped(opened)).map_err(|_| Problem::NoSuchSeat)?;
    for (seat, bot) in bots {
        let sits = Entry::BotSat { seat: *seat, bot: room.named(bot) };
        room.apply(stamped(sits)).map_err(|_| Problem::NoSuchSeat)?;
    }
    let (entries, summary, most) = (room.entries().to_vec(), Summary::of(&room), house.rules.tables_each);
    let change = Change::Open { table: id, entries, summary, most };
    house.store.write(change).await.map_err(|fault| match fault {
        StoreFault::TooMany => Problem::TooMany,
        fault => not_stored(house, &fault),
    })?;
    count(&house.metrics.tables_opened);
    tracing::info!(table = %room.id, game = %room.game_options, "a table is opened");
    Ok(room)
}

/// Notes that something was not stored, and says so.
pub(super) fn not_stored(house: &House, fault: &StoreFault) -> Problem {
    count(&house.metrics.store_faults);
    if fault.is_of_the_file() {
        // The store itself tells the log, once: it may go wrong very often before somebody looks.
        tracing::debug!(%fault, "an entry was not stored");
    } else {
        tracing::error!(%fault, "an entry was not stored");
    }
    Problem::NotStored
}

impl Table {
    /// Whether a table was closed before its game: nobody can go on there.
    async fn is_closed(&self, table: &TableId) -> bool {
        match self.house.store.room(table.clone()).await {
            Ok(room) => room.is_none_or(|room| room.closed && room.play.is_none()),
            Err(fault) => {
                tracing::error!(%fault, "the next table cannot be read");
                false
            }
        }
    }

    /// The same people at a new table, the next player beginning.
    pub(super) async fn rematch(&self, who: &Who) -> Result<Decision, Problem> {
        self.room.seated(who)?;
        if !self.room.is_over() {
            return Err(Problem::NotOver);
        }
        if self.room.play.is_none() {
            return Err(Problem::NotStarted);
        }
        if let Some(next) = &self.room.followed
            && !self.is_closed(next).await
        {
            return Ok(Decision::Already);
        }
        let mut seats = self.room.seats.clone();
        seats.rotate_left(1);
        // Who was forgotten does not come: anybody may sit there.
        let comes = |visitor: &VisitorId| *visitor != VisitorId::nobody();
        let visitors = seats.iter().map(|holder| holder.guest().map(|guest| guest.visitor.clone()));
        let kept_for = visitors.map(|visitor| visitor.filter(comes)).collect();
        let bots: Vec<(u8, Bot)> = (0..)
            .zip(seats)
            .filter_map(|(seat, holder)| if let Holder::Bot(bot) = holder { Some((seat, bot)) } else { None })
            .collect();
        // A host who was forgotten opens no tables any more.
        let host = if comes(&self.room.host) { &self.room.host } else { &who.visitor };
        let next = open(&self.house, host, self.room.options.clone(), kept_for, &bots).await?;
        Ok(Decision::Happens(vec![Entry::Followed { table: next.id }]))
    }
}
