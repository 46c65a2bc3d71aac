! Routines as Fortran calls them, with lengths of texts that nobody writes: against central differences.
module products
  use iso_c_binding
  implicit none
contains
  function energy(a, b, n) result(s) bind(c)
    integer(c_int), value :: n
    real(c_double), intent(inout) :: a(n, n), b(n, n)
    real(c_double) :: s, c(n, n), alpha
    real(c_double), external :: ddot
    integer :: info
    alpha = a(1, 1) * 0.5d0
    c = b
    call dgemm('N', 'T', n, n, n, alpha, a, n, b, n, 0.25d0, c, n)
    call dtrsm('L', 'L', 'N', 'U', n, n, 1.0d0, b, n, c, n)
    call dtrtrs('U', 'T', 'N', n, n, a, n, c, n, info)
    s = ddot(n * n, c, 1, c, 1)
  end function
end module

program main
  use products
  implicit none
  interface
    subroutine gradient(f, a, da, b, db, n) bind(c, name='__enzyme_autodiff_energy')
      import
      type(c_funptr), value :: f
      real(c_double) :: a(*), da(*), b(*), db(*)
      integer(c_int), value :: n
    end subroutine
  end interface
  integer, parameter :: n = 3
  real(c_double) :: a(n, n), b(n, n), da(n, n), db(n, n)
  integer :: i, j
  do j = 1, n
    do i = 1, n
      a(i, j) = sin(1d0 * i + j * j)
      b(i, j) = cos(2d0 * i - j)
    end do
    a(j, j) = 2 + j
  end do
  da = 0
  db = 0
  call gradient(c_funloc(energy), a, da, b, db, n)
  do j = 1, n
    do i = 1, n
      call check('a', a, i, j, da(i, j))
      call check('b', b, i, j, db(i, j))
    end do
  end do
contains
  subroutine check(name, x, i, j, got)
    character(*), intent(in) :: name
    real(c_double), intent(inout) :: x(n, n)
    integer, intent(in) :: i, j
    real(c_double), intent(in) :: got
    real(c_double), parameter :: h = 1d-5
    real(c_double) :: there, want
    character(4) :: verdict
    there = x(i, j)
    x(i, j) = there + h
    want = energy(a, b, n)
    x(i, j) = there - h
    want = (want - energy(a, b, n)) / (2 * h)
    x(i, j) = there
    verdict = merge('PASS', 'FAIL', abs(got - want) < 1d-6 * (1 + abs(want)))
    print '(a, 1x, a, 2i2, 2f16.8)', verdict, name, i, j, got, want
  end subroutine
end program
