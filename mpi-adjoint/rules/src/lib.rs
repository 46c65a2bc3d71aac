//! What each MPI function is to a derivative.
//!
//! Owns: the pack [`Mpi`], its table of functions (`table`) and the constants that name basic types
//! (`elements`). Must not: know MPI's semantics beyond the roles of arguments; what the adjoint of a call is
//! is the run-time library's business (`enzyme_rs_mpi`), which this crate only names.
//!
//! Each function has several names: `MPI_Send`, its twin in the profiling interface `PMPI_Send`, those that Open MPI
//! gives to what is to become standard (`MPIX_`), and those of the Fortran bindings, `mpi_send_` and `pmpi_send_`, which
//! take everything by reference, handles as integers, and give the error code through one argument more. The names
//! behind the module `mpi_f08` are known to be refused.

#![deny(unsafe_code)]

mod elements;
mod table;

pub use table::{Row, rows};

use enzyme_rules::{
    Again, CalleeKind, Convention, Effects, Elements, Entry, Meeting, MirrorRule, Role, RulePack,
};
use std::sync::Arc;

/// The pack of MPI.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mpi;

impl RulePack for Mpi {
    fn name(&self) -> &'static str {
        "mpi"
    }

    fn entries(&self) -> Vec<Entry> {
        let elements = Known {
            c: Arc::new(elements::c()),
            fortran: Arc::new(elements::fortran()),
        };
        let mirrored = rows().flat_map(|row| mirrored(&row, &elements));
        let passive = table::PASSIVE
            .iter()
            .flat_map(|name| everywhere(name, &CalleeKind::inactive(PASSIVE)));
        let files = table::FILE_READS.iter().flat_map(|(buffer, names)| {
            let what = CalleeKind::inactive(Effects::STATE.writing(*buffer));
            names.iter().flat_map(move |name| everywhere(name, &what))
        });
        // What C names so is MPI's; Fortran's names might be anybody's.
        let refused = CalleeKind::Refused(REMEDY.into());
        let others = C.map(|prefix| Entry::prefix(prefix, refused.clone()));
        let uncovered = table::UNCOVERED
            .iter()
            .flat_map(|name| FORTRAN.map(|prefix| fortran(prefix, name, &refused)));
        let refused = CalleeKind::Refused(REMEDY_F08.into());
        let others_of_2008 = table::UNCOVERED.iter().map(|name| (*name).to_owned());
        let of_2008 = rows()
            .map(|row| row.name)
            .chain(others_of_2008)
            .flat_map(|name| of_2008(&name, &refused));
        mirrored
            .chain(passive)
            .chain(files)
            .chain(others)
            .chain(uncovered)
            .chain(of_2008)
            .collect()
    }
}

/// The constants that name elements, in each language.
struct Known {
    c: Arc<Elements>,
    fortran: Arc<Elements>,
}

/// Passive functions write handles and integers, which have no derivative to become stale.
const PASSIVE: Effects = Effects::STATE;

const REMEDY: &str = "call it outside of the differentiated code, or use one of the functions that docs/mpi.md lists";

const REMEDY_F08: &str =
    "use the bindings of `mpif.h` or of the module `mpi` in the differentiated code";

/// Beginnings of names in C: of the library and of its profiling interface, and those that Open MPI gives to functions
/// before a standard has them, such as the persistent collective ones.
const C: [&str; 4] = ["MPI_", "PMPI_", "MPIX_", "PMPIX_"];
/// The same in Fortran.
const FORTRAN: [&str; 2] = ["mpi_", "pmpi_"];

fn fortran(prefix: &str, name: &str, what: &CalleeKind) -> Entry {
    let name = name.to_ascii_lowercase();
    Entry::exact(format!("{prefix}{name}_"), what.clone())
}

