; RUN: diagnostics f(dup, dup, const)
; As indirect_call_other_result.ll, but that function takes what the call gives: the pointer to it may have been converted.
; CHECK: no function of this type has its address taken in the program
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
define i32 @other(ptr %x) {
  ret i32 0
}
define i32 @main() {
entry:
  ret i32 0
}
