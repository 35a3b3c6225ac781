-- Version 5: what the list of a visitor's devices shows, and which cookie a device has.

-- The last use, accurate to about an hour.
ALTER TABLE tokens ADD COLUMN used_at INTEGER NOT NULL DEFAULT 0;
UPDATE tokens SET used_at = renewed_at;
-- Names of a browser and a system out of a short list, such as `Firefox` and `Android`. The text that the browser sent is not
-- stored.
ALTER TABLE tokens ADD COLUMN browser TEXT;
ALTER TABLE tokens ADD COLUMN system TEXT;
-- Whether the device has used the cookie with the prefix `__Host-`. From then on the cookie without it is refused under TLS.
ALTER TABLE tokens ADD COLUMN has_host_cookie INTEGER NOT NULL DEFAULT 0;
