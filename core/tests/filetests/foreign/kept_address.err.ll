; RUN: diagnostics f(dup)
; An initializer holds the address of a global, which a pointer of unknown origin may lead to: it is set elsewhere.
; CHECK: the global `one` holds active data, and a pointer that was set elsewhere may lead to it [EZ0302]
@one = internal global double 0.0
@either = internal global [2 x ptr] [ptr @one, ptr null]
define double @f(ptr %x) {
  %v = load double, ptr %x
  %w = fmul double %v, %v
  store double %w, ptr @one
  %p = load ptr, ptr @either
  %y = load double, ptr %p
  ret double %y
}
