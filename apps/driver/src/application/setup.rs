//! What a simulation is told while it is made, and what it says of itself.
//!
//! Owns: the functions that `create` may call. Must not: keep anything of a simulation that was refused.

use super::fields::{Field, Role, text};
use super::sources::Source;
use enzyme_case::Section;
use enzyme_rs_application_abi as abi;
use std::cell::RefCell;
use std::ffi::{CString, c_char, c_void};
use std::path::PathBuf;

/// A parameter that the simulation has asked for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Asked {
    pub(crate) name: String,
    /// Its value, as a case writes it.
    pub(crate) value: String,
    pub(crate) unit: String,
    pub(crate) meaning: String,
    /// Whether the case has it.
    pub(crate) is_set: bool,
}

/// What `create` has said.
#[derive(Debug)]
pub(super) struct Said {
    pub(super) parameters: Section,
    folder: PathBuf,
    pub(super) asked: Vec<Asked>,
    pub(super) controls: Vec<Field>,
    pub(super) state: Vec<Field>,
    pub(super) steps: Option<u64>,
    /// The files that it reads.
    pub(super) files: Vec<Source>,
    /// What the simulation refuses besides parameters, and mistakes of its own.
    pub(super) refused: Vec<String>,
    /// Texts that the simulation was given: they live as long as it does.
    pub(super) texts: Vec<CString>,
}

impl Said {
    /// Nothing yet: of these parameters, with files as seen from this folder.
    pub(super) fn begin(parameters: Section, folder: PathBuf) -> RefCell<Self> {
        RefCell::new(Self {
            parameters,
            folder,
            asked: Vec::new(),
            controls: Vec::new(),
            state: Vec::new(),
            steps: None,
            files: Vec::new(),
            refused: Vec::new(),
            texts: Vec::new(),
        })
    }

    fn ask(&mut self, name: *const c_char, value: String, unit: String, meaning: *const c_char) {
        let name = text(name);
        let is_set = self.parameters.place(&name).is_some();
        self.asked.push(Asked {
            name,
            value,
            unit,
            meaning: text(meaning),
            is_set,
        });
    }

    /// Takes a field, unless there is one of its name: results are files and datasets of these names.
    fn name(&mut self, role: Role, field: Field) {
        let fields = match role {
            Role::Control => &mut self.controls,
            Role::State => &mut self.state,
        };
        match fields.iter().any(|other| other.name == field.name) {
            true => self.refused.push(format!(
                "the simulation names two fields of its {} `{}`",
                role.words(),
                field.name
            )),
            false => fields.push(field),
        }
    }

    fn keep(&mut self, text: String) -> *const c_char {
        // A text of TOML may have a zero byte; none that names anything has.
        let text = CString::new(text).unwrap_or_default();
        self.texts.push(text);
        self.texts
            .last()
            .map_or(std::ptr::null(), |text| text.as_ptr())
    }
}

/// The functions, for a simulation that is being made.
pub(super) fn functions(said: &RefCell<Said>) -> abi::Setup {
    abi::Setup {
        size: size_of::<abi::Setup>() as i64,
        driver: std::ptr::from_ref(said).cast_mut().cast(),
        number,
        integer,
        text: word,
        file,
        steps,
        field,
        refuse,
    }
}

/// What `functions` was made for.
fn with<R>(driver: *mut c_void, then: impl FnOnce(&mut Said) -> R) -> R {
    // SAFETY: `functions` has put the address of a `RefCell<Said>` there, which outlives `create`.
    let said = unsafe { &*driver.cast_const().cast::<RefCell<Said>>() };
    then(&mut said.borrow_mut())
}

extern "C" fn number(
    driver: *mut c_void,
    name: *const c_char,
    otherwise: f64,
    unit: *const c_char,
    meaning: *const c_char,
) -> f64 {
    with(driver, |said| {
        let unit = text(unit);
        let value = said.parameters.number(&text(name), &unit);
        let value = value.unwrap_or(otherwise);
        said.ask(name, format!("{value}"), unit, meaning);
        value
    })
}

extern "C" fn integer(
    driver: *mut c_void,
    name: *const c_char,
    otherwise: i64,
    meaning: *const c_char,
) -> i64 {
    with(driver, |said| {
        let value = said.parameters.integer(&text(name)).unwrap_or(otherwise);
        said.ask(name, format!("{value}"), String::new(), meaning);
        value
    })
}

extern "C" fn word(
    driver: *mut c_void,
    name: *const c_char,
    otherwise: *const c_char,
    meaning: *const c_char,
) -> *const c_char {
    with(driver, |said| {
        let value = said.parameters.text(&text(name));
        let value = value.unwrap_or_else(|| text(otherwise));
        said.ask(name, format!("\"{value}\""), String::new(), meaning);
        said.keep(value)
    })
}

extern "C" fn file(
    driver: *mut c_void,
    name: *const c_char,
    otherwise: *const c_char,
    meaning: *const c_char,
) -> *const c_char {
    with(driver, |said| {
        let key = text(name);
        let value = said.parameters.text(&key);
        let value = value.unwrap_or_else(|| text(otherwise));
        said.ask(name, format!("\"{value}\""), String::new(), meaning);
        if value.is_empty() {
            return said.keep(value);
        }
        let path = said.folder.join(value);
        if let Err(error) = std::fs::File::open(&path) {
            let why = format!("names {}, which cannot be read: {error}", path.display());
            said.parameters.refuse(&key, &why);
        }
        said.files.push(Source::of(&key, &path));
        said.keep(path.to_string_lossy().into_owned())
    })
}

extern "C" fn steps(driver: *mut c_void, steps: i64) {
    with(driver, |said| {
        match u64::try_from(steps) {
        Ok(steps) => said.steps = Some(steps),
        Err(_) => said.refused.push(format!(
            "the simulation says that it has {steps} steps: 0 or more there may be; let it refuse a parameter that leads to fewer (enzyme_rs_app_refuse)"
        )),
    }
    });
}

extern "C" fn field(driver: *mut c_void, field: *const abi::Field) {
    with(driver, |said| {
        // SAFETY: the interface asks for a field that lives during the call.
        let Some(raw) = (unsafe { field.as_ref() }) else {
            said.refused
                .push("the simulation names a field that is NULL".to_owned());
            return;
        };
        let end = |fields: &[Field]| fields.last().map_or(0, |field| field.range.end);
        let begin = match raw.role {
            abi::CONTROL => end(&said.controls),
            _ => end(&said.state),
        };
        match Field::read(raw, begin) {
            Ok((role, field)) => said.name(role, field),
            Err(why) => said.refused.push(why),
        }
    });
}

extern "C" fn refuse(driver: *mut c_void, name: *const c_char, why: *const c_char) {
    with(driver, |said| {
        let (name, why) = (text(name), text(why));
        match &*name {
            "" => said.refused.push(why),
            name => said.parameters.refuse(name, &why),
        }
    });
}
