//! What a simulation asks, and says of itself, while it is made.
//!
//! Owns: handing that over to the driver. Must not: keep more than how many numbers there are.

use crate::field::Field;
use enzyme_rs_application_abi as abi;
use std::ffi::{CStr, CString, c_char};
use std::ops::Range;
use std::path::PathBuf;

/// Calls a function of the driver.
macro_rules! told {
    ($call:expr) => {
        // SAFETY: the driver has given its functions for the time of `create`, as long as a `Setup` lives; texts and fields live during the call.
        unsafe { $call }
    };
}

/// What the driver offers while a simulation is made. All ranks ask for the same in the same order.
pub struct Setup<'a> {
    driver: &'a abi::Setup,
    pub(crate) controls: usize,
    pub(crate) state: usize,
    pub(crate) is_refused: bool,
}

/// That a simulation cannot be had: [`Setup::refuse`] has said why.
#[derive(Debug)]
pub struct Refusal(());

/// A text for C.
fn text(from: &str) -> CString {
    match CString::new(from) {
        Ok(text) => text,
        Err(_) => panic!("{from:?} has a zero byte"),
    }
}

/// What the driver gives in return.
fn owned(from: *const c_char) -> String {
    // SAFETY: the interface promises a text that ends in a zero byte and lives as long as the simulation.
    let text = unsafe { CStr::from_ptr(from) };
    text.to_string_lossy().into_owned()
}

impl<'a> Setup<'a> {
    pub(crate) fn new(driver: &'a abi::Setup) -> Self {
        Self {
            driver,
            controls: 0,
            state: 0,
            is_refused: false,
        }
    }

    /// A parameter of the case that is a number: what the case says, or `otherwise`. A case may say it in multiples of the unit ("3 km"); without a
    /// unit it is a pure number.
    pub fn number(&mut self, name: &str, otherwise: f64, unit: &str, meaning: &str) -> f64 {
        let (name, unit, meaning) = (text(name), text(unit), text(meaning));
        let (name, unit, meaning) = (name.as_ptr(), unit.as_ptr(), meaning.as_ptr());
        told!((self.driver.number)(
            self.driver.driver,
            name,
            otherwise,
            unit,
            meaning
        ))
    }

    /// A parameter that is a whole number.
    pub fn integer(&mut self, name: &str, otherwise: i64, meaning: &str) -> i64 {
        let (name, meaning) = (text(name), text(meaning));
        let (name, meaning) = (name.as_ptr(), meaning.as_ptr());
        told!((self.driver.integer)(
            self.driver.driver,
            name,
            otherwise,
            meaning
        ))
    }

    /// A parameter that is a whole number and not negative, such as a number of points: otherwise it is refused.
    pub fn count(&mut self, name: &str, otherwise: usize, meaning: &str) -> usize {
        let value = self.integer(name, otherwise as i64, meaning);
        usize::try_from(value).unwrap_or_else(|_| {
            self.refuse(name, "must not be negative");
            otherwise
        })
    }

    /// A parameter that is a text.
    pub fn text(&mut self, name: &str, otherwise: &str, meaning: &str) -> String {
        let (name, otherwise, meaning) = (text(name), text(otherwise), text(meaning));
        let (name, meaning) = (name.as_ptr(), meaning.as_ptr());
        owned(told!((self.driver.text)(
            self.driver.driver,
            name,
            otherwise.as_ptr(),
            meaning,
        )))
    }

    /// A parameter that is the path of a file to read, as seen from the case's folder; none if it is empty.
    pub fn file(&mut self, name: &str, otherwise: &str, meaning: &str) -> Option<PathBuf> {
        let (name, otherwise, meaning) = (text(name), text(otherwise), text(meaning));
        let (name, meaning) = (name.as_ptr(), meaning.as_ptr());
        let path = owned(told!((self.driver.file)(
            self.driver.driver,
            name,
            otherwise.as_ptr(),
            meaning,
        )));
        (!path.is_empty()).then(|| path.into())
    }

    /// How many steps the run has, if that is known before.
    pub fn steps(&mut self, steps: usize) {
        told!((self.driver.steps)(self.driver.driver, steps as i64));
    }

    /// Names a field of the controls, of which the gradient is wanted. Its numbers lie behind those of the controls that were named before: where
    /// is returned.
    pub fn control<const D: usize>(&mut self, field: &Field<'_, D>) -> Range<usize> {
        self.field(field, abi::CONTROL);
        let begin = self.controls;
        self.controls += field.len();
        begin..self.controls
    }

    /// Names a field of the state, which steps take from one time to the next. Its numbers lie behind those of the state's fields that were named
    /// before: where is returned.
    pub fn state<const D: usize>(&mut self, field: &Field<'_, D>) -> Range<usize> {
        self.field(field, abi::STATE);
        let begin = self.state;
        self.state += field.len();
        begin..self.state
    }

    fn field<const D: usize>(&mut self, field: &Field<'_, D>, role: i32) {
        let (name, unit) = (text(field.name), text(field.unit));
        let (least, greatest) = field.bounds.unwrap_or_default();
        let raw = abi::Field {
            name: name.as_ptr(),
            unit: unit.as_ptr(),
            role,
            dimensions: D as i32,
            extent: padded(field.extent.map(|n| n as i64)),
            first: padded(field.first.map(|n| n as i64)),
            count: padded(field.count.map(|n| n as i64)),
            origin: padded(field.origin),
            spacing: padded(field.spacing),
            least,
            greatest,
        };
        told!((self.driver.field)(self.driver.driver, &raw));
    }

