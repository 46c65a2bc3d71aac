; RUN: reverse f(dup, dup, const)
; As indirect_call_never_set.ll, where the program takes the address of a function that takes something else.
; Twin: indirect_call_other_result.err.ll.
; CHECK: call void @enzyme_rs_unknown_function(
; CHECK: fmul
define double @f(ptr %x, ptr %s, i1 %set) {
entry:
  br i1 %set, label %calls, label %plain
calls:
  %at = getelementptr i8, ptr %s, i64 8
  %g = load ptr, ptr %at
  %y = call double %g(ptr %x)
  ret double %y
plain:
  %v = load double, ptr %x
  %w = fmul double %v, %v
  ret double %w
}
@kept = global ptr @other
define i32 @other(ptr %x, i32 %n) {
  ret i32 %n
}
define i32 @main() {
entry:
  ret i32 0
}
