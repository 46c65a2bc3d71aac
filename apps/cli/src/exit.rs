//! Exit codes and failures.
//!
//! Owns: the numbers (they are part of the interface; see the `--help` texts) and what is said of a
//! failure. Must not: exit.

use enzyme_host::message::Message;
use std::process::ExitCode;

/// How a command ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// All went well.
    Success = 0,
    /// The engine refused, `verify` found numbers that do not agree, or no schedule fits.
    Refused = 1,
    /// The command line is wrong (clap uses the same number).
    Usage = 2,
    /// The input cannot be read: missing, malformed, of a newer LLVM.
    Input = 3,
    /// A compiler, the plugin or a file system let us down.
    Environment = 4,
    /// The engine broke.
    Internal = 70,
}

/// The numbers in words, for the help text.
pub(crate) const EXIT_CODES: &str = "Exit codes:
  0   success
  1   refused: no derivative was generated, verify found disagreement, or
      no schedule fits a plan's budgets
  2   wrong command line
  3   input missing, malformed or of a newer LLVM
  4   compiler or plugin missing or failing, file not writable
  70  internal error

The compiler wrappers end as the compiler does.";

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

/// Why a command could not do its work.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    /// The exit code.
    pub(crate) exit: Exit,
    /// Lower-case, no final full stop.
    pub(crate) message: String,
    /// Why, and what others have said about it.
    pub(crate) notes: Vec<String>,
    /// What the user can do.
    pub(crate) help: Vec<String>,
}

impl Failure {
    /// A failure with a message.
    pub(crate) fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self {
            exit,
            message: message.into(),
            notes: Vec::new(),
            help: Vec::new(),
        }
    }

    /// Adds a reason.
    #[must_use]
    pub(crate) fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Adds a remedy.
    #[must_use]
    pub(crate) fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// The command line does not make sense.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::new(Exit::Usage, message)
    }

    /// The input does not.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self::new(Exit::Input, message)
    }

    /// Something around us does not work.
    pub(crate) fn environment(message: impl Into<String>) -> Self {
        Self::new(Exit::Environment, message)
    }

    /// As a message.
    pub(crate) fn shown(&self) -> Message {
        let error = Message::error(&*self.message);
        let error = self.notes.iter().fold(error, |all, note| all.note(note));
        self.help.iter().fold(error, |all, help| all.help(help))
    }
}
