//! Whether a simulation keeps within its fields, and sets all of them. Arrays are as long as the fields that it has named: one that it has forgotten to name would be
//! written behind them.
//!
//! Owns: a trial of one step, in arrays with room around them. Must not: judge numbers.

use super::fields::Field;
use super::foreign::foreign;
use super::guarded::{Guarded, Mark, Role};
use super::instance::Application;
use super::ranks::Ranks;
use super::steps::{self, Steps as _};
use enzyme_case::Complaint;
use enzyme_checkpoint::Peers as _;

impl Application {
    /// The first guess of all controls.
    ///
    /// # Errors
    /// It is written around them, or lacks one.
    pub(crate) fn first_guess(&self) -> Result<Vec<f64>, Complaint> {
        let mut controls = Guarded::unset(self.control_numbers(), Role::Controls);
        let guess = self.functions.guess;
        foreign!(guess(self.instance, controls.as_mut_ptr()));
        self.keeps_within("guess", &[], Some(&controls))?;
        Ok(controls.to_vec())
    }

    /// Tries the initial state, a step, and the objective behind it. All ranks do: they go on together, for what comes next may be over MPI.
    ///
    /// # Errors
    /// One of them leaves its arrays, changes what it may only read, or leaves something of a state out; nothing is said of what another rank has found.
    pub(crate) fn try_step(&self, controls: &[f64], ranks: Ranks) -> Result<(), Option<Complaint>> {
        let all = |mine: Result<(), Complaint>| match (ranks.agree(mine.is_ok()), mine) {
            (_, Err(complaint)) => Err(Some(complaint)),
            (true, Ok(())) => Ok(()),
            (false, Ok(())) => Err(None),
        };
        let mut given = Guarded::unset(controls.len(), Role::Controls);
        given.copy_from_slice(controls);
        let controls = Read::of(&given);
        let states = || Guarded::unset(self.state_numbers(), Role::State);
        let (mut before, mut after) = (states(), states());
        let (initial, step) = (self.functions.initial, self.functions.step);
        foreign!(initial(
            self.instance,
            controls.pointer(),
            before.as_mut_ptr()
        ));
        all(self.keeps_within("initial", &[&controls], Some(&before)))?;
        if self.steps == Some(0) || self.done(0, &before) {
            return all(self.try_objective(&controls, &Read::of(&before)));
        }
        let before = Read::of(&before);
        let (from, to) = (before.pointer(), after.as_mut_ptr());
        foreign!(step(self.instance, 0, controls.pointer(), from, to));
        all(self.keeps_within("step", &[&controls, &before], Some(&after)))?;
        all(self.try_objective(&controls, &Read::of(&after)))
    }

    fn try_objective(&self, controls: &Read<'_>, state: &Read<'_>) -> Result<(), Complaint> {
        let objective = self.functions.objective;
        let (from, at) = (controls.pointer(), state.pointer());
        let found = foreign!(objective(self.instance, from, at));
        self.keeps_within("objective", &[controls, state], None)?;
        self.reads_within("`objective`", found)
    }

    /// That a function has left what it may only read as it was, has written around no array, and has set all of the one that it writes.
    fn keeps_within(
        &self,
        function: &str,
        read: &[&Read<'_>],
        written: Option<&Guarded>,
    ) -> Result<(), Complaint> {
        let mut arrays = read.iter().map(|read| read.array).chain(written);
        if let Some(left) = arrays.find(|array| !array.is_intact()) {
            return Err(self.overrun((&format!("`{function}`"), left.role())));
        }
        if let Some(changed) = read.iter().find(|read| !read.is_as_it_was()) {
            let (role, _) = self.fields_of(changed.array.role());
            return Err(rewritten(function, role));
        }
        written.map_or(Ok(()), |array| self.is_set(function, array))
    }

    /// That a function has set all of an array, and to nothing that lies around one.
    fn is_set(&self, function: &str, array: &Guarded) -> Result<(), Complaint> {
        let is_marked = |number: &f64| Mark::of(*number).is_some();
        let Some(at) = array.iter().position(is_marked) else {
            return Ok(());
        };
        self.reads_within(&format!("`{function}`"), array[at])?;
        let (_, fields) = self.fields_of(array.role());
        Err(unset(function, fields, at))
    }

    /// That a number which a function has found was not made from what lies around an array.
    pub(crate) fn reads_within(&self, what: &str, found: f64) -> Result<(), Complaint> {
        match Mark::of(found) {
            None | Some(Mark::Unset) => Ok(()),
            Some(Mark::Around(role)) => {
                let what = self.outside(what, "reads", role);
                Err(Complaint::new(what)
                    .help("look at the indices that it reads at, the first and the last"))
            }
        }
    }

    /// That something of the simulation writes around an array of this role.
    pub(crate) fn overrun(&self, (what, role): (&str, Role)) -> Complaint {
        Complaint::new(self.outside(what, "writes", role))
            .help("name all fields in `create`, each with as many numbers as this rank has of it")
            .help("look at the indices that it writes at, the first and the last")
    }

    fn outside(&self, what: &str, does: &str, role: Role) -> String {
        let (role, fields) = self.fields_of(role);
        let named = fields
            .iter()
            .map(|field| format!("{} ({})", field.name, field.range.len()));
        let (numbers, named) = (steps::numbers(fields), named.collect::<Vec<_>>().join(", "));
        format!(
            "the simulation's {what} {does} outside of the {numbers} numbers of its {role}: {named}"
        )
    }

    /// The name of a role, and its fields.
    fn fields_of(&self, role: Role) -> (&'static str, &[Field]) {
        match role {
            Role::Controls => ("controls", &self.controls),
            Role::State => ("state", &self.state),
        }
    }
}

/// An array that functions may only read. That it is constant to them does not bind a program in C or Fortran.
struct Read<'a> {
    array: &'a Guarded,
    sum: u64,
}

impl<'a> Read<'a> {
    /// As it is now.
    fn of(array: &'a Guarded) -> Self {
        let sum = array.sum();
        Self { array, sum }
    }

    fn pointer(&self) -> *const f64 {
        self.array.as_ptr()
    }

    fn is_as_it_was(&self) -> bool {
        self.array.sum() == self.sum
    }
}

/// That a function has written into an array that it may only read.
fn rewritten(function: &str, role: &str) -> Complaint {
    Complaint::new(format!(
        "the simulation's `{function}` changes the {role} that it is given to read"
    ))
    .help("let it write into the array of its results alone, and compute in variables of its own")
}

/// That the number at this place of all fields has not been written.
fn unset(function: &str, fields: &[Field], at: usize) -> Complaint {
    let field = fields.iter().find(|field| field.range.contains(&at));
    let (name, at) = field.map_or(("", at), |field| (&*field.name, at - field.range.start));
    Complaint::new(format!(
        "the simulation's `{function}` does not set number {at} of this rank's `{name}`"
    ))
    .help("arrays come with any numbers: let it write all of them, before it reads or adds to them")
}
