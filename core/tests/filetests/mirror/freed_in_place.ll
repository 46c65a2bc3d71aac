; RUN: reverse f(dup)
; Messages have their record and shadows: the memory of the primal is freed where the program frees it, that of its shadow when the reverse pass
; has come to where it was obtained.
; CHECK: %p = call ptr @malloc(i64 8)
; CHECK: call i32 @talk_augmented_send(ptr %p
; CHECK: call void @free(ptr nonnull %p)
; CHECK: call void @talk_reverse_send(ptr
; CHECK-NOT: @free(ptr nonnull %p)
; CHECK: call void @free(ptr %kept
; CHECK: ret
declare ptr @malloc(i64)
declare void @free(ptr)
declare i32 @talk_send(ptr, i32, ptr)
@talk_double = external global i8
define double @f(ptr %x) {
entry:
  %v = load double, ptr %x
  %p = call ptr @malloc(i64 8)
  store double %v, ptr %p
  %s = call i32 @talk_send(ptr %p, i32 1, ptr @talk_double)
  call void @free(ptr %p)
  ret double %v
}
