"""What ring 4 is made of: a jackd, a daemon, a page's server, a browser, and a client of the control socket."""

import array
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


# Seconds by which each page hears of everything later, and how many times slower its scripts run.
DELAY = float(os.environ.get("GHOSTNOTE_PAGE_DELAY", "0"))
IS_DELAY_ASKED = "GHOSTNOTE_PAGE_DELAY" in os.environ
SLOWNESS = float(os.environ.get("GHOSTNOTE_PAGE_SLOWNESS", "1"))

# What a WebSocket hears comes later, in order; but for the clock's trips, since no clock can tell that one way is
# longer than the other. Sound and the sockets of phones are left as they are.
LATER = """
const milliseconds = %r, Plain = WebSocket;
globalThis.WebSocket = class extends Plain {
    addEventListener(kind, act, options) {
        if (kind !== 'message' || !this.url.endsWith('/socket')) return super.addEventListener(kind, act, options);
        super.addEventListener(kind, (event) => {
            if (String(event.data).startsWith('{"sync"')) act(event);
            else setTimeout(() => { if (this.readyState === Plain.OPEN) act(event); }, milliseconds);
        }, options);
    }
};
"""


def eventually(condition, what, within=30.0):
    """Waits until a condition holds, and returns what it gave. What it looks for may be missing until then."""
    deadline = time.monotonic() + within
    while True:
        found, missing = None, None
        try:
            found = condition()
        except LookupError as error:
            missing = error
        if found:
            return found
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {within:g} s: {what}") from missing
        time.sleep(0.03)


