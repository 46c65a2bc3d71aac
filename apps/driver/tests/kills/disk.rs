//! A disk that has no room left.
//!
//! Owns: a small file system in memory, where this process may mount one, and filling it. Must not: know what is written there.

use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// More than a run needs.
const SIZE: &str = "size=64m";

/// A mounted file system of its own; unmounted when dropped.
pub(crate) struct Disk {
    at: PathBuf,
    kept: bool,
}

/// Of what kind full disks are here, for people.
pub(crate) fn kind() -> &'static str {
    match can_mount() {
        true => "a mounted tmpfs that another file fills",
        false => "a limit on the size of files, for no file system can be mounted here",
    }
}

/// Whether this process may mount file systems. `KILLS_MOUNT=no` says that it may not.
pub(crate) fn can_mount() -> bool {
    static CAN: OnceLock<bool> = OnceLock::new();
    *CAN.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        std::env::var("KILLS_MOUNT").as_deref() != Ok("no")
            && Disk::mounted(folder.path()).is_some()
    })
}

impl Disk {
    /// In that folder; nothing, if this process may not.
    pub(crate) fn mounted(at: &Path) -> Option<Self> {
        fs::create_dir_all(at).unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", SIZE, "tmpfs"]).arg(at);
        let done = mount.output().is_ok_and(|ran| ran.status.success());
        done.then(|| Self {
            at: at.to_owned(),
            kept: false,
        })
    }

    /// Takes all room that there is.
    pub(crate) fn fill(&self) {
        let path = self.ballast();
        let file = OpenOptions::new().create(true).append(true).open(path);
        // A full disk may have no room even for the file's name.
        let Ok(mut file) = file else { return };
        for size in [1 << 20, 1 << 12] {
            let block = vec![0; size];
            while file.write_all(&block).is_ok() {}
        }
    }

    /// Gives the room back.
    pub(crate) fn clear(&self) {
        // It is not there if there was no room for it.
        let _ = fs::remove_file(self.ballast());
        File::create(self.at.join("room")).expect("there is room again");
    }

    /// Leaves it mounted, for whoever wants to see what lies there.
    pub(crate) fn keep(&mut self) {
        self.kept = true;
    }

    fn ballast(&self) -> PathBuf {
        self.at.join("ballast")
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        if !self.kept {
            let _ = Command::new("umount").arg(&self.at).status();
        }
    }
}
