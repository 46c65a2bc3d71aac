; RUN: reverse f(dup)
; As kept_address.err.ll, but nobody keeps the address: the pointer leads elsewhere.
; CHECK: @f.grad
@one = internal global double 0.0
@either = internal global [2 x ptr] [ptr null, ptr null]
define double @f(ptr %x) {
  %v = load double, ptr %x
  %w = fmul double %v, %v
  store double %w, ptr @one
  %o = load double, ptr @one
  %p = load ptr, ptr @either
  %y = load double, ptr %p
  %z = fmul double %o, %y
  ret double %z
}