class Control:
    """A client of the control socket: what the page shows is compared with what it says."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(30)
        self.socket.connect(path)
        self.file = self.socket.makefile("rwb")
        self.hits = []
        self.state = None

    def line(self):
        text = self.file.readline().decode()
        if not text:
            raise AssertionError("the session closed the connection")
        return text.rstrip("\n")

    def ask(self, command):
        """The reply to a command; events that come before it are kept."""
        self.file.write(f"@q {command}\n".encode())
        self.file.flush()
        while True:
            text = self.line()
            if text.startswith("@q "):
                assert text.startswith("@q ok"), f"{command}: {text}"
                return json.loads(text[6:]) if len(text) > 6 else None
            self.take(text)

    def take(self, text):
        event = json.loads(text)
        self.hits += event.get("hits", [])

    def look(self):
        """How things stand: a new seed."""
        self.file.write(b"watch\nwatch state\n")
        self.file.flush()
        while True:
            text = self.line()
            # Differences that were on their way come first; the drummer's settings have a seed as well.
            state = json.loads(text).get("state", {}) if text.startswith("{") else {}
            if "seed" in state:
                self.revision = state["revision"]
                return state["seed"]

    def hits_for(self, seconds):
        """What is struck in a time."""
        self.ask("watch hits")
        self.hits = []
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            self.ask("status")
            time.sleep(0.05)
        self.ask("watch")
        return self.hits

    def sound(self, seconds):
        """Samples of the left side at 48 kHz, -32768 to 32767."""
        self.ask("listen")
        wanted = int(seconds * 48_000) * 4
        data = self.file.read(wanted)
        return array.array("h", data)[::2]


class NoBrowser(Exception):
    """Chromium or its driver is not installed."""


def browser_programs():
    """The paths of Chromium (or Chrome) and of its driver, from PATH."""
    for browser, driver in (("chromium", "chromedriver"), ("google-chrome", "chromedriver"), ("chromium", "chromium.chromedriver")):
        found = shutil.which(browser), shutil.which(driver)
        if all(found):
            return found
    raise NoBrowser("no chromium and chromedriver on PATH")


def onsets(samples, threshold=1_500, rest=0.12):
    """Seconds at which sound begins after quieter sound: the peak of 2 ms is twice that of the 30 ms before."""
    block = 96
    peaks = [max(map(abs, samples[at:at + block])) for at in range(0, len(samples) - block, block)]
    found = []
    for index in range(15, len(peaks)):
        before = max(peaks[index - 15:index])
        if peaks[index] > threshold and peaks[index] > 2 * before:
            at = index * block / 48_000
            if not found or at - found[-1] > rest:
                found.append(at)
    return found


def real_time():
    """The arguments of jackd for its priority: real time, as on a machine for music, where this user may have it.

    A browser that draws without a graphics card, with a better nice value where root starts it, leaves a jackd without
    priority no processor on a machine that is busy already.
    """
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))
    except OSError:
        return ["-r"]
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    return ["-R", "-P", "10"]


class Bench:
    """Everything that runs; stops all of it at the end."""

    def __init__(self, products):
        self.products = products
        self.folder = tempfile.mkdtemp(prefix="gn-browser-")
        os.chmod(self.folder, 0o700)
        self.jack_name = f"ghostnote-browser-{os.getpid()}"
        self.environment = dict(
            os.environ, XDG_RUNTIME_DIR=self.folder, XDG_STATE_HOME=self.folder + "/state",
            XDG_DATA_HOME=self.folder + "/data", JACK_DEFAULT_SERVER=self.jack_name, JACK_NO_START_SERVER="1")
        self.processes = []
        self.browsers = []
        self.daemon = self.remote = None
        self.jack = self.run("jackd", "-n", self.jack_name, "-S", *real_time(), "-d", "dummy", "-r", "48000", "-p", "512")
        eventually(self.jack_is_up, "jackd is up", 120)

    def run(self, *words):
        log = open(os.path.join(self.folder, os.path.basename(words[0]) + ".log"), "ab")
        process = subprocess.Popen(
            words, env=self.environment, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.processes.append(process)
        return process

    def log(self, name):
        with open(os.path.join(self.folder, name + ".log"), encoding="utf-8", errors="replace") as file:
            return file.read()

    def jack_is_up(self):
        # It hangs with a server that is starting.
        try:
            return subprocess.run(
                ["jack_lsp"], env=self.environment, timeout=5, check=False,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0
        except subprocess.TimeoutExpired:
            return False

    def start_daemon(self, patch="empty", *more):
        self.daemon = self.run(
            self.products + "/ghostnote", "run", patch, "--audio", "jack", "--midi", "none", "--control", "none",
            "--no-autoconnect", *more)
        path = self.folder + "/ghostnote/Ghostnote.sock"

        def connect():
            try:
                return Control(path)
            except OSError:
                return None

        control = eventually(connect, "the session is there", 60)
        control.ask("status")
        return control

    def control(self):
        return Control(self.folder + "/ghostnote/Ghostnote.sock")

    def stop_daemon(self, number=signal.SIGTERM):
        self.daemon.send_signal(number)
        status = self.daemon.wait(30)
        assert number != signal.SIGTERM or status == 0, self.end_of(self.daemon)

    def start_remote(self, port=0, *more):
        before = len(self.log("ghostnote-remote")) if self.remote else 0
        self.remote = self.run(
            self.products + "/ghostnote-remote", "--port", str(port), "--page", ROOT + "/Page", *more)
        line = eventually(lambda: [
            text for text in self.log("ghostnote-remote")[before:].split("\n") if text.startswith("page: ")],
            "the page is served")[0]
        self.address = line.split(" ", 1)[1]
        self.port = int(self.address.rstrip("/").rsplit(":", 1)[1])

    def stop_remote(self):
        self.remote.terminate()
        assert self.remote.wait(30) == 0, self.end_of(self.remote)

    def end_of(self, process):
        """How the daemon or the page's server ended, and what it said last."""
        name = "ghostnote" if process is self.daemon else "ghostnote-remote"
        return f"{name} has ended with status {process.returncode}:\n{self.log(name)[-2000:]}"

    def has_all(self):
        """Fails where the daemon or the page's server has ended."""
        for process in (self.daemon, self.remote):
            assert process.poll() is None, self.end_of(process)

    def restore(self):
        """Goes on after a test that failed: with a daemon where there is none, and with another server of the page."""
        for process in (self.daemon, self.remote):
            # A test may have stopped it for a while.
            process.send_signal(signal.SIGCONT)
        if self.daemon.poll() is not None:
            self.start_daemon()
        self.remote.terminate()
        self.remote.wait(30)
        self.start_remote(self.port)

    def web_socket_trips(self, count):
        """Milliseconds from a strike sent by a WebSocket to its reply, sorted."""
        host = f"127.0.0.1:{self.port}"
        client = socket.create_connection(("127.0.0.1", self.port), 30)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.sendall((f"GET /socket HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
                        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                        "Sec-WebSocket-Version: 13\r\n\r\n").encode())
        received = b""
        while b'"here":true' not in received:
            received += client.recv(65_536)
        line = b"@q hit kick 40"
        frame = bytes([0x81, 0x80 | len(line), 0, 0, 0, 0]) + line
        trips = []
        for _ in range(count):
            begin, received = time.perf_counter(), b""
            client.sendall(frame)
            while b"@q ok" not in received:
                received += client.recv(65_536)
            trips.append((time.perf_counter() - begin) * 1_000)
            # More than 64 in 20 ms would wait at the server's limit.
            time.sleep(0.001)
        client.close()
        return sorted(trips)

    def browser(self, width=1280, height=800, scheme="dark", has_touch=False, flags=(), authority=None):
        """A browser; with the certificate of an authority that its user installed."""
        options = Options()
        for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                     "--force-color-profile=srgb", "--disable-dev-shm-usage", "--disable-background-networking",
                     # A process that waits for the next site costs as much as one that is used.
                     "--disable-features=SpareRendererForSitePerProcess",
                     "--disable-component-update", "--autoplay-policy=no-user-gesture-required", "--no-first-run", f"--window-size={width},{height}"):
            options.add_argument(flag)
        for flag in flags:
            options.add_argument(flag)
        environment = dict(os.environ)
        if authority:
            home = tempfile.mkdtemp(prefix="home-", dir=self.folder)
            store = home + "/.pki/nssdb"
            os.makedirs(store)
            for words in (["-N", "--empty-password"], ["-A", "-t", "C,,", "-n", "Ghostnote", "-i", authority]):
                subprocess.run(["certutil", "-d", "sql:" + store, *words], check=True, capture_output=True)
            environment["HOME"] = home
        options.binary_location, driver_path = browser_programs()
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        driver = webdriver.Chrome(options=options, service=Service(driver_path, env=environment))
        driver.set_page_load_timeout(60)
        driver.set_script_timeout(60)
        page = Page(driver, self)
        page.delay(DELAY)
        if SLOWNESS > 1:
            driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": SLOWNESS})
        page.resize(width, height, scheme, has_touch)
        self.browsers.append(page)
        return page

    def open_stage(self, page):
        """Shows the stage in a browser."""
        page.driver.get(f"{self.address}stage")
        eventually(lambda: page.js("return !!globalThis.stage?.store?.state && !Number.isNaN(stage.clock.offset)"
                                   " && stage.phones.seats.length > 0"), "the stage is shown", 60)
        return page

    def phones(self, count):
        """A browser with a window for each phone, whose motion a test overrides."""
        page = self.browser(390, 844, has_touch=True)
        return [Phone(page, index) for index in range(count)]

    def stop(self):
        """Ends all of it; returns how the daemon and the page's server ended, of each whose status is not 0."""
        for page in self.browsers:
            page.quit()
        # Its JACK server last, or a session would lose that while it ends.
        for processes in ([process for process in self.processes if process is not self.jack], [self.jack]):
            end(processes)
        problems = [self.end_of(process) for process in (self.daemon, self.remote) if process and process.returncode != 0]
        shutil.rmtree(self.folder, ignore_errors=True)
        return problems


