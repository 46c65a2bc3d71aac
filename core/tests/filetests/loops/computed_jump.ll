; RUN: reverse f(dup, const)
define double @f(ptr %p, i64 %k) {
entry:
  %x = load double, ptr %p
  switch i64 %k, label %once [i64 1, label %twice]
once:
  ret double %x
twice:
  %y = fmul double %x, %x
  ret double %y
}
; CHECK: fmul double
