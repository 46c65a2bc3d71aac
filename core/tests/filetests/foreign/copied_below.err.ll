; RUN: diagnostics f(dup)
; As written_below.err.ll, by a copy, and behind two loads.
; CHECK: active data is reached through a pointer of unknown origin, which `cell` returns [EZ0302]
; CHECK: in function `put`
declare ptr @cell()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define void @put(ptr %v) noinline {
entry:
  %first = call ptr @cell()
  %second = load ptr, ptr %first
  %at = getelementptr i8, ptr %second, i64 16
  %p = load ptr, ptr %at
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %v, i64 16, i1 false)
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
  %own = alloca [2 x double]
  %x = load double, ptr %a
  store double %x, ptr %own
  %second = getelementptr double, ptr %own, i64 1
  store double 1.0, ptr %second
  call void @put(ptr %own)
  %y = call double @take()
  %z = fmul double %y, %x
  ret double %z
}
