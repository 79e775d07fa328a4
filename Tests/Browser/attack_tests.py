"""Ring 4: attacks on a real session while it plays; afterwards it plays as before.

GHOSTNOTE_HITS says how many hits are thrown, GHOSTNOTE_CONNECTIONS how many connections are open at once.
"""

import collections
import http.client
import json
import os
import resource
import select
import socket
import struct
import threading
import time

from bench import eventually
from clients import Clients, child, memory, of_status
from lan_tests import ADDRESS, Lan
from unharmed import plays, unharmed
from xruns import Xruns

HITS = int(os.environ.get("GHOSTNOTE_HITS", "1000000"))
CONNECTIONS = int(os.environ.get("GHOSTNOTE_CONNECTIONS", "10000"))
# As many as fit into a line of 65,536 bytes.
HITS_A_LINE = 4_000


class Other(threading.Thread):
    """Another client, that asks all the time: how long it waits for each reply, in seconds."""

    def __init__(self, control):
        super().__init__(daemon=True)
        self.control, self.trips, self.is_on, self.problem = control, [], True, None
        self.start()

    def run(self):
        while self.is_on and self.problem is None:
            begin = time.monotonic()
            try:
                self.control.ask("status")
            except Exception as problem:  # noqa: BLE001  `end` fails with it
                self.problem = problem
            finally:
                self.trips.append(time.monotonic() - begin)
            time.sleep(0.02)

    def end(self):
        """The longest wait; fails where a reply did not come."""
        self.is_on = False
        self.join(60)
        waits = f"after waits of {max(self.trips, default=0):.1f} s at most"
        assert self.problem is None, f"another client has no reply {waits}: {self.problem!r}"
        assert not self.is_alive(), f"another client still waits {waits}"
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
        plays(bench.control())
    attacker.close()
    status = eventually(lambda: bench.control().ask("status"), "status", 60)["status"]
    print(f"  {sent} hits in {taken:.1f} s ({sent / taken:.0f} a second); {status['droppedHits']} of them were more than can sound")
    print(f"  another client waited {1_000 * worst:.0f} ms at most; {late};"
          f" kB of the daemon {before[0]} to {memory(bench.daemon)}, of the server {before[1]} to {memory(bench.remote)}")
    assert sent >= HITS, "they are taken"
    assert worst < 10, "others are answered"
    assert not late.own, late.own
    assert memory(bench.daemon) - before[0] < 16_384 and memory(bench.remote) - before[1] < 16_384, "memory grows"
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

    def attack():
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

    # Once before, so that what is made on first use is there.
    attack()
    with unharmed(bench, "64 that listen"):
        for _ in range(3):
            attack()
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


class Flood:
    """As many connections as may be to one place, all of them held; from a number of addresses of this machine."""

    def __init__(self, address, port, count, sources=1):
        self.clients = [self.begun(address, port, f"127.0.0.{10 + index % sources}" if sources > 1 else None)
                        for index in range(count)]
        self.connected = self.refused = 0
        self.settle()

    @staticmethod
    def begun(address, port, source):
        client = socket.socket()
        client.setblocking(False)
        if source:
            # The port is chosen with the other end known: each address has them all for it.
            client.setsockopt(socket.IPPROTO_IP, 24, 1)
            client.bind((source, 0))
        client.connect_ex((address, port))
        return client

    def settle(self):
        """Waits until each is through or refused; the kernel tries again by itself where too many wait at the door."""
        waiting = {client.fileno(): client for client in self.clients}
        poll = select.epoll()
        for number in waiting:
            poll.register(number, select.EPOLLOUT | select.EPOLLONESHOT)
        deadline = time.monotonic() + 90
        while waiting and time.monotonic() < deadline:
            for number, _ in poll.poll(1):
                error = waiting.pop(number).getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
                self.connected, self.refused = self.connected + (not error), self.refused + bool(error)
        poll.close()
        self.waiting = len(waiting)

    def held(self):
        """Those that the server has not closed."""
        return sum(self.is_open(client) for client in self.clients)

    @staticmethod
    def is_open(client):
        try:
            return client.recv(1) != b""
        except BlockingIOError:
            return client.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1) == b"\x01"
        except OSError:
            return False

    def end(self):
        for client in self.clients:
            client.close()


def files_of(process):
    return len(os.listdir(f"/proc/{process.pid}/fd"))


