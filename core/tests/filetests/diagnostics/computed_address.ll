; RUN: diagnostics f(dup, const)
; An address that is an integer for a while is that of the pointer.
; CHECK-NOT: EZ
define double @f(ptr %a, i64 %i) {
entry:
  %local = alloca [4 x double]
  %x = load double, ptr %a
  %place = getelementptr double, ptr %local, i64 %i
  store double %x, ptr %place
  %base = ptrtoint ptr %local to i64
  %same = inttoptr i64 %base to ptr
  %at = getelementptr double, ptr %same, i64 %i
  %y = load double, ptr %at
  %z = fmul double %y, %x
  ret double %z
}
