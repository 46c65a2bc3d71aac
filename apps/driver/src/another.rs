//! What is said where a folder of results is that of another run.
//!
//! Owns: the words. Must not: look into the folder.

use enzyme_case::Complaint;
use std::path::Path;

/// That simulation, parameters or ranks are others.
pub(crate) fn by_name(folder: &Path, here: &str, there: &str) -> Complaint {
    let folder = folder.display();
    let what = format!("the run in {folder} is another one\n  here: {here}\n  there: {there}");
    Complaint::new(what)
        .help("go on with that one's parameters and ranks, or name another `output`")
}

/// That of two identities of one name files or controls differ; nothing, if they are of different kinds.
pub(crate) fn by_content(folder: &Path, here: &str, there: &str) -> Option<Complaint> {
    let changed = changed(here, there);
    (!changed.is_empty()).then(|| {
        let (folder, changed) = (folder.display(), changed.join(", and "));
        Complaint::new(format!("the run in {folder} is another one: {changed}"))
    })
}

/// How to do without what another run has left.
pub(crate) const ANEW: &str =
    "start anew, without what that run has left: enzyme-rs run CASE.toml --fresh";

/// What of two identities differs, in words; nothing, if they are of different kinds.
fn changed(here: &str, there: &str) -> Vec<String> {
    let parts = |text: &str| {
        let parts = text.split(", ").map(|part| part.rsplit_once(' '));
        let parts = parts.map(|part| part.map(|(name, sum)| (name.to_owned(), sum.to_owned())));
        parts.collect::<Vec<_>>()
    };
    let (here, there) = (parts(here), parts(there));
    let pairs = here.iter().zip(&there);
    let pairs = pairs.filter_map(|(here, there)| here.as_ref().zip(there.as_ref()));
    let is_same_kind = here.len() == there.len();
    let differs = pairs.filter(|(here, there)| is_same_kind && here.0 == there.0 && here != there);
    let words = differs.map(|((name, _), _)| match &**name {
        "controls" => "what its controls begin with has changed".to_owned(),
        "library" => "the simulation's library has changed".to_owned(),
        name => format!("the file that `{name}` names has changed"),
    });
    words.collect()
}
