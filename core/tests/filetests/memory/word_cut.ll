; Two floats were copied as a word, of which members are read in registers: each is loaded as what it is.
; RUN: reverse f(dup, const)
; CHECK: @f.grad
; CHECK-NOT: load i64
define double @f(ptr noalias %p, i64 %k) {
entry:
  %word = load i64, ptr %p, align 4
  %low = trunc i64 %word to i32
  %a = bitcast i32 %low to float
  %shifted = lshr i64 %word, 32
  %high = trunc i64 %shifted to i32
  %b = bitcast i32 %high to float
  %q = getelementptr i8, ptr %p, i64 8
  %next = load i64, ptr %q, align 8
  %count = trunc i64 %next to i32
  %above = lshr i64 %next, 32
  %cut = trunc i64 %above to i32
  %c = bitcast i32 %cut to float
  %n = sitofp i32 %count to float
  %ab = fmul float %a, %b
  %cn = fmul float %c, %n
  %sum = fadd float %ab, %cn
  %r = fpext float %sum to double
  ret double %r
}
