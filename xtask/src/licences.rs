//! `cargo xtask licences`: licences, bans, duplicates and sources of all packages that the workspace uses.
//!
//! cargo-deny checks the same and more, but compiling it takes minutes, and most of its worth is in an advisory database that
//! not every machine can reach. `cargo verify` needs neither.

use std::collections::BTreeMap;

use spdx::{Expression, Licensee, ParseMode};

use crate::metadata::{self, Package};
use crate::shell::{Result, capture, cargo, status};

/// Permissive licences that a binary can be distributed under.
const ALLOWED_LICENCES: &[&str] =
    &["MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT-0", "Unicode-3.0", "Zlib"];

/// Packages that may not be used, each with what to do instead.
const BANNED: &[(&str, &str)] = &[
    ("openssl", "use rustls: it needs no system library"),
    ("openssl-sys", "use rustls: it needs no system library"),
    ("native-tls", "use rustls: it needs no system library"),
];

/// Packages that must occur in one version only: their types cross crate borders, they wrap a C library, or they are large.
const SINGLE_VERSION: &[&str] = &[
    "axum",
    "hyper",
    "libsqlite3-sys",
    "rusqlite",
    "rustls",
    "serde",
    "serde_json",
    "sha2",
    "thiserror",
    "tokio",
    "tokio-tungstenite",
    "tungstenite",
];

const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Checks all packages and lists all faults.
pub(crate) fn command() -> Result {
    let packages = used_packages()?;
    let faults = check(&packages)?;
    let others: Vec<String> = duplicates(&packages)
        .into_iter()
        .filter(|(name, _)| !SINGLE_VERSION.contains(name))
        .map(|(name, versions)| format!("{name} {}", versions.join(" + ")))
        .collect();
    status(&format!("{} packages; tolerated duplicates: {}", packages.len(), others.join(", ")));
    status(
        "Security advisories are not checked, which needs the RustSec database: \
         `cargo install cargo-deny --locked && cargo deny check advisories`",
    );
    if faults.is_empty() {
        return Ok(());
    }
    for fault in &faults {
        status(fault);
    }
    Err(format!("faults in the dependencies: {}", faults.len()))
}

/// Returns the packages of all platforms and features. `cargo metadata` alone also lists optional packages that no feature
/// switches on.
fn used_packages() -> Result<Vec<Package>> {
    let arguments = [
        "tree",
        "--workspace",
        "--all-features",
        "--locked",
        "--target=all",
        "--edges=normal,build,dev",
        "--prefix=none",
        "--format={p}",
    ];
    let tree = capture(cargo(&arguments))?;
    let tree = String::from_utf8_lossy(&tree);
    let used = parse_tree(&tree);
    let mut packages = metadata::locked_packages()?;
    packages.retain(|package| used.contains(&(package.name.as_str(), package.version.as_str())));
    Ok(packages)
}

/// Reads name and version from lines such as `serde v1.0.228 (*)`.
fn parse_tree(tree: &str) -> Vec<(&str, &str)> {
    let mut used: Vec<(&str, &str)> = tree
        .lines()
        .filter_map(|line| {
            let mut words = line.split(' ');
            Some((words.next()?, words.next()?.strip_prefix('v')?))
        })
        .collect();
    used.sort_unstable();
    used.dedup();
    used
}

fn check(packages: &[Package]) -> Result<Vec<String>> {
    let allowed = ALLOWED_LICENCES
        .iter()
        .map(|licence| Licensee::parse(licence).map_err(|error| format!("{licence}: {error}")))
        .collect::<Result<Vec<_>>>()?;
    let mut faults = Vec::new();
    for package in packages {
        let Package { name, version, .. } = package;
        if let Some(problem) = licence_problem(package.licence.as_deref(), &allowed) {
            faults.push(format!("{name} {version}: {problem}"));
        }
        if let Some((_, instead)) = BANNED.iter().find(|(banned, _)| banned == name) {
            faults.push(format!(
                "{name} {version}: banned; {instead} (`cargo tree -i {name}` shows its users)"
            ));
        }
        if let Some(source) = package.source.as_deref().filter(|source| *source != REGISTRY) {
            faults.push(format!("{name} {version}: from {source}; use a release on crates.io"));
        }
    }
    for (name, versions) in duplicates(packages) {
        if SINGLE_VERSION.contains(&name) {
            let users = versions.iter().map(|version| format!("`cargo tree -i {name}@{version}`"));
            faults.push(format!(
                "{name}: in versions {}; settle on one ({} show their users)",
                versions.join(" and "),
                users.collect::<Vec<_>>().join(" and ")
            ));
        }
    }
    Ok(faults)
}

