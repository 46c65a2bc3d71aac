; RUN: diagnostics f(dup)
; As foreign_global.err.ll, with a pointer that is put there in the differentiated code.
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
  %own = alloca double
  store ptr %own, ptr @work
  %x = load double, ptr %a
  call void @put(double %x)
  %y = call double @take()
  %z = fmul double %y, %x
  ret double %z
}
