/* The kernels of a program of this folder and those beside it, launched with numbers on the device.
 *
 * Owns: what each kernel is handed. Must not: judge. */
#pragma once
#include "machine.h"

/* How a program is run: what it is told, and how many numbers go in and come out. */
struct run {
    int n;
    struct shape shape;
    size_t inputs, outputs;
};

/* The numbers of a run, and what stands beside them, on the device. */
struct numbers {
    double *x, *dx, *y, *dy;
};

static inline uint64_t threads_of(struct shape shape)
{
    return (uint64_t)shape.grid[0] * shape.grid[1] * shape.block[0] * shape.block[1];
}

/* What the threads of an augmented launch keep until its reverse: 32 of them share a piece. */
static inline void *room_of_halves(struct shape shape, uint64_t each)
{
    return machine_obtain((threads_of(shape) + 31) / 32 * 32 * each);
}

/* `primal`. */
static inline void launch_alone(const struct run *run, double *x, double *y)
{
    machine_launch("primal", run->shape, (const void *[]){&x, &y, &run->n});
}

/* `tangent` or `gradient`. */
static inline void launch_both(const char *kernel, const struct run *run, struct numbers at)
{
    machine_launch(kernel, run->shape, (const void *[]){&at.x, &at.dx, &at.y, &at.dy, &run->n});
}

/* The augmented kernel or its reverse; in between, what threads keep lies in `room`. */
static inline void launch_half(const char *kernel, const struct run *run, struct numbers at, void *room, uint64_t each)
{
    /* Where a thread with too little would note what it needs. */
    void *note = NULL;
    machine_launch(kernel, run->shape, (const void *[]){&at.x, &at.dx, &at.y, &at.dy, &run->n, &room, &each, &note});
}

/* What each thread keeps from one to the other; `more` is what only the run knows. */
static inline uint64_t kept_by_thread(uint64_t more)
{
    enum { WORDS = 1 << 16 };
    static uint64_t facts[WORDS];
    uint64_t *words = machine_obtain(sizeof facts);
    machine_launch("primal__enzyme_rs_facts", (struct shape){{1, 1}, {1, 1}}, (const void *[]){&words});
    machine_wait();
    machine_get(facts, words, sizeof facts);
    machine_release(words);
    /* What lies together, and what is spread among threads. */
    uint64_t stacks = (facts[2] & 1) + (facts[2] >> 1);
    return (facts[1] + 15) / 16 * 16 + stacks * (16 + (more + 15) / 16 * 16);
}

/* What the gradient's threads may keep; gives whether the module asks for it. */
static inline int give_room(uint64_t each, uint64_t threads)
{
    struct {
        void *memory;
        uint64_t bytes, threads;
    } room = {0, each, threads};
    void *tape = machine_variable("enzyme_rs_grid_tape");
    if (!tape)
        return 0;
    room.memory = machine_obtain(threads * each);
    machine_put(tape, &room, sizeof room);
    return 1;
}
