; RUN: reverse f(dup)
; Two calls further down a global is set as a whole: its shadow is cleared there.
; CHECK: call void @clear.rev
; CHECK: define internal void @clear.rev
; CHECK: call void @llvm.memset
@scratch = internal global [4 x double] zeroinitializer
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @clear() noinline {
  call void @llvm.memset.p0.i64(ptr @scratch, i8 0, i64 24, i1 false)
  ret void
}
define void @indirectly() noinline {
  call void @clear()
  ret void
}
define double @f(ptr %a) {
entry:
  %x = load double, ptr %a
  store double %x, ptr @scratch
  call void @indirectly()
  %y = load double, ptr @scratch
  %r = fmul double %x, %y
  ret double %r
}
