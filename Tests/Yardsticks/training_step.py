#!/usr/bin/env python3
"""training_step.py: PyTorch's results for `TrainingStepTests`, written to training_step.json beside this file.

For a tiny design in which no head, the velocity's, or the offset's and the velocity's use `PositionHistory`: pieces,
and for each of some steps of AdamW the loss in nats, the hits and the gradient's norm; for the first and the last,
gradients (before clipping) of some weights, and these weights after all steps. Each is given by its index in all
tensors, ordered by name.
"""
import json
import math
import os
import random

import torch

import drummer_network as drummer

ROWS, TIMES, CHUNKS, RATE = 3, 12, 4, 0.01


def piece(number, hits, chance):
    """Strokes on few drums, so that each has a past at its place; two at once now and then."""
    tokens, cells, step = [], set(), 0
    for _ in range(hits):
        cells.add((step, chance.randrange(4)))
        step += chance.choice([0, 0, 1, 1, 2, 4, 9])
    last = 0
    for step, drum in sorted(cells):
        velocity = chance.randint(1, 127)
        tokens.append([min(step - last, 33), drum, chance.randint(0, 23), velocity // 4, step, velocity])
        last = step
    return {"tokens": tokens, "style": [0, 1, None][number % 3], "fill": number % 2 == 1, "bpm": 90 + 17 * number}


def beginning(shapes):
    """0.6 · sin(0.7 · n) for the n-th of all numbers, counted from 1; tensor after tensor by name."""
    tensors, n = {}, 0
    for name, shape in shapes.items():
        count = math.prod(shape)
        values = [0.6 * math.sin(0.7 * (n + i + 1)) for i in range(count)]
        tensors[name], n = torch.tensor(values, dtype=torch.float32).reshape(shape), n + count
    return tensors


def short(value):
    return float(f"{value:.8g}")


def trial(heads):
    design = dict(hidden=8, embedding=6, head=5, styles=2, players=1, places=heads)
    chance = random.Random(7)
    pieces = [piece(number, hits, chance) for number, hits in enumerate([60, 9, 70, 50, 31])]
    shapes = drummer.shapes(design)
    network = drummer.Network(design, beginning(shapes))
    data, optimizer = drummer.Data(pieces, design), drummer.adamw(network, RATE)
    # Whole pieces, the longest first.
    stretches = sorted(((b, e, True) for b, e in data.pieces), key=lambda s: s[0] - s[1])
    steps, places = [], {}
    for chunk in list(drummer.deal(stretches, ROWS, TIMES))[:CHUNKS]:
        nats, hits, length = drummer.learn(network, optimizer, data, chunk, TIMES)
        cut, place, gradients = min(1, 1 / (length + 1e-6)), 0, {}
        for name, shape in shapes.items():
            gradient = network.w[name].grad
            # Nobody listens to the tensors for recorded players.
            if gradient is not None:
                flat = gradient.flatten() / cut
                if not steps:
                    places[name] = [n for n in flat.abs().argsort(descending=True)[:4].tolist() if flat[n].abs() > 1e-4]
                gradients |= {str(place + n): short(flat[n].item()) for n in places[name]}
            place += math.prod(shape)
        steps.append(dict(nats=short(nats), hits=hits, length=short(length), gradients=gradients))
    weights, place = {}, 0
    for name, shape in shapes.items():
        # Where the first gradient was told from nothing: elsewhere AdamW makes steps of rounding errors.
        weights |= {str(place + n): short(network.w[name].flatten()[n].item()) for n in places.get(name, [])}
        place += math.prod(shape)
    del steps[1]["gradients"], steps[2]["gradients"]
    return dict(headsWithPositionHistory=heads, pieces=pieces, rate=RATE, rows=ROWS, times=TIMES, steps=steps,
                weights=weights, count=place)


if __name__ == "__main__":
    torch.set_num_threads(1)
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "training_step.json")
    with open(path, "w") as file:
        json.dump([trial(heads) for heads in ([], ["vel"], ["off", "vel"])], file, separators=(",", ":"))
        file.write("\n")
