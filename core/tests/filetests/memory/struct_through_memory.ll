; RUN: reverse f(dup)
; A structure loaded as one value: only its numbers have adjoints.
; CHECK: void @f.grad(ptr
; CHECK: reverse.entry:
; CHECK: %p.shadow, i64 8
; CHECK-COUNT: 2 load i64
define void @f(ptr %p) {
entry:
  %s = load { i64, double }, ptr %p
  %x = extractvalue { i64, double } %s, 1
  %k = extractvalue { i64, double } %s, 0
  %c = sitofp i64 %k to double
  %y = fmul double %x, %c
  %t = insertvalue { i64, double } %s, double %y, 1
  store { i64, double } %t, ptr %p
  ret void
}
