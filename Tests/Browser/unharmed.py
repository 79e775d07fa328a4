"""After an attack everything is as before: no xrun was the session's own, memory is flat, the music goes on."""

import time
from contextlib import contextmanager

from bench import eventually
from clients import memory
from xruns import Xruns

# kB by which a program may grow: what its allocator keeps in reserve differs from time to time.
MOST = 2_048


def plays(control):
    """Waits until the pattern has gone on for some hits; returns in how many seconds."""
    began = time.monotonic()
    control.ask("watch hits")
    control.hits = []
    eventually(lambda: control.ask("status") and len([hit for hit in control.hits if hit["by"] == "pattern"]) >= 4,
               "the music goes on", 20)
    control.ask("watch")
    return time.monotonic() - began


class Memory:
    """What the session and a server hold, in kB, and by how much that grew at last."""

    def __init__(self, bench, server):
        self.processes = {"the daemon": bench.daemon, "the server": server}
        self.before = self.after = self.now()

    def now(self):
        return {name: memory(process) for name, process in self.processes.items()}

    def is_flat(self, most):
        self.after = self.now()
        return all(self.after[name] - self.before[name] < most for name in self.before)

    def __str__(self):
        return "kB of " + ", of ".join(f"{name} {self.before[name]} to {self.after[name]}" for name in self.before)


@contextmanager
def unharmed(bench, what, server=None, most=MOST):
    """Judges xruns, memory and replies once the block is over. The session is to play."""
    held, began = Memory(bench, server or bench.remote), time.monotonic()
    with Xruns(bench) as late:
        yield held
        control = bench.control()
        assert control.ask("status")["status"], f"{what}: the session answers"
        plays(control)
    try:
        eventually(lambda: held.is_flat(most), f"{what}: memory is as before", 20)
    finally:
        print(f"  {what}: {late}; {held} in {time.monotonic() - began:.0f} s")
    assert not late.own, f"{what}: {late.own}"
