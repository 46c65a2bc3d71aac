! The gradient of a van der Pol oscillator by an executor, against central differences.
!
! x' = y, y' = mu (1 - x^2) y - x by the explicit midpoint rule; the objective is x^2 + x y at the end. Its
! derivatives with respect to x(0), y(0) and mu come from a hand-written adjoint step.
!
!     vanderpol_run FOLDER          runs, or goes on with what was begun in FOLDER
!     vanderpol_run FOLDER stop     asks itself to stop in the adjoint; ends with code 75
!     vanderpol_run FOLDER kill     kills itself in the adjoint
module vanderpol_model
    use, intrinsic :: iso_c_binding, only: c_int
    use, intrinsic :: iso_fortran_env, only: int32, int64, real64
    use enzyme_rs_checkpoint
    use enzyme_rs_checkpoint_run
    implicit none
    integer(int64), parameter :: steps = 1500
    real(real64), parameter :: h = 2e-3_real64, start(2) = [2.0_real64, -0.6_real64], mu0 = 1.3_real64

    type, extends(checkpoint_model) :: oscillator
        real(real64) :: state(2) = start, tape(2) = 0, adjoint(3) = 0
        !> The step whose adjoint is the last one before the end of this process; none if negative.
        integer(int64) :: end_at = -1
        logical :: by_kill = .false.
        type(checkpoint_stop) :: stop
    contains
        procedure :: identity => name_of
        procedure :: steps => number_of_steps
        procedure :: step => run_step
        procedure :: record => record_step
        procedure :: seed => seed_adjoint
        procedure :: reverse => reverse_step
        procedure :: state_size
        procedure :: save_state
        procedure :: load_state
        procedure :: adjoint_size
        procedure :: save_adjoint
        procedure :: load_adjoint
    end type

    interface
        function c_raise(signal) bind(c, name="raise") result(status)
            import :: c_int
            integer(c_int), value :: signal
            integer(c_int) :: status
        end function
    end interface

contains

    function name_of(self) result(text)
        class(oscillator), intent(in) :: self
        character(:), allocatable :: text
        text = "van der Pol, mu 1.3, h 0.002"
    end function

    function number_of_steps(self) result(size)
        class(oscillator), intent(in) :: self
        integer(int64) :: size
        size = steps
    end function

    subroutine run_step(self, number, stat)
        class(oscillator), intent(inout) :: self
        integer(int64), intent(in) :: number
        integer(int32), intent(inout) :: stat
        self%state = step(self%state, mu0)
        if (.not. all(abs(self%state) < 100)) stat = 1
    end subroutine

    !> The tape of a step is the state before it.
    subroutine record_step(self, number, stat)
        class(oscillator), intent(inout) :: self
        integer(int64), intent(in) :: number
        integer(int32), intent(inout) :: stat
        self%tape = self%state
        call self%step(number, stat)
    end subroutine

    subroutine seed_adjoint(self, number, stat)
        class(oscillator), intent(inout) :: self
        integer(int32), intent(in) :: number
        integer(int32), intent(inout) :: stat
        self%adjoint = [2*self%state(1) + self%state(2), self%state(1), 0.0_real64]
    end subroutine

    subroutine reverse_step(self, number, stat)
        class(oscillator), intent(inout) :: self
        integer(int64), intent(in) :: number
        integer(int32), intent(inout) :: stat
        call step_adjoint(self%tape, mu0, self%adjoint(1:2), self%adjoint(3))
        if (number /= self%end_at) return
        if (self%by_kill) stat = c_raise(9_c_int)
        call self%stop%request()
    end subroutine

    function state_size(self) result(size)
        class(oscillator), intent(in) :: self
        integer(int64) :: size
        size = 2
    end function

    subroutine save_state(self, values, stat)
        class(oscillator), intent(inout) :: self
        real(real64), intent(out) :: values(:)
        integer(int32), intent(inout) :: stat
        values = self%state
    end subroutine

    subroutine load_state(self, values, stat)
        class(oscillator), intent(inout) :: self
        real(real64), intent(in) :: values(:)
        integer(int32), intent(inout) :: stat
        self%state = values
    end subroutine

    function adjoint_size(self) result(size)
        class(oscillator), intent(in) :: self
        integer(int64) :: size
        size = 3
    end function

    subroutine save_adjoint(self, values, stat)
        class(oscillator), intent(inout) :: self
        real(real64), intent(out) :: values(:)
        integer(int32), intent(inout) :: stat
        values = self%adjoint
    end subroutine

    subroutine load_adjoint(self, values, stat)
        class(oscillator), intent(inout) :: self
        real(real64), intent(in) :: values(:)
        integer(int32), intent(inout) :: stat
        self%adjoint = values
    end subroutine

    function slope(u, mu)
        real(real64), intent(in) :: u(2), mu
        real(real64) :: slope(2)
        slope = [u(2), mu*(1 - u(1)**2)*u(2) - u(1)]
    end function

    function step(u, mu)
        real(real64), intent(in) :: u(2), mu
        real(real64) :: step(2)
        step = u + h*slope(u + h/2*slope(u, mu), mu)
    end function

    !> Adds the adjoints of a slope at u to those of u and mu.
    subroutine slope_adjoint(u, mu, seed, du, dmu)
        real(real64), intent(in) :: u(2), mu, seed(2)
        real(real64), intent(inout) :: du(2), dmu
        du(1) = du(1) - seed(2)*(2*mu*u(1)*u(2) + 1)
        du(2) = du(2) + seed(1) + seed(2)*mu*(1 - u(1)**2)
        dmu = dmu + seed(2)*(1 - u(1)**2)*u(2)
    end subroutine

    !> The adjoint of a step from u: du is that of the result before and that of u after.
    subroutine step_adjoint(u, mu, du, dmu)
        real(real64), intent(in) :: u(2), mu
        real(real64), intent(inout) :: du(2), dmu
        real(real64) :: dmiddle(2)
        dmiddle = 0
        call slope_adjoint(u + h/2*slope(u, mu), mu, h*du, dmiddle, dmu)
        du = du + dmiddle
        call slope_adjoint(u, mu, h/2*dmiddle, du, dmu)
    end subroutine

    function objective(u0, mu)
        real(real64), intent(in) :: u0(2), mu
        real(real64) :: objective, u(2)
        integer(int64) :: k
        u = u0
        do k = 1, steps
            u = step(u, mu)
        end do
        objective = u(1)**2 + u(1)*u(2)
    end function
