//! What every way into the engine shares.
//!
//! Owns: which rule packs are registered ([`registry`]), the engine's options as text
//! ([`settings`]), and what happens when the engine breaks ([`crash`]).
//! Must not: parse command lines, look at IR, or decide where a diagnostic is printed.

#![deny(unsafe_code)]

pub mod crash;
pub mod settings;

use enzyme_rules::{Registry, RegistryError};

/// The registry of all packs that this build contains.
///
/// # Errors
/// When two packs contradict each other, which is a mistake of the build and not of the user.
pub fn registry() -> Result<Registry, RegistryError> {
    Registry::builder().with(&enzyme_rules::builtin()).build()
}

#[cfg(test)]
mod tests {
    #[test]
    fn packs_of_this_build_do_not_contradict_each_other() {
        if let Err(error) = super::registry() {
            panic!("{error}");
        }
    }
}
