; RUN: diagnostics f(dup)
; As inactive_writes.ll, and it writes into active memory.
; CHECK: `g`, which the program calls inactive, writes into active memory [EZ0502]
@__enzyme_inactivefn = constant [1 x ptr] [ptr @g]
define void @g(ptr %p) noinline {
  store double 3.0, ptr %p
  ret void
}
define double @f(ptr %p) {
  call void @g(ptr %p)
  %x = load double, ptr %p
  ret double %x
}
