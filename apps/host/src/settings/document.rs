//! docs/options.md has all settings, as they are here.
//!
//! Owns: the table in that page; `BLESS=1` writes it. Must not: word what a setting does (`super::SETTINGS`).

use super::{Apply, SETTINGS, Setting, Settings};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/options.md");
const HEAD: &str = "| option | default | what it does |\n|---|---|---|\n";

/// What a setting is if nobody sets it: for a switch, whether turning it on, or off, changes nothing.
fn default_of(setting: &Setting) -> String {
    let plain = format!("{:?}", Settings::default());
    let mut settings = Settings::default();
    match setting.apply {
        Apply::Switch(set) => {
            let mut is = |on| {
                set(&mut settings, on);
                format!("{settings:?}") == plain
            };
            let found = [(true, "on"), (false, "off")]
                .into_iter()
                .find(|(on, _)| is(*on));
            found.map_or("as needed", |(_, text)| text).to_owned()
        }
        Apply::Number(set) => {
            // Of all numbers in the settings, the one that a mark in its place replaces.
            const MARK: usize = 987_654_321;
            set(&mut settings, MARK);
            let changed = format!("{settings:?}");
            let (before, _) = changed.split_once(&MARK.to_string()).unwrap();
            let rest = &plain[before.len()..];
            rest.chars().take_while(char::is_ascii_digit).collect()
        }
        Apply::File(_) | Apply::Library(_) | Apply::Pattern(_) => "none".to_owned(),
    }
}

fn table() -> String {
    let row = |setting: &Setting| {
        let name = match setting.apply {
            Apply::Switch(_) => format!("`{0}`, `no-{0}`", setting.name),
            Apply::Number(_) => format!("`{}=N`", setting.name),
            Apply::File(_) => format!("`{}=FILE`, `{0}=FOLDER/`", setting.name),
            Apply::Pattern(_) => format!("`{}=PATTERN`", setting.name),
            Apply::Library(_) => format!("`{}=FILE`, `{0}=DEVICE:FILE`", setting.name),
        };
        format!(
            "| {name} | {} | {} |\n",
            default_of(setting),
            setting.meaning
        )
    };
    SETTINGS
        .iter()
        .map(row)
        .fold(HEAD.to_owned(), |all, row| all + &row)
}

#[test]
fn the_page_of_options_has_all_settings() {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let (before, rest) = page.split_once(HEAD).unwrap();
    let rows = rest.lines().take_while(|line| line.starts_with('|'));
    let length: usize = rows.map(|line| line.len() + 1).sum();
    let wanted = format!("{before}{}{}", table(), &rest[length..]);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(PAGE, &wanted).unwrap();
    }
    assert_eq!(
        page, wanted,
        "BLESS=1 cargo test -p enzyme-host writes docs/options.md"
    );
}
