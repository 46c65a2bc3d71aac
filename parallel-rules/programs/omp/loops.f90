! Parallel regions in Fortran: each case's reverse mode against its forward mode, and that against differences, on 1 to 4 workers.
module cases
  implicit none
  integer, parameter :: size = 40
contains
  subroutine plain(x, y)
    real(8), intent(in) :: x(size)
    real(8), intent(out) :: y(size)
    integer :: i
    !$omp parallel do
    do i = 1, size
      y(i) = sin(x(i)) * x(size + 1 - i)
    end do
  end subroutine

  subroutine reductions(x, y)
    real(8), intent(in) :: x(size)
    real(8), intent(out) :: y(size)
    real(8) :: s, p, most
    integer :: i
    s = 0
    p = 1
    most = -1
    !$omp parallel do reduction(+:s) reduction(*:p) reduction(max:most) schedule(dynamic, 3)
    do i = 1, size
      s = s + x(i) * x(i)
      p = p * (1 + 0.1d0 * x(i))
      most = max(most, x(i))
    end do
    do i = 1, size
      y(i) = 0
    end do
    y(1) = s * p
    y(2) = most * s
  end subroutine

  subroutine phases(x, y)
    real(8), intent(in) :: x(size)
    real(8), intent(out) :: y(size)
    real(8) :: a(size), total
    integer :: i
    total = 0
    !$omp parallel private(i) shared(a, total)
    !$omp do
    do i = 1, size
      a(i) = x(i)**2
    end do
    !$omp end do
    !$omp single
    total = a(1) + a(size)
    !$omp end single
    !$omp do schedule(guided)
    do i = 1, size
      y(i) = a(size + 1 - i) * total
    end do
    !$omp end do
    !$omp critical
    y(1) = y(1) + x(2)
    !$omp end critical
    !$omp barrier
    !$omp master
    y(2) = y(1) * y(2)
    !$omp end master
    !$omp end parallel
  end subroutine

  subroutine collapsed(x, y)
    real(8), intent(in) :: x(size)
    real(8), intent(out) :: y(size)
    integer :: i, k
    real(8) :: a
    a = x(3)
    !$omp parallel do collapse(2) firstprivate(a)
    do i = 0, 4
      do k = 1, 8
        y(8 * i + k) = a * x(k) + x(8 * i + k)**2
      end do
    end do
  end subroutine
  subroutine handed(x, y)
    real(8), intent(in) :: x(size)
    real(8), intent(out) :: y(size)
    real(8) :: t, s
    integer :: i, k
    !$omp parallel private(t, s, k, i)
    !$omp single
    t = x(1) * x(2)
    s = sin(x(3))
    k = 4
    !$omp end single copyprivate(t, s, k)
    !$omp do
    do i = 1, size
      y(i) = t * x(i) + s * x(k) * x(i)**2
    end do
    !$omp end parallel
  end subroutine

  subroutine distributed(x, y)
    real(8), intent(in) :: x(size)
    real(8), intent(out) :: y(size)
    integer :: i
    !$omp teams distribute parallel do num_teams(2)
    do i = 1, size
      y(i) = x(i) * x(size + 1 - i)
    end do
  end subroutine

  subroutine search(x, y)
    real(8), intent(in) :: x(size)
    real(8), intent(out) :: y(size)
    integer :: i
    do i = 1, size
      y(i) = 0
    end do
    !$omp parallel do
    do i = 1, size
      if (i == 17) then
        y(1) = x(i)**2 * x(1)
        !$omp cancel do
      end if
    end do
  end subroutine
end module

program loops
  use cases
  use omp_lib
  implicit none
  integer, parameter :: teams(3) = [1, 2, 4]
  integer :: enzyme_dup
  common /enzyme_dup/ enzyme_dup
  external :: f__enzyme_autodiff, f__enzyme_fwddiff
  real(8) :: x(size), v(size), w(size), dx(size), y(size), jv(size), seed(size)
  integer :: i, k
  x = [(0.5d0 + mod(0.618d0 * i, 1.0d0), i = 1, size)]
  v = [(mod(0.37d0 * i, 1.0d0) - 0.4d0, i = 1, size)]
  w = [(mod(0.77d0 * i, 1.0d0) - 0.5d0, i = 1, size)]
  do k = 1, 3
    call omp_set_num_threads(teams(k))
    call f__enzyme_fwddiff(plain, enzyme_dup, x, v, enzyme_dup, y, jv)
    dx = 0
    seed = w
    call f__enzyme_autodiff(plain, enzyme_dup, x, dx, enzyme_dup, y, seed)
    call judge('plain', plain)
    call f__enzyme_fwddiff(reductions, enzyme_dup, x, v, enzyme_dup, y, jv)
    dx = 0
    seed = w
    call f__enzyme_autodiff(reductions, enzyme_dup, x, dx, enzyme_dup, y, seed)
    call judge('reductions', reductions)
    call f__enzyme_fwddiff(phases, enzyme_dup, x, v, enzyme_dup, y, jv)
    dx = 0
    seed = w
    call f__enzyme_autodiff(phases, enzyme_dup, x, dx, enzyme_dup, y, seed)
    call judge('phases', phases)
    call f__enzyme_fwddiff(collapsed, enzyme_dup, x, v, enzyme_dup, y, jv)
    dx = 0
    seed = w
    call f__enzyme_autodiff(collapsed, enzyme_dup, x, dx, enzyme_dup, y, seed)
    call judge('collapsed', collapsed)
    call f__enzyme_fwddiff(handed, enzyme_dup, x, v, enzyme_dup, y, jv)
    dx = 0
    seed = w
    call f__enzyme_autodiff(handed, enzyme_dup, x, dx, enzyme_dup, y, seed)
    call judge('handed', handed)
    call f__enzyme_fwddiff(distributed, enzyme_dup, x, v, enzyme_dup, y, jv)
    dx = 0
    seed = w
    call f__enzyme_autodiff(distributed, enzyme_dup, x, dx, enzyme_dup, y, seed)
    call judge('distributed', distributed)
    call f__enzyme_fwddiff(search, enzyme_dup, x, v, enzyme_dup, y, jv)
    dx = 0
    seed = w
    call f__enzyme_autodiff(search, enzyme_dup, x, dx, enzyme_dup, y, seed)
    call judge('search', search)
  end do
contains
  subroutine judge(name, f)
    character(*), intent(in) :: name
    interface
      subroutine f(x, y)
        import :: size
        real(8), intent(in) :: x(size)
        real(8), intent(out) :: y(size)
      end subroutine
    end interface
    real(8) :: above(size), below(size), differences(size)
    call f(x + 1d-5 * v, above)
    call f(x - 1d-5 * v, below)
    differences = (above - below) / 2d-5
    call say(name, 'forward mode and differences', maxval(abs(differences - jv)) < 1d-7 * maxval(abs(jv)))
    call say(name, 'reverse and forward mode', abs(dot_product(w, jv) - dot_product(dx, v)) < 1d-11 * maxval(abs(jv)))
  end subroutine

  subroutine say(name, what, right)
    character(*), intent(in) :: name, what
    logical, intent(in) :: right
    if (right) then
      print '(a)', 'PASS '//name//': '//what
    else
      print '(a)', 'FAIL '//name//': '//what
    end if
  end subroutine
end program
