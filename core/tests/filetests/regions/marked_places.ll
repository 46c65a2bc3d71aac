; RUN: diagnostics f(dup, const)
; Pointers are put into a variable that begins anew in each iteration, one of them at a place that is computed in front of the loop: the arguments of a launch.
declare void @enzyme_rs_checkpoint(i64, ...)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define double @f(ptr %u, i64 %n) {
entry:
  %both = alloca [2 x ptr]
  %second = getelementptr [2 x ptr], ptr %both, i64 0, i64 1
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void (i64, ...) @enzyme_rs_checkpoint(i64 3, ptr %u, i64 800)
  call void @llvm.lifetime.start.p0(ptr %both)
  store ptr %u, ptr %both
  %at = getelementptr double, ptr %u, i64 %i
  store ptr %at, ptr %second
  call void @square(ptr %both)
  call void @llvm.lifetime.end.p0(ptr %both)
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  %y = load double, ptr %u
  ret double %y
}
define void @square(ptr %both) noinline {
entry:
  %first = load ptr, ptr %both
  %second.at = getelementptr [2 x ptr], ptr %both, i64 0, i64 1
  %second = load ptr, ptr %second.at
  %v = load double, ptr %second
  %w = fmul double %v, %v
  store double %w, ptr %first
  ret void
}