/// A function of the module `mpi_f08`, whose arguments are structures and descriptors: its names in Open MPI, and in
/// MPICH, which has one of them for functions with buffers.
fn of_2008(name: &str, refused: &CalleeKind) -> Vec<Entry> {
    let name = name.to_ascii_lowercase();
    let names = ["mpi_", "pmpi_", "pmpir_"].into_iter().flat_map(|prefix| {
        ["f08", "f08ts", "f08ts_large"].map(|suffix| format!("{prefix}{name}_{suffix}_"))
    });
    names
        .map(|name| Entry::exact(name, refused.clone()))
        .collect()
}

/// A function under all its names.
fn everywhere(name: &str, what: &CalleeKind) -> impl Iterator<Item = Entry> + use<> {
    let c = C.map(|prefix| Entry::exact(format!("{prefix}{name}"), what.clone()));
    let f = FORTRAN.map(|prefix| fortran(prefix, name, what));
    c.into_iter().chain(f)
}

/// Whether MPI itself adds to shadows that other ranks have opened.
fn is_one_sided(name: &str) -> bool {
    const NAMES: &[&str] = &["Put", "Get", "Accumulate", "Rput", "Rget", "Raccumulate"];
    NAMES.contains(&name) || name.starts_with("Win_")
}

fn mirrored(row: &Row, elements: &Known) -> impl Iterator<Item = Entry> + use<> {
    let rule = |params: Vec<Role>, convention: Convention, elements: &Arc<Elements>, name: &str| {
        let symbol = |half: &str| format!("enzyme_rs_mpi_{half}_{name}");
        CalleeKind::Mirrored(Arc::new(MirrorRule {
            meeting: Meeting::Messages,
            again: Again::Never,
            team_of_one: None,
            own_adjoint: false,
            shares: (!is_one_sided(&row.name)).then(|| "enzyme_rs_mpi_share".to_owned()),
            params,
            convention,
            elements: elements.clone(),
            tangent: symbol("tangent"),
            augmented: symbol("augmented"),
            reverse: symbol("reverse"),
        }))
    };
    let in_c = rule(row.roles(), Convention::C, &elements.c, &row.name);
    let by_reference = row.roles().into_iter().chain([Role::State]).collect();
    let lower = format!("mpi_{}_", row.name.to_ascii_lowercase());
    let in_fortran = rule(by_reference, Convention::Fortran, &elements.fortran, &lower);
    let name = row.name.clone();
    let c = C.map(|prefix| Entry::exact(format!("{prefix}{name}"), in_c.clone()));
    let f = FORTRAN.map(|prefix| fortran(prefix, &name, &in_fortran));
    c.into_iter().chain(f)
}

#[cfg(test)]
mod tests {
    use super::*;
    use enzyme_rules::Registry;

    fn label(name: &str) -> &'static str {
        let registry = Registry::builder().with(&Mpi).build();
        let registry = registry.unwrap_or_else(|error| panic!("{error}"));
        registry
            .lookup(name)
            .map_or("unknown", |entry| entry.what.label())
    }

    #[test]
    fn functions_have_several_names() {
        for name in [
            "MPIX_Bcast_init",
            "MPI_Ibcast",
            "mpi_scan_init_",
            "MPI_Send",
            "PMPI_Ialltoallw",
            "mpi_waitall_",
            "pmpi_scan_",
        ] {
            assert_eq!(label(name), "mirrored", "{name}");
        }
        assert_eq!(label("mpi_comm_rank_"), "inactive");
    }

    #[test]
    fn what_is_not_listed_is_refused_in_c_only() {
        assert_eq!(label("MPI_Win_lock"), "refused");
        assert_eq!(label("mpi_win_lock_"), "refused");
        assert_eq!(label("MPI_Alloc_mem"), "refused");
        assert_eq!(label("MPIX_Query_cuda_support"), "refused");
        assert_eq!(label("mpi_recv_f08_"), "refused");
        assert_eq!(label("mpi_recv_f08ts_"), "refused");
        assert_eq!(label("mpi_of_the_user_"), "unknown");
    }
}
