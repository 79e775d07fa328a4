"""Pages and phones without a browser: what their connections carry, for many at once."""

import base64
import os
import selectors
import socket
import struct
import threading
import time

WATCH = "watch state hits levels ahead log"


class Clients:
    """Connections like those of pages and phones, read as fast as they come."""

    def __init__(self, port):
        self.port = port
        self.host = f"127.0.0.1:{port}"
        self.received = 0
        self.strokes = 0
        self.selector = selectors.DefaultSelector()
        self.pages, self.phones = [], []
        self.is_on = True
        self.threads = []

    def open(self, path):
        client = socket.create_connection(("127.0.0.1", self.port), 30)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        client.sendall((f"GET {path} HTTP/1.1\r\nHost: {self.host}\r\nOrigin: http://{self.host}\r\nUpgrade: websocket\r\n"
                        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        head = b""
        while b"\r\n\r\n" not in head:
            more = client.recv(65_536)
            assert more, f"{path}: {head!r}"
            head += more
        assert b" 101 " in head.split(b"\r\n")[0], head
        self.selector.register(client, selectors.EVENT_READ)
        return client

    @staticmethod
    def say(client, text):
        data = text.encode()
        length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
        client.sendall(b"\x81" + length + b"\0\0\0\0" + data)

    def begin(self, pages, phones):
        self.pages = [self.open("/socket") for _ in range(pages)]
        self.phones = [self.open("/seat") for _ in range(phones)]
        time.sleep(0.5)
        for page in self.pages:
            self.say(page, WATCH)
        for index, phone in enumerate(self.phones):
            self.say(phone, f"join new Player {index + 1}")
        self.threads = [threading.Thread(target=act, daemon=True) for act in (self.read, self.play)]
        for thread in self.threads:
            thread.start()

    def read(self):
        while self.is_on:
            for key, _ in self.selector.select(0.2):
                try:
                    self.received += len(key.fileobj.recv(1 << 20))
                except OSError:
                    return

    def play(self):
        """Each phone strikes four times a second, each page asks for the time every two seconds."""
        turn = 0
        while self.is_on:
            time.sleep(1 / 28)
            if self.phones:
                self.say(self.phones[turn % len(self.phones)], f"hit {40 + turn % 80} {time.monotonic_ns()}")
                self.strokes += 1
            if self.pages and turn % 4 == 0:
                self.say(self.pages[turn // 4 % len(self.pages)], f"!sync {time.monotonic() * 1000}")
            turn += 1

    def end(self):
        self.is_on = False
        for thread in self.threads:
            thread.join(5)
        for client in self.pages + self.phones:
            client.close()


def cpu(process):
    """Seconds that a process has used."""
    with open(f"/proc/{process.pid}/stat", encoding="utf-8") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def thread_cpu(process):
    """Seconds that each thread of a process has used, by its number."""
    used = {}
    for number in os.listdir(f"/proc/{process.pid}/task"):
        try:
            with open(f"/proc/{process.pid}/task/{number}/stat", encoding="utf-8") as file:
                fields = file.read().rsplit(")", 1)[1].split()
        except OSError:
            # It has just ended.
            continue
        used[number] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return used


def stat(number):
    """What the kernel says of a process, from its state on; nothing where it has ended."""
    try:
        with open(f"/proc/{number}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()
    except OSError:
        return []


def child(process, name):
    """The number of the program of that name that a process started."""
    for number in (int(entry) for entry in os.listdir("/proc") if entry.isdigit()):
        try:
            with open(f"/proc/{number}/comm", encoding="utf-8") as file:
                is_named = file.read().strip() == name
        except OSError:
            continue
        if is_named and (fields := stat(number)) and int(fields[1]) == process.pid:
            return number
    raise AssertionError(f"{process.args[0]} has started no {name}")


def processes_of(driver):
    """The numbers of a browser's processes."""
    parents = {int(name): int(fields[1]) for name in os.listdir("/proc") if name.isdigit() and (fields := stat(name))}
    found, new = set(), {driver.service.process.pid}
    while new:
        found |= new
        new = {number for number, parent in parents.items() if parent in new} - found
    return found


def browser_cpu(driver):
    """Seconds that the processes of a browser have used."""
    ticks = sum(int(fields[11]) + int(fields[12]) for number in processes_of(driver) if (fields := stat(number)))
    return ticks / os.sysconf("SC_CLK_TCK")


def memory(process):
    """Its resident memory in kB."""
    return of_status(process.pid, "VmRSS")


def of_status(number, name):
    """A count in the kernel's status of a process."""
    with open(f"/proc/{number}/status", encoding="utf-8") as file:
        return next(int(line.split()[1]) for line in file if line.startswith(name + ":"))


