; RUN: reverse f(dup, dup, dup, dup, const) --optimize --inline
; The loops of two inlined calls are equal, forwards and reversed: each is one function that is called twice.
; CHECK-COUNT: 4 call fastcc
; CHECK: define internal void @f.grad
; CHECK: @f.grad.nest
define void @f(ptr %a, ptr %b, ptr %c, ptr %d, i64 %n) {
entry:
  call void @twice(ptr %a, ptr %b, i64 %n)
  call void @twice(ptr %c, ptr %d, i64 %n)
  ret void
}
define internal void @twice(ptr %from, ptr %to, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr double, ptr %from, i64 %i
  %into = getelementptr double, ptr %to, i64 %i
  %x = load double, ptr %at
  %y = load double, ptr %into
  %p0 = fmul double %x, %x
  %q0 = fadd double %p0, %y
  %p1 = fmul double %q0, %q0
  %q1 = fadd double %p1, %y
  %p2 = fmul double %q1, %q1
  %q2 = fadd double %p2, %y
  %p3 = fmul double %q2, %q2
  %q3 = fadd double %p3, %y
  %p4 = fmul double %q3, %q3
  %q4 = fadd double %p4, %y
  %p5 = fmul double %q4, %q4
  %q5 = fadd double %p5, %y
  %p6 = fmul double %q5, %q5
  %q6 = fadd double %p6, %y
  %p7 = fmul double %q6, %q6
  %q7 = fadd double %p7, %y
  %p8 = fmul double %q7, %q7
  %q8 = fadd double %p8, %y
  %p9 = fmul double %q8, %q8
  %q9 = fadd double %p9, %y
  %p10 = fmul double %q9, %q9
  %q10 = fadd double %p10, %y
  %p11 = fmul double %q10, %q10
  %q11 = fadd double %p11, %y
  %p12 = fmul double %q11, %q11
  %q12 = fadd double %p12, %y
  %p13 = fmul double %q12, %q12
  %q13 = fadd double %p13, %y
  %p14 = fmul double %q13, %q13
  %q14 = fadd double %p14, %y
  %p15 = fmul double %q14, %q14
  %q15 = fadd double %p15, %y
  %p16 = fmul double %q15, %q15
  %q16 = fadd double %p16, %y
  %p17 = fmul double %q16, %q16
  %q17 = fadd double %p17, %y
  %p18 = fmul double %q17, %q17
  %q18 = fadd double %p18, %y
  %p19 = fmul double %q18, %q18
  %q19 = fadd double %p19, %y
  %p20 = fmul double %q19, %q19
  %q20 = fadd double %p20, %y
  %p21 = fmul double %q20, %q20
  %q21 = fadd double %p21, %y
  %p22 = fmul double %q21, %q21
  %q22 = fadd double %p22, %y
  %p23 = fmul double %q22, %q22
  %q23 = fadd double %p23, %y
  %p24 = fmul double %q23, %q23
  %q24 = fadd double %p24, %y
  %p25 = fmul double %q24, %q24
  %q25 = fadd double %p25, %y
  %p26 = fmul double %q25, %q25
  %q26 = fadd double %p26, %y
  %p27 = fmul double %q26, %q26
  %q27 = fadd double %p27, %y
  %p28 = fmul double %q27, %q27
  %q28 = fadd double %p28, %y
  %p29 = fmul double %q28, %q28
  %q29 = fadd double %p29, %y
  %p30 = fmul double %q29, %q29
  %q30 = fadd double %p30, %y
  %p31 = fmul double %q30, %q30
  %q31 = fadd double %p31, %y
  %p32 = fmul double %q31, %q31
  %q32 = fadd double %p32, %y
  %p33 = fmul double %q32, %q32
  %q33 = fadd double %p33, %y
  %p34 = fmul double %q33, %q33
  %q34 = fadd double %p34, %y
  %p35 = fmul double %q34, %q34
  %q35 = fadd double %p35, %y
  %p36 = fmul double %q35, %q35
  %q36 = fadd double %p36, %y
  %p37 = fmul double %q36, %q36
  %q37 = fadd double %p37, %y
  %p38 = fmul double %q37, %q37
  %q38 = fadd double %p38, %y
  %p39 = fmul double %q38, %q38
  %q39 = fadd double %p39, %y
  %p40 = fmul double %q39, %q39
  %q40 = fadd double %p40, %y
  %p41 = fmul double %q40, %q40
  %q41 = fadd double %p41, %y
  %p42 = fmul double %q41, %q41
  %q42 = fadd double %p42, %y
  %p43 = fmul double %q42, %q42
  %q43 = fadd double %p43, %y
  %p44 = fmul double %q43, %q43
  %q44 = fadd double %p44, %y
  %p45 = fmul double %q44, %q44
  %q45 = fadd double %p45, %y
  %p46 = fmul double %q45, %q45
  %q46 = fadd double %p46, %y
  %p47 = fmul double %q46, %q46
  %q47 = fadd double %p47, %y
  %p48 = fmul double %q47, %q47
  %q48 = fadd double %p48, %y
  %p49 = fmul double %q48, %q48
  %q49 = fadd double %p49, %y
  %p50 = fmul double %q49, %q49
  %q50 = fadd double %p50, %y
  %p51 = fmul double %q50, %q50
  %q51 = fadd double %p51, %y
  %p52 = fmul double %q51, %q51
  %q52 = fadd double %p52, %y
  %p53 = fmul double %q52, %q52
  %q53 = fadd double %p53, %y
  %p54 = fmul double %q53, %q53
  %q54 = fadd double %p54, %y
  %p55 = fmul double %q54, %q54
  %q55 = fadd double %p55, %y
  store double %q55, ptr %into
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
