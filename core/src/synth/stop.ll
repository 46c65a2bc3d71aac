; How checks end a program of the host: a text, and what stands in it.

declare i32 @dprintf(i32, ptr, ...)
declare void @abort() noreturn

define weak_odr hidden void @enzyme_rs_stop(ptr %text, ptr %first, ptr %second) noinline noreturn cold nounwind {
entry:
  %written = call i32 (i32, ptr, ...) @dprintf(i32 2, ptr %text, ptr %first, ptr %second)
  call void @abort() noreturn
  unreachable
}
