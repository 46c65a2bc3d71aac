! What is passed on unread: numbers that only MPI touches, settings in integers, numbers of several kinds, a structure.
module parts
  implicit none
  type :: point
    sequence
    double precision :: place(3)
    integer :: label, next
    double precision :: weight
  end type
end module

subroutine f(n, x, m, y, comm)
  use parts
  implicit none
  include 'mpif.h'
  integer, intent(in) :: n, m, comm
  double precision, intent(in) :: x(n)
  double precision, intent(out) :: y(m)
  double precision :: unread(n), parcel(n)
  complex(8) :: wave(2)
  real :: short(2)
  type(point) :: mine, got
  integer :: rank, size, next, last, bounds(2), i, structure, ierror
  integer(MPI_ADDRESS_KIND) :: offsets(3)
  call MPI_Comm_rank(comm, rank, ierror)
  call MPI_Comm_size(comm, size, ierror)
  next = mod(rank + 1, size)
  last = mod(rank + size - 1, size)
  if (rank == 0) then
    bounds(1) = 2
    bounds(2) = n
  end if
  call MPI_Bcast(bounds, 2, MPI_INTEGER, 0, comm, ierror)
  call MPI_Sendrecv(x, n, MPI_DOUBLE_PRECISION, next, 1, unread, n, MPI_DOUBLE_PRECISION, last, 1, comm, &
                    MPI_STATUS_IGNORE, ierror)
  call MPI_Sendrecv(unread, n, MPI_DOUBLE_PRECISION, next, 2, parcel, n, MPI_DOUBLE_PRECISION, last, 2, comm, &
                    MPI_STATUS_IGNORE, ierror)
  do i = 1, m
    y(i) = 0
  end do
  do i = bounds(1), bounds(2)
    y(1) = y(1) + parcel(i) * x(i)
  end do
  wave(1) = cmplx(x(1), x(2), 8)
  wave(2) = wave(1) * wave(1)
  call MPI_Allreduce(MPI_IN_PLACE, wave, 2, MPI_DOUBLE_COMPLEX, MPI_SUM, comm, ierror)
  y(2) = real(wave(1) * wave(2), 8)
  y(3) = aimag(wave(2))
  short(1) = real(bounds(2))
  short(2) = 0.5
  call MPI_Bcast(short, 2, MPI_REAL, 0, comm, ierror)
  y(4) = short(1) * x(3) + short(2) * x(4)**2
  mine%place(1) = x(1) * x(4)
  mine%place(2) = x(2)
  mine%place(3) = sin(x(3))
  mine%label = rank
  mine%next = next
  mine%weight = 1 + x(4)
  offsets(1) = 0
  offsets(2) = 24
  offsets(3) = 32
  call MPI_Type_create_struct(3, [3, 2, 1], offsets, [MPI_DOUBLE_PRECISION, MPI_INTEGER, MPI_DOUBLE_PRECISION], &
                              structure, ierror)
  call MPI_Type_commit(structure, ierror)
  call MPI_Sendrecv(mine, 1, structure, next, 3, got, 1, structure, last, 3, comm, MPI_STATUS_IGNORE, ierror)
  call MPI_Type_free(structure, ierror)
  if (got%label /= last .or. got%next /= rank) call MPI_Abort(comm, 1, ierror)
  ! Types by precision, and a constructor that MPI has had from the beginning: every other number.
  call MPI_Type_create_f90_real(15, 300, structure, ierror)
  call MPI_Bcast(got%place, 2, structure, 0, comm, ierror)
  call MPI_Type_hvector(2, 1, 16, MPI_DOUBLE_PRECISION, structure, ierror)
  call MPI_Type_commit(structure, ierror)
  call MPI_Sendrecv_replace(unread, 1, structure, next, 4, last, 4, comm, MPI_STATUS_IGNORE, ierror)
  call MPI_Type_free(structure, ierror)
  y(6) = unread(1) * unread(2) + unread(3)**2
  y(5) = got%place(1) * got%weight + got%place(2) * got%place(3)
end subroutine

program relay
  implicit none
  include 'mpif.h'
  include 'markers.inc'
  character(*), parameter :: name = 'relay'
  integer, parameter :: inputs = 4, outputs = 6
  integer :: error
  call MPI_Init(error)
  call check(MPI_COMM_WORLD)
  call MPI_Finalize(error)
contains
  include 'check.inc'
end program
