; Ends the program where a call through a pointer reaches a function that the derivative does not know.

@enzyme_rs_unknown_text = private unnamed_addr constant [255 x i8] c"enzyme-rs: %s: a function is called through a pointer that the derivative does not know: it is none of those whose addresses this part of the program takes\0A  help: build with -flto, so that the whole program is seen\0A  help: call the function by its name\0A\00"

declare void @enzyme_rs_stop(ptr, ptr, ptr) noreturn

define weak_odr hidden void @enzyme_rs_unknown_function(ptr %place) nounwind noreturn cold {
  call void @enzyme_rs_stop(ptr @enzyme_rs_unknown_text, ptr %place, ptr null) noreturn
  unreachable
}
