/* The adjoint of `heat.cu` as one writes it by hand, beside ours: a thread gathers what its neighbours have of its number, so that nothing is added atomically,
 * and computes again what it needs instead of keeping it. */
#include "heat.cu"

/* What a number adds to the sum of each neighbour, by what the neighbour's result is asked for. */
DEVICE void heat_place(double &t, double &share, const double *x, const double *dy, int at)
{
    t = x[at];
    share = 0.1 * conductivity(t) * dy[at];
}

DEVICE ALWAYS_INLINE void heat_adjoint(const double *__restrict x, double *__restrict dx, const double *__restrict dy, int n)
{
    SHARED double t[TILE + 2][TILE + 2], share[TILE + 2][TILE + 2];
    int row = global_y(), column = global_x(), i = thread_y() + 1, j = thread_x() + 1, at = row * n + column;
    int up = row > 0 ? row - 1 : 0, down = row < n - 1 ? row + 1 : row, left = column > 0 ? column - 1 : 0, right = column < n - 1 ? column + 1 : column;
    heat_place(t[i][j], share[i][j], x, dy, at);
    if (i == 1)
        heat_place(t[0][j], share[0][j], x, dy, up * n + column);
    if (i == TILE)
        heat_place(t[TILE + 1][j], share[TILE + 1][j], x, dy, down * n + column);
    if (j == 1)
        heat_place(t[i][0], share[i][0], x, dy, row * n + left);
    if (j == TILE)
        heat_place(t[i][TILE + 1], share[i][TILE + 1], x, dy, row * n + right);
    barrier();
    double sum = t[i - 1][j] + t[i + 1][j] + t[i][j - 1] + t[i][j + 1] - 4 * t[i][j];
    /* At the edge a number is its own neighbour, and so is its share. */
    double shares = share[i - 1][j] + share[i + 1][j] + share[i][j - 1] + share[i][j + 1] - 4 * share[i][j];
    dx[at] += dy[at] * (1 + 0.02 * t[i][j] * sum) + shares;
}
BY_HAND(heat_adjoint)
