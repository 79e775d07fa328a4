"""Ring 4: what goes wrong around a page: a session that dies, a clock that jumps, sound that cannot be had, xruns."""

import re
import signal
import time

from bench import eventually
from network import Cable
from page_tests import cell_at, middle
from rhythm_tests import CANCEL, begin
from rhythm_tests import text as tempered_text
from touch_tests import SPY

# A requested lock of the screen, as browsers give one, is kept in `locks`; whether the page is hidden is told by `isHidden`.
WAKE_LOCK = """
globalThis.locks = [];
Object.defineProperty(navigator, 'wakeLock', { value: { request: async (kind) => {
    const lock = { kind, released: false, release: async () => { lock.released = true; } };
    locks.push(lock);
    return lock; } } });
globalThis.isHidden = false;
Object.defineProperty(document, 'hidden', { get: () => isHidden });
globalThis.hide = (isIt) => { isHidden = isIt; document.dispatchEvent(new Event('visibilitychange')); };
"""


def notices(page):
    return page.js("return [...document.querySelectorAll('.notice')].map((notice) => notice.textContent).join(' / ')")


def hears_nothing(bench):
    """Lets the session hear nothing more until it is killed."""
    bench.daemon.send_signal(signal.SIGSTOP)


def test_requests_that_a_session_took_with_it_are_answered(bench, page, control):
    page.open("rhythm")
    # Requests of other kinds take longer than strikes.
    page.js("ghostnote.connection.trips = []; void ghostnote.send('status')")
    assert page.js("return ghostnote.strike('kick', 60).then((reply) => reply.ok)")
    eventually(lambda: page.js("return ghostnote.connection.waiting.size") == 0, "all is answered")
    assert page.js("return ghostnote.connection.trips.length") == 1, "strikes alone are timed"
    page.open("grid")
    place = cell_at(page, "kick", 5)
    hears_nothing(bench)
    page.drag([place])
    page.js("""globalThis.done = []; ghostnote.transport.setTempo(77);
        void ghostnote.settle('temper 5:7 1/2').then((isDone) => done.push(isDone));""")
    shown = "return document.querySelector('.lane[data-voice=kick] .cell[data-step=\"5\"]').classList.contains('hit')"
    assert page.js(shown), "a step that was asked for is shown"
    assert page.js("return ghostnote.connection.waiting.size") >= 3
    bench.stop_daemon(signal.SIGKILL)
    eventually(lambda: page.js("return document.body.classList.contains('away')"), "the page knows that it is gone")
    eventually(lambda: page.js("return ghostnote.connection.waiting.size") == 0, "no request waits", 5)
    eventually(lambda: page.js("return done.join()") == "false", "what waited goes on", 5)
    eventually(lambda: not page.js(shown), "a hit that the session does not have is not shown", 5)
    eventually(lambda: page.js("return ghostnote.transport.pace.isFree"), "the tempo is free", 5)
    # Where no session comes, the sound is not waited for.
    page.open_without_session("pads")
    # A view without a session takes no pointer.
    page.js("document.querySelector('.here').click()")
    eventually(lambda: "No sound here" in notices(page), "why there is no sound", 15)
    assert page.js("return [ghostnote.playHere.isOn, document.querySelector('.here').getAttribute('aria-pressed')]") == [False, "false"]
    bench.start_daemon()
    page.is_ready()


def test_a_clock_that_was_moved_is_followed_at_once(bench, page, control):
    offsets = page.js("""return (async () => {
        const { HostClock } = await import('/modules/time.js');
        const clock = new HostClock();
        const found = [];
        const hear = (trip, offset) => {
            const now = performance.now();
            clock.take({ sent: now - trip, time: (now - trip / 2 + offset) * 1e6 });
            found.push(clock.offset);
        };
        for (let turn = 0; turn < 16; turn++) hear(1 + turn % 3, 1000);
        hear(40, 1005);    // no contradiction: it is known to 20 ms only
        hear(30, 61000);   // a minute of sleep
        hear(2, 61001);
        return found; })()""")
    assert abs(offsets[16] - 1000) < 0.5, "the shortest trip is believed"
    assert abs(offsets[17] - 61000) < 0.5, "what cannot be true any more is forgotten"
    assert abs(offsets[18] - 61001) < 0.5, offsets[17:]


