"""Ring 4: many at once. GHOSTNOTE_SECONDS says how long each measure lasts; figures are printed and not judged, memory is.

GHOSTNOTE_LOAD_MINUTES says for how long pages and phones are there together.
"""

import os
import threading
import time
from contextlib import contextmanager

from bench import eventually
from clients import Clients, browser_cpu, cpu, memory, thread_cpu
from xruns import Xruns

SECONDS = float(os.environ.get("GHOSTNOTE_SECONDS", "7"))
TOGETHER = 60 * float(os.environ.get("GHOSTNOTE_LOAD_MINUTES", "0")) or SECONDS


def shares(bench, seconds):
    """Per cent of a core that the session, its busiest thread (which makes the sound) and the page's server use over some time."""
    def used():
        return cpu(bench.daemon), thread_cpu(bench.daemon), cpu(bench.remote)

    before, start = used(), time.monotonic()
    time.sleep(seconds)
    after, passed = used(), time.monotonic() - start
    sound = max(after[1][thread] - before[1].get(thread, 0) for thread in after[1])
    return [100 * one / passed for one in (after[0] - before[0], sound, after[2] - before[2])]


# The drums of the first seven seats.
SEATS = ("kick", "snare", "closedhat", "crash", "tom3", "tom5", "ride")


@contextmanager
def strokes_of_one(control):
    """The strokes of seven phones by one client of the control socket: what they cost without any phone."""
    is_on = threading.Event()
    is_on.set()

    def strike():
        turn = 0
        while is_on.is_set():
            time.sleep(1 / 28)
            control.ask(f"hit {SEATS[turn % 7]} {40 + turn % 80}")
            turn += 1

    thread = threading.Thread(target=strike, daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_on.clear()
        thread.join(5)


def test_sixteen_pages_and_seven_phones_at_once(bench, page, control):
    page.driver.get("about:blank")
    control.ask("load funk")
    control.ask("play")
    time.sleep(1)
    idle = shares(bench, SECONDS)
    with strokes_of_one(bench.control()):
        time.sleep(3)
        struck = shares(bench, SECONDS)
    pages, phones = Clients(bench.port), Clients(bench.port)
    pages.begin(16, 0)
    eventually(lambda: pages.received > 100_000, "the pages have their state")
    time.sleep(2)
    watched = shares(bench, SECONDS)
    phones.begin(0, 7)
    time.sleep(3)
    start = (memory(bench.daemon), memory(bench.remote), pages.received)
    with Xruns(bench) as late:
        busy = shares(bench, TOGETHER)
    end = (memory(bench.daemon), memory(bench.remote), pages.received)
    watcher = bench.control()
    heard = [hit for hit in watcher.hits_for(2) if hit["by"] == "command"]
    pages.end()
    phones.end()
    print(f"  daemon {idle[0]:.2f} % of a core alone, {watched[0]:.2f} % with 16 pages, {busy[0]:.2f} % with 7 phones as well;"
          f" with their strokes by one client and no page {struck[0]:.2f} %")
    print(f"  its thread that makes the sound {idle[1]:.2f} %, {watched[1]:.2f} %, {busy[1]:.2f} %, {struck[1]:.2f} %")
    print(f"  so pages and phones add {busy[0] - struck[0]:.2f} % to what is played; server {busy[2]:.1f} %")
    print(f"  kB of the daemon {start[0]} to {end[0]}, of the server {start[1]} to {end[1]} in {TOGETHER:.0f} s;"
          f" {(end[2] - start[2]) / TOGETHER / 1_000:.0f} kB/s to all pages; {late}")
    assert len(heard) > 20, "the phones are heard"
    assert end[0] - start[0] < 1_024 and end[1] - start[1] < 1_024, "memory grows"
    assert not late.own, late.own
    control.ask("stop")


def test_sixty_four_lanes_are_drawn_while_they_play(bench, page, control):
    drums = page.js("return import('/modules/drums.js').then((module) => module.drums.map((drum) => drum.name))")
    voices = drums + [f"{note}@3" for note in range(36, 36 + 64 - len(drums))]
    rows = "; ".join(f"{voice}: {'x...' * 4 if index % 3 else 'x.o.' * 4}" for index, voice in enumerate(voices))
    control.ask(f"paste pattern grid: 16/4; {rows}")
    control.ask("play")
    eventually(lambda: page.js("return document.querySelectorAll('.lane').length") == 64, "64 lanes are shown")
    used = browser_cpu(page.driver)
    frames, long, own, worst = page.js("""return new Promise((resolve) => {
        const [milliseconds, times, long] = [arguments[0], [], []];
        new PerformanceObserver((list) => long.push(...list.getEntries().map((entry) => entry.duration)))
            .observe({ entryTypes: ['longtask'] });
        const view = ghostnote.shown, draw = view.frame.bind(view);
        view.frame = (...values) => { const begin = performance.now(); draw(...values); times.push(performance.now() - begin); };
        const begin = performance.now();
        setTimeout(() => {
            delete view.frame;
            const sorted = [...times].sort((a, b) => a - b);
            resolve([times.length / (performance.now() - begin) * 1000, long.length,
                times.reduce((sum, time) => sum + time, 0) / times.length, sorted[Math.floor(sorted.length * 0.99)]]);
        }, milliseconds); })""", SECONDS * 1_000)
    used = browser_cpu(page.driver) - used
    print(f"  64 lanes: {1_000 * used / frames / SECONDS:.1f} ms of processor time a frame, in all of the browser's processes")
    print(f"  64 lanes: {frames:.1f} frames a second, {long} long tasks in {SECONDS:.0f} s;"
          f" the grid's own work {own:.2f} ms a frame, {worst:.2f} ms at the 99th percentile")
    assert page.js("return document.querySelectorAll('.playhead').length") == 1, "lanes in step share a playhead"
    control.ask("stop")
