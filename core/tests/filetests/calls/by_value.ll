; RUN: reverse f(dup)
; What a callee writes to an argument passed by value, it writes to its own copy.
; CHECK: @g.aug(
; CHECK: %by.value = alloca
; CHECK: call void @llvm.memcpy
define double @g(ptr byval({double, double}) %s, i64 %i) noinline {
  %at = getelementptr double, ptr %s, i64 %i
  %x = load double, ptr %s
  store double 1.0, ptr %at
  %y = load double, ptr %s
  %r = fmul double %x, %y
  ret double %r
}
define double @f(ptr %a) {
entry:
  %r = call double @g(ptr byval({double, double}) %a, i64 1)
  %x = load double, ptr %a
  %y = fmul double %r, %x
  ret double %y
}
