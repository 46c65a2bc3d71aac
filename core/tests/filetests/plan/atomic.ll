; RUN: plan
; Other threads may add to the shadow of what the caller brings, not to memory of this call. Twin: atomic_not_if_alone.ll.
; CHECK: add atomically to the shadow of %a
; CHECK: add plainly to the shadow of %own: memory of this call alone
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
  %m = load i32, ptr @enzyme_atomic_add
  %d = load i32, ptr @enzyme_dup
  call double (ptr, ...) @__enzyme_autodiff(ptr @f, i32 %m, i32 %d, ptr %a, ptr %da, i64 %k)
  ret void
}
