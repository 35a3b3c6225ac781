-- Version 6: the café of a game, for pictures in lists. A game from before has none until its next turn ends.

ALTER TABLE rooms ADD COLUMN cafe TEXT NOT NULL DEFAULT '';
