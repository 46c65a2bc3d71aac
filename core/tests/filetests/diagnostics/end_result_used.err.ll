; RUN: diagnostics f(dup)
; What a function that ends memory returns is used, and its call waits for the end of the reverse pass.
; CHECK: what `release` returns is used, and its call is put off until the reverse pass no longer needs the memory [EZ0501]
@__enzyme_allocation_like = global [4 x ptr] [ptr @obtain, ptr null, ptr @.args, ptr @release]
@.args = private constant [3 x i8] c"-1\00"
declare ptr @obtain(i64)
declare i64 @release(ptr)
define double @f(ptr %x) {
entry:
  %p = call ptr @obtain(i64 8)
  %a = load double, ptr %x
  %b = fmul double %a, %a
  store double %b, ptr %p
  %c = load double, ptr %p
  %d = fmul double %c, %c
  %code = call i64 @release(ptr %p)
  %e = sitofp i64 %code to double
  %r = fadd double %d, %e
  ret double %r
}
