; RUN: diagnostics f(dup)
; As address_kept_below.err.ll, but what is written does not vary.
declare ptr @cell()

define void @put(ptr %v) noinline {
entry:
  %p = call ptr @cell()
  store ptr %v, ptr %p
  ret void
}

define double @take() noinline {
entry:
  %p = call ptr @cell()
  %q = load ptr, ptr %p
  %y = load double, ptr %q
  ret double %y
}

define double @f(ptr %a) {
entry:
  %own = alloca double
  call void @put(ptr %own)
  %x = load double, ptr %a
  store double 2.0, ptr %own
  %y = call double @take()
  %z = fmul double %y, %x
  ret double %z
}