def end(processes):
    """Asks processes to end, the last that was started first, and kills those that do not within 20 s."""
    for process in reversed(processes):
        if process.poll() is None:
            process.terminate()
    for process in reversed(processes):
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class Phone:
    """A window of a browser that shows /phone, held like a stick along its z axis."""

    SENSORS = ("accelerometer", "linear-acceleration", "gyroscope")
    # What the player of these tests is like, so that none has to be calibrated.
    PLAYER = '{"axis":[0,0,1],"soft":15,"loud":60,"rise":1600}'

    def __init__(self, page, index):
        self.page = page
        self.name = f"Player {index + 1}"
        if index:
            page.driver.switch_to.new_window("window")
        self.window = page.driver.current_window_handle
        page.resize(390, 844, has_touch=True)
        for kind in self.SENSORS:
            self.cdp("Emulation.setSensorOverrideEnabled", {"enabled": True, "type": kind, "metadata": {"available": True}})
        self.move(0)

    def __enter__(self):
        if self.page.driver.current_window_handle != self.window:
            self.page.driver.switch_to.window(self.window)
        return self.page

    def __exit__(self, *_):
        return False

    def cdp(self, command, arguments):
        self.page.driver.execute_cdp_cmd(command, arguments)

    def move(self, push):
        for kind in self.SENSORS:
            self.cdp("Emulation.setSensorOverrideReadings", {
                "type": kind, "reading": {"xyz": {"x": 0, "y": 0, "z": 0 if kind == "gyroscope" else push}}})

    def open(self):
        with self as page:
            page.driver.get(f"{page.bench.address}phone")
            page.find("input, .drumpad, .waiting")
            return self

    def join(self, player=PLAYER):
        with self as page:
            self.open()
            page.js("if (arguments[0]) localStorage.setItem('strokes', arguments[0]); else localStorage.clear();", player)
            page.driver.refresh()
            page.find("input").clear()
            page.find("input").send_keys(self.name)
            page.press(".go")
            self.is_in()
            return self

    def is_in(self):
        eventually(lambda: self.js("return !!phone.own && !Number.isNaN(phone.link.clock.offset)"), f"{self.name} is in", 60)

    def js(self, script, *values):
        with self as page:
            return page.js(script, *values)

    @property
    def drum(self):
        return self.js("return phone.own?.drum ?? null")

    def feels(self):
        eventually(lambda: self.js("return phone.motion.heard > 0 && phone.reason === null"), f"{self.name} feels motion", 30)

    def stroke(self, strength=50.0):
        """A fall, a stop, and rest. The page feels each of them, at 60 Hz, however busy the machine is."""
        with self as page:
            for push, seconds in ((-strength / 5, 0.08), (strength, 0.06), (0, 0.25)):
                self.move(push)
                end = time.monotonic() + seconds
                # What the page heard earlier may be of the push before.
                moved = page.js("return performance.now()")
                eventually(lambda: page.js("return phone.motion.heard") > moved, f"{self.name} feels the push")
                time.sleep(max(0, end - time.monotonic()))


