"""Bad networks between a page and its server: one of packets, and one that does without rights, as TCP shows it."""

import fcntl
import heapq
import os
import random
import socket
import struct
import threading
import time

# ioctl: take a device of packets; give an interface an address, a mask, flags (up and running).
TUNSETIFF, SIOCSIFADDR, SIOCSIFNETMASK, SIOCSIFFLAGS, SIOCSIFMTU = 0x400454CA, 0x8916, 0x891C, 0x8914, 0x8922
TUN_WITHOUT_HEADER, UP = 0x1001, 0x41


# An address that is no loopback's, in a network namespace of our own.
OWN_ADDRESS = "10.79.0.1"


def set_up(interface, address=None, mtu=None):
    """Lets packets through an interface of this network namespace."""
    name = interface.encode()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        if address:
            for request, number in ((SIOCSIFADDR, address), (SIOCSIFNETMASK, "255.255.255.0")):
                family = struct.pack("16sHH4s8x", name, socket.AF_INET, 0, socket.inet_aton(number))
                fcntl.ioctl(control, request, family)
        if mtu:
            fcntl.ioctl(control, SIOCSIFMTU, struct.pack("16si12x", name, mtu))
        fcntl.ioctl(control, SIOCSIFFLAGS, struct.pack("16sh14x", name, UP))


class BadLink:
    """A network whose packets are late by a jitter, overtake each other, and are lost, both ways: as `netem delay
    10ms 10ms loss 1%` does, for kernels without it.

    It is a device of packets in a network namespace of the test's own (`run` makes one). What goes to `far` comes back
    from `far` to `near`, its addresses swapped: who connects to a port of `far` reaches that port of `near`. Both ends
    are the kernel's TCP, with its congestion window, retransmissions and timeouts; like most kernels' it is cubic here.
    """

    near, far = "10.77.0.1", "10.77.0.2"

    def __init__(self, jitter=0.02, loss=0.01, seed=1):
        self.jitter, self.loss, self.chance = jitter, loss, random.Random(seed)
        self.lost = self.segments = 0
        self.device = os.open("/dev/net/tun", os.O_RDWR)
        fcntl.ioctl(self.device, TUNSETIFF, struct.pack("16sH22x", b"bad", TUN_WITHOUT_HEADER))
        set_up("bad", self.near, mtu=1_500)
        try:
            with open("/proc/sys/net/ipv4/tcp_congestion_control", "w", encoding="utf-8") as file:
                file.write("cubic")
        except OSError:
            # Not this namespace's to say.
            pass
        self.queue, self.ready, self.is_on = [], threading.Condition(), True
        for act in (self.receive, self.send):
            threading.Thread(target=act, daemon=True).start()

    def receive(self):
        while self.is_on:
            try:
                packet = os.read(self.device, 65_536)
            except OSError:
                return
            # IPv4 between the two; what else the kernel says on a new interface is nobody's.
            if packet[0] >> 4 != 4 or {packet[12:16], packet[16:20]} != {socket.inet_aton(self.near), socket.inet_aton(self.far)}:
                continue
            self.segments += 1
            if self.chance.random() < self.loss:
                self.lost += 1
                continue
            # Swapped, they add up to the same: no checksum changes.
            packet = packet[:12] + packet[16:20] + packet[12:16] + packet[20:]
            with self.ready:
                heapq.heappush(self.queue, (time.monotonic() + self.chance.uniform(0, self.jitter), self.segments, packet))
                self.ready.notify()

    def send(self):
        while self.is_on:
            with self.ready:
                while self.is_on and not (self.queue and self.queue[0][0] <= time.monotonic()):
                    self.ready.wait(max(0, self.queue[0][0] - time.monotonic()) if self.queue else 1)
                if not self.is_on:
                    return
                packet = heapq.heappop(self.queue)[2]
            try:
                os.write(self.device, packet)
            except OSError:
                return

    def stop(self):
        with self.ready:
            self.is_on = False
            self.ready.notify()
        os.close(self.device)


