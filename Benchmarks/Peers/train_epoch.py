#!/usr/bin/env python3
"""train_epoch.py PIECES.json DESIGN.json CHUNKS: seconds per chunk of training in PyTorch, two threads.

PIECES in the format of `Tests/Yardsticks/drummer_network.py`; DESIGN its design with `rows`, `times`, `stretch` (chunks
after which a piece is split), `dropout`, `rate` and `warm` (chunks before timing). Prints `chunk-seconds S`
`hits-a-chunk H`, or `chunk-seconds absent` if PyTorch is not installed.
"""
import json
import os
import random
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Tests/Yardsticks"))


def stretches(pieces, longest, chance):
    """All pieces split into stretches, the first with a random length, and shuffled."""
    queue = []
    for begin, end in pieces:
        cut, opens = begin, True
        if end - begin > longest:
            cut += chance.randrange(longest)
        while begin < end:
            stop = min(cut if cut > begin else begin + longest, end)
            queue.append((begin, stop, opens))
            begin, opens = stop, False
    chance.shuffle(queue)
    return queue


def beginning(torch, shapes, hidden):
    """PyTorch's initial weights: embeddings normal, all else uniform."""
    tensors = {}
    for name, shape in shapes.items():
        is_table = len(shape) == 2 and not name.endswith((".u.weight", ".look.weight", ".out.weight", ".bpm.weight"))
        if is_table and not name.startswith("l"):
            tensors[name] = 0.1 * torch.randn(shape)
        else:
            tensors[name] = (2 * torch.rand(shape) - 1) / (shape[-1] if len(shape) > 1 else hidden) ** 0.5
    return tensors


def measure(pieces, design, chunks):
    import torch

    import drummer_network as drummer

    torch.set_num_threads(2)
    torch.set_flush_denormal(True)
    torch.manual_seed(0)
    data, rows, times = drummer.Data(pieces, design), design["rows"], design["times"]
    network = drummer.Network(
        design, beginning(torch, drummer.shapes(design), design["hidden"]), design["dropout"])
    optimizer = drummer.adamw(network, design["rate"], fused=True)
    dealt = drummer.deal(stretches(data.pieces, design["stretch"] * times, random.Random(0)), rows, times)
    hits = 0
    for number, chunk in zip(range(design["warm"] + chunks), dealt):
        if number == design["warm"]:
            begin, hits = time.perf_counter(), 0
        hits += drummer.learn(network, optimizer, data, chunk, times)[1]
    return (time.perf_counter() - begin) / chunks, hits / chunks


if __name__ == "__main__":
    pieces, design = (json.load(open(path)) for path in sys.argv[1:3])
    try:
        seconds, hits = measure(pieces, design, int(sys.argv[3]))
        print(f"chunk-seconds {seconds:.5f} hits-a-chunk {hits:.1f}")
    except ModuleNotFoundError as error:
        if error.name not in ("torch", "numpy"):
            raise
        print("chunk-seconds absent")
