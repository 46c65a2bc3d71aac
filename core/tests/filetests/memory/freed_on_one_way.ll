; RUN: reverse f(out, const)
; Memory that a function which is not seen may keep is freed where the program frees it, and nowhere else: on the other way it lives on.
; CHECK: call void @keeps(ptr nonnull %p)
; CHECK: call void @free(ptr nonnull %p)
; CHECK-COUNT: 1 call void @free(
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @keeps(ptr)
define double @f(double %x, i1 %is) {
entry:
  %p = call ptr @malloc(i64 48)
  store i32 1, ptr %p
  br i1 %is, label %kept, label %dropped
kept:
  call void @keeps(ptr %p)
  br label %end
dropped:
  call void @free(ptr %p)
  br label %end
end:
  %y = fmul double %x, %x
  ret double %y
}
