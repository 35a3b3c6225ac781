//! Generated TypeScript sources of the web client. `cargo xtask types` writes them.
//!
//! [`types`] is the wire format: messages on a room's WebSocket, and bodies of requests and responses. [`facts`] and
//! [`floor_plans`] are constants of the games.

mod facts;

use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};

use cafe_room::messages::{
    ClientMessage, Device, ErrorBody, GameReplay, Home, LinkCreated, Me, NameBody, NewRoomBody,
    PROTOCOL_VERSION, ProgramCreated, RoomListItem, RoomPage, ServerMessage, StudyBody, StudyResult,
};
use ts_rs::{Config, TS, TypeVisitor};

pub use facts::{facts, floor_plans};

/// A generated file.
pub struct GeneratedFile {
    /// Path from the root of the repository.
    pub path: &'static str,
    /// Its content.
    pub text: String,
}

/// Returns all generated files.
#[must_use]
pub fn files() -> [GeneratedFile; 3] {
    [
        GeneratedFile { path: "web/src/api/wire.ts", text: types() },
        GeneratedFile { path: "web/src/api/game_facts.ts", text: facts() },
        GeneratedFile { path: "web/src/api/floor_plans.ts", text: floor_plans() },
    ]
}

const HEADER: &str = "\
// The wire format between client and server (docs/server-protocol.md).
// Generated from the Rust types by `cargo xtask types`; do not edit.
";

/// Returns all types as one TypeScript file, sorted by name.
#[must_use]
pub fn types() -> String {
    // Times and entry numbers are far below the largest exact integer of JavaScript.
    let mut types = Types { config: Config::new().with_large_int("number"), ..Types::default() };
    types.visit::<ClientMessage>();
    types.visit::<ServerMessage>();
    types.visit::<ErrorBody>();
    types.visit::<Me>();
    types.visit::<NameBody>();
    types.visit::<ProgramCreated>();
    types.visit::<LinkCreated>();
    types.visit::<Device>();
    types.visit::<NewRoomBody>();
    types.visit::<RoomListItem>();
    types.visit::<RoomPage>();
    types.visit::<Home>();
    types.visit::<GameReplay>();
    types.visit::<StudyBody>();
    types.visit::<StudyResult>();
    let mut text = format!(
        "{HEADER}\n/** Version of the messages. A server with another one may not be understood. */\n\
         export const PROTOCOL_VERSION: number = {PROTOCOL_VERSION};\n"
    );
    for declaration in types.declarations.values() {
        text.push('\n');
        text.push_str(declaration);
    }
    text
}

/// Declarations by name.
#[derive(Default)]
struct Types {
    config: Config,
    declarations: BTreeMap<String, String>,
    visited: HashSet<TypeId>,
}

impl TypeVisitor for Types {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.visited.insert(TypeId::of::<T>()) {
            return;
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
        // Built-in types have no declaration.
        if T::output_path().is_some() {
            let docs = T::docs().unwrap_or_default();
            let declaration = format_declaration(&format!("{docs}export {}", T::decl(&self.config)));
            self.declarations.insert(T::ident(&self.config), declaration);
        }
    }
}

/// Formats a declaration: one-line comments on one line, one line per variant, indented.
fn format_declaration(declaration: &str) -> String {
    let whole = declaration
        .replace("/**\n * ", "/** ")
        .replace("\n */", " */")
        .replace(" } | ", " }\n| ")
        .replace(" & RoomUpdate | ", " & RoomUpdate\n| ")
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
