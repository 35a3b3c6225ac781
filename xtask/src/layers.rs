//! The layers of the workspace: the one table of which crate may use which. `ARCHITECTURE.md` explains it,
//! `cargo xtask tidy` enforces it, `cargo xtask graph` shows it beside the actual dependencies.

/// One crate and its permitted dependencies.
pub(crate) struct Layer {
    pub(crate) package: &'static str,
    /// Crates of the workspace that it may use.
    pub(crate) may_use: &'static [&'static str],
    /// Further crates of the workspace, beyond the design, each with the reason.
    pub(crate) exceptions: &'static [(&'static str, &'static str)],
    /// Packages from the registry that it may use. `None` means any.
    pub(crate) external: Option<&'static [&'static str]>,
}

impl Layer {
    /// Returns true for crates without I/O, clock, threads and ambient randomness. They compile to WebAssembly, and their
    /// external dependencies are listed one by one.
    pub(crate) fn is_pure(&self) -> bool {
        self.external.is_some()
    }

    pub(crate) fn allows(&self, package: &str) -> bool {
        self.may_use.contains(&package) || self.exceptions.iter().any(|(name, _)| *name == package)
    }
}

pub(crate) const LAYERS: &[Layer] = &[
    Layer {
        package: "cafe-rules",
        may_use: &[],
        exceptions: &[],
        external: Some(&["arrayvec", "rand_chacha", "serde", "serde_json", "sha2", "thiserror"]),
    },
    Layer {
        package: "cafe-bots",
        may_use: &["cafe-rules"],
        exceptions: &[],
        // `web-time` is std's clock outside the browser; only a time budget reads it, a playout budget does not.
        external: Some(&["arrayvec", "rand_chacha", "serde", "thiserror", "web-time"]),
    },
    Layer {
        package: "cafe-analysis",
        may_use: &["cafe-rules", "cafe-bots"],
        exceptions: &[],
        external: Some(&["serde", "serde_json", "thiserror"]),
    },
    Layer {
        package: "cafe-room",
        may_use: &["cafe-rules", "cafe-bots"],
        exceptions: &[],
        external: Some(&[
            "jiff",
            "serde",
            "serde_json",
            "sha2",
            "thiserror",
            "unicode-normalization",
            "unicode-properties",
            "unicode-script",
            "unicode-segmentation",
            // Derives only: schemas of the message types for TypeScript and OpenAPI.
            "ts-rs",
            "utoipa",
        ]),
    },
    Layer {
        package: "cafe-lab",
        may_use: &["cafe-rules", "cafe-bots", "cafe-analysis"],
        exceptions: &[],
        external: None,
    },
    Layer { package: "cafe-store", may_use: &["cafe-room"], exceptions: &[], external: None },
    Layer {
        package: "cafe-server",
        may_use: &["cafe-bots", "cafe-analysis", "cafe-room", "cafe-store"],
        exceptions: &[(
            "cafe-rules",
            "actions, positions and records are part of its API; a re-export by cafe-room would only hide the edge",
        )],
        external: None,
    },
    Layer { package: "cafe-client", may_use: &["cafe-room"], exceptions: &[], external: None },
    Layer {
        package: "cafe",
        may_use: &[
            "cafe-rules",
            "cafe-bots",
            "cafe-analysis",
            "cafe-room",
            "cafe-lab",
            "cafe-store",
            "cafe-server",
            "cafe-client",
        ],
        exceptions: &[],
        external: None,
    },
    Layer { package: "xtask", may_use: &[], exceptions: &[], external: None },
];

/// Packages from the registry that belong to one crate, in normal, build and development dependencies.
pub(crate) const OWNED_PACKAGES: &[(&str, &str)] = &[("rusqlite", "cafe-store"), ("axum", "cafe-server")];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_use_only_rows_above_them() {
        for (index, layer) in LAYERS.iter().enumerate() {
            let uses = layer.may_use.iter().chain(layer.exceptions.iter().map(|(name, _)| name));
            for name in uses {
                let is_above = LAYERS[..index].iter().any(|above| above.package == *name);
                assert!(is_above, "{} may use {name}, which is not above it in the table", layer.package);
            }
        }
    }

    #[test]
    fn pure_crates_use_only_pure_crates() {
        let is_pure = |name: &&str| LAYERS.iter().any(|layer| layer.package == *name && layer.is_pure());
        for layer in LAYERS.iter().filter(|layer| layer.is_pure()) {
            assert!(layer.may_use.iter().all(is_pure), "{} may use an impure crate", layer.package);
        }
    }

    #[test]
    fn owned_packages_have_an_owner() {
        for (name, owner) in OWNED_PACKAGES {
            assert!(LAYERS.iter().any(|layer| layer.package == *owner), "{name} belongs to {owner}");
        }
    }
}
