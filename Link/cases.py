# Copyright 2026 the authors of Ghostnote. SPDX-License-Identifier: GPL-2.0-or-later
"""What ghostnote-link does where a session of Ghostnote stands in every way that matters: a stand-in replies to `clock
status` as it is set, and keeps the reports. `judge --cases` runs these alone; no Ghostnote is needed for them."""
import json, os, random, socket, subprocess, tempfile, threading, time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Failure(Exception):
    pass


def check(holds, what):
    if not holds:
        raise Failure(what)


def until(holds, what, seconds=15):
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            raise Failure(f"{what}: not within {seconds} s")
        time.sleep(0.01)


class StandIn:
    """A session as ghostnote-link sees it. Its beat goes by `line`, from seconds of the monotonic clock to (beat, tempo)."""

    def __init__(self, source="link", tempo=116.0, bar=4.0, rolls=False, accepts=True):
        self.folder = tempfile.TemporaryDirectory(prefix="gs.")
        self.path = self.folder.name + "/s"
        self.source, self.leader, self.tempo, self.bar, self.rolls = source, "internal", tempo, bar, rolls
        self.transport, self.asked, self.asked_tempo, self.endings = True, 0, None, 0
        self.accepts, self.connections, self.reports, self.connects = accepts, [], [], 0
        self.follows_reports, self.line, self.began = False, None, time.monotonic()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen(8)
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            self.connects += 1
            if not self.accepts:
                try:
                    connection.sendall(b"error too many clients\n")
                except OSError:
                    pass  # it has gone on already
                connection.close()
                continue
            self.connections.append(connection)
            threading.Thread(target=self.serve, args=[connection], daemon=True).start()

    def serve(self, connection):
        try:
            for line in connection.makefile("r"):
                if line.startswith("follow"):
                    words = line.split()
                    self.reports.append((time.monotonic(), dict(zip(words[:9:2], map(float, words[1:9:2]))), words[-1]))
                    connection.sendall(b"ok\n")
                    if self.follows_reports and self.transport and words[-1] in ("rolling", "stopped"):
                        self.rolls = words[-1] == "rolling"
                else:
                    connection.sendall(("ok " + json.dumps({"clock": self.status()}, separators=(",", ":")) + "\n").encode())
        except OSError:
            pass

    def status(self):
        now = time.monotonic()
        beat, tempo = self.line(now) if self.line else ((now - self.began) * self.tempo / 60 if self.rolls else 0, self.tempo)
        position = {"beat": beat, "time": int(now * 1e9), "isRolling": self.rolls, "bar": self.bar, "asked": self.asked,
                    "endings": self.endings}
        if self.asked_tempo:
            position["askedBPM"] = self.asked_tempo
        return {"leader": self.leader, "presence": "locked", "isArmed": False, "tempoBPM": tempo, "position": position,
                "settings": {"source": self.source, "followsTempo": True, "followsTransport": self.transport}}

    @property
    def last(self):
        """The last report: its numbers by name."""
        return self.reports[-1][1] if self.reports else {}

    def end(self):
        self.listener.close()
        for connection in self.connections:
            connection.close()
        self.folder.cleanup()


class Case:
    """A stand-in, peers, and ghostnote-link, which all end with it."""

    def __init__(self, make_peer, **session):
        self.make_peer, self.processes = make_peer, []
        self.session = StandIn(**session)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.processes:
            process.kill()
            process.wait()
        self.session.end()

    def link(self, *options):
        program = subprocess.Popen([ROOT + "/.build/link/ghostnote-link", "--socket", self.session.path, *options],
                                   stderr=subprocess.PIPE, text=True)
        program.said = []
        threading.Thread(target=lambda: program.said.extend(program.stderr), daemon=True).start()
        self.processes.append(program)
        return program

    def peer(self, tempo=None, playing=False):
        peer = self.make_peer()
        self.processes.append(peer.process)
        if tempo:
            peer.ask(f"tempo {tempo}")
        if playing:
            peer.ask("play")
        # A session that is half a second older is joined, not the other way round.
        time.sleep(1)
        return peer


def meet(*peers):
    until(lambda: all(peer.at(0)["peers"] for peer in peers), "the peers hear each other")


def alone_keeps_tempo(make_peer):
    with Case(make_peer, tempo=116.0, rolls=True) as case:
        case.link()
        until(lambda: len(case.session.reports) > 10, "reports")
        for at, report, motion in case.session.reports:
            check(abs(report["tempo"] - 116) < 0.01, f"alone at 116, Link said {report['tempo']}")
            error = (report["follow"] - (report["at"] / 1e9 - case.session.began) * 116 / 60 + 2) % 4 - 2
            check(abs(error) < 0.01, f"alone, Link is {error:.3f} beats off")
            check(motion == "rolling", "alone, a song that rolls is to stop")


