! Arrays that each worker has for itself, with the content of the original, or which gives that back.
module owned
  implicit none
  real(8) :: pace(3)
  !$omp threadprivate(pace)
contains
  subroutine run(x, y)
    real(8), intent(in) :: x(48)
    real(8), intent(out) :: y(48)
    real(8) :: first(4), table(2, 3), last(3)
    integer :: i, k
    do i = 1, 48
      y(i) = 0
    end do
    do k = 1, 4
      first(k) = x(k) * x(k + 1)
    end do
    do k = 1, 3
      table(1, k) = x(k)
      table(2, k) = x(2 * k) * x(k)
    end do
    !$omp parallel do firstprivate(first, table)
    do i = 1, 48
      first(1) = first(1) * 1d0
      y(i) = x(i) * first(mod(i, 4) + 1) * table(mod(i, 2) + 1, mod(i, 3) + 1)
    end do
    !$omp parallel do private(k) lastprivate(last)
    do i = 1, 48
      do k = 1, 3
        last(k) = x(i) * x(k) * k
      end do
      y(i) = y(i) + last(1) * last(3)
    end do
    do k = 1, 3
      pace(k) = x(k) * last(k)
    end do
    !$omp parallel do copyin(pace)
    do i = 1, 48
      y(i) = y(i) * pace(mod(i, 3) + 1)
    end do
  end subroutine
end module

program owners
  use owned
  implicit none
  external :: run__enzyme_autodiff, run__enzyme_fwddiff
  integer :: enzyme_dup
  common /enzyme_dup/ enzyme_dup
  real(8), parameter :: h = 1d-5
  real(8) :: x(48), v(48), w(48), y(48), tangent(48), gradient(48), seed(48), above(48), below(48)
  integer :: i
  do i = 1, 48
    x(i) = 0.6d0 + 0.3d0 * sin(1 + 2.3d0 * i)
    v(i) = cos(1.7d0 * i)
    w(i) = sin(0.9d0 * i + 1)
  end do
  tangent = 0
  call run__enzyme_fwddiff(run, enzyme_dup, x, v, enzyme_dup, y, tangent)
  gradient = 0
  seed = w
  call run__enzyme_autodiff(run, enzyme_dup, x, gradient, enzyme_dup, y, seed)
  call run(x + h * v, above)
  call run(x - h * v, below)
  call judge('tangent', maxval(abs((above - below) / (2 * h) - tangent)), 1d-7)
  call judge('gradient', abs(dot_product(w, tangent) - dot_product(gradient, v)), 1d-11)
contains
  subroutine judge(what, off, most)
    character(*), intent(in) :: what
    real(8), intent(in) :: off, most
    print '(a)', merge('PASS ', 'FAIL ', off <= most) // what
  end subroutine
end program
