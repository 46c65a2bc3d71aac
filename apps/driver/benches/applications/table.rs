//! Tables: printed as they are made, and written as text and as JSON.
//!
//! Owns: their look. Must not: know what is in them.

use serde_json::{Map, Value, json};
use std::path::Path;
use std::time::Instant;

/// Rows under names of columns.
pub(crate) struct Table {
    title: String,
    columns: Vec<&'static str>,
    /// For people, and the numbers themselves.
    rows: Vec<(Vec<String>, Vec<Value>)>,
    notes: Vec<String>,
}

/// One place in a row.
pub(crate) struct Cell(String, Value);

impl Table {
    pub(crate) fn new(title: &str, columns: &[&'static str]) -> Self {
        Self {
            title: title.to_owned(),
            columns: columns.to_vec(),
            rows: Vec::new(),
            notes: Vec::new(),
        }
    }

    pub(crate) fn row(&mut self, cells: Vec<Cell>) {
        assert_eq!(cells.len(), self.columns.len());
        let row: (Vec<String>, Vec<Value>) = cells.into_iter().map(|cell| (cell.0, cell.1)).unzip();
        eprintln!("{}: {}", self.title, row.0.join(" | "));
        self.rows.push(row);
    }

    pub(crate) fn note(&mut self, text: String) {
        self.notes.push(text);
    }

    fn text(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let names: Vec<String> = self.columns.iter().map(|name| (*name).to_owned()).collect();
        let mut text = format!(
            "{}:\n\n{}|{}\n",
            self.title,
            line(&names),
            "---|".repeat(names.len())
        );
        self.rows.iter().for_each(|(row, _)| text += &line(row));
        self.notes
            .iter()
            .for_each(|note| text += &format!("\n{note}\n"));
        text
    }

    fn data(&self) -> Value {
        let row = |values: &[Value]| -> Map<String, Value> {
            let names = self.columns.iter().map(|name| (*name).to_owned());
            names.zip(values.iter().cloned()).collect()
        };
        let rows: Vec<_> = self.rows.iter().map(|(_, values)| row(values)).collect();
        json!({ "title": self.title, "rows": rows, "notes": self.notes })
    }
}

pub(crate) fn word(text: &str) -> Cell {
    Cell(text.to_owned(), text.into())
}

pub(crate) fn count(number: u64) -> Cell {
    Cell(number.to_string(), number.into())
}

/// A pure number.
pub(crate) fn ratio(number: f64) -> Cell {
    Cell(format!("{number:.2}"), number.into())
}

/// A pure number that may be missing.
pub(crate) fn maybe(number: Option<f64>) -> Cell {
    number.map_or_else(|| Cell("-".to_owned(), Value::Null), ratio)
}

pub(crate) fn percent(share: f64) -> Cell {
    Cell(format!("{:.1} %", 100.0 * share), share.into())
}

pub(crate) fn seconds(time: f64) -> Cell {
    let text = match time {
        time if time < 1e-6 => format!("{:.1} ns", 1e9 * time),
        time if time < 1e-3 => format!("{:.1} µs", 1e6 * time),
        time if time < 1.0 => format!("{:.2} ms", 1e3 * time),
        time => format!("{time:.2} s"),
    };
    Cell(text, time.into())
}

pub(crate) fn bytes(size: u64) -> Cell {
    let text = match size {
        size if size < 10_000 => format!("{size} B"),
        size if size < 10_000_000 => format!("{} kB", size / 1000),
        size => format!("{} MB", size / 1_000_000),
    };
    Cell(text, size.into())
}

/// All tables of one benchmark.
pub(crate) struct Report {
    text: String,
    tables: Vec<Value>,
    machine: String,
    begin: Instant,
}

impl Report {
    pub(crate) fn begin(machine: String) -> Self {
        println!("{machine}\n");
        Self {
            text: format!("{machine}\n"),
            tables: Vec::new(),
            machine,
            begin: Instant::now(),
        }
    }

    pub(crate) fn add(&mut self, table: Table) {
        let text = table.text();
        println!("{text}");
        self.text += &format!("\n{text}");
        self.tables.push(table.data());
    }

    /// Writes all of it into a folder.
    pub(crate) fn end(mut self, load: String, folder: &Path) {
        let end = format!("{:.0?} in all; {load}", self.begin.elapsed());
        println!("{end}");
        self.text += &format!("\n{end}\n");
        let data = json!({ "machine": self.machine, "end": end, "tables": self.tables });
        std::fs::create_dir_all(folder).unwrap();
        std::fs::write(folder.join("applications.txt"), self.text).unwrap();
        let data = serde_json::to_string_pretty(&data).unwrap();
        std::fs::write(folder.join("applications.json"), data).unwrap();
    }
}
