//! A case with its members.
//!
//! Owns: the cases of members, and what each has left. Must not: start any.

use crate::case::{Case, Ensemble, Written};
use crate::end::End;
use crate::member::{self, Contents, Kept};
use enzyme_case::Complaint;
use std::path::{Path, PathBuf};

/// All of them.
pub(super) struct Members<'a> {
    pub(super) written: &'a Written,
    pub(super) ensemble: &'a Ensemble,
    /// The case of the first member.
    pub(super) first: Case,
    /// The folder of all results.
    pub(super) folder: PathBuf,
}

impl<'a> Members<'a> {
    /// All of them, whose cases are right as far as they can be told without the simulation.
    pub(super) fn of(written: &'a Written, ensemble: &'a Ensemble) -> Result<Self, End> {
        /// More than this nobody reads.
        const MOST: usize = 20;
        let mut complaints: Vec<Complaint> = Vec::new();
        for wrong in (0..ensemble.members).filter_map(|number| written.case(Some(number)).err()) {
            // What is wrong in the same way with all is said once.
            let new = wrong.into_iter().filter(|one| !complaints.contains(one));
            let new: Vec<Complaint> = new.collect();
            complaints.extend(new);
            if complaints.len() >= MOST {
                break;
            }
        }
        if !complaints.is_empty() {
            return Err(End::Case(complaints));
        }
        let first = written.case(Some(0)).map_err(End::Case)?;
        Ok(Self {
            written,
            ensemble,
            folder: first
                .output
                .parent()
                .map(Path::to_owned)
                .unwrap_or_default(),
            first,
        })
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.ensemble.members
    }

    /// The keys by which they differ.
    pub(super) fn keys(&self) -> Vec<&str> {
        self.ensemble.lists.iter().map(|list| &*list.key).collect()
    }

    /// The case of a member.
    pub(super) fn case(&self, number: usize) -> Result<Case, End> {
        self.written.case(Some(number)).map_err(End::Case)
    }

    /// How a member differs from the others, in words.
    pub(super) fn words(&self, number: usize) -> String {
        let keys = self.ensemble.lists.iter().map(|list| &list.key);
        let settings = keys.zip(self.ensemble.settings(number));
        let settings = settings.map(|(key, value)| format!("{key} = {value}"));
        settings.collect::<Vec<_>>().join(", ")
    }

    /// What each member has left; nothing of those that are not finished. Where they are to be run, what other files have led to is refused.
    pub(super) fn kept(&self, is_run: bool) -> Result<Vec<Option<Kept>>, End> {
        let refused = |complaint| End::Refused(vec![complaint]);
        let mut contents = Contents::default();
        let mut all = Vec::new();
        for number in 0..self.ensemble.members {
            let case = self.case(number)?;
            let kept = member::read(&case.output).map_err(refused)?;
            if let Some(kept) = &kept {
                kept.is_of(&case, is_run.then_some(&mut contents))
                    .map_err(refused)?;
            }
            all.push(kept);
        }
        Ok(all)
    }
}
