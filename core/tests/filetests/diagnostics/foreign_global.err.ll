; RUN: diagnostics f(dup)
; A callee writes active data behind a pointer that was put into a global elsewhere.
; CHECK: active data is reached through the global `work`, which was set outside of the differentiated code [EZ0302]
@work = global ptr null

define void @put(double %v) noinline {
entry:
  %p = load ptr, ptr @work
  store double %v, ptr %p
  ret void
}

define double @take() noinline {
entry:
  %p = load ptr, ptr @work
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
