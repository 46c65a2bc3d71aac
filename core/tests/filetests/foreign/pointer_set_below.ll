; RUN: diagnostics f(dup)
; As pointer_set_below.err.ll, but what is written does not vary.
declare void @set(ptr)

define void @both(ptr %p, ptr %q) noinline {
entry:
  call void @set(ptr %p)
  call void @set(ptr %q)
  ret void
}

define double @f(ptr %a) {
entry:
  %p = alloca ptr
  %q = alloca ptr
  call void @both(ptr %p, ptr %q)
  %x = load double, ptr %a
  %to = load ptr, ptr %p
  store double 2.0, ptr %to
  %from = load ptr, ptr %q
  %y = load double, ptr %from
  %z = fmul double %y, %x
  ret double %z
}
