//! Inactive library calls: text, files, time, and the C++ and Rust runtimes around them.
//!
//! Owns: names through which no active number flows. Must not: list anything that may move active
//! data (`memory.rs`), that calls back (`qsort`, `bsearch`), or that allocates (`strdup`).
//! Reading functions (`fread`, `scanf`, `strtod`) are here: what they store is inactive, and
//! `Effects::writes` says where (see `effects.rs` for what an engine owes then).

use crate::callee::CalleeKind;
use crate::effects::Effects;
use crate::registry::Entry;

pub(super) fn entries() -> Vec<Entry> {
    let memory = || CalleeKind::Refused(MEMORY_REMEDY.into());
    let memory_streams = MEMORY_STREAMS
        .iter()
        .map(|&name| Entry::exact(name, memory()));
    let exact = EXACT.iter().flat_map(|&(effects, names)| {
        names
            .iter()
            .map(move |&name| Entry::exact(name, CalleeKind::inactive(effects)))
    });
    let into = POINT_INTO.iter().flat_map(|&(effects, names)| {
        names
            .iter()
            .map(move |&name| Entry::exact(name, CalleeKind::inactive_into(effects, 0)))
    });
    // What they return is the stream.
    let operators = STREAM_OPERATORS
        .iter()
        .map(|&prefix| (Effects::ANY.emitting(), prefix));
    let streams = STREAMS.iter().copied().chain(operators);
    let streams = streams
        .map(|(effects, prefix)| Entry::prefix(prefix, CalleeKind::inactive_into(effects, 0)));
    let strings = STRINGS
        .iter()
        .flat_map(|(begin, effects, returned, methods)| {
            let what = match returned {
                Returned::Itself => CalleeKind::inactive_into(*effects, 0),
                Returned::Other => CalleeKind::inactive(*effects),
            };
            let name = move |method| format!("{begin}{STRING}{method}");
            let entry = move |method| Entry::prefix(name(method), what.clone());
            methods.iter().map(entry)
        });
    let cpp = CPP_PREFIXES
        .iter()
        .map(|&p| Entry::prefix(p, CalleeKind::inactive(Effects::ANY.emitting())));
    let rust = RUST_PARTS
        .iter()
        .map(|&part| Entry::contains(part, CalleeKind::inactive(Effects::ANY)));
    let handlers = HANDLERS
        .iter()
        .map(|&p| Entry::prefix(p, CalleeKind::inactive(Effects::OUTPUT)));
    exact
        .chain(into)
        .chain(streams)
        .chain(strings)
        .chain(cpp)
        .chain(rust)
        .chain(handlers)
        .chain(memory_streams)
        .collect()
}

/// Functions that make a stream of memory or of functions of the program: what is written to it comes back without a read.
const MEMORY_STREAMS: &[&str] = &[
    "fmemopen",
    "open_memstream",
    "open_wmemstream",
    "fopencookie",
    "funopen",
];

const MEMORY_REMEDY: &str =
    "hand numbers over as numbers, or make the stream outside of the differentiated code";

/// Writes what its arguments lead to into a file or a text.
const OUT: Effects = Effects::OUTPUT.emitting();
/// Reads a file or a text into what its arguments lead to.
const IN: Effects = Effects::ANY.taking();

/// Reads its arguments' memory, writes that of the first.
const FILLS_FIRST: Effects = Effects::READS.writing(0);

