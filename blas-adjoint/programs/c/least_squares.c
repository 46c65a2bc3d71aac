/* A least-squares fit by the normal equations, with LAPACK's Cholesky factorisation: how the fitted parameters depend on the
 * data, against the closed form of the derivative of a residual. The program is as in examples/least_squares.c.
 */
#include "../../../examples/least_squares.c"
