; RUN: diagnostics f(dup)
; A callee lets an unknown function set pointers: two of them may lead to one place.
; CHECK: active data is reached through a pointer of unknown origin [EZ0302]
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
  store double %x, ptr %to
  %from = load ptr, ptr %q
  %y = load double, ptr %from
  %z = fmul double %y, %x
  ret double %z
}
