//! `cargo xtask graph`: the dependencies between the workspace's crates, beside those that the design allows.

use std::ffi::OsString;
use std::fmt::Write as _;

use crate::layers::{LAYERS, Layer};
use crate::metadata::{self, Package};
use crate::shell::{Result, print};

/// `cargo xtask graph [--dot]`
pub(crate) fn command(arguments: &[OsString]) -> Result {
    let is_dot = match arguments {
        [] => false,
        [option] if option == "--dot" => true,
        _ => return Err("usage: cargo xtask graph [--dot]".to_owned()),
    };
    let packages = metadata::workspace_packages()?;
    let rows = rows(&packages, LAYERS);
    print(&if is_dot { dot(&rows, LAYERS) } else { table(&rows, LAYERS) });
    Ok(())
}

/// A crate with its normal dependencies in the workspace; `None` if the crate does not exist.
struct Row<'a> {
    package: &'a str,
    uses: Option<Vec<&'a str>>,
    layer: Option<&'a Layer>,
}

impl Row<'_> {
    fn allows(&self, package: &str) -> bool {
        self.layer.is_some_and(|layer| layer.allows(package))
    }
}

/// Returns the rows of the table of layers in its order, then the crates that are missing in it.
fn rows<'a>(packages: &'a [Package], layers: &'a [Layer]) -> Vec<Row<'a>> {
    let uses = |package: &'a Package| -> Vec<&'a str> {
        let is_member = |name: &&str| packages.iter().any(|member| member.name == *name);
        let mut uses: Vec<&str> = package.normal_dependencies().filter(is_member).collect();
        uses.sort_by_key(|name| layers.iter().position(|layer| layer.package == *name));
        uses
    };
    let mut rows: Vec<Row<'a>> = layers
        .iter()
        .map(|layer| {
            let package = packages.iter().find(|package| package.name == layer.package);
            Row { package: layer.package, uses: package.map(uses), layer: Some(layer) }
        })
        .collect();
    for package in packages {
        if !layers.iter().any(|layer| layer.package == package.name) {
            rows.push(Row { package: &package.name, uses: Some(uses(package)), layer: None });
        }
    }
    rows
}

/// Formats the graph as a table. `!` marks a dependency that is not allowed, `+` an exception from the design.
fn table(rows: &[Row], layers: &[Layer]) -> String {
    let header = ["crate", "pure", "uses", "may use"].map(str::to_owned);
    let mut cells = vec![header];
    for row in rows {
        let mark = |name: &&str| {
            let mark = if row.allows(name) { "" } else { "!" };
            format!("{mark}{}", short(name))
        };
        let uses = match &row.uses {
            None => "(no such crate yet)".to_owned(),
            Some(uses) => list(uses.iter().map(mark)),
        };
        let may_use = row.layer.map_or_else(
            || "(not in the table of layers)".to_owned(),
            |layer| {
                let exceptions = layer.exceptions.iter().map(|(name, _)| format!("+{}", short(name)));
                list(layer.may_use.iter().map(|name| short(name).to_owned()).chain(exceptions))
            },
        );
        let pure = if row.layer.is_some_and(Layer::is_pure) { "yes" } else { "" };
        cells.push([row.package.to_owned(), pure.to_owned(), uses, may_use]);
    }
    let mut text = align(&cells);
    for layer in layers {
        for (name, reason) in layer.exceptions {
            let _ = writeln!(text, "\n+ {} may use {name}: {reason}", layer.package);
        }
    }
    text
}

/// Removes the prefix that all libraries share.
fn short(package: &str) -> &str {
    package.strip_prefix("cafe-").unwrap_or(package)
}

fn list(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    if names.is_empty() { "–".to_owned() } else { names.join(" ") }
}

/// Joins rows of cells into columns of equal width.
fn align<const N: usize>(rows: &[[String; N]]) -> String {
    let mut widths = [0; N];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.chars().count().max(*width);
        }
    }
    let mut text = String::new();
    for row in rows {
        let padded = row.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}"));
        text += padded.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}

/// Formats the graph for Graphviz: black edges are used, dotted ones only allowed, red ones forbidden.
fn dot(rows: &[Row], layers: &[Layer]) -> String {
    let mut text = String::from("digraph workspace {\n    rankdir = BT;\n    node [shape = box];\n");
    for row in rows {
        let style = match (row.layer.is_some_and(Layer::is_pure), &row.uses) {
            (_, None) => " [style = dotted]",
            (true, Some(_)) => " [style = filled, fillcolor = \"#e8f2e8\"]",
            (false, Some(_)) => "",
        };
        let _ = writeln!(text, "    \"{}\"{style};", row.package);
    }
    for row in rows {
        let uses = row.uses.as_deref().unwrap_or_default();
        for name in uses {
            let style = if row.allows(name) { "" } else { " [color = red]" };
            let _ = writeln!(text, "    \"{}\" -> \"{name}\"{style};", row.package);
        }
        for name in layers.iter().map(|layer| layer.package).filter(|name| row.allows(name)) {
            if !uses.contains(&name) {
                let _ = writeln!(text, "    \"{}\" -> \"{name}\" [style = dotted];", row.package);
            }
        }
    }
    text + "}\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAYERS: &[Layer] = &[
        Layer { package: "rules", may_use: &[], exceptions: &[], external: Some(&[]) },
        Layer { package: "bots", may_use: &["rules"], exceptions: &[], external: Some(&[]) },
        Layer { package: "server", may_use: &["bots"], exceptions: &[("rules", "reason")], external: None },
    ];

    fn packages() -> [Package; 2] {
        [
            Package::member("rules", "crates/rules", &["serde", "server"]),
            Package::member("server", "crates/server", &["rules"]),
        ]
    }

    #[test]
    fn table_shows_uses_beside_permissions() {
        assert_eq!(
            table(&rows(&packages(), LAYERS), LAYERS),
            "crate   pure  uses                 may use\n\
             rules   yes   !server              –\n\
             bots    yes   (no such crate yet)  rules\n\
             server        rules                bots +rules\n\
             \n\
             + server may use rules: reason\n"
        );
    }

    #[test]
    fn table_lists_crates_without_a_layer() {
        let packages = [Package::member("extra", "crates/extra", &[])];
        assert!(
            table(&rows(&packages, &[]), &[]).contains("extra        –     (not in the table of layers)")
        );
    }

    #[test]
    fn dot_marks_forbidden_and_unused_edges() {
        let dot = dot(&rows(&packages(), LAYERS), LAYERS);
        assert!(dot.contains("\"rules\" -> \"server\" [color = red];"));
        assert!(dot.contains("\"server\" -> \"rules\";"));
        assert!(dot.contains("\"server\" -> \"bots\" [style = dotted];"));
    }
}
