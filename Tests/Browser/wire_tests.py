"""Ring 4: bytes that no browser sends, to the real programs while the session plays."""

import socket
import struct

from bench import eventually
from clients import Clients
from unharmed import unharmed

MIDI = "Content-Type: audio/midi\r\n"


def answered(port, request, wait=3.0):
    """The statuses of what comes back, and whether the server closed. A server that waits for more says nothing."""
    with socket.create_connection(("127.0.0.1", port), 10) as client:
        client.settimeout(wait)
        got, is_closed = b"", False
        try:
            client.sendall(request.encode("latin-1"))
            while not is_closed:
                more = client.recv(65_536)
                got, is_closed = got + more, not more
        except ConnectionError:
            is_closed = True
        except OSError:
            pass
    heads = [head.split(b"\r\n", 1)[0] for head in got.split(b"HTTP/1.1 ")[1:]]
    return [int(head[:3]) for head in heads], is_closed


def requests(host):
    """What is asked, and the statuses that it may get; none where the server waits for more or closes without a word."""
    origin = f"Host: {host}\r\nOrigin: http://{host}\r\n"
    chunked = f"POST /midi?x HTTP/1.1\r\n{origin}{MIDI}Transfer-Encoding: chunked\r\n\r\n"
    rows = [
        ("a folded header", f"GET / HTTP/1.1\r\nHost: {host}\r\nX: a\r\n b\r\n\r\n", [400]),
        ("a header folded by a tab", f"GET / HTTP/1.1\r\nHost: {host}\r\nX: a\r\n\tb\r\n\r\n", [400]),
        ("a folded host", f"GET / HTTP/1.1\r\nHost:\r\n {host}\r\n\r\n", [400]),
        ("a folded encoding", f"POST /midi?x HTTP/1.1\r\n{origin}{MIDI}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n", [400]),
        ("a blank before the first header", f"GET / HTTP/1.1\r\n Host: {host}\r\n\r\n", [400]),
        ("a blank before the colon", f"GET / HTTP/1.1\r\nHost : {host}\r\n\r\n", [400]),
        ("lines without a carriage return", f"GET / HTTP/1.1\nHost: {host}\n\n", [400]),
        ("a carriage return in a header", f"GET / HTTP/1.1\r\nHost: {host}\r\nX: a\rY: b\r\n\r\n", [400]),
        ("a null in a header", f"GET / HTTP/1.1\r\nHost: {host}\r\nX: a\0b\r\n\r\n", [400]),
        ("a trailer that names a host", chunked + "4\r\nMThd\r\n0\r\nHost: evil.example\r\n\r\n", [400, 422]),
    ]
    # One response to one request: where the connection is closed after it, what follows is not carried out.
    rows.append(("a request after one that closes", f"POST /midi?x HTTP/1.1\r\n{origin}{MIDI}Content-Length: 4\r\n\r\nMThd"
                 f"GET /none HTTP/1.1\r\nHost: {host}\r\n\r\n", [422]))
    for size in ("-1", "+4", " 4", "0x4", "4_0", "zz", "", "f" * 17, "4\n", "4;\0"):
        rows.append((f"a chunk of {size!r} bytes", chunked + f"{size}\r\nMThd\r\n0\r\n\r\n", [400]))
    rows += [
        ("a chunk longer than it says", chunked + "2\r\nMThd\r\n0\r\n\r\n", [400]),
        ("a chunk shorter than it says", chunked + "9\r\nMThd\r\n0\r\n\r\n", []),
        ("a chunk of 2⁶³−1 bytes", chunked + "7fffffffffffffff\r\nMThd", []),
    ]
    for encoding in ("xchunked", "identity", "chunked, identity", "chunked, chunked", "\x0bchunked"):
        rows.append((f"the encoding {encoding!r}",
                     f"POST /midi?x HTTP/1.1\r\n{origin}{MIDI}Transfer-Encoding: {encoding}\r\n\r\n4\r\nMThd\r\n0\r\n\r\n", [400]))
    for length in ("+4", "-4", "4, 4", "4,5", "0x4", "4e0", "", "9" * 20):
        rows.append((f"a length of {length!r}",
                     f"POST /midi?x HTTP/1.1\r\n{origin}{MIDI}Content-Length: {length}\r\n\r\nMThd", [400]))
    for key in ("a", "AAAA", "!" * 22 + "==", "YWFhYWFhYWFhYWFhYWFhYWE=", "A" * 10_000):
        rows.append((f"a WebSocket's key {key[:30]!r}",
                     f"GET /socket HTTP/1.1\r\n{origin}Upgrade: websocket\r\nConnection: Upgrade\r\n"
                     f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n", [400, 426]))
    return rows


def test_requests_that_break_the_rules_are_refused(bench, page, control):
    control.ask("load rock")
    control.ask("play")
    with unharmed(bench, "requests that break the rules"):
        for name, request, allowed in requests(f"127.0.0.1:{bench.port}"):
            statuses, is_closed = answered(bench.port, request, wait=1.0 if not allowed else 20.0)
            if allowed:
                # One response to one request: what follows a broken one is no request.
                assert len(statuses) == 1 and statuses[0] in allowed and is_closed, f"{name}: {statuses}"
            else:
                assert statuses == [], f"{name}: {statuses}"
        status, _ = answered(bench.port, f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{bench.port}\r\nConnection: close\r\n\r\n")
        assert status == [200], "the same without a fault is served"
    control.ask("stop")


def closing(*codes, reason=b""):
    return [struct.pack(">H", code) + reason for code in codes]


def ending(client):
    """What a WebSocket hears at the end: the code of the close; None where the server closed without one."""
    client.settimeout(20)
    got = b""
    try:
        while more := client.recv(65_536):
            got += more
    except ConnectionError:
        pass
    return struct.unpack(">H", got[-2:])[0] if got[-4:-2] == b"\x88\x02" else None


def test_a_close_with_a_bad_code_closes(bench, page, control):
    control.ask("load rock")
    control.ask("play")
    # Where jackd stands still it begins later.
    eventually(lambda: control.look()["transport"]["rolling"], "it plays")
    # A byte alone, codes that may not be sent or are nobody's, a reason that is not UTF-8 or as long as may be.
    bodies = [b"", b"\x03", *closing(0, 999, 1000, 1004, 1005, 1006, 1015, 1016, 2999, 3000, 5000, 65_535),
              *closing(1000, reason=b"\xff\xfe"), *closing(1000, reason=b"a" * 123)]
    well_formed = [b"", *closing(1000, 3000), *closing(1000, reason=b"a" * 123)]
    with unharmed(bench, "closes with bad codes"):
        for path in ("/socket", "/listen", "/seat"):
            for body in bodies:
                client = eventually(lambda: opened(bench.port, path), f"{path} opens")
                client.sendall(frame(body, 8) + frame(b"stop", 1))
                code = ending(client)
                assert code == (1000 if body in well_formed else 1002), f"{path}, {body[:4]!r}: {code}"
                client.close()
        assert control.look()["transport"]["rolling"], "nothing after a close is carried out"
    control.ask("stop")


def opened(port, path):
    """A WebSocket; None while the server is still closing those before it."""
    try:
        return Clients(port).open(path)
    except (AssertionError, OSError):
        return None


def frame(payload, opcode):
    return bytes([0x80 | opcode, 0x80 | len(payload)]) + b"\0\0\0\0" + payload
