//! XDMF: what ParaView and VisIt read beside an HDF5 file. <https://www.xdmf.org/index.php/XDMF_Model_and_Format>
//!
//! Owns: its words. Must not: hold numbers.

use crate::application::Field;
use std::fmt::Write as _;
use std::path::Path;

/// Describes the fields of a file on their grids.
pub(super) fn write(hdf5: &Path, fields: &[Field]) -> std::io::Result<()> {
    let file = hdf5.file_name().unwrap_or_default().to_string_lossy();
    std::fs::write(hdf5.with_extension("xdmf"), described(&file, fields))
}

/// Fields on equal grids are on one; numbers alone have no place there.
fn described(file: &str, fields: &[Field]) -> String {
    let mut text = String::from("<?xml version=\"1.0\"?>\n<Xdmf Version=\"3.0\">\n  <Domain>\n");
    let on_grids = fields.iter().filter(|field| !field.is_shared());
    let mut grids: Vec<Vec<&Field>> = Vec::new();
    for field in on_grids {
        let same = |grid: &&mut Vec<&Field>| is_same_grid(grid[0], field);
        match grids.iter_mut().find(same) {
            Some(grid) => grid.push(field),
            None => grids.push(vec![field]),
        }
    }
    for (number, grid) in grids.iter().enumerate() {
        text += &described_grid(number, file, grid);
    }
    text + "  </Domain>\n</Xdmf>\n"
}

fn is_same_grid(a: &Field, b: &Field) -> bool {
    a.extent == b.extent && a.origin == b.origin && a.spacing == b.spacing
}

/// Programs that draw know grids of two or three dimensions: a line is one with a single row.
fn described_grid(number: usize, file: &str, fields: &[&Field]) -> String {
    let first = fields[0];
    let rows = usize::from(first.extent.len() == 1);
    let extent = joined(std::iter::repeat_n(1, rows).chain(first.extent.iter().copied()));
    let origin = joined(std::iter::repeat_n(0.0, rows).chain(first.origin.iter().copied()));
    let spacing = joined(std::iter::repeat_n(1.0, rows).chain(first.spacing.iter().copied()));
    let dimensions = first.extent.len() + rows;
    let (geometry, axes) = match dimensions {
        2 => ("ORIGIN_DXDY", 2),
        _ => ("ORIGIN_DXDYDZ", 3),
    };
    let mut text = format!(
        "    <Grid Name=\"grid{number}\" GridType=\"Uniform\">\n      \
         <Topology TopologyType=\"{dimensions}DCoRectMesh\" Dimensions=\"{extent}\"/>\n      \
         <Geometry GeometryType=\"{geometry}\">\n        \
         <DataItem Dimensions=\"{axes}\" NumberType=\"Float\" Precision=\"8\" Format=\"XML\">{origin}</DataItem>\n        \
         <DataItem Dimensions=\"{axes}\" NumberType=\"Float\" Precision=\"8\" Format=\"XML\">{spacing}</DataItem>\n      \
         </Geometry>\n"
    );
    for field in fields {
        // A text never fails to take more.
        let _ = write!(
            text,
            "      <Attribute Name=\"{0}\" AttributeType=\"Scalar\" Center=\"Node\">\n        \
             <DataItem Dimensions=\"{extent}\" NumberType=\"Float\" Precision=\"8\" Format=\"HDF\">{file}:/{0}</DataItem>\n      \
             </Attribute>\n",
            field.name
        );
    }
    text + "    </Grid>\n"
}

fn joined(numbers: impl Iterator<Item = impl ToString>) -> String {
    let all: Vec<String> = numbers.map(|number| number.to_string()).collect();
    all.join(" ")
}
