-- Version 4: an append-only log with checksums, and rows for lists. `migrations/version_4.rs` moves personal data out of the
-- entries and fills the new columns; `4_end.sql` follows.

-- The ids, names and words of visitors in the entries of a room. An entry is stored without them, so erasing a visitor deletes
-- rows here and leaves the log as it is. `seat` is -1 where no seat is concerned.
--   first entry   seat -1: the host; seat n: the visitor it is reserved for; no text
--   seat taken    seat n: the visitor, the name
--   chat          seat -1: the visitor, the message
-- An entry that could not be read when version 4 was introduced is here as a whole (seat -1), because it may have personal data.
CREATE TABLE personal_data (
    room_key INTEGER NOT NULL REFERENCES rooms (key) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    number INTEGER NOT NULL,
    -- Null if not known.
    visitor TEXT,
    text TEXT NOT NULL,
    PRIMARY KEY (room_key, seat, number)
) STRICT, WITHOUT ROWID;

-- CRC-32 of number, time and data.
ALTER TABLE entries ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;

-- What lists show of a room and changes with every turn.
ALTER TABLE rooms ADD COLUMN started INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rooms ADD COLUMN updated_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rooms ADD COLUMN to_move INTEGER;
ALTER TABLE rooms ADD COLUMN scores TEXT NOT NULL DEFAULT '[]';

-- What lists show of a room and changes rarely, as JSON. A room that cannot be read has no row, and is in no list. A table of its
-- own, because the rows of `rooms` are written often and have to be small.
CREATE TABLE room_views (
    room_key INTEGER PRIMARY KEY REFERENCES rooms (key) ON DELETE CASCADE,
    view TEXT NOT NULL,
    result TEXT
) STRICT;

-- From now on only visitors who have a seat. `over` is a copy of `rooms.state = 2`, for the index.
ALTER TABLE room_visitors ADD COLUMN over INTEGER NOT NULL DEFAULT 0;

-- Whether the visitor ever opened a room, took a seat or returned on another day.
ALTER TABLE visitors ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
