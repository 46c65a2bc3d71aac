! What the Fortran modules promise for runs: peers, a length that shows on the way, data that change their size, tapes,
! stores, numbers of the report, and errors with their parts.
module toy_model
    use, intrinsic :: iso_fortran_env, only: int32, int64, real64
    use enzyme_rs_checkpoint
    use enzyme_rs_checkpoint_run
    implicit none
    integer(int64), parameter :: last = 40
    real(real64), parameter :: h = 0.01_real64

    !> x' = x + h x**2, in front of zeros whose number changes.
    type, extends(checkpoint_model) :: toy
        real(real64), allocatable :: x(:)
        real(real64) :: tape = 0, adjoint = 0
        integer(int64) :: bad_at = -1
        integer :: events = 0
        logical :: tapes = .false., wrong = .false.
    contains
        procedure :: identity => name_of
        procedure :: steps => no_steps
        procedure :: done
        procedure :: step
        procedure :: record
        procedure :: seed
        procedure :: reverse
        procedure :: adaptive
        procedure :: state_size
        procedure :: save_state
        procedure :: load_state
        procedure :: tape_size
        procedure :: save_tape
        procedure :: load_tape
        procedure :: adjoint_size
        procedure :: save_adjoint
        procedure :: load_adjoint
        procedure :: event
    end type

    !> This rank 0 and a rank 1 that says the same, until it fails.
    type, extends(checkpoint_peers) :: pair
        integer, pointer :: calls => null()
        integer :: fails_after = huge(1)
    contains
        procedure :: any => pair_any
        procedure :: least => pair_least
    end type

contains

    function pair_any(self, mine) result(all)
        class(pair), intent(inout) :: self
        integer(int64), intent(in) :: mine
        integer(int64) :: all
        self%calls = self%calls + 1
        all = mine
        ! The first bit is that of a failure.
        if (self%calls > self%fails_after) all = ibset(mine, 0)
    end function

    function pair_least(self, mine) result(all)
        class(pair), intent(inout) :: self
        integer(int64), intent(in) :: mine
        integer(int64) :: all
        all = mine
        ! The number 1 of the other rank, as a call there has it: without sign for C, of least for 0 here.
        if (self%calls > self%fails_after) all = min(mine, -huge(mine))
    end function

    function name_of(self) result(text)
        class(toy), intent(in) :: self
        character(:), allocatable :: text
        text = "toy"
    end function

    function no_steps(self) result(size)
        class(toy), intent(in) :: self
        integer(int64) :: size
        size = CHECKPOINT_UNKNOWN
    end function

    subroutine done(self, number, ended, stat)
        class(toy), intent(inout) :: self
        integer(int64), intent(in) :: number
        logical, intent(out) :: ended
        integer(int32), intent(inout) :: stat
        ended = number == last
    end subroutine

    subroutine step(self, number, stat)
        class(toy), intent(inout) :: self
        integer(int64), intent(in) :: number
        integer(int32), intent(inout) :: stat
        real(real64) :: x
        x = self%x(1) + h*self%x(1)**2
        deallocate (self%x)
        allocate (self%x(3 + mod(number, 4_int64)), source=0.0_real64)
        self%x(1) = x
        if (number == self%bad_at) stat = 11
    end subroutine

    subroutine record(self, number, stat)
        class(toy), intent(inout) :: self
        integer(int64), intent(in) :: number
        integer(int32), intent(inout) :: stat
        self%tape = self%x(1)
        call self%step(number, stat)
    end subroutine

    subroutine seed(self, number, stat)
        class(toy), intent(inout) :: self
        integer(int32), intent(in) :: number
        integer(int32), intent(inout) :: stat
        self%adjoint = 1
    end subroutine

    subroutine reverse(self, number, stat)
        class(toy), intent(inout) :: self
        integer(int64), intent(in) :: number
        integer(int32), intent(inout) :: stat
        self%adjoint = self%adjoint*(merge(3, 1, self%wrong) + 2*h*self%tape)
    end subroutine

    function adaptive(self)
        class(toy), intent(in) :: self
        logical :: adaptive
        adaptive = .true.
    end function

    function state_size(self) result(size)
        class(toy), intent(in) :: self
        integer(int64) :: size
        size = ubound(self%x, 1)
    end function

    subroutine save_state(self, values, stat)
        class(toy), intent(inout) :: self
        real(real64), intent(out) :: values(:)
        integer(int32), intent(inout) :: stat
        values = self%x
    end subroutine

    subroutine load_state(self, values, stat)
        class(toy), intent(inout) :: self
        real(real64), intent(in) :: values(:)
        integer(int32), intent(inout) :: stat
        self%x = values
    end subroutine

    function tape_size(self) result(size)
        class(toy), intent(in) :: self
        integer(int64) :: size
        size = merge(1, -1, self%tapes)
    end function

    subroutine save_tape(self, values, stat)
        class(toy), intent(inout) :: self
        real(real64), intent(out) :: values(:)
        integer(int32), intent(inout) :: stat
        values = self%tape
    end subroutine

    subroutine load_tape(self, values, stat)
        class(toy), intent(inout) :: self
        real(real64), intent(in) :: values(:)
        integer(int32), intent(inout) :: stat
        self%tape = values(1)
    end subroutine

    function adjoint_size(self) result(size)
        class(toy), intent(in) :: self
        integer(int64) :: size
        size = 1
    end function

    subroutine save_adjoint(self, values, stat)
        class(toy), intent(inout) :: self
        real(real64), intent(out) :: values(:)
        integer(int32), intent(inout) :: stat
        values = self%adjoint
    end subroutine

    subroutine load_adjoint(self, values, stat)
        class(toy), intent(inout) :: self
        real(real64), intent(in) :: values(:)
        integer(int32), intent(inout) :: stat
        self%adjoint = values(1)
    end subroutine

    subroutine event(self, what)
        class(toy), intent(inout) :: self
        type(checkpoint_event), intent(in) :: what
        if (what%kind == CHECKPOINT_EVENT_END_FORWARD .or. what%kind == CHECKPOINT_EVENT_END_ADJOINT) &
            self%events = self%events + 1
    end subroutine
