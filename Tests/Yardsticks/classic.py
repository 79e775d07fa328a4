"""The design of 2017 in plain numpy (64 bits), for the expected numbers in ClassicNetworkTests.

Three drums, four waits, five cells; every weight is a sine, so that no file is needed.
"""
import numpy as np

DRUMS, WAITS, CELLS = 3, 4, 5
ANSWERS = DRUMS + WAITS


def sines(rows, columns, phase):
    k = np.arange(rows * columns)
    return np.sin(0.7 * k + phase).reshape(rows, columns)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def softmax(x):
    e = np.exp(x - x.max())
    return e / e.sum()


Wx = sines(ANSWERS + CELLS + 1, 4 * CELLS, 0.1)
Wy = sines(CELLS + 1, ANSWERS, 0.5)
c = np.array([0.05, -0.1, 0.0, 0.1, -0.02])
h = np.array([-0.03, 0.1, 0.08, -0.1, 0.01])
for event in (None, (0, 2), (2, 0), (1, 3)):
    x = np.zeros(ANSWERS)
    if event:
        x[event[0]] = x[DRUMS + event[1]] = 1
    f, i, o, g = np.split(np.concatenate([x, h, [1]]) @ Wx, 4)
    c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
    h = sigmoid(o) * np.tanh(c)
    y = np.concatenate([h, [1]]) @ Wy
    print(event, softmax(y[:DRUMS]).round(6).tolist(), softmax(y[DRUMS:]).round(6).tolist())
print("cell", c.round(6).tolist())
