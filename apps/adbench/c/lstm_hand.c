// lstm_hand.c: the hand-written adjoint of lstm.c (back-propagation through time). Owns the record
// kept per row and layer, and the sweep back over it. Included after lstm.c, whose helpers it
// shares.

// What is kept of one layer at one row: eight vectors of length b.
enum {
  LSTM_KEEP_INPUT,
  LSTM_KEEP_HIDDEN,
  LSTM_KEEP_CELL,
  LSTM_KEEP_FORGET,
  LSTM_KEEP_IN,
  LSTM_KEEP_OUT,
  LSTM_KEEP_CHANGE,
  LSTM_KEEP_TANH,
  LSTM_KEEP_SIZE
};

struct lstm_hand {
  int l, c, b;
  const double *main_params, *extra, *state, *sequence;
  double *d_main, *d_extra; // accumulated
  double *kept;             // c-1 x l x LSTM_KEEP_SIZE x b
  double *top;              // c-1 x b: output of the last layer
  double *probability;      // c-1 x b: exp(y) / (2 + sum exp(y))
  double *current;          // l x {hidden, cell} x b, then its adjoint
};

// lstm_layer, recording what its adjoint needs.
static void lstm_hand_layer(int b, const double *restrict params, const double *restrict input,
                            double *restrict hidden, double *restrict cell, double *restrict k) {
  const double *weight = params, *bias = params + LSTM_GATES * b;
  for (int i = 0; i < b; i++) {
    double forget =
        lstm_sigmoid(input[i] * weight[LSTM_FORGET * b + i] + bias[LSTM_FORGET * b + i]);
    double in = lstm_sigmoid(hidden[i] * weight[LSTM_IN * b + i] + bias[LSTM_IN * b + i]);
    double out = lstm_sigmoid(input[i] * weight[LSTM_OUT * b + i] + bias[LSTM_OUT * b + i]);
    double change = tanh(hidden[i] * weight[LSTM_CHANGE * b + i] + bias[LSTM_CHANGE * b + i]);
    k[LSTM_KEEP_INPUT * b + i] = input[i];
    k[LSTM_KEEP_HIDDEN * b + i] = hidden[i];
    k[LSTM_KEEP_CELL * b + i] = cell[i];
    cell[i] = cell[i] * forget + in * change;
    double tanh_cell = tanh(cell[i]);
    hidden[i] = out * tanh_cell;
    k[LSTM_KEEP_FORGET * b + i] = forget;
    k[LSTM_KEEP_IN * b + i] = in;
    k[LSTM_KEEP_OUT * b + i] = out;
    k[LSTM_KEEP_CHANGE * b + i] = change;
    k[LSTM_KEEP_TANH * b + i] = tanh_cell;
  }
}

// Adjoint of one layer at one row. d_y: in, adjoint of the layer's output; out, of its input.
// d_hidden and d_cell carry the adjoint of the state from the later row to this one.
static void lstm_hand_layer_adjoint(int b, const double *restrict weight, const double *restrict k,
                                    double *restrict d_weight, double *restrict d_y,
                                    double *restrict d_hidden, double *restrict d_cell) {
  double *restrict d_bias = d_weight + LSTM_GATES * b;
  for (int i = 0; i < b; i++) {
    double input = k[LSTM_KEEP_INPUT * b + i], hidden = k[LSTM_KEEP_HIDDEN * b + i];
    double forget = k[LSTM_KEEP_FORGET * b + i], in = k[LSTM_KEEP_IN * b + i];
    double out = k[LSTM_KEEP_OUT * b + i], change = k[LSTM_KEEP_CHANGE * b + i];
    double tanh_cell = k[LSTM_KEEP_TANH * b + i];

    double d_out = d_y[i] + d_hidden[i];
    double d_new = d_out * out * (1.0 - tanh_cell * tanh_cell) + d_cell[i];
    // Adjoints of the arguments of the four gates.
    double a_forget = d_new * k[LSTM_KEEP_CELL * b + i] * forget * (1.0 - forget);
    double a_in = d_new * change * in * (1.0 - in);
    double a_out = d_out * tanh_cell * out * (1.0 - out);
    double a_change = d_new * in * (1.0 - change * change);

    d_cell[i] = d_new * forget;
    d_y[i] = a_forget * weight[LSTM_FORGET * b + i] + a_out * weight[LSTM_OUT * b + i];
    d_hidden[i] = a_in * weight[LSTM_IN * b + i] + a_change * weight[LSTM_CHANGE * b + i];
    d_weight[LSTM_FORGET * b + i] += a_forget * input;
    d_weight[LSTM_IN * b + i] += a_in * hidden;
    d_weight[LSTM_OUT * b + i] += a_out * input;
    d_weight[LSTM_CHANGE * b + i] += a_change * hidden;
    d_bias[LSTM_FORGET * b + i] += a_forget;
    d_bias[LSTM_IN * b + i] += a_in;
    d_bias[LSTM_OUT * b + i] += a_out;
    d_bias[LSTM_CHANGE * b + i] += a_change;
  }
}