class BadNetwork:
    """Passes connections on; what comes from the server is late by a jitter, and by a retransmission where it was lost.

    For those who may make no network of their own: `BadLink` is less kind. What is lost is sent again once the sender has noticed, a round trip and a
    reordering window later; so is what is lost again, as long as other segments go on (RACK, RFC 8985, as in Linux since
    4.4): a retransmission timeout comes only after silence. Nothing overtakes it.

    How fair that is: with `netem delay 10ms 10ms loss 1%` on both ways a round trip takes 20 ms in the mean. A loss
    is noticed when the segment after it (sound goes out every 10 ms) is acknowledged, and a quarter of a round trip
    later: 10 + 20 + 5 ms, where `trip` takes 40: a little harder. Kinder than netem are two things. Its jitter lets
    segments overtake each other, which TCP first takes for a loss and then waits for, up to a round trip longer. And
    there is no congestion window here: each loss shrinks a real one by three tenths, but 192 kB/s need 3 segments at
    a time of the 12 and more that 1 % loss leaves, so that it seldom binds. So the figure holds for round trips up to
    20 ms, a house; at 40 ms (`trip=0.08`), a segment that is lost twice, as one in 10,000 is, comes later than 120
    ms, a gap a minute.
    """

    def __init__(self, port, jitter=0.02, loss=0.01, trip=0.04, seed=1):
        self.port, self.jitter, self.loss, self.trip = port, jitter, loss, trip
        self.chance = random.Random(seed)
        self.lost = self.segments = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.own_port = self.listener.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                page, _ = self.listener.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self.port))
            for end in (page, server):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=self.upstream, args=(page, server), daemon=True).start()
            threading.Thread(target=self.downstream, args=(server, page), daemon=True).start()

    @staticmethod
    def upstream(source, target):
        try:
            while data := source.recv(65_536):
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            target.close()

    def delay(self):
        """Of a segment, in seconds."""
        delay = 0.0
        self.segments += 1
        while self.chance.random() < self.loss:
            self.lost += 1
            delay += self.trip
        return delay + self.chance.uniform(0, self.jitter)

    def downstream(self, source, target):
        queue, ready, due = [], threading.Condition(), [0.0]

        def send():
            while True:
                with ready:
                    while not queue:
                        ready.wait()
                    at, data = queue.pop(0)
                time.sleep(max(0, at - time.monotonic()))
                try:
                    target.sendall(data)
                except OSError:
                    return
                if not data:
                    target.close()
                    return
        threading.Thread(target=send, daemon=True).start()
        while True:
            try:
                data = source.recv(1_400)
            except OSError:
                data = b""
            due[0] = max(due[0], time.monotonic() + self.delay())
            with ready:
                queue.append((due[0], data))
                ready.notify()
            if not data:
                return

    def stop(self):
        self.listener.close()


class Cable:
    """Passes connections on. Those that were there when it was pulled, or come before it is plugged in again, carry nothing
    more and never end: neither end hears of it, as where Wi-Fi has changed.
    """

    def __init__(self, port):
        self.port = port
        self.is_plugged, self.pulls = True, 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.own_port = self.listener.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def pull(self):
        self.is_plugged = False
        self.pulls += 1

    def plug(self):
        self.is_plugged = True

    def serve(self):
        while True:
            try:
                page, _ = self.listener.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self.port))
            pulls = self.pulls if self.is_plugged else None
            for ends in ((page, server), (server, page)):
                threading.Thread(target=self.carry, args=(*ends, pulls), daemon=True).start()

    def carry(self, source, target, pulls):
        try:
            while data := source.recv(65_536):
                if pulls == self.pulls:
                    target.sendall(data)
        except OSError:
            pass
        if pulls == self.pulls:
            try:
                target.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def stop(self):
        self.listener.close()
