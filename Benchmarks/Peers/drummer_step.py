#!/usr/bin/env python3
"""drummer_step.py MODEL HITS: microseconds per hit of the drummer's network on one thread, in Python.

Prints `numpy-us N` (with precomputed tables, as in our code) and `torch-us N` (eager modules, batch of one), or
`torch-us absent` if PyTorch is not installed.
"""
import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"

import json
import sys
import time

import numpy as np

HEADS = ["ds", "note", "off", "vel"]
STEPS, DRUMS, AHEAD = 16, 13, 5
# Defaults; the model's metadata may override them.
BARS_HEARD, BARS_RECALLED = [1, 2], [1, 2, 4]


def read(path):
    """The tensors of a safetensors file of F32, F16 or BF16."""
    with open(path, "rb") as file:
        data = file.read()
    length = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + length])
    kinds = {"F32": np.float32, "F16": np.float16, "BF16": np.uint16}
    words = header.get("__metadata__", {})
    for key, bars in (("barsHeard", BARS_HEARD), ("barsRecalled", BARS_RECALLED)):
        if key in words:
            bars[:] = [int(bar) for bar in words[key].split(",")]
    tensors = {}
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        first, last = entry["data_offsets"]
        numbers = np.frombuffer(data[8 + length + first : 8 + length + last], kinds[entry["dtype"]])
        if entry["dtype"] == "BF16":
            numbers = (numbers.astype(np.uint32) << 16).view(np.float32)
        tensors[name] = numbers.astype(np.float32).reshape(entry["shape"])
    return tensors


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def draw(logits, chance):
    weights = np.exp(logits - logits.max())
    sums = weights.cumsum()
    return int(min(np.searchsorted(sums, chance.random() * sums[-1]), len(sums) - 1))


class Drummer:
    """What happens around the network is the same for both."""

    def __init__(self):
        self.chance = np.random.default_rng(0)
        self.step, self.last = 0, None
        self.grid = np.zeros((4096 * STEPS, DRUMS, 3), np.float32)
        self.strokes = [[32, 24, 34, 32, 24, 34] for _ in range(DRUMS)]

    def seen(self, steps, channels):
        rows = np.array(steps)
        return (self.grid[rows % len(self.grid), :, :channels]).ravel()

    def heard(self):
        return self.seen([self.step + k - b * STEPS for b in BARS_HEARD for k in range(AHEAD)], 2)

    def recalled(self):
        return self.seen([self.step - b * STEPS for b in BARS_RECALLED], 3)

    def features(self, drum):
        s = self.strokes[drum]
        age = lambda x: 34 if x == 34 else min(self.step - x, 33)
        return [s[0], s[1], 34 if s[0] == 32 else age(s[2]), s[3], s[4], 34 if s[3] == 32 else age(s[5])]

    def commit(self, wait, drum, offset, velocity):
        self.grid[self.step % len(self.grid), drum] = (1, (velocity * 4 + 2) / 127, (offset - 12) / 12)
        self.strokes[drum] = [velocity, offset, self.step] + self.strokes[drum][:3]
        self.last = (wait, drum, offset, velocity)


