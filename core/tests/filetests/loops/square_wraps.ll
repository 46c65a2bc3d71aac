; RUN: reverse f(out, const)
; A product that may wrap may be zero or negative whatever n is: nothing is known of n.
; CHECK: @f.grad
; CHECK: @llvm.exp.f64
; CHECK: @llvm.exp2.f64
define double @f(double %x, i32 %n) {
entry:
  %twice = shl i32 %n, 1
  %points = mul i32 %twice, %n
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