# A sample of before that no other contradicts.
MARK = """const clock = %s; clock.samples = [{ trip: 1e9, offset: clock.offset, mark: true }];"""
MARKED = "return %s.samples.some((sample) => sample.mark)"


def test_the_clock_begins_again_when_a_page_is_seen_or_connected_again(bench, page, control):
    for name, clock, link in (("", "ghostnote.clock", "ghostnote.connection"), ("stage", "stage.clock", "stage.connection"),
                              ("phone", "phone.link.clock", "phone.link")):
        page.open() if not name else page.driver.get(f"{bench.address}{name}")
        if name == "phone":
            page.find("input").send_keys("Ada")
            page.press(".go")
        eventually(lambda: page.js(f"return !!globalThis.{clock.split('.')[0]} && {clock}.samples.length >= 4"), f"{name}: samples")
        page.js(MARK % clock)
        page.js("document.dispatchEvent(new Event('visibilitychange'))")
        assert not page.js(MARKED % clock), f"{name}: seen again"
        eventually(lambda: page.js(f"return {clock}.samples.length >= 4"), f"{name}: the time is asked for", 5)
        page.js(MARK % clock)
        page.js(f"{link}.socket.close()")
        eventually(lambda: not page.js(MARKED % clock), f"{name}: connected again", 10)
        assert not page.js(f"return Number.isNaN({clock}.offset)")
    page.press('[aria-label="Leave"]')


def test_a_phone_keeps_its_screen_on_while_it_is_seen_and_seated(bench, page, control):
    script = page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WAKE_LOCK})["identifier"]
    page.driver.get(f"{bench.address}phone")
    page.find("input").send_keys("Ada")
    page.press(".go")
    page.find(".drumpad")
    eventually(lambda: page.js("return locks.map((lock) => lock.kind).join()") == "screen", "the screen is kept on")
    page.js("locks[0].released = true; hide(true)")
    time.sleep(0.3)
    assert page.js("return locks.length") == 1, "a hidden page asks for nothing"
    page.js("hide(false); hide(false)")
    eventually(lambda: page.js("return locks.length") == 2, "and again when it is seen")
    page.js("hide(false)")
    time.sleep(0.3)
    assert page.js("return locks.length") == 2, "one lock suffices"
    page.press('[aria-label="Leave"]')
    eventually(lambda: page.js("return locks[1].released"), "who leaves lets the screen go out")
    page.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": script})


def test_a_phone_keeps_its_screen_on_while_it_waits_for_a_seat(bench, page, control):
    bench.stop_remote()
    bench.start_remote(bench.port, "--seats", "1")
    script = page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WAKE_LOCK})["identifier"]
    seated = bench.browser(390, 844, has_touch=True)
    for phone, name, shown in ((seated, "Ada", ".drumpad"), (page, "Ben", ".waiting")):
        phone.driver.get(f"{bench.address}phone")
        phone.find("input").send_keys(name)
        phone.press(".go")
        phone.find(shown)
    eventually(lambda: page.js("return locks.map((lock) => lock.kind).join()") == "screen", "the screen is kept on")
    seated.press('[aria-label="Leave"]')
    page.find(".drumpad")
    assert page.js("return locks.length") == 1, "one lock suffices"
    page.press('[aria-label="Leave"]')
    eventually(lambda: page.js("return locks[0].released"), "who leaves lets the screen go out")
    page.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": script})
    seated.quit()
    bench.browsers.remove(seated)
    bench.stop_remote()
    bench.start_remote(bench.port)


