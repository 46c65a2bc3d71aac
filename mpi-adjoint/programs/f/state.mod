!mod$ v1 sum:938905242682c443
module state
real(8),allocatable::u(:,:)
real(8)::total
contains
subroutine pass(a,b,comm)
real(8),contiguous,intent(in)::a(:)
real(8),contiguous,intent(out)::b(:)
integer(4),intent(in)::comm
end
subroutine add_up(v,comm)
real(8),intent(inout)::v(:,:)
integer(4),intent(in)::comm
end
end
