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