def test_a_phone_that_connects_again_unseen_is_away(bench, page, control):
    stage = bench.open_stage(page)
    phone = bench.browser(390, 844, has_touch=True)
    phone.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WAKE_LOCK})
    phone.driver.get(f"{bench.address}phone")
    phone.find("input").send_keys("Ada")
    phone.press(".go")
    phone.find(".drumpad")
    seat = "const seat = stage.phones.seats.find((one) => one.drum === 'kick'); return `${seat?.name} ${seat?.state}`"
    eventually(lambda: stage.js(seat) == "Ada here", "the stage shows it")
    phone.js("hide(true)")
    eventually(lambda: stage.js(seat) == "Ada lost", "and that it was put away")
    phone.js("globalThis.first = phone.link.socket; first.close()")
    eventually(lambda: phone.js("return phone.link.isOpen && phone.link.socket !== first"), "it has connected again", 30)
    # What it sends next is done after it has joined.
    phone.js("phone.link.send('name Bea')")
    eventually(lambda: stage.js(seat).startswith("Bea"), "it has joined")
    assert stage.js(seat) == "Bea lost", stage.js(seat)
    phone.js("hide(false)")
    eventually(lambda: stage.js(seat) == "Bea here", "it is seen again")
    phone.press('[aria-label="Leave"]')
    phone.quit()
    bench.browsers.remove(phone)


def test_pads_send_nothing_while_a_reply_is_overdue(bench, page, control):
    page.open("pads")
    page.js(SPY)
    page.js("""globalThis.isOverdue = false;
        Object.defineProperty(ghostnote.connection.heartbeat, 'isOverdue', { get: () => isOverdue, set: () => {} });""")
    at = middle(page.box('.pad[data-drum="crash"]'))
    page.mouse("mousePressed", *at)
    eventually(lambda: page.js("return sentHits.length") > 3, "a pad rolls")
    page.js("isOverdue = true")
    eventually(lambda: page.js("return ghostnote.shown.rolls.rolls.size") == 0, "the roll ends")
    page.mouse("mouseReleased", *at)
    before = page.js("return sentHits.length")
    page.drag([at])
    page.key("Enter")
    assert page.js("return sentHits.length") == before, "strikes would sound much later"
    page.js("isOverdue = false")
    page.drag([at])
    assert page.js("return sentHits.length") > before, "it plays again"


# As in a browser whose user allows pages no storage.
NO_STORAGE = """for (const kind of ['localStorage', 'sessionStorage']) Object.defineProperty(globalThis, kind, {
    get() { throw new DOMException('Access is denied for this document.', 'SecurityError'); } });"""


def test_pages_work_in_a_browser_that_allows_no_storage(bench, page, control):
    script = page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": NO_STORAGE})["identifier"]
    page.open("pads")
    page.press('[aria-label="Show all 26 drums"]')
    eventually(lambda: page.js("return document.querySelectorAll('.pad').length") == 26, "all pads are shown")
    page.open("rhythm")
    begin(page, "5 : 7")
    eventually(lambda: tempered_text(control) == "5:7 1/2", "a rhythm is tried")
    page.press(CANCEL)
    eventually(lambda: tempered_text(control) == "" and not page.js("return ghostnote.trial.isOn"), "the trial ends")
    page.driver.get(f"{bench.address}phone")
    page.find("input").send_keys("Ada")
    page.press(".go")
    page.find(".drumpad")
    assert page.js("return document.querySelector('.who .name').textContent") == "Ada"
    # Its seat is kept for as long as the page is shown.
    page.js("globalThis.tokens = []; phone.link.addEventListener('own', ({ detail }) => tokens.push(detail.token))")
    token = page.js("const token = phone.own.token; phone.link.socket.close(); return token")
    eventually(lambda: page.js("return tokens[0]") == token, "it has the same seat again", 30)
    page.press('[aria-label="Leave"]')
    page.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": script})


def stand_still(process, seconds):
    process.send_signal(signal.SIGSTOP)
    time.sleep(seconds)
    process.send_signal(signal.SIGCONT)


def test_xruns_of_the_last_minute_are_shown_where_nothing_moves(bench, page, control):
    before = page.box('.lane[data-voice="kick"]')
    began = time.monotonic_ns()
    stand_still(bench.jack, 0.4)
    # Those of earlier tests may be shown already.
    eventually(lambda: (page.js("return ghostnote.store.status.xruns.time") or 0) > began, "an xrun is heard of")
    eventually(lambda: re.fullmatch(r"\d+ xruns?", page.js("return document.querySelector('.xruns').textContent")), "xruns are shown")
    shown = page.js("return ghostnote.store.status.xruns")
    assert 1 <= shown["lastMinute"] <= shown["total"], shown
    assert shown["time"] <= time.monotonic_ns(), shown
    assert page.box('.lane[data-voice="kick"]') == before, "the grid has moved"
    assert page.js("return document.querySelector('.xruns').checkVisibility()")


