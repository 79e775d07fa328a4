"""Xruns, and which of them the machine made by giving jackd or the session no processor."""

import os
import re
import threading
import time

LATE = re.compile(r"XRun = (\d+) usec")


def waited(process):
    """Seconds for which each thread of a process, by their numbers, was ready to run and did not."""
    found = {}
    try:
        threads = os.listdir(f"/proc/{process}/task")
    except OSError:
        return found
    for number in threads:
        try:
            with open(f"/proc/{process}/task/{number}/schedstat", encoding="utf-8") as file:
                found[number] = int(file.read().split()[1]) / 1e9
        except OSError:
            # It has just ended, or the kernel keeps no count.
            continue
    return found


class Xruns:
    """Watches jackd while a block runs: `own` are the seconds that xruns were late by which the machine does not explain.

    jackd says by how much its cycle was late. It waits for the session (it runs synchronously), so that it cannot say
    who made it late; but the kernel says for how long threads of either were ready and got no processor. Where that is
    less than half of the lateness, the session computed too long. A process that was stopped on purpose is not ready.
    """

    def __init__(self, bench):
        self.bench = bench
        self.all, self.own = [], []

    def __enter__(self):
        self.place = len(self.bench.log("jackd"))
        self.is_on = True
        self.history = [self.look()]
        self.thread = threading.Thread(target=self.watch, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.is_on = False
        self.thread.join(10)
        self.judge()
        return False

    def look(self):
        return [waited(process.pid) for process in (self.bench.jack, self.bench.daemon)]

    def watch(self):
        while self.is_on:
            time.sleep(0.1)
            self.judge()

    def judge(self):
        self.history = [*self.history, self.look()][-10:]
        log = self.bench.log("jackd")
        for late in LATE.findall(log[self.place:log.rfind("\n") + 1]):
            seconds = int(late) / 1e6
            self.all.append(seconds)
            if self.given() < seconds / 2:
                self.own.append(seconds)
        self.place = max(self.place, log.rfind("\n") + 1)

    def given(self):
        """Seconds that threads of both waited for the processor of late, the longest of each."""
        first, last = self.history[0], self.history[-1]
        return sum(max((after[number] - before.get(number, 0) for number in after), default=0)
                   for before, after in zip(first, last))

    def __str__(self):
        return f"{len(self.all)} xruns, {len(self.own)} of them not for want of a processor"
