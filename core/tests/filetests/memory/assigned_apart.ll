; RUN: reverse f(dup, dup, const)
; Sections with gaps are copied number by number, as if through memory of their own.
; CHECK: @f.grad(
; CHECK: call ptr @malloc(
; CHECK: load double
; CHECK-NOT: _FortranAAssign
declare void @_FortranAAssign(ptr, ptr, ptr, i32)
define double @f(ptr %x, ptr %y, i64 %n) {
entry:
  %to = alloca [48 x i8]
  store ptr %y, ptr %to
  %to.element = getelementptr i8, ptr %to, i64 8
  store i64 8, ptr %to.element
  %to.version = getelementptr i8, ptr %to, i64 16
  store i32 20240719, ptr %to.version
  %to.rank = getelementptr i8, ptr %to, i64 20
  store i8 1, ptr %to.rank
  %to.sort = getelementptr i8, ptr %to, i64 21
  store i8 28, ptr %to.sort
  %to.attribute = getelementptr i8, ptr %to, i64 22
  store i8 0, ptr %to.attribute
  %to.extra = getelementptr i8, ptr %to, i64 23
  store i8 0, ptr %to.extra
  %to.lower = getelementptr i8, ptr %to, i64 24
  store i64 1, ptr %to.lower
  %to.extent = getelementptr i8, ptr %to, i64 32
  store i64 %n, ptr %to.extent
  %to.stride = getelementptr i8, ptr %to, i64 40
  store i64 24, ptr %to.stride
  %from = alloca [48 x i8]
  store ptr %x, ptr %from
  %from.element = getelementptr i8, ptr %from, i64 8
  store i64 8, ptr %from.element
  %from.version = getelementptr i8, ptr %from, i64 16
  store i32 20240719, ptr %from.version
  %from.rank = getelementptr i8, ptr %from, i64 20
  store i8 1, ptr %from.rank
  %from.sort = getelementptr i8, ptr %from, i64 21
  store i8 28, ptr %from.sort
  %from.attribute = getelementptr i8, ptr %from, i64 22
  store i8 0, ptr %from.attribute
  %from.extra = getelementptr i8, ptr %from, i64 23
  store i8 0, ptr %from.extra
  %from.lower = getelementptr i8, ptr %from, i64 24
  store i64 1, ptr %from.lower
  %from.extent = getelementptr i8, ptr %from, i64 32
  store i64 %n, ptr %from.extent
  %from.stride = getelementptr i8, ptr %from, i64 40
  store i64 16, ptr %from.stride
  call void @_FortranAAssign(ptr %to, ptr %from, ptr null, i32 0)
  %last = sub i64 %n, 1
  %element = getelementptr double, ptr %y, i64 %last
  %v = load double, ptr %element
  %w = fmul double %v, %v
  ret double %w
}
