//! Hook calls that are refused, and the words for it.

use super::*;

#[test]
fn no_function() {
    let hook = |argument: &str| {
        calling(&format!(
            "call void (ptr, ...) @__enzyme_autodiff_v({argument})"
        ))
    };
    refuses(
        &hook("ptr null, double %x"),
        "EZ0401",
        &["first argument is null"],
    );
    refuses(
        &hook("ptr %p, double %x"),
        "EZ0401",
        &["parameter of the caller", "always_inline"],
    );
    refuses(&hook("ptr @enzyme_output"), "EZ0401", &["is no function"]);
    refuses(
        &calling(
            "%c = icmp eq i32 %n, 0
             %f = select i1 %c, ptr @sq, ptr @two
             call void (ptr, ...) @__enzyme_autodiff_v(ptr %f, double %x)",
        ),
        "EZ0401",
        &["chosen at run time", "each function"],
    );
    refuses(
        "declare void @__enzyme_autodiff_none()
         define void @d() { call void @__enzyme_autodiff_none() ret void }",
        "EZ0401",
        &["names no function"],
    );
}

#[test]
fn no_definition() {
    let body = calling("call void (ptr, ...) @__enzyme_autodiff_v(ptr @unknown, double %x)");
    refuses(&body, "EZ0403", &["`unknown` is declared here", "-flto"]);
    let run = Run::with(&body, LinkFollows::Yes);
    assert!(run.diagnostics.is_empty() && run.requests.is_empty());
    run.has("@__enzyme_autodiff_v(ptr @unknown");
}

#[test]
fn what_is_called_may_come_from_another_module() {
    let body = |callee: &str| {
        format!(
            "declare double @{callee}(double)
             define double @inner(double %x) {{ %y = call double @{callee}(double %x) ret double %y }}
             define double @outer(double %x) {{
               %y = call double (ptr, ...) @__enzyme_autodiff(ptr @inner, double %x) ret double %y }}
             define void @d(double %x) {{
               call void (ptr, ...) @__enzyme_autodiff_v(ptr @outer, double %x) ret void }}"
        )
    };
    let absent = Run::with(&body("elsewhere"), LinkFollows::Yes);
    assert!(absent.requests.is_empty(), "{:?}", absent.requests);
    absent.has("@__enzyme_autodiff(ptr @inner");
    absent.has("@__enzyme_autodiff_v(ptr @outer");
    let last = Run::with(&body("elsewhere"), LinkFollows::No);
    assert_eq!(last.requests.len(), 2);
    let known = Run::with(&body("sin"), LinkFollows::Yes);
    assert_eq!(known.requests.len(), 2);
}

#[test]
fn markers_stay_for_hooks_that_wait_for_the_linker() {
    let run = Run::with(
        &calling(
            "%m.addr = alloca i32
             %m = load i32, ptr @enzyme_const
             store i32 %m, ptr %m.addr
             %copy = load i32, ptr %m.addr
             call void (ptr, ...) @__enzyme_autodiff_v(ptr @unknown, i32 %copy, double %x)",
        ),
        LinkFollows::Yes,
    );
    run.has("load i32, ptr @enzyme_const")
        .has_not("enzyme_dup =");
}

#[test]
fn number_of_arguments() {
    let hook = |arguments: &str| {
        calling(&format!(
            "call void (ptr, ...) @__enzyme_autodiff_v(ptr @arr, {arguments})"
        ))
    };
    refuses(
        &hook("ptr %p, ptr %q, i32 %n"),
        "EZ0402",
        &[
            "the value of parameter 3 `y` of `arr` (double) is missing",
            "takes 3 parameters",
        ],
    );
    refuses(
        &hook("ptr %p, ptr %q, i32 %n, double %x, double 1.0, i32 4"),
        "EZ0402",
        &["2 arguments of the hook call are left over, from argument 6 on"],
    );
    refuses(
        &hook("ptr %p, i32 %n, double %x"),
        "EZ0402",
        &[
            "argument 3",
            "32-bit integer",
            "shadow of parameter 1 `x`",
            "without marker",
        ],
    );
}

