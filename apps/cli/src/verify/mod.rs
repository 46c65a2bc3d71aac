//! `enzyme-rs verify`: is the derivative of one function right?
//!
//! The function's file is compiled to IR; calls of both hooks are appended to it ([`glue`]); a driver
//! program ([`driver`]) compares the derivatives at random points; its numbers are judged
//! ([`report`]).
//!
//! With `--in-place` they are compared where a program asks for them ([`in_place`]).
//!
//! Owns: the order of the work and the choice of the function. Must not: know what a derivative is.

mod driver;
mod glue;
mod in_place;
mod program;
mod report;
mod signature;
mod spec;

use crate::cli::Verify;
use crate::exit::{Exit, Failure};
use crate::opt;
use crate::toolchain::Language;
use enzyme_host::settings::nearest;
use enzyme_llvm_shim::inkwell::context::Context;
use enzyme_llvm_shim::ir::{Module, Value};
use enzyme_pictures::taylor;
use program::{Source, Workshop};
use report::{Report, Tolerances};
use signature::{Defaults, Signature};
use spec::Range;
use std::path::Path;
use std::time::Duration;

/// Runs the command.
pub(crate) fn run(args: &Verify) -> Result<Exit, Failure> {
    let options = args.engine.to_text();
    opt::settings(&options)?;
    if args.in_place {
        return in_place::run(args);
    }
    let asked = args.file.as_deref().zip(args.function.as_deref());
    let (file, name) = asked.ok_or_else(|| Failure::usage("there is no function to compare"))?;
    let workshop = Workshop::new(args.keep.as_deref(), &args.level, &args.flags, options)?;
    let harness = Harness::prepare(args, (file, name), &workshop)?;
    if !args.json {
        print!("{}", head(args, (file, name), &harness.signature));
    }
    let driver = driver::generate(&harness.signature, args.samples, args.seed);
    let driver = workshop.write("driver.c", &driver)?;
    let module = workshop.differentiate(&harness.module)?;
    let linked = workshop.link(harness.linker, &driver, &module)?;
    let array = |argument: usize| harness.signature.params[argument].array();
    let text = workshop.execute(&linked, Duration::from_secs(args.timeout), &array)?;
    let tolerances = tolerances(args, Tolerances::of(&harness.signature));
    let report = Report::parse(&text, &harness.signature, tolerances)
        .map_err(|e| Failure::environment(format!("cannot read the program's report: {e}")))?;
    if let Some(path) = &args.plot {
        let title = format!("{name}: what is left of a Taylor expansion");
        taylor::draw(report.steps(), &title)
            .and_then(|picture| Ok(std::fs::write(path, picture)?))
            .map_err(|e| Failure::environment(format!("cannot draw {}: {e}", path.display())))?;
    }
    if args.json {
        println!("{:#}", report.json(name));
        return report.outcome().map(|_| Exit::Success);
    }
    print!("{}{}", report.table(), report.notes());
    print!("{}", report.outcome()?);
    Ok(Exit::Success)
}

/// What is compared, and how.
fn head(args: &Verify, (file, name): (&Path, &str), signature: &Signature) -> String {
    format!(
        "{}{} in {}\n{} points, seed {}, -O{}, LLVM {}\n\n",
        name,
        signature,
        file.display(),
        args.samples,
        args.seed,
        args.level,
        enzyme_llvm_shim::io::llvm_version().0
    )
}

/// The user has the last word.
fn tolerances(args: &Verify, usual: Tolerances) -> Tolerances {
    Tolerances {
        modes: args.tolerance.unwrap_or(usual.modes),
        differences: args.difference_tolerance.unwrap_or(usual.differences),
    }
}

/// The module with the hook calls, ready to be differentiated.
struct Harness {
    module: std::path::PathBuf,
    signature: Signature,
    linker: Language,
}

