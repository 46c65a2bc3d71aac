//! The kernels that a program has derivatives of.
//!
//! Owns: finding them by the address that the program launches. Must not: launch any.

use crate::facts::{self, Facts, Shared};
use crate::failure::{Why, fail_with};
use crate::vendor::{Call, Functions};
use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};
use std::sync::{Arc, Mutex, PoisonError};

type Address = *mut c_void;

/// Which derivative, in the order in which the compiler registers them (`core/src/frontend/kernels`).
#[derive(Clone, Copy, Debug)]
pub(crate) enum Beside {
    Facts = 0,
    Tangent = 1,
    Augmented = 2,
    Reverse = 3,
    Settled = 4,
}

/// What a program says of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    Nothing,
    /// Its launches are differentiated.
    Differentiated,
    /// They have no derivative.
    Inactive,
}

/// A kernel of the program.
#[derive(Debug)]
pub(crate) struct Kernel {
    pub(crate) name: String,
    pub(crate) said: Said,
    /// Addresses by which its derivatives are launched, one byte each.
    derivatives: usize,
    /// By devices, if they say where variables of the device lie.
    facts: Mutex<BTreeMap<c_int, Arc<Facts>>>,
    /// Shared memory that launches of a derivative may ask for, by devices.
    shared: Mutex<BTreeMap<(c_int, usize), usize>>,
}

impl Kernel {
    pub(crate) fn beside(&self, which: Beside) -> Address {
        (self.derivatives + which as usize) as Address
    }

    /// What is known of it. A device is asked once: any of them, but for where variables lie.
    pub(crate) fn facts(&self, functions: &Functions) -> Arc<Facts> {
        let mut facts = self.facts.lock().unwrap_or_else(PoisonError::into_inner);
        let mut known = facts.values();
        if let Some(known) = known.find(|facts| facts.variables.is_empty()) {
            return known.clone();
        }
        let known = facts.entry(functions.device());
        known
            .or_insert_with(|| Arc::new(Facts::ask(functions, self)))
            .clone()
    }

    /// A launch of a derivative in the place of one of the kernel. It may ask for as much shared memory as it needs, or this gives the error.
    pub(crate) fn in_place_of(
        &self,
        (functions, call): (&Functions, &Call),
        which: Beside,
    ) -> Result<Call, c_int> {
        let kernel = self.beside(which);
        let needed = match self.facts(functions).shared {
            Shared::None | Shared::AsMuch | Shared::OnDevice => call.shared,
            Shared::Twice => call.shared_and_shadow(),
        };
        let launch = Call {
            kernel,
            shared: needed,
            ..*call
        };
        if call.shared == 0 {
            return Ok(launch);
        }
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        // It never becomes less: another thread may be about to launch with as much.
        let most = shared
            .entry((functions.device(), which as usize))
            .or_default();
        if needed > *most && functions.may_share(call.kernel, call.shared) {
            match functions.let_share(kernel, needed) {
                0 => *most = needed,
                error => return Err(error),
            }
        }
        Ok(launch)
    }
}

static KERNELS: Mutex<BTreeMap<usize, Arc<Kernel>>> = Mutex::new(BTreeMap::new());

/// Notes a kernel. Of one that is told twice, what says most counts.
pub(crate) fn learn(kernel: Address, derivatives: Address, name: &str, said: Said) {
    let known = Kernel {
        name: name.to_owned(),
        said,
        derivatives: derivatives as usize,
        facts: Mutex::default(),
        shared: Mutex::default(),
    };
    let mut all = KERNELS.lock().unwrap_or_else(PoisonError::into_inner);
    if said != Said::Nothing || !all.contains_key(&(kernel as usize)) {
        all.insert(kernel as usize, Arc::new(known));
    }
}

/// The kernel of an address. Ends the program if nothing is said of it.
pub(crate) fn find(kernel: Address) -> Arc<Kernel> {
    let all = KERNELS.lock().unwrap_or_else(PoisonError::into_inner);
    let known = all.get(&(kernel as usize));
    match known {
        Some(known) if known.said != Said::Nothing => known.clone(),
        _ => unmarked(known.map(|known| known.name.as_str())),
    }
}

/// Another file defines the kernel, and has no derivatives for this one.
pub(crate) fn lacks(name: &str, why: Option<&str>) -> ! {
    match why {
        Some(why) => facts::left_out(name, why),
        None => fail_with(
            Why::Unmarked,
            &format!(
                "the kernel `{name}` is launched in differentiated code, and the source file that defines it offers no derivatives of it"
            ),
            &format!(
                "mark it there: `__global__ ENZYME_RS_KERNEL void k(…)`, of <enzyme_rs/gpu.hpp>, in its definition, and compile that file with enzyme-rs, too\n  help: {}",
                by_option(Some(name))
            ),
        ),
    }
}

/// Of a kernel whose file does not name it, nothing is known.
fn unmarked(name: Option<&str>) -> ! {
    let kernel = name.map_or("a kernel".to_owned(), |name| format!("the kernel `{name}`"));
    fail_with(
        Why::Unmarked,
        &format!("{kernel} is launched in differentiated code, and has no derivatives"),
        &format!(
            "mark it: `__global__ ENZYME_RS_KERNEL void k(…)`, of <enzyme_rs/gpu.hpp>, in its definition; ENZYME_RS_KERNEL_INACTIVE, if it only writes integers\n  help: {}",
            by_option(name)
        ),
    )
}

/// What to do where a kernel cannot be marked.
fn by_option(name: Option<&str>) -> String {
    let pattern = name.map_or("*".to_owned(), pattern);
    format!("if its source is not yours, compile it with ENZYME_RS_OPTIONS=mark-kernels={pattern}")
}

/// What names a kernel, and the others of its library, to the compiler.
fn pattern(name: &str) -> String {
    // Without what a shell would want quotes for.
    if let Some(of_file) = name.strip_prefix("(anonymous namespace)::") {
        return format!("*{}", pattern(of_file));
    }
    let (head, is_template) = match name.split_once('<') {
        Some((head, _)) => (head, true),
        None => (name, false),
    };
    match head.split_once("::") {
        Some((library, _)) => format!("{library}::*"),
        None if is_template => format!("{head}*"),
        None => head.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::pattern;

    #[test]
    fn patterns_are_of_the_namespace_or_of_the_kernel() {
        for (name, expected) in [
            ("RAJA::policy::cuda::impl::forall<int, 256>", "RAJA::*"),
            ("step", "step"),
            ("step<a::Law>", "step*"),
            ("(anonymous namespace)::step<double>", "*step*"),
            ("a::(anonymous namespace)::step", "a::*"),
        ] {
            assert_eq!(pattern(name), expected, "{name}");
        }
    }
}