class Numpy(Drummer):
    def __init__(self, w):
        super().__init__()
        self.w = w
        inward = w["lstm.weight_ih_l0"].T
        self.tables = [w[f"emb.{k}.weight"] @ inward for k in HEADS]
        self.place, self.bar = w["pos.weight"] @ inward, w["bar.weight"] @ inward
        self.look = np.ascontiguousarray((w["lin.weight"].T @ inward).T)
        self.always = (w["lin.bias"] + w["cond.style.weight"][0] + w["cond.bpm.bias"]) @ inward
        self.always = self.always + w["lstm.bias_ih_l0"] + w["lstm.bias_hh_l0"]
        self.again = np.ascontiguousarray(w["lstm.weight_hh_l0"])
        self.out = np.concatenate([w[f"h.{k}.u.weight"] for k in HEADS])
        self.out_bias = np.concatenate(
            [w[f"h.{k}.u.bias"] + w[f"h.{k}.look.bias"] + w[f"h.{k}.cond.style.weight"][0] for k in HEADS])
        size = self.again.shape[1]
        self.h, self.c = np.zeros(size, np.float32), np.zeros(size, np.float32)

    def hit(self):
        place, bar = (self.step % STEPS, self.step // STEPS % len(self.bar)) if self.last else (0, 0)
        heard = self.heard()
        z = self.always + self.place[place] + self.bar[bar] + self.look @ heard + self.again @ self.h
        for table, value in zip(self.tables, self.last or [len(t) - 1 for t in self.tables]):
            z = z + table[value]
        i, f, g, o = np.split(z, 4)
        self.c = sigmoid(f) * self.c + sigmoid(i) * np.tanh(g)
        self.h = sigmoid(o) * np.tanh(self.c)
        heads = (self.out @ self.h + self.out_bias).reshape(4, -1)
        values = []
        for index, key in enumerate(HEADS):
            if index == 1:
                self.step += values[0]
                recalled = self.recalled()
            w, name = self.w, f"h.{key}"
            z = heads[index] + w[f"{name}.pos.weight"][place if index == 0 else self.step % STEPS]
            for known, value in zip(HEADS, values):
                z = z + w[f"{name}.e_{known}.weight"][value]
            z = z + w[f"{name}.look.weight"] @ (heard if index == 0 else recalled)
            if index >= 2:
                for number, value in enumerate(self.features(values[1])):
                    z = z + w[f"{name}.same.{number}.weight"][value]
            values.append(draw(w[f"{name}.out.weight"] @ np.maximum(z, 0) + w[f"{name}.out.bias"], self.chance))
        self.commit(*values)


def eager(w):
    """The same by PyTorch's modules, or None without PyTorch."""
    try:
        import torch
    except ImportError:
        return None
    torch.set_num_threads(1)
    t = {k: torch.from_numpy(v.copy()) for k, v in w.items()}
    size, width = t["lstm.weight_hh_l0"].shape[1], t["lstm.weight_ih_l0"].shape[1]
    lstm = torch.nn.LSTM(width, size, 1, batch_first=True)
    lstm.load_state_dict({k[5:]: v for k, v in t.items() if k.startswith("lstm.")})
    look = torch.nn.functional.embedding
    linear = torch.nn.functional.linear

    class Torch(Drummer):
        state = None

        def hit(self):
            place, bar = (self.step % STEPS, self.step // STEPS % len(t["bar.weight"])) if self.last else (0, 0)
            at = lambda name, value: look(torch.tensor([[value]]), t[name])
            heard = torch.from_numpy(self.heard())[None, None]
            x = at("pos.weight", place) + at("bar.weight", bar) + linear(heard, t["lin.weight"], t["lin.bias"])
            x = x + at("cond.style.weight", 0) + at("cond.fill.weight", 0) + t["cond.bpm.bias"]
            for k, value in zip(HEADS, self.last or [len(t[f"emb.{k}.weight"]) - 1 for k in HEADS]):
                x = x + at(f"emb.{k}.weight", value)
            y, self.state = lstm(x, self.state)
            values = []
            for index, key in enumerate(HEADS):
                if index == 1:
                    self.step += values[0]
                    recalled = torch.from_numpy(self.recalled())[None, None]
                name = f"h.{key}"
                z = linear(y, t[f"{name}.u.weight"], t[f"{name}.u.bias"])
                z = z + at(f"{name}.pos.weight", place if index == 0 else self.step % STEPS)
                z = z + at(f"{name}.cond.style.weight", 0) + at(f"{name}.cond.fill.weight", 0)
                for known, value in zip(HEADS, values):
                    z = z + at(f"{name}.e_{known}.weight", value)
                z = z + linear(heard if index == 0 else recalled, t[f"{name}.look.weight"], t[f"{name}.look.bias"])
                if index >= 2:
                    for number, value in enumerate(self.features(values[1])):
                        z = z + at(f"{name}.same.{number}.weight", value)
                z = linear(torch.relu(z), t[f"{name}.out.weight"], t[f"{name}.out.bias"])
                values.append(int(torch.multinomial(torch.softmax(z[0, 0], -1), 1)))
            self.commit(*values)

    torch.set_grad_enabled(False)
    return Torch()


def microseconds(drummer, hits):
    for _ in range(hits // 10):
        drummer.hit()
    best = None
    for _ in range(5):
        begin = time.perf_counter()
        for _ in range(hits // 5):
            drummer.hit()
        spent = (time.perf_counter() - begin) / (hits // 5) * 1e6
        best = spent if best is None else min(best, spent)
    return best


if __name__ == "__main__":
    weights, hits = read(sys.argv[1]), int(sys.argv[2])
    print(f"numpy-us {microseconds(Numpy(weights), hits):.2f}", flush=True)
    other = eager(weights)
    print("torch-us absent" if other is None else f"torch-us {microseconds(other, hits // 5):.2f}")
