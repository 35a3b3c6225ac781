//! A disk that loses power and refuses to sync, for processes that are started with `shim.c`.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use fastrand::Rng;
use tempfile::TempDir;

/// A disk writes sectors of this size as a whole.
const SECTOR: usize = 512;

/// The compiled shim.
static SHIM: LazyLock<PathBuf> = LazyLock::new(|| {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../store/tests/simulated_disk/shim.c");
    let library = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("shim-{}.so", std::process::id()));
    let mut compiler = Command::new(std::env::var_os("CC").unwrap_or_else(|| "cc".into()));
    compiler.args(["-O1", "-shared", "-fPIC", "-o"]).arg(&library).arg(source).arg("-ldl");
    assert!(compiler.status().unwrap().success(), "a C compiler is needed: {compiler:?}");
    library
});

/// The disk below one folder.
pub(crate) struct SimulatedDisk {
    folder: PathBuf,
    place: TempDir,
    files: Files,
}

impl SimulatedDisk {
    /// Everything that is in the folder now is on the disk.
    pub(crate) fn new(folder: &Path) -> SimulatedDisk {
        let mut files = Files::default();
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let name = entry.file_name().into_string().unwrap();
            files.create(&name);
            files.file(&name).stored = fs::read(entry.path()).unwrap();
        }
        files.sync(".");
        SimulatedDisk { folder: folder.to_owned(), place: tempfile::tempdir().unwrap(), files }
    }

    /// Lets a command write to this disk.
    pub(crate) fn attach<'command>(&self, command: &'command mut Command) -> &'command mut Command {
        command
            .env("LD_PRELOAD", &*SHIM)
            .env("CAFE_DISK_FOLDER", &self.folder)
            .env("CAFE_DISK_JOURNAL", self.place.path().join("journal"))
            .env("CAFE_DISK_FAULTS", self.faults())
    }

    /// From now on syncs of these files fail, and no others.
    pub(crate) fn fail_syncs(&self, names: &[&str]) {
        // Renamed, so that the list is never seen half written.
        let draft = self.place.path().join("draft");
        fs::write(&draft, names.join("\n")).unwrap();
        fs::rename(draft, self.faults()).unwrap();
    }

    /// Returns how many syncs of a file have failed.
    pub(crate) fn failed_syncs(&self, name: &str) -> usize {
        self.journal().iter().filter(|record| record.kind == b'f' && record.name == name).count()
    }

    /// Returns the folder as it is after a power cut at the end of the journal. What was not synced may be there or not.
    pub(crate) fn cut_power(&self, rng: &mut Rng) -> TempDir {
        let mut files = self.files.clone();
        for record in self.journal() {
            files.replay(record, rng);
        }
        let after = tempfile::tempdir().unwrap();
        files.cut_power(after.path(), rng);
        after
    }

    fn faults(&self) -> PathBuf {
        self.place.path().join("faults")
    }

    fn journal(&self) -> Vec<Record> {
        let bytes = fs::read(self.place.path().join("journal")).unwrap_or_default();
        let mut rest = &bytes[..];
        // A process that is killed may leave an incomplete record.
        std::iter::from_fn(|| Record::read(&mut rest)).collect()
    }
}

/// A record of the journal.
struct Record {
    kind: u8,
    name: String,
    offset: usize,
    data: Vec<u8>,
}

impl Record {
    fn read(bytes: &mut &[u8]) -> Option<Record> {
        let (head, rest) = bytes.split_first_chunk::<14>()?;
        let offset = u64::from_ne_bytes(head[2..10].try_into().unwrap()) as usize;
        let length = u32::from_ne_bytes(head[10..].try_into().unwrap()) as usize;
        let (name, rest) = rest.split_at_checked(head[1].into())?;
        let (data, rest) = rest.split_at_checked(length)?;
        *bytes = rest;
        let name = String::from_utf8(name.to_vec()).unwrap();
        Some(Record { kind: head[0], name, offset, data: data.to_vec() })
    }
}

/// The files of a folder. Names are stored by a sync of the folder, contents by a sync of the file.
#[derive(Clone, Default)]
struct Files {
    files: Vec<StoredFile>,
    names: HashMap<String, usize>,
    stored_names: HashMap<String, usize>,
}

#[derive(Clone, Default)]
struct StoredFile {
    stored: Vec<u8>,
    pending: Vec<Change>,
}

#[derive(Clone)]
enum Change {
    Write { offset: usize, data: Vec<u8> },
    Truncate(usize),
}

impl Files {
    fn create(&mut self, name: &str) {
        self.names.insert(name.to_owned(), self.files.len());
        self.files.push(StoredFile::default());
    }

    fn file(&mut self, name: &str) -> &mut StoredFile {
        &mut self.files[self.names[name]]
    }

    fn sync(&mut self, name: &str) {
        if name == "." {
            self.stored_names = self.names.clone();
        } else {
            self.file(name).store(|| true);
        }
    }

    fn replay(&mut self, record: Record, rng: &mut Rng) {
        let Record { kind, name, offset, data } = record;
        match kind {
            b'c' => self.create(&name),
            b'w' => self.file(&name).pending.push(Change::Write { offset, data }),
            b't' => self.file(&name).pending.push(Change::Truncate(offset)),
            b's' => self.sync(&name),
            // The system does not try again, so what is not on the disk now never will be.
            b'f' if name == "." => {}
            b'f' => self.file(&name).store_some(rng),
            b'r' => {
                self.names.remove(&name);
            }
            b'n' => {
                let file = self.names.remove(&name).unwrap();
                self.names.insert(String::from_utf8(data).unwrap(), file);
            }
            _ => panic!("record of kind {kind}"),
        }
    }

    fn cut_power(&mut self, folder: &Path, rng: &mut Rng) {
        for file in &mut self.files {
            file.store_some(rng);
        }
        let names: Vec<&String> = self.names.keys().chain(self.stored_names.keys()).collect();
        for name in names {
            let source = if rng.bool() { &self.names } else { &self.stored_names };
            if let Some(file) = source.get(name) {
                fs::write(folder.join(name), &self.files[*file].stored).unwrap();
            }
        }
    }
}

impl StoredFile {
    /// Stores pending changes; of a write each sector that is chosen.
    fn store(&mut self, mut is_chosen: impl FnMut() -> bool) {
        for change in self.pending.drain(..) {
            match change {
                Change::Write { offset, data } => {
                    let mut start = 0;
                    while start < data.len() {
                        let end = data.len().min(start + SECTOR - (offset + start) % SECTOR);
                        if is_chosen() {
                            let length = self.stored.len().max(offset + end);
                            self.stored.resize(length, 0);
                            self.stored[offset + start..offset + end].copy_from_slice(&data[start..end]);
                        }
                        start = end;
                    }
                }
                Change::Truncate(length) if is_chosen() => self.stored.resize(length, 0),
                Change::Truncate(_) => {}
            }
        }
    }

    fn store_some(&mut self, rng: &mut Rng) {
        // Often nothing, often almost everything: both are more likely to matter than a mixture.
        let percent = [0, 50, 90, 100][rng.usize(..4)];
        self.store(|| rng.u8(..100) < percent);
    }
}
