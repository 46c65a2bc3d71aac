! Variables of which each thread has a copy: in a module, in a common block, handed on by copyin.
module tested
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
    work = x(1:4)
!$omp parallel copyin(t, work)
    t = t * x(2)
    work(2) = work(2) * x(3)
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

include 'check.inc'
