//! The current time in records and in file names.

use std::time::{SystemTime, UNIX_EPOCH};

fn unix_seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// Returns the current time as in records: `1926-05-01 20:15 UTC`.
pub(super) fn record_date() -> String {
    format_date(unix_seconds())
}

/// Returns the current time as in file names: `1926-05-01-201559`.
pub(super) fn file_stamp() -> String {
    format_file_stamp(unix_seconds())
}

fn format_date(seconds: u64) -> String {
    let (year, month, day) = civil(seconds / 86_400);
    let minutes = seconds % 86_400 / 60;
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02} UTC", minutes / 60, minutes % 60)
}

fn format_file_stamp(seconds: u64) -> String {
    let (year, month, day) = civil(seconds / 86_400);
    let rest = seconds % 86_400;
    format!("{year:04}-{month:02}-{day:02}-{:02}{:02}{:02}", rest / 3600, rest / 60 % 60, rest % 60)
}

/// Converts days since 1970-01-01 to year, month and day.
fn civil(days: u64) -> (u64, u64, u64) {
    // Years start on 1 March here, so that a leap day is the last day of its year.
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_follow_the_calendar() {
        assert_eq!(format_date(0), "1970-01-01 00:00 UTC");
        assert_eq!(format_date(951_782_400), "2000-02-29 00:00 UTC");
        assert_eq!(format_date(1_763_245_921), "2025-11-15 22:32 UTC");
        assert_eq!(format_file_stamp(1_763_245_921), "2025-11-15-223201");
    }
}
