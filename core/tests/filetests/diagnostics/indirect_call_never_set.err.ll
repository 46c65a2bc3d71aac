; RUN: diagnostics f(dup, dup, const)
; As indirect_call_never_set.ll, but the pointer lies in a virtual table: a library's class may have one.
; CHECK: no function of this type has its address taken in the program
; CHECK: help: make the function visible: same translation unit, or -flto; call it by a pointer of the type with which it is defined
define double @f(ptr %x, ptr %s, i1 %set) {
entry:
  br i1 %set, label %calls, label %plain
calls:
  %table = load ptr, ptr %x
  %at = getelementptr i8, ptr %table, i64 8
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
