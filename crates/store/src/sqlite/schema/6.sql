-- Version 6: the café of a game, for pictures in lists. `migrations/version_6.rs` fills it.

ALTER TABLE rooms ADD COLUMN cafe TEXT NOT NULL DEFAULT '';
