; RUN: plan f(dup, dup, const)
; A global that functions access by its name alone is no memory that a parameter leads to: what was read there is read again. Twin: global_by_lanes.ll.
; CHECK-NOT: keep %b
; CHECK: recompute %b
@g = internal global [4 x double] zeroinitializer
declare void @llvm.masked.store.v2i64.p0(<2 x i64>, ptr, i32, <2 x i1>)
define void @set(ptr %s, <2 x i1> %m) {
  call void @llvm.masked.store.v2i64.p0(<2 x i64> <i64 1, i64 2>, ptr %s, i32 8, <2 x i1> %m)
  ret void
}
define double @f(ptr %x, ptr %p, i64 %i) {
  %a = load double, ptr %x
  %b = load double, ptr %p
  %q = fmul double %b, %b
  %at = getelementptr double, ptr @g, i64 %i
  store double %a, ptr %at
  %next = getelementptr double, ptr @g, i64 1
  %c = load double, ptr %next
  %d = fmul double %c, %c
  store double %d, ptr %at
  %e = load double, ptr %next
  %s = fmul double %e, %e
  %r = fadd double %q, %s
  ret double %r
}
