// Diffusion on a periodic Cartesian grid: nonblocking exchange of the halo, columns as a derived type, a global norm.
//
// Owns: the function and its communicator. Whoever includes it says how many `ROWS`, `COLUMNS` and `STEPS`.
enum { WIDTH = COLUMNS + 2 };

static MPI_Comm communicator(void) {
  int size, extents[2] = {0, 0}, periodic[2] = {1, 1};
  MPI_Comm grid;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Dims_create(size, 2, extents);
  MPI_Cart_create(MPI_COMM_WORLD, 2, extents, periodic, 0, &grid);
  return grid;
}
static int inputs(MPI_Comm comm) { return ROWS * COLUMNS + 0 * (comm == MPI_COMM_NULL); }
static int outputs(MPI_Comm comm) { return ROWS * COLUMNS + 1 + 0 * (comm == MPI_COMM_NULL); }

static void exchange(double *u, MPI_Datatype column, MPI_Comm comm) {
  int up, down, left, right;
  MPI_Request requests[8];
  MPI_Cart_shift(comm, 0, 1, &up, &down);
  MPI_Cart_shift(comm, 1, 1, &left, &right);
  MPI_Irecv(u + 1, COLUMNS, MPI_DOUBLE, up, 0, comm, requests);
  MPI_Irecv(u + (ROWS + 1) * WIDTH + 1, COLUMNS, MPI_DOUBLE, down, 1, comm, requests + 1);
  MPI_Irecv(u + WIDTH, 1, column, left, 2, comm, requests + 2);
  MPI_Irecv(u + WIDTH + COLUMNS + 1, 1, column, right, 3, comm, requests + 3);
  MPI_Isend(u + ROWS * WIDTH + 1, COLUMNS, MPI_DOUBLE, down, 0, comm, requests + 4);
  MPI_Isend(u + WIDTH + 1, COLUMNS, MPI_DOUBLE, up, 1, comm, requests + 5);
  MPI_Isend(u + WIDTH + COLUMNS, 1, column, right, 2, comm, requests + 6);
  MPI_Isend(u + WIDTH + 1, 1, column, left, 3, comm, requests + 7);
  MPI_Waitall(8, requests, MPI_STATUSES_IGNORE);
}

static void f(const double *x, double *y, MPI_Comm comm) {
  double *u = (double *)calloc((ROWS + 2) * WIDTH, sizeof *u), *v = (double *)calloc((ROWS + 2) * WIDTH, sizeof *v);
  MPI_Datatype column;
  MPI_Type_vector(ROWS, 1, WIDTH, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++) u[(i + 1) * WIDTH + j + 1] = x[i * COLUMNS + j];
  for (int step = 0; step < STEPS; step++) {
    exchange(u, column, comm);
    for (int i = 1; i <= ROWS; i++)
      for (int j = 1; j <= COLUMNS; j++) {
        int k = i * WIDTH + j;
        v[k] = u[k] + 0.2 * (u[k - 1] + u[k + 1] + u[k - WIDTH] + u[k + WIDTH] - 4 * u[k]) + 0.1 * u[k] * u[k];
      }
    double *t = u;
    u = v, v = t;
  }
  double local = 0, all;
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++) {
      double value = u[(i + 1) * WIDTH + j + 1];
      y[i * COLUMNS + j] = value;
      local += value * value;
    }
  MPI_Allreduce(&local, &all, 1, MPI_DOUBLE, MPI_SUM, comm);
  y[ROWS * COLUMNS] = sqrt(all);
  MPI_Type_free(&column);
  free(u), free(v);
}
