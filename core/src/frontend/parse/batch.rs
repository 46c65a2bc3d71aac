//! What `__enzyme_batch` takes: for each parameter one argument for all calls, or one for each.
//!
//! Owns: their place in the argument list. Must not: emit.

use super::{Parser, Passed, Role};
use crate::diag::Diagnostic;
use crate::frontend::markers::Marker;
use crate::frontend::site::Site;
use crate::request::Mode;

/// The arguments of each call.
pub(crate) fn batch(site: &Site) -> Result<Vec<Vec<Passed>>, Diagnostic> {
    let mut parser = Parser::new(site, Mode::Forward);
    parser.batch = true;
    let mut by_param = Vec::new();
    for index in 0..site.function.params().len() {
        let marker = parser.marked()?;
        let width = parser.batch_width()?;
        by_param.push(parser.of_calls(index, marker, width)?);
    }
    parser.end()?;
    let width = parser.batch_width()?;
    let of_call = |call: usize| by_param.iter().map(|passed| passed[call]).collect();
    Ok((0..width).map(of_call).collect())
}

/// The arguments of one call of the function, without markers.
pub(crate) fn plain(site: &Site) -> Result<Vec<Passed>, Diagnostic> {
    let mut parser = Parser::new(site, Mode::Forward);
    let count = site.function.params().len();
    let mut passed = Vec::new();
    for index in 0..count {
        let argument = parser.take(index, Role::Primal, None)?;
        passed.push(parser.bind(index, argument, Role::Primal, None)?);
    }
    parser.end()?;
    Ok(passed)
}

impl Parser {
    fn batch_width(&self) -> Result<usize, Diagnostic> {
        let width = self.width.map(|width| width as usize);
        width.ok_or_else(|| {
            self.refuse("the hook does not say how many calls it asks for".to_owned())
                .help("put `enzyme_width` and a number in front of the arguments")
        })
    }

    /// What a parameter is given by each call.
    fn of_calls(
        &mut self,
        param: usize,
        marker: Option<Marker>,
        width: usize,
    ) -> Result<Vec<Passed>, Diagnostic> {
        let Some(marker) = marker else {
            let name = self.parameter_name(param);
            return Err(self
                .refuse(format!("{name} is not said to be the same for all calls or another for each"))
                .help("put `enzyme_scalar` (the same), `enzyme_vector` (one for each) or `enzyme_buffer` and a number of bytes (addresses so far apart) in front"));
        };
        if let Some(stride) = self.stride.take() {
            let index = self.take(param, Role::Primal, Some(&marker))?;
            let to = self.type_of(param);
            return Ok((0..width as u32)
                .map(|direction| Passed::Apart {
                    index: index as u32,
                    stride: stride as u32,
                    direction,
                    to,
                })
                .collect());
        }
        let mut one = || {
            let index = self.take(param, Role::Primal, Some(&marker))?;
            self.bind(param, index, Role::Primal, Some(&marker))
        };
        match marker {
            Marker::Scalar => Ok(vec![one()?; width]),
            // Any other: there is one more such marker.
            _ => (0..width).map(|_| one()).collect(),
        }
    }
}
