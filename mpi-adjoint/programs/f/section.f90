! Fails with: `_FortranACopyInAssign` is called on active data
!
! A row of an array has gaps: flang passes a copy, which its run-time library makes.
subroutine f(n, x, m, y, comm)
  implicit none
  include 'mpif.h'
  integer, intent(in) :: n, m, comm
  double precision, intent(in) :: x(2, n / 2)
  double precision, intent(out) :: y(m)
  integer :: ierror
  call MPI_Allreduce(x(2, :), y, m, MPI_DOUBLE_PRECISION, MPI_SUM, comm, ierror)
end subroutine

program section
  implicit none
  include 'mpif.h'
  include 'markers.inc'
  character(*), parameter :: name = 'section'
  integer, parameter :: inputs = 6, outputs = 3
  integer :: error
  call MPI_Init(error)
  call check(MPI_COMM_WORLD)
  call MPI_Finalize(error)
contains
  include 'check.inc'
end program
