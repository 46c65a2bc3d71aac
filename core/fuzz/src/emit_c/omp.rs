//! Prints OpenMP: directives with their clauses, joins in their spellings, locks and reductions of the program's own. Owns their spelling; what
//! is printed means the same where directives are ignored.

use std::fmt::Write as _;

use super::Printer;
use crate::ast::omp::{
    Clauses, Count, Guard, Into, Item, Join, JoinOp, LOCKS, NUMBERS, Omp, Parallel, Partial, Pass,
    Reducer, Schedule, Sections, WorkLoop,
};
use crate::ast::{Stmt, Type};

/// What programs need of the library, with and without it.
const LIBRARY: &str = r"
#ifdef _OPENMP
#include <omp.h>
#else
typedef int omp_lock_t, omp_nest_lock_t;
#define omp_init_lock(lock)
#define omp_set_lock(lock)
#define omp_unset_lock(lock)
#define omp_destroy_lock(lock)
#define omp_init_nest_lock(lock)
#define omp_set_nest_lock(lock)
#define omp_unset_nest_lock(lock)
#define omp_destroy_nest_lock(lock)
#define omp_get_thread_num() 0
#endif
";

/// The run of all checks with teams of several sizes, the schedules of `schedule(runtime)` among them.
pub(crate) const TEAMS: &str = r#"
#ifdef _OPENMP
#include <omp.h>
enum { TEAMS = 4 };
static void team(int size)
{
    static const omp_sched_t kinds[] = {omp_sched_static, omp_sched_dynamic, omp_sched_guided, omp_sched_static};
    omp_set_dynamic(0);
    omp_set_num_threads(size);
    omp_set_max_active_levels(size == 3 ? 2 : 1);
    omp_set_schedule(kinds[size - 1], size == 4 ? 2 : 1);
}
#else
enum { TEAMS = 1 };
static void team(int size) { (void)size; }
#endif
"#;

pub(crate) fn library(text: &str) -> &'static str {
    match text.contains("#pragma omp") {
        true => LIBRARY,
        false => "",
    }
}

/// Locks and reductions that the functions of a program use.
pub(super) fn helpers(prefix: &str, functions: &str) -> String {
    let mut out = String::new();
    if functions.contains(&format!("{prefix}tally")) {
        out += &TALLIES.replace("$p", prefix);
    }
    let called = |name: &str| functions.contains(&format!("{prefix}pass_{name}("));
    let passes = PASSES.iter().filter(|(name, _)| called(name));
    out.extend(passes.map(|(_, text)| text.replace("$p", prefix)));
    for number in 0..LOCKS - 1 {
        for kind in ["", "nest_"] {
            let lock = format!("{prefix}{kind}lock{number}");
            if functions.contains(&format!("&{lock})")) {
                let _ = write!(
                    out,
                    "static omp_{kind}lock_t {lock};\n\
                     static void __attribute__((constructor)) {lock}_init(void) {{ omp_init_{kind}lock(&{lock}); }}\n"
                );
            }
        }
    }
    out
}

/// Functions in which workers may wait, each with the end of its name.
const PASSES: [(&str, &str); 4] = [
    (
        "critical",
        r"static __attribute__((noinline)) void $ppass_critical(void)
{
    static int passed;
#pragma omp critical($ppassed)
    passed++;
}
",
    ),
    (
        "lock",
        r"static omp_lock_t $pgate;
static void __attribute__((constructor)) $pgate_init(void) { omp_init_lock(&$pgate); }
static __attribute__((noinline)) void $ppass_lock(void)
{
    static int passed;
    omp_set_lock(&$pgate);
    passed++;
    omp_unset_lock(&$pgate);
}
",
    ),
    (
        "taskwait",
        r"static __attribute__((noinline)) void $ppass_taskwait(void)
{
#pragma omp taskwait
}
",
    ),
    (
        "barrier",
        r"int $pwaits[2] = {0, 1}; // Of unknown value: other files may change it.
static __attribute__((noinline)) void $ppass_barrier(int wait)
{
    if (wait) {
#pragma omp barrier
    }
}
",
    ),
];

