#!/usr/bin/env python3
"""distil.py GROOVE BASE.safetensors -o OUT.safetensors: trains the drummer model that ships, by distillation.

GROOVE is the folder of the Groove MIDI Dataset (with its info.csv). BASE gives the model card and the stored grooves:
Models/Ghostnote-Groove.safetensors, or a model that `ghostnote train` made. Needs python3 with numpy and torch:
python3 -m pip install numpy torch.

Two stacks of 12 teachers are trained on the real hits. They see more of the past than the player computes, and differ
in what they see. Then 8 students, which see what the player computes, are trained towards a mix of the real hit and the
mean of the teachers' distributions. The student with the least validation loss is written. Loss is in nats per hit.

The shipped model was made by an earlier form of this script, with other seeds, in 3 minutes on an NVIDIA H200, where
each training step is one CUDA graph; a CPU takes hours. Its teachers had 5.479 to 5.514 on the validation split, the
mean of their distributions 5.398, its students 5.418 to 5.442.
"""
import argparse
import csv
import functools
import json
import math
import os
import struct
import sys
import time


def fail(message, status=1):
    print(f"distil.py: {message}", file=sys.stderr)
    sys.exit(status)


try:
    import numpy as np
    import torch
    from torch.nn import functional as F
except ImportError as error:
    fail(f"{error}; install numpy and torch: python3 -m pip install numpy torch")

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
sys.path += [os.path.join(ROOT, "Benchmarks/Quality"), os.path.join(ROOT, "Tests/Yardsticks")]
import drummer_network as drummer
import eval_midi
from drummer_network import COUNTS, DRUM_MEMORY, DRUMS, KEYS, PLACE_MEMORY, STEPS

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
HIDDEN, EMBEDDING, HEAD, STYLES, PLAYERS = 256, 128, 128, 18, 11
TICKS, HEARD, RECALLED, AHEAD = 24, (1, 2, 4), (1, 2, 4, 8), 5  # ticks of a step; distances in bars; steps at each
PAD = max(RECALLED) * STEPS  # empty steps before each piece
NO_WAIT, NO_DRUM, NO_OFFSET, NO_VELOCITY = 34, DRUMS, 24, 32
ROWS, TIMES, STRETCH = 16, 96, 16 * 96  # pieces in a batch, hits of each, hits after which a piece is split
RATE, WARM_UP, WEIGHT_DECAY, AVERAGING, HIDDEN_STYLES = 2e-3, 100, 0.01, 0.99, 0.15
DECAYS = (0.9, 0.99)  # of AdamW's running means of the gradient and its square

# What networks can see, in groups of input columns. "last" is the hit before; "position" is in the bar.
SAME_PLACE = [NO_VELOCITY + 1] * 3 + [NO_OFFSET + 1] * 3
WIDTHS = {
    "last step": 35, "last drum": 14, "last offset": 25, "last velocity": 33, "last position": STEPS, "phrase bar": 4,
    "step": 34, "drum": DRUMS, "offset": 24, "position": STEPS,
    "conditions": STYLES + 1 + 2 + 4,  # style, fill, tempo's three powers, and 1 for the bias
    "heard": 2 * AHEAD * DRUMS * 2, "heard far": AHEAD * DRUMS * 2,  # the next 5 steps as they were 1 and 2 bars ago; 4
    "recalled": 3 * DRUMS * 3, "recalled far": DRUMS * 3,  # this step 1, 2 and 4 bars ago; 8
    "drum memory": sum(DRUM_MEMORY), "place memory": sum(PLACE_MEMORY),  # how this drum was played; and here in the bar
    # For teachers only: how this drum was played here 1, 2 and 4 bars ago; how often each drum is played here, and in
    # the next 16 steps; running means of offsets and velocities, over all drums, and with those of this drum.
    "same place": sum(SAME_PLACE), "presence": DRUMS, "presence ahead": STEPS * DRUMS, "feel": 11, "drum feel": 17,
}
# The inputs of the LSTM and of each head: step (ds), drum (note), offset (off) and velocity (vel), as they are sampled.
HEAD_PAST = ("position", "conditions", "recalled", "recalled far")
HIT_PAST = HEAD_PAST + ("drum memory", "place memory", "same place", "drum feel")
SEEN = {
    "lstm": ("last step", "last drum", "last offset", "last velocity", "last position", "phrase bar", "conditions",
             "heard", "heard far", "feel"),
    "ds": ("last position", "conditions", "heard", "heard far", "presence ahead"),
    "note": ("step",) + HEAD_PAST + ("presence",),
    "off": ("step", "drum") + HIT_PAST,
    "vel": ("step", "drum", "offset") + HIT_PAST,
}
DENSE = {"heard", "heard far", "recalled", "recalled far", "presence", "presence ahead", "feel", "drum feel"}

# The recipe: which inputs networks lack, and for each stack the random changes of each stretch: the standard deviations
# of ln exponent and of the shift in ticks, first of what all drums share, then of what each drum has of its own.
PRESENCE, FAR = {"presence", "presence ahead"}, {"heard far", "recalled far"}
EXACT = {"same place", "feel", "drum feel"}
TEACHERS_LACK = [set()] * 6 + [PRESENCE] * 4 + [EXACT | FAR] * 2
STUDENTS_LACK = PRESENCE | EXACT
TEACHER_VARIATIONS = [(0.15, 0.7, 0.1, 0.4), (0.15, 0.7, 0, 0)]
STUDENT_VARIATION = (0.2, 0.9, 0.1, 0.5)
TEACHER_DROPOUT = 0.3
# Each student's dropout, and α, the share of the teachers' distribution in what it is trained towards.
STUDENTS = [(0.1, 0.7), (0.1, 0.7), (0.15, 0.7), (0.2, 0.7), (0.05, 0.7), (0.1, 0.5), (0.15, 0.5), (0.2, 0.5)]