class Page:
    """A browser that shows the page."""

    def __init__(self, driver, bench):
        self.driver = driver
        self.bench = bench
        self.script = None
        self.opened = 0
        # Once it was touched by two fingers, Chromium's emulation may pass no further touch on.
        self.was_touched = False

    def resize(self, width, height, scheme="dark", has_touch=False):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": has_touch, "maxTouchPoints": 5})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def calm(self):
        """Asks for less motion, as a system does, until the page is resized."""
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": "dark"}, {"name": "prefers-reduced-motion", "value": "reduce"}]})

    def delay(self, seconds):
        """Whatever pages hear that are opened from now on, they hear so much later."""
        if self.script:
            self.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": self.script})
        self.script = None
        if seconds:
            script = LATER % (1000 * seconds)
            self.script = self.driver.execute_cdp_cmd(
                "Page.addScriptToEvaluateOnNewDocument", {"source": script})["identifier"]

    def open(self, view="grid"):
        # Another address each time, or only the view would change. By way of about:blank it would cost twice as much.
        self.opened += 1
        self.driver.get(f"{self.bench.address}?{self.opened}#{view}")
        self.is_ready()
        return self

    def open_without_session(self, view):
        """Shows a view while no session is there, of which the page has its name alone."""
        self.driver.get("about:blank")
        self.driver.get(f"{self.bench.address}#{view}")
        eventually(lambda: self.js("return !!globalThis.ghostnote?.connection.isOpen && document.body.classList.contains('away')"),
                   "the page is there without a session", 60)

    def is_ready(self):
        eventually(lambda: self.js(
            "return !!globalThis.ghostnote?.store?.state && !document.body.classList.contains('away')"
            " && !Number.isNaN(ghostnote.clock.offset)"), "the page has its state", 60)

    def state(self):
        """How far the page has come, for a test that waited for it in vain."""
        return self.js("""const page = globalThis.ghostnote, connection = page?.connection;
            return [location.href, document.readyState, document.body?.className, !!page, !!page?.store?.state, page?.clock?.offset,
                connection?.isOpen, connection?.socket?.readyState,
                performance.getEntriesByType('resource').filter((entry) => !entry.responseEnd).map((entry) => entry.name)]""")

    def has_caught_up(self, control):
        """Waits until it knows all that was changed so far: what it shows of its own may look the same long before that."""
        control.look()
        eventually(lambda: self.js("return ghostnote.store.revision") >= control.revision, "the page has caught up")

    def js(self, script, *values):
        return self.driver.execute_script(script, *values)

    def note_hits(self):
        """Adds the drum of each hit that is heard from now on, where the page plays here, to the page's `heard`."""
        self.js("""globalThis.heard = []; const { playHere } = ghostnote, { hear } = playHere;
            playHere.hear = function (hit) { const wait = hear.call(this, hit); heard.push(hit.drum); return wait; };""")

    def find(self, selector):
        return eventually(lambda: self.driver.find_elements(By.CSS_SELECTOR, selector), f"there is {selector}")[0]

    def press(self, selector):
        """Clicks; where the page draws again between finding and clicking, what is there by then."""
        def is_pressed():
            try:
                element = self.find(selector)
                # From under the bars that stay: the driver scrolls to what is outside the window only.
                self.js("arguments[0].scrollIntoView({block: 'nearest', behavior: 'instant'})", element)
                element.click()
                return True
            except StaleElementReferenceException:
                return False
        eventually(is_pressed, f"{selector} is pressed")

    def cell(self, voice, step):
        return self.find(f'.lane[data-voice="{voice}"] .cell[data-step="{step}"]')

    def box(self, selector):
        self.find(selector)
        return self.js(
            "const e = document.querySelector(arguments[0]); e.scrollIntoView({block: 'nearest'});"
            "const b = e.getBoundingClientRect(); return [b.left, b.top, b.width, b.height]", selector)

    def mouse(self, kind, x, y, **more):
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {
            "type": kind, "x": x, "y": y, "button": "left", "buttons": 0 if kind == "mouseReleased" else 1,
            "clickCount": 1, **more})

    def drag(self, points, modifiers=0):
        """Presses at the first point, moves through the others, and lets go."""
        self.mouse("mousePressed", *points[0], modifiers=modifiers)
        for point in points[1:]:
            self.mouse("mouseMoved", *point, modifiers=modifiers)
        self.mouse("mouseReleased", *points[-1], modifiers=modifiers)

    def touch(self, kind, *points):
        self.was_touched = True
        self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)]})

    def tap(self, x, y):
        """Touches for 50 ms, however long this machine takes from one request to the next."""
        self.was_touched = True
        self.driver.execute_cdp_cmd("Input.synthesizeTapGesture", {
            "x": x, "y": y, "duration": 50, "gestureSourceType": "touch"})

    def key(self, key, code="", text=None, modifiers=0, commands=()):
        """Presses a key; `commands` are what an editor would do for it, as `copy`."""
        numbers = {"Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39,
                   "ArrowDown": 40, "Delete": 46, "Backspace": 8, ".": 190, "/": 191, "+": 187, "-": 189}
        number = numbers.get(key, ord(key.upper()) if len(key) == 1 else 0)
        text = {"Enter": "\r", " ": " "}.get(key, key if len(key) == 1 and not modifiers & 2 else "") if text is None else text
        for kind in ("keyDown", "keyUp"):
            self.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {
                "type": kind, "key": key, "code": code or key, "windowsVirtualKeyCode": number,
                "modifiers": modifiers, **({"text": text} if kind == "keyDown" and text else {}),
                **({"commands": list(commands)} if kind == "keyDown" and commands else {})})

    def problems(self):
        """Errors in the browser's console, those of a connection that was ended on purpose left out."""
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] in ("SEVERE", "WARNING") and "WebSocket" not in entry["message"]
                and "ERR_CONNECTION_REFUSED" not in entry["message"]]

    def shoot(self, name):
        folder = os.environ.get("GHOSTNOTE_SCREENSHOTS")
        if folder:
            time.sleep(0.4)
            os.makedirs(folder, exist_ok=True)
            # The pictures are of the page, not of how busy this machine is.
            self.js("for (const xruns of document.querySelectorAll('.xruns')) xruns.style.visibility = 'hidden'")
            self.driver.save_screenshot(os.path.join(folder, name + ".png"))

    def quit(self):
        try:
            self.driver.quit()
        except Exception:  # noqa: BLE001  a browser that crashed cannot be asked to end
            pass
