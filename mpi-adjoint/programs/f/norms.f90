! Distributed dot product, norms and extremes; results in place and for one rank only.
subroutine f(n, x, m, y, comm)
  implicit none
  include 'mpif.h'
  integer, intent(in) :: n, m, comm
  double precision, intent(in) :: x(n)
  double precision, intent(out) :: y(m)
  double precision :: sums(2), high, low, product, extremes(2), all, scanned, before, mine
  integer :: rank, size, i, ierror
  call MPI_Comm_rank(comm, rank, ierror)
  call MPI_Comm_size(comm, size, ierror)
  sums(1) = 0
  sums(2) = 0
  high = -10
  low = 10
  product = 1
  do i = 1, n
    sums(1) = sums(1) + x(i) * x(n + 1 - i)
    sums(2) = sums(2) + x(i) * x(i)
    high = max(high, x(i))
    low = min(low, x(i))
    product = product * (1.2d0 + x(i))
  end do
  call MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_DOUBLE_PRECISION, MPI_SUM, comm, ierror)
  call MPI_Allreduce(high, extremes(1), 1, MPI_DOUBLE_PRECISION, MPI_MAX, comm, ierror)
  call MPI_Allreduce(low, extremes(2), 1, MPI_DOUBLE_PRECISION, MPI_MIN, comm, ierror)
  all = 0
  call MPI_Reduce(product, all, 1, MPI_DOUBLE_PRECISION, MPI_PROD, size - 1, comm, ierror)
  call MPI_Bcast(all, 1, MPI_DOUBLE_PRECISION, size - 1, comm, ierror)
  y(1) = sums(1) / sqrt(sums(2))
  y(2) = extremes(1) * sums(2)
  y(3) = extremes(2) * extremes(1)
  y(4) = all
  before = 0
  call MPI_Scan(sums(2), scanned, 1, MPI_DOUBLE_PRECISION, MPI_SUM, comm, ierror)
  mine = x(1) * x(2)
  call MPI_Exscan(mine, before, 1, MPI_DOUBLE_PRECISION, MPI_SUM, comm, ierror)
  y(5) = scanned
  y(6) = 0
  if (rank > 0) y(6) = before * before
end subroutine

program norms
  implicit none
  include 'mpif.h'
  include 'markers.inc'
  character(*), parameter :: name = 'norms'
  integer, parameter :: inputs = 6, outputs = 6
  integer :: error
  call MPI_Init(error)
  call check(MPI_COMM_WORLD)
  call MPI_Finalize(error)
contains
  include 'check.inc'
end program
