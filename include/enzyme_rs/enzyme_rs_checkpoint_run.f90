! enzyme_rs_checkpoint_run - runs a model forward and back under a schedule, for Fortran 2008
!
! Owns: the type that your model extends, stores and runs, and what passes the library's calls on to your
! model. What everything means is said in enzyme_rs/checkpoint.h. Compile enzyme_rs_checkpoint.f90,
! enzyme_rs_checkpoint_calls.f90, then this file, with your own compiler (CMake and pkg-config name them).
!
!     use enzyme_rs_checkpoint
!     use enzyme_rs_checkpoint_run
!     type, extends(checkpoint_model) :: heat
!         ...
!     contains
!         procedure :: step => heat_step
!         ...
!     end type
!     type(heat) :: model
!     type(checkpoint_run) :: run
!     type(checkpoint_storage) :: files
!
!     call run%open(checkpoint_spec(kind=CHECKPOINT_REVOLVE, slots=50))
!     call files%files("scratch")
!     call run%store(files)
!     call run%journal("scratch", every=60.0_real64)
!     call run%execute(model, stat=status)
!     if (status == CHECKPOINT_STOPPED) stop CHECKPOINT_RESUME_EXIT_CODE
!
! Procedures of your model have `stat`, 0 when they are called: what else they set ends the run with
! CHECKPOINT_MODEL_FAILED, and the number is in the message. They return; to stop the program in one of them is to
! be killed there, and the journal stays good.
module enzyme_rs_checkpoint_run
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: int32, int64, real64
    use enzyme_rs_checkpoint
    use enzyme_rs_checkpoint_calls
    implicit none
    private

    public :: checkpoint_model, checkpoint_storage, checkpoint_stop, checkpoint_run, checkpoint_report
    public :: checkpoint_peers, checkpoint_peer_callbacks
    public :: checkpoint_event, checkpoint_error, checkpoint_summary, checkpoint_level_summary
    public :: checkpoint_field, checkpoint_layout, checkpoint_part, checkpoint_callbacks
    public :: checkpoint_file_options, checkpoint_last_error, checkpoint_journal_clear
    ! Passed on from enzyme_rs_checkpoint_calls.
    public :: CHECKPOINT_RESUME_EXIT_CODE, CHECKPOINT_NUMBER_U8, CHECKPOINT_NUMBER_I64, &
        CHECKPOINT_NUMBER_F32, CHECKPOINT_NUMBER_F64, CHECKPOINT_FORMAT_DEFAULT, CHECKPOINT_FORMAT_HDF5, &
        CHECKPOINT_FORMAT_PLAIN, CHECKPOINT_FILTER_NONE, CHECKPOINT_FILTER_DEFLATE, &
        CHECKPOINT_FILTER_ZSTD, CHECKPOINT_FILTER_ZFP, CHECKPOINT_CHECK_OFF, CHECKPOINT_CHECK_FIRST, CHECKPOINT_CHECK_EVERY, &
        CHECKPOINT_EVENT_RESUMED, CHECKPOINT_EVENT_LOST, CHECKPOINT_EVENT_PROGRESS, &
        CHECKPOINT_EVENT_END_FORWARD, CHECKPOINT_EVENT_END_ADJOINT, CHECKPOINT_EVENT_SAVED, &
        CHECKPOINT_EVENT_JOURNAL_DAMAGED, CHECKPOINT_FAULT_NONE, CHECKPOINT_FAULT_FULL, &
        CHECKPOINT_FAULT_SHORT, CHECKPOINT_FAULT_CORRUPT, CHECKPOINT_FAULT_MISSING, &
        CHECKPOINT_FAULT_DENIED, CHECKPOINT_FAULT_UNSUPPORTED, CHECKPOINT_FAULT_BUSY, CHECKPOINT_FAULT_FAILED

    !> A simulation with its adjoint, for you to extend. Its data are handed over as lists of real(real64); what is
    !> not real goes through `transfer`. See enzyme_rs_cp_model in the header.
    type, abstract :: checkpoint_model
    contains
        !> Names the simulation and what its result depends on besides the initial state.
        procedure(model_identity), deferred :: identity
        !> Number of steps, or CHECKPOINT_UNKNOWN; then `done` says where the end is.
        procedure(model_size), deferred :: steps
        procedure :: done => model_done
        procedure(model_step), deferred :: step
        procedure(model_step), deferred :: record
        procedure(model_adjoint), deferred :: seed
        procedure(model_step), deferred :: reverse
        procedure :: complete => model_complete
        !> Whether sizes change in the course of the run; they may not unless this says so.
        procedure :: adaptive => model_adaptive
        procedure(model_size), deferred :: state_size
        procedure(model_save), deferred :: save_state
        procedure(model_load), deferred :: load_state
        !> Negative, if there are no tapes to give away.
        procedure :: tape_size => model_tape_size
        procedure :: save_tape => model_save_tape
        procedure :: load_tape => model_load_tape
        procedure(model_size), deferred :: adjoint_size
        procedure(model_save), deferred :: save_adjoint
        procedure(model_load), deferred :: load_adjoint
        !> Is told what happens.
        procedure :: event => model_event
    end type

    !> The ranks that run one simulation together, each under the same schedule on its part of the model, for you to
    !> extend. All ranks call `any` and `least` in the same order, and these return when all have called. With MPI
    !> both are an MPI_Allreduce of one MPI_INTEGER8, with MPI_BOR and MPI_MIN, on a communicator that nothing else
    !> uses.
    type, abstract :: checkpoint_peers
        !> Number of this rank, from 0, and how many there are.
        integer(int32) :: rank = 0, ranks = 0
    contains
        !> The bits that any rank has set in `mine`.
        procedure(peers_reduce), deferred :: any
        !> The least of all ranks' `mine`, by Fortran's order of integers.
        procedure(peers_reduce), deferred :: least
    end type

    abstract interface
        function peers_reduce(self, mine) result(all)
            import :: checkpoint_peers, int64
            class(checkpoint_peers), intent(inout) :: self
            integer(int64), intent(in) :: mine
            integer(int64) :: all
        end function
        function model_identity(self) result(text)
            import :: checkpoint_model
            class(checkpoint_model), intent(in) :: self
            character(:), allocatable :: text
        end function
        function model_size(self) result(size)
            import :: checkpoint_model, int64
            class(checkpoint_model), intent(in) :: self
            integer(int64) :: size
        end function
        subroutine model_step(self, number, stat)
            import :: checkpoint_model, int32, int64
            class(checkpoint_model), intent(inout) :: self
            integer(int64), intent(in) :: number
            integer(int32), intent(inout) :: stat
        end subroutine
        subroutine model_adjoint(self, number, stat)
            import :: checkpoint_model, int32
            class(checkpoint_model), intent(inout) :: self
            integer(int32), intent(in) :: number
            integer(int32), intent(inout) :: stat
        end subroutine
        subroutine model_save(self, values, stat)
            import :: checkpoint_model, int32, real64
            class(checkpoint_model), intent(inout) :: self
            real(real64), intent(out) :: values(:)
            integer(int32), intent(inout) :: stat
        end subroutine
        subroutine model_load(self, values, stat)
            import :: checkpoint_model, int32, real64
            class(checkpoint_model), intent(inout) :: self
            real(real64), intent(in) :: values(:)
            integer(int32), intent(inout) :: stat
        end subroutine
    end interface

    !> What the library's calls lead to.
    type :: held_model
        class(checkpoint_model), pointer :: model => null()
        integer(c_int64_t) :: extents(3) = 0
        type(checkpoint_field) :: fields(3)
    end type

    !> The same for the ranks.
    type :: held_peers
        class(checkpoint_peers), pointer :: peers => null()
    end type

    !> A place for checkpoints; freed when it goes out of scope, given away or not.
    type :: checkpoint_storage
        private
        type(c_ptr) :: handle = c_null_ptr
    contains
        procedure :: memory => store_memory
        procedure :: files => store_files
        procedure :: tiered => store_tiered
        procedure :: background => store_background
        procedure, private :: assign => store_assign
        generic :: assignment(=) => assign
        final :: store_free
    end type

    !> A request to stop cleanly.
    type :: checkpoint_stop
        private
        type(c_ptr) :: handle = c_null_ptr
    contains
        procedure :: on_signals => stop_on_signals
        procedure :: after => stop_after
        procedure :: before_job_end => stop_before_job_end
        procedure :: request => stop_request
        procedure, private :: assign => stop_assign
        generic :: assignment(=) => assign
        final :: stop_free
    end type

    !> A model's run under a schedule: settings first, then `execute`, once.
    type :: checkpoint_run
        private
        type(c_ptr) :: handle = c_null_ptr
        real(real64) :: progress_every = 0
        class(checkpoint_peers), allocatable :: ranks
    contains
        procedure :: open => run_open
        procedure :: open_text => run_open_text
        procedure :: store => run_store
        procedure :: journal => run_journal
        procedure :: check => run_check
        procedure :: test_adjoint => run_test_adjoint
        procedure :: stop => run_stop
        procedure :: progress => run_progress
        procedure :: peers => run_peers
        procedure :: execute => run_execute
        procedure, private :: assign => run_assign
        generic :: assignment(=) => assign
        final :: run_free
    end type

    !> What a run has done.
    type :: checkpoint_report
        private
        type(c_ptr) :: handle = c_null_ptr
    contains
        procedure :: summary => report_summary
        procedure :: level => report_level
        procedure :: text => report_text
        procedure :: json => report_json
        procedure, private :: assign => report_assign
        generic :: assignment(=) => assign
        final :: report_free
    end type

    ! Names of fields, for C.
    character(kind=c_char), target, save :: state_name(6) = ['s', 't', 'a', 't', 'e', c_null_char]
    character(kind=c_char), target, save :: tape_name(5) = ['t', 'a', 'p', 'e', c_null_char]
    character(kind=c_char), target, save :: adjoint_name(8) = ['a', 'd', 'j', 'o', 'i', 'n', 't', c_null_char]

