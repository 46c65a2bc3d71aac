! Variables of which each thread has a copy: in a module, in a common block, handed on by copyin.
module own
  implicit none
  real(8), save :: t
  real(8), save :: work(4)
!$omp threadprivate(t, work)
contains
  ! Each worker keeps its copy from region to region.
  subroutine keep(x, y)
    real(8), intent(in) :: x(48)
    real(8), intent(out) :: y(48)
    integer :: i
    t = x(1)
!$omp parallel copyin(t)
    t = t * x(2)
    work(2) = x(2) * x(3)
    work(1) = sin(t) * work(2)
!$omp end parallel
!$omp parallel do
    do i = 1, 48
      work(3) = x(i) * work(1)
      y(i) = t * work(3) + work(2) * x(i)
    end do
    t = t * work(1)
    y(5) = y(5) + t * work(2)
  end subroutine

  ! A common block as scratch, and a function that uses it.
  subroutine scratch(x, y)
    real(8), intent(in) :: x(48)
    real(8), intent(out) :: y(48)
    real(8) :: a, b
    common /block/ a, b
!$omp threadprivate(/block/)
    integer :: i
    a = x(1)
    b = x(2) * x(3)
!$omp parallel do copyin(/block/) schedule(dynamic)
    do i = 1, 48
      y(i) = a * b * x(i)
      call twice(x(i), y(i))
    end do
    y(1) = y(1) + a * b
  end subroutine

  subroutine twice(x, y)
    real(8), intent(in) :: x
    real(8), intent(inout) :: y
    t = x * x
    y = y * t + sin(t)
  end subroutine

  subroutine run(x, y)
    real(8), intent(in) :: x(48)
    real(8), intent(out) :: y(48)
    real(8) :: between(48)
    integer :: i
    call keep(x, between)
    call scratch(between, y)
    do i = 1, 48
      y(i) = y(i) + between(i)
    end do
  end subroutine
end module

program copies
  use own
  use omp_lib
  implicit none
  external :: run__enzyme_autodiff, run__enzyme_fwddiff
  integer :: enzyme_dup
  common /enzyme_dup/ enzyme_dup
  real(8), parameter :: h = 1d-5
  integer, parameter :: teams(5) = [1, 2, 3, 4, 8]
  real(8) :: x(48), v(48), w(48), y(48), tangent(48), gradient(48), seed(48), above(48), below(48)
  integer :: i, k
  do i = 1, 48
    x(i) = 0.6d0 + 0.3d0 * sin(1 + 2.3d0 * i)
    v(i) = cos(1.7d0 * i)
    w(i) = sin(0.9d0 * i + 1)
  end do
  do k = 1, 5
    call omp_set_num_threads(teams(k))
    tangent = 0
    call run__enzyme_fwddiff(run, enzyme_dup, x, v, enzyme_dup, y, tangent)
    gradient = 0
    seed = w
    call run__enzyme_autodiff(run, enzyme_dup, x, gradient, enzyme_dup, y, seed)
    call run(x + h * v, above)
    call run(x - h * v, below)
    call judge('tangent', maxval(abs((above - below) / (2 * h) - tangent)), 1d-7)
    call judge('gradient', abs(dot_product(w, tangent) - dot_product(gradient, v)), 1d-11)
  end do
contains
  subroutine judge(what, off, most)
    character(*), intent(in) :: what
    real(8), intent(in) :: off, most
    if (off < most) then
      print '(a, a, i0)', 'PASS ', what // ', workers: ', omp_get_max_threads()
    else
      print '(a, a, i0, es12.3)', 'FAIL ', what // ', workers: ', omp_get_max_threads(), off
    end if
  end subroutine
end program