def test_a_followed_clock_says_how_well_and_is_missed_when_it_is_lost(bench, page, control):
    began = time.monotonic_ns()
    own = control.look()["status"]["clock"]["settings"]["source"]
    words = "return document.querySelector('.clock').textContent"

    def report():
        now = time.monotonic_ns()
        control.ask(f"follow {1 + (now - began) / 1e9} at {now} tempo 60 bar 4 rolling")
        return page.js(words)

    control.ask("clock source link")
    eventually(lambda: re.fullmatch(r"Ableton Link · locked [+−]\d+\.\d ms", report()), "how far Link is off")
    eventually(lambda: "Ableton Link lost" in page.js("return document.querySelector('.warning').textContent"), "it is missed", 30)
    assert page.js("return document.querySelector('.warning').checkVisibility()")
    control.ask(f"clock source {own}")
    eventually(lambda: page.js("return document.querySelector('.warning').hidden"), "what was not chosen is not missed")
    # Without a MIDI clock here: the session's own words (Tests/DaemonTests).
    said, title = page.js("""Object.assign(ghostnote.store.status.clock,
            { leader: 'MIDI clock', presence: 'locked', jitterMS: 0.32, phaseErrorMS: -1.26 });
        ghostnote.transport.drawStatus();
        const clock = document.querySelector('.clock'); return [clock.textContent, clock.title];""")
    assert said == "MIDI clock · locked −1.3 ±0.3 ms", said
    assert "jitter 0.3 ms" in title, title


def test_a_small_phone_shows_level_undo_mute_and_solo(bench, page, control):
    control.ask("load funk")
    control.ask("mute snare on")
    control.ask("play")
    for width, height in ((320, 640), (360, 740)):
        page.resize(width, height, has_touch=True)
        page.open()
        eventually(lambda: page.js("return document.querySelector('.undo .what').textContent") == "mute snare", "undo is named")
        # What is shown at the worst: all of it at once.
        page.js("""Object.assign(ghostnote.store.status.clock, { leader: 'MIDI clock', presence: 'locked', jitterMS: 0.32, phaseErrorMS: -11.26 });
            ghostnote.store.status.xruns = { total: 1234, lastMinute: 123, time: 0 };
            ghostnote.transport.drawStatus()""")
        for selector in (".meter i", ".xruns", ".undo .what", ".lane .toggle", ".clock", ".quality", ".place"):
            left, _, wide, high = page.box(selector)
            assert wide >= 20 and high >= 3 and left >= 0 and left + wide <= width, f"{selector} at {width}: {left}, {wide}, {high}"
        assert page.js("return document.documentElement.scrollWidth") <= width
        outside = page.js("""return [...document.querySelectorAll('#transport *')].filter((one) => one.checkVisibility()
            && one.getBoundingClientRect().right > innerWidth + 0.5).map((one) => one.className || one.tagName)""")
        assert not outside, f"{width}: {outside}"
        assert page.js("return document.getElementById('transport').getBoundingClientRect().height") < 200
        low = page.js("""return [...document.querySelectorAll('.lane .toggle')].map((one) => one.getBoundingClientRect())
            .filter((box) => box.width < 24 || box.height < 24).length""")
        assert low == 0, "a finger needs room"
    page.press('.lane[data-voice="snare"] .toggle')
    eventually(lambda: not any(lane.get("mute") for lane in control.look()["pattern"]["lanes"]), "a finger lets the snare sound")
    control.ask("stop")


