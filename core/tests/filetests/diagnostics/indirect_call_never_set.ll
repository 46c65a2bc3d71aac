; RUN: reverse f(dup, dup, const)
; A member of a structure that the program never sets: no function fits, and a call of it would end the program.
; Twin: indirect_call_never_set.err.ll.
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
define i32 @main() {
entry:
  ret i32 0
}
