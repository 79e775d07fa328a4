"""Gaps in what a page hears, and which of them the machine made by giving something on the sound's way no processor."""

import bisect
import os
import threading
import time

from clients import processes_of
from xruns import waited

# Notes each gap as [before, by, target]: milliseconds of CLOCK_MONOTONIC between which it was, and what waited as a rule.
NOTE = """
const listening = ghostnote.transport.listening, show = listening.show.bind(listening);
const found = globalThis.gapsHeard = [];
let before = ghostnote.clock.now(), target = listening.heard?.target ?? 0;
listening.show = (context, heard) => {
    const now = ghostnote.clock.now();
    for (let gap = listening.gaps; gap < heard.gaps; gap++) found.push([before, now, target]);
    before = now;
    target = heard.target ?? target;
    show(context, heard);
};
"""


class Gaps:
    """Watches a page that listens while a block runs: `own` are the gaps that neither jackd nor the machine explains.

    The page reports four times a second, so that each gap is known to lie between two reports. There is nothing to hear
    where jackd stood still. Elsewhere sound came later than what waited in the page: where threads of those that it goes
    through (jackd, the session, the page's server, the browser) were ready and got no processor for half of that time,
    the machine was too busy; else the gap is ours.
    """

    def __init__(self, bench, page, server=None):
        self.page = page
        self.jack = bench.jack
        self.bench = bench
        self.way = [bench.jack.pid, bench.daemon.pid, (server or bench.remote).pid]
        self.all, self.own, self.still = [], [], []

    def __enter__(self):
        self.browser = processes_of(self.page.driver)
        self.page.js(NOTE)
        self.times, self.waits, self.is_on = [], [], True
        self.place = len(self.bench.log("jackd"))
        self.thread = threading.Thread(target=self.watch, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, kind, *_):
        # Its last report comes within a quarter of a second.
        time.sleep(0.5)
        self.is_on = False
        self.thread.join(10)
        if kind is None:
            self.judge()
        return False

    def watch(self):
        before = {}
        while self.is_on:
            now = {number: waited(number) for number in [*self.way, *self.browser]}
            spent = {number: max((seconds - before.get(number, {}).get(thread, seconds) for thread, seconds in threads.items()),
                                 default=0) for number, threads in now.items()}
            self.times.append(time.monotonic())
            self.waits.append([spent[number] for number in self.way] + [max(spent[number] for number in self.browser)])
            before = now
            self.look_at_jackd()
            time.sleep(0.1)

    def look_at_jackd(self):
        said = self.bench.log("jackd")[self.place:]
        said = said[:said.rfind("\n") + 1]
        self.still += [time.monotonic()] * said.count("XRun = ")
        self.place += len(said)

    def judge(self):
        for before, by, target in self.page.js("return gapsHeard"):
            first, last = before / 1_000 - 0.3, by / 1_000
            # The look after the gap tells of its end: it comes late where this process got no processor either.
            end = max(bisect.bisect_right(self.times, last + 0.2), bisect.bisect_left(self.times, last) + 1)
            steps = self.waits[bisect.bisect_left(self.times, first):end]
            given = [sum(step[index] for step in steps) for index in range(len(self.way) + 1)]
            is_still = any(first - 0.5 < moment < last + 0.5 for moment in self.still)
            self.all.append((last, target, given, is_still))
            if not is_still and sum(given) < target / 1_000 / 2:
                self.own.append(self.all[-1])

    def __str__(self):
        still = sum(is_still for *_, is_still in self.all)
        return (f"{len(self.all)} gaps, {still} of them where jackd stood still ({len(self.still)} xruns),"
                f" {len(self.all) - still - len(self.own)} for want of a processor, {len(self.own)} of our own")
