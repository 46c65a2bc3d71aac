; Ends the program where an array is assigned whose descriptor says something else than what the copy was made for.

@enzyme_rs_unlike_text = private unnamed_addr constant [265 x i8] c"enzyme-rs: %s: an array is assigned to another one, and when the program was compiled it was not known that they have one shape and type; they have not, or there is no memory\0A  help: allocate the array with that shape before, or assign in a loop, number by number\0A\00"

declare void @enzyme_rs_stop(ptr, ptr, ptr) noreturn

define weak_odr hidden void @enzyme_rs_unlike_arrays(ptr %place) nounwind noreturn cold {
  call void @enzyme_rs_stop(ptr @enzyme_rs_unlike_text, ptr %place, ptr null) noreturn
  unreachable
}
