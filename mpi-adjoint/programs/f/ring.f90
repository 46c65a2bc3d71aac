! Values travel round a ring, both ways at once: nonblocking messages of a duplicated communicator, completed together,
! one by one, and as they come.
subroutine f(n, x, m, y, comm)
  implicit none
  include 'mpif.h'
  integer, intent(in) :: n, m, comm
  double precision, intent(in) :: x(n)
  double precision, intent(out) :: y(m)
  double precision :: here(n), left(n), right(n)
  integer :: ring, rank, size, next, last, lap, i, index, ierror
  integer :: requests(4), statuses(MPI_STATUS_SIZE, 4), status(MPI_STATUS_SIZE)
  logical :: done
  call MPI_Comm_dup(comm, ring, ierror)
  call MPI_Comm_rank(ring, rank, ierror)
  call MPI_Comm_size(ring, size, ierror)
  next = mod(rank + 1, size)
  last = mod(rank + size - 1, size)
  do i = 1, n
    here(i) = x(i)
  end do
  do lap = 1, size
    call MPI_Irecv(left, n, MPI_DOUBLE_PRECISION, last, 7, ring, requests(1), ierror)
    call MPI_Irecv(right, n, MPI_DOUBLE_PRECISION, next, 8, ring, requests(2), ierror)
    call MPI_Isend(here, n, MPI_DOUBLE_PRECISION, next, 7, ring, requests(3), ierror)
    call MPI_Isend(here, n, MPI_DOUBLE_PRECISION, last, 8, ring, requests(4), ierror)
    if (mod(lap, 3) == 0) then
      call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE, ierror)
    else if (mod(lap, 3) == 1) then
      call MPI_Waitall(4, requests, statuses, ierror)
      if (statuses(MPI_SOURCE, 1) /= last .or. statuses(MPI_TAG, 2) /= 8) call MPI_Abort(ring, 1, ierror)
    else
      do i = 1, 2
        call MPI_Waitany(2, requests, index, status, ierror)
        if (status(MPI_TAG) /= 6 + index) call MPI_Abort(ring, 1, ierror)
      end do
      done = .false.
      do while (.not. done)
        call MPI_Testall(2, requests(3), done, MPI_STATUSES_IGNORE, ierror)
      end do
    end if
    do i = 1, n
      here(i) = sin(left(i)) + right(i) * here(i)
    end do
    call MPI_Sendrecv_replace(here, n, MPI_DOUBLE_PRECISION, last, 9, next, 9, ring, MPI_STATUS_IGNORE, ierror)
  end do
  if (size > 1) then
    if (rank == 0) call MPI_Send(here, 2, MPI_DOUBLE_PRECISION, next, 1, ring, ierror)
    if (rank == 1) then
      call MPI_Recv(left, 2, MPI_DOUBLE_PRECISION, last, 1, ring, status, ierror)
      call MPI_Get_count(status, MPI_DOUBLE_PRECISION, i, ierror)
      here(1) = here(1) + left(1) * left(2) * i
    end if
  end if
  do i = 1, m
    y(i) = here(i)
  end do
  call MPI_Comm_free(ring, ierror)
end subroutine

program ring
  implicit none
  include 'mpif.h'
  include 'markers.inc'
  character(*), parameter :: name = 'ring'
  integer, parameter :: inputs = 3, outputs = 3
  integer :: error
  call MPI_Init(error)
  call check(MPI_COMM_WORLD)
  call MPI_Finalize(error)
contains
  include 'check.inc'
end program
