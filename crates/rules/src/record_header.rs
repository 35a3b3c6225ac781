//! The header of a record: who played what, and the deal.

use std::collections::BTreeMap;
use std::fmt;

use crate::faults::Finding;
use crate::quote::{clip, is_unseen};
use crate::record_fault::{Reason, RecordFault};
use crate::{Board, Commitment, Deal, Kind, MAX_PLAYERS, Options, Secret, Seed, Share};

/// A name or a remark is at most this many characters long.
pub const REMARK_CHARACTERS: usize = 200;

/// What a game begins with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// Game, players, variant.
    pub options: Options,
    /// Where the board game is played; the standard board in the card game.
    pub board: &'static Board,
    /// Where the cards come from.
    pub dealt_by: DealtBy,
    /// What the dealer showed before the players added their shares.
    pub commitment: Option<Commitment>,
    /// What was committed to, revealed after the game.
    pub secret: Option<Secret>,
    /// By player: the share of the seed.
    pub shares: Vec<Option<Share>>,
    /// By player: the name, or nothing.
    pub names: Vec<String>,
    /// When, as one likes to write it.
    pub date: String,
    /// Anything else, on one line.
    pub note: String,
}

/// Where the cards come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DealtBy {
    /// They follow from a seed.
    Seed(Seed),
    /// Somebody wrote down their order.
    Hand(Deal),
}

impl Header {
    /// A game on the standard board between players without names.
    #[must_use]
    pub fn new(options: Options, dealt_by: DealtBy) -> Header {
        let players = usize::from(options.players());
        Header {
            options,
            board: Board::standard(),
            dealt_by,
            commitment: None,
            secret: None,
            shares: vec![None; players],
            names: vec![String::new(); players],
            date: String::new(),
            note: String::new(),
        }
    }

    /// The cards in drawing order.
    #[must_use]
    pub fn deal(&self) -> Deal {
        match &self.dealt_by {
            DealtBy::Seed(seed) => Deal::shuffled(self.options.kind(), *seed),
            DealtBy::Hand(deal) => deal.clone(),
        }
    }

    pub(crate) fn read(lines: &[(usize, &str)], faults: &mut Finding<RecordFault>) -> Option<Header> {
        let mut fields =
            Fields { found: BTreeMap::new(), faults, end: lines.last().map_or(1, |line| line.0) };
        for &(number, line) in lines {
            fields.add(number, line);
        }
        fields.header()
    }
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "game: {}", self.options.kind())?;
        writeln!(f, "players: {}", self.options.players())?;
        writeln!(f, "parties: {}", if self.options.parties() { "yes" } else { "no" })?;
        let names = self.names.iter().enumerate().map(|(player, name)| (format!("name {player}"), name));
        for (field, text) in names.chain([("date".to_owned(), &self.date), ("note".to_owned(), &self.note)]) {
            let text = one_line(text);
            if !text.is_empty() {
                writeln!(f, "{field}: {text}")?;
            }
        }
        if let Some(commitment) = self.commitment {
            writeln!(f, "commitment: {commitment}")?;
        }
        if let Some(secret) = self.secret {
            writeln!(f, "secret: {secret}")?;
        }
        for (player, share) in self.shares.iter().enumerate() {
            if let Some(share) = share {
                writeln!(f, "share {player}: {share}")?;
            }
        }
        match &self.dealt_by {
            DealtBy::Seed(seed) => writeln!(f, "seed: {seed}")?,
            DealtBy::Hand(deal) => {
                let row = |names: Vec<String>| names.join(" ");
                writeln!(f, "guests: {}", row(deal.guests().iter().map(ToString::to_string).collect()))?;
                if deal.kind() == Kind::Card {
                    writeln!(f, "tables: {}", row(deal.tables().iter().map(ToString::to_string).collect()))?;
                }
            }
        }
        if self.board != Board::standard() {
            writeln!(f, "plan: {}", self.board.to_json())?;
        }
        Ok(())
    }
}

/// A name or a remark as a header can hold it: one line without characters that cannot be seen, not too long, no
/// blanks at the ends.
fn one_line(text: &str) -> String {
    let clean: String = text.chars().map(|c| if is_unseen(c) { ' ' } else { c }).collect();
    let clean: String = clean.trim().chars().take(REMARK_CHARACTERS).collect();
    clean.trim().to_owned()
}

struct Fields<'t, 'f> {
    found: BTreeMap<&'t str, (usize, &'t str)>,
    faults: &'f mut Finding<RecordFault>,
    /// The last line of the header, where a missing field is reported.
    end: usize,
}