end module

program runs
    use toy_model
    implicit none
    character(200) :: folder
    character(:), allocatable :: message
    type(checkpoint_error) :: error
    integer(int32) :: status

    call get_command_argument(1, folder)
    call good(CHECKPOINT_ONLINE, .false.)
    call good(CHECKPOINT_STORE_ALL, .true.)
    call bad(CHECKPOINT_STORE_ALL, -1_int64)
    call require(status == CHECKPOINT_BAD_ARGUMENT .and. index(message, "tape") > 0, message)
    call bad(CHECKPOINT_ONLINE, 7_int64)
    call require(status == CHECKPOINT_MODEL_FAILED .and. index(message, "returned 11") > 0, message)
    error = checkpoint_last_error()
    call require(error%callback_result == 11 .and. error%step == 7, "parts of an error")
    call require(checkpoint_text(error%message) == message, "text of an error")
    call together(2, huge(1))
    call require(status == CHECKPOINT_OK, message)
    call together(2, 5)
    call require(status == CHECKPOINT_PEER_FAILED .and. index(message, "rank 1 of the run") > 0, message)
    call together(0, huge(1))
    call require(status == CHECKPOINT_BAD_ARGUMENT .and. index(message, "0 ranks") > 0, message)
    call tested(.false.)
    call require(status == CHECKPOINT_OK, message)
    call tested(.true.)
    call require(status == CHECKPOINT_WRONG_ADJOINT .and. index(message, "by differences") > 0, message)
    print '(a)', "all is well"