#[test]
fn placement_of_markers() {
    let hook = |arguments: &str| {
        calling(&format!(
            "%c = load i32, ptr @enzyme_const
             %d = load i32, ptr @enzyme_dup
             %w = load i32, ptr @enzyme_width
             %z = load i32, ptr @enzyme_cosnt
             call void (ptr, ...) @__enzyme_autodiff_v(ptr @store, {arguments})"
        ))
    };
    refuses(
        &hook("i32 %d, ptr %p, i32 %c"),
        "EZ0402",
        &["argument 4", "is the marker", "due"],
    );
    refuses(
        &hook("i32 %d, i32 %c, ptr %p"),
        "EZ0402",
        &["`enzyme_const` follows `enzyme_dup`"],
    );
    refuses(
        &hook("i32 %c, ptr %p, i32 %d"),
        "EZ0402",
        &[
            "argument 4 of the hook call is the marker `enzyme_dup`",
            "no parameter of `store` is left for it",
            "`store` takes 1 parameter",
        ],
    );
    refuses(
        &hook("i32 %w, i32 4, ptr %p, ptr %p, ptr %p, ptr %p"),
        "EZ0402",
        &["the shadow of parameter 1", "is missing"],
    );
    refuses(
        &hook("i32 %w, i32 %n, ptr %p, ptr %p"),
        "EZ0402",
        &["no constant from 1 to 64", "several times"],
    );
    refuses(
        &hook("i32 %w, ptr %p"),
        "EZ0402",
        &["behind the marker `enzyme_width` stands no integer"],
    );
    refuses(
        &hook("ptr %p, ptr %p, i32 %w, i32 2"),
        "EZ0402",
        &["stands once, in front of all arguments"],
    );
    refuses(
        &hook("i32 %z, ptr %p"),
        "EZ0402",
        &["`enzyme_cosnt` is no marker"],
    );
    refuses(
        &hook("metadata !\"dup\", ptr %p"),
        "EZ0402",
        &["`dup` is no marker"],
    );
}

#[test]
fn markers_that_are_variables() {
    let hook = |arguments: &str| {
        calling(&format!(
            "%slot = alloca i32
             %local = load i32, ptr %slot
             call void (ptr, ...) @__enzyme_autodiff_v({arguments})"
        ))
    };
    let declared = ["if this is meant as a marker", "`extern int enzyme_dup;`"];
    // A static variable or an enumerator, a local one at -O0, one above.
    for marker in ["i32 0", "i32 %local", "i32 undef"] {
        let arguments = format!("ptr @store, {marker}, ptr %p, ptr %q");
        refuses(&hook(&arguments), "EZ0402", &declared);
        let number = format!("ptr @sq, {marker}, double %x");
        refuses(&hook(&number), "EZ0402", &declared);
    }
    let message = refused(&hook("ptr @store, i32 %n, ptr %p, ptr %q"));
    assert!(!message.contains("meant as a marker"), "{message}");
}

#[test]
fn a_missing_tangent_is_that_of_its_argument() {
    let hook = |arguments: &str| {
        calling(&format!(
            "%d = load i32, ptr @enzyme_dup
             %t = call double (ptr, ...) @__enzyme_fwddiff(ptr @two, {arguments})"
        ))
    };
    let ends = hook("i32 %d, double %x, double 1.0, i32 %d, double %x");
    let words = ["the tangent of parameter 2 `y` of `two`", "is missing"];
    refuses(&ends, "EZ0402", &words);
    let follows = hook("i32 %d, double %x, i32 %d, double %x, double 1.0");
    let words = ["argument 4", "the tangent of parameter 1 `x` of `two`"];
    refuses(&follows, "EZ0402", &words);
    let shifted = hook("i32 %d, double %x, double %x");
    let words = [
        "the value of parameter 2 `y` of `two`",
        "argument 4 was taken for the tangent of parameter 1 `x`",
    ];
    refuses(&shifted, "EZ0402", &words);
}

