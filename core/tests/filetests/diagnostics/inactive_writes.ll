; RUN: reverse f(dup)
; A function without derivative reads active memory. Twin: inactive_writes.err.ll.
; CHECK: call void @g
@__enzyme_inactivefn = constant [1 x ptr] [ptr @g]
define void @g(ptr %p) noinline {
  %x = load double, ptr %p
  ret void
}
define double @f(ptr %p) {
  call void @g(ptr %p)
  %x = load double, ptr %p
  ret double %x
}
