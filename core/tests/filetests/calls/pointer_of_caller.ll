; RUN: reverse f(dup)
; What a function writes does not vary with a pointer that it reads, though that lies behind memory with a shadow: `state` needs none.
; CHECK: @outer.aug(ptr %state, ptr %var, ptr %
; CHECK: @inner.aug(ptr %state, ptr %var, ptr %
define double @f(ptr %x) {
entry:
  %state = alloca double
  %to = alloca double
  %var = alloca ptr
  %v = load double, ptr %x
  store double %v, ptr %to
  store double 0.0, ptr %state
  store ptr %to, ptr %var
  call void @outer(ptr %state, ptr %var)
  %r = load double, ptr %to
  %s = fmul double %r, %v
  %bits = load double, ptr %state
  %is = fcmp oeq double %bits, 0.0
  %t = select i1 %is, double %s, double %v
  ret double %t
}
define internal void @outer(ptr %state, ptr %var) noinline {
entry:
  call void @inner(ptr %state, ptr %var)
  ret void
}
define internal void @inner(ptr %state, ptr %var) noinline {
entry:
  %a = load double, ptr %state
  %b = fmul double %a, 0.5
  store double %b, ptr %state
  %to = load ptr, ptr %var
  store double %b, ptr %to
  ret void
}
