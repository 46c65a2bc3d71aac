! Work is handed out and comes back in any order: probes, any source, persistent requests, completions some at a time.
subroutine f(n, x, m, y, comm)
  implicit none
  include 'mpif.h'
  integer, intent(in) :: n, m, comm
  double precision, intent(in) :: x(n)
  double precision, intent(out) :: y(m)
  double precision :: task(2), results(2, 8), got(2), hot(2), cold(2)
  integer :: rank, size, i, k, number, outstanding, message, index, ierror
  integer :: requests(8), indices(8), statuses(MPI_STATUS_SIZE, 8), status(MPI_STATUS_SIZE), pair(2)
  logical :: flag
  call MPI_Comm_rank(comm, rank, ierror)
  call MPI_Comm_size(comm, size, ierror)
  do i = 1, m
    y(i) = 0
  end do

  ! Each rank sends the first one a task of its own; answers come back by the number of the rank.
  if (rank > 0) then
    task(1) = x(1) * x(2)
    task(2) = x(3) + rank
    call MPI_Send(task, 2, MPI_DOUBLE_PRECISION, 0, rank, comm, ierror)
    call MPI_Irecv(got, 2, MPI_DOUBLE_PRECISION, 0, MPI_ANY_TAG, comm, requests(1), ierror)
    flag = .false.
    do while (.not. flag)
      call MPI_Testany(1, requests, index, flag, status, ierror)
    end do
    if (index /= 1 .or. status(MPI_TAG) /= 10 + rank) call MPI_Abort(comm, 1, ierror)
    y(1) = got(1) * got(2)
  else
    do k = 1, size - 1
      if (mod(k, 2) == 0) then
        flag = .false.
        do while (.not. flag)
          call MPI_Improbe(MPI_ANY_SOURCE, k, comm, flag, message, status, ierror)
        end do
        call MPI_Mrecv(task, 2, MPI_DOUBLE_PRECISION, message, status, ierror)
      else
        call MPI_Recv(task, 2, MPI_DOUBLE_PRECISION, MPI_ANY_SOURCE, k, comm, status, ierror)
      end if
      if (status(MPI_SOURCE) /= k) call MPI_Abort(comm, 1, ierror)
      results(1, k) = task(1)**2 + x(1)
      results(2, k) = exp(task(2) / 4)
      call MPI_Isend(results(1, k), 2, MPI_DOUBLE_PRECISION, k, 10 + k, comm, requests(k), ierror)
    end do
    outstanding = size - 1
    do while (outstanding > 0)
      call MPI_Waitsome(size - 1, requests, number, indices, MPI_STATUSES_IGNORE, ierror)
      do i = 1, number
        if (indices(i) < 1 .or. indices(i) > size - 1) call MPI_Abort(comm, 1, ierror)
      end do
      outstanding = outstanding - number
    end do
    call MPI_Waitsome(size - 1, requests, number, indices, MPI_STATUSES_IGNORE, ierror)
    if (number /= MPI_UNDEFINED) call MPI_Abort(comm, 1, ierror)
  end if

  ! Persistent requests, started three times.
  call MPI_Send_init(hot, 2, MPI_DOUBLE_PRECISION, mod(rank + 1, size), 5, comm, pair(1), ierror)
  call MPI_Recv_init(cold, 2, MPI_DOUBLE_PRECISION, mod(rank + size - 1, size), 5, comm, pair(2), ierror)
  hot(1) = x(2)
  hot(2) = x(3)
  do k = 1, 3
    if (k == 2) then
      call MPI_Start(pair(2), ierror)
      call MPI_Start(pair(1), ierror)
    else
      call MPI_Startall(2, pair, ierror)
    end if
    outstanding = 2
    do while (outstanding > 0)
      call MPI_Testsome(2, pair, number, indices, statuses, ierror)
      do i = 1, number
        if (indices(i) == 2 .and. statuses(MPI_TAG, i) /= 5) call MPI_Abort(comm, 1, ierror)
      end do
      outstanding = outstanding - number
    end do
    hot(1) = hot(1) + cold(2) * cold(1)
    hot(2) = sin(cold(1))
  end do
  call MPI_Request_free(pair(1), ierror)
  call MPI_Request_free(pair(2), ierror)
  if (pair(1) /= MPI_REQUEST_NULL) call MPI_Abort(comm, 1, ierror)
  y(2) = hot(1)
  y(3) = hot(2)

  ! To itself, by a message that is waited for with its status.
  call MPI_Isend(x(1), 2, MPI_DOUBLE_PRECISION, rank, 6, comm, requests(1), ierror)
  call MPI_Mprobe(rank, 6, comm, message, status, ierror)
  call MPI_Imrecv(got, 2, MPI_DOUBLE_PRECISION, message, requests(2), ierror)
  if (message /= MPI_MESSAGE_NULL) call MPI_Abort(comm, 1, ierror)
  call MPI_Wait(requests(2), status, ierror)
  flag = .false.
  do while (.not. flag)
    call MPI_Test(requests(1), flag, MPI_STATUS_IGNORE, ierror)
  end do
  if (flag .neqv. .true.) call MPI_Abort(comm, 1, ierror)
  if (status(MPI_SOURCE) /= rank .or. requests(2) /= MPI_REQUEST_NULL) call MPI_Abort(comm, 1, ierror)
  y(4) = got(1) / (2 + got(2))
end subroutine

program farm
  implicit none
  include 'mpif.h'
  include 'markers.inc'
  character(*), parameter :: name = 'farm'
  integer, parameter :: inputs = 3, outputs = 4
  integer :: error
  call MPI_Init(error)
  call check(MPI_COMM_WORLD)
  call MPI_Finalize(error)
contains
  include 'check.inc'
end program
