//! The table: one row a function, its arguments by what they are.
//!
//! Owns: names and roles. Words:
//!
//! - `send`, `recv`, `both`: memory with numbers that the call reads, writes, or does either to (`both` also
//!   where the send buffer may be `MPI_IN_PLACE`). The next `count` and `type` behind it say what it holds;
//! - `pack`: such memory without a type (what `MPI_Pack` makes);
//! - `status`, `request`, `state`: memory of MPI's own that the call reads or writes;
//! - all else is passed on; `each` is a count that is not that of the whole buffer.

use enzyme_rules::{Data, Role};

/// One function.
#[derive(Clone, Debug)]
pub struct Row {
    /// Name without `MPI_`.
    pub name: String,
    /// Arguments in order.
    pub arguments: String,
}

impl Row {
    /// The role of each argument.
    #[must_use]
    pub fn roles(&self) -> Vec<Role> {
        let words: Vec<&str> = self.arguments.split(' ').collect();
        let role = |(position, word): (usize, &&str)| role(word, position, &words);
        words.iter().enumerate().map(role).collect()
    }
}

fn role(word: &str, position: usize, words: &[&str]) -> Role {
    let next = |wanted: &str| {
        let found = words.iter().skip(position).position(|word| *word == wanted);
        found.and_then(|distance| u8::try_from(position + distance).ok())
    };
    let (reads, writes) = match word {
        "send" => (true, false),
        "recv" => (false, true),
        "both" | "pack" => (true, true),
        "status" | "request" | "state" => return Role::State,
        _ => return Role::Value,
    };
    let typed = word != "pack";
    Role::Data(Data {
        reads,
        writes,
        count: next("count").filter(|_| typed),
        element: next("type").filter(|_| typed),
    })
}

/// Every row: those of the tables, and the nonblocking and the persistent form of each collective function.
pub fn rows() -> impl Iterator<Item = Row> {
    let blocking = |(name, arguments): &(&str, &str)| Row {
        name: (*name).into(),
        arguments: (*arguments).into(),
    };
    let nonblocking = |(name, arguments): &(&str, &str)| Row {
        name: format!("I{}", name.to_ascii_lowercase()),
        arguments: format!("{arguments} request").trim_start().into(),
    };
    let persistent = |(name, arguments): &(&str, &str)| Row {
        name: format!("{name}_init"),
        arguments: format!("{arguments} info request"),
    };
    let others = OTHERS.iter().map(blocking);
    let collective = COLLECTIVE.iter().map(blocking);
    others
        .chain(collective)
        .chain(COLLECTIVE.iter().map(nonblocking))
        .chain(COLLECTIVE.iter().map(persistent))
}

#[rustfmt::skip] // a table
const OTHERS: &[(&str, &str)] = &[
    // Point to point, blocking.
    ("Send", "send count type dest tag comm"),
    ("Ssend", "send count type dest tag comm"),
    ("Bsend", "send count type dest tag comm"),
    ("Rsend", "send count type dest tag comm"),
    ("Recv", "recv count type source tag comm status"),
    ("Sendrecv", "send count type dest tag recv count type source tag comm status"),
    ("Sendrecv_replace", "both count type dest tag source tag comm status"),
    // Nonblocking and persistent.
    ("Isend", "send count type dest tag comm request"),
    ("Issend", "send count type dest tag comm request"),
    ("Ibsend", "send count type dest tag comm request"),
    ("Irsend", "send count type dest tag comm request"),
    ("Irecv", "recv count type source tag comm request"),
    ("Send_init", "send count type dest tag comm request"),
    ("Ssend_init", "send count type dest tag comm request"),
    ("Bsend_init", "send count type dest tag comm request"),
    ("Rsend_init", "send count type dest tag comm request"),
    ("Recv_init", "recv count type source tag comm request"),
    ("Start", "request"),
    ("Startall", "requests request"),
    ("Request_free", "request"),
    ("Cancel", "request"),
    ("Wait", "request status"),
    ("Waitall", "requests request status"),
    ("Waitany", "requests request state status"),
    ("Waitsome", "requests request state state status"),
    ("Test", "request state status"),
    ("Testall", "requests request state status"),
    ("Testany", "requests request state state status"),
    ("Request_get_status", "handle state status"),
    ("Testsome", "requests request state state status"),
    ("Reduce_local", "send both count type op"),
    // Matched probes: what is received later comes from where the probe looked.
    ("Mprobe", "source tag comm state status"),
    ("Improbe", "source tag comm state state status"),
    ("Mrecv", "recv count type state status"),
    ("Imrecv", "recv count type state request"),
    // Packed data.
    ("Pack", "send count type pack size state comm"),
    ("Unpack", "pack size state recv count type comm"),
    // One-sided, between fences.
    ("Win_create", "both size unit info comm state"),
    ("Win_fence", "assert window"),
    ("Win_free", "state"),
    ("Put", "send count type rank offset each other window"),
    ("Get", "recv count type rank offset each other window"),
    ("Accumulate", "send count type rank offset each other op window"),
];