def can_hold(count):
    """How many connections this process may have, once its limit is as high as it gets."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return count if hard == resource.RLIM_INFINITY else min(count, hard - 500)


def test_ten_thousand_connections_at_once(bench, page, control):
    lan = Lan(bench)
    control.ask("load rock")
    control.ask("play")
    count, before = can_hold(CONNECTIONS), files_of(lan.process)
    # The page that is there is of the server that is attacked.
    page.driver.get(f"http://127.0.0.1:{lan.port}/#grid")
    page.is_ready()
    page.js("globalThis.closes = 0; ghostnote.connection.socket?.addEventListener('close', () => closes++)")
    for address, sources, most in ((ADDRESS, 200, 192), ("127.0.0.1", 1, 256)):
        with unharmed(bench, f"{count} connections at once to {address}", lan.process):
            began = time.monotonic()
            flood = Flood(address, lan.port, count, sources)
            # Many of them are there for the client alone: the kernel took no more of them than wait at the door.
            files, seconds = files_of(lan.process), time.monotonic() - began
            print(f"  {count} connections from {sources} addresses in {seconds:.1f} s: {flood.connected} came through, {flood.refused} refused,"
                  f" {flood.waiting} wait; the server has {files - before} more files open than before")
            assert flood.connected > count * 0.9, "they come"
            # As many as are let in, those that are being closed, and a page's way to the session.
            assert files <= before + most + 16, f"{files} files are open, {before} before"
            reply = page.js("return ghostnote.connection.send('status')")
            assert reply["ok"], "the page that was there is answered"
            if address == ADDRESS:
                # The network has its own share: this machine's user gets in meanwhile.
                eventually(lambda: begun(lan.port) is not None, "another page of this machine's user gets in")
            print(f"  meanwhile four hits of the pattern came in {plays(bench.control()):.1f} s")
            flood.end()
            eventually(lambda: begun(lan.port) is not None, "afterwards others get in", 60)
            eventually(lambda: files_of(lan.process) <= before + 20, "nothing is left open", 60)
    assert page.js("return closes") == 0, "the page that was there was never cut off"
    page.open()
    control.ask("stop")
    lan.stop()


# The first record of a handshake, whose ClientHello never comes whole.
HALF_A_HELLO = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x07" * 20
# No more than the files that stunnel4 may have open: each thread that is held has one at least. Without a limit there are
# 1,502.
MOST_THREADS = 512
# A thread that ends has closed its files and is still there a moment, more of them on a busy machine: these do not count.
# What is there for longer is held.
LASTING_S = 0.5


class Threads:
    """The most threads that a process has while a block runs, and the most that it keeps."""

    def __init__(self, number):
        self.number, self.most, self.lasting = number, 0, 0

    def __enter__(self):
        self.is_on = True
        self.thread = threading.Thread(target=self.watch, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.is_on = False
        self.thread.join(10)
        return False

    def watch(self):
        seen = collections.deque()
        while self.is_on:
            now = time.monotonic()
            seen.append((now, of_status(self.number, "Threads")))
            self.most = max(self.most, seen[-1][1])
            if now - seen[0][0] >= LASTING_S:
                # Few looks say little: this test was not there meanwhile.
                if len(seen) >= 5:
                    self.lasting = max(self.lasting, min(count for _, count in seen))
                while now - seen[0][0] >= LASTING_S:
                    seen.popleft()
            time.sleep(0.01)


def joins_by_https(lan):
    """Whether a phone joins by https at the first attempt."""
    client = http.client.HTTPSConnection(ADDRESS, lan.secure_port, timeout=2, context=lan.trusting())
    try:
        client.request("POST", "/session", json.dumps({"token": lan.token}), {
            "Content-Type": "application/json", "Origin": f"https://{ADDRESS}:{lan.secure_port}"})
        return client.getresponse().status == 200
    except OSError:
        return False
    except http.client.HTTPException:
        return False
    finally:
        client.close()


def slow_requests(lan, count):
    """Connections by TLS of another device, whose requests never end; those that were let in."""
    held = []
    for _ in range(count):
        try:
            plain = socket.create_connection((ADDRESS, lan.secure_port), 2, source_address=("127.0.0.9", 0))
            client = lan.trusting().wrap_socket(plain, server_hostname=ADDRESS)
            client.sendall(f"GET / HTTP/1.1\r\nHost: {ADDRESS}:{lan.secure_port}\r\nX: ".encode())
            held.append(client)
        except OSError:
            pass
    return held


def test_https_is_flooded(bench, page, control):
    lan = Lan(bench)
    control.ask("load rock")
    control.ask("play")
    count = can_hold(min(CONNECTIONS, 1_500))
    stunnel = child(lan.process, "stunnel4")
    assert joins_by_https(lan)

    def flood(what, *kinds):
        """Holds many connections that sent one of some things each, until a phone joins all the same."""
        with Threads(stunnel) as threads:
            held = Flood(ADDRESS, lan.secure_port, count, 200)
            for index, client in enumerate(held.clients):
                try:
                    client.send(kinds[index % len(kinds)])
                except OSError:
                    # It was refused.
                    continue
            began = time.monotonic()
            assert lan.cookie(), f"{what}: plain http replies meanwhile"
            # What came first has its time, and no more; who holds on is not in the way of others.
            eventually(lambda: joins_by_https(lan), f"{what}: a phone joins by https meanwhile", 20)
            seconds = time.monotonic() - began
            time.sleep(2 * LASTING_S)
        print(f"  {held.connected} connections with {what}: {threads.most} threads at most, {threads.lasting} for {LASTING_S} s,"
              f" a phone joins after {seconds:.1f} s, {of_status(stunnel, 'VmRSS')} kB of stunnel4")
        assert threads.lasting <= MOST_THREADS, f"{what}: {threads.lasting} threads"
        held.end()

    with unharmed(bench, "a flood of https", lan.process, most=8_192):
        flood("handshakes that never end", b"", HALF_A_HELLO)
        flood("garbage", os.urandom(2_000))
        # More than one device may have.
        held = slow_requests(lan, 24)
        assert lan.cookie() and joins_by_https(lan), "another device gets in beside slow requests by https"
        for client in held:
            client.close()
        eventually(lambda: joins_by_https(lan), "a phone joins by https afterwards", 20)
        eventually(lambda: of_status(stunnel, "Threads") < 16, "stunnel4 has nothing left to do", 20)
    # A thread for each of 1,500 connections took 145 MB.
    peak = of_status(stunnel, "VmHWM")
    assert peak < 65_536, f"stunnel4 took {peak} kB"
    assert child(lan.process, "stunnel4") == stunnel, "it never ended"
    control.ask("stop")
    lan.stop()


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
