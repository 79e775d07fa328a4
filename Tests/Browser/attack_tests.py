"""Ring 4: attacks on a real session while it plays; afterwards it plays as before. GHOSTNOTE_HITS says how many hits are thrown."""

import os
import socket
import struct
import threading
import time

from bench import eventually
from clients import Clients, memory
from xruns import Xruns

HITS = int(os.environ.get("GHOSTNOTE_HITS", "1000000"))
# As many as fit into a line of 65,536 bytes.
HITS_A_LINE = 4_000


def plays(control):
    """Whether the pattern goes on."""
    return len([hit for hit in control.hits_for(1) if hit["by"] == "pattern"]) >= 4


class Other(threading.Thread):
    """Another client, that asks all the time: how long it waits for each reply, in seconds."""

    def __init__(self, control):
        super().__init__(daemon=True)
        self.control, self.trips, self.is_on = control, [], True
        self.start()

    def run(self):
        while self.is_on:
            begin = time.monotonic()
            self.control.ask("status")
            self.trips.append(time.monotonic() - begin)
            time.sleep(0.02)

    def end(self):
        self.is_on = False
        self.join(60)
        return max(self.trips)


def test_a_million_hits_as_fast_as_they_go(bench, page, control):
    control.ask("load rock")
    control.ask("play")
    before = memory(bench.daemon), memory(bench.remote)
    line = "; ".join(["hit kick 9"] * HITS_A_LINE)
    flood = Clients(bench.port)
    attacker = flood.open("/socket")
    attacker.settimeout(120)
    other = Other(bench.control())
    begin, sent = time.monotonic(), 0
    with Xruns(bench) as late:
        drain = threading.Thread(target=read_all, args=(attacker,), daemon=True)
        drain.start()
        # What is not taken in two minutes is not waited for.
        while sent < HITS and time.monotonic() - begin < 120:
            flood.say(attacker, line)
            sent += HITS_A_LINE
        taken = time.monotonic() - begin
        worst = other.end()
        # Everything that waits is carried out.
        eventually(lambda: bench.control().ask("status") is not None, "the session answers", 60)
        assert plays(bench.control()), "the music goes on"
    attacker.close()
    status = eventually(lambda: bench.control().ask("status"), "status", 60)["status"]
    print(f"  {sent} hits in {taken:.1f} s ({sent / taken:.0f} a second); {status['droppedHits']} of them were more than can sound")
    print(f"  another client waited {1_000 * worst:.0f} ms at most; {late};"
          f" kB of the daemon {before[0]} to {memory(bench.daemon)}, of the server {before[1]} to {memory(bench.remote)}")
    assert sent >= HITS, "they are taken"
    assert worst < 10, "others are answered"
    assert not late.own, late.own
    assert memory(bench.daemon) - before[0] < 65_536 and memory(bench.remote) - before[1] < 65_536, "memory grows"
    page.open()
    control.ask("stop")


def read_all(client):
    try:
        while client.recv(1 << 20):
            pass
    except OSError:
        pass


def test_sixty_four_that_listen_are_cut_off_at_once(bench, page, control):
    control.ask("load rock")
    control.ask("play")
    page.driver.get("about:blank")
    before = memory(bench.daemon), memory(bench.remote)
    with Xruns(bench) as late:
        for _ in range(3):
            opened = [begun(bench.port) for _ in range(64)]
            heard = [client for client in opened if client is not None]
            # As many as may be: 32 pages at a time, and this machine's user always gets in.
            assert 16 <= len(heard) <= 32, len(heard)
            time.sleep(1)
            for client in heard:
                # At once and without a word: a reset.
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                client.close()
            eventually(lambda: len(bench.control().sound(0.1)) > 1_000, "another still listens")
        assert plays(bench.control())
    print(f"  {late}; kB of the daemon {before[0]} to {memory(bench.daemon)}, of the server {before[1]} to {memory(bench.remote)}")
    assert not late.own, late.own
    eventually(lambda: begun(bench.port) is not None, "and so does a page")
    page.open()
    control.ask("stop")


def begun(port):
    """A WebSocket at /listen that has heard some sound; None where it was not let in."""
    clients = Clients(port)
    try:
        client = clients.open("/listen")
    except (AssertionError, OSError):
        return None
    client.settimeout(20)
    received = 0
    while received < 2_000:
        more = client.recv(65_536)
        if not more:
            return None
        received += len(more)
    return client


def test_no_file_that_is_there_is_written_over_by_an_export(bench, page, control):
    path = bench.folder + "/kept.mid"
    with open(path, "wb") as file:
        file.write(b"kept")
    link = bench.folder + "/link.mid"
    os.symlink(path, link)
    control.ask("step kick 1 X")
    for name in (path, link):
        # A page may not name a path at all; a client of the control socket is asked whether it means it.
        reply = page.js("return ghostnote.connection.send(arguments[0])", f"export {name}")
        assert not reply["ok"] and "admin" in reply["body"]["message"], reply
        control.file.write(f"@x export {name}\n".encode())
        control.file.flush()
        said = next(text for text in iter(control.line, None) if text.startswith("@x "))
        assert said.startswith("@x error") and "it is there already" in said, said
        with open(path, "rb") as file:
            assert file.read() == b"kept"
    taken = page.js("return fetch('/pattern.mid').then((reply) => reply.arrayBuffer()).then((bytes) => bytes.byteLength)")
    assert taken > 20, "what a page takes away is written nowhere else"
