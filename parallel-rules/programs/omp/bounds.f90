! Arrays that each worker has for itself, whose bounds the procedure is given: flang describes them to its library, which copies them.
module tested
  implicit none
contains
  subroutine run(x, y)
    real(8), intent(in) :: x(48)
    real(8), intent(out) :: y(48)
    real(8) :: z(48)
    integer :: i
    call firsts(x, y, 48, 4)
    call lasts(x, z, 48, 3)
    do i = 1, 48
      y(i) = y(i) * z(i)
    end do
    call plain(x, z, 48, 5)
    do i = 1, 48
      y(i) = y(i) + z(i)
    end do
    call allocated(x, z, 48, 6)
    do i = 1, 48
      y(i) = y(i) + z(i) * x(7)
    end do
    call sums(x, z, 48, 4)
    do i = 1, 48
      y(i) = y(i) * z(mod(i, 4) + 1)
    end do
  end subroutine

  subroutine firsts(x, y, n, m)
    integer, intent(in) :: n, m
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    real(8) :: first(m), table(2, m)
    integer :: i, k
    do k = 1, m
      first(k) = x(k) * x(k + 1)
      table(1, k) = x(k)
      table(2, k) = x(2 * k) * x(k)
    end do
    !$omp parallel do firstprivate(first, table)
    do i = 1, n
      first(1) = first(1) * 1d0
      y(i) = x(i) * first(mod(i, m) + 1) * table(mod(i, 2) + 1, mod(i, m) + 1)
    end do
  end subroutine

  subroutine lasts(x, y, n, m)
    integer, intent(in) :: n, m
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    real(8) :: last(m)
    integer :: i, k
    !$omp parallel do private(k) lastprivate(last)
    do i = 1, n
      do k = 1, m
        last(k) = x(i) * x(k) * k
      end do
      y(i) = last(1) * last(m)
    end do
    y(1) = y(1) + last(1) * last(m)
  end subroutine

  subroutine plain(x, y, n, m)
    integer, intent(in) :: n, m
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    real(8) :: own(m)
    integer :: i, k
    !$omp parallel do private(k, own)
    do i = 1, n
      do k = 1, m
        own(k) = x(i) * x(k) * k
      end do
      y(i) = own(1) * own(m)
    end do
  end subroutine

  subroutine allocated(x, y, n, m)
    integer, intent(in) :: n, m
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    real(8), allocatable :: own(:)
    integer :: i, k
    allocate (own(m))
    do k = 1, m
      own(k) = x(k) * x(k)
    end do
    !$omp parallel do private(k) firstprivate(own)
    do i = 1, n
      do k = 2, m
        own(k) = x(i) * own(1) * k
      end do
      y(i) = own(1) * own(m)
    end do
    deallocate (own)
  end subroutine

  subroutine sums(x, y, n, m)
    integer, intent(in) :: n, m
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    real(8) :: own(m)
    integer :: i, k
    do k = 1, m
      own(k) = 0
    end do
    !$omp parallel do private(k) reduction(+:own)
    do i = 1, n
      do k = 1, m
        own(k) = own(k) + x(i) * x(k) * k
      end do
      y(i) = x(i)
    end do
    do k = 1, m
      y(k) = own(k) * own(1) * 1d-4
    end do
  end subroutine
end module

include 'check.inc'
