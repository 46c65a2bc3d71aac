//! XDMF: what ParaView and VisIt read beside files of numbers. <https://www.xdmf.org/index.php/XDMF_Model_and_Format>
//!
//! Owns: its words. Must not: hold numbers.

use crate::application::Field;
use std::fmt::Write as _;

/// Where the numbers of a field lie.
pub(super) struct Place {
    /// XDMF's word for the form of the file.
    pub(super) form: &'static str,
    /// As seen from the folder.
    pub(super) path: String,
}

/// Describes fields on their grids. Fields on equal grids are on one; numbers alone have no place there.
pub(super) fn described(fields: &[Field], places: &[Place]) -> String {
    let mut text = String::from("<?xml version=\"1.0\"?>\n<Xdmf Version=\"3.0\">\n  <Domain>\n");
    let all = fields.iter().zip(places);
    let mut grids: Vec<Vec<(&Field, &Place)>> = Vec::new();
    for (field, place) in all.filter(|(field, _)| !field.is_number()) {
        let same = |grid: &&mut Vec<(&Field, _)>| is_same_grid(grid[0].0, field);
        match grids.iter_mut().find(same) {
            Some(grid) => grid.push((field, place)),
            None => grids.push(vec![(field, place)]),
        }
    }
    for (number, grid) in grids.iter().enumerate() {
        text += &described_grid(number, grid);
    }
    text + "  </Domain>\n</Xdmf>\n"
}

fn is_same_grid(a: &Field, b: &Field) -> bool {
    a.extent == b.extent && a.origin == b.origin && a.spacing == b.spacing
}

/// All grids have three dimensions here: readers lay those of fewer into other planes than that of the first two axes.
fn described_grid(number: usize, fields: &[(&Field, &Place)]) -> String {
    let first = fields[0].0;
    let missing = 3usize.saturating_sub(first.extent.len());
    let extent = joined(std::iter::repeat_n(1, missing).chain(first.extent.iter().copied()));
    let origin = joined(std::iter::repeat_n(0.0, missing).chain(first.origin.iter().copied()));
    let spacing = joined(std::iter::repeat_n(1.0, missing).chain(first.spacing.iter().copied()));
    let mut text = format!(
        "    <Grid Name=\"grid{number}\" GridType=\"Uniform\">\n      \
         <Topology TopologyType=\"3DCoRectMesh\" Dimensions=\"{extent}\"/>\n      \
         <Geometry GeometryType=\"ORIGIN_DXDYDZ\">\n        \
         <DataItem Dimensions=\"3\" NumberType=\"Float\" Precision=\"8\" Format=\"XML\">{origin}</DataItem>\n        \
         <DataItem Dimensions=\"3\" NumberType=\"Float\" Precision=\"8\" Format=\"XML\">{spacing}</DataItem>\n      \
         </Geometry>\n"
    );
    for (Field { name, .. }, Place { form, path }) in fields {
        // A text never fails to take more.
        let _ = write!(
            text,
            "      <Attribute Name=\"{name}\" AttributeType=\"Scalar\" Center=\"Node\">\n        \
             <DataItem Dimensions=\"{extent}\" NumberType=\"Float\" Precision=\"8\" Format=\"{form}\">{path}</DataItem>\n      \
             </Attribute>\n"
        );
    }
    text + "    </Grid>\n"
}

fn joined(numbers: impl Iterator<Item = impl ToString>) -> String {
    let all: Vec<String> = numbers.map(|number| number.to_string()).collect();
    all.join(" ")
}
