"""Ring 4: a page of another origin, in a real browser, tries what such a page can: seen from inside it, all is refused."""

import http.server
import threading
from contextlib import contextmanager

from bench import eventually
from lan_tests import ADDRESS, NAME, Lan, by_name
from unharmed import unharmed

# What came of each try: "refused", or what was had.
TRIES = """
const [target, done] = arguments;
const body = document.body;
const element = (name, more) => new Promise((resolve, reject) => {
    const made = document.createElement(name);
    made.onload = () => resolve('loaded');
    made.onerror = () => reject();
    Object.assign(made, more);
    body.append(made);
});
const fetched = async (path, options) => { const reply = await fetch(target + path, options); return `${reply.type} ${reply.status}`; };
const socket = (path) => new Promise((resolve, reject) => {
    const made = new WebSocket(target.replace('http', 'ws') + path);
    made.onopen = () => { made.send('stop'); resolve('open'); };
    made.onclose = () => reject();
});
const events = () => new Promise((resolve, reject) => {
    const made = new EventSource(target + 'socket');
    made.onopen = () => resolve('open');
    made.onerror = () => { made.close(); reject(); };
});
const own = { credentials: 'include' }, blind = { ...own, mode: 'no-cors' };
const tries = {
    'a file by fetch': fetched('commands.json', own),
    'who may do what by fetch': fetched('session', own),
    'the links by fetch': fetched('join.json', own),
    'a file by fetch without an answer': fetched('commands.json', blind),
    'a line by fetch without an answer': fetched('socket', { ...blind, method: 'POST', body: 'stop' }),
    'a session by fetch without an answer': fetched('session', { ...blind, method: 'POST', body: '{"token":"x"}' }),
    'a MIDI file by fetch without an answer': fetched('midi?x', { ...blind, method: 'POST', body: 'MThd' }),
    'a session by fetch': fetched('session', { ...own, method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }),
    'a MIDI file by fetch': fetched('midi?x', { ...own, method: 'POST', body: 'MThd', headers: { 'content-type': 'audio/midi' } }),
    'leaving by fetch': fetched('session', { ...own, method: 'DELETE' }),
    'the icon as a picture': element('img', { src: target + 'icon.svg' }),
    'the links as a picture': element('img', { src: target + 'join.svg' }),
    'the pattern as a picture': element('img', { src: target + 'pattern.mid' }),
    'a socket as a picture': element('img', { src: target + 'socket' }),
    'a script': element('script', { src: target + 'modules/app.js', type: 'text/javascript' }),
    'a module': element('script', { src: target + 'modules/app.js', type: 'module' }),
    'a style': element('link', { href: target + 'style.css', rel: 'stylesheet' }),
    'the page\\'s WebSocket': socket('socket'),
    'the sound\\'s WebSocket': socket('listen'),
    'a phone\\'s WebSocket': socket('seat'),
    'events': events(),
};
(async () => {
    const said = {};
    for (const [name, result] of Object.entries(tries)) said[name] = await result.catch(() => 'refused');
    done(said);
})();
"""

# Forms need no leave to be sent; their response is a frame, which is not shown.
FORMS = """
const [target, done] = arguments;
navigator.sendBeacon(target + 'midi?x', new Blob(['MThd'], { type: 'text/plain' }));
const rows = [['', 'text/plain'], ['socket', 'text/plain'], ['session', 'text/plain'], ['midi?x', 'multipart/form-data'],
    ['session', 'application/x-www-form-urlencoded'], ['patch?x', 'text/plain']];
Promise.all(rows.map(([path, enctype], index) => new Promise((resolve) => {
    const frame = document.createElement('iframe');
    frame.name = `answer-${index}`;
    document.body.append(frame);
    const form = document.createElement('form');
    Object.assign(form, { action: target + path, method: 'post', enctype, target: frame.name });
    const field = document.createElement('input');
    // As text/plain it is `{"token":"x` `"}`, a line of JSON.
    Object.assign(field, { name: '{"token":"stop', value: '"}' });
    form.append(field);
    document.body.append(form);
    frame.addEventListener('load', resolve);
    form.submit();
}))).then(() => done(true));
"""


class Blank(http.server.BaseHTTPRequestHandler):
    """A page of somebody else."""

    def do_GET(self):  # noqa: N802  the library's name
        body = b"<!doctype html><title>somebody else's</title><body>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@contextmanager
def foreign_server(address):
    server = http.server.ThreadingHTTPServer((address, 0), Blank)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()