#[test]
fn activity_against_type() {
    let hook = |name: &str, arguments: &str| {
        calling(&format!(
            "call void (ptr, ...) @__enzyme_{name}({arguments})"
        ))
    };
    let reverse = |arguments: &str| hook("autodiff_v", arguments);
    let dup = "metadata !\"enzyme_dup\"";
    let out = "metadata !\"enzyme_out\"";
    refuses(
        &reverse(&format!(
            "ptr @arr, ptr %p, ptr %q, {dup}, i32 %n, i32 %n, double %x"
        )),
        "EZ0402",
        &["parameter 2 `n`", "integers have no derivative"],
    );
    refuses(
        &reverse(&format!("ptr @store, {out}, ptr %p")),
        "EZ0402",
        &["parameter 1 `x`"],
    );
    refuses(
        &reverse(&format!("ptr @sq, {dup}, double %x, double %x")),
        "EZ0402",
        &["enzyme_out"],
    );
    let forward = format!("call double (ptr, ...) @__enzyme_fwddiff(ptr @sq, {out}, double %x)");
    refuses(
        &calling(&forward),
        "EZ0402",
        &["forward mode", "enzyme_dup"],
    );
    refuses(&reverse("ptr @sq, i32 1"), "EZ0402", &["decimal point"]);
    refuses(
        &reverse("ptr @sq, ptr %p"),
        "EZ0402",
        &["has the type pointer", "the number itself, not its address"],
    );
    let forward = "call double (ptr, ...) @__enzyme_fwddiff(ptr @sq, double %x, ptr @rate)";
    refuses(
        &format!("@rate = global double 1.0\n{}", calling(forward)),
        "EZ0402",
        &["the tangent of parameter 1", "pass `rate` itself"],
    );
}

#[test]
fn structures() {
    let hook = |arguments: &str| {
        calling(&format!(
            "call void (ptr, ...) @__enzyme_autodiff_v({arguments})"
        ))
    };
    refuses(
        &hook("ptr @by_value, ptr byval(%G) align 8 %p, double %x"),
        "EZ0402",
        &["passed by value", "enzyme_const"],
    );
    refuses(
        &hook(
            "ptr @by_value, metadata !\"enzyme_dup\", ptr byval(%G) align 8 %p,
             ptr byval(%G) align 8 %q, double %x",
        ),
        "EZ0402",
        &["adjoints would be lost"],
    );
    refuses(
        &hook("ptr @store, ptr byval(%G) %p, ptr %q"),
        "EZ0402",
        &["passed by value", "pass its address"],
    );
    refuses(
        &hook("ptr @sq, ptr byval(%G) %p"),
        "EZ0402",
        &["let the function take a pointer to the structure"],
    );
    refuses(
        &hook("ptr noundef @two, ptr noundef %p, double %x"),
        "EZ0402",
        &["let the function take a pointer to the structure"],
    );
    refuses(
        &hook("ptr noundef @two, metadata !\"enzyme_const\", double %x, double %x"),
        "EZ0402",
        &["parameter 1 `x`", "one part of a structure"],
    );
}

#[test]
fn kinds_of_functions() {
    let hook = |function: &str| {
        let call = "call void (ptr, ...) @__enzyme_autodiff_v(ptr @f, ptr %p)";
        format!("{function}\n{}", calling(call))
    };
    refuses(
        &hook("define void @f(ptr sret(%G) %r, double %x) { ret void }"),
        "EZ0402",
        &["structure through memory"],
    );
    refuses(
        &hook("define void @f(ptr %p, ...) { ret void }"),
        "EZ0402",
        &["variable number"],
    );
}

#[test]
fn markers_about_the_return_value() {
    let hook = |function: &str, marker: &str| {
        calling(&format!(
            "call void (ptr, ...) @__enzyme_autodiff_v(ptr @{function}, metadata !\"{marker}\",
               metadata !\"enzyme_const\", ptr %p)"
        ))
    };
    refuses(
        &hook("store", "enzyme_primal_return"),
        "EZ0402",
        &["returns nothing"],
    );
    refuses(
        &hook("store", "enzyme_active_return"),
        "EZ0402",
        &["`store` returns void"],
    );
    refuses(
        &hook("store", "enzyme_dup_return"),
        "EZ0402",
        &["reverse mode"],
    );
}