def tokens(hits):
    """Rows of wait, drum, offset, velocity's bin, step and velocity; of two hits of a drum on one tick the harder."""
    loudest = {}
    for beats, note, velocity in hits:
        if note in eval_midi.MAP:
            key = (math.floor(beats * 4 * TICKS + 0.5), eval_midi.IDX[eval_midi.MAP[note]])
            loudest[key] = max(loudest.get(key, 0), velocity)
    placed = []
    for (tick, drum), velocity in loudest.items():
        step = (tick + TICKS // 2) // TICKS
        placed.append((step, drum, tick - TICKS * step + TICKS // 2, velocity))
    rows, last = [], 0
    for step, drum, offset, velocity in sorted(placed):
        rows.append((min(step - last, 33), drum, offset, velocity >> 2, step, velocity))
        last = step
    return rows


def read_pieces(folder, split, styles, limit):
    """The split's first `limit` pieces in 4/4 (None for all), as drummer_network.py describes them."""
    pieces, path = [], os.path.join(folder, "info.csv")
    try:
        with open(path, newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                if row["split"] != split or row["time_signature"] != "4-4" or len(pieces) == limit:
                    continue
                style, is_fill, bpm = row["style"].split("/")[0], row["beat_type"] == "fill", int(row["bpm"])
                midi = os.path.join(folder, row["midi_filename"])
                try:
                    rows = tokens(eval_midi.read_midi(midi)[0])
                except (OSError, ValueError, IndexError, struct.error) as error:
                    fail(f"{midi}: {error}")
                if rows:
                    pieces.append({"tokens": rows, "style": styles.index(style) if style in styles else STYLES,
                                   "fill": is_fill, "bpm": bpm})
    except OSError as error:
        fail(f"cannot open {path}: {error.strerror}; GROOVE is the folder of the Groove MIDI Dataset")
    except KeyError as error:
        fail(f"{path}: no column {error}")
    except ValueError as error:
        fail(f"{path}: {error}")
    if not pieces:
        fail(f"{folder}: no 4/4 pieces of split “{split}”")
    return pieces


def running_feel(rows):
    """Before each hit: mean offsets over all drums (fast, slow) and of its drum, velocities alike; two weights."""
    every, weight, own = np.zeros((2, 2), np.float32), np.zeros(2, np.float32), np.zeros((DRUMS, 3), np.float32)
    shares, feel = np.array([1 / 16, 1 / 96], np.float32), np.zeros((len(rows), 8), np.float32)
    for number, (_, drum, offset, _, _, velocity) in enumerate(rows):
        # A sum of shares below 1 is divided by their sum, so that the first hits count in full.
        means = np.vstack([every / np.maximum(weight, 1e-3)[:, None], own[drum, :2] / max(own[drum, 2], 1e-3)])
        feel[number] = [*means[:, 0], *means[:, 1], weight[1], own[drum, 2]]
        hit = np.array([(offset - 12) / 12, velocity / 127, 1], np.float32)
        every += (hit[:2] - every) * shares[:, None]
        weight += (1 - weight) * shares
        own[drum] += (hit - own[drum]) / 16
    return feel


def running_presence(struck):
    """The mean over the bars before of `struck` [steps, drums], in 255ths, at each step; a bar's share is ≥ 1/32."""
    bars = struck.reshape(-1, STEPS, DRUMS)
    presence, mean = np.zeros_like(bars), np.zeros((STEPS, DRUMS), np.float32)
    for number, bar in enumerate(bars):
        presence[number] = mean
        mean = mean + (bar - mean) * np.float32(1 / (min(number, 30) + 2))
    return (presence.reshape(-1, DRUMS) * 255).round() / 255


class Data:
    """All hits of a split, piece after piece, and by step what is struck; tensors on the device."""

    def __init__(self, pieces):
        parts, starts, piece_of, rows = [], [], [], 0
        self.ranges = []
        for number, piece in enumerate(pieces):
            t = np.array(piece["tokens"], np.int64)
            # To the end of the next bar, because the presence is seen up to 16 steps ahead.
            grid = np.zeros((PAD + (t[-1, 4] // STEPS + 2) * STEPS, DRUMS, 3), np.float32)
            for _, drum, offset, _, step, velocity in t:
                grid[PAD + step, drum] = (1, velocity / 127, (offset - 12) / 12)
            presence = np.zeros(grid.shape[:2], np.float32)
            presence[PAD:] = running_presence(grid[PAD:, :, 0])
            parts.append((t, drummer.memories(piece, True), running_feel(piece["tokens"]), grid, presence))
            self.ranges.append((len(piece_of), len(piece_of) + len(t)))
            starts.append(rows + PAD)
            piece_of += [number] * len(t)
            rows += len(grid)
        self.tokens, self.memory, self.feel, self.grid, self.presence = (
            torch.from_numpy(np.concatenate(pieces_parts)).to(DEVICE) for pieces_parts in zip(*parts))
        self.host_piece_of, self.styles = np.array(piece_of), np.array([piece["style"] for piece in pieces])
        self.tempos = np.array([piece["bpm"] for piece in pieces])
        self.starts, self.piece_of, self.fills = (
            torch.tensor(values, device=DEVICE, dtype=torch.long)
            for values in (starts, piece_of, [piece["fill"] for piece in pieces]))


def deal(ranges, rows, random=None):
    """Batches: indices of hits, which of them exist, which rows begin a stretch, which hits begin a piece.

    Without `random` whole pieces, longest first.
    """
    queue = [(begin, end, True) for begin, end in sorted(ranges, key=lambda r: r[1] - r[0])]
    if random:
        queue = []
        for begin, end in ranges:
            cut = begin + (random.randint(0, STRETCH) if end - begin > STRETCH else 0)
            cuts = [begin, *range(cut if cut > begin else begin + STRETCH, end, STRETCH), end]
            queue += [(a, b, a == begin) for a, b in zip(cuts, cuts[1:])]
        random.shuffle(queue)
    held = [None] * rows
    while queue or any(held):
        index, there = np.zeros((rows, TIMES), np.int64), np.zeros((rows, TIMES), np.float32)
        begins, first = np.array([stretch is None for stretch in held]), np.zeros((rows, TIMES), bool)
        for row in range(rows):
            stretch = held[row] or (queue.pop() if queue else None)
            if stretch:
                begin, end, opens = stretch
                count = min(TIMES, end - begin)
                index[row, :count], there[row, :count] = np.arange(begin, begin + count), 1
                first[row, 0] = opens and begins[row]
                held[row] = (begin + count, end, opens) if begin + count < end else None
        yield index, there, begins, first


class Batch:
    """One step's input: tensors whose addresses stay the same, because a CUDA graph reads them at each replay."""

    def __init__(self, rows):
        def zeros(*shape, dtype=torch.long):
            return torch.zeros(rows, *shape, device=DEVICE, dtype=dtype)
        self.index, self.there = zeros(TIMES), zeros(TIMES, dtype=torch.float32)
        self.begins, self.first = zeros(dtype=torch.float32), zeros(TIMES, dtype=torch.bool)
        self.style, self.tempo = zeros(), zeros(dtype=torch.float32)
        self.curves, self.exponents = zeros(DRUMS, NO_VELOCITY + 1), zeros(DRUMS, dtype=torch.float32)
        self.shifts = zeros(DRUMS)
        self.row = torch.arange(rows, device=DEVICE).repeat_interleave(TIMES)

    def fill(self, dealt, style, tempo, exponents=1, shifts=0):
        """Each row's velocities v become 127·(v/127)^exponent, its offsets are shifted by ticks, drum by drum."""
        exponents = np.broadcast_to(np.asarray(exponents, np.float64), self.exponents.shape)
        middles = np.append(np.arange(31) * 4 + 2.0, 127)  # of the bins; the last, full force, stays full force
        curves = np.clip(127 * (middles / 127) ** exponents[..., None], 1, 127).astype(np.int64) >> 2
        curves[..., :31] = np.minimum(curves[..., :31], 30)
        self.curves[..., :NO_VELOCITY].copy_(torch.from_numpy(curves))
        self.curves[..., NO_VELOCITY] = NO_VELOCITY
        shifts = np.broadcast_to(shifts, self.shifts.shape)
        tensors = (self.index, self.there, self.begins, self.first, self.style, self.tempo, self.exponents, self.shifts)
        for tensor, values in zip(tensors, (*dealt, style, tempo, exponents, shifts)):
            tensor.copy_(torch.from_numpy(np.array(values)))


@functools.cache
def constant(integers):
    """A tensor that is copied to the device once, because nothing may be copied while a CUDA graph is captured."""
    return torch.tensor(integers, device=DEVICE)


def one_hot(columns, sizes):
    """[M, columns] -> [M, sum of sizes] with a 1 for each column."""
    starts = constant(tuple(sum(sizes[:n]) for n in range(len(sizes))))
    return torch.zeros(len(columns), sum(sizes), device=DEVICE).scatter_(1, columns + starts, 1.0)


def shifted(offsets, shift):
    return torch.where(offsets == NO_OFFSET, offsets, (offsets + shift).clamp(0, NO_OFFSET - 1))


def features(data, batch):
    """What is seen by the LSTM and each head, [M, columns], and the targets, [M, 4]; M is rows × times."""
    index, first, row_of = batch.index.flatten(), batch.first.flatten(), batch.row
    wait, drum, offset, velocity, step, _ = data.tokens[index].unbind(1)
    last_wait, last_drum, last_offset, last_velocity, last_step, _ = data.tokens[(index - 1).clamp(min=0)].unbind(1)
    piece = data.piece_of[index]
    # The hit's drum under this row's random change: [M, 33] from bin to bin, [M, 1] ticks, [M, 1] exponent.
    curve, shift = batch.curves[row_of, drum], batch.shifts[row_of, drum][:, None]
    exponent = batch.exponents[row_of, drum][:, None]
    last_offset = shifted(last_offset, batch.shifts[row_of, last_drum])
    last_velocity = batch.curves[row_of, last_drum, last_velocity]
    offset, velocity = shifted(offset, shift[:, 0]), curve.gather(1, velocity[:, None])[:, 0]
    last_step = torch.where(first, 0, last_step)
    row, last_row = data.starts[piece] + step, data.starts[piece] + last_step

    def played(rows):
        """[M, distances, drums, 3]: struck, velocity, offset."""
        struck, hard, late = data.grid[rows].unbind(-1)
        hard = torch.where(hard > 0, hard.clamp(min=1e-6) ** batch.exponents[row_of][:, None], hard)
        return torch.stack([struck, hard, struck * (late + batch.shifts[row_of][:, None] / 12.0)], -1)

    ahead = tuple(k - STEPS * bars for bars in HEARD for k in range(AHEAD))
    heard = played(last_row[:, None] + constant(ahead))[..., :2].flatten(1)
    recalled = played(row[:, None] - constant(tuple(STEPS * bars for bars in RECALLED))).flatten(1)
    ages = data.memory[index].view(-1, 5, 3)  # five times velocity, offset, and age or frequency
    memory = torch.stack([curve.gather(1, ages[..., 0]), shifted(ages[..., 1], shift), ages[..., 2]], -1).flatten(1)
    struck, hard, late = data.grid[row[:, None] - constant((16, 32, 64)), drum[:, None]].unbind(-1)
    same_hard = curve.gather(1, torch.where(struck > 0, (hard * 127).round().long() >> 2, NO_VELOCITY))
    same_late = shifted(torch.where(struck > 0, (late * 12).round().long() + 12, NO_OFFSET), shift)
    feel = data.feel[index]
    late = feel[:, :3] + shift / 12.0 * (feel[:, 6:7] > 0)
    hard = feel[:, 3:6].clamp(min=0) ** exponent
    tempo = torch.log(batch.tempo[row_of][:, None] / 110) * 2
    styles = one_hot(torch.stack([batch.style[row_of], data.fills[piece]], 1), (STYLES + 1, 2))

    indices = {
        "last step": torch.where(first, NO_WAIT, last_wait), "last drum": torch.where(first, NO_DRUM, last_drum),
        "last offset": torch.where(first, NO_OFFSET, last_offset), "phrase bar": last_step // STEPS % 4,
        "last velocity": torch.where(first, NO_VELOCITY, last_velocity), "last position": last_step % STEPS,
        "step": wait, "drum": drum, "offset": offset, "position": step % STEPS}
    groups = {name: one_hot(values[:, None], (WIDTHS[name],)) for name, values in indices.items()}
    near, near_recalled = WIDTHS["heard"], WIDTHS["recalled"]
    groups |= {
        "conditions": torch.cat([styles, tempo, tempo**2, tempo**3, torch.ones_like(tempo)], 1),
        "heard": heard[:, :near], "heard far": heard[:, near:],
        "recalled": recalled[:, :near_recalled], "recalled far": recalled[:, near_recalled:],
        "drum memory": one_hot(memory[:, :6], tuple(DRUM_MEMORY)),
        "place memory": one_hot(memory[:, 6:], tuple(PLACE_MEMORY)),
        "same place": one_hot(torch.cat([same_hard, same_late], 1), tuple(SAME_PLACE)),
        "presence": data.presence[row],
        "presence ahead": data.presence[last_row[:, None] + torch.arange(STEPS, device=DEVICE)].flatten(1),
        # For all drums, but changed as the coming drum is: where drums vary on their own, a hint at it. The shipped
        # model was made so.
        "feel": torch.cat([x[:, :2] for x in (late, late**2, late.abs(), hard, hard**2)] + [feel[:, 6:7]], 1),
        "drum feel": torch.cat([late, late**2, late.abs(), hard, hard**2, feel[:, 6:]], 1)}
    seen = {part: torch.cat([groups[name] for name in names], 1) for part, names in SEEN.items()}
    return seen, torch.stack([wait, drum, offset, velocity], 1)


class Recurrence(torch.autograd.Function):
    """An LSTM over time for N networks, whose backward pass takes one matrix product a step and one for the weights."""

    @staticmethod
    def forward(context, inputs, weights, hidden, cell):
        """Inputs [T, N, B, 4H] (gates i f g o), weights [N, H, 4H] -> [T, N, B, H], and the states after it."""
        first, outputs, cells, gates = hidden, [], [], []
        for at_once in inputs:
            cells.append(cell)
            hidden, cell, kept = Recurrence.cell(torch.baddbmm(at_once, hidden, weights), cell)
            outputs.append(hidden)
            gates.append(kept)
        outputs = torch.stack(outputs)
        context.save_for_backward(weights, first, outputs, cell)
        context.cells, context.gates = cells, gates
        return outputs, hidden, cell

    @staticmethod
    def backward(context, output_gradients, _hidden_gradient, _cell_gradient):
        weights, first, outputs, last = context.saved_tensors
        cells = [*context.cells, last]
        times, networks, rows, size = outputs.shape
        hidden, cell = torch.zeros_like(outputs[0]), torch.zeros_like(outputs[0])
        gradients = [None] * times
        for t in reversed(range(times)):
            gradients[t], cell = Recurrence.cell_backward(
                hidden + output_gradients[t], cell, cells[t], cells[t + 1], context.gates[t])
            hidden = torch.bmm(gradients[t], weights.transpose(1, 2))
        gradients = torch.stack(gradients)
        before = torch.cat([first[None], outputs[:-1]]).permute(1, 3, 0, 2).reshape(networks, size, times * rows)
        by_network = gradients.permute(1, 0, 2, 3).reshape(networks, times * rows, 4 * size)
        return gradients, torch.bmm(before, by_network), None, None

    @staticmethod
    @functools.cache
    def zeros(count, size):
        return torch.zeros(count, size, device=DEVICE)

    @staticmethod
    def cell(inputs, cell):
        """The new hidden and cell state, and what the backward pass needs."""
        shape = cell.shape
        if DEVICE == "cuda":  # PyTorch's own kernel, which adds two inputs
            flat, size = inputs.flatten(0, 1), shape[-1]
            hidden, cell, kept = torch.ops.aten._thnn_fused_lstm_cell(
                flat, Recurrence.zeros(*flat.shape), cell.reshape(-1, size))
            return hidden.view(shape), cell.view(shape), kept
        i, f, g, o = inputs.chunk(4, -1)
        i, f, g, o = i.sigmoid(), f.sigmoid(), g.tanh(), o.sigmoid()
        cell = f * cell + i * g
        return o * cell.tanh(), cell, (i, f, g, o)

    @staticmethod
    def cell_backward(hidden_gradient, cell_gradient, before, after, kept):
        """The gradients of the inputs and of the cell state before."""
        if DEVICE == "cuda":
            shape, (count, size) = before.shape, (before.shape[0] * before.shape[1], before.shape[2])
            gates, cell, _ = torch.ops.aten._thnn_fused_lstm_cell_backward_impl(
                *(x.reshape(count, size) for x in (hidden_gradient, cell_gradient, before, after)), kept, False)
            return gates.view(*shape[:2], 4 * size), cell.view(shape)
        i, f, g, o = kept
        squashed = after.tanh()
        cell = cell_gradient + hidden_gradient * o * (1 - squashed**2)
        gates = [cell * g * i * (1 - i), cell * before * f * (1 - f), cell * i * (1 - g**2),
                 hidden_gradient * squashed * o * (1 - o)]
        return torch.cat(gates, -1), cell * f


def columns_of(part):
    """The name, first column and width of each group that the LSTM or a head sees."""
    first = 0
    for name in SEEN[part]:
        yield name, first, WIDTHS[name]
        first += WIDTHS[name]


def seen_width(part):
    return sum(WIDTHS[name] for name in SEEN[part])


class Stack:
    """N networks side by side, whose weights are the rows of one matrix."""

    def __init__(self, lacks, dropout, seed):
        self.count = len(lacks)
        self.shapes = {"lstm.seen": (seen_width("lstm"), EMBEDDING), "lstm.ih": (EMBEDDING, 4 * HIDDEN),
                       "lstm.hh": (HIDDEN, 4 * HIDDEN), "lstm.bias": (1, 4 * HIDDEN)}
        for key, count in zip(KEYS, COUNTS):
            self.shapes |= {f"{key}.seen": (seen_width(key), HEAD), f"{key}.u": (HIDDEN, HEAD),
                            f"{key}.out": (HEAD, count), f"{key}.bias": (1, count)}
        random = torch.Generator().manual_seed(seed)
        weights = [self.initial_weights(name, *shape, random).flatten(1) for name, shape in self.shapes.items()]
        self.weights = torch.cat(weights, 1).to(DEVICE).requires_grad_(True)
        self.masks = {}  # [N, columns, 1]: 0 for what a network lacks
        for part in SEEN:
            rows = [[float(name not in lacking) for name, _, width in columns_of(part) for _ in range(width)]
                    for lacking in lacks]
            self.masks[part] = torch.tensor(rows, device=DEVICE)[..., None]
        self.dropout = torch.tensor(dropout, device=DEVICE).view(-1, 1, 1)
        self.mean = torch.zeros_like(self.weights, requires_grad=False)
        self.square, self.average = torch.zeros_like(self.mean), self.weights.detach().clone()
        self.decays = torch.tensor(DECAYS, device=DEVICE)
        self.updates, self.rate, self.averaging = (torch.zeros((), device=DEVICE) for _ in range(3))
        self.best, self.losses = self.average.clone(), np.full((self.count, 4), np.inf)

    def initial_weights(self, name, rows, columns, random):
        """Initial weights: tables normal (0.1), matrices uniform as in PyTorch's Linear and LSTM; forget gates 1."""
        values = torch.zeros(self.count, rows, columns)
        if name.endswith(".seen"):
            values.normal_(0, 0.1, generator=random)
            for group, first, width in columns_of(name.removesuffix(".seen")):
                part = values[:, first:first + width]
                if group in DENSE:
                    part.uniform_(-1 / math.sqrt(width), 1 / math.sqrt(width), generator=random)
                if group == "conditions":  # tempo and bias
                    part[:, -4:-1].uniform_(-1 / math.sqrt(3), 1 / math.sqrt(3), generator=random)
                    part[:, -1] = 0
        elif name == "lstm.bias":
            values[..., HIDDEN:2 * HIDDEN] = 1
        elif not name.endswith(".bias"):
            bound = 1 / math.sqrt(HIDDEN if name.startswith("lstm") else rows)
            values.uniform_(-bound, bound, generator=random)
        return values

    def state(self, rows):
        return [torch.zeros(self.count, rows, HIDDEN, device=DEVICE) for _ in range(2)]

    def by_name(self, weights):
        sizes = [rows * columns for rows, columns in self.shapes.values()]
        parts = weights.split(sizes, 1)
        return {name: part.view(-1, *shape) for (name, shape), part in zip(self.shapes.items(), parts)}

    def dropped_out(self, values, trains):
        return values * (torch.rand_like(values) >= self.dropout) / (1 - self.dropout) if trains else values

    def logits(self, weights, seen, batch, state, trains=False):
        """By head, [N, M, count]; `state` is replaced by the state after the batch."""
        w = self.by_name(weights)
        w |= {f"{part}.seen": w[f"{part}.seen"] * mask for part, mask in self.masks.items()}
        rows, times = batch.index.shape
        hidden, cell = (values * (1 - batch.begins)[:, None] for values in state)
        inputs = torch.baddbmm(w["lstm.bias"], torch.matmul(seen["lstm"], w["lstm.seen"]), w["lstm.ih"])
        inputs = inputs.view(self.count, rows, times, -1).permute(2, 0, 1, 3).contiguous()
        outputs, hidden, cell = Recurrence.apply(inputs, w["lstm.hh"], hidden, cell)
        state[0].copy_(hidden.detach())
        state[1].copy_(cell.detach())
        outputs = self.dropped_out(outputs.permute(1, 2, 0, 3).reshape(self.count, rows * times, -1), trains)
        result = {}
        for key in KEYS:
            layer = torch.baddbmm(torch.matmul(seen[key], w[f"{key}.seen"]), outputs, w[f"{key}.u"])
            result[key] = torch.baddbmm(w[f"{key}.bias"], self.dropped_out(F.relu(layer), trains), w[f"{key}.out"])
        return result

    def update(self):
        """AdamW, each network's gradient cut to length 1; and the running average of the weights."""
        gradient = self.weights.grad
        gradient = gradient * torch.clamp(1 / (gradient.norm(dim=1, keepdim=True) + 1e-6), max=1)
        self.updates += 1
        self.mean.mul_(DECAYS[0]).add_(gradient, alpha=1 - DECAYS[0])
        self.square.mul_(DECAYS[1]).addcmul_(gradient, gradient, value=1 - DECAYS[1])
        correction, square_correction = 1 - torch.pow(self.decays, self.updates)
        with torch.no_grad():
            self.weights.mul_(1 - self.rate * WEIGHT_DECAY)
            self.weights.sub_(self.rate * (self.mean / correction) / ((self.square / square_correction).sqrt() + 1e-8))
            self.average.mul_(self.averaging).add_(self.weights * (1 - self.averaging))


def evaluate(stacks, data):
    """Nats per hit for step, drum, offset and velocity.

    [N, 4] for each (stack, weights), and [4] for the mean of all their distributions.
    """
    rows = min(128, len(data.ranges))
    batch, states = Batch(rows), [stack.state(rows) for stack, _ in stacks]
    count = sum(stack.count for stack, _ in stacks)
    total, mean_total, hits = [0] * len(stacks), 0, len(data.tokens)
    with torch.no_grad():
        for dealt in deal(data.ranges, rows):
            piece = data.host_piece_of[dealt[0][:, 0]]
            batch.fill(dealt, data.styles[piece], data.tempos[piece])
            seen, targets = features(data, batch)
            there, mean = batch.there.flatten(), 0
            for number, (stack, weights) in enumerate(stacks):
                logits = stack.logits(weights, seen, batch, states[number])
                right = torch.stack([F.log_softmax(logits[key], -1).gather(
                    -1, targets[None, :, n:n + 1].expand(stack.count, -1, 1))[..., 0] for n, key in enumerate(KEYS)], 1)
                total[number] = total[number] - (right * there).sum(-1).double()
                mean = mean + right.exp().sum(0) / count
            mean_total = mean_total - (mean.clamp(min=1e-12).log() * there).sum(-1).double()
    return [(values / hits).cpu().numpy() for values in total], (mean_total / hits).cpu().numpy()


class Training:
    """Trains a stack; with teachers, towards (1 − α) of the real hit and α of their mean distribution."""

    def __init__(self, name, stack, data, validation, epochs, variation, seed, teachers=(), alphas=None):
        self.name, self.stack, self.data, self.validation = name, stack, data, validation
        self.epochs, self.variation, self.teachers = epochs, variation, teachers
        # The numbers of this generator are the same in every version of NumPy.
        self.random = np.random.RandomState(seed)
        self.batch, self.state, self.graph, self.steps = Batch(ROWS), stack.state(ROWS), None, 0
        self.all_steps = epochs * sum(1 for _ in deal(data.ranges, ROWS, np.random.RandomState(0)))
        self.teacher_states = [teacher.state(ROWS) for teacher in teachers]
        self.alphas = torch.tensor(alphas if teachers else [0.0] * stack.count, device=DEVICE)[:, None]
        self.loss, self.hits = torch.zeros(stack.count, device=DEVICE), torch.zeros((), device=DEVICE)

    def teacher_distribution(self, seen):
        """By head, [M, count]: the mean over all teachers."""
        mean = {key: 0 for key in KEYS}
        with torch.no_grad():
            for teacher, state in zip(self.teachers, self.teacher_states):
                for key, logits in teacher.logits(teacher.best, seen, self.batch, state).items():
                    mean[key] = mean[key] + F.softmax(logits, -1).sum(0)
        return {key: values / sum(teacher.count for teacher in self.teachers) for key, values in mean.items()}

    def learn(self):
        """One step with what is in the batch. A CUDA graph: no copies from or to the host, no branches by values."""
        seen, targets = features(self.data, self.batch)
        there, stack = self.batch.there.flatten(), self.stack
        taught = self.teacher_distribution(seen) if self.teachers else {}
        logits = stack.logits(stack.weights, seen, self.batch, self.state, trains=True)
        nats = loss = 0
        for number, key in enumerate(KEYS):
            log = F.log_softmax(logits[key], -1)
            target = targets[None, :, number:number + 1].expand(stack.count, -1, 1)
            real = -(log.gather(-1, target)[..., 0] * there).sum(1)
            nats = nats + real
            loss = loss + (1 - self.alphas[:, 0]) * real
            if taught:
                loss = loss - self.alphas[:, 0] * ((log * taught[key]).sum(-1) * there).sum(1)
        stack.weights.grad = None
        (loss.sum() / (0.9 * ROWS * TIMES)).backward()
        stack.update()
        self.loss += nats.detach()
        self.hits += there.sum()

    def capture(self):
        """Records `learn` as a CUDA graph, after two runs on a side stream, as PyTorch requires; these are undone."""
        stack = self.stack
        changed = (stack.weights, stack.mean, stack.square, stack.average, stack.updates)
        saved = [tensor.detach().clone() for tensor in changed]
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(2):
                self.learn()
        torch.cuda.current_stream().wait_stream(side)
        with torch.no_grad():
            for tensor, values in zip(changed, saved):
                tensor.copy_(values)
        for tensor in (self.loss, self.hits, *self.state, *(t for state in self.teacher_states for t in state)):
            tensor.zero_()
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.learn()

    def step(self):
        progress = min(1, self.steps / self.all_steps)
        falling = 0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * progress))
        self.stack.rate.fill_(RATE * min(1, (self.steps + 1) / WARM_UP) * falling)
        self.stack.averaging.fill_(min(AVERAGING, (1 + self.steps) / (10 + self.steps)))
        if DEVICE == "cuda":
            if self.graph is None:
                self.capture()
            self.graph.replay()
        else:
            self.learn()
        self.steps += 1

    def epoch(self):
        """Each network's nats per hit in training."""
        random, (curve, shift, own_curve, own_shift), data = self.random, self.variation, self.data
        style, exponents, shifts = np.zeros(ROWS, np.int64), np.ones((ROWS, DRUMS)), np.zeros((ROWS, DRUMS))
        self.loss.zero_()
        self.hits.zero_()
        for dealt in deal(data.ranges, ROWS, random):
            piece, begins = data.host_piece_of[dealt[0][:, 0]], dealt[2]
            hides = random.rand(ROWS) < HIDDEN_STYLES
            style = np.where(begins, np.where(hides, STYLES, data.styles[piece]), style)
            new_exponents = np.exp(curve * random.randn(ROWS, 1) + own_curve * random.randn(ROWS, DRUMS))
            new_shifts = np.round(shift * random.randn(ROWS, 1) + own_shift * random.randn(ROWS, DRUMS))
            exponents = np.where(begins[:, None], new_exponents, exponents)
            shifts = np.where(begins[:, None], new_shifts, shifts)
            tempo = np.clip(np.round(data.tempos[piece] * (1 + 0.04 * random.randn(ROWS))), 40, 300)
            self.batch.fill(dealt, style, tempo, exponents, shifts)
            self.step()
        return (self.loss / self.hits).cpu().numpy()

    def run(self):
        """Trains, and keeps each network's averaged weights of its best validation, every fourth epoch and the last."""
        began, stack = time.time(), self.stack
        for number in range(1, self.epochs + 1):
            losses = self.epoch()
            words = f"{self.name}: epoch {number} of {self.epochs}, {time.time() - began:.0f} s"
            words += f", training {listed(losses)}"
            if number % 4 == 0 or number == self.epochs:
                (validation,), _ = evaluate([(stack, stack.average)], self.validation)
                better = validation.sum(1) < stack.losses.sum(1)
                stack.losses[better] = validation[better]
                where = torch.from_numpy(better).to(DEVICE)
                stack.best[where] = stack.average[where]
                words += f", validation {listed(validation.sum(1))}"
            say(words)
        return stack


def say(words):
    print(words, file=sys.stderr, flush=True)


def listed(losses):
    return " ".join(f"{loss:.3f}" for loss in losses)


def read_base(path):
    """The header of a model's file and the bytes after it; a model of another size is refused."""
    try:
        with open(path, "rb") as file:
            header = json.loads(file.read(struct.unpack("<Q", file.read(8))[0]))
            body = file.read()
        design = {"hidden": HIDDEN, "embedding": EMBEDDING, "head": HEAD, "styles": STYLES, "players": PLAYERS}
        expected = drummer.shapes(design | {"places": ["off", "vel"]})
        for name in header.keys() - {"__metadata__"}:
            # Those two depend on the bars that are looked at, which are replaced.
            if not name.startswith("grooves.") and not name.endswith(("lin.weight", "look.weight")):
                if tuple(header[name]["shape"]) != expected.get(name):
                    fail(f"{path}: expected tensors of a model that `ghostnote train` made, found {name} "
                         f"of shape {header[name]['shape']}")
        if len(header["__metadata__"]["styles"].split(",")) != STYLES:
            fail(f"{path}: expected {STYLES} styles")
        return header, body
    except OSError as error:
        fail(f"cannot open {path}: {error.strerror}; BASE is a model of this design, such as "
             "Models/Ghostnote-Groove.safetensors")
    except (ValueError, KeyError, TypeError, AttributeError, struct.error, OverflowError, MemoryError):
        fail(f"{path}: not a model; BASE is a model of this design, such as Models/Ghostnote-Groove.safetensors")


def tensors_of(stack, index):
    """A student's best weights, by the names of a model's file."""
    w = {name: values[index].cpu().numpy() for name, values in stack.by_name(stack.best).items()}

    def tables(part):
        return {name: w[f"{part}.seen"][first:first + width] for name, first, width in columns_of(part)}

    def conditions(name, table):
        style, fill, tempo = np.split(table[:-1], [STYLES + 1, STYLES + 3])
        return {f"{name}.style.weight": style, f"{name}.fill.weight": fill, f"{name}.bpm.weight": tempo.T,
                f"{name}.bpm.bias": table[-1], f"{name}.dr.weight": np.zeros((PLAYERS, table.shape[1]))}

    def split(name, table, sizes):
        parts = np.split(table, np.cumsum(sizes)[:-1])
        return {f"{name}.{number}.weight": part for number, part in enumerate(parts)}

    seen = tables("lstm")
    names = {"last step": "emb.ds", "last drum": "emb.note", "last offset": "emb.off", "last velocity": "emb.vel",
             "last position": "pos", "phrase bar": "bar"}
    tensors = {f"{name}.weight": seen[group] for group, name in names.items()} | conditions("cond", seen["conditions"])
    tensors |= {"lin.weight": np.concatenate([seen["heard"], seen["heard far"]]).T, "lin.bias": np.zeros(EMBEDDING)}
    tensors |= {"lstm.weight_ih_l0": w["lstm.ih"].T, "lstm.weight_hh_l0": w["lstm.hh"].T}
    tensors |= {"lstm.bias_ih_l0": w["lstm.bias"][0], "lstm.bias_hh_l0": np.zeros(4 * HIDDEN)}
    for key in KEYS:
        seen, name = tables(key), f"h.{key}"
        near, far, position = ("heard", "heard far", "last position") if key == "ds" else (
            "recalled", "recalled far", "position")
        tensors |= conditions(f"{name}.cond", seen["conditions"]) | {f"{name}.pos.weight": seen[position]}
        tensors |= {f"{name}.look.weight": np.concatenate([seen[near], seen[far]]).T}
        tensors |= {f"{name}.look.bias": np.zeros(HEAD)}
        tensors |= {f"{name}.u.weight": w[f"{key}.u"].T, f"{name}.u.bias": np.zeros(HEAD)}
        tensors |= {f"{name}.out.weight": w[f"{key}.out"].T, f"{name}.out.bias": w[f"{key}.bias"][0]}
        for group, known in (("step", "ds"), ("drum", "note"), ("offset", "off")):
            if group in seen:
                tensors[f"{name}.e_{known}.weight"] = seen[group]
        if "drum memory" in seen:
            tensors |= split(f"{name}.same", seen["drum memory"], DRUM_MEMORY)
            tensors |= split(f"{name}.slot", seen["place memory"], PLACE_MEMORY)
    return {name: np.ascontiguousarray(values, np.float32) for name, values in tensors.items()}


def write_model(path, tensors, losses, header, body):
    """A model with the base's card and grooves; written beside and renamed, so that a full disk spoils nothing."""
    card = {key: value for key, value in header["__metadata__"].items() if not key.startswith("metric.")}
    card |= {"ghostnote": "2", "barsHeard": ",".join(map(str, HEARD)), "barsRecalled": ",".join(map(str, RECALLED))}
    figures = zip(("", ".step", ".drum", ".offset", ".velocity"), (losses.sum(), *losses))
    card |= {f"metric.validation{name}": f"{loss:.5f}" for name, loss in figures}
    entries = {name: ("F32", values.shape, values.tobytes()) for name, values in tensors.items()}
    for name in header:
        if name.startswith("grooves."):
            begin, end = header[name]["data_offsets"]
            entries[name] = (header[name]["dtype"], header[name]["shape"], body[begin:end])
    written, blob = {"__metadata__": card}, b""
    for name, (kind, shape, values) in sorted(entries.items()):
        written[name] = {"dtype": kind, "shape": list(shape), "data_offsets": [len(blob), len(blob) + len(values)]}
        blob += values
    words = json.dumps(written, separators=(",", ":")).encode()
    words += b" " * (-len(words) % 8)
    try:
        with open(path + ".new", "wb") as file:
            file.write(struct.pack("<Q", len(words)) + words + blob)
        os.replace(path + ".new", path)
    except OSError as error:
        fail(f"cannot write {path}: {error.strerror}")


def arguments():
    class Parser(argparse.ArgumentParser):
        def error(self, message):
            self.print_usage(sys.stderr)
            fail(message, 64)

    def at_least(least):
        def number(text):
            if not text.isdecimal() or int(text) < least:
                raise argparse.ArgumentTypeError(f"expected {least} or more, found “{text}”")
            return int(text)
        return number
    parser = Parser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("groove", metavar="GROOVE")
    parser.add_argument("base", metavar="BASE")
    parser.add_argument("-o", dest="out", metavar="OUT", required=True, help="the model's file")
    parser.add_argument("--teachers", help="default: %(default)s", type=at_least(2), default=24, metavar="N")
    parser.add_argument("--students", help="default: %(default)s", type=at_least(1), default=8, metavar="N")
    parser.add_argument("--teacher-epochs", help="default: %(default)s", type=at_least(1), default=16, metavar="N")
    parser.add_argument("--student-epochs", help="default: %(default)s", type=at_least(1), default=26, metavar="N")
    parser.add_argument("--seed", help="default: %(default)s", type=at_least(0), default=0, metavar="N")
    parser.add_argument("--pieces", type=at_least(1), metavar="N", help="use the first N pieces of each split alone")
    return parser.parse_args()


def main():
    options = arguments()
    header, body = read_base(options.base)
    if not os.path.isdir(os.path.dirname(options.out) or "."):
        fail(f"cannot write {options.out}: no such folder")
    styles = header["__metadata__"]["styles"].split(",")
    torch.manual_seed(options.seed)
    if DEVICE == "cuda":
        torch.set_float32_matmul_precision("high")
    data, validation = (
        Data(read_pieces(options.groove, split, styles, options.pieces)) for split in ("train", "validation"))
    say(f"{len(data.tokens)} hits to train with, {len(validation.tokens)} to validate, on {DEVICE}")

    teachers, seed = [], 3 * options.seed
    for number, count in enumerate((options.teachers // 2, options.teachers - options.teachers // 2)):
        lacks = [TEACHERS_LACK[n * len(TEACHERS_LACK) // count] for n in range(count)]
        stack = Stack(lacks, [TEACHER_DROPOUT] * count, seed + number)
        teachers.append(Training(f"teachers {number + 1} of 2", stack, data, validation, options.teacher_epochs,
                                 TEACHER_VARIATIONS[number], seed + number).run())
    _, losses = evaluate([(teacher, teacher.best) for teacher in teachers], validation)
    say(f"all teachers' mean: validation {losses.sum():.3f} (step, drum, offset, velocity {listed(losses)})")

    dropout, alphas = zip(*(STUDENTS[n % len(STUDENTS)] for n in range(options.students)))
    students = Stack([STUDENTS_LACK] * options.students, dropout, seed + 2)
    Training("students", students, data, validation, options.student_epochs, STUDENT_VARIATION, seed + 2, teachers,
             alphas).run()
    for number, losses in enumerate(students.losses):
        say(f"student {number + 1} (dropout {dropout[number]}, α {alphas[number]}): validation {losses.sum():.4f} "
            f"(step, drum, offset, velocity {listed(losses)})")
    best = int(students.losses.sum(1).argmin())
    write_model(options.out, tensors_of(students, best), students.losses[best], header, body)
    say(f"student {best + 1} written to {options.out}")


if __name__ == "__main__":
    main()
