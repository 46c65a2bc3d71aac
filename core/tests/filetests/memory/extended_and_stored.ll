; RUN: plan f(dup)
; Nothing says what is loaded but that its lower half is extended by its sign, as nobody does with the bits of a number: it may be stored then.
; CHECK: plan of f.grad(dup) -> active
define double @f(ptr %a) {
entry:
  %sizes = alloca [2 x i64]
  %whole = load i64, ptr %a
  %half = trunc i64 %whole to i32
  %size = sext i32 %half to i64
  store i64 %size, ptr %sizes
  %again = load i64, ptr %sizes
  %at = getelementptr double, ptr %a, i64 %again
  %z = load double, ptr %at
  %y = fmul double %z, %z
  ret double %y
}
