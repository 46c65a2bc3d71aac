//! Tables for people: names on the left, numbers on the right, no lines.
//!
//! Owns: their look, which is that of the crate for it. Must not: know what they say.

use comfy_table::{CellAlignment, Table, presets};

/// Blanks between columns.
const GAP: u16 = 2;

/// A table whose first column has names; with an empty header, none.
pub(crate) fn table<const N: usize>(header: [&str; N], rows: Vec<[String; N]>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    if header.iter().any(|head| !head.is_empty()) {
        table.set_header(header);
    }
    table.add_rows(rows);
    for (k, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, GAP));
        if k > 0 {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.trim_fmt() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_end_below_each_other() {
        let rows = [["a", "1"], ["longer", "1000"]];
        let rows = rows.map(|row| row.map(str::to_owned)).to_vec();
        let text = table(["name", "steps"], rows);
        assert_eq!(text, "name    steps\na           1\nlonger   1000\n");
    }
}
