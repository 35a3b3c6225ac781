-- Version 1. Times are milliseconds since 1970.

CREATE TABLE visitors (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    program INTEGER NOT NULL,
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The devices of a visitor. Only the hash of a token is kept.
CREATE TABLE tokens (
    hash BLOB PRIMARY KEY,
    visitor TEXT NOT NULL REFERENCES visitors (id) ON DELETE CASCADE,
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX tokens_of_a_visitor ON tokens (visitor);

-- Links that bring a visitor to another device, once.
CREATE TABLE links (
    hash BLOB PRIMARY KEY,
    visitor TEXT NOT NULL REFERENCES visitors (id) ON DELETE CASCADE,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What must be known of a table without reading its entries.
CREATE TABLE tables (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    host TEXT NOT NULL,
    public INTEGER NOT NULL,
    state INTEGER NOT NULL,
    opened INTEGER NOT NULL,
    touched INTEGER NOT NULL,
    deadline INTEGER
) STRICT;
CREATE INDEX tables_in_public ON tables (state, touched) WHERE public;
CREATE INDEX tables_with_a_clock ON tables (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX tables_of_a_host ON tables (host, state);

-- The truth: everything that happened at a table. The key is the referee: number n is given once.
CREATE TABLE entries (
    table_key INTEGER NOT NULL REFERENCES tables (key) ON DELETE CASCADE,
    n INTEGER NOT NULL,
    at INTEGER NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (table_key, n)
) STRICT, WITHOUT ROWID;

-- Who has sat where, for everybody's list of games.
CREATE TABLE seats (
    visitor TEXT NOT NULL,
    table_key INTEGER NOT NULL REFERENCES tables (key) ON DELETE CASCADE,
    PRIMARY KEY (visitor, table_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_at_a_table ON seats (table_key);
