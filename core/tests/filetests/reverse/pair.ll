; RUN: reverse f(dup, dup)
; The second of two neighbours to be reversed writes both: zero, and what the other is by then.
; CHECK: %beside = load double, ptr
; CHECK: insertelement <2 x double> zeroinitializer, double %beside, i32 1
; CHECK: store <2 x double>
; CHECK-COUNT: 1 store <2 x double>
define void @f(ptr %a, ptr %b) {
entry:
  %a1 = getelementptr i8, ptr %a, i64 8
  %x = load double, ptr %a
  %y = load double, ptr %a1
  %z = fmul double %x, %y
  %u = load double, ptr %b
  %re = fsub double %u, %z
  store double %re, ptr %a
  %v = load double, ptr %b
  %im = fadd double %v, %z
  store double %im, ptr %a1
  ret void
}
