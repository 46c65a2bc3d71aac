//! What a function that device code calls, and does not define, is on the host.
//!
//! Owns: how names of intrinsics and of libraries become names of the device library and of libm. Must not: change a call.

use enzyme_gpu_names::{Function, Precision, ROWS, Results, Rounding, find};

/// Functions of the C library that mean the same for device code.
const C: [&str; 10] = [
    "malloc", "calloc", "realloc", "free", "memcpy", "memmove", "memset", "memcmp", "strlen",
    "abort",
];

/// Where a function is found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Meaning {
    /// In the C library, under this name.
    Library(String),
    /// In the device library, if it is there.
    Device(String),
}

/// That of a name.
pub(crate) fn meaning(name: &str) -> Meaning {
    if let Some(function) = find(name) {
        return function
            .libm()
            .map_or_else(|| Meaning::Device(ours(&function)), Meaning::Library);
    }
    match C.contains(&name) || is_of_libm(name) {
        true => Meaning::Library(name.to_owned()),
        false => Meaning::Device(device(name)),
    }
}

/// The device library's name for mathematics that libm has not.
fn ours(function: &Function) -> String {
    let stored = match function.results {
        Results::ReturnedAndStored => "_stored",
        Results::Returned | Results::Stored => "",
    };
    let precision = match function.precision {
        Precision::Half => "_f16",
        Precision::Single => "f",
        Precision::Double => "",
    };
    let rounding = match function.rounding {
        Rounding::Nearest if is_arithmetic(function.computes) => "_rn",
        Rounding::Nearest => "",
        Rounding::Down => "_rd",
        Rounding::Up => "_ru",
        Rounding::Zero => "_rz",
    };
    format!("device_{}{stored}{precision}{rounding}", function.computes)
}

fn is_arithmetic(name: &str) -> bool {
    matches!(name, "add" | "sub" | "mul" | "div" | "rcp")
}

/// `sin`, and `sinf`.
fn is_of_libm(name: &str) -> bool {
    let mut rows = ROWS.iter().filter(|row| row.in_libm);
    rows.any(|row| {
        name.strip_prefix(row.computes)
            .is_some_and(|rest| rest.is_empty() || rest == "f")
    })
}

/// The device library's name for an intrinsic, or for another function of a vendor's library.
fn device(name: &str) -> String {
    let is_pointer = |part: &str| {
        let space = part.strip_prefix('p');
        space.is_some_and(|s| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit()))
    };
    let mut all = String::from("device");
    for part in name.split('.').filter(|part| *part != "ftz") {
        all.push('_');
        all.push_str(if is_pointer(part) { "p0" } else { part });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_to_libm_or_to_the_device_library() {
        let library = |name: &str| Meaning::Library(name.to_owned());
        let device = |name: &str| Meaning::Device(name.to_owned());
        let cases = [
            ("__nv_sinf", library("sinf")),
            ("__nv_fast_powf", library("powf")),
            ("__ocml_pow_f64", library("pow")),
            ("__ocml_sincos_f32", device("device_sincos_storedf")),
            ("__nv_sincospi", device("device_sincospi")),
            ("__nv_dadd_rn", device("device_add_rn")),
            ("__nv_fmaf_rz", device("device_fmaf_rz")),
            ("__ocml_sin_f16", device("device_sin_f16")),
            ("__nv_clz", device("device___nv_clz")),
            ("nvvm.add.rn.ftz.f", device("device_nvvm_add_rn_f")),
            (
                "nvvm.atomic.add.gen.i.cta.i32.p1",
                device("device_nvvm_atomic_add_gen_i_cta_i32_p0"),
            ),
            ("cosf", library("cosf")),
            ("malloc", library("malloc")),
            ("cosfg", device("device_cosfg")),
        ];
        for (name, expected) in cases {
            assert_eq!(meaning(name), expected, "{name}");
        }
    }

    /// Functions that a header of clang declares, by the begin of their names.
    fn declared(header: &str, prefix: &str) -> Vec<String> {
        let asked = std::process::Command::new("clang-22")
            .arg("-print-resource-dir")
            .output();
        let Ok(asked) = asked else {
            println!("not tried: there is no clang-22");
            return Vec::new();
        };
        let folder = String::from_utf8(asked.stdout).unwrap();
        let path = format!("{}/include/{header}", folder.trim());
        let text = std::fs::read_to_string(path).unwrap();
        let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let words = text.split(|c: char| !is_of_name(c));
        words
            .filter(|w| w.starts_with(prefix))
            .map(str::to_owned)
            .collect()
    }

    #[test]
    fn all_that_clang_declares_has_a_meaning() {
        let mut names = declared("__clang_cuda_libdevice_declares.h", "__nv_");
        names.extend(declared("__clang_hip_libdevice_declares.h", "__ocml_"));
        // Vectors of two halves, conversions of which no program of the tests makes use, and names that the preprocessor puts together.
        names.retain(|name| !name.ends_with("_2f16") && !name.contains("_cvtrt"));
        let unknown = names.iter().filter(|name| match meaning(name) {
            Meaning::Library(_) => false,
            Meaning::Device(name) => !crate::LIBRARY.contains(&format!(" @{name}(")),
        });
        assert_eq!(unknown.collect::<Vec<_>>(), Vec::<&String>::new());
    }
}