    /// Says that the value of a parameter cannot be had, and why: "must be above 0". `create` may go on, and find out what else is wrong, or return
    /// the refusal: behind all parameters, since the driver takes those that nobody has asked for as misspelt.
    pub fn refuse(&mut self, parameter: &str, why: &str) -> Refusal {
        self.is_refused = true;
        told!((self.driver.refuse)(
            self.driver.driver,
            text(parameter).as_ptr(),
            text(why).as_ptr(),
        ));
        Refusal(())
    }

    /// The same of the case as a whole.
    pub fn refuse_case(&mut self, why: &str) -> Refusal {
        self.refuse("", why)
    }
}

/// With zeros behind.
fn padded<T: Copy + Default, const D: usize>(list: [T; D]) -> [T; abi::DIMENSIONS] {
    let mut all = [T::default(); abi::DIMENSIONS];
    all[..D].copy_from_slice(&list);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::ffi::c_void;
    use std::ptr::{from_ref, null_mut};

    /// What a driver has heard, word by word.
    type Heard = RefCell<Vec<String>>;

    fn hear(driver: *mut c_void, what: String) {
        // SAFETY: `with` has put the address of such a list there.
        unsafe { &*driver.cast::<Heard>() }.borrow_mut().push(what);
    }

    extern "C" fn number(
        driver: *mut c_void,
        name: *const c_char,
        otherwise: f64,
        unit: *const c_char,
        meaning: *const c_char,
    ) -> f64 {
        let (name, unit, meaning) = (owned(name), owned(unit), owned(meaning));
        hear(driver, format!("{name} {otherwise} {unit} {meaning}"));
        otherwise * 2.0
    }

    extern "C" fn integer(
        driver: *mut c_void,
        name: *const c_char,
        otherwise: i64,
        meaning: *const c_char,
    ) -> i64 {
        hear(
            driver,
            format!("{} {otherwise} {}", owned(name), owned(meaning)),
        );
        -otherwise
    }

    extern "C" fn word(
        _: *mut c_void,
        _: *const c_char,
        otherwise: *const c_char,
        _: *const c_char,
    ) -> *const c_char {
        otherwise
    }

    extern "C" fn steps(driver: *mut c_void, steps: i64) {
        hear(driver, format!("{steps} steps"));
    }

    extern "C" fn field(driver: *mut c_void, field: *const abi::Field) {
        // SAFETY: the interface asks for a field that lives during the call.
        let f = unsafe { &*field };
        let (name, unit) = (owned(f.name), owned(f.unit));
        let lists = format!("{:?} {:?} {:?}", f.extent, f.first, f.count);
        hear(
            driver,
            format!(
                "{name} {unit} {} {} {lists} {} {}",
                f.role, f.dimensions, f.least, f.greatest
            ),
        );
    }

    extern "C" fn refuse(driver: *mut c_void, name: *const c_char, why: *const c_char) {
        hear(driver, format!("{}: {}", owned(name), owned(why)));
    }

    /// What a driver hears of a simulation.
    fn with(create: impl FnOnce(&mut Setup<'_>)) -> Vec<String> {
        let heard = Heard::default();
        let mut driver = abi::Setup {
            size: size_of::<abi::Setup>() as i64,
            driver: null_mut(),
            number,
            integer,
            text: word,
            file: word,
            steps,
            field,
            refuse,
        };
        driver.driver = from_ref(&heard).cast_mut().cast();
        create(&mut Setup::new(&driver));
        heard.into_inner()
    }

    #[test]
    fn parameters_are_what_the_case_says() {
        let heard = with(|setup| {
            assert_eq!(setup.number("mu", 0.25, "m", "step"), 0.5);
            assert_eq!(setup.integer("power", 3, "of u"), -3);
            assert_eq!(setup.text("data", "none", "measured"), "none");
            assert_eq!(setup.file("from", "", "to read"), None);
            assert_eq!(setup.file("from", "a/b", "to read"), Some("a/b".into()));
        });
        assert_eq!(heard, ["mu 0.25 m step", "power 3 of u"]);
    }

    #[test]
    fn a_negative_count_is_refused() {
        let heard = with(|setup| {
            assert_eq!(setup.count("points", 8, "inner points"), 8);
            assert!(setup.is_refused);
        });
        assert_eq!(
            heard,
            ["points 8 inner points", "points: must not be negative"]
        );
    }

    #[test]
    fn fields_of_a_kind_lie_one_behind_the_other() {
        let heard = with(|setup| {
            let u = Field::grid("u", [4, 6])
                .unit("m/s")
                .block([2, 0], [2, 6])
                .bounds(-1.0, 1.0);
            assert_eq!(setup.control(&u), 0..12);
            assert_eq!(setup.control(&Field::number("nu")), 12..13);
            assert_eq!(setup.state(&u.named("v")), 0..12);
            assert_eq!((setup.controls, setup.state), (13, 12));
        });
        assert_eq!(
            heard,
            [
                "u m/s 0 2 [4, 6, 0] [2, 0, 0] [2, 6, 0] -1 1",
                "nu  0 0 [0, 0, 0] [0, 0, 0] [0, 0, 0] 0 0",
                "v m/s 1 2 [4, 6, 0] [2, 0, 0] [2, 6, 0] -1 1",
            ]
        );
    }
}
