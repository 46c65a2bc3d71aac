//! The library of a simulation: loading it, and making the simulation.
//!
//! Owns: what is looked for in the library, and what is said where it is not there. Must not: call a simulation that was made.

use super::fields::{Field, text};
use super::foreign::foreign;
use super::instance::{Application, Functions, Waited};
use super::origin::Origin;
use super::ranks::Ranks;
use super::setup::{self, Said};
use super::sources::Source;
use enzyme_case::{Complaint, Section};
use enzyme_rs_application_abi as abi;
use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};
use std::ffi::c_int;
use std::path::Path;

/// What the driver looks for in a library: a structure, or a function that fills one in.
const SYMBOL: &str = "enzyme_rs_application";
const FILL: &str = "enzyme_rs_application_fill";

/// What the library of MPI's adjoints tells, with which a simulation over MPI is linked.
const WAITED: &str = "enzyme_rs_mpi_waited";

/// A library that was loaded, before its simulation is made.
pub(crate) struct Loaded {
    source: Source,
    table: &'static abi::Application,
    waited: Option<Waited>,
}

/// Loads a library. It stays until the program ends: MPI, and threads of it, may run on.
///
/// # Errors
/// There is none, or it is no simulation.
pub(crate) fn load(path: &Path) -> Result<Loaded, Complaint> {
    if !path.exists() {
        let what = format!("there is no {}", path.display());
        let help = "build the simulation first: enzyme-cc -O2 -shared -fPIC FILE -o LIBRARY, mpicc with OMPI_CC=enzyme-cc, or enzyme-rs cargo build --release";
        return Err(Complaint::new(what).help(help));
    }
    // A name without a folder would be looked for where the system's libraries are.
    let place = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    // SAFETY: initialisers of the library run, as the user asks. Plugins of MPI look for its symbols among the global ones.
    let library = unsafe { Library::open(Some(place), RTLD_NOW | RTLD_GLOBAL | own_first()) };
    let library = library.map_err(|error| {
        let what = format!("{} cannot be loaded: {error}", path.display());
        let complaint = Complaint::new(what);
        match error.to_string().contains("undefined symbol: enzyme_") || error.to_string().contains("__enzyme_") {
            true => complaint.help("it was built without derivatives: compile and link it with enzyme-cc, enzyme-c++, enzyme-fc or enzyme-rs cargo"),
            false => complaint.help("link it with all that it needs, and see LD_LIBRARY_PATH"),
        }
    })?;
    of(library, path)
}

/// What a library has that was opened; `path` is where it came from.
///
/// # Errors
/// It is no simulation.
pub(super) fn of(library: Library, path: &Path) -> Result<Loaded, Complaint> {
    let edition = size(&library);
    if edition.is_some_and(|size| size < abi::Application::FIRST_EDITION as i64) {
        let what = format!(
            "{} was built with another version of <enzyme_rs/application.h>",
            path.display()
        );
        return Err(Complaint::new(what).help("build it again with the headers of this enzyme-rs"));
    }
    let table = table(&library, edition).ok_or_else(|| {
        let what = format!("{} has no `{SYMBOL}`", path.display());
        Complaint::new(what)
            .help("end its source with ENZYME_RS_APPLICATION(...) of <enzyme_rs/application.h>, or application!(...) of the crate enzyme-rs-application")
    })?;
    // SAFETY: <enzyme_rs/mpi.h> says what the function is.
    let waited = unsafe { library.get::<Waited>(WAITED.as_bytes()) };
    let waited = waited.ok().map(|found| *found);
    std::mem::forget(library);
    Ok(Loaded {
        source: Source::of("library", path),
        table,
        waited,
    })
}

/// The flag by which a library looks for functions in those that it was linked with, before it looks in this program; nothing where that makes no difference.
///
/// An HDF5 for several ranks brings an MPI with it. The simulation's calls must not go there: the library of adjoints, with which it was linked in front of its
/// MPI, would not see them. Where that library was preloaded, it is in front of all others already, and so are tools that were preloaded with it: they would
/// be passed over.
fn own_first() -> c_int {
    let this = Library::this();
    // SAFETY: the symbols are only looked for.
    let has = |name: &str| unsafe { this.get::<unsafe extern "C" fn()>(name.as_bytes()) }.is_ok();
    let is_hidden = has("MPI_Init") && !has(WAITED);
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    return if is_hidden { libc::RTLD_DEEPBIND } else { 0 };
    #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
    0
}

/// The size that the structure of a library says of itself, if it has one.
fn size(library: &Library) -> Option<i64> {
    // SAFETY: the interface says what the symbol is.
    let found = unsafe { library.get::<*const i64>(SYMBOL.as_bytes()) }.ok()?;
    // SAFETY: each edition of the structure begins with its size.
    Some(unsafe { *found.as_raw_ptr().cast::<i64>() })
}

