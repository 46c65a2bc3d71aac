; RUN: diagnostics f(dup)
; As written_below.err.ll, by a library function that gives a result through a pointer.
; CHECK: [EZ0101]
; CHECK: in function `put`
declare ptr @cell()
declare void @__nv_sincos(double, ptr, ptr)

define void @put(double %v) noinline {
entry:
  %own = alloca double
  %p = call ptr @cell()
  call void @__nv_sincos(double %v, ptr %own, ptr %p)
  ret void
}

define double @take() noinline {
entry:
  %p = call ptr @cell()
  %y = load double, ptr %p
  ret double %y
}

define double @f(ptr %a) {
entry:
  %x = load double, ptr %a
  call void @put(double %x)
  %y = call double @take()
  %z = fmul double %y, %x
  ret double %z
}
