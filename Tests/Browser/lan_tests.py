"""Ring 4: other devices of the network, friendly and hostile. 127.0.0.2 stands for the machine's address there."""

import base64
import http.client
import json
import os
import re
import socket
import ssl
import struct
import subprocess
import time
from contextlib import contextmanager

from bench import eventually
from clients import memory
from gaps import Gaps
from network import BadLink, BadNetwork
from selenium.common.exceptions import WebDriverException
from unharmed import unharmed

ADDRESS = "127.0.0.2"
NAME = socket.gethostname().split(".")[0].lower() + ".local"


class Lan:
    """A server that lets the network in, beside the bench's own."""

    def __init__(self, bench, port=0, *more, address=ADDRESS):
        self.bench = bench
        before = len(bench.log("ghostnote-remote"))
        self.process = bench.run(
            bench.products + "/ghostnote-remote", "--port", str(port), "--lan", "--address", address, *more,
            "--page", os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))) + "/Page")

        def link(who):
            # That of https comes later on a machine so busy that stunnel takes more than 5 s to start.
            return eventually(lambda: re.search(rf"{who}: (https?://\S+)\n", bench.log("ghostnote-remote")[before:]),
                              f"the link of {who} is printed", 60).group(1)

        self.phone, self.secure, self.owner = link("phones"), link("phones, with motion"), link("owner's devices")
        self.port = int(re.search(r":(\d+)/", self.phone).group(1))
        self.secure_port = int(re.search(r":(\d+)/", self.secure).group(1))
        self.token = self.phone.split("=")[1]
        self.authority = bench.folder + "/state/ghostnote/tls/authority"

    def stop(self):
        self.process.terminate()
        assert self.process.wait(30) == 0, self.bench.log("ghostnote-remote")[-2000:]

    def trusting(self):
        context = ssl.create_default_context(cafile=self.authority + "/ca.pem")
        return context

    def cookie(self, token=None):
        """Joins by http, and returns the cookie."""
        client = http.client.HTTPConnection(ADDRESS, self.port, timeout=30)
        client.request("POST", "/session", json.dumps({"token": token or self.token}), {
            "Content-Type": "application/json", "Origin": f"http://{ADDRESS}:{self.port}"})
        reply = client.getresponse()
        assert reply.status == 200, f"{reply.status} {reply.read()}"
        return reply.getheader("Set-Cookie").split(";")[0]

    def upgrade(self, cookie, path="/socket"):
        """A connection that asks to become a WebSocket; the reply is not awaited."""
        client = socket.create_connection((ADDRESS, self.port), 30)
        client.sendall((f"GET {path} HTTP/1.1\r\nHost: {ADDRESS}:{self.port}\r\nOrigin: http://{ADDRESS}:{self.port}\r\n"
                        f"Cookie: {cookie}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        return client

    def web_socket(self, cookie):
        """A WebSocket that is open. While the server still closes many others, another may be refused."""
        def opened():
            try:
                client = self.upgrade(cookie)
                head = b""
                # Byte by byte, so that no frame is taken.
                while not head.endswith(b"\r\n\r\n") and (byte := client.recv(1)):
                    head += byte
            except OSError:
                return None
            if head.startswith(b"HTTP/1.1 101 "):
                return client
            client.close()
            return None

        return eventually(opened, "a WebSocket opens")


def frame(payload, opcode=1):
    """A frame as a client sends it, with a mask of zeros."""
    count = len(payload)
    length = bytes([0x80 | count]) if count < 126 else b"\xfe" + struct.pack(">H", count)
    return bytes([0x80 | opcode]) + length + b"\0\0\0\0" + payload


def by_name(link):
    """By the machine's name: a browser takes loopback addresses for secure whatever the scheme."""
    return link.replace(ADDRESS, NAME)


def takes_connections(port):
    try:
        socket.create_connection((ADDRESS, port), 1).close()
        return True
    except OSError:
        return False


def refusal(page, address):
    """What the browser says instead of the page."""
    try:
        page.driver.get(address)
    except WebDriverException as error:
        return error.msg
    return page.driver.page_source


def test_a_phone_joins_by_https_once_the_authority_is_installed(bench, page, control):
    lan = Lan(bench)
    mapping = f"--host-resolver-rules=MAP {NAME} {ADDRESS}"
    stranger = bench.browser(390, 844, has_touch=True, flags=[mapping])
    assert "ERR_CERT_AUTHORITY_INVALID" in refusal(stranger, by_name(lan.secure)), "an unknown authority is refused"
    phone = bench.browser(390, 844, has_touch=True, flags=[mapping], authority=lan.authority + "/ca.pem")
    owner = by_name(lan.owner).replace("http:", "https:").replace(f":{lan.port}", f":{lan.secure_port}")
    phone.driver.get(by_name(lan.secure).replace("/phone#", "/#"))
    phone.is_ready()
    assert phone.js("return isSecureContext && !!globalThis.AudioWorkletNode && !!globalThis.DeviceMotionEvent")
    assert phone.js("return ghostnote.connection.access") == "play"
    assert phone.js("return document.cookie") == "" and "join" not in phone.js("return location.href")
    hits = len(control.hits_for(0.2))
    phone.js("return ghostnote.strike('kick', 99)")
    control.ask("watch hits")
    phone.js("return ghostnote.strike('snare', 98)")
    eventually(lambda: control.ask("status") and any(hit.get("drum") == "snare" for hit in control.hits), "it is heard")
    assert hits == 0
    # The cookie is enough from now on, and a better link gives more.
    phone.driver.get(f"https://{NAME}:{lan.secure_port}/")
    phone.is_ready()
    phone.driver.get("about:blank")
    phone.driver.get(owner)
    phone.is_ready()
    assert phone.js("return ghostnote.connection.access") == "files"
    # By http on the network the same page is there, without what needs https.
    phone.driver.get("about:blank")
    phone.driver.get(by_name(lan.phone).replace("/phone#", "/#"))
    phone.is_ready()
    assert phone.js("return isSecureContext") is False
    assert phone.js("return ghostnote.connection.access") == "play"
    phone.shoot("phone-https")
    lan.stop()


def test_the_authority_cannot_vouch_for_other_names(bench, page, control):
    lan = Lan(bench)
    folder = bench.folder + "/evil"
    os.makedirs(folder, exist_ok=True)
    with open(folder + "/names", "w", encoding="utf-8") as file:
        file.write("subjectAltName = DNS:example.com\nextendedKeyUsage = serverAuth\n")
    for words in (
            ["req", "-new", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=example.com", "-keyout", "key", "-out", "csr"],
            ["x509", "-req", "-in", "csr", "-CA", lan.authority + "/ca.pem", "-CAkey", lan.authority + "/ca.key",
             "-set_serial", "7", "-days", "30", "-extfile", "names", "-out", "pem"]):
        subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)
    port = lan.secure_port + 20
    server = bench.run("openssl", "s_server", "-accept", f"{ADDRESS}:{port}", "-cert", folder + "/pem",
                       "-key", folder + "/key", "-www", "-quiet")
    browser = bench.browser(flags=[f"--host-resolver-rules=MAP example.com {ADDRESS}"], authority=lan.authority + "/ca.pem")
    eventually(lambda: takes_connections(port), "the impostor listens")
    said = refusal(browser, f"https://example.com:{port}/")
    assert "ERR_CERT" in said, said
    server.terminate()
    lan.stop()


def test_an_expired_certificate_is_refused_and_the_next_start_makes_another(bench, page, control):
    lan = Lan(bench)
    folder = bench.folder + "/expired"
    os.makedirs(folder, exist_ok=True)
    for name in ("index", "rand"):
        open(f"{folder}/{name}", "w", encoding="utf-8").close()
    with open(folder + "/cnf", "w", encoding="utf-8") as file:
        file.write(f"[ca]\ndefault_ca=own\n[own]\ndatabase={folder}/index\nnew_certs_dir={folder}\nserial={folder}/serial\n"
                   "default_md=sha256\npolicy=any\n[any]\ncommonName=supplied\n[leaf]\nextendedKeyUsage=serverAuth\n"
                   f"subjectAltName=DNS:{NAME},IP:{ADDRESS}\n")
    for words in (
            ["req", "-new", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=Ghostnote", "-keyout", "key", "-out", "csr"],
            ["ca", "-batch", "-config", "cnf", "-rand_serial", "-in", "csr", "-out", "pem", "-cert", lan.authority + "/ca.pem", "-keyfile",
             lan.authority + "/ca.key", "-extensions", "leaf", "-startdate", "20200101000000Z", "-enddate", "20200401000000Z", "-notext"]):
        subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)
    browser = bench.browser(flags=[f"--host-resolver-rules=MAP {NAME} {ADDRESS}"], authority=lan.authority + "/ca.pem")
    browser.driver.get(by_name(lan.secure))
    port = lan.secure_port + 20
    server = bench.run("openssl", "s_server", "-accept", f"{ADDRESS}:{port}", "-cert", folder + "/pem", "-key", folder + "/key",
                       "-www", "-quiet")
    eventually(lambda: takes_connections(port), "a server with it listens")
    said = refusal(browser, f"https://{NAME}:{port}/")
    assert "ERR_CERT_DATE_INVALID" in said, said
    server.terminate()

    def leaf():
        return ssl.get_server_certificate((ADDRESS, lan.secure_port))

    first = leaf()
    lan.stop()
    lan = Lan(bench, lan.port)
    eventually(lambda: leaf() != first, "each start makes another certificate")
    context = lan.trusting()
    with context.wrap_socket(socket.create_connection((ADDRESS, lan.secure_port), 10), server_hostname=ADDRESS) as client:
        days = (ssl.cert_time_to_seconds(client.getpeercert()["notAfter"]) - time.time()) / 86_400
    # It is made again after 30 while the server runs (RemoteTests), so that a page never meets one that has expired.
    assert 88 < days < 91, days
    browser.driver.get(by_name(lan.secure))
    browser.find("input, .drumpad, .waiting")
    browser.quit()
    bench.browsers.remove(browser)
    lan.stop()


def test_the_page_that_helps_to_install_the_certificate(bench, page, control):
    lan = Lan(bench)
    page.resize(390, 844)
    page.driver.get(f"http://{ADDRESS}:{lan.port}/trust.html")
    shown = eventually(lambda: page.js("return document.getElementById('fingerprint').textContent.length > 90"
                                       " && document.getElementById('fingerprint').textContent"), "the fingerprint")
    assert shown in bench.log("ghostnote-remote")
    assert page.js("return document.documentElement.scrollWidth <= innerWidth")
    page.shoot("trust")
    lan.stop()


def test_a_page_whose_link_was_made_worthless_says_how_to_get_in_again(bench, page, control):
    lan = Lan(bench)
    other = bench.browser(flags=[f"--host-resolver-rules=MAP {NAME} {ADDRESS}"])
    other.driver.get(by_name(lan.owner))
    other.is_ready()
    phone = bench.browser(390, 844, has_touch=True, flags=[f"--host-resolver-rules=MAP {NAME} {ADDRESS}"])
    phone.driver.get(by_name(lan.phone))
    phone.press(".go")
    eventually(lambda: phone.js("return !!phone.own"), "the phone has joined")
    lan.stop()
    again = Lan(bench, lan.port, "--new-links")
    eventually(lambda: "scan the QR code" in other.js("return document.querySelector('.warning').textContent"),
               "the page says how to get in")
    eventually(lambda: "not valid" in phone.js("return document.querySelector('h1')?.textContent ?? ''"), "so does the phone")
    other.shoot("locked-out")
    # A new link pasted into each tab lets it in. Its own address is the same but for the part after #.
    other.driver.get(by_name(again.owner))
    other.is_ready()
    assert other.js("return document.querySelector('.warning').hidden")
    phone.driver.get(by_name(again.phone))
    eventually(lambda: phone.js("return !!globalThis.phone?.own"), "the phone has joined again")
    assert not any("join" in browser.js("return location.href") for browser in (other, phone))
    # The stage has its cookie from the page by now.
    for _ in range(2):
        other.js("globalThis.isOld = true")
        other.driver.get(by_name(again.owner).replace("/#", "/stage#"))
        eventually(lambda: other.js("return !globalThis.isOld && !!globalThis.stage?.store?.state"), "the link loads the stage")
        assert "join" not in other.js("return location.href")
    again.stop()


# A server that makes each page wait that is opened: its first requests to join are refused as the server refuses them.
BUSY = """
globalThis.refusals = 0;
const plain = globalThis.fetch;
globalThis.fetch = (...words) => {
  if (words[0] !== '/session' || words[1]?.method !== 'POST' || sessionStorage.getItem('isFree')) return plain(...words);
  globalThis.refusals++;
  return Promise.resolve(new Response('too many joined from this address; wait a minute\\n', { status: 429 }));
};"""


def test_a_guest_who_has_to_wait_reads_so_and_is_let_in_later_also_after_a_reload(bench, page, control):
    lan = Lan(bench)
    for link, said in ((lan.phone, "return document.getElementById('phone').textContent"),
                       (lan.owner, "return document.getElementById('notices').textContent"),
                       (lan.owner.replace("/#", "/stage#"), "return document.getElementById('song').textContent")):
        guest = bench.browser(390, 844, has_touch=True, flags=[f"--host-resolver-rules=MAP {NAME} {ADDRESS}"])
        guest.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": BUSY})
        guest.driver.get(by_name(link))
        for _ in range(2):
            eventually(lambda: "wait a minute" in guest.js(said), "the page says why it waits")
            assert "link" not in guest.js(said), "nothing is wrong with the link"
            assert "join=" not in guest.js("return location.href")
            guest.driver.refresh()
        eventually(lambda: guest.js("return globalThis.refusals > 1"), "it is tried again by itself")
        guest.js("sessionStorage.setItem('isFree', 'yes')")
        eventually(lambda: guest.js("return fetch('/session').then((reply) => reply.ok)"), "the guest is let in")
        eventually(lambda: "wait a minute" not in guest.js(said), "and reads it no longer")
        assert guest.js("return sessionStorage.getItem('join')") is None
        guest.quit()
        bench.browsers.remove(guest)
    lan.stop()


def sent(port, data, context=None, wait=0.3):
    """Sends bytes, and drops what comes back."""
    client = socket.create_connection((ADDRESS, port), 10)
    try:
        if context:
            client = context.wrap_socket(client, server_hostname=ADDRESS)
        client.settimeout(wait)
        client.sendall(data)
        client.recv(65_536)
    except (OSError, ssl.SSLError):
        pass
    client.close()


def test_attacks_leave_no_trace_in_sound_memory_or_replies(bench, page, control):
    """The list's kinds in numbers, while the session plays: xruns, memory and replies as before."""
    lan = Lan(bench)
    control.ask("load rock")
    control.ask("play")
    cookie, host = lan.cookie(), f"Host: {ADDRESS}:{lan.port}\r\n"
    owner = lan.cookie(lan.owner.split("=")[1])

    def requests():
        for target in ("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/" + "a" * 9_000, "/socket", "/session", "*"):
            sent(lan.port, f"GET {target} HTTP/1.1\r\n{host}\r\n".encode())
        sent(lan.port, b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n")
        sent(lan.port, f"POST /session HTTP/1.1\r\n{host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n".encode())
        sent(lan.port, f"GET / HTTP/1.1\r\n{host}X: {'a' * 100_000}\r\n\r\n".encode())
        sent(lan.port, os.urandom(20_000))

    def tls():
        sent(lan.secure_port, f"GET / HTTP/1.1\r\n{host}\r\n".encode())
        sent(lan.secure_port, os.urandom(20_000))
        sent(lan.secure_port, b"\x16\x03\x01\xff\xff" + b"\0" * 60_000)
        sent(lan.secure_port, f"GET / HTTP/1.1\r\n{host}\r\n".encode(), lan.trusting())

    def connections():
        held = []
        for _ in range(300):
            held.append(socket.create_connection((ADDRESS, lan.port), 10))
        for client in held:
            client.close()

    def slow_readers():
        held = [lan.web_socket(cookie) for _ in range(4)] + [lan.upgrade(cookie, "/listen") for _ in range(6)]
        for client in held[:4]:
            client.sendall(frame(b"@w watch state hits levels ahead log"))
        time.sleep(3)
        for client in held:
            client.close()

    def hits():
        client = lan.web_socket(cookie)
        client.settimeout(0.05)
        flood = frame(b"hit kick 1") * 5_000
        try:
            client.sendall(flood)
        except OSError:
            pass
        client.close()

    def edits():
        client = lan.web_socket(owner)
        client.settimeout(10)
        # A change each: what changes nothing is no step back, and the loading of the patch would be undone.
        for number in range(400):
            client.sendall(frame(f"step kick {number % 16 + 1} {7 + number % 3}".encode()) + frame(b"undo"))
        client.sendall(frame(b"@end status"))
        seen = b""
        while b"@end" not in seen:
            seen = seen[-64:] + client.recv(65_536)
        client.close()

    def lines():
        client = lan.web_socket(owner)
        client.settimeout(10)
        odd = ["load /etc/passwd", "save ../../x", "export README", "import /etc/passwd", "quit", "tempo nan", "tempo 1e308",
               "hit kick -1", "source x", "reload", "load <script>alert(1)</script>", "name \u202e\u2028<b>", "kit /dev/zero"]
        for line in odd:
            client.sendall(frame(line.encode()))
        client.sendall(frame(b"@end status"))
        seen = b""
        while b"@end" not in seen:
            seen = seen[-64:] + client.recv(65_536)
        client.close()

    attacks = [requests, tls, connections, slow_readers, hits, edits, lines]
    # Before, so that what is made on first use is there: once, and edits until the heap has room for all their steps back,
    # which takes a young session longer. What leaks never comes to rest, and is found below.
    for attack in attacks:
        attack()
    for _ in range(6):
        before = memory(bench.daemon)
        for _ in range(3):
            edits()
        if memory(bench.daemon) - before < 128:
            break
    for attack in attacks:
        with unharmed(bench, attack.__name__, lan.process, most=1_024):
            for _ in range(3):
                attack()
                assert control.ask("status")["status"], attack.__name__
    assert eventually(lambda: lan.cookie(), "a phone joins as before")
    eventually(lambda: control.look()["transport"]["rolling"], "the music goes on")
    assert not os.path.exists(bench.folder + "/README")
    control.ask("stop")
    lan.stop()


def midi_file():
    """Four kicks, one on each beat, and a snare on the second and the fourth."""
    events = b""
    for beat in range(4):
        events += b"\x00\x99\x24\x70"
        if beat % 2:
            events += b"\x00\x99\x26\x60"
        events += b"\x60\x89\x24\x00"
    events += b"\x00\xff\x2f\x00"
    return b"MThd" + struct.pack(">IHHH", 6, 0, 1, 96) + b"MTrk" + struct.pack(">I", len(events)) + events


def test_a_midi_file_dropped_on_the_page_plays_and_one_is_taken_away(bench, page, control):
    page.open("song")

    def drop(name):
        page.js("""
            const bytes = Uint8Array.from(atob(arguments[0]), (letter) => letter.charCodeAt(0));
            const transfer = new DataTransfer();
            transfer.items.add(new File([bytes], arguments[1], { type: 'audio/midi' }));
            for (const kind of ['dragover', 'drop']) {
              document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: transfer, bubbles: true, cancelable: true }));
            }""", base64.b64encode(midi_file()).decode(), name)

    drop("four to the floor.mid")

    def lanes():
        return {lane["voice"]: lane["steps"] for lane in control.look()["pattern"]["lanes"]}
    eventually(lambda: sum(step is not None for step in lanes().get("kick", [])) == 4, "four kicks are in the pattern")
    assert sum(step is not None for step in lanes()["snare"]) == 2
    assert control.look()["history"]["undo"][0] == "import four to the floor.mid"
    control.ask("undo")
    drop("Grün.mid")
    eventually(lambda: control.look()["history"]["undo"][:1] == ["import Grun.mid"], "a letter stays without its accent")
    control.ask("watch hits")
    control.hits = []
    control.ask("play")
    eventually(lambda: control.ask("status") and {"kick", "snare"} <= {hit["drum"] for hit in control.hits}, "both are struck")
    control.ask("watch")
    control.ask("stop")
    taken = page.driver.execute_async_script("""
        const done = arguments[arguments.length - 1];
        fetch('/pattern.mid').then(async (response) => done([response.status, response.headers.get('content-disposition'),
          btoa(String.fromCharCode(...new Uint8Array(await response.arrayBuffer())))]));""")
    assert taken[0] == 200 and "pattern.mid" in taken[1]
    file = base64.b64decode(taken[2])
    # Note-ons on channel 10, running status or not: the kick four times.
    assert file.startswith(b"MThd") and len(re.findall(rb"\x24[\x01-\x7f]", file)) >= 4, file.hex()
    refused = page.driver.execute_async_script("""
        const done = arguments[arguments.length - 1];
        fetch('/midi?x', { method: 'POST', headers: { 'Content-Type': 'audio/midi' }, body: 'MThd' }).then(
          async (response) => done([response.status, await response.text()]));""")
    assert refused[0] == 422 and bench.folder not in refused[1], refused
    page.problems()


def begin(page, target):
    """Begins to listen with a target in milliseconds."""
    page.press(".listen")
    eventually(lambda: page.js("return !!ghostnote.transport.listening.node"), "it listens")
    page.js("ghostnote.transport.listening.node.port.postMessage({ target: arguments[0] * 48 })", target)
    eventually(lambda: page.js("return ghostnote.transport.listening.milliseconds") > target * 0.8, "the ring fills", 60)


def listen(page, seconds):
    """Stretches, and the wait in the page, while it listens for some time."""
    before = page.js("return ghostnote.transport.listening.heard.stretches")
    waits, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(min(5, seconds / 4))
        waits.append(page.js("return ghostnote.transport.listening.milliseconds"))
    return page.js("return ghostnote.transport.listening.heard.stretches") - before, sum(waits) / len(waits)


@contextmanager
def bad_network(bench):
    """A bad network, a page that is reached over it, and the server of that page."""
    try:
        link = BadLink()
    except OSError as error:
        print(f"  without a network of its own ({error}): what is lost and late is so as TCP shows it")
        link = BadNetwork(bench.port)
        page = bench.browser()
        page.driver.get(f"http://127.0.0.1:{link.own_port}/#grid")
        server = bench.remote
    else:
        lan = Lan(bench, address=BadLink.near)
        host = f"{NAME}:{lan.port}"
        # By http a page has a worklet where its origin is one to be trusted.
        page = bench.browser(flags=[f"--host-resolver-rules=MAP {NAME} {BadLink.far}",
                                    f"--unsafely-treat-insecure-origin-as-secure=http://{host}"])
        page.driver.get(lan.owner.replace(BadLink.near, NAME))
        server = lan.process
    page.is_ready()
    try:
        yield link, page, server
    finally:
        page.quit()
        bench.browsers.remove(page)
        if server is not bench.remote:
            lan.stop()
        link.stop()


def test_listening_over_a_bad_network(bench, page, control):
    """20 ms jitter and 1 % loss at a target of 120 ms; GHOSTNOTE_SECONDS says for how long."""
    seconds = float(os.environ.get("GHOSTNOTE_SECONDS", "20"))
    control.ask("load rock")
    control.ask("play")
    page.driver.get("about:blank")
    with bad_network(bench) as (network, far, server):
        begin(far, 120)
        with Gaps(bench, far, server) as gaps:
            stretches, wait = listen(far, seconds)
        print(f"  {seconds:.0f} s at 120 ms: {gaps}; {stretches} stretches, {wait:.0f} ms wait;"
              f" {network.lost} of {network.segments} segments lost")
    assert not gaps.own, gaps.own
    control.ask("stop")


def test_listening_by_http_on_the_network_schedules_buffers(bench, page, control):
    lan = Lan(bench)
    control.ask("load rock")
    control.ask("play")
    phone = bench.browser(flags=[f"--host-resolver-rules=MAP {NAME} {ADDRESS}"])
    phone.driver.get(by_name(lan.phone).replace("/phone#", "/#"))
    phone.is_ready()
    assert phone.js("return isSecureContext") is False
    phone.press(".listen")
    eventually(lambda: phone.js("return ghostnote.transport.listening.scheduled?.next > 1"), "buffers are scheduled")
    time.sleep(5)
    gaps, wait = phone.js("return [ghostnote.transport.listening.gaps, ghostnote.transport.listening.milliseconds]")
    print(f"  by scheduled buffers: {wait:.0f} ms wait, {gaps} gaps in 5 s")
    assert 0 < wait < 400, wait
    phone.press(".listen")
    control.ask("stop")
    lan.stop()
