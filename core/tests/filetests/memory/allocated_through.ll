; RUN: reverse f(out, const)
; posix_memalign is aligned_alloc, a store where there was memory, and an error code.
; CHECK: @f.grad(double %x
; CHECK: call ptr @aligned_alloc(i64 32, i64 64)
; CHECK: call ptr @aligned_alloc
; CHECK: call void @free
; CHECK-COUNT: 0 call i32 @posix_memalign
declare i32 @posix_memalign(ptr, i64, i64)
declare void @free(ptr)
define double @f(double %x, i64 %k) {
entry:
  %slot = alloca ptr
  %bad = call i32 @posix_memalign(ptr %slot, i64 32, i64 50)
  %p = load ptr, ptr %slot
  store double %x, ptr %p
  %at = getelementptr double, ptr %p, i64 %k
  %v = load double, ptr %at
  call void @free(ptr %p)
  %y = fmul double %v, %x
  ret double %y
}
