! Burgers' equation u_t + (u^2/2)_x = nu u_xx on a circle of length 1, by explicit Euler steps with central differences in the form that keeps
! the sum of u.
!
! Controls: u at the beginning. Objective: the sum of u at the end, or half that of its square, each times the spacing.
!
! Owns: the equation. Must not: know how its gradient is made, checkpointed or drawn.
module burgers
  use enzyme_rs_application
  implicit none

  character(*), parameter :: simulation_name = "burgers", simulation_about = "Burgers' equation on a circle"

  ! What never changes during a run. Controls and the numbers of a state are as many as the points.
  type :: simulation
    integer(c_int64_t) :: controls, numbers, points
    real(c_double) :: spacing, time_step, viscosity
    ! 1: the sum of u, 2: half that of its square.
    integer(c_int64_t) :: power
  end type

contains

  subroutine simulation_create(s, setup)
    type(simulation), intent(out) :: s
    type(enzyme_rs_app_setup), intent(in) :: setup
    type(enzyme_rs_app_field) :: field
    s%points = enzyme_rs_app_integer(setup, "points", 200_c_int64_t, "points on the circle")
    s%viscosity = enzyme_rs_app_number(setup, "viscosity", 0.005_c_double, "", "how fast differences spread")
    s%time_step = enzyme_rs_app_number(setup, "time_step", 0.001_c_double, "", "time from step to step")
    s%power = enzyme_rs_app_integer(setup, "power", 2_c_int64_t, "1: the sum of u at the end; 2: half the sum of its square")
    call enzyme_rs_app_steps(setup, enzyme_rs_app_integer(setup, "steps", 300_c_int64_t, "time steps"))
    if (s%points < 3) call enzyme_rs_app_refuse(setup, "points", "must be 3 or more")
    if (s%power /= 1 .and. s%power /= 2) call enzyme_rs_app_refuse(setup, "power", "must be 1 or 2")
    s%controls = s%points
    s%numbers = s%points
    s%spacing = 1 / real(max(s%points, 1_c_int64_t), c_double)
    ! Steps must be short enough for the greatest u, too, which controls are free to change: time_step u^2 <= 2 viscosity.
    if (.not. s%viscosity > 0) then
      call enzyme_rs_app_refuse(setup, "viscosity", "must be above 0: without it these differences let waves grow in every step")
    else if (.not. (s%time_step > 0 .and. 2 * s%viscosity * s%time_step <= s%spacing**2)) then
      call enzyme_rs_app_refuse(setup, "time_step", "must be above 0, and at most spacing^2 / (2 viscosity), or the scheme is not stable: &
        &take shorter steps, or fewer points")
    end if
    field%dimensions = 1
    field%extent(1) = s%points
    field%count(1) = s%points
    field%spacing(1) = s%spacing
    field%role = enzyme_rs_app_control
    call enzyme_rs_app_field_of(setup, "start", "", field)
    field%role = enzyme_rs_app_state
    call enzyme_rs_app_field_of(setup, "u", "", field)
  end subroutine

  subroutine simulation_destroy(s)
    type(simulation), intent(inout) :: s
  end subroutine

  subroutine simulation_guess(s, controls)
    type(simulation), intent(in) :: s
    real(c_double), intent(out) :: controls(s%points)
    real(c_double), parameter :: pi = acos(-1.0_c_double)
    integer(c_int64_t) :: i
    do i = 1, s%points
      controls(i) = 1 + 0.5_c_double * sin(2 * pi * (i - 1) * s%spacing)
    end do
  end subroutine

  subroutine simulation_initial(s, controls, state)
    type(simulation), intent(in) :: s
    real(c_double), intent(in) :: controls(s%points)
    real(c_double), intent(out) :: state(s%points)
    integer(c_int64_t) :: i
    do i = 1, s%points
      state(i) = controls(i)
    end do
  end subroutine

  subroutine simulation_step(s, step, controls, before, after)
    type(simulation), intent(in) :: s
    integer(c_int64_t), intent(in) :: step
    real(c_double), intent(in) :: controls(s%points), before(s%points)
    real(c_double), intent(out) :: after(s%points)
    integer(c_int64_t) :: i, left, right
    real(c_double) :: flux, spread
    do i = 1, s%points
      left = merge(s%points, i - 1, i == 1)
      right = merge(1_c_int64_t, i + 1, i == s%points)
      flux = (before(right)**2 - before(left)**2) / (4 * s%spacing)
      spread = (before(right) - 2 * before(i) + before(left)) / s%spacing**2
      after(i) = before(i) + s%time_step * (s%viscosity * spread - flux)
    end do
  end subroutine

  subroutine simulation_objective(s, controls, state, value)
    type(simulation), intent(in) :: s
    real(c_double), intent(in) :: controls(s%points), state(s%points)
    real(c_double), intent(out) :: value
    integer(c_int64_t) :: i
    value = 0
    do i = 1, s%points
      if (s%power == 1) then
        value = value + state(i) * s%spacing
      else
        value = value + state(i)**2 * s%spacing / 2
      end if
    end do
  end subroutine

#include "enzyme_rs_application.inc"

end module
