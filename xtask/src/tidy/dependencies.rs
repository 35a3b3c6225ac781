//! Dependencies of each crate against the table of layers.

use super::Fault;
use super::tree::Tree;
use crate::layers::Layer;
use crate::metadata::{DependencyKind, Package};

pub(super) fn check(
    packages: &[Package],
    tree: &Tree,
    layers: &[Layer],
    owned: &[(&str, &str)],
) -> Vec<Fault> {
    let mut faults = Vec::new();
    for package in packages {
        let manifest = tree.text(&package.manifest);
        let mut fault = |name: &str, text: String| {
            faults.push(Fault::new(&package.manifest, line_of_dependency(manifest, name), text));
        };
        let Some(layer) = layers.iter().find(|layer| layer.package == package.name) else {
            fault(
                "name",
                format!(
                    "{} has no row in xtask/src/layers.rs: add it with the crates it may use",
                    package.name
                ),
            );
            continue;
        };
        for dependency in &package.dependencies {
            let name = dependency.name.as_str();
            if let Some((_, owner)) = owned.iter().find(|(package, _)| *package == name)
                && *owner != package.name
            {
                fault(name, format!("only {owner} may depend on {name}: use the API of {owner} instead"));
            }
            // Development dependencies are no part of the crate that others build.
            if dependency.kind == DependencyKind::Development {
                continue;
            }
            let is_member = packages.iter().any(|member| member.name == name)
                || layers.iter().any(|layer| layer.package == name);
            if is_member {
                if !layer.allows(name) {
                    fault(name, format!("{} may not use {name}: {}", package.name, permitted(layer)));
                }
            } else if layer.external.is_some_and(|external| !external.contains(&name)) {
                fault(
                    name,
                    format!(
                        "{} is pure and may not depend on {name}: move the code that needs it to another crate, or add it \
                         to xtask/src/layers.rs",
                        package.name
                    ),
                );
            }
        }
    }
    faults
}

fn permitted(layer: &Layer) -> String {
    if layer.may_use.is_empty() && layer.exceptions.is_empty() {
        return "it uses no crate of the workspace".to_owned();
    }
    let names: Vec<&str> =
        layer.may_use.iter().copied().chain(layer.exceptions.iter().map(|(name, _)| *name)).collect();
    format!("it may use {}", names.join(", "))
}

/// Returns the line of a manifest where a key begins, or 1.
fn line_of_dependency(manifest: &str, name: &str) -> usize {
    let is_key = |line: &str| {
        line.strip_prefix(name).is_some_and(|rest| rest.starts_with(['.', ' ', '=']))
            || line.strip_suffix(']').is_some_and(|table| table.ends_with(&format!("dependencies.{name}")))
    };
    manifest.lines().position(is_key).map_or(1, |index| index + 1)
}

#[cfg(test)]
mod tests {
    use super::super::lines;
    use super::*;
    use crate::metadata::Dependency;

    const LAYERS: &[Layer] = &[
        Layer { package: "rules", may_use: &[], exceptions: &[], external: Some(&["serde"]) },
        Layer { package: "bots", may_use: &["rules"], exceptions: &[], external: Some(&["serde"]) },
        Layer { package: "store", may_use: &["rules"], exceptions: &[], external: None },
        Layer { package: "server", may_use: &["store"], exceptions: &[("rules", "reason")], external: None },
    ];
    const OWNED: &[(&str, &str)] = &[("rusqlite", "store")];

    fn faults(package: Package, manifest: &str) -> Vec<String> {
        let tree = Tree::new(&[(package.manifest.as_str(), manifest)]);
        lines(&check(&[package], &tree, LAYERS, OWNED))
    }

    #[test]
    fn accepts_permitted_dependencies_and_missing_crates() {
        assert!(faults(Package::member("bots", "crates/bots", &["rules", "serde"]), "").is_empty());
        assert!(faults(Package::member("store", "crates/store", &["rules", "rusqlite"]), "").is_empty());
        assert!(faults(Package::member("server", "crates/server", &["rules", "tokio"]), "").is_empty());
    }

    #[test]
    fn rejects_a_crate_of_a_higher_layer() {
        let manifest = "[package]\nname = \"rules\"\n\n[dependencies]\nbots.workspace = true\n";
        assert_eq!(
            faults(Package::member("rules", "crates/rules", &["bots"]), manifest),
            ["crates/rules/Cargo.toml:5: rules may not use bots: it uses no crate of the workspace"]
        );
    }

    #[test]
    fn rejects_an_unlisted_external_dependency_of_a_pure_crate() {
        let manifest = "[dependencies]\nserde.workspace = true\ntokio = { workspace = true }\n";
        assert_eq!(
            faults(Package::member("bots", "crates/bots", &["serde", "tokio"]), manifest),
            [
                "crates/bots/Cargo.toml:3: bots is pure and may not depend on tokio: move the code that needs it to another \
              crate, or add it to xtask/src/layers.rs"
            ]
        );
    }

    #[test]
    fn rejects_an_owned_package_even_for_tests() {
        let mut package = Package::member("server", "crates/server", &[]);
        package.dependencies =
            vec![Dependency { name: "rusqlite".to_owned(), kind: DependencyKind::Development }];
        assert_eq!(
            faults(package, "[dev-dependencies]\nrusqlite.workspace = true"),
            ["crates/server/Cargo.toml:2: only store may depend on rusqlite: use the API of store instead"]
        );
    }

    #[test]
    fn ignores_other_development_dependencies() {
        let mut package = Package::member("rules", "crates/rules", &[]);
        package.dependencies =
            vec![Dependency { name: "bots".to_owned(), kind: DependencyKind::Development }];
        assert!(faults(package, "").is_empty());
    }

    #[test]
    fn rejects_a_crate_that_is_not_in_the_table() {
        assert_eq!(
            faults(Package::member("extra", "crates/extra", &[]), "[package]\nname = \"extra\"\n"),
            [
                "crates/extra/Cargo.toml:2: extra has no row in xtask/src/layers.rs: add it with the crates it may use"
            ]
        );
    }
}
