; RUN: reverse f(out, const)
; realloc is an allocation, a copy and a free.
; CHECK: @f.grad(double %x
; CHECK: call i64 @malloc_usable_size
; CHECK: call void @llvm.memcpy
declare ptr @malloc(i64)
declare ptr @realloc(ptr, i64)
declare void @free(ptr)
define double @f(double %x, i64 %n) {
entry:
  %p = call ptr @malloc(i64 8)
  store double %x, ptr %p
  %q = call ptr @realloc(ptr %p, i64 %n)
  %v = load double, ptr %q
  call void @free(ptr %q)
  %y = fmul double %v, %x
  ret double %y
}
