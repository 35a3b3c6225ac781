//! The header of a record: options, deal and names.

use std::collections::BTreeMap;
use std::fmt;

use crate::excerpt::{excerpt, is_invisible};
use crate::faults::FaultCollector;
use crate::record_fault::{RecordFault, RecordFaultReason};
use crate::{Board, Commitment, Deal, FriendlyDeal, Game, Kind, MAX_PLAYERS, Options, Secret, Seed, Share};

/// The header fields without a player number.
const HEADER_FIELDS: [&str; 13] = [
    "game",
    "players",
    "parties",
    "date",
    "note",
    "resigned",
    "commitment",
    "secret",
    "seed",
    "friendly",
    "guests",
    "tables",
    "plan",
];
/// Length limit of a name, date or note.
pub const HEADER_TEXT_MAX_CHARS: usize = 200;

/// The header of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// Game, number of players and variant.
    pub options: Options,
    /// The board; the standard board in the card game.
    pub board: &'static Board,
    /// Source of the deal.
    pub deal_source: DealSource,
    /// Commitment that was published before the players added their shares.
    pub commitment: Option<Commitment>,
    /// Secret of the commitment, revealed after the game.
    pub secret: Option<Secret>,
    /// By player: the share of the seed.
    pub shares: Vec<Option<Share>>,
    /// By player: the name, may be empty.
    pub names: Vec<String>,
    /// Date in any format, may be empty.
    pub date: String,
    /// Any other text on one line, may be empty.
    pub note: String,
    /// The players who resigned, in that order.
    pub resigned: Vec<u8>,
}

/// Source of a deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DealSource {
    /// The shuffle of a seed.
    Seed(Seed),
    /// The shuffle of a seed that was chosen because its deal is friendly to the first player.
    Friendly(FriendlyDeal),
    /// An explicit order of the cards.
    Explicit(Deal),
}

impl Header {
    /// Creates a header with the standard board and without names.
    #[must_use]
    pub fn new(options: Options, deal_source: DealSource) -> Header {
        let players = usize::from(options.players());
        Header {
            options,
            board: Board::standard(),
            deal_source,
            commitment: None,
            secret: None,
            shares: vec![None; players],
            names: vec![String::new(); players],
            date: String::new(),
            note: String::new(),
            resigned: Vec::new(),
        }
    }

    /// Returns the cards in drawing order.
    #[must_use]
    pub fn deal(&self) -> Deal {
        match &self.deal_source {
            DealSource::Seed(seed) | DealSource::Friendly(FriendlyDeal { seed, .. }) => {
                Deal::shuffled(self.options.kind(), *seed)
            }
            DealSource::Explicit(deal) => deal.clone(),
        }
    }

    /// Checks that the deal follows from the secret and the shares. Without a secret, a deal that is said to be friendly
    /// must at least be friendly.
    fn check_origin(&self) -> Result<(), RecordFaultReason> {
        let series = self.secret.map(|secret| secret.seed(&self.shares));
        match (&self.deal_source, series) {
            (DealSource::Friendly(deal), Some(series)) => {
                let first = FriendlyDeal::first(self.options, self.board, series);
                if deal.seed != series.friendly(deal.number) {
                    Err(RecordFaultReason::SeedMismatch)
                } else if *deal != first {
                    Err(RecordFaultReason::NotFirstFriendly { first: first.number })
                } else {
                    Ok(())
                }
            }
            (DealSource::Friendly(_), None) => {
                let start = Game::with_board(self.board, self.options, &self.deal());
                start.has_friendly_opening().then_some(()).ok_or(RecordFaultReason::NotFriendly)
            }
            (source, Some(seed)) if *source != DealSource::Seed(seed) => Err(RecordFaultReason::SeedMismatch),
            _ => Ok(()),
        }
    }

