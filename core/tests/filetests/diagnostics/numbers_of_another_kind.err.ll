; RUN: diagnostics f(dup, out, out, const)
; Numbers move as pairs of floats in registers: their adjoints cannot be added up as floats.
; CHECK: the bits of %a are taken for numbers of another kind [EZ0202]
define double @f(ptr %y, double %a, double %b, i32 %n) {
entry:
  %p = bitcast double %a to <2 x float>
  %q = bitcast double %b to <2 x float>
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %one = phi <2 x float> [ %p, %entry ], [ %other, %loop ]
  %other = phi <2 x float> [ %q, %entry ], [ %one, %loop ]
  %j = add i32 %i, 1
  %more = icmp slt i32 %j, %n
  br i1 %more, label %loop, label %end
end:
  store <2 x float> %one, ptr %y, align 8
  %s = bitcast <2 x float> %one to double
  %t = fmul double %s, %a
  ret double %t
}
