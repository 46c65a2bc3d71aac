//! What several directions take: how many there are, and their shadows in one buffer.
//!
//! Owns: their place in the argument list. Must not: know how derivatives of several directions are made.

use super::{Parser, Passed, Role};
use crate::diag::Diagnostic;
use crate::frontend::layout;
use crate::frontend::markers::Marker;

/// More directions make more code than it pays.
const MOST_DIRECTIONS: u64 = 64;

impl Parser {
    /// The shadows of all directions in one buffer.
    pub(super) fn shadows_apart(
        &mut self,
        param: usize,
        stride: usize,
        marker: Option<&Marker>,
    ) -> Result<(), Diagnostic> {
        let first = self.take(param, Role::Shadow, marker)?;
        let Passed::Argument { index, to, .. } = self.bind(param, first, Role::Shadow, marker)?
        else {
            return Err(self.mismatch(param, first, Role::Shadow, marker));
        };
        if !layout::is_pointer(to) {
            let name = self.parameter_name(param);
            return Err(self
                .refuse(format!(
                    "{name} is no pointer, so that its tangents lie in no buffer"
                ))
                .help("use `enzyme_dup` and pass a tangent for each direction behind the value"));
        }
        for direction in 0..self.width.unwrap_or(1) {
            let stride = stride as u32;
            self.passed.push(Passed::Apart {
                index,
                stride,
                direction,
                to,
            });
        }
        Ok(())
    }

    /// Reads how many directions there are.
    pub(super) fn says_width(&mut self) -> Result<(), Diagnostic> {
        let number = self.integer(&Marker::Width, "how many directions there are")?;
        let known = number
            .as_u64()
            .filter(|n| (1..=MOST_DIRECTIONS).contains(n));
        let Some(width) = known else {
            return Err(self
                .refuse(format!(
                    "`enzyme_width` is followed by no constant from 1 to {MOST_DIRECTIONS}"
                ))
                .help("code is generated for a number of directions that is known: call the hook several times for more"));
        };
        if !self.activities.is_empty() || self.width.is_some() {
            return Err(
                self.refuse("`enzyme_width` stands once, in front of all arguments".to_owned())
            );
        }
        self.width = Some(width as u32);
        Ok(())
    }
}
