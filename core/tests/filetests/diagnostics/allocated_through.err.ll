; RUN: diagnostics f(out, const)
; As allocated_through.ll with an active number.
; CHECK: memory for active data is allocated through a pointer argument [EZ0103]
; CHECK: help: use aligned_alloc
declare i32 @posix_memalign(ptr, i64, i64)
define double @f(double %x, i64 %k) {
entry:
  %slot = alloca ptr
  %bad = call i32 @posix_memalign(ptr %slot, i64 32, i64 64)
  %p = load ptr, ptr %slot
  store double %x, ptr %p
  %at = getelementptr double, ptr %p, i64 %k
  %v = load double, ptr %at
  %y = fmul double %v, %x
  ret double %y
}
