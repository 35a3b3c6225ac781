//! The deal of a new game as given in a request: by a seed, or by all guests and tables in order.

use cafe_rules::{Deal, DeckFault, Faults, Kind, Seed};
use serde_json::{Map, Value};

/// The source of a deal.
pub(super) enum RequestedDeal<'r> {
    Seed(Seed),
    Named(&'r [Value], &'r [Value]),
}

impl RequestedDeal<'_> {
    pub(super) fn deal(&self, kind: Kind) -> Result<Deal, Faults<DeckFault>> {
        match self {
            RequestedDeal::Seed(seed) => Ok(Deal::shuffled(kind, *seed)),
            RequestedDeal::Named(guests, tables) => {
                Deal::from_names(kind, guests.iter().map(name_of), tables.iter().map(name_of))
            }
        }
    }
}

/// Returns the name, or a text that is refused as one.
fn name_of(value: &Value) -> &str {
    value.as_str().unwrap_or("(not a name)")
}

/// Reads the fields of the deal and adds their faults.
pub(super) fn read<'r>(
    fields: &'r Map<String, Value>,
    kind: Option<Kind>,
    faults: &mut Vec<String>,
) -> Option<RequestedDeal<'r>> {
    let mut list = |field: &str| match fields.get(field) {
        None => None,
        Some(Value::Array(items)) => Some(items.as_slice()),
        Some(_) => {
            faults.push(format!("{field} must be a list"));
            None
        }
    };
    let (guests, tables) = (list("guests"), list("tables"));
    if kind == Some(Kind::Board) && fields.contains_key("tables") {
        faults.push("tables are for the card game only".to_owned());
    }
    match fields.get("seed") {
        Some(_) if fields.contains_key("guests") || fields.contains_key("tables") => {
            faults.push("a deal is given by guests and tables or by a seed, not by both".to_owned());
            None
        }
        Some(seed) => {
            let seed = seed.as_str().and_then(Seed::parse);
            if seed.is_none() {
                faults.push("seed must be 64 hexadecimal digits".to_owned());
            }
            seed.map(RequestedDeal::Seed)
        }
        None => {
            if !fields.contains_key("guests") {
                faults.push("guests (all of them in drawing order) or seed is missing".to_owned());
            } else if kind == Some(Kind::Card) && !fields.contains_key("tables") {
                faults.push("tables is missing".to_owned());
            }
            Some(RequestedDeal::Named(guests?, tables.unwrap_or_default()))
        }
    }
}
