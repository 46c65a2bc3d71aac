; RUN: diagnostics f(dup)
; As marked_address.ll, and a number is read there.
; CHECK: a number lies at an address that was computed with integers, or put together of pieces [EZ0302]
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
  %x = load double, ptr %address
  %y = fmul double %x, %x
  ret double %y
}