impl<'t> Fields<'t, '_> {
    fn fault(&mut self, line: usize, reason: Reason) {
        self.faults.add(RecordFault { line, action: None, reason });
    }

    fn add(&mut self, number: usize, line: &'t str) {
        let Some((field, value)) = line.split_once(": ") else {
            return self.fault(number, Reason::HeaderLine);
        };
        let known = [
            "game",
            "players",
            "parties",
            "date",
            "note",
            "commitment",
            "secret",
            "seed",
            "guests",
            "tables",
            "plan",
        ];
        let numbered = field.split_once(' ').is_some_and(|(word, player)| {
            ["name", "share"].contains(&word)
                && player.parse::<usize>().is_ok_and(|n| n < MAX_PLAYERS && n.to_string() == player)
        });
        if !known.contains(&field) && !numbered {
            return self.fault(number, Reason::UnknownField { field: clip(field) });
        }
        if self.found.insert(field, (number, value)).is_some() {
            self.fault(number, Reason::FieldTwice { field: field.to_owned() });
        }
    }

    /// Takes a field and reads it; what cannot be read is a fault.
    fn take<T>(&mut self, field: &str, wanted: &str, read: impl Fn(&str) -> Option<T>) -> Option<T> {
        let (line, text) = self.found.remove(field)?;
        let value = read(text);
        if value.is_none() {
            self.fault(line, Reason::Field { field: field.to_owned(), wanted: wanted.to_owned() });
        }
        value
    }

    fn required<T>(
        &mut self,
        field: &'static str,
        wanted: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        if !self.found.contains_key(field) {
            self.fault(self.end, Reason::FieldMissing { field });
        }
        self.take(field, wanted, read)
    }

    fn remark(&mut self, field: &str) -> String {
        let wanted = format!("one line of at most {REMARK_CHARACTERS} characters");
        self.take(field, &wanted, |text| (one_line(text) == text).then(|| text.to_owned()))
            .unwrap_or_default()
    }

    fn header(mut self) -> Option<Header> {
        let kind = self.required("game", "card or board", Kind::from_word);
        let players_line = self.found.get("players").map_or(self.end, |(line, _)| *line);
        let players = self.required("players", "a number", |text| text.parse::<u8>().ok());
        let parties = self.required("parties", "yes or no", |text| match text {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        });
        let names: Vec<String> =
            (0..MAX_PLAYERS).map(|player| self.remark(&format!("name {player}"))).collect();
        let date = self.remark("date");
        let note = self.remark("note");
        let digits = "64 hexadecimal digits";
        let commitment = self.take("commitment", digits, Commitment::parse);
        let secret_line = self.found.get("secret").map_or(self.end, |(line, _)| *line);
        let secret = self.take("secret", digits, Secret::parse);
        let shares: Vec<Option<Share>> = (0..MAX_PLAYERS)
            .map(|player| self.take(&format!("share {player}"), digits, Share::parse))
            .collect();
        let options = match Options::new(kind?, players?, parties?) {
            Ok(options) => options,
            Err(wrong) => {
                let (field, wanted) = ("players".to_owned(), format!("right: {wrong}"));
                self.fault(players_line, Reason::Field { field, wanted });
                return None;
            }
        };
        let count = usize::from(options.players());
        for (field, beyond) in [
            ("name", names[count..].iter().any(|name| !name.is_empty())),
            ("share", shares[count..].iter().any(Option::is_some)),
        ] {
            if beyond {
                let wanted = format!("of one of the {count} players");
                self.fault(self.end, Reason::Field { field: field.to_owned(), wanted });
            }
        }
        let dealt_by = self.dealt_by(options.kind());
        let board = self.board(options.kind());
        let mut header = Header::new(options, dealt_by?);
        header.board = board?;
        header.names = names[..count].to_vec();
        header.shares = shares[..count].to_vec();
        (header.date, header.note) = (date, note);
        (header.commitment, header.secret) = (commitment, secret);
        if let Some(secret) = secret {
            let seed = DealtBy::Seed(secret.seed(&header.shares));
            if header.dealt_by != seed {
                self.fault(secret_line, Reason::SeedMismatch);
            }
            if commitment != Some(secret.commitment()) {
                self.fault(secret_line, Reason::CommitmentMismatch);
            }
        }
        Some(header)
    }

    fn dealt_by(&mut self, kind: Kind) -> Option<DealtBy> {
        let written = self.found.contains_key("guests") || self.found.contains_key("tables");
        if self.found.contains_key("seed") && written {
            let (field, wanted) =
                ("seed".to_owned(), "given instead of guests and tables, not with them".to_owned());
            self.fault(self.end, Reason::Field { field, wanted });
        }
        if !written {
            return self.required("seed", "64 hexadecimal digits", Seed::parse).map(DealtBy::Seed);
        }
        let line = self.found.get("guests").map_or(self.end, |(line, _)| *line);
        let guests = self.required("guests", "names", |text| Some(text.to_owned()))?;
        let tables = match kind {
            Kind::Card => self.required("tables", "names", |text| Some(text.to_owned()))?,
            Kind::Board => self.take("tables", "names", |text| Some(text.to_owned())).unwrap_or_default(),
        };
        match Deal::from_names(kind, guests.split_whitespace(), tables.split_whitespace()) {
            Ok(deal) => Some(DealtBy::Hand(deal)),
            Err(faults) => {
                let (field, wanted) = ("guests".to_owned(), format!("a whole deck: {faults}"));
                self.fault(line, Reason::Field { field, wanted });
                None
            }
        }
    }

    fn board(&mut self, kind: Kind) -> Option<&'static Board> {
        let Some((line, text)) = self.found.remove("plan") else {
            return Some(Board::standard());
        };
        let board = match Board::from_json(text) {
            Ok(board) => board.keep().map_err(|full| full.to_string()),
            Err(faults) => Err(format!("a sound floor plan: {faults}")),
        };
        let board = match kind {
            Kind::Board => board,
            Kind::Card => Err("left out in the card game".to_owned()),
        };
        board.map_err(|wanted| self.fault(line, Reason::Field { field: "plan".to_owned(), wanted })).ok()
    }
}
