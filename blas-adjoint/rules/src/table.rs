//! The table of routines.
//!
//! Owns: [`rows`]. Must not: know how names are made, or what a derivative is.

use crate::names::{Dialect, Scalar};

/// A routine.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Its name to the run-time library.
    pub routine: &'static str,
    stem: &'static str,
    /// The numbers it comes for, by the prefixes of its names.
    pub members: &'static [(&'static str, Scalar)],
    letters: &'static str,
    /// In CBLAS, whether its first argument says how matrices are stored.
    pub(crate) ordered: bool,
    pub(crate) returns: Returns,
    /// The routines that its derivative calls.
    pub(crate) calls: &'static [&'static str],
    library: Library,
}

/// What a routine returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Returns {
    Nothing,
    /// A real number.
    Real,
    /// A number of its kind; in CBLAS a complex one through a pointer.
    Number,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Library {
    Blas,
    Lapack,
}

/// What an argument is, by its letter in the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Letter {
    /// `o`: an option.
    Choice,
    /// `n`: a size, a stride, a leading dimension.
    Integer,
    /// `a`: a number of the routine's kind.
    Scalar,
    /// `t`: a real number.
    Real,
    /// `x`: numbers that are read.
    Read,
    /// `y`: numbers that are written.
    Write,
    /// `z`: numbers that are read and written.
    Update,
    /// `p`: pivots that are read.
    Pivots,
    /// `q`: pivots that are written.
    NewPivots,
    /// `i`: the status of a routine of LAPACK.
    Status,
    /// A number that is returned through a pointer.
    Result,
}

/// The routines that derivatives call, in the order in which the run-time library is given them. By the last of them it finds
/// out how wide the integers of a Fortran routine are, which its name need not say.
pub(crate) const CALLED: [&str; 6] = ["gemm", "symm", "syr2k", "trmm", "trsm", "scal"];

use Scalar::{C, D, S, Z};

const REAL: &[(&str, Scalar)] = &[("s", S), ("d", D)];
const COMPLEX: &[(&str, Scalar)] = &[("c", C), ("z", Z)];
const ALL: &[(&str, Scalar)] = &[("s", S), ("d", D), ("c", C), ("z", Z)];
/// With a real result, or real factors.
const NORMS: &[(&str, Scalar)] = &[("s", S), ("d", D), ("sc", C), ("dz", Z)];
const ROTATIONS: &[(&str, Scalar)] = &[("s", S), ("d", D), ("cs", C), ("zd", Z)];
const BY_REAL: &[(&str, Scalar)] = &[("cs", C), ("zd", Z)];

const FACTORS: &[&str] = &["gemm", "trmm", "trsm", "scal"];

const fn one(
    routine: &'static str,
    members: &'static [(&'static str, Scalar)],
    letters: &'static str,
    returns: Returns,
) -> Row {
    Row {
        routine,
        stem: routine,
        members,
        letters,
        ordered: false,
        returns,
        calls: &[],
        library: Library::Blas,
    }
}

const fn more(
    routine: &'static str,
    members: &'static [(&'static str, Scalar)],
    letters: &'static str,
    calls: &'static [&'static str],
) -> Row {
    Row {
        ordered: true,
        calls,
        ..one(routine, members, letters, Returns::Nothing)
    }
}

const fn lapack(routine: &'static str, letters: &'static str) -> Row {
    Row {
        ordered: false,
        library: Library::Lapack,
        ..more(routine, ALL, letters, FACTORS)
    }
}

const ROWS: &[Row] = &[
    // Vectors.
    one("dot", REAL, "nxnxn", Returns::Number),
    one("dotu", COMPLEX, "nxnxn", Returns::Number),
    one("dotc", COMPLEX, "nxnxn", Returns::Number),
    one("nrm2", NORMS, "nxn", Returns::Real),
    one("asum", NORMS, "nxn", Returns::Real),
    one("axpy", ALL, "naxnzn", Returns::Nothing),
    one("scal", ALL, "nazn", Returns::Nothing),
    Row {
        stem: "scal",
        ..one("rscal", BY_REAL, "ntzn", Returns::Nothing)
    },
    one("copy", ALL, "nxnyn", Returns::Nothing),
    one("swap", ALL, "nznzn", Returns::Nothing),
    one("rot", ROTATIONS, "nznzntt", Returns::Nothing),
    // Matrices and vectors.
    more("gemv", ALL, "onnaxnxnazn", &["gemm", "scal"]),
    more("ger", REAL, "nnaxnxnzn", &["gemm", "scal"]),
    more("geru", COMPLEX, "nnaxnxnzn", &["gemm", "scal"]),
    more("gerc", COMPLEX, "nnaxnxnzn", &["gemm", "scal"]),
    more("symv", REAL, "onaxnxnazn", &["symm", "syr2k", "scal"]),
    more("trmv", ALL, "ooonxnzn", &["gemm", "trmm", "scal"]),
    more("trsv", ALL, "ooonxnzn", FACTORS),
    // Matrices.
    more("gemm", ALL, "oonnnaxnxnazn", &["gemm", "scal"]),
    more("symm", ALL, "oonnaxnxnazn", &["symm", "syr2k", "scal"]),
    more("syrk", ALL, "oonnaxnazn", &["symm", "syr2k", "scal"]),
    more("syr2k", ALL, "oonnaxnxnazn", &["symm", "syr2k", "scal"]),
    more("trmm", ALL, "oooonnaxnzn", &["gemm", "trmm", "scal"]),
    more("trsm", ALL, "oooonnaxnzn", FACTORS),
    // LAPACK.
    lapack("potrf", "onzni"),
    lapack("potrs", "onnxnzni"),
    lapack("posv", "onnznzni"),
    lapack("getrf", "nnznqi"),
    lapack("getrs", "onnxnpzni"),
    lapack("gesv", "nnznqzni"),
    lapack("trtrs", "ooonnxnzni"),
];

/// All routines.
pub fn rows() -> &'static [Row] {
    ROWS
}

impl Row {
    /// Its name without prefix.
    pub(crate) fn stem(&self, dialect: Dialect) -> &'static str {
        match self.routine {
            "dotu" if dialect.is_cblas() => "dotu_sub",
            "dotc" if dialect.is_cblas() => "dotc_sub",
            _ => self.stem,
        }
    }

    pub(crate) fn has(&self, dialect: Dialect) -> bool {
        self.library == Library::Blas || !dialect.is_cblas()
    }

    pub(crate) fn letters(&self) -> Vec<Letter> {
        self.letters.chars().map(Letter::of).collect()
    }
}

impl Letter {
    fn of(letter: char) -> Self {
        match letter {
            'o' => Self::Choice,
            'n' => Self::Integer,
            'a' => Self::Scalar,
            't' => Self::Real,
            'x' => Self::Read,
            'y' => Self::Write,
            'z' => Self::Update,
            'p' => Self::Pivots,
            'q' => Self::NewPivots,
            'i' => Self::Status,
            other => panic!("the table has no letter `{other}`"),
        }
    }
}