#[rustfmt::skip] // a table
const EXACT: &[(Effects, &[&str])] = &[
    // Characters and strings.
    (Effects::PURE, &[
        "isalnum", "isalpha", "isascii", "isblank", "iscntrl", "isdigit", "isgraph", "islower",
        "isprint", "ispunct", "isspace", "isupper", "isxdigit", "toascii", "tolower", "toupper",
        "iswalnum", "iswalpha", "iswdigit", "iswspace", "towlower", "towupper",
        "abs", "labs", "llabs", "imaxabs", "div", "ldiv", "lldiv", "ffs", "ffsl", "ffsll",
        "__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc", "__errno_location",
        "__ctype_get_mb_cur_max",
    ]),
    (Effects::READS, &[
        "bcmp", "memcmp", "strcasecmp", "strcmp", "strcoll", "strcspn", "strlen", "strncasecmp",
        "strncmp", "strnlen", "strspn", "wcscmp", "wcslen", "wcsncmp", "wmemcmp",
        "atoi", "atol", "atoll", "malloc_usable_size",
    ]),
    (Effects::READS.taking(), &["atof"]),
    (Effects::OUTPUT.writing(1), &[
        "strtol", "strtoll", "strtoul", "strtoull",
        "__isoc23_strtol", "__isoc23_strtoll", "__isoc23_strtoul", "__isoc23_strtoull",
    ]),
    (Effects::OUTPUT.writing(1).taking(), &["strtod", "strtof", "strtold"]),
    (FILLS_FIRST, &["strftime", "strxfrm"]),
    // Output.
    (OUT, &[
        "__fprintf_chk", "__vfprintf_chk", "__overflow", "dprintf", "fprintf", "fputc", "fputs", "fputwc",
        "fwrite", "fwrite_unlocked", "putc", "putw", "ungetc", "vdprintf", "vfprintf", "write", "pwrite",
        "pwrite64",
    ]),
    (Effects::OUTPUT, &[
        "__printf_chk", "__vprintf_chk", "fclose", "feof", "ferror", "fflush", "fileno", "fopen",
        "fopen64", "fseek", "fseeko", "ftell", "ftello", "fwide", "perror", "printf", "putchar", "puts",
        "rewind", "setbuf", "setlinebuf", "setvbuf", "syslog", "vprintf", "wprintf", "close", "fcntl", "fsync", "lseek", "mkdir", "open", "open64", "remove", "rename", "rmdir",
        "unlink", "clearerr", "fdopen", "freopen", "popen", "pclose", "tmpfile", "chdir", "access",
    ]),
    (OUT.writing(0), &[
        "__snprintf_chk", "__sprintf_chk", "__vsnprintf_chk", "__vsprintf_chk", "snprintf",
        "sprintf", "vsnprintf", "vsprintf", "swprintf",
    ]),
    // Input.
    (Effects::STATE.taking(), &["fgetc", "getc", "getw", "__uflow"]),
    (Effects::STATE, &["getchar"]),
    (IN, &[
        "__isoc23_fscanf", "__isoc99_fscanf", "fread", "fread_unlocked", "fscanf", "getdelim", "getline",
        "read", "pread", "pread64", "vfscanf",
    ]),
    (IN, &["__isoc23_sscanf", "__isoc99_sscanf", "sscanf", "vsscanf"]),
    (Effects::ANY, &["__isoc23_scanf", "__isoc99_scanf", "scanf", "vscanf"]),
    // Time, environment, random numbers.
    (Effects::STATE, &[
        "clock", "difftime", "getpagesize", "getpid", "getppid", "rand", "random", "drand48",
        "lrand48", "mrand48", "sched_yield", "sleep", "srand", "srand48", "srandom", "sysconf",
        "usleep", "gethostid", "getuid", "geteuid", "sched_getcpu",
    ]),
    (Effects::ANY, &[
        "asctime", "clock_getres", "clock_gettime", "ctime", "ftime", "getenv", "gethostname",
        "getrusage", "gettimeofday", "gmtime", "gmtime_r", "localtime", "localtime_r", "mktime",
        "nanosleep", "rand_r", "secure_getenv", "setenv", "setlocale", "signal", "sigaction",
        "system", "time", "times", "uname", "unsetenv", "getopt", "getopt_long", "isatty",
        "backtrace", "backtrace_symbols_fd", "getcwd", "stat", "fstat",
        "drand48_r", "erand48", "erand48_r", "jrand48", "lrand48_r", "nrand48", "srand48_r",
    ]),
    // Locks of threads. What they guard, another thread may change as soon as it is let go on; the lock itself holds no number.
    (Effects::STATE.ordering(), &[
        "pthread_mutex_lock", "pthread_mutex_trylock", "pthread_mutex_unlock", "pthread_rwlock_rdlock",
        "pthread_rwlock_unlock", "pthread_rwlock_wrlock", "pthread_spin_lock", "pthread_spin_unlock",
    ]),
    // A destructor that runs at the end of the program ends what it is given.
    (Effects::STATE.writing(1), &[
        "__cxa_atexit", "__cxa_thread_atexit", "__cxa_thread_atexit_impl",
    ]),
    // C++ runtime.
    (Effects::ANY, &[
        "__cxa_allocate_exception", "__cxa_end_catch", "__cxa_guard_abort", "__cxa_guard_acquire",
        "__cxa_guard_release", "__cxa_get_globals",
        "__cxa_uncaught_exceptions", "__cxa_current_exception_type", "__cxa_free_exception",
        "__gxx_personality_v0", "__gcc_personality_v0", "rust_eh_personality",
        "_ZSt18uncaught_exceptionv", "_ZSt19uncaught_exceptionsv", "_ZSt15get_new_handlerv",
        "_ZSt15set_new_handlerPFvvE",
    ]),
];

