; RUN: diagnostics f(dup)
; As atomic_access.ll, volatile.
; CHECK: volatile or atomic access to active memory [EZ0107]
; CHECK: help: use plain accesses
define double @f(ptr %p) {
entry:
  %x = load volatile double, ptr %p
  %y = fmul double %x, %x
  ret double %y
}
