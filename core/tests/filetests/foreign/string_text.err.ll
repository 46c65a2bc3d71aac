; RUN: diagnostics f(dup)
; As string_text.ll, and the bytes of a number go through the string.
; CHECK: [EZ0101]
declare ptr @_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9_M_appendEPKcm(ptr, ptr, i64)
@name = private constant [4 x i8] c"name"
define double @f(ptr %x) {
  %string = alloca { ptr, i64, [16 x i8] }
  %own = getelementptr i8, ptr %string, i64 16
  store ptr %own, ptr %string
  %size = getelementptr i8, ptr %string, i64 8
  store i64 0, ptr %size
  %same = call ptr @_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9_M_appendEPKcm(ptr %string, ptr %x, i64 8)
  %at = load ptr, ptr %same
  %y = load double, ptr %at
  %twice = fmul double %y, %y
  ret double %twice
}
