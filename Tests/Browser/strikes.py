"""How long a strike of a pad takes from the hand's gesture into the engine, in parts."""

import statistics
import time

from bench import eventually

# For each press: when the pointer's event was made, when the page heard of it, when it sent the strike, and by the
# server's answer to a question sent right behind it, when the server had passed the strike on; and the reply.
MARKS = """
const marks = globalThis.marks = [], { connection, clock } = ghostnote, socket = connection.socket;
const send = socket.send.bind(socket), take = clock.take.bind(clock), receive = connection.receive.bind(connection);
addEventListener('pointerdown', (event) => marks.push({ gesture: event.timeStamp, heard: performance.now() }), true);
socket.send = (line) => {
    const mark = marks.at(-1), isStrike = mark && !('sent' in mark) && line.includes(' hit ');
    if (isStrike) Object.assign(mark, { sent: performance.now(), tag: line.split(' ')[0] });
    send(line);
    if (isStrike) send(`!sync -${marks.length}`);
};
clock.take = (sync) => { if (sync.sent < 0) marks[-sync.sent - 1].passed = sync.time / 1e6; else take(sync); };
connection.receive = (text) => {
    const mark = marks.findLast((mark) => mark.tag && text.startsWith(`${mark.tag} `));
    if (mark) mark.replied = performance.now();
    return receive(text);
};
"""


def origin(page):
    """When the page's clock began, in ms of CLOCK_MONOTONIC, which Chromium's clock is on Linux."""
    page.driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "timeTicks"})
    metrics = page.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    return next(1_000 * metric["value"] for metric in metrics if metric["name"] == "NavigationStart")


def strike(page, x, y, count):
    """Presses a place by the pointer, some 25 times a second; the marks of all presses."""
    page.js(MARKS)
    for _ in range(count):
        page.mouse("mousePressed", x, y)
        page.mouse("mouseReleased", x, y)
        time.sleep(0.02)
    eventually(lambda: page.js("return marks.every((mark) => 'replied' in mark && 'passed' in mark)"), "all have replies")
    return page.js("return marks")


def parts(marks, began):
    """Milliseconds from each gesture to what follows it."""
    return {
        "from the gesture until the page hears of it": [mark["heard"] - mark["gesture"] for mark in marks],
        "… has sent the strike": [mark["sent"] - mark["gesture"] for mark in marks],
        "… the server has passed it on": [mark["passed"] - began - mark["gesture"] for mark in marks],
        "… the page has the reply": [mark["replied"] - mark["gesture"] for mark in marks],
    }


def words(milliseconds):
    """Median and 99th percentile."""
    ordered = sorted(milliseconds)
    return f"{statistics.median(ordered):.1f} / {ordered[int(0.99 * (len(ordered) - 1))]:.1f} ms"
