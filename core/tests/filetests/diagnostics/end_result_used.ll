; RUN: diagnostics f(dup)
; Twin of end_result_used.err.ll: the function that ends memory always returns null.
; CHECK-NOT: EZ
@__enzyme_allocation_like = global [4 x ptr] [ptr @obtain, ptr null, ptr @.args, ptr @release]
@.args = private constant [3 x i8] c"-1\00"
declare ptr @obtain(i64)
define ptr @release(ptr %p) noinline {
  call void @free(ptr %p)
  ret ptr null
}
declare void @free(ptr)
define double @f(ptr %x) {
entry:
  %p = call ptr @obtain(i64 8)
  %a = load double, ptr %x
  %b = fmul double %a, %a
  store double %b, ptr %p
  %c = load double, ptr %p
  %d = fmul double %c, %c
  %end = call ptr @release(ptr %p)
  %none = icmp eq ptr %end, null
  %e = select i1 %none, double 1.0, double %d
  %r = fadd double %d, %e
  ret double %r
}