def test_listening_that_cannot_begin_says_why_and_can_be_tried_again(bench, page, control):
    page.js("""globalThis.addModule = AudioWorklet.prototype.addModule;
        AudioWorklet.prototype.addModule = () => Promise.reject(new Error('no module'));""")
    page.press(".listen")
    eventually(lambda: "cannot listen here: no module" in notices(page), "the reason is said")
    page.js("for (const notice of document.querySelectorAll('.notice')) notice.remove()")
    assert page.js("return document.querySelector('.listen').getAttribute('aria-pressed')") == "false"
    page.js("AudioWorklet.prototype.addModule = addModule")
    page.press(".listen")
    eventually(lambda: page.js("return ghostnote.transport.listening.milliseconds") > 0, "it is heard")
    # Pressed twice at once: it is ended before it has begun, without a word.
    page.press(".listen")
    page.js("for (let turn = 0; turn < 2; turn++) document.querySelector('.listen').click()")
    time.sleep(1)
    assert page.js("return document.querySelector('.listen').getAttribute('aria-pressed')") == "false"
    assert "cannot listen" not in notices(page), notices(page)


def test_scheduled_sound_counts_what_it_leaves_out(bench, page, control):
    gaps = page.js("""return (async () => {
        const { ScheduledSound } = await import('/modules/listen.js');
        const sound = new ScheduledSound(new OfflineAudioContext(2, 48000, 48000));
        const found = [];
        // Its clock stands still: 0.36 s are taken ahead, and more is left out.
        for (const pieces of [9, 1, 10]) { sound.write(new Int16Array(2 * 1920 * pieces)); found.push(sound.gaps); }
        sound.next = 0.1;
        for (const pieces of [1, 20]) { sound.write(new Int16Array(2 * 1920 * pieces)); found.push(sound.gaps); }
        return found; })()""")
    assert gaps == [0, 0, 1, 1, 2], gaps


# Counts the panners that are made.
PANNERS = """globalThis.panners = 0; const Plain = PannerNode;
globalThis.PannerNode = class extends Plain { constructor(...values) { super(...values); panners++; } };"""


def test_sound_in_space_stands_at_one_place_a_drum_and_ends_with_its_context(bench, page, control):
    stage = bench.open_stage(page)
    stage.js(PANNERS)
    for turn in range(2):
        stage.press("#sound")
        eventually(lambda: stage.js("return document.getElementById('sound').getAttribute('aria-pressed')") == "true", "it is on", 30)
        for _ in range(6):
            control.ask("hit kick 84; hit snare 84")
        eventually(lambda: stage.js("return stage.playHere.started") == 12 * (turn + 1), "all are heard")
        assert stage.js("return [panners, stage.playHere.places.size]") == [2 * (turn + 1), 2]
        stage.press("#sound")
        eventually(lambda: stage.js("return document.getElementById('sound').getAttribute('aria-pressed')") == "false", "it is off")
        left = stage.js("const { shots, sounding, places } = stage.playHere; return [shots.sounds.size, sounding.size, places.size]")
        assert left == [0, 0, 0], left


IS_AWAY = "return document.body.classList.contains('away')"
STATE_OF_PHONE = "return document.querySelector('.state')?.textContent ?? ''"


def joined(bench, address):
    """A phone of its own browser, with its seat."""
    phone = bench.browser(390, 844, has_touch=True)
    phone.driver.get(f"{address}phone")
    phone.find("input").send_keys("Ada")
    phone.press(".go")
    eventually(lambda: phone.js("return phone.own?.seat != null && !Number.isNaN(phone.link.clock.offset)"), "it has a seat", 60)
    return phone


def both_notice(page, phone):
    """Waits until a page and a phone say that they are not connected, and returns how long the slower took."""
    began = time.monotonic()
    eventually(lambda: page.js(IS_AWAY), "the page says that nothing is there", 20)
    eventually(lambda: phone.js(STATE_OF_PHONE) == "Connecting …", "so does the phone", 20)
    return time.monotonic() - began


