//! Relative links in Markdown files: the file must exist, and so must the heading.

use std::collections::BTreeMap;

use super::Fault;
use super::tree::Tree;

pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    let anchors: BTreeMap<&str, Vec<String>> =
        tree.files(".md").map(|(path, text)| (path, anchors(text))).collect();
    let mut faults = Vec::new();
    for (path, text) in tree.files(".md") {
        for (line, link) in links(text) {
            if let Some(problem) = problem(tree, &anchors, path, &link) {
                faults.push(Fault::new(path, line, problem));
            }
        }
    }
    faults
}

fn problem(tree: &Tree, anchors: &BTreeMap<&str, Vec<String>>, path: &str, link: &str) -> Option<String> {
    if is_external(link) {
        return None;
    }
    let (file, anchor) = link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
    let target = if file.is_empty() { path.to_owned() } else { resolve(path, file) };
    if !tree.contains_file(&target) && !tree.contains_folder(&target) {
        return Some(format!("link to `{link}`: git tracks no file {target}; correct the path"));
    }
    let (anchor, known) = (anchor?, anchors.get(target.as_str())?);
    (!known.iter().any(|heading| heading == anchor))
        .then(|| format!("link to `{link}`: {target} has no heading #{anchor}; correct the anchor"))
}

fn is_external(link: &str) -> bool {
    let scheme = link.split_once(':').map(|(scheme, _)| scheme);
    link.starts_with("//")
        || scheme
            .is_some_and(|scheme| !scheme.is_empty() && scheme.chars().all(|c| c.is_ascii_alphanumeric()))
}

/// Resolves a link relative to the folder of the file that contains it. A leading slash means the root of the repository.
fn resolve(path: &str, link: &str) -> String {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let base = if link.starts_with('/') { "" } else { folder };
    let mut parts = Vec::new();
    for part in base.split('/').chain(link.split('/')) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Returns the lines outside fenced code blocks, numbered from 1.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fence: Option<&str> = None;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let start = line.trim_start();
        let mark = ["```", "~~~"].into_iter().find(|mark| start.starts_with(mark));
        match (fence, mark) {
            (None, Some(mark)) => fence = Some(mark),
            (Some(open), Some(mark)) if open == mark => fence = None,
            (None, None) => return Some((index + 1, line)),
            _ => {}
        }
        None
    })
}

/// Returns the targets of all links and images with their lines: inline, reference definitions, and HTML attributes.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut links = Vec::new();
    for (number, line) in prose(text) {
        let line = without_code_spans(line);
        for (start, mark) in line.match_indices("](") {
            links.extend(destination(&line[start + mark.len()..], ')').map(|link| (number, link)));
        }
        if line.starts_with('[')
            && !line.starts_with("[^")
            && let Some((_, target)) = line.split_once("]: ")
        {
            links.extend(destination(target, ' ').map(|link| (number, link)));
        }
        for attribute in [" src=\"", " href=\""] {
            links.extend(values(&line, attribute).map(|value| (number, value.to_owned())));
        }
        for list in values(&line, " srcset=\"") {
            let files = list.split(',').filter_map(|candidate| candidate.split_whitespace().next());
            links.extend(files.map(|file| (number, file.to_owned())));
        }
    }
    links
}

/// Reads a link destination up to its title or its end.
fn destination(text: &str, end: char) -> Option<String> {
    let text = text.trim_start();
    let link = match text.strip_prefix('<') {
        Some(text) => text.split('>').next()?,
        None => text.split([end, ' ']).next()?,
    };
    (!link.is_empty()).then(|| link.to_owned())
}

/// Returns the values of an HTML attribute, given as ` name="`.
fn values<'a>(line: &'a str, attribute: &'a str) -> impl Iterator<Item = &'a str> {
    line.match_indices(attribute)
        .filter_map(move |(start, _)| line[start + attribute.len()..].split('"').next())
}

/// Removes code spans: what looks like a link inside them is none.
fn without_code_spans(line: &str) -> String {
    line.split('`').enumerate().map(|(index, part)| if index % 2 == 0 { part } else { "code" }).collect()
}

/// Returns the anchors of a document: its headings as GitHub writes them, and explicit ids.
fn anchors(text: &str) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    for (_, line) in prose(text) {
        let level = line.bytes().take_while(|byte| *byte == b'#').count();
        if (1..=6).contains(&level) && line[level..].starts_with(' ') {
            let slug = slug(line[level..].trim().trim_end_matches('#').trim_end());
            let unique = (0..).map(|n| if n == 0 { slug.clone() } else { format!("{slug}-{n}") });
            anchors.extend(unique.into_iter().find(|anchor| !anchors.contains(anchor)));
        }
        for attribute in [" id=\"", " name=\""] {
            anchors.extend(values(line, attribute).map(str::to_owned));
        }
    }
    anchors
}

/// Lower case, spaces as hyphens, no other punctuation; of a link only its text.
fn slug(heading: &str) -> String {
    let mut text = String::new();
    let mut rest = heading;
    while let Some((before, after)) = rest.split_once("](") {
        text += before;
        rest = after.split_once(')').map_or("", |(_, after)| after);
    }
    text += rest;
    let kept = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::super::lines;
    use super::*;

    #[test]
    fn makes_anchors_like_github() {
        let text = "# Café & co\n## `crates/rules` (`cafe-rules`)\n## A, [b](c.md)\n```sh\n# no heading\n```\n## A, b\n<a id=\"x\">\n";
        assert_eq!(anchors(text), ["café--co", "cratesrules-cafe-rules", "a-b", "a-b-1", "x"]);
    }

    #[test]
    fn finds_links_images_and_attributes() {
        let text = "[a](b.md) ![c](d.png \"title\") `[no](code)`\n[e]: f.md\n\
                    <source srcset=\"g.webp, h.webp 2x\"><img width=\"1\" src=\"i.webp\">\n```\n[no](fence)\n```\n[j](<k l.md>)\n";
        let expected = [
            (1, "b.md"),
            (1, "d.png"),
            (2, "f.md"),
            (3, "i.webp"),
            (3, "g.webp"),
            (3, "h.webp"),
            (7, "k l.md"),
        ];
        assert_eq!(links(text), expected.map(|(line, link)| (line, link.to_owned())));
    }

    #[test]
    fn accepts_existing_files_folders_headings_and_other_sites() {
        let tree = Tree::new(&[
            ("README.md", "[a](docs/a.md#one) [b](docs) [c](https://example.org/x#y) [d](#top)\n# Top\n"),
            ("docs/a.md", "# One\n[up](../README.md) [picture](pictures/p.webp) [code](/src/x.rs#L3)\n"),
            ("docs/pictures/p.webp", ""),
            ("src/x.rs", ""),
        ]);
        assert!(lines(&check(&tree)).is_empty());
    }

    #[test]
    fn rejects_missing_files_and_headings() {
        let tree = Tree::new(&[
            ("README.md", "\n[a](docs/a.md#two)\n<img src=\"docs/p.webp\">\n[b](#nowhere)\n"),
            ("docs/a.md", "# One\n[b](b.md)\n"),
        ]);
        assert_eq!(
            lines(&check(&tree)),
            [
                "README.md:2: link to `docs/a.md#two`: docs/a.md has no heading #two; correct the anchor",
                "README.md:3: link to `docs/p.webp`: git tracks no file docs/p.webp; correct the path",
                "README.md:4: link to `#nowhere`: README.md has no heading #nowhere; correct the anchor",
                "docs/a.md:2: link to `b.md`: git tracks no file docs/b.md; correct the path",
            ]
        );
    }
}
