//! Packages and their dependencies, read from `cargo metadata`.

use std::path::Path;

use serde_json::Value;

use crate::shell::{Result, capture, cargo, workspace_root};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    /// SPDX expression.
    pub(crate) licence: Option<String>,
    /// Registry or git repository; `None` for a package in this repository.
    pub(crate) source: Option<String>,
    /// Path of its `Cargo.toml`, relative to the workspace root where it is inside.
    pub(crate) manifest: String,
    pub(crate) dependencies: Vec<Dependency>,
}

impl Package {
    /// Path of the package's folder, relative to the workspace root.
    pub(crate) fn folder(&self) -> &str {
        self.manifest.strip_suffix("/Cargo.toml").unwrap_or_default()
    }

    /// Names of the packages that the code depends on: neither build nor development dependencies.
    pub(crate) fn normal_dependencies(&self) -> impl Iterator<Item = &str> {
        self.dependencies
            .iter()
            .filter(|dependency| dependency.kind == DependencyKind::Normal)
            .map(|dependency| dependency.name.as_str())
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    pub(crate) kind: DependencyKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DependencyKind {
    Normal,
    Build,
    Development,
}

/// Returns the members of the workspace.
pub(crate) fn workspace_packages() -> Result<Vec<Package>> {
    let json = capture(cargo(&["metadata", "--format-version", "1", "--no-deps", "--locked"]))?;
    parse(&json, &workspace_root())
}

/// Returns every package in the lock file, including those behind features that are switched off.
pub(crate) fn locked_packages() -> Result<Vec<Package>> {
    let json = capture(cargo(&["metadata", "--format-version", "1", "--locked", "--quiet"]))?;
    parse(&json, &workspace_root())
}

fn parse(json: &[u8], root: &Path) -> Result<Vec<Package>> {
    let metadata: Value = serde_json::from_slice(json).map_err(|error| format!("cargo metadata: {error}"))?;
    let packages = metadata["packages"].as_array().ok_or("cargo metadata lists no packages")?;
    Ok(packages.iter().map(|package| parse_package(package, root)).collect())
}

fn parse_package(package: &Value, root: &Path) -> Package {
    let text = |key: &str| package[key].as_str().map(str::to_owned);
    let manifest = text("manifest_path").unwrap_or_default();
    let relative = Path::new(&manifest).strip_prefix(root).ok().and_then(Path::to_str);
    Package {
        name: text("name").unwrap_or_default(),
        version: text("version").unwrap_or_default(),
        licence: text("license"),
        source: text("source"),
        manifest: relative.map_or_else(|| manifest.clone(), |path| path.replace('\\', "/")),
        dependencies: package["dependencies"]
            .as_array()
            .into_iter()
            .flatten()
            .map(parse_dependency)
            .collect(),
    }
}

fn parse_dependency(dependency: &Value) -> Dependency {
    let kind = match dependency["kind"].as_str() {
        Some("dev") => DependencyKind::Development,
        Some("build") => DependencyKind::Build,
        _ => DependencyKind::Normal,
    };
    Dependency { name: dependency["name"].as_str().unwrap_or_default().to_owned(), kind }
}

#[cfg(test)]
impl Package {
    /// Makes a member of the workspace with the given normal dependencies.
    pub(crate) fn member(name: &str, folder: &str, dependencies: &[&str]) -> Self {
        let normal = |name: &&str| Dependency { name: (*name).to_owned(), kind: DependencyKind::Normal };
        Self {
            name: name.to_owned(),
            version: "0.1.0".to_owned(),
            licence: Some("MIT OR Apache-2.0".to_owned()),
            source: None,
            manifest: format!("{folder}/Cargo.toml"),
            dependencies: dependencies.iter().map(normal).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_packages_with_dependency_kinds() {
        let json = br#"{"packages": [{
            "name": "cafe-bots", "version": "0.1.0", "license": "MIT", "source": null,
            "manifest_path": "/home/crates/bots/Cargo.toml",
            "dependencies": [
                {"name": "cafe-rules", "kind": null},
                {"name": "divan", "kind": "dev"},
                {"name": "cc", "kind": "build"}
            ]
        }]}"#;
        let packages = parse(json, Path::new("/home")).expect("valid metadata");
        let [package] = packages.as_slice() else { panic!("one package expected") };
        assert_eq!(package.folder(), "crates/bots");
        assert_eq!(package.licence.as_deref(), Some("MIT"));
        assert_eq!(package.normal_dependencies().collect::<Vec<_>>(), ["cafe-rules"]);
        let kinds: Vec<_> = package.dependencies.iter().map(|dependency| dependency.kind).collect();
        assert_eq!(kinds, [DependencyKind::Normal, DependencyKind::Development, DependencyKind::Build]);
    }
}
