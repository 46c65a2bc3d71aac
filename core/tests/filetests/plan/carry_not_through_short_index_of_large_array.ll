; RUN: plan f(dup, const, const, const)
; The neighbour's index is cut to 32 bits, and the array may have more elements than those tell.
; CHECK: plan of f.grad
; CHECK-NOT: carry adjoints
declare noalias ptr @malloc(i64) allocsize(0)
declare void @free(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define double @f(ptr noalias %from, i32 %row, i32 %n, i64 %m) {
entry:
  %wide = sext i32 %n to i64
  %bytes = shl nsw i64 %m, 3
  %a = call ptr @malloc(i64 %bytes) allocsize(0)
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %from, i64 %bytes, i1 false)
  %start = sext i32 %row to i64
  br label %loop
loop:
  %i = phi i64 [ 1, %entry ], [ %next, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %more, %loop ]
  %place = add nsw i64 %i, %start
  %less = add i64 %place, 4294967295
  %left = and i64 %less, 4294967295
  %west = getelementptr inbounds double, ptr %a, i64 %left
  %y = load double, ptr %west
  %here = getelementptr inbounds double, ptr %a, i64 %place
  %x = load double, ptr %here
  %p = fmul double %x, %y
  %more = fadd double %sum, %p
  %next = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %next, %wide
  br i1 %again, label %loop, label %done
done:
  call void @free(ptr %a)
  ret double %more
}
