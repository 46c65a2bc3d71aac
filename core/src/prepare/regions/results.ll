; Results of threads, by handle: a list of {next, handle, result} in the heap, whose end is null. Threads write into entries of their own.

; The type tags (TBAA) say that handles are integers: without them, copying one would copy eight bytes of unknown type.

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @enzyme_rs_result_lost()

; A new entry.
define weak_odr hidden ptr @enzyme_rs_result_new(ptr %list) {
entry:
  %new = call ptr @malloc(i64 24)
  %next = load ptr, ptr %list
  store ptr %next, ptr %new
  %result = getelementptr i8, ptr %new, i64 16
  store ptr null, ptr %result
  store ptr %new, ptr %list
  ret ptr %new
}

; Says for whom an entry is.
define weak_odr hidden void @enzyme_rs_result_of(ptr %new, ptr %handle) {
entry:
  %number = load i64, ptr %handle, !tbaa !0
  %place = getelementptr i8, ptr %new, i64 8
  store i64 %number, ptr %place, !tbaa !0
  ret void
}

; Takes the entry of a handle out of the list, and leaves its result where it is wanted.
define weak_odr hidden void @enzyme_rs_result_take(ptr %list, i64 %handle, ptr %to) {
entry:
  br label %look
look:
  %place = phi ptr [ %list, %entry ], [ %one, %other ]
  %one = load ptr, ptr %place
  %none = icmp eq ptr %one, null
  br i1 %none, label %lost, label %compare
compare:
  %at = getelementptr i8, ptr %one, i64 8
  %number = load i64, ptr %at, !tbaa !0
  %found = icmp eq i64 %number, %handle
  br i1 %found, label %take, label %other
other:
  br label %look
lost:
  call void @enzyme_rs_result_lost()
  unreachable
take:
  %held = getelementptr i8, ptr %one, i64 16
  %result = load ptr, ptr %held
  store ptr %result, ptr %to
  %next = load ptr, ptr %one
  store ptr %next, ptr %place
  call void @free(ptr %one)
  ret void
}

!0 = !{!1, !1, i64 0}
!1 = !{!"long", !2, i64 0}
!2 = !{!"omnipotent char", !3, i64 0}
!3 = !{!"Simple C/C++ TBAA"}
