; RUN: diagnostics f(dup)
; As written_below.err.ll, from within a recursion.
; CHECK: active data is reached through a pointer of unknown origin, which `cell` returns [EZ0302]
; CHECK: in function `rec`
declare ptr @cell()

define double @rec(double %v, i64 %n) noinline {
entry:
  %more = icmp sgt i64 %n, 0
  br i1 %more, label %again, label %last

again:
  %m = sub i64 %n, 1
  %w = fmul double %v, %v
  %r = call double @rec(double %w, i64 %m)
  ret double %r

last:
  %p = call ptr @cell()
  store double %v, ptr %p
  ret double 1.0
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
  %r = call double @rec(double %x, i64 3)
  %y = call double @take()
  %at = getelementptr double, ptr %a, i64 1
  %w = load double, ptr %at
  %z = fmul double %y, %w
  ret double %z
}
