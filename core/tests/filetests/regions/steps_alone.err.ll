; RUN: diagnostics f(dup, const, const)
; On one path nothing says whose team it is that a step asks about.
; CHECK: cannot be run again: they call `__kmpc_single`, which uses what the program does not see, or obtains or frees memory that outlives them [EZ0108]
declare void @enzyme_rs_checkpointed(i64, i64, ptr, ptr, ...)
declare void @__kmpc_serialized_parallel(ptr, i32)
declare void @__kmpc_end_serialized_parallel(ptr, i32)
declare i32 @__kmpc_single(ptr, i32)
define double @f(ptr %x, i64 %n, i64 %m) {
entry:
  call void (i64, i64, ptr, ptr, ...) @enzyme_rs_checkpointed(i64 %n, i64 5, ptr @body, ptr %x, ptr %x, i64 64)
  %y = load double, ptr %x
  ret double %y
}
define void @body(i64 %i, ptr %x) {
entry:
  %some = icmp sgt i64 %i, 3
  br i1 %some, label %alone, label %more
alone:
  call void @__kmpc_serialized_parallel(ptr null, i32 0)
  br label %team
more:
  br label %team
team:
  %first = call i32 @__kmpc_single(ptr null, i32 0)
  %one = icmp ne i32 %first, 0
  br i1 %one, label %does, label %done
does:
  %a = load double, ptr %x
  %b = fmul double %a, %a
  store double %b, ptr %x
  br label %done
done:
  call void @__kmpc_end_serialized_parallel(ptr null, i32 0)
  ret void
}