end module

program vanderpol_run
    use vanderpol_model
    implicit none
    real(real64), parameter :: eps = 1e-5_real64
    type(oscillator) :: model
    type(checkpoint_run) :: run
    type(checkpoint_storage) :: files, behind
    type(checkpoint_report) :: report
    type(checkpoint_summary) :: summary
    character(200) :: folder, how
    real(real64) :: expected(3), worst, every
    integer(int32) :: status

    call get_command_argument(1, folder)
    call get_command_argument(2, how)
    every = 0.001_real64
    if (how /= "") then
        model%end_at = steps - 20
        ! A save at every possible point, so that there is one to go on from.
        every = 0
    end if
    model%by_kill = how == "kill"
    call run%open(checkpoint_spec(kind=CHECKPOINT_REVOLVE, slots=8))
    call files%files(trim(folder))
    call behind%background(files, memory=1000000_int64)
    call run%store(behind)
    call run%journal(trim(folder), every=every)
    call model%stop%on_signals()
    call run%stop(model%stop)
    call run%execute(model, report, stat=status)
    if (status == CHECKPOINT_STOPPED) stop CHECKPOINT_RESUME_EXIT_CODE
    if (status /= CHECKPOINT_OK) error stop "vanderpol_run: the run failed"
    summary = report%summary()

    expected(1) = (objective(start + [eps, 0.0_real64], mu0) - objective(start - [eps, 0.0_real64], mu0))
    expected(2) = (objective(start + [0.0_real64, eps], mu0) - objective(start - [0.0_real64, eps], mu0))
    expected(3) = (objective(start, mu0 + eps) - objective(start, mu0 - eps))
    expected = expected/(2*eps)
    worst = maxval(abs(model%adjoint - expected)/max(1.0_real64, abs(expected)))
    print '(a)', report%text()
    print '(a,i0)', "processes ", summary%processes
    print '(a,3(1x,z16.16),a,es8.1)', "gradient", model%adjoint, "; largest error ", worst
    if (worst > 1e-8_real64) error stop "vanderpol_run: the gradient is wrong"
end program
