; A structure of a float and an integer comes in one register, and is stored as one word: each member is stored as what it is.
; RUN: reverse f(dup, const)
; CHECK: @f.grad
; CHECK-NOT: store i64
; CHECK: store float %half, ptr
; CHECK: store i32 5, ptr
; CHECK: store i32 %k, ptr
; CHECK: store float %half, ptr
define double @f(ptr noalias %p, i32 %k) {
entry:
  %own = alloca [2 x { float, i32 }], align 8
  %x = load double, ptr %p, align 8
  %half = fptrunc double %x to float
  %bits = bitcast float %half to i32
  %low = zext i32 %bits to i64
  %word = or disjoint i64 %low, 21474836480
  store i64 %word, ptr %own, align 8
  %wide = zext i32 %k to i64
  %high = shl nuw i64 %low, 32
  %turned = or disjoint i64 %high, %wide
  %second = getelementptr i8, ptr %own, i64 8
  store i64 %turned, ptr %second, align 8
  %r = call double @read(ptr %own, i32 %k)
  ret double %r
}
define internal double @read(ptr %from, i32 %k) noinline {
  %a = load float, ptr %from
  %n.at = getelementptr i8, ptr %from, i64 4
  %n = load i32, ptr %n.at
  %m.at = getelementptr i8, ptr %from, i64 8
  %m = load i32, ptr %m.at
  %b.at = getelementptr i8, ptr %from, i64 12
  %b = load float, ptr %b.at
  %ab = fmul float %a, %b
  %nm = mul i32 %n, %m
  %f = sitofp i32 %nm to float
  %s = fmul float %ab, %f
  %r = fpext float %s to double
  ret double %r
}
