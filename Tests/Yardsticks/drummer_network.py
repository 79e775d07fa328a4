"""The LSTM drummer's network for training in PyTorch: the reference for our implementation.

Written from the layout of tensors and the meaning of a token; `training_step.py` makes the figures of a test
with it, and `Benchmarks/Peers/train_epoch.py` measures its speed.

A piece is a dict: `tokens`, rows of (wait, drum, offset, velocity's bin, step, velocity); `style` (or None),
`fill` and `bpm`. A design is a dict: hidden, embedding, head, styles, players, places (the keys of the heads that
see how their drum was played at this position before: some of "off" and "vel", or none).
"""
import math

import numpy as np
import torch
from torch.nn import functional as F

KEYS, COUNTS = ["ds", "note", "off", "vel"], [34, 13, 24, 32]
STEPS, DRUMS, PHRASE = 16, 13, 4
HEARD, RECALLED, AHEAD = [1, 2], [1, 2, 4], 5
DRUM_MEMORY = [33, 25, 35] * 2
PLACE_MEMORY = [33, 25, 10, 33, 25, 10, 33, 25, 9]
PAD = max(RECALLED) * STEPS


def shapes(design):
    """Every tensor's shape by name."""
    hidden, width, head = design["hidden"], design["embedding"], design["head"]
    heard, recalled = len(HEARD) * AHEAD * DRUMS * 2, len(RECALLED) * DRUMS * 3
    s = {"lstm.weight_ih_l0": (4 * hidden, width), "lstm.weight_hh_l0": (4 * hidden, hidden)}
    s |= {"lstm.bias_ih_l0": (4 * hidden,), "lstm.bias_hh_l0": (4 * hidden,)}
    s |= {"pos.weight": (STEPS, width), "bar.weight": (PHRASE, width)}
    s |= {"lin.weight": (width, heard), "lin.bias": (width,)}
    conditioned = [("cond", width)]
    for index, key in enumerate(KEYS):
        name = f"h.{key}"
        s[f"emb.{key}.weight"] = (COUNTS[index] + 1, width)
        s |= {f"{name}.u.weight": (head, hidden), f"{name}.u.bias": (head,)}
        s |= {f"{name}.look.weight": (head, recalled if index else heard), f"{name}.look.bias": (head,)}
        s[f"{name}.pos.weight"] = (STEPS, head)
        s |= {f"{name}.out.weight": (COUNTS[index], head), f"{name}.out.bias": (COUNTS[index],)}
        for known in range(index):
            s[f"{name}.e_{KEYS[known]}.weight"] = (COUNTS[known], head)
        if index >= 2:
            s |= {f"{name}.same.{n}.weight": (count, head) for n, count in enumerate(DRUM_MEMORY)}
        if key in design["places"]:
            s |= {f"{name}.slot.{n}.weight": (count, head) for n, count in enumerate(PLACE_MEMORY)}
        conditioned.append((f"{name}.cond", head))
    for name, size in conditioned:
        s |= {f"{name}.style.weight": (design["styles"] + 1, size), f"{name}.fill.weight": (2, size)}
        s |= {f"{name}.dr.weight": (design["players"], size)}
        s |= {f"{name}.bpm.weight": (size, 3), f"{name}.bpm.bias": (size,)}
    return dict(sorted(s.items()))


