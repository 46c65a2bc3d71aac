!mod$ v1 sum:f706709d467cb271
module parts
type::point
sequence
real(8)::place(1_8:3_8)
integer(4)::label
integer(4)::next
real(8)::weight
end type
end
