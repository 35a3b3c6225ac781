//! The types of everything that a client in TypeScript meets: what goes over a table's socket, and the bodies of requests
//! and answers. `cargo xtask types` writes them to `web/src/lib/wire/wire.ts`.

use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};

use ts_rs::{Config, TS, TypeVisitor};

use crate::http::{Failure, GamesPage, LinkMade, Me, Named, NewTable, ProgramMade, Study, TableListed};
use crate::messages::{Asked, Replay, Studied, Tell};

const HEAD: &str = "\
// What goes over the wire between a client and the server (docs/server-protocol.md).
// Made from the Rust types by `cargo xtask types`: change those, never this file.
";

/// All types, sorted by name, as one file in TypeScript.
#[must_use]
pub fn types() -> String {
    // Times and numbers of pushes are far from where a number in JavaScript is not exact any more.
    let mut all = Types { config: Config::new().with_large_int("number"), ..Types::default() };
    all.visit::<Asked>();
    all.visit::<Tell>();
    all.visit::<Failure>();
    all.visit::<Me>();
    all.visit::<Named>();
    all.visit::<ProgramMade>();
    all.visit::<LinkMade>();
    all.visit::<NewTable>();
    all.visit::<TableListed>();
    all.visit::<GamesPage>();
    all.visit::<Replay>();
    all.visit::<Study>();
    all.visit::<Studied>();
    let mut text = HEAD.to_owned();
    for declared in all.declared.values() {
        text.push('\n');
        text.push_str(declared);
    }
    text
}

/// What is declared so far, by name.
#[derive(Default)]
struct Types {
    config: Config,
    declared: BTreeMap<String, String>,
    seen: HashSet<TypeId>,
}

impl TypeVisitor for Types {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
        // Types of the language itself need no declaration.
        if T::output_path().is_some() {
            let docs = T::docs().unwrap_or_default();
            let declared = tidy(&format!("{docs}export {}", T::decl(&self.config)));
            self.declared.insert(T::ident(&self.config), declared);
        }
    }
}

/// A declaration as people like to read it: comments of one line on one line, a line for each variant, indented.
fn tidy(declared: &str) -> String {
    let whole = declared
        .replace("/**\n * ", "/** ")
        .replace("\n */", " */")
        .replace(" } | ", " }\n| ")
        .replace(" & Now | ", " & Now\n| ")
        .replace(" = { \"", " =\n| { \"")
        .replace(" & ({ \"", " & (\n| { \"");
    let whole = match whole.strip_suffix(", };") {
        Some(fields) if !whole.contains("\n| ") => format!("{fields},\n}};"),
        _ => whole,
    };
    let mut text = String::new();
    let mut inside = false;
    for line in whole.lines() {
        text.push_str(if inside && line != "};" { "  " } else { "" });
        text.push_str(line.trim_end());
        text.push('\n');
        inside |= line.starts_with("export");
    }
    text
}
