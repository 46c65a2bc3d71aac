! Diffusion on a periodic Cartesian grid: nonblocking exchange of the halo, rows as a derived type, a global norm.
! Fortran's arrays lie by columns, so it is the rows that have gaps.
module diffusion
  implicit none
  include 'mpif.h'
  integer, parameter :: rows = 4, columns = 5, steps = 6
contains
  subroutine exchange(u, row, comm)
    double precision, intent(inout) :: u(0:rows + 1, 0:columns + 1)
    integer, intent(in) :: row, comm
    integer :: up, down, left, right, requests(8), ierror
    call MPI_Cart_shift(comm, 0, 1, up, down, ierror)
    call MPI_Cart_shift(comm, 1, 1, left, right, ierror)
    call MPI_Irecv(u(1, 0), rows, MPI_DOUBLE_PRECISION, left, 0, comm, requests(1), ierror)
    call MPI_Irecv(u(1, columns + 1), rows, MPI_DOUBLE_PRECISION, right, 1, comm, requests(2), ierror)
    call MPI_Irecv(u(0, 1), 1, row, up, 2, comm, requests(3), ierror)
    call MPI_Irecv(u(rows + 1, 1), 1, row, down, 3, comm, requests(4), ierror)
    call MPI_Isend(u(1, columns), rows, MPI_DOUBLE_PRECISION, right, 0, comm, requests(5), ierror)
    call MPI_Isend(u(1, 1), rows, MPI_DOUBLE_PRECISION, left, 1, comm, requests(6), ierror)
    call MPI_Isend(u(rows, 1), 1, row, down, 2, comm, requests(7), ierror)
    call MPI_Isend(u(1, 1), 1, row, up, 3, comm, requests(8), ierror)
    call MPI_Waitall(8, requests, MPI_STATUSES_IGNORE, ierror)
  end subroutine

  subroutine advance(u, v)
    double precision, intent(in) :: u(0:, 0:)
    double precision, intent(out) :: v(0:, 0:)
    integer :: i, j
    do j = 1, columns
      do i = 1, rows
        v(i, j) = u(i, j) + 0.1d0 * u(i, j)**2 &
          + 0.2d0 * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1) - 4 * u(i, j))
      end do
    end do
  end subroutine
end module

subroutine f(n, x, m, y, comm)
  use diffusion
  implicit none
  integer, intent(in) :: n, m, comm
  double precision, intent(in) :: x(n)
  double precision, intent(out) :: y(m)
  double precision, allocatable :: u(:, :), v(:, :)
  double precision :: local, all
  integer :: row, step, i, j, ierror
  allocate (u(0:rows + 1, 0:columns + 1), v(0:rows + 1, 0:columns + 1))
  call MPI_Type_vector(columns, 1, rows + 2, MPI_DOUBLE_PRECISION, row, ierror)
  call MPI_Type_commit(row, ierror)
  do j = 1, columns
    do i = 1, rows
      u(i, j) = x((j - 1) * rows + i)
    end do
  end do
  do step = 1, steps
    call exchange(u, row, comm)
    call advance(u, v)
    do j = 1, columns
      do i = 1, rows
        u(i, j) = v(i, j)
      end do
    end do
  end do
  local = 0
  do j = 1, columns
    do i = 1, rows
      y((j - 1) * rows + i) = u(i, j)
      local = local + u(i, j)**2
    end do
  end do
  call MPI_Allreduce(local, all, 1, MPI_DOUBLE_PRECISION, MPI_SUM, comm, ierror)
  y(m) = sqrt(all)
  call MPI_Type_free(row, ierror)
  deallocate (u, v)
end subroutine

program halo
  use diffusion
  implicit none
  include 'markers.inc'
  character(*), parameter :: name = 'halo'
  integer, parameter :: inputs = rows * columns, outputs = rows * columns + 1
  integer :: error, ranks, extents(2), grid
  call MPI_Init(error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  extents = 0
  call MPI_Dims_create(ranks, 2, extents, error)
  call MPI_Cart_create(MPI_COMM_WORLD, 2, extents, [.true., .true.], .false., grid, error)
  call check(grid)
  call MPI_Finalize(error)
contains
  include 'check.inc'
end program
