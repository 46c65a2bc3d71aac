//! What the library says, and how it ends the program.
//!
//! Owns: the messages and their codes. Must not: unwind.

use crate::ending::end;

/// Ends the program: the system starts no thread.
pub(crate) fn not_started(error: i32) -> ! {
    let error = std::io::Error::from_raw_os_error(error);
    end(
        "EZ7411",
        &format!("a derivative needs a thread, and none could be started: {error}"),
    )
}

/// Ends the program: it waits for a thread of which this library knows nothing.
pub(crate) fn not_known() -> ! {
    end(
        "EZ7412",
        "differentiated code waits for a thread that it has not started, or for which it has waited before; \
         start the thread in the function that is differentiated",
    )
}

/// Ends the program: a result is not found.
pub(crate) fn lost() -> ! {
    end(
        "EZ7409",
        "the result of a thread is wanted by another function than the one that started it; \
         start and join it in one function, or let it write its result into what it is given",
    )
}

/// Ends the program: nobody waited for a thread.
pub(crate) fn not_joined() -> ! {
    end(
        "EZ7413",
        "differentiated code started a thread and has not waited for its end, and so nobody knows when it may be reversed; \
         join it in the function that is differentiated",
    )
}

/// Ends the program: the compiler and this library do not agree.
pub(crate) fn broken(what: &str) -> ! {
    end(
        "EZ7402",
        &format!("{what}: the compiler plugin and libenzyme_rs_threads are of different versions"),
    )
}

/// Ends the program: a mutex is given back that was not taken in differentiated code.
pub(crate) fn not_held() -> ! {
    end(
        "EZ7408",
        "differentiated code unlocks a mutex that it has not locked; lock and unlock it in the function that is differentiated",
    )
}
