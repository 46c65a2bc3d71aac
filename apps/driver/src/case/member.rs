//! A case as that of a member of an ensemble.
//!
//! Owns: what it is called, and where its results lie. Must not: know by which keys members differ.

use std::path::PathBuf;

/// A member of an ensemble.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) number: usize,
    /// All of the case that its result depends on, in a line.
    pub(crate) of: String,
}

/// What the case of a member is called, or that without members.
pub(super) fn name(stem: &str, member: Option<usize>) -> String {
    match member {
        Some(number) => format!("{stem}, member {number}"),
        None => stem.to_owned(),
    }
}

/// What the folder of a member is called, in that of the results of all.
pub(crate) fn member_folder(number: usize) -> String {
    format!("member{number:04}")
}

/// A folder, or that of a member in it.
pub(super) fn within(folder: PathBuf, member: Option<usize>) -> PathBuf {
    match member {
        Some(number) => folder.join(member_folder(number)),
        None => folder,
    }
}