def test_connections_that_went_silent_are_noticed_and_made_again(bench, page, control):
    page.driver.get("about:blank")
    cable = Cable(bench.port)
    address = f"http://127.0.0.1:{cable.own_port}/"
    page.driver.get(address + "#grid")
    page.is_ready()
    page.press(".listen")
    eventually(lambda: page.js("return ghostnote.transport.listening.heard?.isPlaying"), "the session is heard in the page", 60)
    page.press('[title^="Pads"]')
    page.press(".here")
    eventually(lambda: page.js("return ghostnote.playHere.shots.sounds.get('kick 84')?.buffer"), "it sounds here", 60)
    phone = joined(bench, address)
    seat = phone.js("return phone.own.seat")
    cable.pull()
    control.ask("tempo 77")
    # What is struck once a reply is overdue would be heard much later.
    phone.js("""globalThis.hits = 0; const socket = phone.link.socket, send = socket.send.bind(socket);
        socket.send = (line) => { if (line.startsWith('hit ')) hits++; send(line); };""")
    assert phone.js("phone.strike(100, performance.now()); return hits") == 1
    eventually(lambda: phone.js("return phone.link.heartbeat.isOverdue"), "a reply is overdue", 6)
    assert phone.js("phone.strike(100, performance.now()); return [hits, phone.link.isOpen]") == [1, True]
    both_notice(page, phone)
    eventually(lambda: not page.js("return ghostnote.transport.listening.heard.isPlaying"), "nothing is heard")
    # Longer than a browser is given to connect: what it tried meanwhile leads nowhere either.
    time.sleep(6)
    cable.plug()
    eventually(lambda: not page.js(IS_AWAY), "the page is connected again", 20)
    eventually(lambda: page.js("return ghostnote.store.transport.tempo") == 77, "with what was changed meanwhile")
    eventually(lambda: phone.js(STATE_OF_PHONE) == "Playing", "so is the phone", 20)
    eventually(lambda: page.js("return ghostnote.transport.listening.heard.isPlaying"), "and the sound", 20)
    assert phone.js("return phone.own.seat") == seat
    control.ask("watch hits")
    control.hits = []
    phone.js("phone.strike(101, performance.now())")
    eventually(lambda: control.ask("status") and [hit["velocity"] for hit in control.hits] == [101], "it plays")
    # The loader of sounds waits longer, since a sound may come slowly.
    eventually(lambda: page.js("return ghostnote.playHere.shots.sound('ride', 84).buffer !== null"), "sounds are loaded again", 60)
    page.press(".here")
    page.press(".listen")
    phone.press('[aria-label="Leave"]')
    phone.quit()
    bench.browsers.remove(phone)
    page.driver.get("about:blank")
    cable.stop()


def test_a_server_that_stands_still_is_waited_for_and_then_looked_for(bench, page, control):
    phone = joined(bench, bench.address)
    page.js("globalThis.first = ghostnote.connection.socket")
    phone.js("globalThis.first = phone.link.socket")
    same = "return ghostnote.connection.socket === first", "return phone.link.socket === first"
    stand_still(bench.remote, 4)
    # Pages that are busy hear nothing as well.
    for busy in (page, phone):
        busy.js("for (const end = performance.now() + 9_000; performance.now() < end;) { /* nothing else happens */ }")
    time.sleep(3)
    assert page.js(same[0]) and phone.js(same[1]), "neither connection is given up at once"
    bench.remote.send_signal(signal.SIGSTOP)
    try:
        took = both_notice(page, phone)
        control.ask("tempo 78")
    finally:
        bench.remote.send_signal(signal.SIGCONT)
    print(f"  noticed within {took:.1f} s")
    eventually(lambda: not page.js(IS_AWAY), "the page is connected again", 15)
    eventually(lambda: page.js("return ghostnote.store.transport.tempo") == 78, "with what was changed meanwhile")
    eventually(lambda: phone.js(STATE_OF_PHONE) == "Playing", "so is the phone", 15)
    phone.press('[aria-label="Leave"]')
    phone.quit()
    bench.browsers.remove(phone)


def test_only_time_in_which_a_page_was_awake_and_seen_counts_as_silence(bench, page, control):
    found = page.js("""return (async () => {
        const { Heartbeat, period } = await import('/modules/heartbeat.js');
        const own = performance.now;
        let now = 1e6;
        performance.now = () => now;
        // After how many ms of ticks, each so long after the one before, a connection is taken for dead; null for never.
        const silence = (begin, tick = period) => {
            const heartbeat = new Heartbeat();
            begin(heartbeat);
            for (let passed = tick; passed <= 60_000; passed += tick) {
                now += tick;
                if (heartbeat.tick()) return passed;
            }
            return null;
        };
        const asked = (heartbeat) => { heartbeat.open(); heartbeat.hear(); heartbeat.send(); };
        const found = { asked: silence(asked), opening: silence((heartbeat) => heartbeat.open()), idle: silence(() => {}),
            answered: silence((heartbeat) => { asked(heartbeat); heartbeat.hear(); }), blocked: silence(asked, 5_000) };
        Object.defineProperty(document, 'hidden', { value: true, configurable: true });
        found.hidden = silence(asked);
        delete document.hidden;
        found.seen = silence((heartbeat) => { asked(heartbeat); now += 3_600_000; });
        performance.now = own;
        return found; })()""")
    assert found == {"asked": 6_000, "opening": 12_000, "idle": None, "answered": None, "blocked": None, "hidden": None,
                     "seen": 8_000}, found