impl Harness {
    fn prepare(
        args: &Verify,
        (file, name): (&Path, &str),
        workshop: &Workshop,
    ) -> Result<Self, Failure> {
        if !file.is_file() {
            return Err(Failure::input(format!("cannot read {}", file.display())));
        }
        match Source::of(file)? {
            Source::Module => Self::append(args, name, workshop, file),
            Source::Gpu => Err(Failure::usage(format!(
                "{} has code for a device, which one function is not taken out of",
                file.display()
            ))
            .help("`enzyme-rs verify --in-place FILE` builds the program, and compares the gradients that it computes")),
            Source::Program(Language::Fortran) => {
                let ir = workshop.emit_fortran_ir(file)?;
                let linker = Language::Fortran;
                Self::append(args, name, workshop, &ir).map(|harness| Self { linker, ..harness })
            }
            Source::Program(language) => {
                let ir = workshop.emit_ir(language, file, false);
                let ir = ir.map_err(|failure| with_mpi(file, failure))?;
                match Self::append(args, name, workshop, &ir) {
                    // An unused static or inline function is emitted only on request.
                    Err(failure) if failure.exit == Exit::Input => {
                        let ir = workshop.emit_ir(language, file, true)?;
                        Self::append(args, name, workshop, &ir)
                    }
                    other => other,
                }
            }
        }
    }

    /// Reads the module and writes it with the hook calls.
    fn append(args: &Verify, name: &str, workshop: &Workshop, ir: &Path) -> Result<Self, Failure> {
        let (specs, defaults) = wishes(args)?;
        let context = Context::create();
        let mut owned = opt::read(&context, ir)?;
        let module = owned.handle();
        let function = find(module, name)?;
        let signature = signature::read(function, &specs, defaults).map_err(|why| {
            Failure::usage(format!("cannot call `{name}`: {why}"))
                .help("describe its arguments with --args, see `enzyme-rs verify --help`")
                .help("or compare a program that fills them and calls a hook: `enzyme-rs verify --in-place FILE`")
        })?;
        no_mpi(module)?;
        if let Some(main) = module.function("main") {
            // The program has its own.
            main.set_name("ezv_main_of_the_file");
        }
        let linker = linker(module);
        let text = module.print() + &glue::generate(&signature);
        let module = workshop.write("module.ll", &text)?;
        Ok(Self {
            module,
            signature,
            linker,
        })
    }
}

fn wishes(args: &Verify) -> Result<(Vec<spec::ArgSpec>, Defaults), Failure> {
    let specs = spec::parse(&args.args).map_err(|e| {
        Failure::usage(format!("--args: {e}")).help("see `enzyme-rs verify --help`")
    })?;
    let range = Range::parse(&args.range).map_err(|e| Failure::usage(format!("--range: {e}")))?;
    if args.length == 0 || args.samples == 0 {
        return Err(Failure::usage("--length and --samples must be at least 1"));
    }
    Ok((
        specs,
        Defaults {
            length: args.length,
            range,
        },
    ))
}

/// A file that does not find MPI's header: the compiler here knows no MPI.
fn with_mpi(file: &Path, failure: Failure) -> Failure {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    match text.contains("mpi.h") {
        true => failure.help(RANKS),
        false => failure,
    }
}

/// What to do with a file that calls MPI.
const RANKS: &str = "compare a program with MPI as a whole, where it calls a hook: `enzyme-rs verify --in-place FILE --ranks 2`";

/// Ranks are started by a program of their own.
fn no_mpi(module: Module) -> Result<(), Failure> {
    let mut functions = module.functions().into_iter();
    let calls = |f: &Value| f.is_declaration() && f.name().to_uppercase().starts_with("MPI_");
    if !functions.any(|f| calls(&f)) {
        return Ok(());
    }
    let message = "the file calls MPI, and one function alone has no ranks";
    Err(Failure::usage(message).help(RANKS))
}

/// C++ modules need C++'s library.
fn linker(module: Module) -> Language {
    let names = module.functions().into_iter().map(Value::name);
    let mut names = names.filter(|n| n.starts_with("_Z") || n.starts_with("__gxx_personality"));
    if names.next().is_some() {
        Language::Cxx
    } else {
        Language::C
    }
}

