; RUN: reverse f(dup)
; CHECK: @f.grad
declare i32 @omp_get_thread_num()
define double @f(ptr %x) {
entry:
  %v = load double, ptr %x
  %task = call i32 @omp_get_thread_num()
  ret double %v
}