/// Functions whose result points into their first argument.
#[rustfmt::skip] // a table
const POINT_INTO: &[(Effects, &[&str])] = &[
    (Effects::READS, &[
        "__rawmemchr", "basename", "index", "memchr", "memrchr", "rawmemchr", "rindex", "strcasestr",
        "strchr", "strchrnul", "strpbrk", "strrchr", "strstr", "wcschr", "wcsstr",
    ]),
    (FILLS_FIRST, &[
        "__strcat_chk", "__strcpy_chk", "__strncat_chk", "__strncpy_chk", "__stpcpy_chk", "stpcpy",
        "stpncpy", "strcat", "strcpy", "strncat", "strncpy", "wcscpy", "wcscat",
    ]),
    (IN, &["fgets", "__fgets_chk"]),
    (Effects::ANY, &["strtok"]),
];

/// Beginnings of what sanitizers call: they look at values, and print, or are told which part of a container is in use.
const HANDLERS: &[&str] = &[
    "__ubsan_handle_",
    "__sanitizer_cov_",
    "__sanitizer_annotate_",
    "__cfi_slowpath",
];

/// Mangled beginnings of C++'s streams of characters: output, input, both.
#[rustfmt::skip] // a table
const STREAMS: &[(Effects, &str)] = &[
    (Effects::ANY.emitting(), "_ZNSo"), (Effects::ANY.emitting(), "_ZNSt13basic_ostream"),
    (Effects::ANY.emitting(), "_ZNSt3__113basic_ostream"),
    (Effects::ANY.taking(), "_ZNSi"), (Effects::ANY.taking(), "_ZNSt13basic_istream"),
    (Effects::ANY.taking(), "_ZNSt3__113basic_istream"),
];

/// Mangled beginnings of the functions beside them that return the stream they are given.
/// Operators only with a stream in front: valarray and complex have templates of that name.
#[rustfmt::skip] // a table
const STREAM_OPERATORS: &[&str] = &[
    "_ZSt16__ostream_insert", "_ZStlsISt11char_traits", "_ZStlsIcSt11char_traits",
    "_ZStlsIdcSt11char_traits", "_ZStlsIfcSt11char_traits", "_ZStrsISt11char_traits",
    "_ZStrsIcSt11char_traits", "_ZStrsIdcSt11char_traits", "_ZStrsIfcSt11char_traits", "_ZSt4endlI",
    "_ZSt5flushI", "_ZSt2wsI", "_ZSt7getlineI",
    "_ZNSt3__1lsINS_11char_traits", "_ZNSt3__1rsINS_11char_traits", "_ZNSt3__14endlI",
    "_ZNSt3__124__put_character_sequence",
];

/// C++'s streams of standard output, in libstdc++ and libc++.
#[rustfmt::skip] // a table
pub(super) const SINKS: &[&str] = &[
    "_ZSt4cout", "_ZSt4cerr", "_ZSt4clog", "_ZNSt3__14coutE", "_ZNSt3__14cerrE", "_ZNSt3__14clogE",
];

/// Guards of C++'s static locals.
pub(super) const GUARDS: &[(&str, &str)] = &[("_ZGV", "_Z")];

