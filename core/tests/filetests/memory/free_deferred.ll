; RUN: reverse f(out)
; The primal's free waits; the shadow is made zeroed and freed too.
; CHECK: @f.grad(double %x
; CHECK: call ptr @malloc
; CHECK: reverse.entry:
; CHECK: call void @free
; CHECK: call void @free
; CHECK-COUNT: 2 call void @free
declare ptr @malloc(i64)
declare void @free(ptr)
define double @f(double %x) {
entry:
  %p = call ptr @malloc(i64 16)
  %q = getelementptr double, ptr %p, i64 1
  store volatile i64 0, ptr undef
  store double %x, ptr %p
  call void @touch(ptr %p)
  %v = load double, ptr %p
  call void @free(ptr %p)
  %y = fmul double %v, %x
  ret double %y
}
define void @touch(ptr %p) noinline {
entry:
  %x = load double, ptr %p
  %y = fmul double %x, %x
  store double %y, ptr %p
  ret void
}
