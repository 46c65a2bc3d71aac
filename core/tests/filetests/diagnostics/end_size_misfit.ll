; RUN: diagnostics f(dup)
; Twin of end_size_misfit.err.ll: a product of two arguments.
; CHECK-NOT: EZ
@__enzyme_allocation_like = global [4 x ptr] [ptr @obtain, ptr @.size, ptr @.args, ptr @release]
@.size = private constant [4 x i8] c"0*1\00"
@.args = private constant [3 x i8] c"-1\00"
declare ptr @obtain(i64, i32)
declare void @release(ptr)
define double @f(ptr %x) {
entry:
  %a = load double, ptr %x
  ret double %a
}
