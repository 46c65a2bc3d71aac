// lstm.c: the ADBench LSTM loss as a user would write it, all products element by element. Owns the
// recurrence and the loss only. Included by lstm_main.c.
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Gates of a layer, in the order of the parameters: b weights per gate, then b biases per gate.
enum { LSTM_FORGET, LSTM_IN, LSTM_OUT, LSTM_CHANGE, LSTM_GATES };

static double lstm_sigmoid(double x) { return 1.0 / (1.0 + exp(-x)); }

// One step of one layer: updates hidden and cell. params: LSTM_GATES x b weights, then the biases.
static void lstm_layer(int b, const double *restrict params, const double *restrict input,
                       double *restrict hidden, double *restrict cell) {
  const double *weight = params, *bias = params + LSTM_GATES * b;
  for (int i = 0; i < b; i++) {
    double forget =
        lstm_sigmoid(input[i] * weight[LSTM_FORGET * b + i] + bias[LSTM_FORGET * b + i]);
    double in = lstm_sigmoid(hidden[i] * weight[LSTM_IN * b + i] + bias[LSTM_IN * b + i]);
    double out = lstm_sigmoid(input[i] * weight[LSTM_OUT * b + i] + bias[LSTM_OUT * b + i]);
    double change = tanh(hidden[i] * weight[LSTM_CHANGE * b + i] + bias[LSTM_CHANGE * b + i]);
    cell[i] = cell[i] * forget + in * change;
    hidden[i] = out * tanh(cell[i]);
  }
}

// The whole network on one input row; state is l x {hidden, cell} x b and is advanced.
static void lstm_predict(int l, int b, const double *restrict main_params,
                         const double *restrict extra, double *restrict state,
                         const double *restrict input, double *restrict output) {
  for (int i = 0; i < b; i++)
    output[i] = input[i] * extra[i];
  for (int layer = 0; layer < l; layer++) {
    double *hidden = state + 2 * layer * b;
    lstm_layer(b, main_params + 2 * LSTM_GATES * layer * b, output, hidden, hidden + b);
    memcpy(output, hidden, sizeof(double) * b);
  }
  for (int i = 0; i < b; i++)
    output[i] = output[i] * extra[b + i] + extra[2 * b + i];
}

// Normalising term of a row of predictions.
static double lstm_log_sum(int b, const double *restrict y) {
  double sum = 2.0;
  for (int i = 0; i < b; i++)
    sum += exp(y[i]);
  return log(sum);
}

// Mean loss over a sequence of c rows of b; writes it to *loss. main_params: l x 8b, extra: 3b,
// state: l x 2b, the state before the first row.
void lstm_objective(int l, int c, int b, const double *restrict main_params,
                    const double *restrict extra, const double *restrict state,
                    const double *restrict sequence, double *restrict loss) {
  double *current = malloc(sizeof(double) * 2 * l * b);
  double *y = malloc(sizeof(double) * b);
  memcpy(current, state, sizeof(double) * 2 * l * b);
  double total = 0.0;
  for (int t = 0; t + 1 < c; t++) {
    lstm_predict(l, b, main_params, extra, current, sequence + t * b, y);
    double norm = lstm_log_sum(b, y);
    for (int i = 0; i < b; i++)
      total += sequence[(t + 1) * b + i] * (y[i] - norm);
  }
  *loss = -total / ((c - 1) * b);
  free(y);
  free(current);
}
