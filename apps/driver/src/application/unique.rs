//! Variables that g++ makes the same in all of a process (STB_GNU_UNIQUE): those of templates, of inline functions, and inline ones. A copy of a library would have them in
//! common with the library.
//!
//! Owns: what tells them in a library of 64 bits. Must not: load it.

use object::LittleEndian;
use object::elf::{FileHeader64, SHN_UNDEF, SHT_DYNSYM, STB_GNU_UNIQUE, STB_WEAK, Sym64};
use object::pod;
use object::read::elf::{FileHeader as _, SectionHeader as _};
use std::ops::Range;

/// Makes them variables of the library's own, for a loader that looks there first. What is no such library stays as it is.
pub(super) fn make_own(library: &mut [u8]) {
    for symbol in symbols(library).unwrap_or_default() {
        // One without a section is another library's.
        if symbol.st_bind() == STB_GNU_UNIQUE && symbol.st_shndx.get(LittleEndian) != SHN_UNDEF {
            symbol.set_st_info(STB_WEAK, symbol.st_type());
        }
    }
}

/// A library's symbols for the loader.
fn symbols(library: &mut [u8]) -> Option<&mut [Sym64<LittleEndian>]> {
    let place = place_of_symbols(library)?;
    pod::slice_from_all_bytes_mut(library.get_mut(place)?).ok()
}

/// Where they lie.
fn place_of_symbols(library: &[u8]) -> Option<Range<usize>> {
    let header = FileHeader64::<LittleEndian>::parse(library).ok()?;
    // One of the other byte order is refused here.
    let endian = header.endian().ok()?;
    let sections = header.section_headers(endian, library).ok()?;
    let mut sections = sections.iter();
    let symbols = sections.find(|section| section.sh_type(endian) == SHT_DYNSYM)?;
    let (begin, bytes) = symbols.file_range(endian)?;
    let begin = usize::try_from(begin).ok()?;
    let end = begin.checked_add(usize::try_from(bytes).ok()?)?;
    Some(begin..end)
}

#[cfg(test)]
mod tests {
    use super::make_own;

    /// Of a library of 64 bits.
    const MAGIC: &[u8] = b"\x7fELF\x02\x01\x01";

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
