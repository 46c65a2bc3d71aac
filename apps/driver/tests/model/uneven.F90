! A number that all ranks add up in each step; before that, rank 1 sleeps, and the others wait for it. As uneven.c, in Fortran.
!
! Owns: the model. Must not: know the driver.
module uneven
  use enzyme_rs_application
  implicit none
  include "mpif.h"

  character(*), parameter :: simulation_name = "uneven", simulation_about = "ranks of which one is slow"

  type :: simulation
    integer(c_int64_t) :: controls = 1, numbers = 1
    integer :: rank, ranks
    integer(c_int) :: nap
  end type

  interface
    ! Of the C library; its result does not matter.
    subroutine usleep(microseconds) bind(C)
      import
      integer(c_int), value :: microseconds
    end subroutine
  end interface

contains

  subroutine simulation_create(s, setup)
    type(simulation), intent(out) :: s
    type(enzyme_rs_app_setup), intent(in) :: setup
    type(enzyme_rs_app_field) :: field
    integer :: error
    call MPI_Comm_rank(MPI_COMM_WORLD, s%rank, error)
    call MPI_Comm_size(MPI_COMM_WORLD, s%ranks, error)
    s%nap = int(enzyme_rs_app_integer(setup, "nap", 20_c_int64_t, "milliseconds that rank 1 sleeps in each step"), c_int)
    call enzyme_rs_app_steps(setup, enzyme_rs_app_integer(setup, "steps", 10_c_int64_t, "time steps"))
    field%dimensions = 1
    field%extent(1) = s%ranks
    field%first(1) = s%rank
    field%count(1) = 1
    field%role = enzyme_rs_app_control
    call enzyme_rs_app_field_of(setup, "start", "", field)
    field%role = enzyme_rs_app_state
    call enzyme_rs_app_field_of(setup, "number", "", field)
  end subroutine

  subroutine simulation_destroy(s)
    type(simulation), intent(inout) :: s
  end subroutine

  subroutine simulation_guess(s, controls)
    type(simulation), intent(in) :: s
    real(c_double), intent(out) :: controls(1)
    controls(1) = 1 + s%rank
  end subroutine

  subroutine simulation_initial(s, controls, state)
    type(simulation), intent(in) :: s
    real(c_double), intent(in) :: controls(1)
    real(c_double), intent(out) :: state(1)
    state(1) = controls(1)
  end subroutine

  subroutine simulation_step(s, step, controls, before, after)
    type(simulation), intent(in) :: s
    integer(c_int64_t), intent(in) :: step
    real(c_double), intent(in) :: controls(1), before(1)
    real(c_double), intent(out) :: after(1)
    real(c_double) :: total(1)
    integer :: error
    if (s%rank == 1) call usleep(1000 * s%nap)
    call MPI_Allreduce(before, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
    after(1) = (before(1) + total(1) / s%ranks) / 2
  end subroutine

  subroutine simulation_objective(s, controls, state, value)
    type(simulation), intent(in) :: s
    real(c_double), intent(in) :: controls(1), state(1)
    real(c_double), intent(out) :: value
    value = state(1)**2
  end subroutine

#include "enzyme_rs_application.inc"

end module
