; RUN: plan f(dup, const)
; Two regions read %p in each step, and a third one overwrites what it has read there. Its reverse half gives that back, and what the others have read is read again.
; CHECK: plan of f.team.rev(
; CHECK: recompute %a.i
; CHECK: plan of f.team.2.rev(
; CHECK: recompute %b.i
; CHECK: plan of f.team.3.rev(
; CHECK: keep %old.i in the frame
; CHECK: give back what was at %at.i before it is overwritten
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
declare noalias ptr @malloc(i64)
declare void @free(ptr)
define double @f(ptr %x, i64 %n) {
entry:
  %bytes = mul i64 %n, 8
  %p = call ptr @malloc(i64 %bytes)
  %q = call ptr @malloc(i64 %bytes)
  %r = call ptr @malloc(i64 %bytes)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %x, i64 %bytes, i1 false)
  br label %step
step:
  %s = phi i64 [ 0, %entry ], [ %s.next, %step ]
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 2, ptr @first, ptr %p, ptr %q)
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 2, ptr @second, ptr %p, ptr %r)
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 3, ptr @third, ptr %p, ptr %q, ptr %r)
  %s.next = add nsw i64 %s, 1
  %again = icmp slt i64 %s.next, %n
  br i1 %again, label %step, label %end
end:
  %result = load double, ptr %p
  call void @free(ptr %p)
  call void @free(ptr %q)
  call void @free(ptr %r)
  ret double %result
}
define internal void @first(ptr %me, ptr %none, ptr %p, ptr %q) {
  %number = load i32, ptr %me
  %at = getelementptr inbounds double, ptr %p, i32 %number
  %a = load double, ptr %at
  %square = fmul double %a, %a
  %to = getelementptr inbounds double, ptr %q, i32 %number
  store double %square, ptr %to
  ret void
}
define internal void @second(ptr %me, ptr %none, ptr %p, ptr %r) {
  %number = load i32, ptr %me
  %at = getelementptr inbounds double, ptr %p, i32 %number
  %b = load double, ptr %at
  %cube = fmul double %b, %b
  %to = getelementptr inbounds double, ptr %r, i32 %number
  store double %cube, ptr %to
  ret void
}
define internal void @third(ptr %me, ptr %none, ptr %p, ptr %q, ptr %r) {
  %number = load i32, ptr %me
  %at = getelementptr inbounds double, ptr %p, i32 %number
  %one = getelementptr inbounds double, ptr %q, i32 %number
  %other = getelementptr inbounds double, ptr %r, i32 %number
  %c = load double, ptr %one
  %d = load double, ptr %other
  %old = load double, ptr %at
  %product = fmul double %c, %d
  %new = fmul double %old, %product
  store double %new, ptr %at
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
