//! A run as a member of an ensemble: `member.json` in its folder says that it is finished, and what it has found.
//!
//! A lock keeps two processes from working at one member, as where an ensemble was killed and begun again while its members go on: the second waits, and
//! finds the member finished.
//!
//! Owns: that file. Must not: know the other members.

use crate::application::{Application, Source, content};
use crate::case::{Case, Member};
use crate::end::{End, environment};
use crate::lock::{self, Held, Others};
use crate::results::Found;
use crate::whole_file;
use enzyme_case::{Complaint, words};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// What a finished member has left.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Kept {
    pub(crate) member: usize,
    /// All of the case that the result depends on.
    pub(crate) of: String,
    /// The files that the simulation comes from, and that its controls begin with.
    pub(crate) files: Vec<Source>,
    pub(crate) ranks: u32,
    /// How long it has taken, if one process has done all of it.
    pub(crate) seconds: Option<f64>,
    pub(crate) found: Found,
}

fn path(output: &Path) -> PathBuf {
    output.join("member.json")
}

/// What tells the contents of files, each of which is looked at once.
#[derive(Default)]
pub(crate) struct Contents(BTreeMap<PathBuf, String>);

impl Contents {
    fn of(&mut self, path: &Path) -> &str {
        if !self.0.contains_key(path) {
            self.0.insert(path.to_owned(), content(path));
        }
        &self.0[path]
    }
}

/// What a member has left, if it is finished.
///
/// # Errors
/// The file cannot be read.
pub(crate) fn read(output: &Path) -> Result<Option<Kept>, Complaint> {
    let path = path(output);
    let cannot = |why: String| {
        let complaint = Complaint::new(format!("cannot read {}: {why}", path.display()));
        complaint.help("remove it, and the member is run again")
    };
    match std::fs::read_to_string(&path) {
        Ok(text) => serde_json::from_str(&text)
            .map(Some)
            .map_err(|error| cannot(error.to_string())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(cannot(error.to_string())),
    }
}

impl Kept {
    /// Complains unless this is what the member of a case has left; by files with these contents, if that matters.
    pub(crate) fn is_of(
        &self,
        case: &Case,
        contents: Option<&mut Contents>,
    ) -> Result<(), Complaint> {
        let there = case.output.display();
        let here = case.member.as_ref().map_or("", |member| &*member.of);
        let changed = contents.and_then(|contents| {
            let mut files = self.files.iter();
            files.find(|file| contents.of(&file.path) != file.content)
        });
        let complaint = if self.of != here {
            let what = format!(
                "the member in {there} is another one\n  here: {here}\n  there: {}",
                self.of
            );
            Complaint::new(what)
        } else if let Some(file) = changed {
            let path = file.path.display();
            Complaint::new(format!(
                "{path} has changed since the member in {there} was run"
            ))
        } else {
            return Ok(());
        };
        Err(anew(complaint))
    }

    /// Complains unless as many ranks have run the member.
    fn is_on(&self, case: &Case, ranks: u32) -> Result<(), Complaint> {
        if self.ranks == ranks {
            return Ok(());
        }
        let on = |ranks: u32| words::counted(ranks as usize, "rank");
        let (there, here) = (on(self.ranks), on(ranks));
        let folder = case.output.display();
        Err(anew(Complaint::new(format!(
            "the member in {folder} was run on {there}, and this is one on {here}"
        ))))
    }
}

fn anew(complaint: Complaint) -> Complaint {
    complaint
        .help("name another `output` for other members")
        .help("begin anew, with all of them: enzyme-rs run CASE.toml --fresh")
}

/// Takes a member for this process, and says whether it is finished.
pub(crate) fn hold(case: &Case, ranks: u32, is_anew: bool) -> Result<(Held, Option<Kept>), End> {
    let output = &case.output;
    let held = lock::hold(output, Others::Await)?;
    if is_anew {
        forget(output).map_err(|error| environment("cannot begin anew", &error))?;
        return Ok((held, None));
    }
    let refused = |complaint| End::Refused(vec![complaint]);
    let kept = read(output).map_err(refused)?;
    if let Some(kept) = &kept {
        let mut contents = Contents::default();
        kept.is_of(case, Some(&mut contents)).map_err(refused)?;
        kept.is_on(case, ranks).map_err(refused)?;
    }
    Ok((held, kept))
}

/// Forgets that a member is finished.
fn forget(output: &Path) -> std::io::Result<()> {
    whole_file::remove(&path(output))
}

/// Writes down that a member is finished. The file appears when it is whole.
pub(crate) fn keep(
    case: &Case,
    member: &Member,
    app: &Application,
    (ranks, seconds): (u32, Option<f64>),
    found: Found,
) -> Result<(), End> {
    let kept = Kept {
        member: member.number,
        of: member.of.clone(),
        files: [&*app.sources, &app.begins_with].concat(),
        ranks,
        seconds,
        found,
    };
    let path = path(&case.output);
    let text = serde_json::to_string_pretty(&kept);
    let written = text.map_err(std::io::Error::from);
    let written = written.and_then(|text| whole_file::write(&path, text));
    let what = format!("cannot write {}", path.display());
    written.map_err(|error| environment(&what, &error))
}
