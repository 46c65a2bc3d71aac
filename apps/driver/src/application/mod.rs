//! A simulation: a shared library with the functions of `include/enzyme_rs/application.h`.
//!
//! Owns: loading it, its ranks, and calling its functions with arrays that are long enough. Must not: know schedules, files or pictures.

mod abi;
mod fields;
mod ranks;
mod setup;

pub(crate) use fields::{Block, Field, Leeway};
pub(crate) use ranks::Ranks;
pub(crate) use setup::Asked;

use enzyme_case::{Complaint, Section};
use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};
use setup::Said;
use std::ffi::{c_int, c_void};
use std::path::Path;

/// What the driver looks for in a library: a structure, or a function that fills one in.
const SYMBOL: &str = "enzyme_rs_application";
const FILL: &str = "enzyme_rs_application_fill";

/// Functions that a simulation must have.
struct Functions {
    destroy: extern "C" fn(*mut c_void),
    guess: extern "C" fn(*const c_void, *mut f64),
    initial: extern "C" fn(*const c_void, *const f64, *mut f64),
    step: extern "C" fn(*const c_void, i64, *const f64, *const f64, *mut f64),
    objective: extern "C" fn(*const c_void, *const f64, *const f64) -> f64,
}

/// A library that was loaded, before its simulation is made.
pub(crate) struct Loaded {
    table: &'static abi::Application,
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
    let table = table(&library).ok_or_else(|| {
        let what = format!("{} has no `{SYMBOL}`", path.display());
        Complaint::new(what)
            .help("end its source with ENZYME_RS_APPLICATION(...) of <enzyme_rs/application.h>, or application!(...) of the crate enzyme-rs-application")
    })?;
    std::mem::forget(library);
    if table.size != size_of::<abi::Application>() as i64 {
        let what = format!(
            "{} was built with another version of <enzyme_rs/application.h>",
            path.display()
        );
        return Err(Complaint::new(what).help("build it again with the headers of this enzyme-rs"));
    }
    Ok(Loaded { table })
}

/// The flag by which a library looks for functions in those that it was linked with, before it looks in this program; nothing where that makes no difference.
///
/// An HDF5 for several ranks brings an MPI with it. The simulation's calls must not go there: the library of adjoints, with which it was linked in front of its
/// MPI, would not see them.
fn own_first() -> c_int {
    let this = Library::this();
    // SAFETY: the symbol is only looked for.
    let has_mpi = unsafe { this.get::<unsafe extern "C" fn()>(b"MPI_Init") }.is_ok();
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    return if has_mpi { libc::RTLD_DEEPBIND } else { 0 };
    #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
    0
}

/// The structure that a library has, or fills in.
fn table(library: &Library) -> Option<&'static abi::Application> {
    // SAFETY: the interface says what the symbol is.
    if let Ok(found) = unsafe { library.get::<*const abi::Application>(SYMBOL.as_bytes()) } {
        // SAFETY: the symbol is the structure, which lives as long as the library.
        return Some(unsafe { &*found.as_raw_ptr().cast::<abi::Application>() });
    }
    // SAFETY: the interface says what the function takes.
    let fill = unsafe { library.get::<extern "C" fn(*mut abi::Application)>(FILL.as_bytes()) };
    let table = Box::leak(Box::new(abi::Application::empty()));
    fill.ok()?(&raw mut *table);
    Some(table)
}

impl Loaded {
    /// Begins with its ranks.
    pub(crate) fn begin(&self) -> Ranks {
        // SAFETY: NULL, or a table that lives as long as the library.
        Ranks::begin(unsafe { self.table.ranks.as_ref() })
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
        let missing = |what: &str| vec![Complaint::new(format!("the simulation has no `{what}`"))];
        let create = table.create.ok_or_else(|| missing("create"))?;
        let functions = Functions {
            destroy: table.destroy.ok_or_else(|| missing("destroy"))?,
            guess: table.guess.ok_or_else(|| missing("guess"))?,
            initial: table.initial.ok_or_else(|| missing("initial"))?,
            step: table.step.ok_or_else(|| missing("step"))?,
            objective: table.objective.ok_or_else(|| missing("objective"))?,
        };
        let said = Said::begin(parameters, folder.to_owned());
        let instance = create(&setup::functions(&said));
        let said = said.into_inner();
        let mut complaints: Vec<Complaint> = said.refused.into_iter().map(Complaint::new).collect();
        // A simulation that gives up has not asked for all that it knows.
        complaints.extend(match instance.is_null() {
            true => said.parameters.refused(),
            false => said.parameters.finish(),
        });
        let is_open = said.steps.is_none() && table.done.is_none();
        if complaints.is_empty() && instance.is_null() {
            complaints.push(Complaint::new(
                "the simulation cannot be made: `create` returned NULL",
            ));
        } else if complaints.is_empty() && is_open {
            complaints.push(Complaint::new(
                "the simulation says neither how many steps it has nor when it is done",
            ));
        }
        if !complaints.is_empty() {
            return Err(complaints);
        }
        Ok(Application {
            name: fields::text(table.name),
            about: fields::text(table.about),
            table,
            functions,
            instance,
            asked: said.asked,
            controls: said.controls,
            state: said.state,
            steps: said.steps,
            _texts: said.texts,
        })
    }
}

