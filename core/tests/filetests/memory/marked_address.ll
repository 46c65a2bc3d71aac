; RUN: reverse f(dup)
; An address with a mark in its last bit is kept as an integer, and given to a function without derivative alone. Twin: marked_address.err.ll.
; CHECK: call void @count(
@__enzyme_inactivefn = constant [1 x ptr] [ptr @count]
declare void @count(ptr)
define double @f(ptr %view) {
  %copy = alloca { i64, ptr }
  %record = load i64, ptr %view
  %marked = or i64 %record, 1
  store i64 %marked, ptr %copy
  %data = getelementptr i8, ptr %view, i64 8
  %to = getelementptr i8, ptr %copy, i64 8
  %p = load ptr, ptr %data
  store ptr %p, ptr %to
  %bits = load i64, ptr %copy
  %address = inttoptr i64 %bits to ptr
  call void @count(ptr %address)
  %x = load double, ptr %p
  %y = fmul double %x, %x
  ret double %y
}
