; RUN: reverse f(dup, const, out, out)
; As numbers_of_another_kind.err.ll, with vectors of one number.
; CHECK: fmul double
define double @f(ptr %y, i32 %n, double %a, double %b) {
entry:
  %p = bitcast double %a to <1 x double>
  %q = bitcast double %b to <1 x double>
  br label %swap
swap:
  %one = phi <1 x double> [ %p, %entry ], [ %other, %swap ]
  %other = phi <1 x double> [ %q, %entry ], [ %one, %swap ]
  %again = phi i1 [ true, %entry ], [ false, %swap ]
  br i1 %again, label %swap, label %behind
behind:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %loop, label %end
loop:
  %i = phi i32 [ 0, %behind ], [ %j, %loop ]
  %r = phi <1 x double> [ %other, %behind ], [ %t, %loop ]
  %s = bitcast <1 x double> %r to double
  %h = fmul double %s, 6.250000e-01
  %t = bitcast double %h to <1 x double>
  %j = add i32 %i, 1
  %more = icmp slt i32 %j, %n
  br i1 %more, label %loop, label %end
end:
  %u = phi <1 x double> [ %other, %behind ], [ %t, %loop ]
  store <1 x double> %u, ptr %y, align 8
  %v = bitcast <1 x double> %u to double
  ret double %v
}
