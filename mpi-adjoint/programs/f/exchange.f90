! Blocks between all: lists of counts and of datatypes, communicators made from others, packed data, a window.
subroutine f(n, x, m, y, comm)
  implicit none
  include 'mpif.h'
  integer, intent(in) :: n, m, comm
  double precision, intent(in) :: x(n)
  double precision, intent(out) :: y(m)
  double precision, allocatable :: all(:), given(:), other(:), window(:)
  double precision :: few(2), mine(2)
  integer, allocatable :: counts(:), starts(:), bytes(:), types(:)
  integer :: rank, size, i, j, half, copy, request, graph, row, position, access, ierror
  integer :: neighbours(2), ones(2), both(2), packed_size
  integer(MPI_ADDRESS_KIND) :: places(2), offset
  character, allocatable :: packed(:)
  call MPI_Comm_rank(comm, rank, ierror)
  call MPI_Comm_size(comm, size, ierror)
  allocate (all(2 * size), given(2 * size), other(2 * size), counts(size), starts(size), bytes(size), types(size))
  do i = 1, size
    counts(i) = 2
    starts(i) = 2 * (size - i)
    bytes(i) = 16 * (size - i)
    types(i) = MPI_DOUBLE_PRECISION
  end do

  ! Gathered in the reverse order, changed, scattered again.
  few(1) = x(1) * x(2)
  few(2) = x(2) + rank
  call MPI_Gatherv(few, 2, MPI_DOUBLE_PRECISION, all, counts, starts, MPI_DOUBLE_PRECISION, 0, comm, ierror)
  if (rank == 0) then
    do i = 1, 2 * size
      given(i) = all(i) * all(2 * size + 1 - i)
    end do
  end if
  call MPI_Scatter(given, 2, MPI_DOUBLE_PRECISION, mine, 2, MPI_DOUBLE_PRECISION, 0, comm, ierror)
  y(1) = mine(1) - mine(2)**2

  ! Each block by a datatype of its own; then in place, in pairs.
  call MPI_Type_contiguous(2, MPI_DOUBLE_PRECISION, row, ierror)
  call MPI_Type_commit(row, ierror)
  do i = 1, size
    given(2 * i - 1) = x(1) + i * x(3)
    given(2 * i) = x(2) * x(3)
  end do
  call MPI_Alltoallw(given, counts, bytes, types, all, counts, bytes, types, comm, ierror)
  do i = 1, size
    counts(i) = 1
    types(i) = row
  end do
  do i = 1, 2 * size
    other(i) = all(i)**2
  end do
  call MPI_Alltoallw(MPI_IN_PLACE, counts, bytes, types, other, counts, bytes, types, comm, ierror)
  y(2) = 0
  do i = 1, 2 * size
    y(2) = y(2) + other(i) * all(i)
  end do
  call MPI_Type_free(row, ierror)

  ! Among the even and the odd ones; on a duplicate that is made behind the program's back.
  call MPI_Comm_split(comm, mod(rank, 2), -rank, half, ierror)
  call MPI_Allgather(x(2), 1, MPI_DOUBLE_PRECISION, all, 1, MPI_DOUBLE_PRECISION, half, ierror)
  call MPI_Comm_size(half, j, ierror)
  y(3) = all(1) * all(j)
  call MPI_Comm_free(half, ierror)
  call MPI_Comm_idup(comm, copy, request, ierror)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  call MPI_Iallreduce(x, few, 2, MPI_DOUBLE_PRECISION, MPI_PROD, copy, request, ierror)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  y(4) = few(1) * few(2)
  call MPI_Comm_free(copy, ierror)

  ! A ring as a graph, which passes on by datatypes.
  neighbours(1) = mod(rank + size - 1, size)
  neighbours(2) = mod(rank + 1, size)
  ones(1) = 1
  ones(2) = 1
  call MPI_Dist_graph_create_adjacent(comm, 1, neighbours(1), ones, 1, neighbours(2), ones, MPI_INFO_NULL, .false., &
                                      graph, ierror)
  places(1) = 8
  both(1) = MPI_DOUBLE_PRECISION
  call MPI_Neighbor_alltoallw(x, ones, places, both, few, ones, places, both, graph, ierror)
  y(5) = few(2)**3
  call MPI_Comm_free(graph, ierror)

  ! Packed by one, unpacked by the next.
  call MPI_Pack_size(2, MPI_DOUBLE_PRECISION, comm, packed_size, ierror)
  allocate (packed(packed_size))
  position = 0
  call MPI_Pack(x(3), 1, MPI_DOUBLE_PRECISION, packed, packed_size, position, comm, ierror)
  call MPI_Pack(x(1), 1, MPI_DOUBLE_PRECISION, packed, packed_size, position, comm, ierror)
  call MPI_Sendrecv_replace(packed, position, MPI_PACKED, neighbours(2), 0, neighbours(1), 0, comm, &
                            MPI_STATUS_IGNORE, ierror)
  position = 0
  call MPI_Unpack(packed, packed_size, position, mine, 2, MPI_DOUBLE_PRECISION, comm, ierror)
  y(6) = mine(1) * mine(2)

  ! A window of which the next one takes a part, and to which it adds. MPICH 4.0 needs it aligned to 16 bytes.
  allocate (window(3))
  do i = 1, 3
    window(i) = x(i) * x(1)
  end do
  offset = 24
  call MPI_Win_create(window, offset, 8, MPI_INFO_NULL, comm, access, ierror)
  call MPI_Win_fence(0, access, ierror)
  offset = 1
  call MPI_Get(mine, 2, MPI_DOUBLE_PRECISION, neighbours(2), offset, 2, MPI_DOUBLE_PRECISION, access, ierror)
  offset = 0
  call MPI_Accumulate(x(2), 1, MPI_DOUBLE_PRECISION, neighbours(2), offset, 1, MPI_DOUBLE_PRECISION, MPI_SUM, access, &
                      ierror)
  call MPI_Win_fence(0, access, ierror)
  call MPI_Win_free(access, ierror)
  if (access /= MPI_WIN_NULL) call MPI_Abort(comm, 1, ierror)
  y(7) = mine(1) * mine(2) + window(1)**2
  call MPI_Barrier(comm, ierror)
  deallocate (all, given, other, counts, starts, bytes, types, packed, window)
end subroutine

program exchange
  implicit none
  include 'mpif.h'
  include 'markers.inc'
  character(*), parameter :: name = 'exchange'
  integer, parameter :: inputs = 3, outputs = 7
  integer :: error, provided
  call MPI_Init_thread(MPI_THREAD_FUNNELED, provided, error)
  call check(MPI_COMM_WORLD)
  call MPI_Finalize(error)
contains
  include 'check.inc'
end program
