; RUN: diagnostics f(dup, dup)
; An integer that the program computes with is exchanged as it is: what a number would be is not known.
; CHECK: volatile or atomic access to active memory
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
define void @f(ptr %x, ptr %y) {
entry:
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 2, ptr @outlined, ptr %x, ptr %y)
  %last = load double, ptr %x
  %twice = fmul double %last, 2.0
  store double %twice, ptr %x
  %one = load double, ptr %y
  %square = fmul double %one, %one
  store double %square, ptr %y
  ret void
}
define internal void @outlined(ptr %me, ptr %none, ptr %x, ptr %y) {
entry:
  %worker = load i32, ptr %me
  %to = getelementptr double, ptr %y, i32 %worker
  %new = load i64, ptr %to
  %old = atomicrmw xchg ptr %x, i64 %new monotonic
  %more = add i64 %old, 1
  store i64 %more, ptr %to
  ret void
}
