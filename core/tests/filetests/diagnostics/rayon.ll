; RUN: reverse f(dup)
; As rayon.err.ll, but the function is another library's.
; CHECK: @f.grad
define double @f(ptr %x) {
  %y = call double @_ZN5queue8registry15global_registry17h4042b60f4b64581eE(ptr %x)
  ret double %y
}
define internal double @_ZN5queue8registry15global_registry17h4042b60f4b64581eE(ptr %x) noinline {
  %v = load double, ptr %x
  %w = fmul double %v, %v
  ret double %w
}
