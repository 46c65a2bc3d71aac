; RUN: diagnostics f(dup, const, out, out)
; Numbers move as pairs of floats in registers: their adjoints cannot be added up as floats.
; CHECK: the bits of parameter 3 `a` are taken for numbers of another kind [EZ0202]
define double @f(ptr %y, i32 %n, double %a, double %b) {
entry:
  %p = bitcast double %a to <2 x float>
  %q = bitcast double %b to <2 x float>
  br label %swap
swap:
  %one = phi <2 x float> [ %p, %entry ], [ %other, %swap ]
  %other = phi <2 x float> [ %q, %entry ], [ %one, %swap ]
  %again = phi i1 [ true, %entry ], [ false, %swap ]
  br i1 %again, label %swap, label %behind
behind:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %loop, label %end
loop:
  %i = phi i32 [ 0, %behind ], [ %j, %loop ]
  %r = phi <2 x float> [ %other, %behind ], [ %t, %loop ]
  %s = bitcast <2 x float> %r to double
  %h = fmul double %s, 6.250000e-01
  %t = bitcast double %h to <2 x float>
  %j = add i32 %i, 1
  %more = icmp slt i32 %j, %n
  br i1 %more, label %loop, label %end
end:
  %u = phi <2 x float> [ %other, %behind ], [ %t, %loop ]
  store <2 x float> %u, ptr %y, align 8
  %v = bitcast <2 x float> %u to double
  ret double %v
}