/// A simulation that was made.
pub(crate) struct Application {
    pub(crate) name: String,
    pub(crate) about: String,
    table: &'static abi::Application,
    functions: Functions,
    instance: *mut c_void,
    pub(crate) asked: Vec<Asked>,
    pub(crate) controls: Vec<Field>,
    pub(crate) state: Vec<Field>,
    pub(crate) steps: Option<u64>,
    _texts: Vec<std::ffi::CString>,
}

/// Numbers of all fields.
fn numbers(fields: &[Field]) -> usize {
    fields.last().map_or(0, |field| field.range.end)
}

/// Arrays are as long as the fields of their role: a simulation trusts that.
macro_rules! require {
    ($self:ident, $($array:ident as $fields:ident),*) => {
        $(assert_eq!($array.len(), numbers(&$self.$fields), "an array of another length");)*
    };
}

impl Application {
    /// Finds out what all ranks have; all of them call it.
    pub(crate) fn share(&mut self, ranks: Ranks) {
        Field::share(&mut self.controls, ranks);
        Field::share(&mut self.state, ranks);
    }

    /// Numbers of all controls on this rank.
    pub(crate) fn control_numbers(&self) -> usize {
        numbers(&self.controls)
    }

    /// Numbers of a state on this rank.
    pub(crate) fn state_numbers(&self) -> usize {
        numbers(&self.state)
    }

    pub(crate) fn guess(&self, controls: &mut [f64]) {
        require!(self, controls as controls);
        (self.functions.guess)(self.instance, controls.as_mut_ptr());
    }

    pub(crate) fn initial(&self, controls: &[f64], state: &mut [f64]) {
        require!(self, controls as controls, state as state);
        (self.functions.initial)(self.instance, controls.as_ptr(), state.as_mut_ptr());
    }

    pub(crate) fn step(&self, step: u64, controls: &[f64], before: &[f64], after: &mut [f64]) {
        require!(self, controls as controls, before as state, after as state);
        let (controls, before) = (controls.as_ptr(), before.as_ptr());
        (self.functions.step)(
            self.instance,
            step as i64,
            controls,
            before,
            after.as_mut_ptr(),
        );
    }

    /// This rank's part of the objective.
    pub(crate) fn objective(&self, controls: &[f64], state: &[f64]) -> f64 {
        require!(self, controls as controls, state as state);
        (self.functions.objective)(self.instance, controls.as_ptr(), state.as_ptr())
    }

    /// Whether the state before a step is the last one; never, where the number of steps is known.
    pub(crate) fn done(&self, step: u64, state: &[f64]) -> bool {
        require!(self, state as state);
        let done = self.table.done;
        done.is_some_and(|done| done(self.instance, step as i64, state.as_ptr()) != 0)
    }

    /// Adds to `dcontrols`, and uses up `dstate`; `state` is room.
    pub(crate) fn initial_adjoint(
        &self,
        controls: &[f64],
        dcontrols: &mut [f64],
        state: &mut [f64],
        dstate: &mut [f64],
    ) -> Result<(), Missing> {
        require!(
            self,
            controls as controls,
            dcontrols as controls,
            state as state,
            dstate as state
        );
        let adjoint = self
            .table
            .initial_adjoint
            .ok_or(Missing("initial_adjoint"))?;
        let (dcontrols, dstate) = (dcontrols.as_mut_ptr(), dstate.as_mut_ptr());
        adjoint(
            self.instance,
            controls.as_ptr(),
            dcontrols,
            state.as_mut_ptr(),
            dstate,
        );
        Ok(())
    }

    /// Adds to `dcontrols` and `dbefore`, and uses up `dafter`; `after` is room.
    pub(crate) fn step_adjoint(
        &self,
        step: u64,
        (controls, dcontrols): (&[f64], &mut [f64]),
        (before, dbefore): (&[f64], &mut [f64]),
        (after, dafter): (&mut [f64], &mut [f64]),
    ) -> Result<(), Missing> {
        require!(
            self,
            controls as controls,
            dcontrols as controls,
            before as state
        );
        require!(self, dbefore as state, after as state, dafter as state);
        let adjoint = self.table.step_adjoint.ok_or(Missing("step_adjoint"))?;
        let (controls, dcontrols) = (controls.as_ptr(), dcontrols.as_mut_ptr());
        let (before, dbefore) = (before.as_ptr(), dbefore.as_mut_ptr());
        let (after, dafter) = (after.as_mut_ptr(), dafter.as_mut_ptr());
        adjoint(
            self.instance,
            step as i64,
            controls,
            dcontrols,
            before,
            dbefore,
            after,
            dafter,
        );
        Ok(())
    }

