; RUN: reverse f(dup, const)
; A shadow is never shorter than the usable size of its primal, which `realloc` copies.
; CHECK: %heap.shadow = call ptr @calloc(i64 %2, i64 1)
declare ptr @calloc(i64, i64)
declare i64 @malloc_usable_size(ptr)
declare void @free(ptr)
define double @f(ptr %a, i64 %n) {
entry:
  %p = call ptr @calloc(i64 %n, i64 8)
  %size = call i64 @malloc_usable_size(ptr %p)
  %x = load double, ptr %a
  store double %x, ptr %p
  %at = getelementptr double, ptr %p, i64 %n
  %y = load double, ptr %at
  %r = fmul double %x, %y
  call void @free(ptr %p)
  ret double %r
}
