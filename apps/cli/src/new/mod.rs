//! `enzyme-rs new`: a project with a simulation for `enzyme-rs run`.
//!
//! Owns: which names a project may have, and making its folder. Must not: overwrite anything.

mod files;

use crate::cli::New;
use crate::exit::{Exit, Failure};
use files::{File, named};
use std::path::Path;

/// Words that cannot be the name of a type or module in one of the languages.
const KEYWORDS: &str = " abstract alignas alignof and as asm async auto await become bool box break case catch char class concept const continue crate \
    decltype default delete do double dyn else enum explicit export extern false final float fn for friend function gen goto if impl import in inline int \
    integer interface let long loop macro main match mod module move mut mutable namespace new noexcept not null operator or override priv private program \
    protected public pub real ref register requires restrict return self short signed simulation sizeof static std struct subroutine super switch template \
    test this throw trait true try type typedef typeid typename union unsafe unsigned unsized use using virtual void volatile where while xor yield ";

/// Makes it.
pub(crate) fn run(arguments: &New) -> Result<Exit, Failure> {
    let folder = &arguments.folder;
    let name = name_of(folder)?;
    let kind = (arguments.lang, arguments.mpi);
    let all = files::of(kind);
    if folder.exists() {
        let what = format!("{} is there already", folder.display());
        return Err(Failure::input(what).help("choose another name, or take it away"));
    }
    for file in &all {
        write(folder, file, name)?;
    }
    anstream::println!("{}: {}", folder.display(), files::about(kind));
    for file in &all {
        anstream::println!("  {}", named(file.path, name));
    }
    anstream::println!("next: cd {} && make check", folder.display());
    Ok(Exit::Success)
}

/// The project's name: that of its folder, by which types and libraries are called.
fn name_of(folder: &Path) -> Result<&str, Failure> {
    let name = folder.file_name().and_then(|name| name.to_str());
    let name = name.unwrap_or_default();
    let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(is_word);
    if !is_name {
        let what = format!("`{name}` cannot be a project's name");
        return Err(Failure::usage(what)
            .help("small letters, digits and underscores, the first one a letter"));
    }
    if KEYWORDS.contains(&format!(" {name} ")) {
        let what = format!("`{name}` is a word of the language, or of the project's own files");
        return Err(Failure::usage(what).help("choose another name"));
    }
    Ok(name)
}

fn write(folder: &Path, file: &File, name: &str) -> Result<(), Failure> {
    let path = folder.join(named(file.path, name));
    let within = path.parent().unwrap_or(folder);
    let written = std::fs::create_dir_all(within);
    let written = written.and_then(|()| std::fs::write(&path, named(&file.text, name)));
    written
        .map_err(|error| Failure::environment(format!("cannot write {}: {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::name_of;
    use std::path::Path;

    #[test]
    fn names() {
        assert_eq!(name_of(Path::new("there/shelf_2")).unwrap(), "shelf_2");
        for name in ["", "..", "2d", "Shelf", "my-shelf", "double", "simulation"] {
            assert!(name_of(Path::new(name)).is_err(), "{name}");
        }
    }
}