#[rustfmt::skip] // a table
const COLLECTIVE: &[(&str, &str)] = &[
    ("Barrier", "comm"),
    ("Bcast", "both count type root comm"),
    ("Reduce", "send both count type op root comm"),
    ("Allreduce", "send both count type op comm"),
    ("Reduce_scatter", "send both counts type op comm"),
    ("Reduce_scatter_block", "send both each type op comm"),
    ("Scan", "send both count type op comm"),
    ("Exscan", "send both count type op comm"),
    ("Gather", "send each type both each type root comm"),
    ("Gatherv", "send each type both counts displacements type root comm"),
    ("Scatter", "send each type both each type root comm"),
    ("Scatterv", "send counts displacements type both each type root comm"),
    ("Allgather", "send each type both each type comm"),
    ("Allgatherv", "send each type both counts displacements type comm"),
    ("Alltoall", "send each type both each type comm"),
    ("Alltoallv", "send counts displacements type both counts displacements type comm"),
    ("Alltoallw", "send counts displacements types both counts displacements types comm"),
    ("Neighbor_allgather", "send each type recv each type comm"),
    ("Neighbor_allgatherv", "send each type recv counts displacements type comm"),
    ("Neighbor_alltoall", "send each type recv each type comm"),
    ("Neighbor_alltoallv", "send counts displacements type recv counts displacements type comm"),
    ("Neighbor_alltoallw", "send counts displacements types recv counts displacements types comm"),
];

/// Functions through which no number goes: they ask, or make handles.
#[rustfmt::skip] // a table
pub(crate) const PASSIVE: &[&str] = &[
    // The library and its clock.
    "Abort", "Finalized", "Get_library_version", "Get_processor_name", "Get_version", "Initialized",
    "Is_thread_main", "Pcontrol", "Query_thread", "Wtick", "Wtime",
    // Communicators, groups, topologies.
    "Cart_coords", "Cart_create", "Cart_get", "Cart_map", "Cart_rank", "Cart_shift", "Cart_sub", "Cartdim_get",
    "Comm_compare", "Comm_create", "Comm_create_group", "Comm_dup", "Comm_dup_with_info", "Comm_free", "Comm_get_errhandler",
    "Comm_get_attr", "Comm_get_info", "Comm_get_name", "Comm_get_parent", "Comm_group", "Comm_idup", "Comm_rank",
    "Comm_remote_group", "Comm_remote_size", "Comm_set_attr", "Comm_set_errhandler", "Comm_set_info",
    "Comm_set_name", "Comm_size", "Comm_split", "Comm_split_type", "Comm_test_inter", "Dims_create",
    "Dist_graph_create", "Dist_graph_create_adjacent", "Dist_graph_neighbors", "Dist_graph_neighbors_count",
    "Graph_create", "Graph_get", "Graph_map", "Graph_neighbors", "Graph_neighbors_count", "Graphdims_get",
    "Group_compare", "Group_difference", "Group_excl", "Group_free", "Group_incl", "Group_intersection",
    "Group_range_excl", "Group_range_incl", "Group_rank", "Group_size", "Group_translate_ranks", "Group_union",
    "Intercomm_create", "Intercomm_merge", "Topo_test",
    // Types, operators, information, errors.
    "Add_error_class", "Add_error_code", "Add_error_string", "Errhandler_free", "Error_class", "Error_string",
    "Get_address", "Get_count", "Get_elements", "Get_elements_x", "Info_create", "Info_delete", "Info_dup",
    "Info_free", "Info_get", "Info_get_nkeys", "Info_get_nthkey", "Info_get_valuelen", "Info_set", "Op_commutative",
    "Op_create", "Op_free", "Pack_size", "Status_set_cancelled", "Status_set_elements", "Test_cancelled",
    "Type_commit", "Type_contiguous", "Type_create_darray", "Type_create_f90_complex",
    "Type_create_f90_integer", "Type_create_f90_real", "Type_create_hindexed", "Type_create_hindexed_block",
    "Type_create_hvector", "Type_create_indexed_block", "Type_create_resized", "Type_create_struct",
    "Type_create_subarray", "Type_dup", "Type_free", "Type_get_contents", "Type_get_envelope", "Type_get_extent",
    "Type_get_extent_x", "Type_get_name", "Type_get_true_extent", "Type_get_true_extent_x", "Type_indexed",
    "Type_match_size", "Type_set_name", "Type_size", "Type_size_x", "Type_vector",
    // Of MPI 1, replaced since, and still there in Fortran.
    "Address", "Attr_get", "Attr_put", "Errhandler_set", "Type_extent", "Type_hindexed", "Type_hvector", "Type_lb",
    "Type_struct", "Type_ub",
    // Looking at what has come, and room for buffered sends.
    "Buffer_attach", "Buffer_detach", "Iprobe", "Probe",
    // Windows and files, as far as they hold no numbers.
    "Win_get_attr", "Win_get_group", "Win_get_name", "Win_set_errhandler", "Win_set_name",
    "File_close", "File_delete", "File_get_amode", "File_get_byte_offset", "File_get_errhandler", "File_get_group",
    "File_get_info", "File_get_position", "File_get_size", "File_get_type_extent", "File_get_view", "File_open",
    "File_preallocate", "File_seek", "File_set_errhandler", "File_set_info", "File_set_size", "File_set_view",
    "File_sync", "File_write", "File_write_all", "File_write_at", "File_write_at_all", "File_write_ordered",
    "File_write_shared",
];