    pub(crate) fn parse(lines: &[(usize, &str)], faults: &mut FaultCollector<RecordFault>) -> Option<Header> {
        let mut fields =
            HeaderFields { remaining: BTreeMap::new(), faults, end: lines.last().map_or(1, |line| line.0) };
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
        if !self.resigned.is_empty() {
            let players: Vec<String> = self.resigned.iter().map(ToString::to_string).collect();
            writeln!(f, "resigned: {}", players.join(" "))?;
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
        match &self.deal_source {
            DealSource::Seed(seed) => writeln!(f, "seed: {seed}")?,
            DealSource::Friendly(FriendlyDeal { number, seed }) => {
                writeln!(f, "seed: {seed}\nfriendly: {number}")?;
            }
            DealSource::Explicit(deal) => {
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

/// Returns the text as a header can hold it: one trimmed line of limited length without invisible characters.
fn one_line(text: &str) -> String {
    let clean: String = text.chars().map(|c| if is_invisible(c) { ' ' } else { c }).collect();
    let clean: String = clean.trim().chars().take(HEADER_TEXT_MAX_CHARS).collect();
    clean.trim().to_owned()
}

/// The fields of a header that are not parsed yet, with their lines.
struct HeaderFields<'t, 'f> {
    remaining: BTreeMap<&'t str, (usize, &'t str)>,
    faults: &'f mut FaultCollector<RecordFault>,
    /// Last line of the header, at which missing fields are reported.
    end: usize,
}

impl<'t> HeaderFields<'t, '_> {
    fn fault(&mut self, line: usize, reason: RecordFaultReason) {
        self.faults.add(RecordFault { line, action: None, reason });
    }

    fn add(&mut self, number: usize, line: &'t str) {
        let Some((field, value)) = line.split_once(": ") else {
            return self.fault(number, RecordFaultReason::HeaderLine);
        };
        let is_numbered = field.split_once(' ').is_some_and(|(word, player)| {
            ["name", "share"].contains(&word)
                && player.parse::<usize>().is_ok_and(|n| n < MAX_PLAYERS && n.to_string() == player)
        });
        if !HEADER_FIELDS.contains(&field) && !is_numbered {
            return self.fault(number, RecordFaultReason::UnknownField { field: excerpt(field) });
        }
        if self.remaining.insert(field, (number, value)).is_some() {
            self.fault(number, RecordFaultReason::DuplicateField { field: field.to_owned() });
        }
    }

    /// Removes a field and parses its value; an invalid value is a fault.
    fn take<T>(&mut self, field: &str, wanted: &str, parse: impl Fn(&str) -> Option<T>) -> Option<T> {
        let (line, text) = self.remaining.remove(field)?;
        let value = parse(text);
        if value.is_none() {
            self.fault(
                line,
                RecordFaultReason::InvalidField { field: field.to_owned(), wanted: wanted.to_owned() },
            );
        }
        value
    }

    fn required<T>(
        &mut self,
        field: &'static str,
        wanted: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        if !self.remaining.contains_key(field) {
            self.fault(self.end, RecordFaultReason::MissingField { field });
        }
        self.take(field, wanted, parse)
    }

    fn text(&mut self, field: &str) -> String {
        let wanted = format!("one line of at most {HEADER_TEXT_MAX_CHARS} characters");
        self.take(field, &wanted, |text| (one_line(text) == text).then(|| text.to_owned()))
            .unwrap_or_default()
    }

    fn header(mut self) -> Option<Header> {
        let kind = self.required("game", "card or board", Kind::parse);
        let players_line = self.remaining.get("players").map_or(self.end, |(line, _)| *line);
        let players = self.required("players", "a number", |text| text.parse::<u8>().ok());
        let parties = self.required("parties", "yes or no", |text| match text {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        });
        let names: Vec<String> =
            (0..MAX_PLAYERS).map(|player| self.text(&format!("name {player}"))).collect();
        let date = self.text("date");
        let note = self.text("note");
        let digits = "64 hexadecimal digits";
        let commitment = self.take("commitment", digits, Commitment::parse);
        let secret_line = self.remaining.get("secret").map_or(self.end, |(line, _)| *line);
        let secret = self.take("secret", digits, Secret::parse);
        let shares: Vec<Option<Share>> = (0..MAX_PLAYERS)
            .map(|player| self.take(&format!("share {player}"), digits, Share::parse))
            .collect();
        let options = match Options::new(kind?, players?, parties?) {
            Ok(options) => options,
            Err(error) => {
                let (field, wanted) = ("players".to_owned(), format!("valid: {error}"));
                self.fault(players_line, RecordFaultReason::InvalidField { field, wanted });
                return None;
            }
        };
        let count = usize::from(options.players());
        let resigned = self.resigned(options.players());
        for (field, beyond) in [
            ("name", names[count..].iter().any(|name| !name.is_empty())),
            ("share", shares[count..].iter().any(Option::is_some)),
        ] {
            if beyond {
                let wanted = format!("of one of the {count} players");
                self.fault(self.end, RecordFaultReason::InvalidField { field: field.to_owned(), wanted });
            }
        }
        let friendly_line = self.remaining.get("friendly").map(|(line, _)| *line);
        let deal_source = self.deal_source(options.kind());
        let board = self.board(options.kind());
        let mut header = Header::new(options, deal_source?);
        header.board = board?;
        header.names = names[..count].to_vec();
        header.shares = shares[..count].to_vec();
        (header.date, header.note, header.resigned) = (date, note, resigned);
        (header.commitment, header.secret) = (commitment, secret);
        if let Err(reason) = header.check_origin() {
            self.fault(friendly_line.unwrap_or(secret_line), reason);
        }
        if secret.is_some_and(|secret| commitment != Some(secret.commitment())) {
            self.fault(secret_line, RecordFaultReason::CommitmentMismatch);
        }
        Some(header)
    }

    /// Takes the players who resigned. One player is always left: the game ends when all others have resigned.
    fn resigned(&mut self, players: u8) -> Vec<u8> {
        let parse = |text: &str| {
            let mut resigned = Vec::new();
            for word in text.split(' ') {
                let player = word.parse().ok().filter(|player: &u8| player.to_string() == word)?;
                if player >= players || resigned.contains(&player) {
                    return None;
                }
                resigned.push(player);
            }
            (resigned.len() < usize::from(players)).then_some(resigned)
        };
        self.take("resigned", "different players, and not all of them", parse).unwrap_or_default()
    }

    fn deal_source(&mut self, kind: Kind) -> Option<DealSource> {
        let is_explicit = self.remaining.contains_key("guests") || self.remaining.contains_key("tables");
        for field in ["seed", "friendly"] {
            if self.remaining.contains_key(field) && is_explicit {
                let wanted = "left out if guests and tables are given".to_owned();
                let field = field.to_owned();
                self.fault(self.end, RecordFaultReason::InvalidField { field, wanted });
            }
        }
        if !is_explicit {
            let number = |text: &str| text.parse::<u32>().ok().filter(|number| number.to_string() == text);
            let is_friendly = self.remaining.contains_key("friendly");
            let number = self.take("friendly", "the number of the deal", number);
            let seed = self.required("seed", "64 hexadecimal digits", Seed::parse)?;
            return match is_friendly {
                true => Some(DealSource::Friendly(FriendlyDeal { number: number?, seed })),
                false => Some(DealSource::Seed(seed)),
            };
        }
        let line = self.remaining.get("guests").map_or(self.end, |(line, _)| *line);
        let guests = self.required("guests", "names", |text| Some(text.to_owned()))?;
        let tables = match kind {
            Kind::Card => self.required("tables", "names", |text| Some(text.to_owned()))?,
            Kind::Board => self.take("tables", "names", |text| Some(text.to_owned())).unwrap_or_default(),
        };
        match Deal::from_names(kind, guests.split_whitespace(), tables.split_whitespace()) {
            Ok(deal) => Some(DealSource::Explicit(deal)),
            Err(faults) => {
                let (field, wanted) = ("guests".to_owned(), format!("a complete deck: {faults}"));
                self.fault(line, RecordFaultReason::InvalidField { field, wanted });
                None
            }
        }
    }

    fn board(&mut self, kind: Kind) -> Option<&'static Board> {
        let Some((line, text)) = self.remaining.remove("plan") else {
            return Some(Board::standard());
        };
        let board = match Board::from_json(text) {
            Ok(board) => board.intern().map_err(|error| format!("one of the plans in use: {error}")),
            Err(faults) => Err(format!("a valid floor plan: {faults}")),
        };
        let board = match kind {
            Kind::Board => board,
            Kind::Card => Err("left out in the card game".to_owned()),
        };
        board
            .map_err(|wanted| {
                self.fault(line, RecordFaultReason::InvalidField { field: "plan".to_owned(), wanted });
            })
            .ok()
    }
}
