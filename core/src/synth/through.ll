; Ends the program where the shadow of a function pointer does not lead to the derivatives of the function.

@enzyme_rs_through_null = private unnamed_addr constant [195 x i8] c"enzyme-rs: %s: the shadow of a function pointer is null\0A  help: store in it what __enzyme_virtualreverse(f) returns, or __enzyme_virtualforward(f) for forward mode, where the pointer leads to f\0A\00"
@enzyme_rs_through_same = private unnamed_addr constant [209 x i8] c"enzyme-rs: %s: the shadow of a function pointer is the pointer itself\0A  help: store in it what __enzyme_virtualreverse(f) returns, or __enzyme_virtualforward(f) for forward mode, where the pointer leads to f\0A\00"
@enzyme_rs_through_other = private unnamed_addr constant [230 x i8] c"enzyme-rs: %s: the shadow of a function pointer leads to something else than derivatives of this mode of a function of this type\0A  help: __enzyme_virtualreverse(f) is for reverse mode, __enzyme_virtualforward(f) for forward mode\0A\00"

declare i32 @dprintf(i32, ptr, ...)
declare void @abort() noreturn

define weak_odr hidden void @enzyme_rs_check_through(ptr %pointer, ptr %shadow, i64 %word, ptr %place) nounwind {
entry:
  %none = icmp eq ptr %shadow, null
  br i1 %none, label %end, label %some, !prof !0
some:
  %same = icmp eq ptr %shadow, %pointer
  br i1 %same, label %end, label %read, !prof !0
read:
  %at = getelementptr i8, ptr %shadow, i64 16
  %found = load i64, ptr %at, align 1
  %other = icmp ne i64 %found, %word
  br i1 %other, label %end, label %done, !prof !0
done:
  ret void
end:
  %text = phi ptr [ @enzyme_rs_through_null, %entry ], [ @enzyme_rs_through_same, %some ], [ @enzyme_rs_through_other, %read ]
  call i32 (i32, ptr, ...) @dprintf(i32 2, ptr %text, ptr %place)
  call void @abort() noreturn
  unreachable
}

!0 = !{!"branch_weights", i32 1, i32 100000}
