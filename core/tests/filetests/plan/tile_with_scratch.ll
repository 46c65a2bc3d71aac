; RUN: plan f(dup, const)
; Each iteration writes the row before it reads it, so that each can have one of its own.
; CHECK: combine the call of f.tile in loop
; CHECK: run loop in tiles
; CHECK-NOT: in an array over [loop]
; CHECK: plan of f.tile.grad
define double @f(ptr noalias %a, i64 %n) {
entry:
  %row = call ptr @malloc(i64 32)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %sum = phi double [ 0.0, %entry ], [ %more, %latch ]
  %at = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %at
  br label %fill
fill:
  %k = phi i64 [ 0, %loop ], [ %k.next, %fill ]
  %factor = uitofp i64 %k to double
  %scaled = fmul double %x, %factor
  %e = call double @llvm.exp.f64(double %scaled)
  %place = getelementptr double, ptr %row, i64 %k
  store double %e, ptr %place
  %k.next = add nuw nsw i64 %k, 1
  %k.again = icmp ult i64 %k.next, 4
  br i1 %k.again, label %fill, label %sums
sums:
  %j = phi i64 [ 0, %fill ], [ %j.next, %sums ]
  %part = phi double [ 0.0, %fill ], [ %parts, %sums ]
  %from = getelementptr double, ptr %row, i64 %j
  %number = load double, ptr %from
  %square = fmul double %number, %number
  %parts = fadd double %part, %square
  %j.next = add nuw nsw i64 %j, 1
  %j.again = icmp ult i64 %j.next, 4
  br i1 %j.again, label %sums, label %latch
latch:
  %l = call double @llvm.log.f64(double %parts)
  %more = fadd double %sum, %l
  %next = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  call void @free(ptr %row)
  ret double %more
}
declare double @llvm.exp.f64(double)
declare double @llvm.log.f64(double)
declare ptr @malloc(i64)
declare void @free(ptr)
