//! Writes the generated TypeScript sources, for `cargo xtask types`. The working directory is the root of the repository.

fn main() -> std::io::Result<()> {
    cafe_server::typescript::files().iter().try_for_each(|file| std::fs::write(file.path, &file.text))
}
