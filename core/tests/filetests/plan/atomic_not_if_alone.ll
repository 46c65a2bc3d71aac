; RUN: plan
; As atomic.ll, and the hook says nothing of other threads.
; CHECK: plan of f.grad
; CHECK-NOT: add atomically
@enzyme_atomic_add = external global i32
@enzyme_dup = external global i32
declare double @__enzyme_autodiff(ptr, ...)
define internal double @f(ptr %a, i64 %k) {
entry:
  %own = alloca [4 x double]
  %x = load double, ptr %a
  %slot = getelementptr double, ptr %own, i64 %k
  store double %x, ptr %slot
  %y = load double, ptr %own
  %z = fmul double %x, %y
  ret double %z
}
define void @hook(ptr %a, ptr %da, i64 %k) {
  %d = load i32, ptr @enzyme_dup
  call double (ptr, ...) @__enzyme_autodiff(ptr @f, i32 %d, ptr %a, ptr %da, i64 %k)
  ret void
}
