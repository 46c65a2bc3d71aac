; RUN: diagnostics f(dup)
; The size of registered memory is one argument, or a product of two.
; CHECK: must have the position of the size as entry 2, or "0*1" for a product of two arguments, which are integers [EZ0501]
@__enzyme_allocation_like = global [4 x ptr] [ptr @obtain, ptr @.size, ptr @.args, ptr @release]
@.size = private constant [4 x i8] c"0*4\00"
@.args = private constant [3 x i8] c"-1\00"
declare ptr @obtain(i64)
declare void @release(ptr)
define double @f(ptr %x) {
entry:
  %a = load double, ptr %x
  ret double %a
}
