; RUN: reverse f(dup)
; A string holds a name: it has nothing to do with numbers, though both are in memory. Twin: string_text.err.ll.
; CHECK: define internal void @f.grad(
declare ptr @_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9_M_appendEPKcm(ptr, ptr, i64)
@name = private constant [4 x i8] c"name"
define double @f(ptr %x) {
  %string = alloca { ptr, i64, [16 x i8] }
  %own = getelementptr i8, ptr %string, i64 16
  store ptr %own, ptr %string
  %size = getelementptr i8, ptr %string, i64 8
  store i64 0, ptr %size
  %same = call ptr @_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9_M_appendEPKcm(ptr %string, ptr @name, i64 4)
  %at = load ptr, ptr %same
  %first = load i8, ptr %at
  %is = icmp eq i8 %first, 110
  %y = load double, ptr %x
  %twice = fmul double %y, %y
  %given = select i1 %is, double %twice, double %y
  ret double %given
}
