"""A bad network between a page and its server, as TCP shows it: late, in bursts, and in order."""

import random
import socket
import threading
import time


class BadNetwork:
    """Passes connections on; what comes from the server is late by a jitter, and by a retransmission where it was lost.

    Kernels without netem have no other. What is lost is sent again once the sender has noticed, a round trip and a
    reordering window later; so is what is lost again, as long as other segments go on (RACK, RFC 8985, as in Linux since
    4.4): a retransmission timeout comes only after silence. Nothing overtakes it.
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
