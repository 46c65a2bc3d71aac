; Members of structures accessed several at a time: numbers in even lanes, integers in odd ones.
; RUN: reverse f(dup, dup)
define void @f(ptr %x, ptr %t) {
  %v = load <2 x double>, ptr %x, align 8
  %b = bitcast <2 x double> %v to <2 x i64>
  %i = shufflevector <2 x i64> %b, <2 x i64> <i64 3, i64 4>, <4 x i32> <i32 0, i32 2, i32 1, i32 3>
  store <4 x i64> %i, ptr %t, align 8
  ret void
}
; CHECK: load double, ptr
; CHECK: store double
; CHECK: store i64 3
