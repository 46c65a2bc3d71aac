//! Functions that tell where they were called from.
//!
//! Owns: how a return address is found: in the caller's registers and on its stack, for which there are a few instructions of the machine. Must not:
//! know what is told.

/// Defines functions of the C ABI that go on as others, with their return address in an additional argument, whose registers are given.
macro_rules! told {
    ($x86:literal, $arm:literal; $($name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)? = $goes_on:path;)*) => {$(
        /// Called with the return address of the caller: the README has what it does.
        ///
        /// # Safety
        /// As for the access itself.
        #[cfg(target_arch = "x86_64")]
        #[unsafe(no_mangle)]
        #[unsafe(naked)]
        pub unsafe extern "C" fn $name($($argument: $type),*) $(-> $result)? {
            core::arch::naked_asm!(concat!("mov ", $x86, ", [rsp]"), "jmp {}", sym $goes_on)
        }

        /// Called with the return address of the caller: the README has what it does.
        ///
        /// # Safety
        /// As for the access itself.
        #[cfg(target_arch = "aarch64")]
        #[unsafe(no_mangle)]
        #[unsafe(naked)]
        pub unsafe extern "C" fn $name($($argument: $type),*) $(-> $result)? {
            core::arch::naked_asm!(concat!("mov ", $arm, ", x30"), "b {}", sym $goes_on)
        }

        /// Called as if nobody knew from where: the README has what it does.
        ///
        /// # Safety
        /// As for the access itself.
        #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($argument: $type),*) $(-> $result)? {
            // SAFETY: the caller's promise.
            unsafe { $goes_on($($argument,)* 0) }
        }
    )*};
}
pub(crate) use told;