#[test]
fn what_is_returned() {
    let used = "store double %r, ptr %p";
    refuses(
        &calling(&format!(
            "%r = call double (ptr, ...) @__enzyme_autodiff(ptr @two, double %x, double %x)\n{used}"
        )),
        "EZ0404",
        &[
            "declared to return double, but the derivative of `two` returns { double, double }",
            "adjoint of parameter 2 `y`",
        ],
    );
    refuses(
        &calling(&format!(
            "%r = call double (ptr, ...) @__enzyme_autodiff(ptr @store, ptr %p, ptr %q)\n{used}"
        )),
        "EZ0404",
        &["returns nothing"],
    );
    refuses(
        &calling(
            "%r = call i32 (ptr, ...) @__enzyme_autodiff_i(ptr @sq, double %x)
             store i32 %r, ptr %p",
        ),
        "EZ0404",
        &["32-bit integer"],
    );
    refuses(
        &calling(
            "%r = call { double, double } (ptr, ...) @__enzyme_autodiff2(ptr @sqf, double %x,
               i32 1)
             store { double, double } %r, ptr %p",
        ),
        "EZ0404",
        &["returns float"],
    );
    refuses(
        "declare void @__enzyme_autodiff_g(ptr sret(%G) align 8, ptr, ...)
        define void @d(ptr sret(%G) align 8 %out, double %x) {
          call void (ptr, ptr, ...) @__enzyme_autodiff_g(ptr sret(%G) align 8 %out, ptr @sq,
            double %x)
          ret void
        }",
        "EZ0404",
        &["to return G { double, double, double }"],
    );
}

#[test]
fn other_hooks() {
    let hook = |name: &str| {
        let text = calling(&format!("call void (ptr, ...) @{name}(ptr @sq, double %x)"));
        format!("declare void @{name}(ptr, ...)\n{text}")
    };
    refuses(
        &hook("__enzyme_truncate_mem_func"),
        "EZ0405",
        &["in memory", "__enzyme_truncate_op_func"],
    );
    refuses(
        &hook("__enzyme_todense"),
        "EZ0405",
        &["sparse storage", "second-derivatives.md"],
    );
    refuses(
        &hook("__enzyme_likelihood"),
        "EZ0405",
        &["probabilistic programming"],
    );
    refuses(
        &hook("__enzyme_virtualreverse"),
        "EZ0404",
        &["something else than a pointer"],
    );
    refuses(
        &hook("__enzyme_autodif"),
        "EZ0405",
        &["no hook", "__enzyme_autodiff"],
    );
    Run::good(&hook("__enzyme_integer"));
    // What launches a kernel with such a name.
    Run::good(&hook("__device_stub__enzyme_autodif"));
    Run::good(&hook("_Z29__device_stub__enzyme_autodifPd"));
}

#[test]
fn an_unexpected_signature() {
    let context = Context::create();
    let body = calling("call double (ptr, ...) @__enzyme_autodiff(ptr @sq, double %x)");
    let mut owned = OwnedModule::parse_text(&context, &format!("{PRELUDE}{body}")).unwrap();
    let module = owned.handle();
    let (hooks, _) = collect(module, &registry(), &Options::default());
    let wrong = module.function("by_value").unwrap();
    let hook = hooks.into_iter().next().unwrap();
    let error = replace(module, hook, &[wrong], None, &[])
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("EZ0901") && error.contains("by_value"),
        "{error}"
    );
}

#[test]
fn markers_chosen_at_run_time() {
    let hook = |marker: &str| {
        calling(&format!(
            "%c = icmp eq i32 %n, 0
             {marker}
             call void (ptr, ...) @__enzyme_autodiff_v(ptr @store, i32 %m, ptr %p, ptr %q)"
        ))
    };
    let words = ["chosen at run time", "several", "noinline"];
    let address = hook(
        "%a = select i1 %c, ptr @enzyme_dup, ptr @enzyme_dupnoneed
         %m = load i32, ptr %a",
    );
    refuses(&address, "EZ0402", &words);
    let value = hook(
        "%m1 = load i32, ptr @enzyme_dup
         %m2 = load i32, ptr @enzyme_const
         %m = select i1 %c, i32 %m1, i32 %m2",
    );
    refuses(&value, "EZ0402", &words);
    let merged = "define void @d(ptr %p, ptr %q, i1 %c) {
          br i1 %c, label %a, label %b
        a:
          br label %join
        b:
          br label %join
        join:
          %at = phi ptr [ @enzyme_dup, %a ], [ @enzyme_const, %b ]
          %m = load i32, ptr %at
          call void (ptr, ...) @__enzyme_autodiff_v(ptr @store, i32 %m, ptr %p, ptr %q)
          ret void
        }";
    refuses(merged, "EZ0402", &words);
}