/// Functions that read files, by the argument that takes the numbers: those are no function of the inputs.
pub(crate) const FILE_READS: &[(u8, &[&str])] = &[
    (
        1,
        &[
            "File_read",
            "File_read_all",
            "File_read_ordered",
            "File_read_shared",
        ],
    ),
    (2, &["File_read_at", "File_read_at_all"]),
];

/// Functions that move numbers and are not covered.
#[rustfmt::skip] // a table
pub(crate) const UNCOVERED: &[&str] = &[
    "Comm_spawn", "Comm_spawn_multiple", "Compare_and_swap", "Fetch_and_op", "File_iread", "File_iread_at",
    "File_iread_shared", "File_iwrite", "File_iwrite_at", "File_iwrite_shared", "Get_accumulate", "Isendrecv",
    "Isendrecv_replace", "Pack_external", "Precv_init", "Psend_init",
    "Raccumulate", "Rget", "Rget_accumulate", "Rput", "Unpack_external", "Win_allocate",
    "Win_allocate_shared", "Win_attach", "Win_complete", "Win_create_dynamic", "Win_detach", "Win_flush",
    "Win_flush_all", "Win_flush_local", "Win_flush_local_all", "Win_lock", "Win_lock_all", "Win_post",
    "Win_shared_query", "Win_start", "Win_sync", "Win_test", "Win_unlock", "Win_unlock_all", "Win_wait",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str) -> Row {
        let found = rows().find(|row| row.name == name);
        found.unwrap_or_else(|| panic!("no row {name}"))
    }

    fn data(reads: bool, writes: bool, count: Option<u8>, element: Option<u8>) -> Role {
        Role::Data(Data {
            reads,
            writes,
            count,
            element,
        })
    }

    #[test]
    fn buffers_find_their_count_and_type() {
        let roles = row("Sendrecv").roles();
        assert_eq!(roles[0], data(true, false, Some(1), Some(2)));
        assert_eq!(roles[5], data(false, true, Some(6), Some(7)));
        assert_eq!(roles[11], Role::State);
        let roles = row("Iallreduce").roles();
        assert_eq!(roles[0], data(true, false, Some(2), Some(3)));
        assert_eq!(roles[1], data(true, true, Some(2), Some(3)));
        assert_eq!(roles.last(), Some(&Role::State));
    }

    /// A gathered buffer is as many times longer as there are processes; packed data have no type.
    #[test]
    fn what_is_not_known_is_not_said() {
        assert_eq!(row("Gather").roles()[3], data(true, true, None, Some(5)));
        assert_eq!(row("Unpack").roles()[0], data(true, true, None, None));
        assert_eq!(
            row("Unpack").roles()[3],
            data(false, true, Some(4), Some(5))
        );
        assert_eq!(row("Alltoallw").roles()[0], data(true, false, None, None));
    }

    #[test]
    fn no_function_has_two_rows() {
        let mut names: Vec<String> = rows().map(|row| row.name).collect();
        names.extend(PASSIVE.iter().map(|name| (*name).to_owned()));
        let files = FILE_READS.iter().flat_map(|(_, names)| names.iter());
        names.extend(files.map(|name| (*name).to_owned()));
        names.extend(UNCOVERED.iter().map(|name| (*name).to_owned()));
        let all = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