/// The function of that symbol, or of that bare name in C++ or Fortran.
fn find(module: Module, name: &str) -> Result<Value, Failure> {
    let defined: Vec<Value> = module
        .functions()
        .into_iter()
        .filter(|f| !f.is_declaration())
        .collect();
    if let Some(exact) = defined.iter().find(|f| f.name() == name) {
        return Ok(*exact);
    }
    let mangled: Vec<Value> = defined
        .iter()
        .copied()
        .filter(|f| bare(&f.name()) == Some(name) || in_fortran(&f.name(), name))
        .collect();
    match mangled[..] {
        [one] => Ok(one),
        [] => Err(not_found(module, &defined, name)),
        _ => {
            let names: Vec<String> = mangled.iter().map(|f| f.name()).collect();
            Err(
                Failure::usage(format!("there are several functions `{name}`"))
                    .help(format!("give the symbol of one: {}", names.join(", "))),
            )
        }
    }
}

/// Whether flang makes a symbol of a procedure's name: in a module, or outside.
fn in_fortran(symbol: &str, name: &str) -> bool {
    let name = name.to_lowercase();
    let module = symbol
        .strip_prefix("_QM")
        .and_then(|rest| rest.rsplit_once('P'));
    module.is_some_and(|(_, procedure)| procedure == name)
        || symbol.strip_suffix('_') == Some(&name)
}

fn not_found(module: Module, defined: &[Value], name: &str) -> Failure {
    // Functions of headers are many, and nobody means them.
    let file = module.source_file();
    let stands_here = |function: &&Value| {
        let blocks = function.blocks().into_iter();
        let mut insts = blocks.flat_map(|block| block.instructions());
        let place = insts.find_map(Value::source_location);
        place.is_some_and(|place| Path::new(&place.file).ends_with(&file))
    };
    let own: Vec<&Value> = defined.iter().filter(stands_here).collect();
    let symbols: Vec<String> = match own.len() {
        0 => defined.iter().map(|f| f.name()).collect(),
        _ => own.into_iter().map(|f| f.name()).collect(),
    };
    let shown: Vec<&str> = symbols.iter().map(|s| bare(s).unwrap_or(s)).collect();
    let failure = Failure::input(format!("the file does not define a function `{name}`"));
    match nearest(name, &shown) {
        Some(near) => failure.help(format!("did you mean `{near}`?")),
        None => {
            let most: Vec<&str> = shown.iter().take(20).copied().collect();
            failure.help(format!("it defines: {}", most.join(", ")))
        }
    }
}

/// The last name in a mangled C++ name: `f` of `_Z1fd` and of `_ZN2ns1fEd`.
fn bare(symbol: &str) -> Option<&str> {
    let mangled = symbol.strip_prefix("_Z")?;
    let mangled = mangled.strip_prefix('L').unwrap_or(mangled);
    let nested = mangled.strip_prefix('N');
    let mut rest = nested.unwrap_or(mangled);
    let mut last = None;
    while let Some(end) = rest
        .find(|c: char| !c.is_ascii_digit())
        .filter(|end| *end > 0)
    {
        let length: usize = rest[..end].parse().ok()?;
        last = Some(rest[end..].get(..length)?);
        rest = &rest[end + length..];
        if nested.is_none() {
            break;
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_symbols() {
        assert_eq!(bare("_Z1fd"), Some("f"));
        assert_eq!(bare("_ZN2ns4normEPKdi"), Some("norm"));
        assert_eq!(bare("_ZL6squared"), Some("square"));
        assert_eq!(bare("_ZNSt6vectorIdE4sizeEv"), None);
        assert_eq!(bare("f"), None);
        assert_eq!(bare("_Z99x"), None);
    }

    #[test]
    fn procedures_of_fortran_are_found_in_symbols() {
        assert!(in_fortran("_QMheatPtotal", "Total") && in_fortran("square_", "square"));
        assert!(!in_fortran("_QMheatPtotal", "heat") && !in_fortran("square", "square"));
    }

    #[test]
    fn an_unknown_function_names_its_neighbour() {
        let context = Context::create();
        let text = "define void @energy() { ret void }\ndefine void @_Z4massd() { ret void }\n";
        let mut module = enzyme_llvm_shim::io::OwnedModule::parse_text(&context, text).unwrap();
        let module = module.handle();
        assert!(find(module, "mass").is_ok());
        let failure = find(module, "enrgy").unwrap_err();
        assert_eq!(failure.exit, Exit::Input);
        assert_eq!(failure.help, ["did you mean `energy`?"]);
    }
}
