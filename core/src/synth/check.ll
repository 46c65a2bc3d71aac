; Ends the program (`enzyme_rs_stop`) where memory that active data is kept in has no shadow, and where an index wraps around.

@enzyme_rs_unset_text = private unnamed_addr constant [276 x i8] c"enzyme-rs: the pointer in the global `%s` was set before the derivative was called, so that its memory has no shadow\0A  help: if it is for scratch, make it local or give it a fixed size\0A  help: or set it in the differentiated code each time, or pass the memory as an argument\0A\00"
@enzyme_rs_lost_text = private unnamed_addr constant [226 x i8] c"enzyme-rs: %s: a number that varies, or a pointer to active memory, was stored in memory without shadow [EZ0303]\0A  help: give the memory that `%s` stores it in a shadow of its own\0A  help: `enzyme-rs explain EZ0303` says more\0A\00"
@enzyme_rs_own_text = private unnamed_addr constant [167 x i8] c"enzyme-rs: the rule of `%s` was given memory without shadow [EZ0303]\0A  help: give it memory that has a shadow of its own\0A  help: `enzyme-rs explain EZ0303` says more\0A\00"
@enzyme_rs_wraps_text = private unnamed_addr constant [209 x i8] c"enzyme-rs: an index of 32 bits wraps around in a loop of `%s`: what the loop reads is not known\0A  help: index the array with 64 bits there (`long`, `size_t`), or compile with ENZYME_RS_OPTIONS=no-minimum-cut\0A\00"

declare void @enzyme_rs_stop(ptr, ptr, ptr) noreturn

define weak_odr hidden void @enzyme_rs_check_shadow(ptr %primal, ptr %shadow, ptr %name) nounwind {
entry:
  %none = icmp eq ptr %shadow, null
  %some = icmp ne ptr %primal, null
  %unset = and i1 %none, %some
  br i1 %unset, label %end, label %done, !prof !0
done:
  ret void
end:
  call void @enzyme_rs_stop(ptr @enzyme_rs_unset_text, ptr %name, ptr null) noreturn
  unreachable
}

define weak_odr hidden void @enzyme_rs_check_lost(i1 %lost, ptr %place, ptr %function) nounwind {
entry:
  br i1 %lost, label %end, label %done, !prof !0
done:
  ret void
end:
  %unknown = icmp eq ptr %place, null
  %named = select i1 %unknown, ptr %function, ptr %place
  call void @enzyme_rs_stop(ptr @enzyme_rs_lost_text, ptr %named, ptr %function) noreturn
  unreachable
}

define weak_odr hidden void @enzyme_rs_check_own_shadow(ptr %primal, ptr %shadow, ptr %function) nounwind {
entry:
  %same = icmp eq ptr %shadow, %primal
  %some = icmp ne ptr %primal, null
  %inactive = and i1 %same, %some
  br i1 %inactive, label %end, label %done, !prof !0
done:
  ret void
end:
  call void @enzyme_rs_stop(ptr @enzyme_rs_own_text, ptr %function, ptr null) noreturn
  unreachable
}

define weak_odr hidden void @enzyme_rs_check_wraps(i1 %wraps, ptr %function) nounwind {
entry:
  br i1 %wraps, label %end, label %done, !prof !0
done:
  ret void
end:
  call void @enzyme_rs_stop(ptr @enzyme_rs_wraps_text, ptr %function, ptr null) noreturn
  unreachable
}

!0 = !{!"branch_weights", i32 1, i32 100000}
