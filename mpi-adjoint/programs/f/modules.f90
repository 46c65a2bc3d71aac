! What lies in a module: an allocatable array, a number that is reduced in place; arrays of assumed shape that are
! known to be contiguous, and parts of others by their first element.
module state
  implicit none
  double precision, allocatable :: u(:, :)
  double precision :: total
contains
  subroutine pass(a, b, comm)
    include 'mpif.h'
    double precision, contiguous, intent(in) :: a(:)
    double precision, contiguous, intent(out) :: b(:)
    integer, intent(in) :: comm
    integer :: rank, ranks, request, ierror
    call MPI_Comm_rank(comm, rank, ierror)
    call MPI_Comm_size(comm, ranks, ierror)
    call MPI_Isend(a, size(a), MPI_DOUBLE_PRECISION, mod(rank + 1, ranks), 1, comm, request, ierror)
    call MPI_Recv(b, size(b), MPI_DOUBLE_PRECISION, mod(rank + ranks - 1, ranks), 1, comm, MPI_STATUS_IGNORE, ierror)
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  end subroutine

  subroutine add_up(v, comm)
    include 'mpif.h'
    double precision, intent(inout) :: v(:, :)
    integer, intent(in) :: comm
    integer :: ierror
    call MPI_Allreduce(v(1, 1), v(1, 2), size(v, 1), MPI_DOUBLE_PRECISION, MPI_SUM, comm, ierror)
  end subroutine
end module

subroutine f(n, x, m, y, comm)
  use state
  implicit none
  include 'mpif.h'
  integer, intent(in) :: n, m, comm
  double precision, intent(in) :: x(n)
  double precision, intent(out) :: y(m)
  double precision :: come(3)
  integer :: i, ierror
  call pass(x, come, comm)
  allocate (u(3, 2))
  do i = 1, 3
    u(i, 1) = come(i)**2 * x(1)
  end do
  call add_up(u, comm)
  total = come(1)
  call MPI_Allreduce(MPI_IN_PLACE, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, comm, ierror)
  do i = 1, 3
    y(i) = u(i, 2) + total * come(2)
  end do
  deallocate (u)
end subroutine

program modules
  implicit none
  include 'mpif.h'
  include 'markers.inc'
  character(*), parameter :: name = 'modules'
  integer, parameter :: inputs = 3, outputs = 3
  integer :: error
  call MPI_Init(error)
  call check(MPI_COMM_WORLD)
  call MPI_Finalize(error)
contains
  include 'check.inc'
end program