def test_a_connection_that_was_closed_stays_closed(bench, page, control):
    found = page.js("""return (async () => {
        const { Connection } = await import('/modules/connection.js');
        const Plain = WebSocket, wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
        let made = 0;
        globalThis.WebSocket = class extends Plain { constructor(...values) { super(...values); made++; } };
        const connection = new Connection();
        const opened = new Promise((resolve) => connection.addEventListener('open', resolve, { once: true }));
        const lost = opened.then(() => new Promise((resolve) => connection.addEventListener('session', (event) => {
            if (!event.detail) resolve();
        })));
        connection.open();
        await opened;
        connection.socket.close();
        await lost;
        connection.close();
        await wait(1_000);
        connection.open();
        // One that is closed while it is open.
        const other = new Connection();
        other.open();
        await new Promise((resolve) => other.addEventListener('open', resolve, { once: true }));
        const request = other.send('status', false);
        other.close();
        const reply = await request;
        await wait(3_000);
        globalThis.WebSocket = Plain;
        return [made, connection.isOpen, other.isOpen, reply.ok]; })()""")
    assert found == [2, False, False, False], found


def test_sound_that_was_interrupted_is_resumed(bench, page, control):
    page.open("pads")
    page.press(".here")
    eventually(lambda: page.js("return ghostnote.playHere.shots.sounds.get('kick 84')?.buffer"), "it sounds here", 60)
    page.press(".listen")
    eventually(lambda: page.js("return ghostnote.transport.listening.heard?.isPlaying"), "the session is heard in the page", 60)
    page.js("globalThis.contexts = () => [ghostnote.playHere.context, ghostnote.transport.listening.context]")
    states = "return contexts().map((context) => context.state).join()"
    # As during a call: it cannot be resumed.
    interrupt = """return Promise.all(contexts().map((context) => {
        context.resume = () => Promise.reject(new DOMException('interrupted', 'InvalidStateError'));
        return context.suspend();
    }))"""
    ways = {
        "seen again": lambda: page.js("document.dispatchEvent(new Event('visibilitychange'))"),
        "a pointer": lambda: page.drag([(2, 2)]),
        "a key": lambda: page.key("Shift"),
    }
    page.note_hits()
    for way, act in ways.items():
        page.js(interrupt)
        assert page.js(states) == "suspended,suspended"
        before = page.js("return ghostnote.playHere.started")
        page.js("heard.length = 0; for (let count = 0; count < 20; count++) ghostnote.strike('kick', 84)")
        control.ask("hit snare 84")
        eventually(lambda: page.js("return heard.includes('snare')"), f"{way}: the page hears of another's hit")
        piled = page.js("return ghostnote.playHere.started") - before
        assert piled == 0, f"{way}: {piled} sounds pile up"
        page.js("for (const context of contexts()) delete context.resume")
        act()
        eventually(lambda: page.js(states) == "running,running", f"{way}: it is resumed", 5)
        page.js("ghostnote.strike('kick', 84)")
        assert page.js("return ghostnote.playHere.started") == before + 1, f"{way}: it sounds again"
    # Once it may go on, it does so by itself.
    page.js("return Promise.all(contexts().map((context) => context.suspend()))")
    eventually(lambda: page.js(states) == "running,running", "it goes on by itself", 5)
    page.js("globalThis.old = contexts()")
    page.press(".here")
    page.press(".listen")
    eventually(lambda: page.js("return old.map((context) => context.state).join()") == "closed,closed", "it is ended")
    page.drag([(2, 2)])
    assert page.js("return old.map((context) => context.state).join()") == "closed,closed"
