; RUN: diagnostics f(out)
; As allocated_through.ll with an active number.
; CHECK: memory for active data is allocated through a pointer argument [EZ0103]
; CHECK: help: use aligned_alloc
declare i32 @posix_memalign(ptr, i64, i64)
define double @f(double %x) {
entry:
  %slot = alloca ptr
  %bad = call i32 @posix_memalign(ptr %slot, i64 32, i64 64)
  %p = load ptr, ptr %slot
  store double %x, ptr %p
  %v = load double, ptr %p
  %y = fmul double %v, %x
  ret double %y
}
