! Fails with: `mpi_allreduce_f08` has no derivative
!
! The names behind the module mpi_f08, which a compiler would take from it.
subroutine f(n, x, m, y, comm)
  implicit none
  include 'mpif.h'
  integer, intent(in) :: n, m, comm
  double precision, intent(in) :: x(n)
  double precision, intent(out) :: y(m)
  integer :: ierror
  call MPI_Allreduce_f08(x, y, m, MPI_DOUBLE_PRECISION, MPI_SUM, comm, ierror)
end subroutine

program modern
  implicit none
  include 'mpif.h'
  include 'markers.inc'
  character(*), parameter :: name = 'modern'
  integer, parameter :: inputs = 3, outputs = 3
  integer :: error
  call MPI_Init(error)
  call check(MPI_COMM_WORLD)
  call MPI_Finalize(error)
contains
  include 'check.inc'
end program
