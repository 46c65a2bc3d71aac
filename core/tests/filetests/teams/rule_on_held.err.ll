; RUN: diagnostics f(dup, dup)
; As rule_on_held.ll, but the worker's own memory holds a pointer to what all workers read.
; CHECK: `square` has a rule of the program's own, and `holder` leads to memory that other workers may read [EZ0502]
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
@__enzyme_register_gradient_square = constant [3 x ptr] [ptr @square, ptr @augmented, ptr @reversed]
define internal void @square(ptr %a, ptr %y) noinline {
  %p = load ptr, ptr %a
  %v = load double, ptr %p
  %s = fmul double %v, %v
  store double %s, ptr %y
  ret void
}
define internal ptr @augmented(ptr %a, ptr %da, ptr %y, ptr %dy) {
  call void @square(ptr %a, ptr %y)
  ret ptr null
}
define internal void @reversed(ptr %a, ptr %da, ptr %y, ptr %dy, ptr %tape) {
  %seed = load double, ptr %dy
  %dp = load ptr, ptr %da
  %before = load double, ptr %dp
  %after = fadd double %before, %seed
  store double %after, ptr %dp
  store double 0.0, ptr %dy
  ret void
}
define void @f(ptr %x, ptr %y) {
entry:
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 2, ptr @outlined, ptr %x, ptr %y)
  ret void
}
define internal void @outlined(ptr %me, ptr %none, ptr %x, ptr %y) {
entry:
  %own = alloca double
  %holder = alloca ptr
  %result = alloca double
  %number = load i32, ptr %me
  %v = load double, ptr %x
  store double %v, ptr %own
  store ptr %x, ptr %holder
  call void @square(ptr %holder, ptr %result)
  %at = getelementptr double, ptr %y, i32 %number
  %r = load double, ptr %result
  store double %r, ptr %at
  ret void
}
