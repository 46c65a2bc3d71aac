; RUN: diagnostics f(dup, dup, const)
; As only_moved.ll, but the call is told that there are two.
; CHECK: cannot deduce the layout of the copied memory [EZ0201]
@talk_double = external global i8
declare i32 @talk_send(ptr, i32, ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @f(ptr %x, ptr %y, i32 %n) {
entry:
  %wide = zext i32 %n to i64
  %bytes = shl i64 %wide, 3
  %b = call ptr @malloc(i64 %bytes)
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %x, i64 %bytes, i1 false)
  %a = call i32 @talk_send(ptr %b, i32 2, ptr @talk_double)
  call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %b, i64 %bytes, i1 false)
  call void @free(ptr %b)
  ret void
}
