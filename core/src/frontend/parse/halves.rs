//! What the halves of split derivatives take besides: memory for the tape, the tape, the adjoint of the result.
//!
//! Owns: their place in the argument list. Must not: know what is on a tape.

use super::{Parser, Passed};
use crate::diag::Diagnostic;
use crate::frontend::activity::Contents;
use crate::frontend::convert;
use crate::frontend::markers::Marker;
use crate::request::{Mode, Returned, of_each};
use enzyme_llvm_shim::ir::Value;

impl Parser {
    pub(super) fn is_split(&self) -> bool {
        matches!(self.mode, Mode::Augmented | Mode::Reverse)
    }

    /// The memory that the program has for the tape, if it has any.
    pub(super) fn room(&mut self) -> Result<(), Diagnostic> {
        let context = self.site.module.context();
        let (pointer, count) = (context.pointer(), context.int(64));
        let (memory, bytes) = match (self.tape.at, self.tape.room) {
            (None, None) => (Passed::None(pointer), Passed::None(count)),
            (Some(at), Some(room)) => (
                self.converted(at, pointer, "the memory for the tape")?,
                self.converted(room, count, "the bytes for the tape")?,
            ),
            (Some(_), None) => {
                return Err(self
                    .refuse("`enzyme_tape` does not say how much memory there is".to_owned())
                    .help("put `enzyme_allocated` and the number of bytes in front: `__enzyme_augmentsize` knows it"));
            }
            (None, Some(_)) => {
                return Err(self
                    .refuse("`enzyme_allocated` does not say where the memory is".to_owned())
                    .help("put `enzyme_tape` and its address behind"));
            }
        };
        self.passed.extend([memory, bytes]);
        Ok(())
    }

    /// What the reverse half takes behind the arguments of the function.
    pub(super) fn reverse(&mut self, returned: Returned) -> Result<(), Diagnostic> {
        let result = self.site.function.function_type().returned();
        let result = of_each(result, self.width.unwrap_or(1));
        let is_seed = |argument: &Value| {
            let from = argument.ty();
            convert::between(self.site.module, from, result, true).is_some()
                && Contents::of(self.site.module, result).float
        };
        // The adjoint of the result may be left out.
        let given = self.args.get(self.next).filter(|_| returned.active);
        let seed = given.filter(|a| is_seed(a)).map(|_| self.next);
        self.next += usize::from(seed.is_some());
        self.seed(returned, seed)?;
        self.no_activity()?;
        let tape = match self.tape.at {
            Some(at) => at,
            None if self.next < self.args.len() => {
                self.next += 1;
                self.next - 1
            }
            None => {
                return Err(self
                    .refuse("the tape is missing: the hook call ends before it".to_owned())
                    .help("pass what `__enzyme_augmentfwd` returned as last argument, or behind `enzyme_tape`"));
            }
        };
        let pointer = self.site.module.context().pointer();
        let tape = self.converted(tape, pointer, "the tape")?;
        self.passed.push(tape);
        Ok(())
    }

    /// The tape behind the arguments of a tangent. What is on it is computed again, which gives the same if the inputs are what they were.
    pub(super) fn unused_tape(&mut self) -> Result<(), Diagnostic> {
        if self.tape.at.is_none() {
            let tape = self.args.get(self.next).is_some();
            if !tape {
                let message = "the tape is missing: the hook call ends before it".to_owned();
                return Err(self
                    .refuse(message)
                    .help("pass what `__enzyme_augmentfwd` returned as last argument"));
            }
            self.next += 1;
        }
        let pointer = |index: &usize| Contents::of(self.site.module, self.type_of(*index)).pointer;
        let mut changing =
            (0..self.activities.len()).filter(|index| !self.same.contains(&(*index as u32)));
        match changing.find(pointer) {
            None => Ok(()),
            Some(index) => {
                let name = self.parameter_name(index);
                Err(self
                    .refuse(format!(
                        "what {name} points to may have changed since the tape was made"
                    ))
                    .note("a tangent from a tape computes the function's values again")
                    .help("put `enzyme_not_overwritten` in front if it has not")
                    .help("or use `__enzyme_fwddiff` while the inputs are there"))
            }
        }
    }

    /// Reads what a marker says about the tape.
    pub(super) fn about_tape(&mut self, marker: &Marker) -> Result<(), Diagnostic> {
        if !self.is_split() && !self.from_tape && *marker != Marker::OfLaunch {
            let name = marker.name();
            return Err(self
                .refuse(format!(
                    "the marker `{name}` is about a tape, which this hook keeps to itself"
                ))
                .help("it belongs to `__enzyme_augmentfwd` and `__enzyme_reverse`"));
        }
        let argument = self.next;
        let place = match marker {
            Marker::Allocated => &mut self.tape.room,
            Marker::Tape => &mut self.tape.at,
            Marker::NotOverwritten => {
                self.same.push(self.activities.len() as u32);
                return Ok(());
            }
            Marker::OfLaunch => {
                self.tape.of_launch = true;
                return Ok(());
            }
            // Any other: there is one more such marker.
            _ => {
                self.tape.again = true;
                return Ok(());
            }
        };
        *place = Some(argument);
        if self.args.get(argument).is_none() {
            let what = match marker {
                Marker::Allocated => "the number of bytes",
                // Any other: the second marker with an argument.
                _ => "the tape, or the memory for it,",
            };
            return Err(self.without_argument(marker, what));
        }
        self.next += 1;
        Ok(())
    }
}