class Place:
    """How one drum is played at one place in the bar: four strokes, and a running mean over bars."""

    def __init__(self):
        self.strokes, self.bar = [], 0
        self.past = self.present = np.zeros(3, np.float32)

    def mean(self, bar):
        if bar <= self.bar:
            return self.past
        mean = self.past
        for number in range(self.bar, bar):
            said = self.present if number == self.bar else np.zeros(3, np.float32)
            mean = mean + (said - mean) * np.float32(1 / np.float32(min(number, 30) + 2))
        return mean

    def features(self, step):
        values = []
        before = [s for s in self.strokes if s[2] < step][:2]
        for stroke in before + [None] * (2 - len(before)):
            values += [stroke[0], stroke[1], min((step - stroke[2]) // STEPS, 8)] if stroke else [32, 24, 9]
        presence, velocity, offset = self.mean(step // STEPS)
        if presence > 0.01:
            values += [min(max(int(velocity / presence * 127 / 4), 0), 31)]
            values += [min(max(int(offset / presence * 12 + np.float32(12.5)), 0), 23)]
        else:
            values += [32, 24]
        return values + [int(presence * 8 + 0.5)]

    def strike(self, offset, bin_, step, velocity):
        bar = step // STEPS
        self.past, self.bar = self.mean(bar), max(bar, self.bar)
        self.present = np.array([1, velocity / 127, (offset - 12) / 12], np.float32)
        self.strokes = [(bin_, offset, step)] + self.strokes[:3]


def memories(piece, places):
    """What is told of each token's drum: six numbers, and nine more of its place."""
    drums, cells, rows = {}, {}, []
    for _, drum, offset, bin_, step, velocity in piece["tokens"]:
        row = []
        strokes = drums.get(drum, [])
        for n in range(2):
            row += [*strokes[n][:2], min(step - strokes[n][2], 33)] if n < len(strokes) else [32, 24, 34]
        drums[drum] = [(bin_, offset, step)] + strokes[:1]
        if places:
            cell = cells.setdefault((step % STEPS, drum), Place())
            row += cell.features(step)
            cell.strike(offset, bin_, step, velocity)
        rows.append(row)
    return rows


class Data:
    """All pieces' tokens one behind the other, and a grid of what was struck in each step."""

    def __init__(self, pieces, design):
        self.pieces, tokens, told, memory, grids = [], [], [], [], []
        first = base = 0
        for piece in pieces:
            t = np.array(piece["tokens"], np.int64)
            step, drum = t[:, 4], t[:, 1]
            grid = np.zeros((PAD + step[-1] + AHEAD + 1, DRUMS, 3), np.float32)
            for s, d, velocity, offset in zip(step, drum, t[:, 5], t[:, 2]):
                grid[PAD + s, d] = (1, velocity / 127, (offset - 12) / 12)
            tokens.append(np.concatenate([t[:, :5], (base + PAD + step)[:, None]], 1))
            style = design["styles"] if piece["style"] is None else piece["style"]
            told += [(style, int(piece["fill"]), int(piece["bpm"]))] * len(t)
            memory += memories(piece, design["places"])
            grids.append(grid)
            self.pieces.append((first, first + len(t)))
            first, base = first + len(t), base + len(grid)
        self.tokens, self.told = torch.tensor(np.concatenate(tokens)), torch.tensor(told)
        self.memory, self.grid = torch.tensor(memory), torch.from_numpy(np.concatenate(grids))


def deal(stretches, rows, times):
    """Chunks of (first token or -1, tokens, opens, resets) for each row; stretches are taken in order."""
    queue, held = list(stretches), [None] * rows
    while True:
        chunk = []
        for row in range(rows):
            resets = held[row] is None
            if resets and queue:
                held[row] = queue.pop(0)
            if held[row] is None:
                chunk.append((-1, 0, False, True))
                continue
            begin, end, opens = held[row]
            count = min(times, end - begin)
            chunk.append((begin, count, opens and resets, resets))
            held[row] = (begin + count, end, opens) if begin + count < end else None
        if all(count == 0 for _, count, _, _ in chunk):
            return
        yield chunk


class Network:
    """The network with its weights, which are `tensors`."""

    def __init__(self, design, tensors, dropout=0.0):
        self.design, self.dropout = design, dropout
        self.lstm = torch.nn.LSTM(design["embedding"], design["hidden"], batch_first=True)
        self.w = {name: torch.nn.Parameter(values) for name, values in tensors.items()}
        for name in list(self.lstm._parameters):
            with torch.no_grad():
                getattr(self.lstm, name).copy_(self.w["lstm." + name])
            self.w["lstm." + name] = getattr(self.lstm, name)
        self.state = None

    def row(self, name, values):
        return F.embedding(values, self.w[name + ".weight"])

    def turn(self, name, values):
        return F.linear(values, self.w[name + ".weight"], self.w[name + ".bias"])

    def conditions(self, name, told, tempo):
        return self.row(f"{name}.style", told[..., 0]) + self.row(f"{name}.fill", told[..., 1]) + self.turn(
            f"{name}.bpm", tempo)

    def nats(self, data, chunk, times):
        """Nats of all hits of the chunk together, and how many these are; goes on from the chunk before."""
        begin, count, opens, resets = (torch.tensor(column) for column in zip(*chunk))
        at = torch.arange(times)
        is_there = at < count[:, None]
        index = torch.where(is_there, begin[:, None] + at, 0)
        first = (at == 0) & opens[:, None]
        token, told, memory = data.tokens[index], data.told[index], data.memory[index]
        before = data.tokens[(index - 1).clamp(min=0)]
        x = torch.log(told[..., 2] / 110.0) * 2
        tempo = torch.stack([x, x * x, x * x * x], -1)
        before_step = before[..., 4].masked_fill(first, 0)
        steps = torch.tensor([k - bars * STEPS for bars in HEARD for k in range(AHEAD)])
        heard = data.grid[before[..., 5, None] + steps][..., :2].flatten(-3)
        heard = heard.masked_fill(first[..., None], 0)
        recalled = data.grid[token[..., 5, None] - torch.tensor(RECALLED) * STEPS].flatten(-3)

        z = self.row("pos", before_step % STEPS) + self.row("bar", before_step // STEPS % PHRASE)
        z = z + self.turn("lin", heard) + self.conditions("cond", told, tempo)
        for n, key in enumerate(KEYS):
            z = z + self.row(f"emb.{key}", before[..., n].masked_fill(first, COUNTS[n]))
        if self.state is None:
            zero = torch.zeros(1, len(chunk), self.design["hidden"])
            self.state = (zero, zero)
        keeps = (~resets).float()[None, :, None]
        y, state = self.lstm(z, tuple(s * keeps for s in self.state))
        self.state = tuple(s.detach() for s in state)
        y = F.dropout(y, self.dropout)
        total = 0
        for n, key in enumerate(KEYS):
            name = f"h.{key}"
            z = self.turn(f"{name}.u", y) + self.turn(f"{name}.look", recalled if n else heard)
            z = z + self.row(f"{name}.pos", (token[..., 4] if n else before_step) % STEPS)
            z = z + self.conditions(f"{name}.cond", told, tempo)
            for known in range(n):
                z = z + self.row(f"{name}.e_{KEYS[known]}", token[..., known])
            for m in range(6 if n >= 2 else 0):
                z = z + self.row(f"{name}.same.{m}", memory[..., m])
            for m in range(9 if key in self.design["places"] else 0):
                z = z + self.row(f"{name}.slot.{m}", memory[..., 6 + m])
            logits = self.turn(f"{name}.out", F.dropout(F.relu(z), self.dropout))
            losses = F.cross_entropy(logits.flatten(0, 1), token[..., n].flatten(), reduction="none")
            total = total + (losses * is_there.flatten()).sum()
        return total, int(is_there.sum())


def adamw(network, rate, decay=0.01, fused=False):
    return torch.optim.AdamW(
        network.w.values(), lr=rate, weight_decay=decay, betas=(0.9, 0.99), eps=1e-8, fused=fused)


def learn(network, optimizer, data, chunk, times):
    """One step; answers nats, hits, and the gradient's length before it is cut to 1."""
    nats, hits = network.nats(data, chunk, times)
    optimizer.zero_grad(set_to_none=True)
    (nats / (0.9 * len(chunk) * times)).backward()
    length = torch.nn.utils.clip_grad_norm_(network.w.values(), 1.0)
    optimizer.step()
    return nats.item(), hits, length.item()
