; RUN: plan f(dup, const)
; A function of the program's own that is named like a library's is what its body says.
; CHECK: plan of f.grad(dup, const)
; CHECK: keep tape of the call of qsort
define void @qsort(ptr %x, i64 %n, i64 %size, ptr %compare) {
entry:
  %a = load double, ptr %x
  %b = fmul double %a, %a
  store double %b, ptr %x
  ret void
}
define double @f(ptr %x, i64 %n) {
entry:
  call void @qsort(ptr %x, i64 %n, i64 8, ptr null)
  %y = load double, ptr %x
  ret double %y
}