/// The structure that a library has, of this size, or fills in. What an earlier edition did not have is not there.
fn table(library: &Library, edition: Option<i64>) -> Option<&'static abi::Application> {
    let table = Box::leak(Box::new(abi::Application::empty()));
    let Some(edition) = edition else {
        // SAFETY: the interface says what the function takes.
        let fill = unsafe { library.get::<extern "C" fn(*mut abi::Application)>(FILL.as_bytes()) };
        fill.ok()?(&raw mut *table);
        return Some(table);
    };
    // SAFETY: the interface says what the symbol is.
    let found = unsafe { library.get::<*const abi::Application>(SYMBOL.as_bytes()) }.ok()?;
    let bytes = size_of::<abi::Application>().min(edition as usize);
    let from: *const u8 = found.as_raw_ptr().cast();
    // SAFETY: so many bytes both have, and entries of later editions are NULL here.
    unsafe { std::ptr::copy_nonoverlapping(from, (&raw mut *table).cast::<u8>(), bytes) };
    Some(table)
}

impl Loaded {
    /// Begins with its ranks.
    pub(crate) fn begin(&self) -> Ranks {
        // SAFETY: NULL, or a table that lives as long as the library.
        Ranks::begin(unsafe { self.table.ranks.as_ref() })
    }

    /// Whether the simulation has ranks, be it one.
    pub(crate) fn has_ranks(&self) -> bool {
        !self.table.ranks.is_null()
    }

    /// Makes the simulation from a case's parameters, with files as seen from this folder.
    ///
    /// # Errors
    /// What is wrong with the parameters, or with the simulation.
    pub(crate) fn create(
        self,
        parameters: Section,
        folder: &Path,
    ) -> Result<Application, Vec<Complaint>> {
        let table = self.table;
        let create = table.create.ok_or_else(|| missing("create"))?;
        let functions = functions(table)?;
        let origin = Origin {
            library: self.source.path.clone(),
            parameters: parameters.clone(),
            folder: folder.to_owned(),
        };
        let said = Said::begin(parameters, folder.to_owned());
        let instance = foreign!(create(&setup::functions(&said)));
        let said = said.into_inner();
        let mut complaints: Vec<Complaint> = said.refused.into_iter().map(Complaint::new).collect();
        // A simulation that gives up has not asked for all that it knows.
        complaints.extend(match instance.is_null() {
            true => said.parameters.refused(),
            false => said.parameters.finish(),
        });
        if complaints.is_empty() {
            let is_open = said.steps.is_none() && table.done.is_none();
            let fields = (&*said.controls, &*said.state);
            complaints.extend(unfit(instance.is_null(), is_open, fields));
        }
        if !complaints.is_empty() {
            if !instance.is_null() {
                foreign!((functions.destroy)(instance));
            }
            return Err(complaints);
        }
        Ok(Application {
            name: text(table.name),
            about: text(table.about),
            table,
            waited: self.waited,
            functions,
            instance,
            asked: said.asked,
            controls: said.controls,
            state: said.state,
            steps: said.steps,
            sources: std::iter::once(self.source).chain(said.files).collect(),
            begins_with: Vec::new(),
            origin,
            _texts: said.texts,
        })
    }
}

/// The functions that it must have.
fn functions(table: &abi::Application) -> Result<Functions, Vec<Complaint>> {
    Ok(Functions {
        destroy: table.destroy.ok_or_else(|| missing("destroy"))?,
        guess: table.guess.ok_or_else(|| missing("guess"))?,
        initial: table.initial.ok_or_else(|| missing("initial"))?,
        step: table.step.ok_or_else(|| missing("step"))?,
        objective: table.objective.ok_or_else(|| missing("objective"))?,
    })
}

fn missing(what: &str) -> Vec<Complaint> {
    vec![Complaint::new(format!("the simulation has no `{what}`"))]
}

/// What is wrong with a simulation that has refused nothing.
fn unfit(
    is_null: bool,
    is_open: bool,
    (controls, state): (&[Field], &[Field]),
) -> Option<Complaint> {
    if is_null {
        let what = "the simulation cannot be made: `create` returned NULL";
        let help = "let it say why: enzyme_rs_app_refuse(setup, \"\", \"why\") before it returns";
        return Some(Complaint::new(what).help(help));
    }
    if is_open {
        let what = "the simulation says neither how many steps it has nor when it is done";
        let help = "call enzyme_rs_app_steps in `create`, or end the source with ENZYME_RS_APPLICATION_UNTIL, for which a function says when it is done";
        return Some(Complaint::new(what).help(help));
    }
    let fields = [
        (controls, "control", "what the gradient is wanted of"),
        (state, "state", "what steps take from one time to the next"),
    ];
    let (_, role, what) = fields.into_iter().find(|(fields, ..)| fields.is_empty())?;
    let complaint = Complaint::new(format!("the simulation names no {role}"));
    Some(complaint.help(format!("name in `create` {what}, as a field of this role")))
}
