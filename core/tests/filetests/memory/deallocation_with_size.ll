; RUN: reverse f(dup, const)
; An allocator whose deallocation wants the size again: it is kept for the reverse pass.
; CHECK: @f.grad
; CHECK: call void @__rust_dealloc(ptr
declare noalias ptr @__rust_alloc(i64, i64)
declare void @__rust_dealloc(ptr, i64, i64)
define double @f(ptr %x, i64 %n) {
entry:
  %bytes = shl i64 %n, 3
  %m = call ptr @__rust_alloc(i64 %bytes, i64 8)
  %v = load double, ptr %x
  store double %v, ptr %m
  %w = load double, ptr %m
  %y = fmul double %w, %w
  call void @__rust_dealloc(ptr %m, i64 %bytes, i64 8)
  ret double %y
}