contains

    subroutine require(holds, what)
        logical, intent(in) :: holds
        character(*), intent(in) :: what
        if (.not. holds) error stop what
    end subroutine

    !> Memory for two states, then files, behind a thread.
    subroutine good(kind, tapes)
        integer(int32), intent(in) :: kind
        logical, intent(in) :: tapes
        type(toy) :: model
        type(checkpoint_run) :: run
        type(checkpoint_storage) :: tiers(2), both, behind
        type(checkpoint_report) :: report
        type(checkpoint_summary) :: summary
        type(checkpoint_level_summary) :: level
        real(real64) :: x, expected
        integer :: k
        model%x = [1.0_real64, 0.0_real64]
        model%tapes = tapes
        call tiers(1)%memory()
        call tiers(2)%files(trim(folder), checkpoint_file_options(format=CHECKPOINT_FORMAT_PLAIN))
        call both%tiered(tiers, room=[50_int64, 100000_int64])
        call behind%background(both, memory=1000_int64)
        call run%open(checkpoint_spec(kind=kind, slots=5))
        call run%store(behind)
        call run%store(behind, stat=status, errmsg=message)
        call require(status == CHECKPOINT_BAD_ARGUMENT .and. index(message, "given away") > 0, "used twice")
        call run%check(CHECKPOINT_CHECK_EVERY)
        call run%execute(model, report)
        expected = 1
        x = 1
        do k = 1, int(last)
            expected = expected*(1 + 2*h*x)
            x = x + h*x**2
        end do
        call require(abs(model%adjoint/expected - 1) < 1e-14_real64, "the gradient is wrong")
        call require(model%events == 2, "events are missing")
        summary = report%summary()
        call require(summary%steps == last .and. summary%count%reverses == last, "the summary is wrong")
        level = report%level(0)
        ! A write that waits until nobody needs it is cancelled.
        call require(level%writes + level%cancelled > 0 .and. level%peak > 1, "the level is wrong")
        call require(index(report%text(), "adjoint steps") > 0 .and. index(report%json(), "reverses") > 0, &
            "the report has no words")
        call run%execute(model, stat=status, errmsg=message)
        call require(status == CHECKPOINT_BAD_ARGUMENT .and. index(message, "before") > 0, "executed twice")
    end subroutine

    !> Whether the adjoint is that of the steps is found out first.
    subroutine tested(wrong)
        logical, intent(in) :: wrong
        type(toy) :: model
        type(checkpoint_run) :: run
        type(checkpoint_storage) :: store
        model%x = [1.0_real64]
        model%wrong = wrong
        call store%memory()
        call run%open(checkpoint_spec(kind=CHECKPOINT_ONLINE, slots=5))
        call run%store(store)
        call run%test_adjoint()
        call run%execute(model, stat=status, errmsg=message)
        if (.not. allocated(message)) message = "no message"
    end subroutine

    !> One of so many ranks, of which another fails after so many meetings.
    subroutine together(ranks, fails_after)
        integer, intent(in) :: ranks, fails_after
        type(toy) :: model
        type(checkpoint_run) :: run
        type(checkpoint_storage) :: store
        integer, target :: calls
        type(pair) :: peers
        calls = 0
        peers%calls => calls
        peers%fails_after = fails_after
        peers%ranks = ranks
        model%x = [1.0_real64]
        call store%memory()
        call run%open(checkpoint_spec(kind=CHECKPOINT_ONLINE, slots=5))
        call run%store(store)
        call run%peers(peers)
        call run%execute(model, stat=status, errmsg=message)
        call require(calls > 5 .or. ranks == 0, "the ranks have not met")
        if (status == CHECKPOINT_OK) call require(model%events == 2, "the run is not over")
    end subroutine

    subroutine bad(kind, at)
        integer(int32), intent(in) :: kind
        integer(int64), intent(in) :: at
        type(toy) :: model
        type(checkpoint_run) :: run
        type(checkpoint_storage) :: store
        model%x = [1.0_real64]
        model%bad_at = at
        call store%memory()
        call run%open(checkpoint_spec(kind=kind, slots=5))
        call run%store(store)
        call run%execute(model, stat=status, errmsg=message)
    end subroutine
end program
