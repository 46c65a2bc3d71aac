//! The language of `--args`: `x:double[16],n:int=16,tol:const double=1e-3,y:double[8]=-1..1`.
//!
//! Owns: the grammar and its messages. Must not: know the function.

use std::fmt;

/// A scalar type that the harness can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    /// 32 bits.
    Float,
    /// 64 bits.
    Double,
    /// 80 bits, x87.
    LongDouble,
    /// An integer of 8, 16, 32 or 64 bits; a truth value has 1.
    Int(u32),
}

impl Scalar {
    /// Whether it has derivatives.
    pub(super) fn is_float(self) -> bool {
        !matches!(self, Scalar::Int(_))
    }

    /// Its name in LLVM IR.
    pub(super) fn ir(self) -> String {
        match self {
            Scalar::Float => "float".into(),
            Scalar::Double => "double".into(),
            Scalar::LongDouble => "x86_fp80".into(),
            Scalar::Int(bits) => format!("i{bits}"),
        }
    }

    fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "float" | "f32" | "real4" => Scalar::Float,
            "double" | "f64" | "real8" => Scalar::Double,
            "longdouble" | "f80" => Scalar::LongDouble,
            "bool" | "i1" => Scalar::Int(1),
            "char" | "i8" => Scalar::Int(8),
            "short" | "i16" => Scalar::Int(16),
            "int" | "i32" | "unsigned" => Scalar::Int(32),
            "long" | "size_t" | "i64" => Scalar::Int(64),
            _ => return None,
        })
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Float => f.write_str("float"),
            Scalar::Double => f.write_str("double"),
            Scalar::LongDouble => f.write_str("longdouble"),
            Scalar::Int(32) => f.write_str("int"),
            Scalar::Int(bits) => write!(f, "i{bits}"),
        }
    }
}

/// Where random values come from; one value if both ends are the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Range {
    /// Least value.
    pub(super) low: f64,
    /// Greatest value.
    pub(super) high: f64,
}

impl Range {
    /// Reads `2`, or `-1..1`.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let (low, high) = text.split_once("..").unwrap_or((text, text));
        let number = |part: &str| {
            let value: Option<f64> = part.trim().parse().ok();
            value.filter(|v| v.is_finite()).ok_or_else(|| {
                format!("`{text}` is neither a number nor an interval such as -1..1")
            })
        };
        let range = Self {
            low: number(low)?,
            high: number(high)?,
        };
        if range.low > range.high {
            return Err(format!("the interval `{text}` is empty"));
        }
        Ok(range)
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.low == self.high {
            write!(f, "{}", self.low)
        } else {
            write!(f, "{}..{}", self.low, self.high)
        }
    }
}

/// What the user says about one argument; what is left open is taken from the function.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ArgSpec {
    /// Name of the parameter; without one the position counts.
    pub(super) name: Option<String>,
    /// Not differentiated.
    pub(super) constant: bool,
    /// Type of the value or of the elements.
    pub(super) scalar: Option<Scalar>,
    /// Number of elements behind a pointer.
    pub(super) length: Option<usize>,
    /// Values.
    pub(super) range: Option<Range>,
}

/// Reads the whole list.
pub(super) fn parse(text: &str) -> Result<Vec<ArgSpec>, String> {
    text.split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .map(parse_one)
        .collect()
}

/// Reads `[NAME:] [const] TYPE [[N]] [=VALUES]`.
fn parse_one(text: &str) -> Result<ArgSpec, String> {
    let (head, range) = match text.split_once('=') {
        Some((head, values)) => (head, Some(Range::parse(values)?)),
        None => (text, None),
    };
    let (name, ty) = match head.split_once(':') {
        Some((name, ty)) => (Some(name.trim().to_owned()), ty.trim()),
        None => (None, head.trim()),
    };
    let (constant, ty) = match ty.strip_prefix("const ") {
        Some(rest) => (true, rest.trim()),
        None => (false, ty),
    };
    let (scalar, length) = match ty.split_once('[') {
        Some((scalar, rest)) => (scalar.trim(), Some(parse_length(text, rest)?)),
        None => (ty, None),
    };
    let scalar = Scalar::parse(scalar)
        .ok_or_else(|| format!("`{text}`: unknown type `{scalar}`; {TYPES}"))?;
    Ok(ArgSpec {
        name,
        constant,
        scalar: Some(scalar),
        length,
        range,
    })
}

const TYPES: &str = "there are float, double, longdouble, bool, char, short, int, long";

fn parse_length(text: &str, rest: &str) -> Result<usize, String> {
    let number = rest.strip_suffix(']').and_then(|n| n.trim().parse().ok());
    number
        .filter(|n| *n > 0)
        .ok_or_else(|| format!("`{text}`: write the number of elements as `double[16]`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_arguments() {
        let specs =
            parse("x:double[16], n:int=16 ,tol: const double =1e-3,float[2]=-1..1").unwrap();
        assert_eq!(specs.len(), 4);
        assert_eq!(specs[0].name.as_deref(), Some("x"));
        assert_eq!(
            (specs[0].scalar, specs[0].length),
            (Some(Scalar::Double), Some(16))
        );
        assert_eq!(
            specs[1].range,
            Some(Range {
                low: 16.0,
                high: 16.0
            })
        );
        assert!(specs[2].constant && !specs[3].constant);
        assert_eq!(
            (specs[3].name.clone(), specs[3].scalar),
            (None, Some(Scalar::Float))
        );
        assert_eq!(
            specs[3].range,
            Some(Range {
                low: -1.0,
                high: 1.0
            })
        );
    }

    #[test]
    fn mistakes_name_the_part_and_the_remedy() {
        assert!(
            parse("x:quad")
                .unwrap_err()
                .contains("unknown type `quad`; there are float")
        );
        assert!(parse("x:double[").unwrap_err().contains("as `double[16]`"));
        assert!(parse("x:double[0]").is_err());
        assert!(parse("n:int=many").unwrap_err().contains("-1..1"));
        assert!(parse("x:double=2..1").unwrap_err().contains("is empty"));
    }
}
