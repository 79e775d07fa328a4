# Copyright 2026 the authors of Ghostnote. SPDX-License-Identifier: GPL-2.0-or-later
"""Another machine for peers: a network namespace at the other end of a cable that delays what passes."""
import ctypes, fcntl, heapq, os, random, select, struct, subprocess, threading, time

TUNSETIFF, IFF_TAP, IFF_NO_PI, CLONE_NEWNET = 0x400454CA, 0x0002, 0x1000, 0x40000000


class Machine:
    """A namespace of its own, 10.9.0.2, on a cable to this one, 10.9.0.1. Frames take `delay` milliseconds each way, give or
    take `jitter`, evenly spread, and may overtake each other. (Not every kernel has netem.) Needs root and /dev/net/tun."""

    def __init__(self, delay, jitter):
        self.delay, self.jitter, self.chance = delay / 1000, jitter / 1000, random.Random(1)
        self.holder = subprocess.Popen(["unshare", "-n", "sleep", "infinity"], stdout=subprocess.DEVNULL)
        own = os.stat("/proc/self/ns/net").st_ino
        while os.stat(f"/proc/{self.holder.pid}/ns/net").st_ino == own:
            time.sleep(0.01)
        self.prefix = ["nsenter", "-t", str(self.holder.pid), "-n"]
        ends = [self.card()]
        # A thread is in one namespace; this one comes back.
        with open("/proc/self/ns/net") as here, open(f"/proc/{self.holder.pid}/ns/net") as there:
            self.enter(there)
            ends.append(self.card())
            self.enter(here)
        for number, prefix in ((1, []), (2, self.prefix)):
            for line in ["ip link set lo up", f"ip addr add 10.9.0.{number}/24 dev card", "ip link set card up",
                         "ip route replace 224.0.0.0/4 dev card"]:
                subprocess.run(prefix + line.split(), check=True)
        threading.Thread(target=self.carry, args=[ends], daemon=True).start()

    @staticmethod
    def enter(namespace):
        if ctypes.CDLL(None, use_errno=True).setns(namespace.fileno(), CLONE_NEWNET) != 0:
            raise OSError(ctypes.get_errno(), "setns")

    @staticmethod
    def card():
        file = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        fcntl.ioctl(file, TUNSETIFF, struct.pack("16sH22x", b"card", IFF_TAP | IFF_NO_PI))
        return file

    def carry(self, ends):
        """Passes frames on when they are due."""
        due, count = [], 0
        while True:
            wait = max(due[0][0] - time.monotonic(), 0) if due else None
            for end in select.select(ends, [], [], wait)[0]:
                late = self.delay + self.chance.uniform(-self.jitter, self.jitter)
                count += 1
                heapq.heappush(due, (time.monotonic() + late, count, ends[1 - ends.index(end)], os.read(end, 65_536)))
            while due and due[0][0] <= time.monotonic():
                _, _, end, frame = heapq.heappop(due)
                try:
                    os.write(end, frame)
                except OSError:
                    pass  # A card that is not up yet.

    def end(self):
        self.holder.kill()
        self.holder.wait()