def adopts_tempo_in_any_order(make_peer):
    with Case(make_peer, source="internal") as case:
        peer = case.peer(90)
        case.link()
        time.sleep(2)
        check(abs(peer.at(0)["tempo"] - 90) < 0.01, f"source internal moved the peer to {peer.at(0)['tempo']}")
        case.session.source = "link"
        meet(peer)
        until(lambda: abs(case.session.last.get("tempo", 0) - 90) < 0.01, "the peer's tempo is adopted")
        check(abs(peer.at(0)["tempo"] - 90) < 0.01, "clock source link moved the peer")
        case.session.source = "internal"
        time.sleep(1.5)
        check(abs(peer.at(0)["tempo"] - 90) < 0.01, "back to clock source internal moved the peer")


def leads_when_asked(make_peer):
    with Case(make_peer, source="internal") as case:
        peer = case.peer(90)
        case.link("--lead")
        until(lambda: abs(peer.at(0)["tempo"] - 116) < 0.01, "--lead gives the tempo")


def joining_starts_and_stops_nobody(make_peer):
    """As the rules of Link have it: only what a person starts or stops after joining is for all."""
    for rolls in [True, False]:
        for source in ["internal", "link"]:
            with Case(make_peer, source=source, rolls=rolls) as case:
                peer = case.peer(90, playing=not rolls)
                case.session.follows_reports = source == "link"
                case.link("--lead")
                meet(peer)
                time.sleep(1.5)
                of = f"({source}, Ghostnote {'rolls' if rolls else 'stands'})"
                check(bool(peer.at(0)["playing"]) != rolls, f"joining changed the peer's motion {of}")
                check(case.session.rolls == rolls, f"joining changed Ghostnote's motion {of}")
                case.session.follows_reports = False
                case.session.rolls = not rolls
                time.sleep(0.5)
                case.session.rolls = rolls
                until(lambda: bool(peer.at(0)["playing"]) == rolls, f"what is done after joining reaches the peer {of}")


def stop_after_joining(make_peer):
    for side in ["Ghostnote's", "the peer's"]:
        with Case(make_peer, rolls=True) as case:
            peer = case.peer(90, playing=True)
            case.session.follows_reports = side != "Ghostnote's"
            case.link()
            meet(peer)
            until(lambda: abs(case.session.last.get("tempo", 0) - 90) < 0.01, "the session is joined")
            time.sleep(0.3)
            check(case.session.rolls, "joining stopped the song")
            if side == "Ghostnote's":
                case.session.rolls = False
                until(lambda: not peer.at(0)["playing"], "the first stop after joining reaches the peer")
            else:
                peer.ask("stop")
                until(lambda: not case.session.rolls, "the peer's first stop after joining reaches Ghostnote")
                peer.ask("play")
                time.sleep(0.4)
                check(peer.at(0)["playing"], "the peer's stop came back to it")


def end_of_song(make_peer):
    for options in [{"source": "link"}, {"source": "internal"}]:
        with Case(make_peer, **options) as case:
            peer = case.peer(90)
            case.link("--lead")
            meet(peer)
            time.sleep(0.3)
            case.session.rolls = True
            until(lambda: peer.at(0)["playing"], "Ghostnote's start")
            case.session.endings, case.session.rolls = 1, False
            time.sleep(1)
            check(peer.at(0)["playing"], f"the end of a song stopped the peers ({options})")
            case.session.rolls = True
            time.sleep(0.3)
            case.session.rolls = False
            until(lambda: not peer.at(0)["playing"], "a person's stop")


def takes_bar_while_rolling(make_peer):
    with Case(make_peer, bar=3.0, rolls=True) as case:
        case.link()
        until(lambda: case.session.reports, "a report")
        check(case.session.last["bar"] == 3, f"a 3/4 pattern that rolls is reported bars of {case.session.last['bar']}")


