; Pointers stored and loaded several at a time are followed one by one.
; RUN: reverse f(dup)
define double @f(ptr %x) {
entry:
  %two = alloca [2 x ptr]
  %y = getelementptr i8, ptr %x, i64 8
  %a = insertelement <2 x ptr> poison, ptr %x, i64 0
  %b = insertelement <2 x ptr> %a, ptr %y, i64 1
  store <2 x ptr> %b, ptr %two, align 8
  call void @use(ptr %two)
  %l = load <2 x ptr>, ptr %two, align 8
  %p = extractelement <2 x ptr> %l, i64 0
  %q = extractelement <2 x ptr> %l, i64 1
  %u = load double, ptr %p, align 8
  %v = load double, ptr %q, align 8
  %r = fmul double %u, %v
  ret double %r
}
define void @use(ptr %two) {
  %p = load ptr, ptr %two
  %d = load double, ptr %p
  %e = fmul double %d, %d
  store double %e, ptr %p
  ret void
}
; CHECK-NOT: <2 x ptr>
; CHECK: fmul double
