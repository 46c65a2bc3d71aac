; RUN: diagnostics f(dup)
; A callee puts a pointer where an unknown function says; what is written later is read through it.
; CHECK: active data is reached through a pointer of unknown origin, which `cell` returns [EZ0302]
; CHECK: in function `put`
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
  store double %x, ptr %own
  %y = call double @take()
  %z = fmul double %y, %x
  ret double %z
}
