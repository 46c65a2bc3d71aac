! Fails with: the buffer is MPI_BOTTOM, so that it is not known where the derivatives
!
! Addresses in a datatype do not tell where the derivatives of the numbers are.
subroutine f(n, x, m, y, comm)
  implicit none
  include 'mpif.h'
  integer, intent(in) :: n, m, comm
  double precision, intent(in) :: x(n)
  double precision, intent(out) :: y(m)
  integer :: datatype, ierror
  integer(MPI_ADDRESS_KIND) :: place(1)
  y(1) = x(1)**2
  call MPI_Get_address(y, place, ierror)
  call MPI_Type_create_hindexed(1, [1], place, MPI_DOUBLE_PRECISION, datatype, ierror)
  call MPI_Type_commit(datatype, ierror)
  call MPI_Bcast(MPI_BOTTOM, 1, datatype, 0, comm, ierror)
  call MPI_Type_free(datatype, ierror)
end subroutine

program bottom
  implicit none
  include 'mpif.h'
  include 'markers.inc'
  character(*), parameter :: name = 'bottom'
  integer, parameter :: inputs = 1, outputs = 1
  integer :: error
  call MPI_Init(error)
  call check(MPI_COMM_WORLD)
  call MPI_Finalize(error)
contains
  include 'check.inc'
end program
