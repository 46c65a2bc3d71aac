//! The plain file format: magic number, length and checksum of the header, header in JSON, bytes. Owns that form.

use super::codec::{Codec, system, verify};
use super::{Entry, Fault, StoreError, checksum};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

const MAGIC: &[u8; 8] = b"EZRSCKP2";
/// Bytes that share a checksum.
const BLOCK: usize = 1 << 20;
/// No header is longer: it holds 16 digits for each block.
const LONGEST_HEADER: u64 = 1 << 30;

#[derive(Serialize, Deserialize)]
struct Header {
    entry: Entry,
    block: usize,
    checksums: Vec<u64>,
}

pub(super) struct Plain;

impl Codec for Plain {
    fn write(&self, path: &Path, entry: &Entry, bytes: &[u8]) -> Result<f64, StoreError> {
        let header = Header {
            entry: entry.clone(),
            block: BLOCK,
            checksums: bytes.chunks(BLOCK).map(checksum).collect(),
        };
        let failed = system("write", path, entry);
        let header = serde_json::to_vec(&header).map_err(|error| failed(error.into()))?;
        let write = || {
            let mut file = File::create(path)?;
            file.write_all(MAGIC)?;
            file.write_all(&(header.len() as u64).to_le_bytes())?;
            file.write_all(&checksum(&header).to_le_bytes())?;
            file.write_all(&header)?;
            file.write_all(bytes)
        };
        write().map_err(failed)?;
        Ok(0.0)
    }

    fn read(&self, path: &Path, entry: &Entry, out: &mut [u8]) -> Result<(), StoreError> {
        let failed = system("read", path, entry);
        let corrupt = |what: &str| {
            let error = StoreError::new(Fault::Corrupt, "read", entry, what);
            error.in_file(path).in_dataset("header")
        };
        let mut file = File::open(path).map_err(&failed)?;
        let mut start = [0; 24];
        file.read_exact(&mut start).map_err(&failed)?;
        let number = |at: usize| {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(&start[at..at + 8]);
            u64::from_le_bytes(bytes)
        };
        if start[..7] == MAGIC[..7] && start[7] != MAGIC[7] {
            return Err(corrupt("a checkpoint of another version of this library"));
        }
        if &start[..8] != MAGIC || number(8) > LONGEST_HEADER {
            return Err(corrupt("no header of a checkpoint"));
        }
        let mut header = vec![0; number(8) as usize];
        file.read_exact(&mut header).map_err(&failed)?;
        verify(&header, number(16), path, entry, "header")?;
        let header: Header =
            serde_json::from_slice(&header).map_err(|error| corrupt(&error.to_string()))?;
        if header.entry.run != entry.run {
            return Err(corrupt("it is a checkpoint of another run"));
        }
        if header.entry != *entry || header.block == 0 {
            return Err(corrupt("it is another checkpoint"));
        }
        file.read_exact(out).map_err(&failed)?;
        for (k, block) in out.chunks(header.block).enumerate() {
            let expected = header
                .checksums
                .get(k)
                .ok_or_else(|| corrupt("too few checksums"))?;
            verify(block, *expected, path, entry, &format!("block {k}"))?;
        }
        Ok(())
    }
}