/// The reduction of structures.
const TALLIES: &str = r"static void $pjoin_tally(struct $ptally *out, const struct $ptally *in)
{
    out->sum += in->sum;
    if (in->most > out->most) out->most = in->most;
    out->product *= in->product;
    for (int k = 0; k < 2; k++) out->parts[k] += in->parts[k];
}
static void $pstart_tally(struct $ptally *fresh)
{
    fresh->sum = 0.0;
    fresh->most = -1e30;
    fresh->product = 1.0;
    fresh->parts[0] = fresh->parts[1] = 0.0;
}
#pragma omp declare reduction($ptally : struct $ptally : $pjoin_tally(&omp_out, &omp_in)) initializer($pstart_tally(&omp_priv))
";

impl Printer<'_> {
    pub(super) fn omp(&self, node: &Omp, level: usize) -> String {
        let pad = "    ".repeat(level);
        let wait = |nowait: bool| if nowait { " nowait" } else { "" };
        match node {
            Omp::Parallel(region) => self.with_locks(region, level),
            Omp::Loop(work) => {
                let head = format!("for{}{}", self.of_loop(work), wait(work.nowait));
                self.directive(&head, &pad) + &self.work_loop(work, level)
            }
            Omp::Sections(sections) => {
                let clauses = self.clauses(&sections.clauses);
                let head = format!("sections{clauses}{}", wait(sections.nowait));
                self.directive(&head, &pad) + &self.section_list(sections, level)
            }
            Omp::Single { nowait, body } => {
                let head = format!("single{}", wait(*nowait));
                self.directive(&head, &pad) + &self.braced(body, level)
            }
            Omp::Master { masked, body } => {
                let head = if *masked { "masked" } else { "master" };
                self.directive(head, &pad) + &self.braced(body, level)
            }
            Omp::Barrier => "#pragma omp barrier".to_owned(),
            Omp::Pass(pass) => self.pass(*pass),
            Omp::Ordered(body) => self.directive("ordered", &pad) + &self.braced(body, level),
            Omp::Join(guard, joins) => self.joins(*guard, joins, &pad),
            Omp::Partial(partial) => self.partial(partial, level),
            Omp::Total { place, var } => {
                let name = &self.func.vars[*var].name;
                let place = self.place(place);
                format!("for (int k = 0; k < {NUMBERS}; k++) {place} += {name}[k];")
            }
        }
    }

    /// A directive, on a line of its own, and the beginning of what it is for.
    fn directive(&self, text: &str, pad: &str) -> String {
        format!("#pragma omp {text}\n{pad}")
    }

    fn pass(&self, pass: Pass) -> String {
        let call = match pass {
            Pass::Critical => "critical()",
            Pass::Lock => "lock()",
            Pass::Taskwait => "taskwait()",
            Pass::Barrier(false) => "barrier($pwaits[0])",
            Pass::Barrier(true) => "barrier($pwaits[1])",
        };
        format!(
            "{0}pass_{1};",
            self.prefix,
            call.replace("$p", &self.prefix)
        )
    }

    /// A region within a block with the lock that it has of its own, if it uses that.
    fn with_locks(&self, region: &Parallel, level: usize) -> String {
        let pad = "    ".repeat(level);
        let mut text = self.region(region, level);
        for kind in ["", "nest_"] {
            let lock = format!("{}{kind}lock{}", self.prefix, LOCKS - 1);
            if text.contains(&format!("omp_set_{kind}lock(&{lock})")) {
                text = format!(
                    "{{\n{pad}omp_{kind}lock_t {lock};\n{pad}omp_init_{kind}lock(&{lock});\n{pad}{text}\n\
                     {pad}omp_destroy_{kind}lock(&{lock});\n{pad}}}"
                );
            }
        }
        text
    }

    fn region(&self, region: &Parallel, level: usize) -> String {
        let pad = "    ".repeat(level);
        let mut with = String::new();
        if let Some(threads) = &region.threads {
            let _ = write!(with, " num_threads({})", self.int(threads));
        }
        if let Some(on) = &region.on {
            let _ = write!(with, " if({})", self.cond(on));
        }
        if region.bind {
            with += " proc_bind(close)";
        }
        with += &self.clauses(&region.clauses);
        if let (true, [Stmt::Omp(inner)]) = (region.combined, &region.body[..]) {
            match &**inner {
                Omp::Loop(work) => {
                    let head = format!("parallel for{}{with}", self.of_loop(work));
                    return self.directive(&head, &pad) + &self.work_loop(work, level);
                }
                Omp::Sections(sections) => {
                    let clauses = self.clauses(&sections.clauses);
                    let head = format!("parallel sections{clauses}{with}");
                    return self.directive(&head, &pad) + &self.section_list(sections, level);
                }
                _ => {}
            }
        }
        let head = format!("parallel{with}");
        self.directive(&head, &pad) + &self.braced(&region.body, level)
    }

    fn section_list(&self, sections: &Sections, level: usize) -> String {
        let pad = "    ".repeat(level);
        let inner = "    ".repeat(level + 1);
        let mut out = String::from("{\n");
        for body in &sections.bodies {
            let body = self.braced(body, level + 1);
            let _ = writeln!(out, "{inner}#pragma omp section\n{inner}{body}");
        }
        out + &pad + "}"
    }

    /// The clauses of a loop but for `nowait`.
    fn of_loop(&self, work: &WorkLoop) -> String {
        let sized = |kind: &str, chunk: Option<i64>| match chunk {
            Some(chunk) => format!(" schedule({kind}, {chunk})"),
            None => format!(" schedule({kind})"),
        };
        let mut text = match work.schedule {
            Schedule::Unsaid => String::new(),
            Schedule::Static(chunk) => sized("static", chunk),
            Schedule::Dynamic(chunk) => sized("dynamic", chunk),
            Schedule::Guided(chunk) => sized("guided", chunk),
            Schedule::Runtime => sized("runtime", None),
            Schedule::Auto => sized("auto", None),
        };
        if work.loops.len() > 1 {
            let _ = write!(text, " collapse({})", work.loops.len());
        }
        if work.ordered {
            text += " ordered";
        }
        text + &self.clauses(&work.clauses)
    }

    fn clauses(&self, clauses: &Clauses) -> String {
        let mut text = String::new();
        let lists = [
            ("private", &clauses.private),
            ("firstprivate", &clauses.firstprivate),
            ("lastprivate", &clauses.lastprivate),
        ];
        for (name, vars) in lists.into_iter().filter(|(_, vars)| !vars.is_empty()) {
            let names: Vec<&str> = vars.iter().map(|v| &*self.func.vars[*v].name).collect();
            let _ = write!(text, " {name}({})", names.join(", "));
        }
        for reduction in &clauses.reductions {
            let op = match reduction.op {
                Reducer::By(op) => operator(op).to_owned(),
                Reducer::Declared => format!("{}tally", self.prefix),
            };
            let items: Vec<String> = reduction.items.iter().map(|i| self.item(i)).collect();
            let _ = write!(text, " reduction({op} : {})", items.join(", "));
        }
        text
    }

    fn item(&self, item: &Item) -> String {
        let name = &self.func.vars[item.var].name;
        match item.section {
            None => name.clone(),
            Some((0, len)) => format!("{name}[:{len}]"),
            Some((first, len)) => format!("{name}[{first}:{len}]"),
        }
    }

    fn work_loop(&self, work: &WorkLoop, level: usize) -> String {
        let mut heads = String::new();
        for (k, count) in work.loops.iter().enumerate() {
            if k > 0 {
                let _ = write!(heads, "\n{}", "    ".repeat(level + k));
            }
            heads += &self.count(count);
        }
        heads + &self.braced(&work.body, level)
    }

    fn count(&self, count: &Count) -> String {
        let i = &self.func.vars[count.var].name;
        let (from, to) = (self.int(&count.from), self.int(&count.to));
        let (cmp, sign) = if count.step > 0 {
            ("<", '+')
        } else {
            (">", '-')
        };
        let by = count.step.abs();
        format!("for (int {i} = {from}; {i} {cmp} {to}; {i} {sign}= {by}) ")
    }

    fn joins(&self, guard: Guard, joins: &[Join], pad: &str) -> String {
        let all: Vec<String> = joins.iter().map(|j| self.join(j)).collect();
        self.guarded(guard, &all, pad)
    }

    fn guarded(&self, guard: Guard, joins: &[String], pad: &str) -> String {
        let each: Vec<String> = joins.iter().map(|j| format!("{pad}    {j}\n")).collect();
        let block = format!("{{\n{}{pad}}}", each.concat());
        match guard {
            Guard::Reduction => match joins {
                [one] => one.clone(),
                _ => block,
            },
            Guard::Atomic => {
                let each = joins.iter().map(|j| self.directive("atomic", pad) + j);
                each.collect::<Vec<_>>().join(&format!("\n{pad}"))
            }
            Guard::Critical(None) => self.directive("critical", pad) + &block,
            Guard::Critical(Some(name)) => {
                let head = format!("critical({}section{name})", self.prefix);
                self.directive(&head, pad) + &block
            }
            Guard::Lock { number, nested } => {
                let kind = if nested { "nest_" } else { "" };
                let lock = format!("&{}{kind}lock{number}", self.prefix);
                format!(
                    "omp_set_{kind}lock({lock});\n{}{pad}omp_unset_{kind}lock({lock});",
                    each.concat()
                )
            }
        }
    }

    fn join(&self, join: &Join) -> String {
        let (place, value) = (self.place(&join.place), self.real_operand(&join.value));
        let op = operator(join.op);
        match (join.op, join.spelling % 3) {
            (JoinOp::Max | JoinOp::Min, 0) => {
                let f = if join.op == JoinOp::Max {
                    "fmax"
                } else {
                    "fmin"
                };
                format!("{place} = {f}({place}, {});", self.real(&join.value))
            }
            (JoinOp::Max | JoinOp::Min, spelling) => {
                let cmp = if join.op == JoinOp::Max { ">" } else { "<" };
                let ty = self.program.place_type(self.func, &join.place);
                let decl = self.declarator(ty.unwrap_or(&Type::F64), "found");
                let choice = match spelling {
                    1 => format!("if (found {cmp} {place}) {place} = found;"),
                    _ => format!("{place} = {place} {cmp} found ? {place} : found;"),
                };
                format!("{{ {decl} = {}; {choice} }}", self.real(&join.value))
            }
            (_, 1) => format!("{place} = {place} {op} {value};"),
            (JoinOp::Add | JoinOp::Mul, 2) => format!("{place} = {value} {op} {place};"),
            _ => format!("{place} {op}= {};", self.real(&join.value)),
        }
    }

    fn partial(&self, partial: &Partial, level: usize) -> String {
        let pad = "    ".repeat(level);
        let inner = "    ".repeat(level + 1);
        let own = &self.func.vars[partial.var].name;
        let mut work = partial.work.clone();
        work.nowait = true;
        let work = self.omp(&Omp::Loop(work), level + 1);
        let after = match &partial.into {
            Into::Guarded(guard, place) => {
                let join = format!("{} += {own};", self.place(place));
                self.guarded(*guard, &[join], &inner)
            }
            Into::Number(var) => {
                let array = &self.func.vars[*var].name;
                format!("{array}[omp_get_thread_num()] += {own};")
            }
        };
        format!("{{\n{inner}double {own} = 0.0;\n{inner}{work}\n{inner}{after}\n{pad}}}")
    }
}

fn operator(op: JoinOp) -> &'static str {
    match op {
        JoinOp::Add => "+",
        JoinOp::Sub => "-",
        JoinOp::Mul => "*",
        JoinOp::Max => "max",
        JoinOp::Min => "min",
    }
}
