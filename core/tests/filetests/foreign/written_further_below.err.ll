; RUN: diagnostics f(dup)
; Two calls further down a number goes where an unknown function says; on the way it is in memory.
; CHECK: active data is reached through a pointer of unknown origin, which `cell` returns [EZ0302]
; CHECK: in function `put`
declare ptr @cell()

define void @put(double %v) noinline {
entry:
  %p = call ptr @cell()
  store double %v, ptr %p
  ret void
}

define void @through(ptr %v, i64 %n) noinline {
entry:
  %x = load double, ptr %v
  %more = icmp sgt i64 %n, 0
  br i1 %more, label %again, label %last

again:
  %m = sub i64 %n, 1
  call void @back(ptr %v, i64 %m)
  br label %done

last:
  call void @put(double %x)
  br label %done

done:
  ret void
}

define void @back(ptr %v, i64 %n) noinline {
entry:
  call void @through(ptr %v, i64 %n)
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
  %own = alloca double
  %x = load double, ptr %a
  store double %x, ptr %own
  call void @through(ptr %own, i64 3)
  %y = call double @take()
  %z = fmul double %y, %x
  ret double %z
}
