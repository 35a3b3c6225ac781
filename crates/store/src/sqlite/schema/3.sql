-- Version 3: the vocabulary of rooms. `migrations/version_3.rs` renames the same in the entries.

ALTER TABLE tables RENAME TO rooms;
ALTER TABLE rooms RENAME COLUMN opened TO opened_at;
-- The last entry or visit, accurate to about a minute.
ALTER TABLE rooms RENAME COLUMN touched TO active_at;
-- When the room needs attention without a request.
ALTER TABLE rooms RENAME COLUMN deadline TO timer_at;

ALTER TABLE entries RENAME COLUMN table_key TO room_key;
ALTER TABLE entries RENAME COLUMN n TO number;

-- The visitors who have had a seat in a room.
ALTER TABLE seats RENAME TO room_visitors;
ALTER TABLE room_visitors RENAME COLUMN table_key TO room_key;

-- The visitors in the first entry of a room: its host, and those a seat is reserved for. No other visitors than these and
-- those in `room_visitors` are mentioned in a room's entries.
ALTER TABLE named RENAME TO room_mentions;
ALTER TABLE room_mentions RENAME COLUMN table_key TO room_key;

ALTER TABLE visitors RENAME COLUMN program TO is_program;
ALTER TABLE visitors RENAME COLUMN created TO created_at;
ALTER TABLE tokens RENAME COLUMN created TO created_at;
ALTER TABLE tokens RENAME COLUMN renewed TO renewed_at;
ALTER TABLE links RENAME COLUMN expires TO expires_at;

DROP INDEX tables_in_public;
CREATE INDEX rooms_public ON rooms (active_at) WHERE public AND state < 2;
DROP INDEX tables_that_wait;
CREATE INDEX rooms_waiting ON rooms (active_at) WHERE state = 0;
DROP INDEX tables_with_a_clock;
CREATE INDEX rooms_by_timer ON rooms (timer_at) WHERE timer_at IS NOT NULL;
DROP INDEX tables_of_a_host;
CREATE INDEX rooms_by_host ON rooms (host, state);
DROP INDEX seats_at_a_table;
CREATE INDEX room_visitors_by_room ON room_visitors (room_key);
DROP INDEX tokens_of_a_visitor;
CREATE INDEX tokens_by_visitor ON tokens (visitor);
