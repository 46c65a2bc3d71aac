//! The process's memory.
//!
//! Owns: what the C library is told of it. Must not: hold any.

/// Has the C library keep what a step frees: steps and their adjoints obtain the same memory again and again, and to have it of the system each time can take longer
/// than to compute with it.
pub(crate) fn keep() {
    #[cfg(target_env = "gnu")]
    // SAFETY: these numbers are read when memory is obtained or freed; no thread runs yet.
    unsafe {
        // The most that it accepts.
        libc::mallopt(libc::M_MMAP_THRESHOLD, 32 << 20);
        libc::mallopt(libc::M_TRIM_THRESHOLD, i32::MAX);
    }
}
