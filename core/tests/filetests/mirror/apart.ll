; RUN: plan f(dup, dup)
; Memory that went into a call of the library is known to LLVM as anybody's; only the memory graph knows that
; stores through %out do not meet it, and that waiting for something else does not change it.
; CHECK-NOT: overwrite
@talk_double = external global i8
declare ptr @calloc(i64, i64)
declare i32 @talk_send(ptr, i32, ptr)
declare i32 @talk_receive(ptr, i32, ptr)
define void @f(ptr %x, ptr %out) {
entry:
  %p = call ptr @calloc(i64 4, i64 8)
  %q = call ptr @calloc(i64 4, i64 8)
  %x0 = load double, ptr %x
  store double %x0, ptr %p
  %r = call i32 @talk_send(ptr %p, i32 1, ptr @talk_double)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %n, %loop ]
  %at = getelementptr double, ptr %p, i64 %i
  %v = load double, ptr %at
  %s = fmul double %v, %v
  %to = getelementptr double, ptr %out, i64 %i
  store double %s, ptr %to
  %n = add nuw nsw i64 %i, 1
  %c = icmp eq i64 %n, 3
  br i1 %c, label %exit, label %loop
exit:
  ret void
}
