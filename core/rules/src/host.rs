//! Hosts that launch kernels on a device.
//!
//! Owns: [`HostRule`], what is known of such a host's code and its libraries; [`DeviceVariable`]. Must not: know a vendor.

use crate::family::FloatKind;

/// How a program says, when it starts, that its device code has a variable, for which one of the host stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VariableRule {
    /// The function. Its operands begin as for kernels; one that is not 0 says that kernels only read the variable.
    pub registers: &'static str,
    /// That operand.
    pub read_only: u32,
    /// The bit that says the same in an entry.
    pub read_only_flag: u64,
    /// How the names of functions begin that copy to a variable, or from one, and the operand that stands for it.
    pub copies: &'static [(&'static str, u32)],
}

/// A variable of a device, as a host's module knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceVariable {
    /// Its bytes.
    pub bytes: u64,
    /// Numbers that lie there.
    pub numbers: Numbers,
    /// Whether kernels only read it.
    pub read_only: bool,
}

/// Numbers in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Of one kind, one behind the other, and nothing else.
    All(FloatKind),
    /// At these offsets.
    At(Vec<(u64, FloatKind)>),
    /// Anywhere.
    Any,
}

/// What is known of the code that a compiler makes for a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostRule {
    /// How the names of the vendor's functions begin: who calls one of them may need the library.
    pub vendor: &'static str,
    /// The library's `void (ptr to, ptr from, i64 bytes)`, which copies wherever both lie.
    pub copies: &'static str,
    /// The functions that launch a kernel. What is handed over may lead to memory without a derivative, which the kernel's derivative finds out.
    pub launches: &'static [&'static str],
    /// The function that notes the shape of a launch, in front of a call of the function of the host that stands for the kernel.
    pub configures: &'static str,
    /// What stands in front of the kernel's name in that of such a function, which is defined where the kernel is.
    pub stubs: &'static str,
    /// The library's `void (ptr name, ptr why)`, which ends the program where a file has no derivatives of a kernel for others: null if it has said nothing.
    pub lacks: &'static str,
    /// The function by which a program says, when it starts, that there is a kernel. Its operands begin with what the module's device code is,
    /// the address that stands for the kernel on the host, and twice its name.
    pub registers: &'static str,
    /// How a program says it otherwise, where the device code of several files is linked: by an entry for each kernel in a section of its own, and which of the
    /// entries are the vendor's.
    pub entries: (&'static str, u64),
    /// How a program says that there is a variable of the device.
    pub variables: VariableRule,
    /// The function of the run-time library that is told of a kernel: `void (ptr kernel, ptr derivatives, ptr name, i32 said)`, the name being that of the source. Of the
    /// derivatives, one byte each stands for the kernels that `frontend/kernels` adds, in its order; which there are, says the last: 0 none, 1 all, 2 the first
    /// alone, for the kernel has no derivative. The function may be missing: a program need not differentiate what it launches.
    pub tells: &'static str,
    /// The library's `i64 (ptr hook)`, with an address that no other hook has, that is told that a derivative begins on the calling thread, if it calls the library. Of halves that a program calls apart
    /// it is told nothing.
    pub begins: &'static str,
    /// The same where it ends, unless an exception leaves it: `void (i64)` of what the other one gave.
    pub ends: &'static str,
    /// The library's `void (i32)` that is told of steps which run again from checkpoints: that they run forward (0), and where their reverse pass begins (1) and ends (-1).
    /// Nobody puts variables of the device back then.
    pub again: &'static str,
    /// How the names of functions begin that generated code calls and that `library` defines.
    pub prefix: &'static str,
    /// These functions, as LLVM IR.
    pub library: &'static str,
    /// Parts of the paths of the vendor's headers, and of those that the compiler has for them: what is wrong there is said of the line that calls it.
    pub headers: &'static [&'static str],
}
