//! Variables that g++ makes the same in all of a process (STB_GNU_UNIQUE): those of templates, of inline functions, and inline ones. A copy of a library would have them in
//! common with the library.
//!
//! Owns: what tells them in a library of 64 bits. Must not: load it.

/// As <elf.h> has them.
const MAGIC: &[u8] = b"\x7fELF\x02\x01";
const SHT_DYNSYM: usize = 11;
const STB_WEAK: u8 = 2;
const STB_GNU_UNIQUE: u8 = 10;
const SYMBOL: usize = 24;

/// Makes them variables of the library's own, for a loader that looks there first. What is no such library stays as it is.
pub(super) fn make_own(library: &mut [u8]) {
    for at in symbols(library).unwrap_or_default() {
        let Some([info, _, section @ ..]) = library.get_mut(at + 4..at + 8) else {
            return;
        };
        // One without a section is another library's.
        if *info >> 4 == STB_GNU_UNIQUE && *section != [0, 0] {
            *info = STB_WEAK << 4 | (*info & 0xf);
        }
    }
}

/// Where a library's symbols for the loader lie.
fn symbols(library: &[u8]) -> Option<Vec<usize>> {
    if !library.starts_with(MAGIC) {
        return None;
    }
    let sections = number(library, 0x28, 8)?;
    let (size, count) = (number(library, 0x3a, 2)?, number(library, 0x3c, 2)?);
    let mut headers = (0..count).map(|section| sections.saturating_add(section * size));
    let header = headers.find(|at| number(library, at.saturating_add(4), 4) == Some(SHT_DYNSYM))?;
    let (begin, bytes) = (
        number(library, header + 0x18, 8)?,
        number(library, header + 0x20, 8)?,
    );
    // A file that is damaged names more than it has.
    let end = begin.saturating_add(bytes).min(library.len());
    Some((begin..end).step_by(SYMBOL).collect())
}

/// A number of so many bytes.
fn number(library: &[u8], at: usize, bytes: usize) -> Option<usize> {
    let bytes = library.get(at..at.checked_add(bytes)?)?.iter().rev();
    Some(bytes.fold(0, |number, byte| number << 8 | usize::from(*byte)))
}

#[cfg(test)]
mod tests {
    use super::{MAGIC, make_own};

    #[test]
    fn what_is_no_library_stays() {
        for text in [
            &b""[..],
            b"#!/bin/sh",
            MAGIC,
            &[MAGIC, &[0xff; 90]].concat(),
        ] {
            let mut library = text.to_vec();
            make_own(&mut library);
            assert_eq!(library, text);
        }
    }
}
