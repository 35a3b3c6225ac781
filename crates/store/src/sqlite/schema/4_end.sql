-- The end of version 4, once the data is converted.

DROP TABLE room_mentions;

CREATE INDEX personal_data_by_visitor ON personal_data (visitor);
CREATE INDEX room_visitors_by_state ON room_visitors (visitor, over, room_key);
CREATE INDEX visitors_unused ON visitors (created_at) WHERE used = 0 AND is_program = 0;

DROP INDEX rooms_public;
CREATE INDEX rooms_public ON rooms (active_at, id) WHERE public = 1 AND state < 2;
CREATE INDEX rooms_public_by_host ON rooms (host, active_at, id) WHERE public = 1 AND state < 2;
CREATE INDEX rooms_over ON rooms (started, active_at) WHERE state = 2;

-- An entry is never changed, and is deleted only with its room.
CREATE TRIGGER entries_update BEFORE UPDATE ON entries
BEGIN
    SELECT RAISE(ABORT, 'entries are append-only');
END;
CREATE TRIGGER entries_delete BEFORE DELETE ON entries
WHEN EXISTS (SELECT 1 FROM rooms WHERE key = OLD.room_key)
BEGIN
    SELECT RAISE(ABORT, 'entries are append-only');
END;