    /// Adds to `dcontrols` and `dstate`.
    pub(crate) fn objective_adjoint(
        &self,
        (controls, dcontrols): (&[f64], &mut [f64]),
        (state, dstate): (&[f64], &mut [f64]),
    ) -> Result<(), Missing> {
        require!(
            self,
            controls as controls,
            dcontrols as controls,
            state as state,
            dstate as state
        );
        let adjoint = self
            .table
            .objective_adjoint
            .ok_or(Missing("objective_adjoint"))?;
        let (controls, dcontrols) = (controls.as_ptr(), dcontrols.as_mut_ptr());
        adjoint(
            self.instance,
            controls,
            dcontrols,
            state.as_ptr(),
            dstate.as_mut_ptr(),
        );
        Ok(())
    }

    /// Sets `state` and its tangent.
    pub(crate) fn initial_tangent(
        &self,
        (controls, dcontrols): (&[f64], &[f64]),
        (state, dstate): (&mut [f64], &mut [f64]),
    ) -> Result<(), Missing> {
        require!(
            self,
            controls as controls,
            dcontrols as controls,
            state as state,
            dstate as state
        );
        let tangent = self
            .table
            .initial_tangent
            .ok_or(Missing("initial_tangent"))?;
        let (controls, dcontrols) = (controls.as_ptr(), dcontrols.as_ptr());
        tangent(
            self.instance,
            controls,
            dcontrols,
            state.as_mut_ptr(),
            dstate.as_mut_ptr(),
        );
        Ok(())
    }

    /// Sets `after` and its tangent.
    pub(crate) fn step_tangent(
        &self,
        step: u64,
        (controls, dcontrols): (&[f64], &[f64]),
        (before, dbefore): (&[f64], &[f64]),
        (after, dafter): (&mut [f64], &mut [f64]),
    ) -> Result<(), Missing> {
        require!(
            self,
            controls as controls,
            dcontrols as controls,
            before as state
        );
        require!(self, dbefore as state, after as state, dafter as state);
        let tangent = self.table.step_tangent.ok_or(Missing("step_tangent"))?;
        let (controls, dcontrols) = (controls.as_ptr(), dcontrols.as_ptr());
        let (before, dbefore) = (before.as_ptr(), dbefore.as_ptr());
        let (after, dafter) = (after.as_mut_ptr(), dafter.as_mut_ptr());
        tangent(
            self.instance,
            step as i64,
            controls,
            dcontrols,
            before,
            dbefore,
            after,
            dafter,
        );
        Ok(())
    }

    /// The tangent of this rank's part of the objective.
    pub(crate) fn objective_tangent(
        &self,
        (controls, dcontrols): (&[f64], &[f64]),
        (state, dstate): (&[f64], &[f64]),
    ) -> Result<f64, Missing> {
        require!(
            self,
            controls as controls,
            dcontrols as controls,
            state as state,
            dstate as state
        );
        let tangent = self
            .table
            .objective_tangent
            .ok_or(Missing("objective_tangent"))?;
        let (controls, dcontrols) = (controls.as_ptr(), dcontrols.as_ptr());
        Ok(tangent(
            self.instance,
            controls,
            dcontrols,
            state.as_ptr(),
            dstate.as_ptr(),
        ))
    }

    /// The whole run in one function, with its derivative, if the simulation has that.
    pub(crate) fn whole(&self) -> Option<Whole<'_>> {
        Some(Whole {
            app: self,
            objective: self.table.whole?,
            adjoint: self.table.whole_adjoint?,
        })
    }
}

/// The whole run of a simulation in one function.
pub(crate) struct Whole<'a> {
    app: &'a Application,
    objective: extern "C" fn(*const c_void, i64, *const f64, i64) -> f64,
    adjoint: extern "C" fn(*const c_void, i64, *const f64, *mut f64, i64),
}

impl Whole<'_> {
    /// This rank's part of the objective.
    pub(crate) fn objective(&self, steps: u64, controls: &[f64]) -> f64 {
        let app = self.app;
        require!(app, controls as controls);
        (self.objective)(
            app.instance,
            steps as i64,
            controls.as_ptr(),
            app.state_numbers() as i64,
        )
    }

    /// Adds the gradient, and keeps in memory what it needs for that.
    pub(crate) fn adjoint(&self, steps: u64, controls: &[f64], dcontrols: &mut [f64]) {
        let app = self.app;
        require!(app, controls as controls, dcontrols as controls);
        let (controls, dcontrols) = (controls.as_ptr(), dcontrols.as_mut_ptr());
        (self.adjoint)(
            app.instance,
            steps as i64,
            controls,
            dcontrols,
            app.state_numbers() as i64,
        );
    }
}

impl Drop for Application {
    fn drop(&mut self) {
        (self.functions.destroy)(self.instance);
    }
}

/// A function that a simulation does not have, and that is needed for what was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Missing(pub(crate) &'static str);

impl std::fmt::Display for Missing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the simulation has no `{}`", self.0)
    }
}

impl std::error::Error for Missing {}