def averages_what_trembles(make_peer):
    """A MIDI clock's line: 6 ms about the beat, and a tempo that follows each tick; then another tempo."""
    with Case(make_peer, source="midi", rolls=True) as case:
        chance, place = random.Random(7), {"wander": 0.0, "beat": None, "time": None, "tempo": 120.0, "now": (0, 0)}

        def line(now):
            if place["beat"] is None:
                place["beat"], place["time"] = 0.0, now
            passed = now - place["time"]
            place["beat"] += passed * place["tempo"] / 60
            kept = 2.718 ** (-passed / 0.3)
            place["wander"] = place["wander"] * kept + chance.gauss(0, 0.003) * (1 - kept * kept) ** 0.5
            place["time"], place["now"] = now, (now, place["beat"])
            return place["beat"] + place["wander"] * place["tempo"] / 60, place["tempo"] * (1 + chance.gauss(0, 0.03))

        case.session.leader, case.session.line = "MIDI clock", line
        peer = case.peer(90)
        case.link("--lead")
        until(lambda: abs(peer.at(0)["tempo"] / 120 - 1) < 0.02, "the peer goes at the leader's tempo")
        time.sleep(5)
        tempi, errors, end = [], [], time.monotonic() + 15
        while time.monotonic() < end:
            moment, beat = place["now"]
            at = peer.at(int(moment * 1e9))
            tempi.append(at["tempo"])
            errors.append(abs((at["phase"] - beat + 2) % 4 - 2) * 500)
            time.sleep(0.02)
        changes = sum(a != b for a, b in zip(tempi, tempi[1:]))
        errors.sort()
        print(f"  a clock that trembles by 3 ms: {changes} tempo changes in 15 s, {min(tempi):.2f}–{max(tempi):.2f} bpm, "
              f"beat off by {errors[len(errors) // 2]:.1f} ms (median), {errors[-1]:.1f} ms (most)")
        check(changes <= 4 and max(tempi) < 120.9 and min(tempi) > 119.1, "the peers tremble with the leader")
        check(errors[-1] < 12, "the beat is off")
        place["tempo"] = 131.0
        until(lambda: abs(peer.at(0)["tempo"] / 131 - 1) < 0.01, "another tempo of the leader's", 6)


def gives_in(make_peer):
    with Case(make_peer, source="internal") as case:
        peer = case.peer(90)
        link = case.link("--lead")
        until(lambda: abs(peer.at(0)["tempo"] - 116) < 0.01, "--lead gives the tempo")
        end = time.monotonic() + 15
        while not any("another program leads" in line for line in link.said) and time.monotonic() < end:
            peer.ask("tempo 90")
            time.sleep(0.3)
        time.sleep(0.5)
        check(any("another program leads" in line for line in link.said), f"no warning: {link.said}")
        check(abs(peer.at(0)["tempo"] - 90) < 0.01, "it fights on")


def two_connections_of_one_session(make_peer):
    """The session closes one of them, then refuses both: neither a busy loop nor a line for each attempt."""
    with Case(make_peer) as case:
        link = case.link()
        until(lambda: case.session.reports, "a report")
        case.session.accepts = False
        case.session.connections[0].shutdown(socket.SHUT_RDWR)
        before = seconds_of(link.pid)
        time.sleep(3)
        used = seconds_of(link.pid) - before
        check(used < 0.5, f"{used:.1f} s of processor time in 3 s")
        check(case.session.connects > 3, "it tries no more")
        check(sum("connected to" in line for line in link.said) == 1, f"said {link.said}")
        check(sum("waits for a session" in line for line in link.said) <= 2, f"said {link.said}")
        case.session.accepts = True
        until(lambda: sum("connected to" in line for line in link.said) == 2, "it connects again")


def seconds_of(process):
    fields = open(f"/proc/{process}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def impossible_paths(_):
    for path in ["", "/" + "x" * 123]:
        try:
            done = subprocess.run([ROOT + "/.build/link/ghostnote-link", "--socket", path], capture_output=True, text=True,
                                  timeout=10)
        except subprocess.TimeoutExpired:
            raise Failure(f"--socket “{path}” waits") from None
        check(done.returncode == 64, f"--socket “{path}”: exit status {done.returncode}")


CASES = [alone_keeps_tempo, adopts_tempo_in_any_order, leads_when_asked, joining_starts_and_stops_nobody, stop_after_joining, end_of_song,
         takes_bar_while_rolling, averages_what_trembles, gives_in, two_connections_of_one_session, impossible_paths]


def run(make_peer, only=None):
    """Runs all; returns the number that failed."""
    failed = 0
    for case in CASES:
        if only and only != case.__name__:
            continue
        try:
            case(make_peer)
            print(f"ok      {case.__name__.replace('_', ' ')}", flush=True)
        except Failure as failure:
            failed += 1
            print(f"FAILED  {case.__name__.replace('_', ' ')}: {failure}", flush=True)
    return failed