fn licence_problem(licence: Option<&str>, allowed: &[Licensee]) -> Option<String> {
    let Some(licence) = licence else {
        return Some("names no licence; use another package".to_owned());
    };
    // Lax: older packages write `MIT/Apache-2.0`.
    match Expression::parse_mode(licence, ParseMode::LAX) {
        Err(error) => Some(format!("licence `{licence}` is not an SPDX expression: {}", error.reason)),
        Ok(expression) => {
            let is_allowed = expression
                .evaluate(|requirement| allowed.iter().any(|licensee| licensee.satisfies(requirement)));
            (!is_allowed).then(|| {
                format!(
                    "licence `{licence}` is not allowed; use another package, or add the licence to \
                     xtask/src/licences.rs"
                )
            })
        }
    }
}

/// Returns the packages that occur in more than one version.
fn duplicates(packages: &[Package]) -> BTreeMap<&str, Vec<&str>> {
    let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for package in packages {
        versions.entry(&package.name).or_default().push(&package.version);
    }
    versions.retain(|_, versions| versions.len() > 1);
    versions
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, version: &str, licence: &str) -> Package {
        Package {
            name: name.to_owned(),
            version: version.to_owned(),
            licence: Some(licence.to_owned()),
            source: Some(REGISTRY.to_owned()),
            manifest: String::new(),
            dependencies: Vec::new(),
        }
    }

    fn faults(packages: &[Package]) -> Vec<String> {
        check(packages).expect("the allowed licences are valid")
    }

    #[test]
    fn accepts_expressions_with_an_allowed_choice() {
        let licences = [
            "MIT",
            "MIT/Apache-2.0",
            "Apache-2.0 / MIT",
            "MIT OR LGPL-2.1-or-later",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
        ];
        for licence in licences {
            assert!(faults(&[package("a", "1.0.0", licence)]).is_empty(), "{licence}");
        }
    }

    #[test]
    fn rejects_other_licences() {
        for licence in ["GPL-3.0-only", "MIT AND GPL-3.0-only", "MPL-2.0", "WTFPL"] {
            let faults = faults(&[package("a", "1.0.0", licence)]);
            assert_eq!(faults.len(), 1, "{licence}");
            assert!(
                faults[0].starts_with(&format!("a 1.0.0: licence `{licence}` is not allowed")),
                "{faults:?}"
            );
        }
    }

    #[test]
    fn rejects_missing_and_unreadable_licences() {
        let mut missing = package("a", "1.0.0", "");
        missing.licence = None;
        assert_eq!(faults(&[missing]), ["a 1.0.0: names no licence; use another package"]);
        assert!(faults(&[package("a", "1.0.0", "see LICENSE")])[0].contains("is not an SPDX expression"));
    }

    #[test]
    fn rejects_banned_packages() {
        assert_eq!(
            faults(&[package("openssl", "0.10.0", "Apache-2.0")]),
            [
                "openssl 0.10.0: banned; use rustls: it needs no system library (`cargo tree -i openssl` shows its users)"
            ]
        );
    }

    #[test]
    fn rejects_duplicates_of_important_packages_only() {
        let two = |name: &str| [package(name, "0.29.0", "MIT"), package(name, "0.30.0", "MIT")];
        assert!(faults(&two("base64")).is_empty());
        assert_eq!(
            faults(&two("tungstenite")),
            [
                "tungstenite: in versions 0.29.0 and 0.30.0; settle on one (`cargo tree -i tungstenite@0.29.0` and \
              `cargo tree -i tungstenite@0.30.0` show their users)"
            ]
        );
    }

    #[test]
    fn rejects_sources_other_than_the_registry() {
        let mut package = package("a", "1.0.0", "MIT");
        package.source = Some("git+https://example.org/a".to_owned());
        assert_eq!(
            faults(&[package]),
            ["a 1.0.0: from git+https://example.org/a; use a release on crates.io"]
        );
    }

    #[test]
    fn parses_the_lines_of_cargo_tree() {
        let tree =
            "cafe v0.1.0 (/home/cafe)\nserde v1.0.2\nserde v1.0.2 (*)\n\nserde_derive v1.0.2 (proc-macro)\n";
        assert_eq!(parse_tree(tree), [("cafe", "0.1.0"), ("serde", "1.0.2"), ("serde_derive", "1.0.2")]);
    }
}