// Row t forwards; returns its contribution to the sum in the loss.
static double lstm_hand_row(struct lstm_hand *p, int t, double *restrict y) {
  int l = p->l, b = p->b;
  const double *input = p->sequence + t * b, *target = input + b;
  for (int i = 0; i < b; i++)
    y[i] = input[i] * p->extra[i];
  for (int layer = 0; layer < l; layer++) {
    double *hidden = p->current + 2 * layer * b;
    lstm_hand_layer(b, p->main_params + 2 * LSTM_GATES * layer * b, y, hidden, hidden + b,
                    p->kept + ((size_t)t * l + layer) * LSTM_KEEP_SIZE * b);
    memcpy(y, hidden, sizeof(double) * b);
  }
  double *probability = p->probability + (size_t)t * b;
  memcpy(p->top + (size_t)t * b, y, sizeof(double) * b);
  double sum = 2.0, along = 0.0, mass = 0.0;
  for (int i = 0; i < b; i++) {
    double v = y[i] * p->extra[b + i] + p->extra[2 * b + i];
    probability[i] = exp(v);
    sum += probability[i];
    along += target[i] * v;
    mass += target[i];
  }
  for (int i = 0; i < b; i++)
    probability[i] /= sum;
  return along - mass * log(sum);
}

// Row t backwards, for the seed d_total on the sum in the loss; y is work space.
static void lstm_hand_row_adjoint(struct lstm_hand *p, int t, double d_total, double *restrict y) {
  int l = p->l, b = p->b;
  const double *input = p->sequence + t * b, *target = input + b;
  const double *top = p->top + (size_t)t * b, *probability = p->probability + (size_t)t * b;
  double mass = 0.0;
  for (int i = 0; i < b; i++)
    mass += target[i];
  for (int i = 0; i < b; i++) {
    double a = d_total * (target[i] - mass * probability[i]);
    p->d_extra[b + i] += a * top[i];
    p->d_extra[2 * b + i] += a;
    y[i] = a * p->extra[b + i];
  }
  for (int layer = l - 1; layer >= 0; layer--) {
    double *d_hidden = p->current + 2 * layer * b;
    lstm_hand_layer_adjoint(b, p->main_params + 2 * LSTM_GATES * layer * b,
                            p->kept + ((size_t)t * l + layer) * LSTM_KEEP_SIZE * b,
                            p->d_main + 2 * LSTM_GATES * layer * b, y, d_hidden, d_hidden + b);
  }
  for (int i = 0; i < b; i++)
    p->d_extra[i] += y[i] * input[i];
}

// Value of the loss; adds the gradient to p->d_main and p->d_extra.
double lstm_hand_gradient(struct lstm_hand *p) {
  int l = p->l, b = p->b, rows = p->c - 1;
  size_t state_size = 2 * (size_t)l * b, row_size = (size_t)rows * b;
  p->kept = malloc(sizeof(double) * row_size * l * LSTM_KEEP_SIZE);
  p->top = malloc(sizeof(double) * (2 * row_size + state_size + b));
  p->probability = p->top + row_size;
  p->current = p->probability + row_size;
  double *y = p->current + state_size;

  memcpy(p->current, p->state, sizeof(double) * state_size);
  double total = 0.0;
  for (int t = 0; t < rows; t++)
    total += lstm_hand_row(p, t, y);
  memset(p->current, 0, sizeof(double) * state_size);
  for (int t = rows - 1; t >= 0; t--)
    lstm_hand_row_adjoint(p, t, -1.0 / ((double)rows * b), y);
  free(p->top);
  free(p->kept);
  return -total / ((double)rows * b);
}
