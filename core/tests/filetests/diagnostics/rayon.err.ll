; RUN: diagnostics f(dup)
; The linker may show what rayon does: it is refused by its name.
; CHECK: rayon, whose work lies behind pointers in the queues of its threads, has no derivative
; CHECK: help: use the crate enzyme-rs-par, which has its names (docs/rust.md)
define double @f(ptr %x) {
  %y = call double @_ZN10rayon_core8registry15global_registry17h4042b60f4b64581eE(ptr %x)
  ret double %y
}
define internal double @_ZN10rayon_core8registry15global_registry17h4042b60f4b64581eE(ptr %x) noinline {
  %v = load double, ptr %x
  %w = fmul double %v, %v
  ret double %w
}