def standing(control):
    """What no other page may change."""
    state = control.look()
    return state["pattern"], state["history"], state["transport"]["rolling"], state["transport"]["tempo"]


def is_shown_in_a_frame(browser, target):
    """Whether the page is drawn in a frame of this one, where it could be clicked unseen."""
    browser.driver.execute_async_script("""
        const frame = document.createElement('iframe');
        frame.id = 'framed';
        frame.addEventListener('load', () => arguments[1](true));
        frame.src = arguments[0];
        document.body.append(frame);""", target)
    browser.driver.switch_to.frame("framed")
    try:
        return browser.js("return !location.href.startsWith('chrome-error:') || !!globalThis.ghostnote")
    finally:
        browser.driver.switch_to.default_content()


def tries_all(browser, control, foreign, target):
    """A foreign page does all it can; nothing comes of it."""
    before = standing(control)
    browser.driver.get(foreign)
    said = browser.driver.execute_async_script(TRIES, target)
    had = {name: what for name, what in said.items() if what != "refused"}
    assert len(said) > 20 and not had, had
    for path in ("", "phone", "stage", "join.svg"):
        browser.driver.get(foreign)
        assert not is_shown_in_a_frame(browser, target + path), path
    browser.driver.get(foreign)
    browser.driver.execute_async_script(FORMS, target)
    # Refusals may not be framed either.
    assert browser.js("return frames.length") == 6
    for index in range(6):
        browser.driver.switch_to.frame(f"answer-{index}")
        shown = browser.js("return location.href")
        browser.driver.switch_to.default_content()
        assert shown.startswith("chrome-error:"), shown
    assert standing(control) == before


def has_all_at_home(browser, address):
    """The tries are real: from the page itself, what a page may have is had."""
    browser.driver.get(address)
    browser.is_ready()
    said = browser.driver.execute_async_script(TRIES, address)
    for name in ("a file by fetch", "who may do what by fetch", "the icon as a picture", "a style", "the page's WebSocket",
                 "the sound's WebSocket", "a phone's WebSocket"):
        assert said[name] in ("basic 200", "loaded", "open"), said


def test_a_page_of_another_port_gets_nothing(bench, page, control):
    browser = bench.browser(flags=["--host-resolver-rules=MAP evil.example 127.0.0.1"])
    has_all_at_home(browser, bench.address)
    control.ask("load rock")
    control.ask("play")
    eventually(lambda: control.look()["transport"]["rolling"], "it plays")
    with foreign_server("127.0.0.1") as port:
        browser.driver.get(f"http://localhost:{port}/")
        assert is_shown_in_a_frame(browser, f"http://127.0.0.1:{port}/"), "what allows it is shown in a frame"
    with foreign_server("127.0.0.1") as port, unharmed(bench, "a page of another port"):
        # By its address it is of the same site, so that not even SameSite helps; by the other name it is not.
        for host in ("127.0.0.1", "localhost", "evil.example"):
            tries_all(browser, control, f"http://{host}:{port}/", bench.address)
        # A name that leads to us later, once the page is there: for the browser it is one origin.
        browser.driver.get(f"http://evil.example:{bench.port}/")
        assert "not served here" in browser.js("return document.body.textContent")
    page.open()
    assert len(page.js("return ghostnote.phones?.seats ?? []")) == 0
    browser.quit()
    bench.browsers.remove(browser)
    control.ask("stop")


def test_a_page_of_another_port_gets_nothing_by_the_owners_cookie(bench, page, control):
    lan = Lan(bench)
    control.ask("load rock")
    control.ask("play")
    eventually(lambda: control.look()["transport"]["rolling"], "it plays")
    browser = bench.browser(flags=[f"--host-resolver-rules=MAP {NAME} {ADDRESS}"])
    browser.driver.get(by_name(lan.owner))
    browser.is_ready()
    assert browser.js("return ghostnote.connection.access") == "files"
    with foreign_server(ADDRESS) as port, unharmed(bench, "a page of another port, with a cookie", lan.process):
        # Cookies know no ports: the browser sends the owner's with each of these.
        tries_all(browser, control, f"http://{NAME}:{port}/", f"http://{NAME}:{lan.port}/")
    browser.driver.get(f"http://{NAME}:{lan.port}/")
    browser.is_ready()
    assert browser.js("return ghostnote.connection.access") == "files", "the owner has not been logged out"
    browser.quit()
    bench.browsers.remove(browser)
    eventually(lambda: control.ask("status"), "the session answers")
    control.ask("stop")
    lan.stop()
