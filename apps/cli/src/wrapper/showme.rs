//! `--showme`: prints what a wrapper adds, as MPI's wrappers do. Owns the requests and their output.

use super::arguments::Shape;
use super::devices::Devices;
use super::words::{joined, quoted};
use super::{flags, fortran, mpi};
use crate::cli::{VERSION, WRAPPER_HELP};
use crate::exit::{Exit, Failure};
use crate::toolchain::{self, Compiler, Language};
use enzyme_host::settings::VARIABLE;
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::PathBuf;

/// What is to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Request {
    /// The whole command.
    All,
    Compile,
    Link,
    Command,
    IncDirs,
    LibDirs,
    Libs,
    Plugin,
    Version,
    Help,
    /// Not one of ours.
    Unknown,
}

/// The request among the arguments, and the arguments without it.
pub(super) fn request(user: &[OsString]) -> Option<(Request, Vec<OsString>)> {
    let at = user.iter().position(|a| parse(a).is_some())?;
    let mut rest = user.to_vec();
    let request = parse(&rest.remove(at))?;
    Some((request, rest))
}

fn parse(argument: &OsStr) -> Option<Request> {
    let what = argument.to_str()?.strip_prefix("--showme")?;
    Some(match what {
        "" => Request::All,
        ":compile" => Request::Compile,
        ":link" => Request::Link,
        ":command" => Request::Command,
        ":incdirs" => Request::IncDirs,
        ":libdirs" => Request::LibDirs,
        ":libs" => Request::Libs,
        ":plugin" => Request::Plugin,
        ":version" => Request::Version,
        ":help" => Request::Help,
        _ => Request::Unknown,
    })
}

/// Prints the answer on one line.
pub(super) fn print(
    language: Language,
    request: Request,
    user: &[OsString],
) -> Result<Exit, Failure> {
    let shape = Shape::of(user);
    let words: Vec<OsString> = match request {
        Request::All => {
            let compiler = Compiler::find(language)?;
            let devices = Devices::of(&compiler, user)?;
            let overrides = flags::overrides(language, &shape);
            let environment = [(fortran::OVERRIDES, overrides), (VARIABLE, devices.options)];
            let environment = environment.into_iter().filter_map(|(name, value)| {
                let variable = joined(name, "=");
                value.map(|value| ["env".into(), joined(variable, value)])
            });
            let mut words: Vec<OsString> = environment.flatten().collect();
            words.extend(compiler.words);
            words.extend(flags::added(language, &shape)?);
            words.extend(devices.flags);
            words.extend(user.iter().cloned());
            words.extend(flags::added_behind(&shape)?);
            words
        }
        Request::Compile => flags::compile_flags(language, &shape)?,
        Request::Link => {
            let mut words = flags::link_flags(&shape)?;
            words.extend(flags::added_behind(&shape)?);
            words
        }
        Request::Command => Compiler::find(language)?.words,
        Request::IncDirs => toolchain::include()
            .into_iter()
            .map(OsString::from)
            .collect(),
        // Without MPI, BLAS and OpenMP nothing of ours is linked: generated code stands alone.
        Request::LibDirs => libraries(&shape)?
            .into_iter()
            .map(|(folder, _)| folder.into())
            .collect(),
        Request::Libs => libraries(&shape)?
            .into_iter()
            .map(|(_, name)| name.into())
            .collect(),
        Request::Plugin => vec![toolchain::plugin()?.into()],
        Request::Version => {
            vec![format!("{} {}", language.wrapper(), VERSION.as_str()).into()]
        }
        Request::Help => vec![WRAPPER_HELP.into()],
        Request::Unknown => return Err(unknown()),
    };
    let verbatim = matches!(request, Request::Version | Request::Help);
    let shown = words.iter().map(|w| w.to_string_lossy());
    let line: Vec<String> = shown
        .map(|w| if verbatim { w.into_owned() } else { quoted(&w) })
        .collect();
    println!("{}", line.join(" "));
    Ok(Exit::Success)
}

/// What stands in front of the compiler's own help.
pub(super) fn introduce(language: Language) {
    let (name, version) = (language.wrapper(), VERSION.as_str());
    let text =
        format!("{name} {version}: the compiler below, with derivatives\n\n{WRAPPER_HELP}\n\n");
    // A reader that closes the pipe early has seen what it wanted.
    let mut out = std::io::stdout();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// The libraries that a link with these arguments gets: folder and name.
fn libraries(shape: &Shape) -> Result<Vec<(PathBuf, &'static str)>, Failure> {
    let mpi = shape.mpi.map(mpi::Mpi::library).transpose()?;
    let mpi = mpi.flatten().map(|folder| (folder, mpi::LIBRARY));
    let mut all: Vec<_> = mpi.into_iter().collect();
    for library in &shape.behind {
        all.extend(library.folder()?.map(|folder| (folder, library.name())));
    }
    Ok(all)
}

fn unknown() -> Failure {
    Failure::usage("there is no such --showme request").help("`--showme:help` lists them")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_taken_out_of_the_arguments() {
        let user: Vec<OsString> = ["-O2", "--showme:link", "a.c"].map(OsString::from).into();
        let (request, rest) = request(&user).unwrap();
        assert_eq!(request, Request::Link);
        assert_eq!(rest, ["-O2", "a.c"]);
        assert_eq!(
            parse(OsStr::new("--showme:everything")),
            Some(Request::Unknown)
        );
        assert_eq!(parse(OsStr::new("--show")), None);
    }
}