contains

    ! What a model does unless it says otherwise.

    subroutine model_done(self, number, ended, stat)
        class(checkpoint_model), intent(inout) :: self
        integer(int64), intent(in) :: number
        logical, intent(out) :: ended
        integer(int32), intent(inout) :: stat
        ! Only asked where `steps` says CHECKPOINT_UNKNOWN; then it is to be overridden.
        ended = number < 0
        stat = -1
    end subroutine

    subroutine model_complete(self, number, stat)
        class(checkpoint_model), intent(inout) :: self
        integer(int32), intent(in) :: number
        integer(int32), intent(inout) :: stat
    end subroutine

    function model_adaptive(self) result(adaptive)
        class(checkpoint_model), intent(in) :: self
        logical :: adaptive
        adaptive = .false.
    end function

    function model_tape_size(self) result(size)
        class(checkpoint_model), intent(in) :: self
        integer(int64) :: size
        size = -1
    end function

    subroutine model_save_tape(self, values, stat)
        class(checkpoint_model), intent(inout) :: self
        real(real64), intent(out) :: values(:)
        integer(int32), intent(inout) :: stat
        values = 0
        stat = -1
    end subroutine

    subroutine model_load_tape(self, values, stat)
        class(checkpoint_model), intent(inout) :: self
        real(real64), intent(in) :: values(:)
        integer(int32), intent(inout) :: stat
        stat = -1
    end subroutine

    subroutine model_event(self, what)
        class(checkpoint_model), intent(inout) :: self
        type(checkpoint_event), intent(in) :: what
    end subroutine

    ! What the library calls: each passes on to the model that `user` leads to.

    function on_step(user, number) bind(c, name="") result(status)
        type(c_ptr), value :: user
        integer(c_int64_t), value :: number
        integer(c_int32_t) :: status
        type(held_model), pointer :: held
        call c_f_pointer(user, held)
        status = 0
        call held%model%step(number, status)
    end function

    function on_record(user, number) bind(c, name="") result(status)
        type(c_ptr), value :: user
        integer(c_int64_t), value :: number
        integer(c_int32_t) :: status
        type(held_model), pointer :: held
        call c_f_pointer(user, held)
        status = 0
        call held%model%record(number, status)
    end function

    function on_reverse(user, number) bind(c, name="") result(status)
        type(c_ptr), value :: user
        integer(c_int64_t), value :: number
        integer(c_int32_t) :: status
        type(held_model), pointer :: held
        call c_f_pointer(user, held)
        status = 0
        call held%model%reverse(number, status)
    end function

    function on_seed(user, number) bind(c, name="") result(status)
        type(c_ptr), value :: user
        integer(c_int32_t), value :: number
        integer(c_int32_t) :: status
        type(held_model), pointer :: held
        call c_f_pointer(user, held)
        status = 0
        call held%model%seed(number, status)
    end function

    function on_complete(user, number) bind(c, name="") result(status)
        type(c_ptr), value :: user
        integer(c_int32_t), value :: number
        integer(c_int32_t) :: status
        type(held_model), pointer :: held
        call c_f_pointer(user, held)
        status = 0
        call held%model%complete(number, status)
    end function

    function on_done(user, number, answer) bind(c, name="") result(status)
        type(c_ptr), value :: user
        integer(c_int64_t), value :: number
        integer(c_int32_t), intent(out) :: answer
        integer(c_int32_t) :: status
        type(held_model), pointer :: held
        logical :: ended
        call c_f_pointer(user, held)
        status = 0
        call held%model%done(number, ended, status)
        answer = merge(1, 0, ended)
    end function

    subroutine on_event(user, event) bind(c, name="")
        type(c_ptr), value :: user
        type(checkpoint_event), intent(in) :: event
        type(held_model), pointer :: held
        call c_f_pointer(user, held)
        call held%model%event(event)
    end subroutine

    function on_any(user, mine) bind(c, name="") result(all)
        type(c_ptr), value :: user
        integer(c_int64_t), value :: mine
        integer(c_int64_t) :: all
        type(held_peers), pointer :: held
        call c_f_pointer(user, held)
        all = held%peers%any(mine)
    end function

    function on_least(user, mine) bind(c, name="") result(all)
        type(c_ptr), value :: user
        integer(c_int64_t), value :: mine
        integer(c_int64_t) :: all
        type(held_peers), pointer :: held
        call c_f_pointer(user, held)
        ! For C they have no sign: with the first bit turned over, both orders are the same.
        all = ieor(held%peers%least(ieor(mine, ibset(0_int64, 63))), ibset(0_int64, 63))
    end function

    function on_state_layout(user, layout) bind(c, name="") result(status)
        type(c_ptr), value :: user
        type(checkpoint_layout), intent(out) :: layout
        integer(c_int32_t) :: status
        type(held_model), pointer :: held
        call c_f_pointer(user, held)
        status = 0
        layout = layout_of(held, 1, held%model%state_size())
    end function

    function on_state_save(user, bytes, size) bind(c, name="") result(status)
        type(c_ptr), value :: user, bytes
        integer(c_int64_t), value :: size
        integer(c_int32_t) :: status
        type(held_model), pointer :: held
        real(real64), pointer :: values(:)
        call c_f_pointer(user, held)
        call c_f_pointer(bytes, values, [size/8])
        status = 0
        call held%model%save_state(values, status)
    end function

    function on_state_load(user, bytes, size) bind(c, name="") result(status)
        type(c_ptr), value :: user, bytes
        integer(c_int64_t), value :: size
        integer(c_int32_t) :: status
        type(held_model), pointer :: held
        real(real64), pointer :: values(:)
        call c_f_pointer(user, held)
        call c_f_pointer(bytes, values, [size/8])
        status = 0
        call held%model%load_state(values, status)
    end function

    function on_tape_layout(user, layout) bind(c, name="") result(status)
        type(c_ptr), value :: user
        type(checkpoint_layout), intent(out) :: layout
        integer(c_int32_t) :: status
        type(held_model), pointer :: held
        call c_f_pointer(user, held)
        status = 0
        layout = layout_of(held, 2, held%model%tape_size())
    end function

    function on_tape_save(user, bytes, size) bind(c, name="") result(status)
        type(c_ptr), value :: user, bytes
        integer(c_int64_t), value :: size
        integer(c_int32_t) :: status
        type(held_model), pointer :: held
        real(real64), pointer :: values(:)
        call c_f_pointer(user, held)
        call c_f_pointer(bytes, values, [size/8])
        status = 0
        call held%model%save_tape(values, status)
    end function

    function on_tape_load(user, bytes, size) bind(c, name="") result(status)
        type(c_ptr), value :: user, bytes
        integer(c_int64_t), value :: size
        integer(c_int32_t) :: status
        type(held_model), pointer :: held
        real(real64), pointer :: values(:)
        call c_f_pointer(user, held)
        call c_f_pointer(bytes, values, [size/8])
        status = 0
        call held%model%load_tape(values, status)
    end function

    function on_adjoint_layout(user, layout) bind(c, name="") result(status)
        type(c_ptr), value :: user
        type(checkpoint_layout), intent(out) :: layout
        integer(c_int32_t) :: status
        type(held_model), pointer :: held
        call c_f_pointer(user, held)
        status = 0
        layout = layout_of(held, 3, held%model%adjoint_size())
    end function

    function on_adjoint_save(user, bytes, size) bind(c, name="") result(status)
        type(c_ptr), value :: user, bytes
        integer(c_int64_t), value :: size
        integer(c_int32_t) :: status
        type(held_model), pointer :: held
        real(real64), pointer :: values(:)
        call c_f_pointer(user, held)
        call c_f_pointer(bytes, values, [size/8])
        status = 0
        call held%model%save_adjoint(values, status)
    end function

    function on_adjoint_load(user, bytes, size) bind(c, name="") result(status)
        type(c_ptr), value :: user, bytes
        integer(c_int64_t), value :: size
        integer(c_int32_t) :: status
        type(held_model), pointer :: held
        real(real64), pointer :: values(:)
        call c_f_pointer(user, held)
        call c_f_pointer(bytes, values, [size/8])
        status = 0
        call held%model%load_adjoint(values, status)
    end function

    !> One field of `size` numbers, described in part `part` of `held`.
    function layout_of(held, part, size) result(layout)
        type(held_model), intent(inout), target :: held
        integer, intent(in) :: part
        integer(int64), intent(in) :: size
        type(checkpoint_layout) :: layout
        held%extents(part) = size
        select case (part)
        case (1)
            held%fields(part)%name = c_loc(state_name)
        case (2)
            held%fields(part)%name = c_loc(tape_name)
        case default
            held%fields(part)%name = c_loc(adjoint_name)
        end select
        held%fields(part)%extents = c_loc(held%extents(part))
        held%fields(part)%extent_count = 1
        held%fields(part)%kind = CHECKPOINT_NUMBER_F64
        layout%fields = c_loc(held%fields(part))
        layout%field_count = 1
    end function

    !> A model for the library. The identity, which ends in a zero byte, is there as long as the result is used.
    function callbacks_of(held, identity) result(model)
        type(held_model), intent(inout), target :: held
        character(kind=c_char), intent(in), target :: identity(*)
        type(checkpoint_callbacks) :: model
        model%size = c_sizeof(model)
        model%user = c_loc(held)
        model%identity = c_loc(identity(1))
        model%steps = held%model%steps()
        model%done = c_funloc(on_done)
        model%step = c_funloc(on_step)
        model%record = c_funloc(on_record)
        model%seed = c_funloc(on_seed)
        model%reverse = c_funloc(on_reverse)
        model%complete = c_funloc(on_complete)
        model%state%layout = layout_of(held, 1, held%model%state_size())
        model%state%save = c_funloc(on_state_save)
        model%state%load = c_funloc(on_state_load)
        model%adjoint%layout = layout_of(held, 3, held%model%adjoint_size())
        model%adjoint%save = c_funloc(on_adjoint_save)
        model%adjoint%load = c_funloc(on_adjoint_load)
        if (held%model%tape_size() >= 0) then
            model%tape%layout = layout_of(held, 2, held%model%tape_size())
            model%tape%save = c_funloc(on_tape_save)
            model%tape%load = c_funloc(on_tape_load)
        end if
        if (held%model%adaptive()) then
            model%state%current = c_funloc(on_state_layout)
            model%adjoint%current = c_funloc(on_adjoint_layout)
            if (held%model%tape_size() >= 0) model%tape%current = c_funloc(on_tape_layout)
        end if
    end function

    !> Ranks for the library.
    function peer_callbacks_of(held) result(peers)
        type(held_peers), intent(in), target :: held
        type(checkpoint_peer_callbacks) :: peers
        peers%size = c_sizeof(peers)
        peers%user = c_loc(held)
        peers%rank = held%peers%rank
        peers%ranks = held%peers%ranks
        peers%any = c_funloc(on_any)
        peers%least = c_funloc(on_least)
    end function

    !> The last call that failed, in its parts.
    function checkpoint_last_error() result(error)
        type(checkpoint_error) :: error
        call checkpoint_raise(enzyme_rs_cp_last_error(error))
    end function

    !> Forgets the finished run whose journal is in `folder`.
    subroutine checkpoint_journal_clear(folder, rank, stat, errmsg)
        character(*), intent(in) :: folder
        integer(int32), intent(in), optional :: rank
        integer(int32), intent(out), optional :: stat
        character(:), allocatable, intent(out), optional :: errmsg
        integer(int32) :: number
        number = 0
        if (present(rank)) number = rank
        call checkpoint_raise(enzyme_rs_cp_journal_clear(folder//c_null_char, number), stat, errmsg)
    end subroutine

    !> Opens a store in memory.
    subroutine store_memory(self, stat, errmsg)
        class(checkpoint_storage), intent(inout) :: self
        integer(int32), intent(out), optional :: stat
        character(:), allocatable, intent(out), optional :: errmsg
        call enzyme_rs_cp_store_free(self%handle)
        call checkpoint_raise(enzyme_rs_cp_store_memory(self%handle), stat, errmsg)
    end subroutine

    !> Opens a store of files.
    subroutine store_files(self, folder, options, stat, errmsg)
        class(checkpoint_storage), intent(inout) :: self
        character(*), intent(in) :: folder
        type(checkpoint_file_options), intent(in), optional :: options
        integer(int32), intent(out), optional :: stat
        character(:), allocatable, intent(out), optional :: errmsg
        call enzyme_rs_cp_store_free(self%handle)
        if (present(options)) then
            call checkpoint_raise(enzyme_rs_cp_store_files(folder//c_null_char, options, self%handle), stat, &
                errmsg)
        else
            call checkpoint_raise(enzyme_rs_cp_store_files(folder//c_null_char, checkpoint_file_options(), &
                self%handle), stat, errmsg)
        end if
    end subroutine

    !> Opens a store made of others, with `room(k)` bytes in `stores(k)`; they are given away.
    subroutine store_tiered(self, stores, room, stat, errmsg)
        class(checkpoint_storage), intent(inout) :: self
        type(checkpoint_storage), intent(inout) :: stores(:)
        integer(int64), intent(in) :: room(:)
        integer(int32), intent(out), optional :: stat
        character(:), allocatable, intent(out), optional :: errmsg
        integer :: k
        if (size(room) /= size(stores)) error stop "enzyme_rs_checkpoint: `room` has one number for each store"
        call enzyme_rs_cp_store_free(self%handle)
        call checkpoint_raise(enzyme_rs_cp_store_tiered([(stores(k)%handle, k=1, size(stores))], room, &
            size(stores, kind=int32), self%handle), stat, errmsg)
    end subroutine

    !> Opens a store that reads and writes another one while the model computes; that one is given away.
    subroutine store_background(self, store, memory, stat, errmsg)
        class(checkpoint_storage), intent(inout) :: self
        type(checkpoint_storage), intent(inout) :: store
        integer(int64), intent(in) :: memory
        integer(int32), intent(out), optional :: stat
        character(:), allocatable, intent(out), optional :: errmsg
        call enzyme_rs_cp_store_free(self%handle)
        call checkpoint_raise(enzyme_rs_cp_store_background(store%handle, memory, self%handle), stat, errmsg)
    end subroutine

    subroutine store_assign(self, from)
        class(checkpoint_storage), intent(inout) :: self
        type(checkpoint_storage), intent(in) :: from
        if (c_associated(self%handle) .or. c_associated(from%handle)) &
            error stop "enzyme_rs_checkpoint: a store cannot be assigned; open a second one"
    end subroutine

    impure elemental subroutine store_free(self)
        type(checkpoint_storage), intent(inout) :: self
        call enzyme_rs_cp_store_free(self%handle)
        self%handle = c_null_ptr
    end subroutine

    !> Opens a request, if that was not done.
    subroutine stop_ready(self)
        class(checkpoint_stop), intent(inout) :: self
        if (.not. c_associated(self%handle)) call checkpoint_raise(enzyme_rs_cp_stop_open(self%handle))
    end subroutine

    !> Stops on SIGTERM and SIGUSR1.
    subroutine stop_on_signals(self, stat, errmsg)
        class(checkpoint_stop), intent(inout) :: self
        integer(int32), intent(out), optional :: stat
        character(:), allocatable, intent(out), optional :: errmsg
        call stop_ready(self)
        call checkpoint_raise(enzyme_rs_cp_stop_on_signals(self%handle), stat, errmsg)
    end subroutine

    !> Stops in so many seconds.
    subroutine stop_after(self, time, stat, errmsg)
        class(checkpoint_stop), intent(inout) :: self
        real(real64), intent(in) :: time
        integer(int32), intent(out), optional :: stat
        character(:), allocatable, intent(out), optional :: errmsg
        call stop_ready(self)
        call checkpoint_raise(enzyme_rs_cp_stop_after(self%handle, time), stat, errmsg)
    end subroutine

    !> Stops so many seconds before the end of the Slurm job.
    subroutine stop_before_job_end(self, margin, stat, errmsg)
        class(checkpoint_stop), intent(inout) :: self
        real(real64), intent(in) :: margin
        integer(int32), intent(out), optional :: stat
        character(:), allocatable, intent(out), optional :: errmsg
        call stop_ready(self)
        call checkpoint_raise(enzyme_rs_cp_stop_before_job_end(self%handle, margin), stat, errmsg)
    end subroutine

    !> Stops now; from procedures of the model, too.
    subroutine stop_request(self, stat, errmsg)
        class(checkpoint_stop), intent(inout) :: self
        integer(int32), intent(out), optional :: stat
        character(:), allocatable, intent(out), optional :: errmsg
        call stop_ready(self)
        call checkpoint_raise(enzyme_rs_cp_stop_request(self%handle), stat, errmsg)
    end subroutine

    subroutine stop_assign(self, from)
        class(checkpoint_stop), intent(inout) :: self
        type(checkpoint_stop), intent(in) :: from
        if (c_associated(self%handle) .or. c_associated(from%handle)) &
            error stop "enzyme_rs_checkpoint: a request to stop cannot be assigned; open a second one"
    end subroutine

    subroutine stop_free(self)
        type(checkpoint_stop), intent(inout) :: self
        call enzyme_rs_cp_stop_free(self%handle)
        self%handle = c_null_ptr
    end subroutine

    !> Opens a run under a schedule.
    subroutine run_open(self, spec, levels, step_costs, stat, errmsg)
        class(checkpoint_run), intent(inout) :: self
        type(checkpoint_spec), intent(in) :: spec
        type(checkpoint_level), intent(in), target, contiguous, optional :: levels(:)
        real(real64), intent(in), target, contiguous, optional :: step_costs(:)
        integer(int32), intent(out), optional :: stat
        character(:), allocatable, intent(out), optional :: errmsg
        type(checkpoint_spec) :: full
        full = spec
        call checkpoint_complete_spec(full, levels, step_costs)
        call run_free(self)
        call checkpoint_raise(enzyme_rs_cp_run_open(full, self%handle), stat, errmsg)
    end subroutine

    !> The same from a specification as text.
    subroutine run_open_text(self, spec, stat, errmsg)
        class(checkpoint_run), intent(inout) :: self
        character(*), intent(in) :: spec
        integer(int32), intent(out), optional :: stat
        character(:), allocatable, intent(out), optional :: errmsg
        call run_free(self)
        call checkpoint_raise(enzyme_rs_cp_run_open_text(spec//c_null_char, self%handle), stat, errmsg)
    end subroutine

    !> Gives the run the store of its next level; the first is that of level 0.
    subroutine run_store(self, store, stat, errmsg)
        class(checkpoint_run), intent(inout) :: self
        type(checkpoint_storage), intent(inout) :: store
        integer(int32), intent(out), optional :: stat
        character(:), allocatable, intent(out), optional :: errmsg
        call checkpoint_raise(enzyme_rs_cp_run_store(self%handle, store%handle), stat, errmsg)
    end subroutine

    !> Makes the run resumable: saves into `folder` every so many seconds, 60 unless said otherwise.
    subroutine run_journal(self, folder, every, rank, stat, errmsg)
        class(checkpoint_run), intent(inout) :: self
        character(*), intent(in) :: folder
        real(real64), intent(in), optional :: every
        integer(int32), intent(in), optional :: rank
        integer(int32), intent(out), optional :: stat
        character(:), allocatable, intent(out), optional :: errmsg
        integer(int32) :: number
        real(real64) :: interval
        number = 0
        if (present(rank)) number = rank
        interval = 60
        if (present(every)) interval = every
        call checkpoint_raise(enzyme_rs_cp_run_journal(self%handle, folder//c_null_char, interval, number), &
            stat, errmsg)
    end subroutine

    !> Which recomputed states are compared.
    subroutine run_check(self, check, stat, errmsg)
        class(checkpoint_run), intent(inout) :: self
        integer(int32), intent(in) :: check
        integer(int32), intent(out), optional :: stat
        character(:), allocatable, intent(out), optional :: errmsg
        call checkpoint_raise(enzyme_rs_cp_run_check(self%handle, check), stat, errmsg)
    end subroutine

    !> Tests the adjoint of a step, 0 if none is named, before a new run, which is refused with
    !> CHECKPOINT_WRONG_ADJOINT if it is not that of the step. The adjoint begins with the adjoints of the numbers of
    !> the state, in their order, and has its others behind them.
    subroutine run_test_adjoint(self, step, tolerance, stat, errmsg)
        class(checkpoint_run), intent(inout) :: self
        integer(int64), intent(in), optional :: step
        real(real64), intent(in), optional :: tolerance
        integer(int32), intent(out), optional :: stat
        character(:), allocatable, intent(out), optional :: errmsg
        integer(int64) :: number
        real(real64) :: most
        number = 0
        if (present(step)) number = step
        most = 1e-6_real64
        if (present(tolerance)) most = tolerance
        call checkpoint_raise(enzyme_rs_cp_run_test_adjoint(self%handle, state_name, adjoint_name, number, most), &
            stat, errmsg)
    end subroutine

    !> What makes the run stop before its end.
    subroutine run_stop(self, stop, stat, errmsg)
        class(checkpoint_run), intent(inout) :: self
        type(checkpoint_stop), intent(inout) :: stop
        integer(int32), intent(out), optional :: stat
        character(:), allocatable, intent(out), optional :: errmsg
        call stop_ready(stop)
        call checkpoint_raise(enzyme_rs_cp_run_stop(self%handle, stop%handle), stat, errmsg)
    end subroutine

    !> How often, in seconds, the model is told how far the run has come.
    subroutine run_progress(self, every)
        class(checkpoint_run), intent(inout) :: self
        real(real64), intent(in) :: every
        self%progress_every = every
    end subroutine

    !> Tells the run, once it is open, of the other ranks: they stop, save, resume and fail together. It has a copy
    !> of `peers`.
    subroutine run_peers(self, peers)
        class(checkpoint_run), intent(inout) :: self
        class(checkpoint_peers), intent(in) :: peers
        if (allocated(self%ranks)) deallocate (self%ranks)
        allocate (self%ranks, source=peers)
    end subroutine

    !> Runs the model forward and back. `stat` is CHECKPOINT_OK, CHECKPOINT_STOPPED, or an error.
    subroutine run_execute(self, model, report, stat, errmsg)
        class(checkpoint_run), intent(inout), target :: self
        class(checkpoint_model), intent(inout), target :: model
        type(checkpoint_report), intent(inout), optional :: report
        integer(int32), intent(out), optional :: stat
        character(:), allocatable, intent(out), optional :: errmsg
        type(held_model), target :: held
        type(held_peers), target :: together
        character(:), allocatable, target :: identity
        type(c_ptr) :: done
        integer(int32) :: status
        held%model => model
        identity = model%identity()//c_null_char
        status = enzyme_rs_cp_run_on_event(self%handle, c_funloc(on_event), c_loc(held), self%progress_every)
        if (status == CHECKPOINT_OK .and. allocated(self%ranks)) then
            together%peers => self%ranks
            status = enzyme_rs_cp_run_peers(self%handle, peer_callbacks_of(together))
        end if
        done = c_null_ptr
        if (status == CHECKPOINT_OK) &
            status = enzyme_rs_cp_run_execute(self%handle, callbacks_of(held, identity), done)
        if (present(report)) then
            call enzyme_rs_cp_report_free(report%handle)
            report%handle = done
        else
            call enzyme_rs_cp_report_free(done)
        end if
        call checkpoint_raise(status, stat, errmsg)
    end subroutine

    subroutine run_assign(self, from)
        class(checkpoint_run), intent(inout) :: self
        type(checkpoint_run), intent(in) :: from
        if (c_associated(self%handle) .or. c_associated(from%handle)) &
            error stop "enzyme_rs_checkpoint: a run cannot be assigned; open a second one"
    end subroutine

    subroutine run_free(self)
        type(checkpoint_run), intent(inout) :: self
        call enzyme_rs_cp_run_free(self%handle)
        self%handle = c_null_ptr
        if (allocated(self%ranks)) deallocate (self%ranks)
    end subroutine

    !> The numbers of the run.
    function report_summary(self) result(summary)
        class(checkpoint_report), intent(in) :: self
        type(checkpoint_summary) :: summary
        call checkpoint_raise(enzyme_rs_cp_report_summary(self%handle, summary))
    end function

    !> What storage level `level`, from 0, did.
    function report_level(self, level) result(summary)
        class(checkpoint_report), intent(in) :: self
        integer(int32), intent(in) :: level
        type(checkpoint_level_summary) :: summary
        call checkpoint_raise(enzyme_rs_cp_report_level(self%handle, level, summary))
    end function

    !> The report for people, some lines.
    function report_text(self) result(text)
        class(checkpoint_report), intent(in) :: self
        character(:), allocatable :: text
        type(c_ptr) :: raw
        raw = c_null_ptr
        call checkpoint_raise(enzyme_rs_cp_report_text(self%handle, raw))
        text = checkpoint_taken_text(raw)
    end function

    !> The report as JSON.
    function report_json(self) result(text)
        class(checkpoint_report), intent(in) :: self
        character(:), allocatable :: text
        type(c_ptr) :: raw
        raw = c_null_ptr
        call checkpoint_raise(enzyme_rs_cp_report_json(self%handle, raw))
        text = checkpoint_taken_text(raw)
    end function

    subroutine report_assign(self, from)
        class(checkpoint_report), intent(inout) :: self
        type(checkpoint_report), intent(in) :: from
        if (c_associated(self%handle) .or. c_associated(from%handle)) &
            error stop "enzyme_rs_checkpoint: a report cannot be assigned; open a second one"
    end subroutine

    subroutine report_free(self)
        type(checkpoint_report), intent(inout) :: self
        call enzyme_rs_cp_report_free(self%handle)
        self%handle = c_null_ptr
    end subroutine
end module
