//! What NVIDIA's machines do that has no derivative, by its names.
//!
//! Owns: the list, and finding its instructions in assembly. Must not: know what becomes of them.

use super::Refusals;

/// How names begin that have no derivative, of functions and of instructions in assembly of PTX, what the source calls them, and what to do instead.
pub(super) const NVIDIA: &[Refusals] = &[
    (
        &[
            "llvm.nvvm.tex.",
            "llvm.nvvm.tld4.",
            "tex of PTX",
            "tld4 of PTX",
        ],
        "a texture",
        "read plain memory: `__ldg(&array[i])`, or the array itself; between its numbers, interpolate by plain code. What never varies may be read in a device function of its own that is inactive: `__attribute__((annotate(\"enzyme_inactive\")))`",
    ),
    (
        &[
            "llvm.nvvm.suld.",
            "llvm.nvvm.sust.",
            "suld of PTX",
            "sust of PTX",
            "sured of PTX",
        ],
        "a surface",
        "read and write plain memory",
    ),
    (
        &[
            "llvm.nvvm.wmma.",
            "llvm.nvvm.mma.",
            "llvm.nvvm.ldmatrix.",
            "llvm.nvvm.stmatrix.",
            "llvm.nvvm.wgmma.",
            "llvm.nvvm.tcgen05.",
            "wmma of PTX",
            "mma of PTX",
            "ldmatrix of PTX",
            "stmatrix of PTX",
            "wgmma of PTX",
            "tcgen05 of PTX",
        ],
        "a matrix unit",
        "multiply by plain loops in the differentiated code, or register a derivative of the function around it",
    ),
    (
        &["llvm.nvvm.barrier.cluster.", "barrier.cluster of PTX"],
        "a barrier of a cluster",
        "use blocks without clusters",
    ),
    (
        &["llvm.nvvm.mapa", "mapa of PTX"],
        "memory of another block of a cluster",
        "use blocks without clusters",
    ),
    (
        &[
            "llvm.nvvm.cp.async",
            "llvm.nvvm.cp.reduce.async",
            "cp.async of PTX",
            "cp.reduce.async of PTX",
        ],
        "an asynchronous copy",
        "copy by plain loads and stores, and wait by `__syncthreads()`",
    ),
    (
        &["llvm.nvvm.mbarrier.", "mbarrier of PTX"],
        "an asynchronous barrier",
        "wait by `__syncthreads()`",
    ),
    (
        &[
            "llvm.nvvm.membar.",
            "llvm.nvvm.fence.",
            "membar of PTX",
            "fence of PTX",
        ],
        "a fence of memory",
        "where the block that comes last joins the parts of all: let each block write its part, and a second kernel, or the host, join them. The end of a kernel needs no fence. Within a block, use `__syncthreads()`, which is one",
    ),
    (
        &["llvm.nvvm.barrier.cta.arrive."],
        "a barrier at which threads do not wait",
        "use `__syncthreads()`",
    ),
    (
        &[
            "llvm.nvvm.barrier.cta.sync.count",
            "llvm.nvvm.barrier.cta.sync.aligned.count",
        ],
        "a barrier of some threads of a block",
        "use `__syncthreads()`, or `__syncwarp`",
    ),
    (
        &[
            "cudaLaunchDevice",
            "cudaGetParameterBuffer",
            "__cudaCDP2LaunchDevice",
            "__cudaCDP2GetParameterBuffer",
        ],
        "a launch by a kernel",
        "launch the kernel from the host",
    ),
    (
        &["__cudaCDP2Mem"],
        "a copy by the run-time library within a kernel",
        "copy by plain loads and stores",
    ),
];

/// The first instruction of the list that a text of assembly has, by its name there.
pub(super) fn instruction(text: &str) -> Option<&'static str> {
    let statements = || text.split([';', '{', '}', '\n']).map(str::trim);
    let is_of = |statement: &str, name: &str| {
        // A condition may stand ahead: `@p`.
        let mut words = statement.split_whitespace();
        let first = words.find(|word| !word.starts_with('@'));
        let rest = first.and_then(|word| word.strip_prefix(name));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let is_called = |name: &str| statements().any(|one| is_of(one, name));
    let mut names = NVIDIA.iter().flat_map(|(names, ..)| names.iter());
    names
        .find(|name| name.strip_suffix(" of PTX").is_some_and(is_called))
        .copied()
}

#[cfg(test)]
mod tests {
    use super::instruction;

    #[test]
    fn instructions_are_found_wherever_they_stand_in_a_text() {
        for (text, expected) in [
            (
                "tex.1d.v4.f32.s32\t{$0, $1, $2, $3}, [$4, {$5}];",
                Some("tex of PTX"),
            ),
            (
                "{ .reg .pred p; setp.ne.b32 p, $2, 0; @p cp.async.ca.shared.global [$0], [$1], 8; }",
                Some("cp.async of PTX"),
            ),
            ("cp.async.wait_all;", Some("cp.async of PTX")),
            ("membar.gl;", Some("membar of PTX")),
            ("mbarrier_like.b64 $0;", None),
            ("mov.u32 $0, %mma;", None),
            ("", None),
        ] {
            assert_eq!(instruction(text), expected, "{text}");
        }
    }
}
