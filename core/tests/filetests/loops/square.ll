; RUN: reverse f(out, const)
; Where 2 * n * n is not positive, n is zero: what runs for positive n does not run there.
; CHECK: @f.grad
; CHECK: @llvm.exp.f64
; CHECK-COUNT: 0 @llvm.exp2.f64
define double @f(double %x, i32 %n) {
entry:
  %twice = shl nsw i32 %n, 1
  %points = mul nsw i32 %twice, %n
  %any = icmp sgt i32 %points, 0
  br i1 %any, label %sine, label %without
sine:
  %s = call double @llvm.exp.f64(double %x)
  br label %done
without:
  %rows = icmp sgt i32 %n, 0
  br i1 %rows, label %never, label %done
never:
  %c = call double @llvm.exp2.f64(double %x)
  br label %done
done:
  %r = phi double [ %s, %sine ], [ %c, %never ], [ %x, %without ]
  ret double %r
}
declare double @llvm.exp.f64(double)
declare double @llvm.exp2.f64(double)
