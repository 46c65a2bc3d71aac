; RUN: reverse f(dup)
; A load through one of two pointers does not make their objects one: %a, set as a whole, holds no
; pointers, as the structure does.
; CHECK: @f.grad(
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define double @of(ptr %s) noinline {
entry:
  %v = load double, ptr %s
  %at = getelementptr i8, ptr %s, i64 8
  %p = load ptr, ptr %at
  %w = load double, ptr %p
  %r = fmul double %v, %w
  ret double %r
}

define double @f(ptr %a) {
entry:
  %s = alloca {double, ptr}
  %x = load double, ptr %a
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 24, i1 false)
  store double %x, ptr %a
  store double %x, ptr %s
  %at = getelementptr i8, ptr %s, i64 8
  store ptr %a, ptr %at
  %y = call double @of(ptr %s)
  %p = load ptr, ptr %at
  %less = fcmp olt double %y, 1.0
  %q = select i1 %less, ptr %s, ptr %p
  %z = load double, ptr %q
  %r = fmul double %y, %z
  ret double %r
}