/// Mangled beginnings of C++'s streams, locales and strings, in libstdc++ and libc++: they keep what they are given.
#[rustfmt::skip] // a table
const CPP_PREFIXES: &[&str] = &[
    // Members of the abbreviated std::ostream, istream, iostream and string.
    "_ZNSd", "_ZNKSs", "_ZNSs",
    // libstdc++: ios, files, buffers, locales, random devices, system clocks.
    "_ZNKSt8ios_base", "_ZNSt8ios_base", "_ZNKSt9basic_ios", "_ZNSt9basic_ios",
    "_ZNSt13basic_filebuf", "_ZNSt13basic_fstream",
    "_ZNSt14basic_ifstream", "_ZNSt14basic_iostream", "_ZNSt14basic_ofstream",
    "_ZNSt15basic_streambuf", "_ZNSt15basic_stringbuf", "_ZNSt18basic_stringstream",
    "_ZNSt19basic_istringstream", "_ZNSt19basic_ostringstream",
    "_ZNKSt5ctypeI", "_ZNSt5ctypeI", "_ZNKSt6locale", "_ZNSt6locale", "_ZSt9use_facetI",
    "_ZSt9has_facetI", "_ZNKSt7num_getI", "_ZNKSt7num_putI",
    "_ZNSt6chrono3_V2", "_ZNSt13random_device", "_ZNKSt13random_device", "_ZNSt9exception",
    "_ZNKSt9exception", "_ZNSt11logic_error", "_ZNSt13runtime_error", "_ZNSt12out_of_range",
    "_ZNSt12length_error", "_ZNSt16invalid_argument", "_ZNSt8bad_castD", "_ZNSt9bad_allocD",
    "_ZNKSt9type_info", "_ZNSt9type_info",
    "_ZSt16generic_category", "_ZSt15system_category", "_ZNSt3_V215system_category",
    "_ZNSt3_V216generic_category",
    // The strings and string streams of libstdc++'s newer ABI.
    "_ZNKSt7__cxx1112basic_string", "_ZNSt7__cxx1112basic_string",
    "_ZNSt7__cxx1115basic_stringbuf", "_ZNKSt7__cxx1115basic_stringbuf",
    "_ZNSt7__cxx1118basic_stringstream", "_ZNKSt7__cxx1118basic_stringstream",
    "_ZNSt7__cxx1119basic_istringstream", "_ZNSt7__cxx1119basic_ostringstream",
    "_ZNKSt7__cxx1119basic_ostringstream", "_ZNKSt7__cxx1119basic_istringstream",
    "_ZStplIcSt11char_traits", "_ZNSt7__cxx119to_string",
    // libc++.
    "_ZNSt3__112basic_string", "_ZNKSt3__112basic_string", "_ZNSt3__114basic_iostream", "_ZNSt3__115basic_streambuf",
    "_ZNSt3__115basic_stringbuf", "_ZNSt3__113basic_filebuf", "_ZNSt3__114basic_ifstream",
    "_ZNSt3__114basic_ofstream", "_ZNSt3__118basic_stringstream",
    "_ZNSt3__119basic_istringstream", "_ZNSt3__119basic_ostringstream", "_ZNSt3__18ios_base",
    "_ZNKSt3__18ios_base", "_ZNSt3__19basic_ios", "_ZNSt3__16locale", "_ZNKSt3__16locale",
    "_ZNSt3__15ctype",
    "_ZNSt3__16chrono12steady_clock3now", "_ZNSt3__16chrono12system_clock3now",
    "_ZNSt3__19to_string",
];

/// What a string's function returns.
enum Returned {
    /// The string.
    Itself,
    /// Nothing, or a number, a position, memory of its own.
    Other,
}

/// The string of libstdc++'s newer ABI.
const STRING: &str = "St7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE";

/// Writes the string that it is called on. Bytes go from what it reads to what it writes, as those of `strcpy` do: no number is printed or parsed.
const WRITES_ITSELF: Effects = Effects::OUTPUT.writing(0).moving();

/// Functions of strings that are not inline, by what is behind the beginning of their names and that of their class.
#[rustfmt::skip] // a table
const STRINGS: &[(&str, Effects, Returned, &[&str])] = &[
    // `append`, `assign`, `replace`, `insert` and `erase` by positions, `+=`, and what these are made of.
    ("_ZN", WRITES_ITSELF, Returned::Itself, &[
        "10_M_replaceE", "14_M_replace_auxE", "5eraseEm", "6appendE", "6assignE", "6insertEm", "7replaceE", "9_M_appendE",
        "pLE",
    ]),
    // What is moved from is written, too.
    ("_ZN", WRITES_ITSELF.writing(1), Returned::Itself, &["aSE"]),
    // All others that may write: the string, another one, and where the memory's size goes.
    ("_ZN", WRITES_ITSELF.writing(1), Returned::Other, &[""]),
    ("_ZNK", Effects::OUTPUT.writing(1), Returned::Other, &["4copyE"]),
    ("_ZNK", Effects::OUTPUT, Returned::Other, &[""]),
];

/// Parts of mangled Rust names: printing, formatting, the clock, the allocator's marker.
#[rustfmt::skip] // a table
const RUST_PARTS: &[&str] = &[
    "3std2io5stdio6_print", "3std2io5stdio7_eprint", "3std2io5stdio6__print",
    "3std2io5stdio7__eprint", "4core3fmt", "5alloc3fmt6format",
    "7Instant3now", "7Instant7elapsed", "10SystemTime3now",
    "rust_no_alloc_shim_is_unstable",
];
