-- Version 2: who is named where, how old tables are, and when a device was here last.

-- Whom the first entry of a table names: its host, and those for whom a seat is kept. With `seats` these are all tables
-- that know anything of a visitor. (A first entry that cannot be read names nobody.)
CREATE TABLE named (
    visitor TEXT NOT NULL,
    table_key INTEGER NOT NULL REFERENCES tables (key) ON DELETE CASCADE,
    PRIMARY KEY (visitor, table_key)
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO named (visitor, table_key)
    SELECT CASE WHEN json_valid(data) THEN data ->> 'host' END, table_key FROM entries WHERE n = 1;
INSERT OR IGNORE INTO named (visitor, table_key)
    SELECT value, table_key
    FROM entries, json_each(CASE WHEN json_valid(data) THEN data ELSE '{}' END, '$.kept_for')
    WHERE n = 1 AND type = 'text';

-- From now on `touched` is when something happened at a table or somebody was there, give or take a minute. Plain moves
-- had not been counted.
UPDATE tables SET touched = max(touched, coalesce(
    (SELECT at FROM entries WHERE table_key = key ORDER BY n DESC LIMIT 1), touched));
DROP INDEX tables_in_public;
CREATE INDEX tables_in_public ON tables (touched) WHERE public AND state < 2;
CREATE INDEX tables_that_wait ON tables (touched) WHERE state = 0;

ALTER TABLE tokens ADD COLUMN renewed INTEGER NOT NULL DEFAULT 0;
UPDATE tokens SET renewed = created;
