; RUN: reverse f(out, const)
; reallocarray asks for the product, or for what cannot be had where it overflows.
; CHECK: @f.grad(double %x
; CHECK: icmp ugt i64 %n, 2305843009213693951
; CHECK: call ptr @malloc
; CHECK: call i64 @malloc_usable_size
; CHECK: call void @llvm.memcpy
declare ptr @malloc(i64)
declare ptr @reallocarray(ptr, i64, i64)
declare void @free(ptr)
define double @f(double %x, i64 %n) {
entry:
  %p = call ptr @malloc(i64 8)
  store double %x, ptr %p
  %q = call ptr @reallocarray(ptr %p, i64 %n, i64 8)
  %v = load double, ptr %q
  call void @free(ptr %q)
  %y = fmul double %v, %x
  ret double %y
}
